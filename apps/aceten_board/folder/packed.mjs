// Our own modules, packed by tools/web/modules.py: a line of JSON with the names and sizes of files, then these; compressed as a whole, by
// what every browser can undo itself.

const PACKAGES = "/lib/python3.14/site-packages";

export async function unpacked(/** @type {ReadableStream} */ stream) {
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// Puts the files where the Python of Pyodide looks for packages. They are not copied.
/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{ FS: { mkdirTree: (path: string) => void, writeFile: (path: string, bytes: Uint8Array, how: object) => void } }} pyodide
 */
export function put(bytes, { FS }) {
  let place = bytes.indexOf(10) + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, place)))) {
    const file = `${PACKAGES}/${name}`;
    FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    FS.writeFile(file, bytes.subarray(place, place + size), { canOwn: true });
    place += size;
  }
}

// Compiles modules of Python for the Python of the folder, in that itself: node modules.mjs PYODIDE SOURCES OUT LIBRARY
// PYODIDE: the folder of the package. SOURCES: a zip with packages and data. OUT: a folder for what is made. LIBRARY: the standard library.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { HOME: "/home/pyodide", PYTHON_CPU_COUNT: "1", PYTHONHASHSEED: "0" } });
const own = "/lib/python3.14/site-packages";
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip", { extractDir: own });
python.FS.writeFile("/make.py", readFileSync(new URL("modules.py", import.meta.url), "utf-8"));
try {
    python.runPython('exec(compile(open("/make.py").read(), "modules.py", "exec"), {"__name__": "__main__"})');
} catch (error) {  // node would show the line of Pyodide that it comes from, which is a megabyte
    console.error(error.message);
    process.exit(1);
}
for (const name of ["aceten.packed", "library.zip"]) writeFileSync(`${out}/${name}`, python.FS.readFile(`/${name}`));

// Python in a worker: it answers what the page asks, by the very code that answers it in a server.

import { put, unpacked } from "./packed.mjs";
import { loadPyodide } from "./python/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url).href;
const load = self.fetch;
let stopped = false;
let python = null;
let questions = null;

// What is loaded is told by the names of the files; how large they are is known before.
const sizes = await (await load(here("python/sizes.json"))).json();
const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
let loaded = 0;
async function fetched(address, ...further) {
  const name = String(address.url ?? address).split("/").at(-1);
  postMessage({ loading: { name, part: loaded / whole } });
  const answer = await load(address, ...further);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  loaded += sizes[name] ?? 0;
  return answer;
}

const turn = () => new Promise((resolve) => { setTimeout(resolve); }); // so that a word to stop is heard
const answer = ({ status, body }, last = true) => postMessage({ status, told: text(body), last });

function text(body) {
  const bytes = body.toJs();
  body.destroy();
  return new TextDecoder().decode(bytes);
}

async function follow(what, body) {
  stopped = false;
  const found = questions.followed(`/api/${what}`, body, () => stopped);
  if (found.status !== undefined) {
    answer(found);
    return;
  }
  for (;;) {
    await turn();
    const { done, value } = found.next();
    if (done) break;
    const [kind, told] = value;
    value.destroy();
    answer({ status: kind === "told" ? 200 : 422, body: told }, kind !== "told");
    if (kind !== "told") return;
  }
  found.destroy();
  postMessage({ status: 200, last: true });
}

addEventListener("message", async ({ data: { what, body, many, stop } }) => {
  if (stop) {
    stopped = true;
    return;
  }
  try {
    const bytes = python.toPy(new TextEncoder().encode(body));
    if (many) await follow(what, bytes);
    else {
      const found = questions.answered("POST", `/api/${what}`, bytes);
      answer(found);
      found.destroy();
    }
    bytes.destroy();
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});

try {
  self.fetch = fetched;
  const code = fetched(here("python/aceten.packed")).then((file) => unpacked(file.body));
  python = await loadPyodide({
    indexURL: here("python/"), stdLibURL: here("python/library.zip"),
    env: { HOME: "/home/pyodide", PYTHON_CPU_COUNT: "1", PYTHONHASHSEED: "0" }, // one search at a time, and the same on every day
  });
  put(await code, python);
  postMessage({ loading: { name: "aceten", part: 1 } });
  questions = python.pyimport("aceten_board.questions");
  // From here on nothing more is loaded, whatever is asked.
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "Worker", "BroadcastChannel", "indexedDB", "caches"]) {
    Object.defineProperty(self, name, { value: undefined });
  }
  postMessage({ ready: true });
} catch (error) {
  postMessage({ failed: String(error) });
}

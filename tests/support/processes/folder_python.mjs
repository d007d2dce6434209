// Calls `told` of a program in the Python of the folder, as the worker begins it: node folder_python.mjs FOLDER PROGRAM GIVEN
// BACKEND, where GIVEN is a file with what it is given, as JSON.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, program, given, backend] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/python/pyodide.mjs`));
const python = await loadPyodide({
  indexURL: `${folder}/python/`, stdLibURL: `${folder}/python/library.zip`,
  env: { HOME: "/home/pyodide", PYTHON_CPU_COUNT: "1", PYTHONHASHSEED: "0", ...(backend ? { ACETEN_BACKEND: backend } : {}) },
});
const { put, unpacked } = await import(pathToFileURL(`${folder}/packed.mjs`));
put(await unpacked(new Blob([readFileSync(`${folder}/python/aceten.packed`)]).stream()), python);
// Python there has no clock of the processor.
python.pyimport("time").process_time = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
python.globals.set("text", readFileSync(given, "utf-8"));
python.runPython(readFileSync(program, "utf-8"));
const told = python.runPython("import json; json.dumps(told(json.loads(text)))");
process.stdout.write(`${JSON.stringify({ told: JSON.parse(told), memory: python._module.HEAPU8.length })}\n`);

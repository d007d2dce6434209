// Runs a folder of test vectors on an engine: node run_vectors.mjs FOLDER ENGINE.mjs
//
// The engine exports ANSWERS: by level a function that takes a request and returns the reply, or nothing for what it does not do.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

// The cases, each with a request and its reply. An action is a position in which one action is taken.
function* cases({ game, vectors, answers }) {
  for (const { id, clauses, request, reply } of answers) {
    if (request.deck) reply.steps = reply.steps?.map((step) => ({ refused: false, result: null, ...step }));
    yield { id, clauses, request, reply };
  }
  for (const { id, clauses, parts, options = {}, position, legal, action, refused, after_parts } of vectors) {
    const request = { command: "position", game, players: parts.hands.length, options, position, parts, actions: [action] };
    const before = { ...parts, legal, refused: refused !== undefined };
    yield { id, clauses, request, reply: { steps: [before, after_parts ?? parts] } };
  }
}

// A value with cards and actions sorted where their order means nothing.
function plain(name, value) {
  if (name === "legal") return [...value].sort();
  return ["hands", "taken", "known"].includes(name) ? value.map((cards) => [...cards].sort()) : value;
}

// Where something is given otherwise than it is told; what is not told, or not given, is open.
function* wrong(told, given, name = "") {
  if (name === "steps" && told.length === given.length) {
    for (const [place, step] of told.entries()) yield* wrong(step, given[place]);
  } else if (told && given && typeof told === "object" && !Array.isArray(told)) {
    for (const [key, value] of Object.entries(told)) {
      if (key in given && (value !== null || key === "turn" || key === "result")) yield* wrong(value, given[key], key);
    }
  } else if (!isDeepStrictEqual(plain(name, told), plain(name, given))) {
    yield `${name} ${JSON.stringify(given)} instead of ${JSON.stringify(told)}`;
  }
}

const [folder, engine] = process.argv.slice(2);
const { ANSWERS } = await import(pathToFileURL(resolve(engine)));
const read = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
let asked = 0;
let failed = 0;
for (const { file } of read("index.json").files.filter((entry) => entry.cases)) {
  for (const { id, clauses, request, reply } of cases(read(file))) {
    const given = ANSWERS[request.command]?.(request);
    if (!given) continue;
    asked += 1;
    const [problem] = wrong(reply, given);
    if (problem) console.log(`${id} (${clauses.join(", ")}): ${problem}`);
    failed += problem ? 1 : 0;
  }
}
console.log(`${asked - failed} of ${asked} right`);
process.exitCode = failed ? 1 : 0;

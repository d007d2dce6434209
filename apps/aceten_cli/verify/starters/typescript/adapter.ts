// Lets `aceten verify` ask your program: a request comes in as a line of JSON, and the reply goes out as one.
// Node 22.18 or newer runs it as it is.

import { createInterface } from "node:readline";

// What your program plays, and under which name. Of a game there is
// @fields hello
const HELLO = {
  "protocol": 1,
  "program": "my-program",
  "version": "",
  "games": [
    {
      "game": "zsiros",
      "players": [2, 4],
      "levels": ["trick"],
      "options": {},
    },
  ],
};

// A request holds what the comment of its level says, and a reply is what the comment says, too.
type Request = any;
type Reply = { [field: string]: unknown };
type Answer = Reply | Promise<Reply>;

// The levels: each function takes a request and returns what belongs in the reply, all but the id. What your program does
// not know it answers with skip("why"); what is thrown, or rejected where it is awaited, becomes an error. A field that is
// left out is undefined, and one that is open is null: (request.actions ?? []), but request.parts.tricks === null. Every
// request has
// @fields request

function trick(request: Request): Answer {
  // @fields trick
  return skip("trick is not filled in");
}

function score(request: Request): Answer {
  // @fields score
  return skip("score is not filled in");
}

function deal(request: Request): Answer {
  // @fields deal
  return skip("deal is not filled in");
}

function position(request: Request): Answer {
  // @fields position
  return skip("position is not filled in");
}

function match(request: Request): Answer {
  // @fields match
  return skip("match is not filled in");
}

function view(request: Request): Answer {
  // @fields view
  return skip("view is not filled in");
}

// The seed is a BigInt here, as it may be larger than numbers are exact.
function shuffle(request: Request): Answer {
  // @fields shuffle
  return skip("shuffle is not filled in");
}

function perft(request: Request): Answer {
  // @fields perft
  return skip("perft is not filled in");
}

// From here on all is done.

const LEVELS = new Map<string, (request: Request) => Answer>(Object.entries({ trick, score, deal, position, match, view, shuffle, perft }));

// What is replied where the program does not do what it is asked.
function skip(reason: string): Reply {
  return { skip: reason };
}

// The reply to a line.
async function answer(line: string): Promise<string> {
  let id = 0;
  try {
    const request = JSON.parse(line) as Request;
    if (!Number.isInteger(request?.id)) throw new Error("a request needs an id");
    id = request.id;
    const command = request.command;
    if (typeof command !== "string") throw new Error("a request needs a command");
    if (command === "shuffle") request.seed = BigInt(/"seed"\s*:\s*(\d+)/.exec(line)![1]);
    if (command === "hello") return JSON.stringify({ id, ...HELLO });
    const level = LEVELS.get(command) ?? (() => skip(`no ${command} here`));
    return JSON.stringify({ id, ...(await level(request)) });
  } catch (error) {
    return JSON.stringify({ id, error: String(error) });
  }
}

console.log = console.info = console.debug = console.error; // what your program prints is no reply
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) process.stdout.write(`${await answer(line)}\n`);
}

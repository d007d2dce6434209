// Tries a desk of the folder with workers that do as they are told, and with a clock of its own: node folder_desk.mjs DESKS. Prints what
// happened, line by line, of each course.

import { pathToFileURL } from "node:url";

let now = 0;
let timers = [];
globalThis.setTimeout = (call, delay) => timers.push({ call, at: now + delay });
globalThis.clearTimeout = (number) => { if (number) timers[number - 1].call = null; };
const { Desk } = await import(pathToFileURL(process.argv[2]));

let workers = [];
globalThis.Worker = class extends EventTarget {
  constructor() {
    super();
    workers.push(this);
    said(`worker ${workers.length}`);
  }
  postMessage({ what, stop }) { said(stop ? "told to stop" : `asked ${what}`); }
  terminate() { said("ended"); }
};

let course = [];
const said = (text) => course.push(`${now}: ${text}`);
const tell = (data) => workers.at(-1).dispatchEvent(Object.assign(new Event("message"), { data }));
const pass = (time) => {
  now += time;
  for (const timer of timers.filter(({ call, at }) => call && at <= now)) {
    const { call } = timer;
    timer.call = null;
    call();
  }
};
const ask = (desk, what, signal) => desk.ask({
  what, body: "{}", signal,
  hear: ({ told }) => said(`heard ${told}`),
  failed: (error) => said(`${what} failed: ${error?.name ?? "too late"}`),
});

const courses = {
  // What goes on for a second though nobody waits ends with its worker, and what waits is answered by another one.
  left(desk) {
    ask(desk, "first");
    tell({ ready: true });
    const left = new AbortController();
    tell({ status: 200, told: "1", last: true });
    ask(desk, "long", left.signal);
    ask(desk, "next");
    pass(500);
    left.abort();
    pass(999);
    pass(1);
    tell({ ready: true });
    tell({ status: 200, told: "2", last: true });
  },
  // What is left and ends in time keeps its worker.
  leftInTime(desk) {
    const left = new AbortController();
    ask(desk, "long", left.signal);
    tell({ ready: true });
    left.abort();
    pass(900);
    tell({ status: 200, told: null, last: true });
    pass(10_000);
    ask(desk, "next");
    tell({ status: 200, told: "2", last: true });
  },
  // What takes too long is given up, and told of.
  late(desk) {
    ask(desk, "long");
    ask(desk, "next");
    tell({ ready: true });
    pass(59_999);
    pass(1);
    tell({ ready: true });
    tell({ status: 200, told: "2", last: true });
  },
  // A worker that fails is followed by another one; where there is none at all everything fails.
  failed(desk) {
    ask(desk, "first");
    tell({ ready: true });
    tell({ failed: "MemoryError" });
    ask(desk, "next");
    tell({ failed: "no Python" });
  },
  // What is shut begins when it is opened.
  shut(desk) {
    desk.shut = true;
    ask(desk, "first");
    pass(5000);
    desk.open();
    tell({ ready: true });
  },
};

const told = {};
for (const [name, run] of Object.entries(courses)) {
  [now, timers, workers, course] = [0, [], [], []];
  run(new Desk({ longest: 60_000, settled: () => said("settled") }));
  told[name] = course;
}
console.log(JSON.stringify(told));

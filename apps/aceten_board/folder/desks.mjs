// Where questions wait for Python, each desk with a worker of its own. What takes too long, or goes on though nobody waits, ends with the
// worker, and another one begins: whatever a link brings, the page goes on.

const PATIENCE = 1000; // so long a question may go on that nobody waits for, in thousandths of a second

/**
 * What is asked, its body, whether many answers come, a signal, and who hears of answers and of a failure.
 * @typedef {{ what: string, body: string, many?: boolean, signal?: AbortSignal, left?: boolean, hear: (answer: any) => void,
 *   failed: (error: Error | null) => void }} Question
 */

/**
 * What a worker says: that something is loaded, that it is ready, that it failed, or an answer.
 * @typedef {{ loading?: Loaded, ready?: boolean, failed?: string, status?: number, told?: string, last?: boolean }} Said
 * @typedef {{ name: string, part: number }} Loaded
 * @typedef {{ longest: number, progress?: (loaded: Loaded | null) => void, settled?: () => void, shut?: boolean }} Kind
 */

export class Desk {
  #worker = /** @type {Worker | null} */ (null);
  #waiting = /** @type {Question[]} */ ([]);
  #now = /** @type {Question | null} */ (null); // the question that is being answered
  #late = 0; // what ends it when it takes too long
  ready = false;

  // `longest`: so long an answer may take; `settled` is called each time that a worker is ready, or that there is none; `shut`: it begins when
  // it is opened.
  constructor(/** @type {Kind} */ { longest, progress = () => {}, settled = () => {}, shut = false }) {
    this.longest = longest;
    this.progress = progress;
    this.settled = settled;
    this.shut = shut;
  }

  open() {
    this.shut = false;
    this.wake();
  }

  wake() {
    if (this.#worker || this.shut) return;
    this.progress({ name: "", part: 0 });
    const worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", () => this.#end(new Error("worker.mjs")));
    this.#worker = worker;
  }

  ask(/** @type {Question} */ question) {
    const { signal } = question;
    if (signal?.aborted) question.failed(signal.reason);
    else {
      signal?.addEventListener("abort", () => this.#leave(question), { once: true });
      this.#waiting.push(question);
      this.wake();
      this.#next();
    }
  }

  #next() {
    if (!this.ready || this.#now) return;
    this.#now = this.#waiting.shift() ?? null;
    if (!this.#now) return;
    const { what, body, many = false } = this.#now;
    this.#late = setTimeout(() => this.#end(), this.longest);
    this.#worker?.postMessage({ what, body, many });
  }

  #hear(/** @type {Said} */ { loading, ready, failed, status, told, last }) {
    if (loading) this.progress(loading);
    else if (ready) {
      this.ready = true;
      this.progress(null);
      this.settled();
      this.#next();
    } else if (failed !== undefined) this.#end(new Error(failed));
    else if (this.#now) {
      const { hear, left } = this.#now;
      if (last) this.#done();
      if (!left) hear({ status, told: told && JSON.parse(told), last: last && !told });
      this.#next();
    }
  }

  #done() {
    clearTimeout(this.#late);
    this.#now = null;
  }

  // Nobody waits for it any more.
  #leave(/** @type {Question} */ question) {
    this.#waiting = this.#waiting.filter((each) => each !== question);
    question.left = true;
    question.failed(question.signal?.reason);
    if (this.#now !== question) return;
    this.#worker?.postMessage({ stop: true });
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#end(), PATIENCE);
  }

  // Python is begun anew; what waits goes on waiting, unless there is no Python at all.
  #end(/** @type {Error | null} */ error = null) {
    const now = this.#now;
    const begun = this.ready;
    this.#done();
    this.#worker?.terminate();
    this.#worker = null;
    this.ready = false;
    if (now && !now.left) now.failed(error);
    if (begun) this.wake();
    else {
      for (const each of this.#waiting.splice(0)) each.failed(error);
      this.settled();
    }
  }
}

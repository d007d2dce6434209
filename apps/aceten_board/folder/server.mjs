// What the page asks where no server answers. It stands in the place of the page's own `server.mjs` and offers the same: Python answers in
// workers beside the page, words and pictures are files of the folder, and what a first look shows was answered when the folder was made.

import { Desk } from "./desks.mjs";
import { offer, progress } from "./loading.mjs";

const searched = new Set(["machine", "hint", "puzzle", "attempt"]); // what may take seconds keeps nobody from moving on
let said = /** @type {Partial<Bodies.Words>} */ ({}); // the words of the page

// The table comes first: two that begin at once would keep each other waiting.
const table = new Desk({ progress, longest: 60_000, settled: () => search.open() });
const search = new Desk({ longest: 90_000, shut: true });

const slow = () => new Error(said.given_up ?? "");
const refused = (/** @type {Bodies.Refused} */ told) => Object.assign(new Error(told.error), told);

/** @returns {Promise<Bodies.Words>} */
export async function words(/** @type {string} */ language) {
  const told = await (await fetch(`words/${language}.json`)).json();
  said = told;
  offer(told);
  return told;
}

export const picture = (/** @type {string} */ style, /** @type {string} */ card) => `cards/${style}/${encodeURIComponent(card)}.svg`;

export const suit = (/** @type {string} */ style, /** @type {string} */ letter) => `suits/${style}/${letter}.svg`;

/** @type {Promise<{ asked: string, told: unknown }[]>} */
const first = fetch("first.json").then((file) => file.json());
table.wake();

// Before Python is there: the deal that stands on the table when nothing was asked for, as often as the page is opened anew.
async function known(/** @type {string} */ what, /** @type {string} */ body) {
  if (table.ready) return null;
  const asked = `${what} ${body}`;
  return (await first).find((each) => each.asked === asked)?.told ?? null;
}

/**
 * @param {string} what
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<unknown>}
 */
export async function ask(what, body, signal) {
  const text = JSON.stringify(body);
  const before = await known(what, text);
  if (before) return before;
  const { promise, resolve, reject } = Promise.withResolvers();
  (searched.has(what) ? search : table).ask({
    what, body: text, signal, failed: (error) => reject(error ?? slow()),
    hear: ({ status, told }) => (status === 200 ? resolve(told) : reject(refused(told))),
  });
  return promise;
}

/** @typedef {{ told?: unknown, error?: Error, last?: boolean }} Heard */
/**
 * Better and better answers to one question, which is asked as soon as this is called.
 * @param {string} what
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<unknown>}
 */
export function follow(what, body, signal) {
  const heard = /** @type {Heard[]} */ ([]); // what nobody has taken yet
  let wake = /** @type {(_?: unknown) => void} */ (() => {});
  const put = (/** @type {Heard} */ each) => { heard.push(each); wake(); };
  search.ask({
    what, body: JSON.stringify(body), many: true, signal,
    failed: (error) => put({ error: error ?? slow() }),
    hear: ({ status, told, last }) => {
      if (status !== 200) put({ error: refused(told) });
      else put(last ? { last } : { told });
    },
  });
  return answers();

  async function* answers() {
    for (;;) {
      while (!heard.length) await new Promise((resolve) => { wake = resolve; });
      const { told, error, last } = /** @type {Heard} */ (heard.shift());
      if (error) throw error;
      if (last) return;
      yield told;
    }
  }
}

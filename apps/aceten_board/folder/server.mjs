// What the page asks where no server answers. It stands in the place of the page's own `server.mjs` and offers the same: Python answers in
// workers beside the page, words and pictures are files of the folder, and what a first look shows was answered when the folder was made.

import { Desk } from "./desks.mjs";
import { offer, progress } from "./loading.mjs";

const searched = new Set(["machine", "hint", "puzzle", "attempt"]); // what may take seconds keeps nobody from moving on
let said = {}; // the words of the page

// The table comes first: two that begin at once would keep each other waiting.
const table = new Desk({ progress, longest: 60_000, settled: () => search.open() });
const search = new Desk({ longest: 90_000, shut: true });

const slow = () => new Error(said.given_up ?? "");
const refused = (told) => Object.assign(new Error(told.error), told);

export async function words(language) {
  said = await (await fetch(`words/${language}.json`)).json();
  offer(said);
  return said;
}

export const picture = (style, card) => `cards/${style}/${encodeURIComponent(card)}.svg`;

export const suit = (style, letter) => `suits/${style}/${letter}.svg`;

const first = fetch("first.json").then((file) => file.json());
table.wake();

// Before Python is there: the deal that stands on the table when nothing was asked for, as often as the page is opened anew.
async function known(what, body) {
  if (table.ready) return null;
  const asked = `${what} ${body}`;
  return (await first).find((each) => each.asked === asked)?.told ?? null;
}

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

// Better and better answers to one question, which is asked as soon as this is called.
export function follow(what, body, signal) {
  const heard = []; // what nobody has taken yet
  let wake = /** @type {(_?: unknown) => void} */ (() => {});
  const put = (each) => { heard.push(each); wake(); };
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
      const { told, error, last } = heard.shift();
      if (error) throw error;
      if (last) return;
      yield told;
    }
  }
}

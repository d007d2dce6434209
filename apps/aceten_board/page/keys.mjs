// What can be done by a key and by a button; the list of keys on the page is made of it.

import { $, make } from "./parts.mjs";
import { board } from "./store.mjs";

const commands = [];

// `word` names what it does in the server's words; `id` is the button that does the same; those of panels are listed last.
// `place`: where it is done; while a deal is played at the table nothing is done that has no place there, as an analyst's tools.
export function command(key, word, run, id = null, inPanel = false, place = inPanel ? null : id) {
  commands.push({ key, word, run, inPanel, place });
  if (id) $(id).addEventListener("click", run);
}

const there = ({ place }) => !place || !board.atTable || !board.playing || board.look.over || $(place).checkVisibility();

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
const named = (key) => NAMES[key] ?? (/^[A-Z]$/.test(key) ? `⇧ ${key}` : key);

export function help() {
  const { words } = board;
  const ordered = [...commands.filter(({ inPanel }) => !inPanel), ...commands.filter(({ inPanel }) => inPanel)];
  const listed = [["← →", words.key_move], ["Enter", words.key_play], ...ordered.map(({ key, word }) => [named(key), words[word]])];
  const close = make("button", { type: "button" }, words.close);
  close.addEventListener("click", () => $("keys").close());
  $("keys").replaceChildren(make("h2", { id: "keys-title" }, words.keys), make("dl", {}, ...listed.map(([key, text]) => make("div", {},
    make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)))), close);
  $("keys").showModal();
}

export const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

// One card of a hand is reached by Tab, the others by arrows from there.
export function along(hand, from, step) {
  const buttons = [...hand.querySelectorAll("button")];
  if (!buttons.length) return;
  const next = buttons[(buttons.indexOf(from) + step + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  if (document.querySelector("dialog[open]")) return;
  const hand = event.target.closest(".hand");
  const step = STEPS[event.key];
  const found = commands.find(({ key }) => key === event.key);
  if (hand && step) along(hand, event.target, step);
  else if (found && event.repeat && !event.key.startsWith("Arrow")) { /* a key that is held down does it once */ }
  else if (found) {
    if (there(found)) found.run();
  }
  else return;
  event.preventDefault();
});

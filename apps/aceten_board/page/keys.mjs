// What can be done by a key and by a button; the list of keys on the page is made of it.

import { $, make } from "./parts.mjs";
import { board, drawing } from "./store.mjs";

const commands = [];

// `word` names what it does in the server's words; `id` is the button that does the same.
export function command(key, word, run, id = null) {
  commands.push({ key, word, run });
  if (id) $(id).addEventListener("click", run);
}

export function help() {
  const open = $("keys").hidden;
  $("keys").hidden = !open;
  $("help").setAttribute("aria-expanded", open);
}

export function listKeys() {
  const { words } = board;
  const listed = [["← →", words.key_move], ["Enter", words.key_play], ...commands.map(({ key, word }) => [key, words[word]])];
  $("keys").replaceChildren(...listed.flatMap(([key, text]) => [
    make("dt", {}, make("kbd", {}, key)), make("dd", {}, text),
  ]));
}

// One card of the hands is reached by Tab, the others by arrows from there.
function along(hand, from, step) {
  const buttons = [...hand.querySelectorAll("button")];
  const next = buttons[(buttons.indexOf(from) + step + buttons.length) % buttons.length];
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const hand = event.target.closest(".hand");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const found = commands.find(({ key }) => key === event.key);
  if (hand && step) along(hand, event.target, step);
  else if (found) found.run();
  else return;
  event.preventDefault();
});

drawing(listKeys);

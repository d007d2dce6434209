// Cards and actions in few signs, as lines of play have them.

import { make } from "./parts.mjs";
import { suit } from "./server.mjs";
import { board } from "./store.mjs";

const COURTS = { Q: "O", J: "U" };
const CARD = /^([AKQJT2-9])([cshd]?)$/;

const style = () => board.look?.style ?? "french";

function card([, rank, of]) {
  const letter = rank === "T" ? "10" : (style() === "german" && COURTS[rank]) || rank;
  return of ? [letter, make("img", { class: "suit", src: suit(style(), of), alt: of })] : [letter];
}

// An action as nodes: a card by its signs, everything else by a word.
export function sign(action) {
  const [kind, ...rest] = action.split(":");
  const found = CARD.exec(kind);
  if (found) return card(found);
  const word = board.words.kinds?.[kind] ?? kind;
  const told = rest.flatMap((each) => {
    const one = CARD.exec(each);
    if (one) return [" ", ...card(one)];
    return /^[cshd]$/.test(each) ? [" ", make("img", { class: "suit", src: suit(style(), each), alt: each })] : [` ${each}`];
  });
  return [word, ...told];
}

// The trick: each card before whoever laid it. One that is over lies for a moment, and goes to whoever takes it.

import { $, make, still } from "../parts.mjs";
import { board } from "../store.mjs";
import { face } from "./cards.mjs";
import { tricks } from "./deal_end.mjs";
import { take } from "./motion.mjs";
import { heard } from "./sound.mjs";

const SEEN = 900; // how long it lies, in thousandths of a second
let clearing = null;

// In which direction from the middle somebody sits, seen from whoever is at the bottom.
function direction(seat) {
  const { look: { players, clockwise }, bottom } = board;
  const step = (seat - bottom + 2 * players.length) % players.length;
  return Math.PI / 2 + (2 * Math.PI * (clockwise ? step : -step)) / players.length;
}

// `cards`: what lies there, with the seat that laid it.
function laid(cards) {
  const { players } = board.look;
  const round = {};
  return cards.map(({ card, by, winning }) => {
    round[by] = (round[by] ?? -1) + 1;
    const made = make("figure", { class: winning ? "laid winning" : "laid", "data-card": card, "data-by": by },
      face(card), make("figcaption", {}, players[by]?.name ?? ""));
    made.style.setProperty("--x", `${50 + 27 * Math.cos(direction(by)) + 5 * round[by]}%`);
    made.style.setProperty("--y", `${50 + 24 * Math.sin(direction(by)) + 4 * round[by]}%`);
    return made;
  });
}

const seatOf = (name) => board.look.players.findIndex((each) => each.name === name);

export function drawTrick() {
  const { trick, collected } = board.look;
  clearTimeout(clearing);
  const now = () => $("trick").replaceChildren(...(board.look.over ? tricks() : []), ...laid(trick.map(({ card, name, winning }) => ({ card, by: seatOf(name), winning }))));
  if (!collected || !board.forward || still()) {
    now();
    return;
  }
  $("trick").replaceChildren(...laid(collected.cards.map((card, place) => ({ card, by: collected.by[place], winning: collected.by[place] === collected.to }))));
  clearing = setTimeout(() => {
    heard("taken");
    clearing = take(collected.to, now);
  }, SEEN);
}

// What the board shows at this moment, for all modules. Whoever draws something says so with `drawing` and is called after each change.

import { actionsTo, treeOf } from "./tree.mjs";

export const dealOf = (position, actions = []) => ({ position, root: treeOf(actions), recorded: null, review: null });

const empty = dealOf("");

export const board = {
  // What the address says.
  at: {
    deals: [empty], // one, or those of a match: where each begins, and its lines of play
    deal: 0, // which of them is on the table
    here: empty.root, // how far it has come
    seat: null, // whose eyes it is seen with
    fits: false, // whether the cards that this seat does not see are made up to fit what it saw
    bottom: null, // who sits at the bottom
    faces: "", // french or german; empty: those of the game
    paused: null, // whose eyes it is seen with when play goes on that waits while what was played is looked at; null: none waits
    machine: "", // how well the machine plays the other seats; empty: it does not; with commas: seat by seat, empty for a person
    view: "analyse", // play: the table alone; analyse: all that is known about it
    puzzle: false, // whether the position is a puzzle that is not solved yet
    language: "en",
  },
  words: {}, // what stands on the page, in the language
  spoken: null, // a promise that these are there
  look: null, // the table, as the server tells it
  values: null, // what the actions are worth, as far as that is known
  shown: true, // whether values are shown
  match: false, // whether the deals are a match
  lessons: false, // whether what has just happened is explained
  forward: false, // whether the last change was one action on
  starting: false, // whether it is still asked what to do
  handing: false, // whether the cards of whoever is to act are covered, whoever has looked before
  get atTable() { return this.at.view === "play"; },
  get deal() { return this.at.deals[this.at.deal]; },
  get position() { return this.deal.position; },
  get actions() { return actionsTo(this.at.here); },
  get bySeat() { return this.at.machine.includes(","); }, // whether a match is played, or one deal of it
  get last() { return this.at.deals.length - 1; },
  // Whether the machine plays its seats: in a match that of the last deal alone, as what came of the others is settled.
  get playing() { return this.at.machine !== "" && this.at.paused === null && (!this.bySeat || this.at.deal === this.last); },
  get bottom() { return this.at.bottom ?? this.at.seat ?? 0; },
};

const drawers = [];
const labellers = [];

// `draw` is called when the table has changed, `label` when values have.
export function drawing(draw, label) {
  if (draw) drawers.push(draw);
  if (label) labellers.push(label);
}

export function redraw() {
  for (const draw of drawers) draw();
  relabel();
}

export function relabel() {
  for (const label of labellers) label();
}

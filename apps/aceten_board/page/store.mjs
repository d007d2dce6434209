// What the board shows at this moment, for all modules. Whoever draws something says so with `drawing` and is called after each change.

export const board = {
  at: { position: "", actions: [], ahead: [], seat: null, machine: "", language: "en" }, // what the address says
  words: {}, // what stands on the page, in the language
  look: null, // the table, as the server tells it
  values: null, // what the actions are worth, as far as that is known
  shown: true, // whether values are shown
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

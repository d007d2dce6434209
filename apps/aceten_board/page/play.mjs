// Changing the board: what is done, undone, asked of the solver and of the machine.

import { write } from "./address.mjs";
import { $, paragraph, still } from "./parts.mjs";
import { ask, follow } from "./server.mjs";
import { board, redraw, relabel } from "./store.mjs";

let asking = null; // what ends the question about values that is under way
let turn = 0; // every change of the board has a number, so that late answers are known

export const stand = () => {
  const { position, actions, seat, language } = board.at;
  return { position, actions, seat, language };
};

export async function change(next) {
  const before = board.at;
  board.at = { ...before, ...next };
  try {
    await see();
  } catch (error) {
    board.at = before;
    refuse(error);
  }
}

export function refuse(error) {
  const rule = error.clause ? `\n${error.clause}: ${error.rule}` : "";
  $("wrong").textContent = `${error.message}${rule}`;
  $("wrong").hidden = false;
}

export async function see() {
  const number = ++turn;
  asking?.abort();
  const seen = await ask("look", stand());
  if (number !== turn) return;
  board.look = seen;
  board.values = null;
  $("wrong").hidden = true;
  write();
  redraw();
  if (seen.over) return;
  const { machine, seat } = board.at;
  if (machine && seat !== null && seen.turn !== seat) await moved(number);
  else if (board.shown && seen.choices.length) await worth(number);
}

async function moved(number) {
  const [done] = await Promise.all([
    ask("machine", { ...stand(), strength: board.at.machine }),
    new Promise((resolve) => setTimeout(resolve, still() ? 0 : 700)),
  ]);
  if (number === turn) await act(done.action);
}

async function worth(number) {
  asking = new AbortController();
  try {
    for await (const told of follow("values", stand(), asking.signal)) {
      if (number !== turn) return;
      board.values = told;
      relabel();
    }
  } catch (error) {
    if (error.name !== "AbortError" && number === turn) $("means").replaceChildren(paragraph(error.message));
  }
}

export function act(action) {
  const { actions, ahead } = board.at;
  return change({ actions: [...actions, action], ahead: ahead[0] === action ? ahead.slice(1) : [] });
}

export function go(place) {
  const all = [...board.at.actions, ...board.at.ahead];
  return change({ actions: all.slice(0, place), ahead: all.slice(place) });
}

export function undo() {
  if (board.at.actions.length) go(board.at.actions.length - 1);
}

export function redo() {
  if (board.at.ahead.length) go(board.at.actions.length + 1);
}

export function playBest() {
  const best = board.values?.worths.find((each) => each.best);
  if (best) act(best.action);
}

export function toggleValues() {
  board.shown = !board.shown;
  $("values").setAttribute("aria-pressed", board.shown);
  if (board.shown) see();
  else {
    asking?.abort();
    board.values = null;
    relabel();
  }
}

export async function deal() {
  const dealt = await ask("deal", { game: $("game").value, language: board.at.language });
  await change({ position: dealt.position, actions: [], ahead: [] });
}

// What leaves the board: the link, the position line, the record, the picture.

import { $, make } from "./parts.mjs";
import { refuse, stand } from "./play.mjs";
import { ask } from "./server.mjs";
import { board } from "./store.mjs";
import * as tree from "./tree.mjs";

async function copy(text) {
  const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  $("kept").replaceChildren(done ? board.words.copied : make("code", {}, text));
}

export function save(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  $("kept").replaceChildren(board.words.saved.replace("{file}", name));
}

const name = (end) => `${board.look.begins.split(" ")[0].replace("/", "-")}${end}`;

export const copyLink = () => copy(location.href);
export const copyLine = () => copy(board.look.line);

// What was noted beside the actions that two lines of play begin with.
function notesAlong({ notes = [] }, recorded, played) {
  const apart = recorded.findIndex((action, place) => action !== played[place]);
  return apart < 0 ? notes : notes.filter(({ number }) => number <= apart);
}

// The line of play that the board is in, to its end; of a match all deals as they were recorded.
export async function saveRecord() {
  const { at, match } = board;
  const whole = ({ position, root, recorded, kept = null, ofMatch = null }) => ({
    position, actions: tree.actionsTo(recorded ?? tree.end(root)), kept, of_match: ofMatch,
  });
  const one = { ...whole(board.deal), position: board.position, actions: tree.actionsTo(tree.end(at.here)) };
  one.kept &&= { ...one.kept, notes: notesAlong(one.kept, whole(board.deal).actions, one.actions) };
  try {
    const told = await ask("record", {
      deals: match ? at.deals.map(whole) : [one], seat: match ? null : at.seat, language: at.language,
    });
    save(told.text, name(".jsonl"), "application/jsonl");
  } catch (error) {
    refuse(error);
  }
}

export async function savePicture() {
  const { caption = "", worths = [] } = board.values ?? {};
  try {
    const told = await ask("picture", { ...stand(), caption, worths });
    save(told.text, name(".svg"), "image/svg+xml");
  } catch (error) {
    refuse(error);
  }
}

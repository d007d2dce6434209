// The address of the page says where the board stands, so that a link brings it back.
//   p  a position line        a  what was done from it, with variations     r  the last action of the record, by its place in a
//      (p, a and r stand there once for each deal of a match)
//   d  the deal on the table  n  how far it has come, by the place of the last action in a; left out: to the end
//   s  whose eyes             w  whether what they do not see is made up    b  who sits at the bottom
//   f  the faces of cards     m  how the machine plays                      v  0: values are hidden
//   l  the language           z  1: a puzzle

import { board, dealOf } from "./store.mjs";
import { all, end, readTree, written } from "./tree.mjs";

// Anybody can make a link: what it cannot say counts as left out.
const number = (text) => (/^\d{1,4}$/.test(text ?? "") ? Number(text) : null);
const plain = (text) => text.replace(/[^ -~]/g, "\ufffd"); // no action is written with other characters
const one = (text, known) => (known.includes(text) ? text : undefined);

export function read() {
  const said = new URLSearchParams(location.hash.slice(1));
  const [positions, lines, records] = ["p", "a", "r"].map((key) => said.getAll(key));
  const deals = positions.map((position, place) => {
    const deal = dealOf(position);
    deal.root = readTree(plain(lines[place] ?? ""));
    deal.recorded = all(deal.root)[Number(records[place] ?? "")] ?? null;
    if (!deal.recorded?.parent) deal.recorded = null;
    return deal;
  });
  if (!deals.length) deals.push(dealOf(""));
  const deal = Math.min(Number(said.get("d") ?? 0), deals.length - 1) || 0;
  const { root } = deals[deal];
  const place = number(said.get("n"));
  board.at = {
    deals,
    deal,
    here: place === null ? end(root) : all(root)[place] ?? root,
    seat: number(said.get("s")),
    fits: said.get("w") === "1",
    bottom: number(said.get("b")),
    faces: one(said.get("f"), ["french", "german"]) ?? "",
    machine: said.get("m") ?? "",
    puzzle: said.get("z") === "1",
    language: one(said.get("l"), ["en", "hu", "de"]) ?? (["hu", "de"].find((each) => navigator.language.startsWith(each)) ?? "en"),
  };
  board.shown = said.get("v") !== "0";
}

export function write() {
  const { deals, deal, here, seat, fits, bottom, faces, machine, puzzle, language } = board.at;
  const said = new URLSearchParams();
  const match = deals.length > 1;
  for (const { position, root, recorded } of deals) {
    said.append("p", position);
    if (match || root.children.length) said.append("a", written(root));
    if (match || recorded) said.append("r", recorded ? all(root).indexOf(recorded) : "");
  }
  said.set("l", language);
  const { root } = deals[deal];
  if (deal) said.set("d", deal);
  if (here !== end(root)) said.set("n", all(root).indexOf(here));
  if (seat !== null) said.set("s", seat);
  if (fits) said.set("w", "1");
  if (bottom !== null) said.set("b", bottom);
  if (faces) said.set("f", faces);
  if (machine) said.set("m", machine);
  if (puzzle) said.set("z", "1");
  if (!board.shown) said.set("v", "0");
  history.replaceState(null, "", `#${said}`);
}

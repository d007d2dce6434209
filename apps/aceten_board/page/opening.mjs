// What comes onto the board as text: typed, pasted, dropped or from files. Position lines, records, links.

import { read } from "./address.mjs";
import { $ } from "./parts.mjs";
import { putDeals, refuse, see } from "./play.mjs";
import { ask } from "./server.mjs";
import { board, dealOf, redraw } from "./store.mjs";
import * as tree from "./tree.mjs";

const LARGEST = 1_000_000;

async function dealsIn(text) {
  const found = await ask("read", { text, language: board.at.language });
  const deals = found.deals.map(({ position, actions }) => {
    const deal = dealOf(position, actions);
    if (actions.length) deal.recorded = tree.end(deal.root);
    return deal;
  });
  return { deals, seat: found.seat };
}

export async function openTexts(texts) {
  try {
    if (texts.some((text) => text.length > LARGEST)) throw new Error(board.words.too_long);
    const found = [];
    for (const text of texts) found.push(await dealsIn(text));
    const deals = found.flatMap((each) => each.deals);
    const { seat } = found[0];
    if (await putDeals(deals, { seat, fits: seat !== null })) await tell();
  } catch (error) {
    refuse(error);
  }
}

export async function openText(text) {
  const link = /^https?:\/\/[^#]*(#.*)$/.exec(text.trim());
  if (!link) return openTexts([text]);
  location.hash = link[1];
  return undefined;
}

export async function openFiles(files) {
  if (files.length) await openTexts(await Promise.all([...files].map((file) => file.text())));
}

// What the deals of a match came to.
export async function tell() {
  const { deals, language } = board.at;
  if (deals.length < 2) return;
  const asked = deals.map(({ position, root, recorded }) => ({ position, actions: tree.actionsTo(recorded ?? tree.end(root)) }));
  const told = await ask("deals", { deals: asked, language });
  deals.forEach((deal, place) => { deal.told = told.deals[place]; });
  board.match = told.match;
  if (deals === board.at.deals) redraw();
}

// Shows what the address says; where its line of play is not allowed, the position from which that begins.
export async function fromAddress() {
  read();
  try {
    await see();
  } catch (error) {
    board.at.here = board.deal.root;
    await see();
    refuse(error);
  }
  await tell();
}

document.addEventListener("spoken", () => { tell().catch(refuse); });
$("set").addEventListener("submit", (event) => {
  event.preventDefault();
  openText($("position").value);
});
$("file").addEventListener("change", async () => {
  await openFiles($("file").files);
  $("file").value = "";
});
document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  const files = event.clipboardData?.files ?? [];
  const inField = event.target.matches?.("input, textarea");
  if (files.length) openFiles(files);
  else if (text.trim() && (!inField || (event.target === $("position") && text.trim().startsWith("{")))) openText(text);
  else return;
  event.preventDefault();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const { files } = event.dataTransfer;
  const text = event.dataTransfer.getData("text");
  if (files.length) openFiles(files);
  else if (text.trim()) openText(text);
});

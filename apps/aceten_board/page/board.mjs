// The page of the board. It keeps no more than its address says: a position, what was done since, and how it is looked at.

import { read } from "./address.mjs";
import "./course.mjs";
import { command, help } from "./keys.mjs";
import { $, fill, paragraph } from "./parts.mjs";
import { change, deal, playBest, redo, refuse, see, toggleValues, undo } from "./play.mjs";
import { words } from "./server.mjs";
import { board } from "./store.mjs";
import "./table.mjs";

const START = "zsiros/4";

async function speak() {
  board.words = await words(board.at.language);
  const said = board.words;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = said[element.dataset.say];
  fill("machine", [["", said.nobody], ["greedy", said.greedy], ["playouts", said.playouts], ["average", said.average]], board.at.machine);
  fill("language", [["en", "English"], ["hu", "magyar"], ["de", "Deutsch"]], board.at.language);
  fill("game", said.games, board.at.position.split(" ")[0] || START);
}

async function link() {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  $("told").replaceChildren(paragraph(location.href));
}

command("u", "undo", undo, "undo");
command("r", "redo", redo, "redo");
command("b", "best", playBest, "best");
command("v", "values", toggleValues, "values");
command("n", "deal", () => deal().catch(refuse));
command("l", "link", link, "link");
command("?", "keys", help, "help");

$("new").addEventListener("submit", (event) => { event.preventDefault(); deal().catch(refuse); });
$("set").addEventListener("submit", (event) => {
  event.preventDefault();
  change({ position: $("position").value.trim(), actions: [], ahead: [], seat: null });
});
$("seat").addEventListener("change", () => change({ seat: $("seat").value === "" ? null : Number($("seat").value) }));
$("machine").addEventListener("change", () => change({
  machine: $("machine").value, seat: $("machine").value && board.at.seat === null ? board.look.turn ?? 0 : board.at.seat,
}));
$("language").addEventListener("change", async () => { board.at.language = $("language").value; await speak(); await change({}); });
window.addEventListener("hashchange", async () => { read(); await speak(); await change({}); });

read();
await speak();
if (board.at.position) {
  try { await see(); } catch (error) { refuse(error); }
} else await deal();

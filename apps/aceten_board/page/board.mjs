// The page of the board. It keeps no more than its address says: a position, lines of play, and how it is looked at.

import "./match.mjs";
import "./lines.mjs";
import { edit } from "./editor.mjs";
import { copyEmbedded, copyLine, copyLink, savePicture, savePng, saveRecord } from "./saved_files.mjs";
import { command, help } from "./keys.mjs";
import { ask as askWhatToDo } from "./start.mjs";
import { fromAddress } from "./opened_files.mjs";
import { $, fill } from "./parts.mjs";
import "./puzzles.mjs";
import "./learn/course.mjs";
import "./rules.mjs";
import * as play from "./play.mjs";
import { judge, nextMistake, saveGraph } from "./review.mjs";
import { words } from "./server.mjs";
import { board } from "./store.mjs";
import "./table.mjs";
import { read } from "./address.mjs";

async function speak() {
  board.words = await words(board.at.language);
  const said = board.words;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = said[element.dataset.say];
  for (const element of document.querySelectorAll("[data-name]")) {
    element.setAttribute("aria-label", said[element.dataset.name]);
    element.title = said[element.dataset.name];
  }
  fill("language", [["en", "English"], ["hu", "magyar"], ["de", "Deutsch"]], board.at.language);
}

// Everything that was told is asked again.
async function speakOtherwise() {
  await speak();
  document.dispatchEvent(new CustomEvent("spoken"));
}

function nextOf(id) {
  const select = $(id);
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  select.dispatchEvent(new Event("change"));
}

command("ArrowLeft", "undo", play.undo, "undo");
command("ArrowRight", "redo", play.redo, "redo");
command("u", "undo", play.undo, null, false, "undo");
command("r", "redo", play.redo, null, false, "redo");
command("Home", "to_start", play.toStart, "first");
command("End", "to_end", play.toEnd, "last");
command("ArrowUp", "line_before", () => play.otherLine(-1), null, false, "course");
command("ArrowDown", "line_after", () => play.otherLine(1), null, false, "course");
command("b", "best", play.playBest, "best");
command("p", "play_recorded", play.playRecorded, "recorded");
command("i", "show_line", () => play.showLine(), "show");
command("m", "promote", play.promote, "promote");
command("x", "remove", play.remove, "remove");
command("v", "values", play.toggleValues, "values");
command("a", "review_now", judge, "judge");
command(",", "mistake_before", () => nextMistake(-1), null, false, "judge");
command(".", "mistake_after", () => nextMistake(1), null, false, "judge");
command("[", "deal_before", () => play.toDeal(board.at.deal - 1));
command("]", "deal_after", () => play.toDeal(board.at.deal + 1));
command("n", "deal", () => play.deal().catch(play.refuse), "new");
command("e", "set_up", edit, "edit");
command("o", "open_file", () => $("file").click(), "open");
command("l", "link", copyLink, "link", false, null);
command("c", "copy_line", copyLine, "line", false, null);
command("k", "record", saveRecord, "record", false, null);
command("g", "picture", savePicture, "picture", false, null);
command("H", "png", savePng, "png", false, null);
command("J", "embed", copyEmbedded, "embed", false, null);
command("s", "eyes", () => nextOf("seat"), null, false, "seat");
command("t", "bottom", () => nextOf("bottom"), null, false, "bottom");
command("f", "faces", () => nextOf("faces"), null, false, "faces");
command("M", "machine", () => nextOf("machine"), null, false, "machine");
command("L", "language", () => nextOf("language"));
command("P", "position", () => $("position").select(), null, false, "position");
command("j", "what_was_known", () => nextOf("knowing"), null, false, "knowing");
command("G", "graph_picture", saveGraph, null, false, "judge");
command("V", "other_view", play.otherView, "view");
command("S", "to_begin", askWhatToDo, "begin");
command("?", "keys", help, "help");

$("seat").addEventListener("change", () => play.change({ seat: $("seat").value === "" ? null : Number($("seat").value) }));
$("bottom").addEventListener("change", () => play.change({ bottom: Number($("bottom").value) }));
$("faces").addEventListener("change", async () => {
  if (await play.change({ faces: $("faces").value })) document.dispatchEvent(new CustomEvent("spoken"));
});
$("machine").addEventListener("change", () => play.change({
  machine: $("machine").value, seat: $("machine").value && board.at.seat === null ? board.look.turn ?? 0 : board.at.seat,
}));
$("language").addEventListener("change", async () => {
  board.at.language = $("language").value;
  await speakOtherwise();
  await play.change({});
});
window.addEventListener("hashchange", async () => {
  try {
    const { language } = board.at;
    await fromAddress(async () => { if (language !== board.at.language) await speakOtherwise(); });
  } catch (error) { play.refuse(error); }
});

read();
board.spoken = speak();
try {
  if (board.position) await fromAddress();
  else {
    askWhatToDo();
    await play.deal();
  }
} catch (error) {
  play.refuse(error);
}

// The page of the board. It keeps no more than its address says.

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
import "./notes.mjs";
import "./rules.mjs";
import * as play from "./play.mjs";
import { judge, nextMistake, saveGraph } from "./review.mjs";
import { words } from "./server.mjs";
import { board } from "./store.mjs";
import "./table.mjs";
import { toggleSound } from "./table/sound.mjs";
import { read } from "./address.mjs";

async function speak() {
	board.words = await words(board.at.language);
	const said = board.words;
	const word = (name = "") => said[/** @type {Page.Word} */ (name)];
	for (const element of document.querySelectorAll("[data-say]")) element.textContent = word(element.dataset.say);
	for (const element of document.querySelectorAll("[data-name]")) {
		element.title = word(element.dataset.name);
		element.setAttribute("aria-label", element.title);
	}
	fill("language", [["en", "English"], ["hu", "magyar"], ["de", "Deutsch"]], board.at.language);
}

// Everything that was told is asked again.
async function speakOtherwise() {
	await speak();
	document.dispatchEvent(new CustomEvent("spoken"));
}

function nextOf(/** @type {string} */ id) {
	const select = $(id);
	select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
	select.dispatchEvent(new Event("change"));
}

command("ArrowLeft", "undo", play.undo, { id: "undo" });
command("ArrowRight", "redo", play.redo, { id: "redo" });
command("u", "undo", play.undo, { place: "undo" });
command("r", "redo", play.redo, { place: "redo" });
command("Home", "to_start", play.toStart, { id: "first" });
command("End", "to_end", play.toEnd, { id: "last" });
command("ArrowUp", "line_before", () => play.otherLine(-1), { place: "course" });
command("ArrowDown", "line_after", () => play.otherLine(1), { place: "course" });
command("b", "best", play.playBest, { id: "best" });
command("p", "play_recorded", play.playRecorded, { id: "recorded" });
command("i", "show_line", () => play.showLine(), { id: "show" });
command("T", "note", () => $("note").focus(), { place: "note" });
command("m", "promote", play.promote, { id: "promote" });
command("x", "remove", play.remove, { id: "remove" });
command("v", "values", play.toggleValues, { id: "values" });
command("a", "review_now", judge, { id: "judge" });
command(",", "mistake_before", () => nextMistake(-1), { place: "judge" });
command(".", "mistake_after", () => nextMistake(1), { place: "judge" });
command("[", "deal_before", () => play.toDeal(board.at.deal - 1));
command("]", "deal_after", () => play.toDeal(board.at.deal + 1));
command("n", "deal", () => play.deal().catch(play.refuse), { id: "new" });
command("e", "set_up", edit, { id: "edit" });
command("o", "open_file", () => $("file").click(), { id: "open" });
command("l", "link", copyLink, { id: "link", place: null });
command("c", "copy_line", copyLine, { id: "line", place: null });
command("k", "record", saveRecord, { id: "record", place: null });
command("g", "picture", savePicture, { id: "picture", place: null });
command("H", "png", savePng, { id: "png", place: null });
command("J", "embed", copyEmbedded, { id: "embed", place: null });
command("s", "eyes", () => nextOf("seat"), { place: "seat" });
command("t", "bottom", () => nextOf("bottom"), { place: "bottom" });
command("f", "faces", () => nextOf("faces"));
command("M", "machine", () => nextOf("machine"), { place: "machine" });
command("L", "language", () => nextOf("language"));
command("P", "position", () => $("position").select(), { place: "position" });
command("j", "what_was_known", () => nextOf("knowing"), { place: "knowing" });
command("G", "graph_picture", saveGraph, { place: "judge" });
command("V", "other_view", play.otherView, { id: "view", place: null });
command("S", "to_begin", () => askWhatToDo(), { id: "begin" });
command("Q", "sound", toggleSound, { id: "sound", place: null });
command("=", "settings", () => $("gear").togglePopover());
command("?", "keys", help, { id: "help", place: null });

$("seat").addEventListener("change", () => play.change({ seat: $("seat").value === "" ? null : Number($("seat").value) }));
$("bottom").addEventListener("change", () => play.change({ bottom: Number($("bottom").value) }));
$("faces").addEventListener("change", async () => {
	if (await play.change({ faces: $("faces").value })) document.dispatchEvent(new CustomEvent("spoken"));
});
$("machine").addEventListener("change", () => play.change({
	machine: $("machine").value, seat: $("machine").value && board.at.seat === null ? board.look.turn ?? 0 : board.at.seat,
}));
$("language").addEventListener("change", async () => {
	board.at.language = /** @type {Page.At["language"]} */ ($("language").value);
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
		askWhatToDo(false);
		await play.deal();
	}
} catch (error) {
	play.refuse(error);
}

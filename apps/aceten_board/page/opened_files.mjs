// What comes onto the board as text: typed, pasted, dropped or from files.

import { read } from "./address.mjs";
import { mayEnd, people } from "./match_end.mjs";
import { $ } from "./parts.mjs";
import { noted } from "./notes.mjs";
import { called, putDeals, refuse, see, tooMuch } from "./play.mjs";
import { ask } from "./server.mjs";
import { board, dealOf, drawing, redraw } from "./store.mjs";
import * as tree from "./tree.mjs";

const LARGEST = 1_000_000;

async function dealsIn(text) {
	const found = await ask("read", { text, language: board.at.language });
	const deals = found.deals.map(({ position, actions = [], kept, of_match: ofMatch }) => {
		const deal = Object.assign(dealOf(position, actions), { kept, ofMatch });
		if (actions.length) deal.recorded = tree.end(deal.root);
		noted(deal);
		return deal;
	});
	return { ...found, deals };
}

export async function openTexts(texts) {
	try {
		if (texts.some((text) => text.length > LARGEST)) throw new Error(board.words.too_long);
		const found = [];
		for (const text of texts) found.push(await dealsIn(text));
		const deals = found.flatMap((each) => each.deals);
		if (deals.length > tree.MOST.deals) throw tooMuch();
		const { seat } = found[0];
		if (await putDeals(deals, { seat, fits: seat !== null })) typed(false);
		$("kept").replaceChildren(found.map(({ about }) => about).filter(Boolean).join("\n"));
		const problems = found.flatMap((each) => each.problems);
		if (problems.length) refuse(new Error(problems.join("\n")));
	} catch (error) {
		refuse(error);
	}
}

export async function openText(text) {
	const link = /^https?:\/\/[^#]*(#.*)$/.exec(text.trim());
	if (!link) return openTexts([text]);
	if (await mayEnd()) {
		typed(false);
		location.hash = link[1];
	}
	return undefined;
}

export async function openFiles(files) {
	if (files.length) await openTexts(await Promise.all([...files].map((file) => file.text())));
}

// What the deals of a match came to.
async function tell() {
	const { deals, language } = board.at;
	board.match &&= deals.length > 1;
	if (deals.length < 2) return;
	const asked = deals.map(({ position, root, recorded }) => ({ position, actions: tree.actionsTo(recorded ?? tree.end(root)) }));
	const told = await ask("deals", { deals: asked, language, ...called() });
	deals.forEach((deal, place) => { deal.told = told.deals[place]; });
	board.match = told.match;
	if (deals === board.at.deals) redraw();
}

// Shows what the address says; where its line of play cannot be, the position before.
// `speaking`: says everything in its language, if that is another.
export async function fromAddress(speaking = async () => {}) {
	const before = board.look ? board.at : null;
	const whole = read();
	await speaking();
	// Who goes back in a match of several people does not see the cards of another.
	board.handing = before !== null && people().length > 1;
	try {
		await see();
	} catch (error) {
		await seeLess(before);
		refuse(error);
		return;
	}
	await board.spoken;
	if (!whole) refuse(tooMuch());
}

// Shows less than the address says, or what was there before.
async function seeLess(before) {
	const { at } = board;
	for (const less of [{ ...at, here: board.deal.root }, { ...at, here: board.deal.root, seat: null, fits: false, bottom: null, machine: "" }, before]) {
		if (!less) continue;
		board.at = less;
		try {
			await see();
			return;
		} catch { /* then still less */ }
	}
}

let told = null;
drawing("opened_files", () => {
	if (told === board.at.deals) return;
	told = board.at.deals;
	tell().catch(refuse);
});
document.addEventListener("spoken", () => { tell().catch(refuse); });

// What was typed stays until it is on the table, or given up by Escape.
function typed(is) {
	if (is) $("position").dataset.typed = "";
	else {
		delete $("position").dataset.typed;
		$("position").value = board.look?.line ?? "";
	}
}

$("position").addEventListener("input", () => typed(true));
$("position").addEventListener("keydown", (event) => { if (event.key === "Escape") typed(false); });
$("set").addEventListener("submit", (event) => {
	event.preventDefault();
	openText($("position").value);
});
$("file").addEventListener("change", async () => {
	await openFiles($("file").files);
	$("file").value = "";
});
document.addEventListener("paste", (event) => {
	if (document.querySelector("dialog[open]")) return;
	const text = event.clipboardData?.getData("text") ?? "";
	const files = event.clipboardData?.files ?? [];
	const inField = /** @type {Page.Part} */ (event.target).matches?.("input, textarea");
	if (files.length) openFiles(files);
	else if (text.trim() && (!inField || (event.target === $("position") && /^\{|\n/.test(text.trim())))) openText(text);
	else return;
	event.preventDefault();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
	event.preventDefault();
	const { dataTransfer } = event;
	if (!dataTransfer) return;
	const { files } = dataTransfer;
	const text = dataTransfer.getData("text");
	if (files.length) openFiles(files);
	else if (text.trim()) openText(text);
});

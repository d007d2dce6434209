// The address of the page says where the board stands, so that a link brings it back.
//   p  a position line        a  what was done from it, with variations     r  the last action of the record, by its place in a
//      (p, a and r stand there once for each deal of a match)
//   d  the deal on the table  n  how far it has come, by the place of the last action in a; left out: to the end
//   s  whose eyes             w  whether what they do not see is made up    b  who sits at the bottom
//   f  the faces of cards     m  how the machine plays                      v  0: values are hidden
//   c  a note: the deal, the place of the action in a, what the clock showed, and the text
//   k  what else is kept beside the match, and beside each deal: who played, when and where
//   l  the language           z  1: a puzzle                                t  whose eyes, when play goes on that waits
//   y  1: the table alone, as one plays at it

import { board, dealOf } from "./store.mjs";
import { all, end, MOST, readTree, sprout, written } from "./tree.mjs";

// Anybody can make a link: what it cannot say counts as left out.
const number = (text) => (/^\d{1,4}$/.test(text ?? "") ? Number(text) : null);
const plain = (text) => text.replace(/[^ -~]/g, "\ufffd"); // no action is written with other characters
const one = (text, known) => (known.includes(text) ? text : undefined);

const NAMES = 8; // of so many players
const NOTE = /^(\d{1,3})\.(\d{1,4})\.([\d:]{0,9}) (.{0,10000})$/u;

const line = (text, most = 200) => (typeof text === "string" ? text.slice(0, most) : "");
const beside = (kept) => kept && {
	players: [kept.players ?? []].flat().slice(0, NAMES).map((each) => line(each)), date: line(kept.date), place: line(kept.place), ending: line(kept.ending, 10_000),
};

// What is kept beside the match, and beside its deals.
function keptIn(text) {
	try {
		return [JSON.parse(text ?? "[]")].flat().map(beside);
	} catch {
		return [];
	}
}

let made = null; // what somebody has made of the board, as the address has it
let resting = true; // whether the board waits for somebody: going back leads here

// Returns whether all that the address says is on the board; it may hold more than that does.
export function read() {
	made = null;
	const said = new URLSearchParams(location.hash.slice(1));
	const [positions, lines, records] = ["p", "a", "r"].map((key) => said.getAll(key));
	if (!positions.length) positions.push("");
	let whole = positions.length <= MOST.deals;
	const nodes = /** @type {Page.Moment[][]} */ ([]); // of each deal
	const deals = positions.slice(0, MOST.deals).map((position, place) => {
		const deal = dealOf(position);
		const root = readTree(plain(lines[place] ?? ""));
		whole &&= root !== null;
		deal.root = root ?? sprout();
		nodes.push(all(deal.root));
		const recorded = nodes[place][Number(records[place])];
		deal.recorded = recorded?.parent ? recorded : null;
		return deal;
	});
	const [ofMatch, ...kept] = keptIn(said.get("k"));
	deals[0].ofMatch = ofMatch;
	kept.forEach((each, place) => { if (deals[place]) deals[place].kept = each; });
	for (const text of said.getAll("c")) {
		const [, of, place, clock, note] = NOTE.exec(text) ?? [];
		const noted = nodes[Number(of)]?.[Number(place)];
		if (noted) Object.assign(noted, { note, clock });
	}
	const deal = Math.min(number(said.get("d")) ?? 0, deals.length - 1);
	const { root } = deals[deal];
	const place = number(said.get("n"));
	board.at = {
		deals,
		deal,
		here: place === null ? end(root) : nodes[deal][place] ?? root,
		seat: number(said.get("s")),
		fits: said.get("w") === "1",
		bottom: number(said.get("b")),
		faces: one(said.get("f"), ["french", "german"]) ?? "",
		machine: said.get("m") ?? "",
		puzzle: said.get("z") === "1",
		paused: number(said.get("t")),
		view: said.get("y") === "1" ? "play" : "analyse",
		language: one(said.get("l"), ["en", "hu", "de"]) ?? (["hu", "de"].find((each) => navigator.language.startsWith(each)) ?? "en"),
	};
	board.shown = said.get("v") !== "0";
	return whole;
}

// What somebody has made begins another entry of the history: going back takes it back. Where one looks about,
// and what the machine does, the entry stays the same. `rests`: whether the board waits for somebody now.
export function write(rests = resting) {
	const { deals, deal, here, seat, fits, bottom, faces, machine, paused, puzzle, view, language } = board.at;
	const said = new URLSearchParams();
	const match = deals.length > 1;
	for (const { position, root, recorded } of deals) {
		said.append("p", position);
		if (match || root.children.length) said.append("a", written(root));
		if (match || recorded) said.append("r", recorded ? all(root).indexOf(recorded) : "");
	}
	if (deals.some(({ kept }) => kept) || deals[0].ofMatch) said.set("k", JSON.stringify([deals[0].ofMatch, ...deals.map(({ kept }) => kept)].map(beside)));
	deals.forEach(({ root }, of) => all(root).forEach(({ note, clock = "" }, place) => {
		if (note || clock) said.append("c", `${of}.${place}.${clock} ${note}`);
	}));
	const { root } = deals[deal];
	const further = {
		l: language, d: deal || null, n: here === end(root) ? null : all(root).indexOf(here), s: seat, w: fits ? 1 : null, b: bottom, f: faces || null, m: machine || null,
		z: puzzle ? 1 : null, y: view === "play" ? 1 : null, t: paused, v: board.shown ? null : 0,
	};
	for (const [key, value] of Object.entries(further)) if (value !== null) said.set(key, String(value));
	const now = JSON.stringify([said.getAll("p"), said.getAll("a"), machine, puzzle]);
	const another = made !== null && made !== now && resting;
	history[another ? "pushState" : "replaceState"](null, "", `#${said}`);
	made = now;
	resting = rests;
}

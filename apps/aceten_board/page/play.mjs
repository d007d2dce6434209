// Changing the board: what is done, undone, asked of the solver and of the machine.

import { write } from "./address.mjs";
import { ends, mayEnd, park, people } from "./match_end.mjs";
import { $, paragraph, pressing, still } from "./parts.mjs";
import { ask, follow } from "./server.mjs";
import { board, dealOf, redraw, relabel } from "./store.mjs";
import * as tree from "./tree.mjs";

let asking = null; // what ends the question about values that is under way
let turn = 0; // every change of the board has a number, so that late answers are known

// What the players are called in the record; nothing where that does not say it.
export const names = () => [board.deal.kept, board.at.deals[0].ofMatch].find((each) => each?.players?.length)?.players;

// The seat of whoever plays against machines alone; null: there is none.
export function own() {
	const [one = null, ...others] = board.bySeat ? people() : [];
	return others.length ? null : one;
}

// How players are called in what is said.
export const called = () => ({ names: names(), own: own() });

// What every question about the table says.
export const stand = () => {
	const { seat, faces, language } = board.at;
	return { position: board.position, actions: board.actions, seat, style: faces || null, language, ...called() };
};

// Changes what the address says, and returns whether nobody refused it. `aside`: a match is kept.
export async function change({ aside = false, ...next }) {
	if (ends(next) && aside) park();
	else if (ends(next) && !await mayEnd()) return false;
	const before = board.at;
	const after = { ...before, ...next };
	board.at = after;
	try {
		await see(before.here === after.here.parent && before.deals === after.deals);
		return true;
	} catch (error) {
		if (board.at !== after) return false; // something else has been done meanwhile, and stays
		board.at = before;
		refuse(error);
		return false;
	}
}

// What is said of a line of play, a link or a text that has no room on the board.
export const tooMuch = () => new Error(Object.entries(tree.MOST).reduce((said, [name, most]) => said.replace(`{${name}}`, most), board.words.too_much));

// Says what is wrong. The broken clause is opened beside the table; at it, by a click.
export function refuse(error) {
	const rule = [];
	if (error.clause) {
		const clause = pressing(() => document.dispatchEvent(new CustomEvent("clause", { detail: error.clause })), { class: "clause" }, board.atTable ? board.words.rule : error.clause);
		rule.push("\n", clause, ...(board.atTable ? [] : [`: ${error.rule}`]));
	}
	$("wrong").replaceChildren(error.message, ...rule);
	$("wrong").hidden = false;
	document.dispatchEvent(new CustomEvent("refused", { detail: error }));
}

export async function see(forward = false) {
	const number = ++turn;
	asking?.abort();
	const { here } = board.at;
	const nodes = tree.ahead(here);
	const looking = ask("look", { ...stand(), ahead: nodes.map(({ action }) => action) });
	const coming = valued() && !board.playing ? asked() : null;
	let seen;
	try {
		seen = await looking;
		await board.spoken;
	} catch (error) {
		if (number === turn) asking?.abort();
		throw error;
	}
	if (number !== turn) return;
	tree.walked(here);
	[...tree.path(here), ...nodes].forEach((node, place) => Object.assign(node, seen.played[place]));
	Object.assign(board, { look: seen, values: null, forward });
	$("wrong").hidden = true;
	write(!strengthOf(seen.turn));
	redraw();
	if (!seen.over) going(number, coming);
	else asking?.abort();
}

// Whether it is shown what cards are worth: never while one plays.
const valued = () => board.shown && !board.at.puzzle && !board.atTable && !board.starting;

// What goes on by itself: the machine plays, or values come.
function going(number, coming) {
	const strength = strengthOf(board.look.turn);
	if (strength) moved(number, strength).catch(refuse);
	else if (valued() && board.look.choices.length) worth(number, coming ?? asked());
	else asking?.abort();
}

// They are often there as soon as the table is.
function asked() {
	asking = new AbortController();
	return follow("values", stand(), asking.signal);
}

// How well the machine plays a seat; empty: it does not.
function strengthOf(turn) {
	const { machine, seat } = board.at;
	if (!board.playing) return "";
	if (machine.includes(",")) return machine.split(",")[turn] ?? "";
	return seat !== null && turn !== seat ? machine : "";
}

// Whoever looks on has time to see what was done.
const pace = () => (still() ? 0 : board.look.collected ? 2200 : board.look.trick.length ? 900 : 1500);

async function moved(number, strength) {
	const [done] = await Promise.all([
		ask("machine", { ...stand(), strength }),
		new Promise((resolve) => setTimeout(resolve, pace())),
	]);
	if (number === turn) await act(done.action);
}

async function worth(number, coming) {
	try {
		for await (const told of coming) {
			if (number !== turn) return;
			board.values = told;
			relabel();
		}
	} catch (error) {
		if (error.name !== "AbortError" && number === turn) $("means").replaceChildren(paragraph(error.message));
	}
}

// --- Along the lines of play ---

export async function act(action) {
	const { here } = board.at;
	const known = here.children.some((each) => each.action === action);
	const node = tree.grow(here, action);
	if (!known && tree.all(board.deal.root).length > tree.MOST.nodes) {
		tree.remove(node);
		refuse(tooMuch());
		return false;
	}
	const done = await change({ here: node });
	if (!done && !known) tree.remove(node);
	return done;
}

export const go = (node) => change({ here: node });

export function undo() {
	if (board.at.here.parent) go(board.at.here.parent);
}

export function redo() {
	const next = tree.following(board.at.here);
	if (next) go(next);
}

export const toStart = () => go(board.deal.root);
export const toEnd = () => go(tree.end(board.at.here));

export function otherLine(step) {
	const other = tree.sibling(board.at.here, step);
	if (other !== board.at.here) go(other);
}

export function playBest() {
	const best = board.values?.worths.find((each) => each.best);
	if (best) act(best.action);
}

// What was done here in the record; null where it says nothing of that.
export function recordedNext() {
	const { recorded } = board.deal;
	return (recorded && tree.path(recorded).find(({ parent }) => parent === board.at.here)) ?? null;
}

export function playRecorded() {
	const next = recordedNext();
	if (next) go(next);
}

// Best play becomes a line of its own; `places`: how far it is gone along at once.
export function showLine(places = 1) {
	const line = board.values?.line ?? [];
	if (!line.length) return;
	const { here } = board.at;
	const nodes = line.reduce((grown, action) => [...grown, tree.grow(grown.at(-1) ?? here, action)], /** @type {Page.Moment[]} */ ([]));
	tree.walked(nodes[nodes.length - 1]);
	go(nodes[Math.min(places, nodes.length) - 1]);
}

export function promote() {
	tree.promote(board.at.here);
	change({});
}

export function remove() {
	const { here } = board.at;
	if (!here.parent) return;
	const { recorded } = board.deal;
	if (recorded && tree.path(recorded).includes(here)) board.deal.recorded = null;
	go(tree.remove(here));
}

// --- Another board ---

export function put(position, further = {}) {
	return putDeals([dealOf(position)], further);
}

export function putDeals(deals, further = {}) {
	return change({ deals, deal: 0, here: deals[0].root, seat: null, fits: false, puzzle: false, paused: null, view: "analyse", ...further });
}

export function toDeal(place) {
	const deal = board.at.deals[place];
	if (deal) change({ deal: place, here: deal.root });
}

export async function deal() {
	const { language, seat, machine } = board.at;
	const dealt = await ask("deal", { game: board.look?.begins ?? "zsiros/4", language });
	await put(dealt.position, machine ? { seat, view: board.at.view } : {});
}

// The table alone, or all that is known about it; who plays sees no more than before.
export const otherView = () => change({ view: board.atTable ? "analyse" : "play" });

export function toggleValues() {
	board.shown = !board.shown;
	$("values").setAttribute("aria-pressed", board.shown);
	if (board.shown) see().catch(refuse);
	else {
		asking?.abort();
		board.values = null;
		write(!strengthOf(board.look.turn));
		relabel();
	}
}

// What the board shows at this moment, for all modules.

import { actionsTo, treeOf } from "./tree.mjs";

/** @returns {Page.Deal} */
export const dealOf = (/** @type {string} */ position, actions = /** @type {readonly string[]} */ ([])) => ({ position, root: treeOf(actions), recorded: null, review: null });

const empty = dealOf("");

export const board = {
	/** @type {Page.At} what the address says */
	at: {
		deals: [empty],
		deal: 0,
		here: empty.root,
		seat: null,
		fits: false,
		bottom: null,
		faces: "",
		paused: null,
		machine: "",
		view: "analyse",
		puzzle: false,
		language: "en",
	},
	words: /** @type {Bodies.Words} */ ({}), // what stands on the page, in the language
	spoken: /** @type {Promise<void> | null} */ (null), // a promise that these are there
	look: /** @type {Bodies.Look} */ (/** @type {unknown} */ (null)), // the table, as the server tells it
	values: /** @type {Bodies.Values | null} */ (null), // what the actions are worth, as far as that is known
	shown: true, // whether values are shown
	match: false, // whether the deals are a match
	lessons: false, // whether what has just happened is explained
	lesson: /** @type {Page.Lesson | null} */ (null), // the first lesson that is given
	sought: /** @type {Page.Moment | null} */ (null), // the mistake that is tried again
	forward: false, // whether the last change was one action on
	starting: false, // whether it is still asked what to do
	handing: false, // whether the cards of whoever is to act are covered, whoever has looked before
	get showing() { return this.starting ? "start" : this.at.puzzle ? "puzzle" : this.at.view; },
	get atTable() { return this.at.view === "play"; },
	get deal() { return this.at.deals[this.at.deal]; },
	get position() { return this.deal.position; },
	get actions() { return actionsTo(this.at.here); },
	get bySeat() { return this.at.machine.includes(","); }, // whether a match is played, or one deal of it
	get last() { return this.at.deals.length - 1; },
	// Whether the machine plays its seats: in a match in the last deal alone.
	get playing() { return this.at.machine !== "" && this.at.paused === null && (!this.bySeat || this.at.deal === this.last); },
	get bottom() { return this.at.bottom ?? this.at.seat ?? 0; },
};

const DRAWN = /** @type {const} */ (["table", "lines", "notes", "review", "again", "deal_end", "match", "opened_files", "puzzle", "learn", "rules"]);
const drawers = /** @type {Partial<Record<typeof DRAWN[number], { draw: () => unknown, label?: () => void }>>} */ ({});

// `draw` is called when the table has changed, `label` when values have; in the order of DRAWN.
export function drawing(/** @type {typeof DRAWN[number]} */ name, /** @type {() => unknown} */ draw, label = () => {}) {
	drawers[name] = { draw, label };
}

export function redraw() {
	for (const name of DRAWN) drawers[name]?.draw();
	relabel();
}

export function relabel() {
	for (const name of DRAWN) drawers[name]?.label?.();
}

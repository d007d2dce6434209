// The trick: each card before whoever laid it. One that is over lies for a moment, or until a tap.

import { $, make, still } from "../parts.mjs";
import { stand } from "../play.mjs";
import { ask } from "../server.mjs";
import { board } from "../store.mjs";
import * as tree from "../tree.mjs";
import { face } from "./cards.mjs";
import { tricks } from "./deal_end.mjs";
import { take } from "./motion.mjs";
import { heard } from "./sound.mjs";

const SEEN = 1400; // how long it lies, in thousandths of a second
let clearing = null;
let held = /** @type {(() => void) | null} */ (null); // what clears the trick that lies there

// Where somebody sits, seen from whoever is at the bottom.
function direction(seat) {
	const { look: { players, clockwise }, bottom } = board;
	const step = (seat - bottom + 2 * players.length) % players.length;
	return Math.PI / 2 + (2 * Math.PI * (clockwise ? step : -step)) / players.length;
}

// `cards`: what lies there, with the seat that laid it.
function laid(cards) {
	const { players } = board.look;
	const round = {};
	return cards.map(({ card, by, winning }) => {
		round[by] = (round[by] ?? -1) + 1;
		const made = make("figure", { class: winning ? "laid winning" : "laid", "data-card": card, "data-by": by },
			face(card), make("figcaption", {}, players[by]?.name ?? ""));
		made.style.setProperty("--x", `${50 + 27 * Math.cos(direction(by)) + 5 * round[by]}%`);
		made.style.setProperty("--y", `${50 + 24 * Math.sin(direction(by)) + 4 * round[by]}%`);
		return made;
	});
}

const seatOf = (name) => board.look.players.findIndex((each) => each.name === name);

export function drawTrick() {
	const { trick, collected } = board.look;
	clearTimeout(clearing);
	const now = () => {
		held = null;
		$("trick").replaceChildren(...(board.look.over ? tricks() : []), ...laid(trick.map(({ card, name, winning }) => ({ card, by: seatOf(name), winning }))));
	};
	if (!collected || !board.forward || still()) {
		now();
		return;
	}
	over(collected, () => take(collected.to, now));
}

function over({ cards, by, to }, clear) {
	$("trick").replaceChildren(...laid(cards.map((card, place) => ({ card, by: by[place], winning: by[place] === to }))));
	clearTimeout(clearing);
	held = () => {
		held = null;
		heard("taken");
		clearing = clear();
	};
	clearing = setTimeout(held, SEEN);
}

// Whether a trick that is over was lying there: then a tap takes it away.
export function swept() {
	if (!held) return false;
	clearTimeout(clearing);
	held();
	return true;
}

// The trick before, for as long as one that is over lies there.
export async function lastTrick() {
	const end = tree.path(board.at.here).findLast(({ took }) => took);
	if (!end) return;
	const { collected } = await ask("look", { ...stand(), actions: tree.actionsTo(end), ahead: [] });
	if (collected) over(collected, drawTrick);
}

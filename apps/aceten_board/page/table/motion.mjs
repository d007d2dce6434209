// Cards go from hand to table, and to whoever takes them; not where nothing is to move.

import { $, still } from "../parts.mjs";
import { board } from "../store.mjs";

const LAID = 260; // how long a card takes to the table, in thousandths of a second
const TAKEN = 320; // and a trick from it

const seated = (seat) => document.querySelector(`.player[data-seat="${seat}"]`);

// Where every card lies that is seen, before the table is drawn anew.
export function lying() {
	const found = { hands: new Map(), trick: new Set() };
	if (still()) return found;
	for (const each of document.querySelectorAll("#players .hand [data-card]")) found.hands.set(each.dataset.card, each.getBoundingClientRect());
	for (const each of document.querySelectorAll("#trick [data-card]")) found.trick.add(each.dataset.card);
	return found;
}

function between(from, to) {
	const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
	return `translate(${x}px, ${y}px)`;
}

// What was laid comes from where it lay, or from whoever laid it; what was drawn, from the talon.
export function fly(before) {
	if (still() || !board.forward) return;
	const move = (element, from) => {
		const own = element.getBoundingClientRect();
		const scale = own.width ? from.width / own.width : 1;
		element.animate([{ transform: `${between(from, own)} scale(${Math.min(scale, 2)})` }, { transform: "none" }], { duration: LAID, easing: "ease-out" });
	};
	for (const each of document.querySelectorAll("#trick [data-card]")) {
		if (before.trick.has(each.dataset.card)) continue;
		const from = before.hands.get(each.dataset.card) ?? seated(each.dataset.by)?.getBoundingClientRect();
		if (from) move(each.firstElementChild, from.width > 150 ? new DOMRect(from.left + from.width / 2 - 20, from.top + from.height / 2 - 28, 40, 56) : from);
	}
	const talon = $("talon").querySelector(".pile")?.getBoundingClientRect();
	if (!talon) return;
	for (const each of document.querySelectorAll(".bottom .hand [data-card]")) {
		if (each.dataset.card && !before.hands.has(each.dataset.card)) move(each.firstElementChild, talon);
	}
}

// The trick goes to a seat; `done` when it is there.
export function take(seat, done) {
	const to = seated(seat)?.getBoundingClientRect();
	for (const each of to ? document.querySelectorAll("#trick .laid > :first-child") : []) {
		each.animate([{ transform: "none", opacity: 1 }, { transform: `${between(to, each.getBoundingClientRect())} scale(.4)`, opacity: 0 }],
			{ duration: TAKEN, easing: "ease-in", fill: "forwards" });
	}
	return setTimeout(done, TAKEN);
}

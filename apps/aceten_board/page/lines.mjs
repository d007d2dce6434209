// The lines of play, with variations; best play from here; the deals of a match.

import { $, inSight, make, pressing } from "./parts.mjs";
import { SEATS } from "./match_end.mjs";
import { go, own, recordedNext, showLine, toDeal } from "./play.mjs";
import { said, sign } from "./signs.mjs";
import { board, drawing } from "./store.mjs";
import { named } from "./table.mjs";
import * as tree from "./tree.mjs";

function step(node) {
	const button = pressing(() => go(node), {});
	const { who } = tree.known(node);
	if (who) button.append(make("span", { class: "who" }, shortly(who)));
	button.append(...sign(node.action));
	if (node.mistake) {
		button.classList.add("mistake");
		button.append(make("span", { class: "mark", role: "img", "aria-label": board.words.mistake }, "?"));
	}
	if (node === board.at.here) button.setAttribute("aria-current", "step");
	return button;
}

// A player by his letter, but where one plays: an ace has it, too.
export const shortly = (who) => (own() === null ? who : named(SEATS.indexOf(who)));

// Who took the trick that ended there, and what it brought.
export const took = ({ took: { to, points } }) => `→ ${shortly(to)} ${points}`;

// The main line from a node on, a row for each trick.
function line(from, number = 0) {
	const made = make("ol", number ? { class: "variation" } : {});
	let row = null;
	let count = number;
	let ended = false;
	let aside = [];
	const close = () => {
		made.append(...aside);
		aside = [];
	};
	const place = (node) => {
		if (!row || ended) {
			close();
			row = make("li");
			made.append(row);
		}
		count += 1;
		ended = Boolean(tree.known(node).took);
		row.append(step(node));
		if (node.took) row.append(make("span", { class: "took" }, took(node)));
		if (node.note) aside.push(make("li", { class: "aside noted" }, make("span", {}, ...sign(node.action), ": ", ...said(node.note))));
	};
	if (number) place(from);
	for (let node = from; node.children.length; [node] = node.children) {
		const [main, ...others] = node.children;
		place(main);
		aside.push(...others.map((other) => make("li", { class: "aside" }, line(other, count))));
	}
	close();
	return made;
}

export function draw() {
	const { at, deal } = board;
	const start = pressing(() => go(deal.root), { class: "start", "aria-label": board.words.to_start }, "·");
	if (at.here === deal.root) start.setAttribute("aria-current", "step");
	$("course").replaceChildren(start, ...(deal.root.note ? [make("p", { class: "noted" }, ...said(deal.root.note))] : []), line(deal.root));
	inSight($("course"), $("course").querySelector("[aria-current]"));
	for (const id of ["undo", "first", "remove"]) $(id).disabled = !at.here.parent;
	for (const id of ["redo", "last"]) $(id).disabled = !at.here.children.length;
	$("promote").disabled = !tree.branch(at.here);
	$("recorded").disabled = !recordedNext();
	$("recorded").hidden = !deal.recorded;
	$("deals").hidden = at.deals.length < 2;
	$("deals").replaceChildren(...at.deals.map((each, place) => {
		const button = pressing(() => toDeal(place), { title: each.told?.told ?? "" }, each.told?.name ?? String(place + 1));
		if (place === at.deal) button.setAttribute("aria-current", "true");
		return button;
	}));
}

function label() {
	const best = board.values?.line ?? [];
	$("show").disabled = !best.length;
	$("best-line").hidden = !best.length;
	$("best-line").replaceChildren(...best.map((action, place) => pressing(() => showLine(place + 1), {}, ...sign(action))));
}

drawing("lines", draw, label);

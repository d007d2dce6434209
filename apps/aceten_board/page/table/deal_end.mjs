// When a deal is over, every hand lies there as it was dealt.

import { shortly, took } from "../lines.mjs";
import { make } from "../parts.mjs";
import { stand } from "../play.mjs";
import { ask } from "../server.mjs";
import { sign } from "../signs.mjs";
import { board, drawing, redraw } from "../store.mjs";
import * as tree from "../tree.mjs";

// The hands with which the deal began, once that is known; nobody had cards that are made up.
export function first() {
	const { deal } = board;
	return deal.begun?.language === board.at.language && !board.at.fits ? deal.begun : null;
}

// The tricks of a deal that is over; nothing where none ended.
export function tricks() {
	const made = make("ol", { class: "tricks", tabindex: "0", "aria-label": board.words.tricks });
	let row = /** @type {HTMLElement[]} */ ([]);
	for (const node of tree.path(board.at.here)) {
		const plain = row.length > 0 && /^[A-Z\d]/.test(node.action); // cards go round from whoever led
		row.push(make("span", {}, plain ? " " : ` ${shortly(node.who)} `, ...sign(node.action)));
		if (!node.took) continue;
		made.append(make("li", {}, ...row, " ", make("strong", {}, took(node))));
		row = [];
	}
	return made.children.length ? [made] : [];
}

drawing("deal_end", async () => {
	const { deal, look } = board;
	const { language } = board.at;
	if (!look.over || board.at.fits || deal.begun?.language === language) return;
	try {
		const seen = await ask("look", { ...stand(), actions: [], ahead: [], seat: null });
		deal.begun = { language, names: seen.names, hands: seen.players.map(({ cards }) => cards) };
	} catch {
		return; // a position that hides cards has no more to show
	}
	if (deal === board.deal && board.look.over) redraw();
});

// What lies on the felt beside cards: the trump suit, and what else is known.

import { $, make } from "./parts.mjs";
import { suit } from "./server.mjs";
import { board } from "./store.mjs";

function trumps() {
	const { trumps: told, style } = board.look;
	if (!told) return [];
	const sign = told.suit ? [make("img", { class: "suit", src: suit(style, told.suit), alt: "" })] : [];
	return [...sign, told.told];
}

// Of a match also how it stands, and what of that bears on this deal.
export function felt() {
	const { look, deal } = board;
	const said = [...look.standing, ...(look.over ? [] : deal.told?.before ?? [])];
	$("trumps").replaceChildren(...trumps());
	$("trumps").hidden = !look.trumps;
	$("standing").replaceChildren(...said.map((each) => make("li", {}, each)));
	$("standing").hidden = !said.length;
}

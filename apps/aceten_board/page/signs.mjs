// Cards and actions in few signs, as lines of play and sentences have them.

import { make } from "./parts.mjs";
import { suit } from "./server.mjs";
import { board } from "./store.mjs";

const COURTS = { german: { Q: "O", J: "U" }, french: { Q: "D", J: "B" } };
const CARD = /^([AKQJT2-9])([cshd]?)$/;

const style = () => board.look?.style ?? "french";

function card(/** @type {RegExpExecArray} */ [, rank, of]) {
	const letter = rank === "T" ? "10" : ((style() === "german" || board.at.language !== "en") && COURTS[style()][rank]) || rank;
	return of ? [letter, make("img", { class: "suit", src: suit(style(), of), alt: of })] : [letter];
}

// What is said, with signs in place of the letters of cards. An English "As" that goes on is a word.
export function said(text) {
	const nodes = [];
	let done = 0;
	for (const found of text.matchAll(/(?<![\p{L}\p{N}:=])([AKQJT2-9])([cshd])(?![\p{L}\p{N}])/gu)) {
		if (found[0] === "As" && /^ \p{Ll}/u.test(text.slice(found.index + 2))) continue;
		nodes.push(text.slice(done, found.index), ...card(found));
		done = found.index + 2;
	}
	return [...nodes, text.slice(done)];
}

// An action as nodes: a card by its signs, everything else by a word.
export function sign(action) {
	const [kind, ...rest] = action.split(":");
	const found = CARD.exec(kind);
	if (found) return card(found);
	const word = board.words.kinds?.[kind] ?? kind;
	const told = rest.flatMap((each) => {
		const one = CARD.exec(each);
		if (one) return [" ", ...card(one)];
		return /^[cshd]$/.test(each) ? [" ", make("img", { class: "suit", src: suit(style(), each), alt: each })] : [` ${each}`];
	});
	return [word, ...told];
}

// Before a match ends that is not over, or a deal by a claim that is wrong, whoever plays is asked.

import { keep, kept, make, paragraph, pressing } from "./parts.mjs";
import { board } from "./store.mjs";
import * as tree from "./tree.mjs";

export const SEATS = "ABCDEFGH";

// The seats of a match that no machine plays.
export const people = (machine = board.at.machine) => machine.split(",").flatMap((each, seat) => (each ? [] : [seat]));

// Whether a match goes on in which somebody has done something.
export function underWay() {
	const { deals } = board.at;
	if (!board.bySeat || deals.at(-1)?.recorded?.nextDeal === null) return false;
	const own = people().map((seat) => SEATS[seat]);
	return deals.length > 1 || tree.all(deals[0].root).some(({ who }) => own.includes(who));
}

// A match that is left for a lesson or a puzzle is kept, by its address.
const LEFT = "aceten match";
export function park() {
	if (underWay()) keep(LEFT, JSON.stringify([board.look.game, location.hash]));
}

export function parked() {
	const [name, hash] = JSON.parse(kept(LEFT) ?? "[]");
	return hash ? { name, back: () => {
		keep(LEFT, null);
		location.hash = hash;
	} } : null;
}

const dialog = make("dialog", { id: "parting", "aria-labelledby": "parting-said" });
document.body.append(dialog);

// Whether it is to be done; `told` is what comes of it.
/** @type {Page.Question} */
const asked = (question, told, no, yes) => {
	const button = (/** @type {string} */ answer, /** @type {string} */ text) => pressing(() => dialog.close(answer), { id: `parting-${answer}` }, text);
	dialog.replaceChildren(make("h2", { id: "parting-said" }, question), ...told.map(paragraph), make("div", { class: "row" }, button("stay", no), button("end", yes)));
	dialog.returnValue = "stay";
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.addEventListener("close", () => resolve(dialog.returnValue === "end"), { once: true });
	});
};

// Whether the board may become another one.
export async function mayEnd() {
	if (dialog.open) return false;
	const { words, at } = board;
	return !underWay() || asked(words.match_ends, at.deals.at(-1)?.told?.before ?? [], words.stay, words.end_match);
}

// Whether a change would end the match: other deals, or other players.
export const ends = ({ deals = board.at.deals, machine = board.at.machine }) => deals[0] !== board.at.deals[0] || machine !== board.at.machine;

// Whether a claim is to be made that is not right.
export const maySpoil = (/** @type {Bodies.Choice} */ { name, loses }) => asked(board.words.wrong_claim, [loses ?? ""], board.words.resume, name);

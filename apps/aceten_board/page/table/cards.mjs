// Cards face up or down, in hands, and as buttons where something can be done with them.

import { make } from "../parts.mjs";
import { picture } from "../server.mjs";
import { board } from "../store.mjs";

// French cards have letters of the language.
const lettered = (style) => (style === "french" && board.at.language !== "en" ? "french-de" : style);

export function face(card, names = board.look.names, style = board.look.style) {
	if (card === null) return make("span", { class: "back", role: "img", "aria-label": board.words.hidden });
	return make("img", { src: picture(lettered(style), card), alt: names[card], width: 100, height: 140 });
}

// A card that may not be played can be asked why: a click says which rule forbids it.
function held(card, choice, acts) {
	if (!choice && (!acts || card === null)) return make("span", { class: "card", "data-card": card ?? "" }, face(card));
	const { words, look } = board;
	return make("button", { type: "button", tabindex: "-1", "data-card": card, ...(choice
		? { class: "card", "data-action": choice.action }
		: { class: "card refused", "data-refused": card, "aria-disabled": "true", "aria-label": words.not_allowed.replace("{card}", look.names[card]) }),
	}, face(card, { [card]: "" }));
}

// What a marriage counts lies on its king and queen.
function badge(choice) {
	return make("button", { class: "badge", type: "button", "data-action": choice.action, title: choice.name }, String(choice.counts));
}

// Cards beside each other that do the same have one label; not at the table.
export function hand(told, acts) {
	const { look, words, atTable } = board;
	const playable = acts ? look.choices : [];
	const choosing = told.cards.some((card) => card !== null && playable.some((each) => each.card === card));
	const made = make("div", {
		class: choosing ? "hand choosing" : "hand", role: "group", tabindex: "-1", "aria-label": words.hand_of.replace("{who}", told.name),
	});
	made.style.setProperty("--cards", told.cards.length);
	let group = make("span");
	let same = null;
	for (const card of told.cards) {
		const choice = card === null ? undefined : playable.find((each) => each.card === card);
		if (!choice || atTable || choice.same !== same) {
			group = make("span", { class: "group" });
			made.append(group);
		}
		same = choice?.same ?? null;
		const shown = atTable && playable.find((each) => each.card === card && each.counts !== null);
		group.append(held(card, shown || choice, playable.length > 0));
		if (choice && !group.dataset.of) group.dataset.of = choice.action;
		if (shown) group.append(badge(shown));
	}
	for (const each of made.querySelectorAll("[data-of]")) each.append(make("span", { class: "label", "aria-hidden": "true" }));
	return made;
}

// The hand with which somebody began, when the deal is over.
export function firstHand(told, cards, names) {
	const made = make("div", { class: "hand first", role: "group", tabindex: "-1", "aria-label": board.words.hand_of.replace("{who}", told.name) },
		...cards.map((card) => make("span", { class: "group" }, make("span", { class: "card" }, face(card, names)))));
	made.style.setProperty("--cards", cards.length);
	return made;
}

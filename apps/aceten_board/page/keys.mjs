// What can be done by a key; the list of keys is made of it.

import { $, make, pressing } from "./parts.mjs";
import { board } from "./store.mjs";

/** @typedef {typeof PANELS[number]} Panel */
// In this order they stand in the menu, and their keys in the list of keys.
export const PANELS = /** @type {const} */ (["play", "learn", "puzzle", "rules"]);

const commands = /** @type {{ key: string, word: Page.Word, run: () => unknown, panel: Panel | null, place: string | null }[]} */ ([]);

// `word`: what it does, in the server's words.
/** @type {Page.Command} */
export const command = (key, word, run, { id = null, panel = null, place = panel ? null : id } = {}) => {
	commands.push({ key, word, run, panel, place });
	if (id) $(id).addEventListener("click", run);
};

const there = ({ place }) => !place || !board.atTable || !board.playing || board.look.over || $(place).checkVisibility();

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
const named = (key) => NAMES[key] ?? (/^[A-Z]$/.test(key) ? `⇧ ${key}` : key);

export function help() {
	const { words } = board;
	const ordered = [null, ...PANELS].flatMap((name) => commands.filter(({ panel }) => panel === name));
	const listed = [["← →", words.key_move], ["Enter", words.key_play], ...ordered.map(({ key, word }) => [named(key), words[word]])];
	const close = pressing(() => $("keys").close(), {}, words.close);
	$("keys").replaceChildren(make("h2", { id: "keys-title", tabindex: "-1", autofocus: "" }, words.keys), make("dl", {}, ...listed.map(([key, text]) => make("div", {},
		make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)))), close);
	$("keys").showModal();
}

export const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

// One card of a hand is reached by Tab, the others by arrows from there.
export function along(hand, from, step) {
	const buttons = [...hand.querySelectorAll("button")];
	if (!buttons.length) return;
	const next = buttons[(buttons.indexOf(from) + step + buttons.length) % buttons.length];
	for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
	next.focus();
}

document.addEventListener("keydown", (event) => {
	const target = /** @type {Page.Part} */ (event.target);
	if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
	if (document.querySelector("dialog[open]")) return;
	const hand = target.closest(".hand");
	const step = STEPS[event.key];
	const found = commands.find(({ key }) => key === event.key);
	if (hand && step) along(hand, target, step);
	else if (found && event.repeat && !event.key.startsWith("Arrow")) { /* a key that is held down does it once */ }
	else if (found) {
		if (there(found)) found.run();
	}
	else return;
	event.preventDefault();
});

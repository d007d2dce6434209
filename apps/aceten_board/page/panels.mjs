// Panels beside the table, opened and closed in the menu.

import { command, PANELS } from "./keys.mjs";
import { $, make } from "./parts.mjs";

const openers = {};

const spoken = (name, word, attributes = {}) => make(name, { "data-say": word, ...attributes });
// A button of the panel with which its id begins; the key opens that.
export const button = (id, /** @type {Page.Word} */ word, run, key = "") => {
	const made = spoken("button", word, { id, type: "button" });
	made.addEventListener("click", run);
	if (key) {
		const panel = /** @type {import("./keys.mjs").Panel} */ (id.split("-")[0]);
		command(key, word, () => {
			show(panel);
			if (!made.disabled && !made.hidden) run();
		}, { panel });
	}
	return made;
};
export const choice = (/** @type {Page.Word} */ word, /** @type {string} */ id) => make("label", { class: "quiet" }, spoken("span", word), " ", make("select", { id }));
export { spoken };

// `opened` is called each time that the panel is opened.
/** @type {Page.NewPanel} */
export const panel = (name, word, key, opened, ...inside) => {
	const title = spoken("h2", word, { id: `${name}-title`, tabindex: "-1" });
	const made = make("section", { id: `${name}-panel`, "aria-labelledby": `${name}-title`, hidden: "" },
		make("header", {}, title, button(`${name}-close`, "close", () => show(name, false))), ...inside);
	const opener = spoken("button", word, { id: `${name}-open`, type: "button", "aria-expanded": "false", "aria-controls": made.id });
	const after = PANELS.slice(PANELS.indexOf(name) + 1).find((each) => each in openers);
	$("menu").insertBefore(opener, $(after ? `${after}-open` : "settings"));
	$("panels").insertBefore(made, after ? $(`${after}-panel`) : null);
	openers[name] = opened;
	command(key, word, () => {
		const open = made.hidden;
		show(name, open);
		if (open) title.focus();
		else opener.focus();
	}, { id: opener.id, panel: name });
	return made;
};

export function show(name, open = true) {
	const begins = open && $(`${name}-panel`).hidden;
	$(`${name}-panel`).hidden = !open;
	if (begins) openers[name]();
	$(`${name}-open`).setAttribute("aria-expanded", open);
}

// Notes to moves: they come with a record, and go with it and the link.

import { write } from "./address.mjs";
import { draw } from "./lines.mjs";
import { $ } from "./parts.mjs";
import { board, drawing } from "./store.mjs";
import { path } from "./tree.mjs";

// Puts what is kept beside a deal where it was done; what is said of all of it, at its beginning.
export function noted(/** @type {Page.Deal} */ deal) {
	const nodes = deal.recorded ? path(deal.recorded) : [];
	deal.root.note = deal.kept?.comment ?? "";
	for (const { number, comment = "", clock = "" } of deal.kept?.notes ?? []) if (nodes[number - 1]) Object.assign(nodes[number - 1], { note: comment, clock });
}

/**
 * What is kept beside a line of play that a deal has.
 * @param {Page.Deal} deal
 * @param {Page.Moment[]} nodes
 * @returns {Bodies.Annotations}
 */
export function keptBeside({ kept, root, recorded }, nodes) {
	const notes = nodes.flatMap(({ note, clock = "" }, place) => (note || clock ? [{ number: place + 1, comment: note, clock }] : []));
	return { ...kept, comment: root.note, notes, ending: nodes.at(-1) === recorded ? kept?.ending : "" };
}

$("note").addEventListener("input", () => {
	board.at.here.note = $("note").value.replace(/\s+/g, " ").trimStart();
	write();
	draw();
});
$("note").addEventListener("keydown", (event) => {
	if (event.key === "Escape" || event.key === "Enter") $("note").blur();
});
drawing("notes", () => {
	const { note } = board.at.here;
	if ($("note").value.trim() !== note.trim()) $("note").value = note;
});

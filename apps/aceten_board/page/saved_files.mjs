// What leaves the board: the link, the position line, the record, the picture.

import { keptBeside } from "./notes.mjs";
import { $, make } from "./parts.mjs";
import { refuse, stand } from "./play.mjs";
import { ask } from "./server.mjs";
import { board } from "./store.mjs";
import * as tree from "./tree.mjs";

const FINE = 2; // so many dots of a picture stand for each of its units

async function copy(text) {
	const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
	$("kept").replaceChildren(done ? board.words.copied : make("code", {}, text));
}

export function save(text, name, type) {
	const address = URL.createObjectURL(new Blob([text], { type }));
	make("a", { href: address, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
	$("kept").replaceChildren(board.words.saved.replace("{file}", name));
}

const name = (end) => `${board.look.begins.split(" ")[0].replace("/", "-")}${end}`;

// A link to a puzzle is the puzzle alone.
function link() {
	const { at, deal } = board;
	if (!at.puzzle && !deal.puzzle) return location.href;
	const said = new URLSearchParams({ p: deal.position, l: at.language, z: "1", ...(at.faces ? { f: at.faces } : {}) });
	return `${location.href.split("#")[0]}#${said}`;
}

export const copyLink = () => copy(link());
export const copyLine = () => copy(board.look.line);

// The line of play that the board is in, to its end; of a match all deals as they were recorded.
export async function saveRecord() {
	const { at, match } = board;
	const along = (/** @type {Page.Deal} */ deal, /** @type {Page.Moment} */ end) => ({
		position: deal.position, actions: tree.actionsTo(end), kept: keptBeside(deal, tree.path(end)), of_match: deal.ofMatch,
	});
	try {
		const told = await ask("record", {
			deals: match ? at.deals.map((deal) => along(deal, deal.recorded ?? tree.end(deal.root))) : [along(board.deal, tree.end(at.here))], seat: match ? null : at.seat, language: at.language,
		});
		save(told.text, name(".jsonl"), "application/jsonl");
	} catch (error) {
		refuse(error);
	}
}

// The table as SVG, to be done something with.
async function pictured(use) {
	const { caption = "", worths = [] } = board.values ?? {};
	try {
		await use((await ask("picture", { ...stand(), caption, worths })).text);
	} catch (error) {
		refuse(error);
	}
}

export const savePicture = () => pictured((svg) => save(svg, name(".svg"), "image/svg+xml"));

// The same in dots, for places that take no SVG.
export const savePng = () => pictured(async (svg) => {
	const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
	const image = new Image();
	image.src = address;
	await image.decode();
	const canvas = make("canvas", { width: image.naturalWidth * FINE, height: image.naturalHeight * FINE });
	canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
	URL.revokeObjectURL(address);
	save(await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); }), name(".png"), "image/png");
});

// A picture for a page of one's own, which leads to the board.
export const copyEmbedded = () => pictured((svg) => {
	const data = btoa(String.fromCodePoint(...new TextEncoder().encode(svg)));
	const elsewhere = document.implementation.createHTMLDocument(); // where nothing is loaded
	const around = elsewhere.createElement("a");
	const image = elsewhere.createElement("img");
	Object.assign(image, { src: `data:image/svg+xml;base64,${data}`, alt: board.look.line });
	around.href = link();
	around.append(image);
	return copy(around.outerHTML);
});

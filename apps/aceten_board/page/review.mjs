// The review of a deal, of a match deal by deal: a graph to step along, mistakes, and what they cost.

import { save } from "./saved_files.mjs";
import { $, fill, filled, make, paragraph, pressing } from "./parts.mjs";
import { go, refuse, stand, toDeal } from "./play.mjs";
import { follow } from "./server.mjs";
import { tryAgain } from "./learn/again.mjs";
import { said } from "./signs.mjs";
import { board, drawing, redraw } from "./store.mjs";
import { named } from "./table.mjs";
import * as tree from "./tree.mjs";

const HIGH = 190;
const ROOM = { left: 48, right: 14, top: 26, bottom: 14 };
let asking = null;

// The line that is reviewed: of the record while the board is on it, else the board's.
function lineOf({ recorded, root }, here) {
	const told = recorded ? tree.path(recorded) : [];
	return !here || here === root || told.includes(here) ? (told.length ? told : tree.path(tree.end(root))) : tree.path(tree.end(here));
}

async function judgeDeal(deal, nodes, signal) {
	const asked = { ...stand(), position: deal.position, actions: nodes.map(({ action }) => action), seat: null };
	for await (const told of follow("review", asked, signal)) {
		deal.review = { nodes, told };
		for (const node of nodes) node.mistake = false;
		for (const step of told.steps) if (step.mistake) nodes[step.number - 1].mistake = true;
		redraw();
	}
}

// What each action of a player cost by what he knew, beside what it cost with all cards open.
async function judgeFairly(deal, nodes, seat, signal) {
	const known = !board.at.fits;
	const asked = { ...stand(), position: deal.position, actions: nodes.map(({ action }) => action), seat, known };
	for await (const told of follow("fair", asked, signal)) {
		deal.fair = { nodes, told, known };
		redraw();
	}
}

// Reviews the line on the table, and then the other deals of a match.
export async function judge() {
	const { deals, deal: place, here } = board.at;
	const first = lineOf(board.deal, here);
	if (!first.length) return;
	await judgeLines([[deals[place], first], ...deals.filter((_, other) => other !== place).map((deal) => [deal, lineOf(deal, null)])]);
}

// `openly`: also what was best with all cards open, where that can be said.
async function judgeLines(lines, openly = !board.at.fits) {
	asking?.abort();
	asking = new AbortController();
	const { signal } = asking;
	const seat = $("knowing").value;
	for (const [deal] of lines) Object.assign(deal, { fair: null, ...(openly ? { review: null } : {}) });
	redraw();
	if (openly || seat) $(openly ? "judged" : "fair").replaceChildren(paragraph(`${board.words.reviewing} …`));
	try {
		for (const [deal, nodes] of lines) {
			if (nodes.length && openly) await judgeDeal(deal, nodes, signal);
			if (nodes.length && seat) await judgeFairly(deal, nodes, Number(seat), signal);
		}
	} catch (error) {
		if (error.name === "AbortError") return;
		$("judged").replaceChildren();
		$("fair").replaceChildren();
		refuse(error);
	}
}

// Asks again for the reviews that stand there: in other words, or for other eyes.
function again(openly) {
	const lines = board.at.deals.flatMap((deal) => {
		const nodes = (deal.review ?? deal.fair)?.nodes;
		return nodes ? [[deal, nodes]] : [];
	});
	if (lines.length) judgeLines(lines, openly);
	return lines.length;
}

export function saveGraph() {
	const { review } = board.deal;
	if (review) save(review.told.picture, "review.svg", "image/svg+xml");
}

export function nextMistake(step) {
	const { review } = board.deal;
	if (!review) return;
	const at = review.nodes.indexOf(board.at.here);
	const places = review.told.steps.filter(({ mistake }) => mistake).map(({ number }) => number - 1);
	const next = step > 0 ? places.find((place) => place > at) : places.findLast((place) => place < at);
	if (next !== undefined) go(review.nodes[next]);
}

// --- Drawing ---

const drawn = (name, attributes, ...inside) => filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, inside);

function graph({ nodes, told }) {
	const { steps, before } = told;
	const labels = new Map([...(before === null ? [] : [[before, told.label]]), ...steps.filter(({ value }) => value !== null).map(({ value, label }) => [value, label])]);
	const wide = Math.max(280, Math.min(900, $("judged").clientWidth || 640));
	const low = Math.min(...labels.keys());
	const high = Math.max(...labels.keys());
	const column = (wide - ROOM.left - ROOM.right) / nodes.length;
	const x = (number) => ROOM.left + number * column;
	const y = (value) => (low === high ? HIGH / 2 : ROOM.top + ((high - value) / (high - low)) * (HIGH - ROOM.top - ROOM.bottom));
	const made = drawn("svg", { viewBox: `0 0 ${wide} ${HIGH}`, class: "graph", role: "img", "aria-label": `${board.words.graph} ${told.caption}` });
	let written = null;
	for (const [value, label] of [...labels].sort(([one], [other]) => other - one)) {
		made.append(drawn("path", { class: "rule", d: `M${ROOM.left} ${y(value)}H${wide - ROOM.right}` }));
		if (written !== null && y(value) - written < 15) continue;
		written = y(value);
		made.append(drawn("text", { x: ROOM.left - 6, y: y(value) + 4, "text-anchor": "end" }, label));
	}
	const at = nodes.indexOf(board.at.here) + 1;
	if (at || board.at.here === board.deal.root) made.append(drawn("rect", { class: "here", x: x(at) - column / 2, y: 0, width: column, height: HIGH }));
	let line = before === null ? "" : `M${x(0)} ${y(before)}`;
	for (const { number, value } of steps) if (value !== null) line += line ? `H${x(number) - column / 2}V${y(value)}H${x(number)}` : `M${x(number)} ${y(value)}`;
	made.append(drawn("path", { class: "course", d: line }));
	for (const { number, value, mistake } of steps) {
		if (!mistake || value === null) continue;
		made.append(drawn("circle", { class: "fault", cx: x(number), cy: y(value), r: 9 }), drawn("text", { class: "fault-sign", x: x(number), y: y(value) + 5, "text-anchor": "middle" }, "?"));
	}
	made.addEventListener("click", (event) => {
		const box = made.getBoundingClientRect();
		const number = Math.round((((event.clientX - box.left) / box.width) * wide - ROOM.left) / column);
		go(nodes[number - 1] ?? board.deal.root);
	});
	return made;
}

function told(text, node, ...beside) {
	return make("li", {}, pressing(() => go(node), {}, ...said(text)), ...beside);
}

function table(head, rows) {
	const cells = (name, texts) => texts.map((text) => make(name, {}, ...said(text)));
	return make("table", {}, make("thead", {}, make("tr", {}, ...cells("th", head))),
		make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row)))));
}

// What the players' mistakes come to in each deal of a match.
function match() {
	const { words, at } = board;
	const judged = at.deals.flatMap(({ review }) => review?.told ?? []);
	if (at.deals.length < 2 || !judged.length) return [];
	const names = judged[0].players.map((_, seat) => named(seat));
	const rows = at.deals.map((deal, place) => [deal.told?.name ?? String(place + 1),
		...names.map((_, seat) => (deal.review ? String(deal.review.told.players[seat].mistakes) : "…"))]);
	const sums = names.map((_, seat) => String(judged.reduce((sum, { players }) => sum + players[seat].mistakes, 0)));
	const made = table([words.mistakes, ...names], [...rows, ["=", ...sums]]);
	[...made.querySelectorAll("tbody tr")].slice(0, -1).forEach((row, place) => {
		row.children[0].append(pressing(() => toDeal(place), {}, ...row.children[0].childNodes));
	});
	return [make("h3", {}, words.whole_match), make("div", { class: "wide" }, made)];
}

function knowing() {
	const { look, words, at } = board;
	const seats = look.players.map((_, seat) => [String(seat), named(seat)]);
	const before = $("knowing").value;
	fill("knowing", at.fits ? [["", "–"], seats[at.seat ?? 0]] : [["", "–"], ...seats], seats.some(([seat]) => seat === before) ? before : "");
	$("known").hidden = !lineOf(board.deal, at.here).length;
	$("judge").disabled = $("known").hidden || (at.fits && !$("knowing").value);
	$("judge").title = $("judge").disabled && at.fits ? words.known_alone : "";
}

const trickOf = (nodes, number) => nodes.slice(0, number - 1).filter(({ took }) => took).length + 1;

function drawFair() {
	const { words, deal } = board;
	if (!deal.fair) {
		$("fair").replaceChildren();
		return;
	}
	const { nodes, told: found, known } = deal.fair;
	const open = known ? [words.open_cost] : [];
	const made = table(["", words.played, words.cost_by_known, ...open, words.judged, words.better],
		found.steps.map((step) => [String(trickOf(nodes, step.number)), step.done, step.cost, ...(known ? [step.open_cost] : []), step.judgement, step.better]));
	[...made.querySelectorAll("tbody tr")].forEach((row, place) => {
		const step = found.steps[place];
		row.children[1].replaceChildren(pressing(() => go(nodes[step.number - 1]), {}, ...said(step.done)));
		row.classList.toggle("is-wrong", step.wrong);
	});
	const wait = found.settled ? "" : ` · ${words.reviewing} …`;
	$("fair").replaceChildren(make("p", { class: "hint" }, found.caption + wait), ...(found.steps.length ? [make("div", { class: "wide" }, made)] : []),
		paragraph(found.told));
}

function draw() {
	const { words, deal } = board;
	knowing();
	drawFair();
	if (!deal.review) {
		$("judged").replaceChildren();
		return;
	}
	const { nodes, told: found } = deal.review;
	const faults = found.steps.filter(({ mistake }) => mistake);
	const keep = pressing(saveGraph, { class: "quiet" }, words.graph_picture);
	const list = faults.length ? make("ol", { class: "faults" }, ...faults.map((step) => told(step.told, nodes[step.number - 1], tryAgain(nodes[step.number - 1]))))
		: paragraph(found.settled ? words.no_mistakes : "");
	const sentences = found.told.filter((text) => !found.chances.some((each) => each.told === text)).map(paragraph);
	const chances = make("ul", { class: "chances" }, ...found.chances.map((each) => told(each.told, nodes[each.number - 2] ?? deal.root)));
	const players = table([words.player, words.mistakes, words.cost], found.players.map(({ mistakes, cost }, seat) => [named(seat), String(mistakes), cost]));
	$("judged").replaceChildren(
		make("p", { class: "hint" }, `${words.seen_openly} ${found.caption}` + (found.settled ? "" : ` · ${words.reviewing} …`)),
		graph(deal.review),
		make("div", { class: "parts" }, make("div", {}, list), make("div", {}, ...sentences, chances, players, ...match(), keep)),
	);
}

$("knowing").addEventListener("change", () => {
	const settled = board.at.deals.every(({ review }) => !review || review.told.settled);
	if (!again(!settled && !board.at.fits) && $("knowing").value) judge();
});
document.addEventListener("spoken", () => again());
drawing("review", draw);

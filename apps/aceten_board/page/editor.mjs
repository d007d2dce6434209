// A position set up by clicking.

import { along, STEPS } from "./keys.mjs";
import { $, keep, kept, make, pressing } from "./parts.mjs";
import { put } from "./play.mjs";
import { ask } from "./server.mjs";
import { board } from "./store.mjs";
import { face } from "./table.mjs";

const CARD = /\?|(?:10|[AKQJTOUX2-9])[cshd]?/g;
const cardsOf = (text) => (text === "-" ? [] : text.match(CARD) ?? []);

let kit = /** @type {Bodies.Kit} */ (/** @type {unknown} */ (null)); // what the game is set up with
let game = "";
let piles = {}; // by "hands.0", "talon", "trick", "taken.1": the cards there
let fields = {}; // what else the line says, options among it
let target = "hands.0"; // where a card goes that is clicked
let checking = 0;
let begun = ""; // what the table said when it began

const DRAFT = "draft"; // under this name it is kept when the dialog is left before it was set up

function read(line) {
	const [begun, ...words] = line.split(" ");
	game = begun;
	piles = {};
	fields = {};
	for (const word of words) {
		const [key, value] = word.split("=");
		if (["hands", "taken"].includes(key)) value.split(",").forEach((part, at) => { piles[`${key}.${at}`] = cardsOf(part); });
		else if (["talon", "trick"].includes(key)) piles[key] = cardsOf(value);
		else fields[key] = value;
	}
}

function line() {
	const pile = (key) => (piles[key] ?? []).join("");
	const parts = (key, count) => Array.from({ length: count }, (_, at) => pile(`${key}.${at}`) || "-").join(",");
	const words = [game, `hands=${parts("hands", kit.players.length)}`];
	for (const key of ["talon", "trick"]) if (pile(key)) words.push(`${key}=${pile(key)}`);
	const taken = parts("taken", kit.sides.length);
	if (/[^-,]/.test(taken)) words.push(`taken=${taken}`);
	for (const [key, value] of Object.entries(fields)) if (value.trim()) words.push(`${key}=${value.trim()}`);
	return words.join(" ");
}

// Says whether the line can be set up, and which field is to blame.
async function check() {
	const number = ++checking;
	$("editor-line").textContent = line();
	if (line() !== begun) keep(DRAFT, line());
	let wrong = null;
	try {
		await ask("look", { position: line(), language: board.at.language });
	} catch (error) {
		wrong = error;
	}
	if (number !== checking) return;
	$("editor-wrong").textContent = wrong?.message.split("\n")[0] ?? "";
	$("editor-go").disabled = wrong !== null;
	for (const each of $("editor").querySelectorAll("[data-key]")) {
		const blamed = each.dataset.key === wrong?.field;
		each.classList.toggle("blamed", blamed);
		if (blamed) each.setAttribute("aria-describedby", "editor-wrong");
		else each.removeAttribute("aria-describedby");
	}
}

function card(name, run, said) {
	const shown = name === "?" ? make("span", { class: "back" }) : face(name, { [name]: "" }, kit.style);
	return pressing(run, { class: "card", "aria-label": said, "data-card": name }, shown);
}

const named = (name) => (name === "?" ? board.words.hidden : kit.names[name] ?? name);

function pile(key, title) {
	const chosen = pressing(() => { target = key; drawPiles(`[data-pile="${key}"]`); }, { "aria-pressed": target === key, "data-pile": key, class: "pile-name" }, title);
	const cards = (piles[key] ?? []).map((name, at) => card(name, () => {
		piles[key].splice(at, 1);
		drawPiles(`[data-pile="${key}"] + .cards > :nth-child(${at + 1})`, `[data-pile="${key}"]`);
	}, `${named(name)}, ${title}`));
	return make("div", { class: target === key ? "pile target" : "pile", "data-key": key.split(".")[0] }, chosen, make("div", { class: "cards" }, ...cards));
}

// The cards of the pack that lie nowhere yet.
function left() {
	const used = Object.values(piles).flat();
	return kit.cards.filter((name) => {
		const at = used.indexOf(name);
		if (at >= 0) used.splice(at, 1);
		return at < 0;
	});
}

// `focused`: what has the focus then; the first of these that there is.
function drawPiles(...focused) {
	const { words } = board;
	const hands = kit.players.map((name, at) => [`hands.${at}`, words.hand_of.replace("{who}", name)]);
	const taken = kit.sides.map((name, at) => [`taken.${at}`, words.taken_by.replace("{who}", name)]);
	const all = [...hands, ["talon", words.talon_name], ["trick", words.trick], ...taken];
	$("editor-piles").replaceChildren(...all.map(([key, title]) => pile(key, title)));
	$("editor-pack").replaceChildren(...[...left(), "?"].map((name, at) => card(name, () => {
		(piles[target] ??= []).push(name);
		const same = name === "?" ? ":last-child" : `:nth-child(${at + 1})`; // the next card, to be chosen in turn
		drawPiles(`#editor-pack > ${same}`);
	}, named(name))));
	focused.map((each) => $("editor").querySelector(each)).find((each) => each)?.focus();
	check();
}

const field = (/** @type {string} */ name, /** @type {string} */ title, /** @type {HTMLElement[]} */ ...inside) => make("label", { title }, make("span", {}, name), ...inside);

function input(key, title, hint = "") {
	const made = make("input", { spellcheck: "false", autocomplete: "off", "data-key": key, placeholder: hint });
	made.value = fields[key] ?? "";
	made.addEventListener("input", () => { fields[key] = made.value; check(); });
	return field(title, title, made);
}

function option(told) {
	if (!told.values) return input(told.name, told.name, told.own);
	const made = make("select", { "data-key": told.name }, ...told.values.map((value) => make("option", { value, title: told.means[value] ?? "" }, value === told.own ? `${value} *` : value)));
	made.value = fields[told.name] || told.own;
	const meant = make("small", {}, told.means[made.value] ?? "");
	made.addEventListener("change", () => {
		fields[told.name] = made.value === told.own ? "" : made.value;
		meant.textContent = told.means[made.value] ?? "";
		check();
	});
	return field(told.name, `${told.clause}: ${told.rule}`, made, meant);
}

// With a position line, or the beginning of one.
async function begin(text) {
	read(text);
	target = "hands.0";
	await draw();
}

const gameLine = () => [game, ...kit.options.filter(({ name }) => fields[name]).map(({ name }) => `${name}=${fields[name]}`)].join(" ");

async function deal() {
	const [seed, number] = ["seed", "number"].map((id) => $(`editor-${id}`).value.trim());
	try {
		const dealt = await ask("deal", {
			game: gameLine(), seed: /^\d+$/.test(seed) && !number ? Number(seed) : null, number: number || null, language: board.at.language,
		});
		read(dealt.position);
		drawPiles();
	} catch (error) {
		$("editor-wrong").textContent = error.message;
	}
}

async function draw() {
	const { words, at } = board;
	kit = await ask("kit", { game, style: at.faces || null, language: at.language });
	const games = make("select", { "data-key": "game" }, ...words.games.map(([value, title]) => make("option", { value }, title)));
	games.value = game;
	games.addEventListener("change", () => begin(games.value));
	const number = (id, title) => field(title, "", make("input", { id: `editor-${id}`, inputmode: "numeric", autocomplete: "off" }));
	const options = kit.options.length
		? [make("details", {}, make("summary", {}, words.options), make("div", { class: "fields" }, ...kit.options.map(option)))] : [];
	$("editor").replaceChildren(
		make("h2", { id: "editor-title" }, words.set_up),
		make("div", { class: "fields" }, field(words.game, "", games), number("seed", words.seed), number("number", words.number),
			pressing(deal, { id: "editor-deal" }, words.deal), pressing(fromTable, { id: "editor-again" }, words.from_table), pressing(() => { piles = {}; drawPiles(); }, { id: "editor-clear" }, words.clear)),
		...options,
		make("p", { class: "hint" }, words.set_hint),
		make("div", { id: "editor-piles" }), make("div", { id: "editor-pack" }),
		make("details", {}, make("summary", {}, words.more_fields),
			make("div", { class: "fields" }, ...kit.keys.map((key) => input(key, words.fields[key] ?? key)))),
		make("p", { class: "line" }, make("code", { id: "editor-line" })),
		make("p", { id: "editor-wrong", role: "alert" }),
		make("div", { class: "row" },
			pressing(setUp, { id: "editor-go" }, words.set_up),
			pressing(() => $("editor").close(), {}, words.close)),
	);
	drawPiles();
}

async function setUp() {
	if (!await put(line())) return;
	keep(DRAFT, null);
	$("editor").close();
}

// What was begun before is given up for what lies on the table.
async function fromTable() {
	keep(DRAFT, null);
	begun = board.look.line;
	await begin(begun);
	begun = line();
	keep(DRAFT, null);
}

// What was begun and not set up is gone on with.
export async function edit() {
	const draft = kept(DRAFT);
	await (draft === null ? fromTable() : begin(draft));
	$("editor").showModal();
}

// Along the cards by arrows; Enter in a field sets up, unless something is wrong.
$("editor").addEventListener("keydown", (event) => {
	const target = /** @type {Page.Part} */ (event.target);
	const cards = target.closest(".cards, #editor-pack");
	const step = STEPS[event.key];
	if (cards && step) along(cards, target, step);
	else if (event.key === "Enter" && target.matches("input")) $("editor-go").click();
	else return;
	event.preventDefault();
});

// The first question: play, learn, puzzle or analyse.

import { parked, underWay } from "./match_end.mjs";
import { $, fill, lasting, lastingly, make, pressing } from "./parts.mjs";
import { change, refuse } from "./play.mjs";
import { picture } from "./server.mjs";
import { board } from "./store.mjs";

const GAME = "aceten game";
const STRENGTH = "aceten strength";
const ORDER = ["play", "learn", "puzzle", "analyse"];
const FAN = ["Kh", "Ah", "Td"];
const answers = {};

// `run` hears of the game that is chosen, and of how well the others play.
export function answer(name, word, about, run) {
	answers[name] = { name, word, about, run };
}

export function chosenGame() {
	return $("begin-game")?.value || lasting(GAME) || (board.at.language === "de" ? "schnapsen/2" : "zsiros/4");
}

const show = () => { document.documentElement.dataset.view = board.showing; };

function choose(game) {
	$("begin-game").value = game;
	$("begin-game").dispatchEvent(new Event("change", { bubbles: true }));
}

function tile(/** @type {readonly string[]} */ [game, style, about]) {
	const fan = make("span", { class: "fan" }, ...FAN.map((card) => make("img", { src: picture(style, card), alt: "", width: 50, height: 70 })));
	const title = board.words.games.find(([name]) => name === game)?.[1] ?? game;
	return pressing(() => choose(game), { class: "tile", "data-game": game }, fan, make("strong", {}, title), make("span", {}, about));
}

async function begin(run, { currentTarget }) {
	currentTarget.firstChild.append(" …"); // a puzzle may take some time
	const [game, strength] = [chosenGame(), $("begin-strength").value];
	lastingly(GAME, game);
	lastingly(STRENGTH, strength);
	board.starting = false;
	try {
		await run(game, strength);
	} catch (error) {
		refuse(error);
	}
	show();
}

function draw() {
	const { words } = board;
	const big = (name, word, about, run) => pressing((event) => begin(run, event), { class: "answer", "data-answer": name }, make("strong", {}, word), make("span", {}, about));
	const left = underWay() ? { name: board.look.game, back: () => {} } : parked();
	const buttons = [...(left ? [big("resume", words.resume, left.name, left.back)] : []),
		...ORDER.filter((name) => name in answers).map((name) => big(name, words[answers[name].word], words[answers[name].about], answers[name].run))];
	const select = (id, word) => make("label", { class: "quiet" }, word, " ", make("select", { id }));
	const game = chosenGame();
	$("start").replaceChildren(make("h2", { id: "start-title", tabindex: "-1" }, words.what_to_do), make("div", { class: "answers tiles" }, ...words.tiles.map(tile)),
		make("div", { class: "row" }, select("begin-game", words.all_games), select("begin-strength", words.strength)), make("div", { class: "answers" }, ...buttons));
	fill("begin-strength", words.machines, lasting(STRENGTH) ?? "playouts");
	fill("begin-game", words.games, game);
	if ($("begin-game").selectedIndex < 0) $("begin-game").value = "zsiros/4";
	marked();
}

function marked() {
	for (const each of document.querySelectorAll(".tile")) each.setAttribute("aria-pressed", String(each.dataset.game === chosenGame()));
}
$("start").addEventListener("change", marked);

// Whoever goes back in the browser comes to the table as it was.
export async function ask(later = true) {
	if (later) history.pushState(null, "");
	board.starting = true;
	show();
	await board.spoken;
	draw();
	$("start-title").focus({ preventScroll: true });
}

// Who comes otherwise is asked no more.
function elsewhere() {
	board.starting = false;
	if (board.look) show();
}
addEventListener("hashchange", elsewhere);
addEventListener("popstate", elsewhere);
document.addEventListener("spoken", () => { if (board.starting) draw(); });

answer("analyse", "analyse", "about_analyse", () => change({ view: "analyse" }));

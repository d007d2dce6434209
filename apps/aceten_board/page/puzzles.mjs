// Puzzles: only one card or action wins. A click on one is an attempt until it is solved.

import { button, choice, panel, show } from "./panels.mjs";
import { $, fill, make, paragraph } from "./parts.mjs";
import { change, put, refuse, stand } from "./play.mjs";
import { attempted, draw, today } from "./learn/progress.mjs";
import { ask } from "./server.mjs";
import { answer } from "./start.mjs";
import { said } from "./signs.mjs";
import { board, drawing } from "./store.mjs";
import { taking, toTable } from "./table.mjs";

const LEVELS = [["2", "level_2"], ["3", "level_3"], ["4", "level_4"], ["3h", "level_3h"], ["4h", "level_4h"]];
const OF_CLAIMS = [["hand", "level_hand"], ["handh", "level_handh"]];
let busy = false;

async function attempt(action) {
	try {
		const told = await ask("attempt", { ...stand(), seat: null, action });
		$("puzzle-task").textContent = told.task;
		const line = make("ol", {}, ...told.line.map((trick) => make("li", {}, ...said(trick))));
		$("puzzle-told").className = told.right === null ? "" : told.right ? "is-right" : "is-wrong";
		$("puzzle-told").replaceChildren(...told.told.map(paragraph), ...(told.line.length ? [line] : []));
		if (told.right !== null && !board.deal.tried) {
			board.deal.tried = true;
			attempted(told.right, hardness(), board.deal.daily ?? null);
		}
		if (told.right) await change({ puzzle: false });
	} catch (error) {
		$("puzzle-told").replaceChildren();
		if (error.clause) refuse(error);
		else $("puzzle-task").textContent = error.message;
	}
}

// How hard a puzzle is, on the scale of the rating.
function hardness() {
	const level = board.deal.level ?? "3";
	return 900 + 100 * (Number(level[0]) || 5) + (level.endsWith("h") ? 200 : 0);
}

// The same for everybody on one day: game and deal follow from the date.
async function daily() {
	const date = today();
	const number = Math.round(Date.parse(date) / 86_400_000);
	show("puzzle");
	show("play", false);
	const { taught } = board.words;
	$("puzzle-game").value = taught[number % taught.length];
	levels();
	await set({ seed: number, daily: date });
}

async function set({ seed, daily: date } = /** @type {{ seed?: number, daily?: string }} */ ({})) {
	if (busy) return;
	busy = true;
	$("puzzle-task").textContent = `${board.words.searching} …`;
	$("puzzle-told").replaceChildren();
	const level = $("puzzle-level").value;
	try {
		const { position } = await ask("puzzle", {
			game: $("puzzle-game").value, cards: Number(level[0]) || null, hard: level.endsWith("h"), seed, language: board.at.language,
		});
		const there = await put(position, { puzzle: true, machine: "", bottom: null, aside: true });
		if (there) Object.assign(board.deal, { level, daily: date });
		if (!there) $("puzzle-task").textContent = "";
		else toTable();
	} catch (error) {
		$("puzzle-task").textContent = error.message;
	}
	busy = false;
}

function choices() {
	const { words } = board;
	draw();
	fill("puzzle-game", words.games, $("puzzle-game").value || (board.look?.begins ?? "zsiros/4").split(" ")[0]);
	levels();
}

function levels() {
	const { words } = board;
	const several = words.claimed.includes($("puzzle-game").value) ? OF_CLAIMS : LEVELS;
	const before = $("puzzle-level").value;
	const usual = several === LEVELS ? "3" : "hand";
	fill("puzzle-level", several.map(([value, word]) => [value, words[word]]), several.some(([value]) => value === before) ? before : usual);
}

panel("puzzle", "puzzles", "z", choices,
	make("p", { id: "puzzle-task", "aria-live": "polite" }),
	make("div", { id: "puzzle-told", "aria-live": "polite" }),
	make("div", { class: "row" },
		choice("game", "puzzle-game"), choice("level", "puzzle-level"),
		button("puzzle-set", "new_puzzle", () => set(), "Z"), button("puzzle-daily", "daily", daily, "F")),
	make("p", { id: "puzzle-progress", class: "hint" }),
	make("div", { class: "row" }, button("puzzle-up", "give_up", () => change({ puzzle: false }), "q")));

answer("puzzle", "daily", "about_puzzle", daily);
$("puzzle-game").addEventListener("change", levels);

// A card is tried, not played.
taking("puzzle", (action) => {
	if (!board.at.puzzle || board.at.here.parent) return false;
	attempt(action);
	return true;
});

let asked = null;
drawing("puzzle", () => {
	$("puzzle-up").disabled = !board.at.puzzle;
	if (!board.at.puzzle || asked === board.deal) return;
	asked = board.deal;
	board.deal.puzzle = true;
	show("puzzle");
	attempt(null);
});
document.addEventListener("spoken", () => {
	asked = null;
	if (!$("puzzle-panel").hidden) choices();
	if (!board.at.puzzle) for (const id of ["puzzle-task", "puzzle-told"]) $(id).replaceChildren();
});

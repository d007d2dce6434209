// A first lesson: positions, in most of which something is to be found by a tap, and then a deal.

import { button, choice, panel, show } from "../panels.mjs";
import { $, fill, make, paragraph } from "../parts.mjs";
import { sitDown } from "../match.mjs";
import { underWay } from "../match_end.mjs";
import { act, put, refuse, stand } from "../play.mjs";
import { ask } from "../server.mjs";
import { answer, chosenGame } from "../start.mjs";
import { board, drawing } from "../store.mjs";
import { taking } from "../table.mjs";

// The lesson whose step lies on the table.
const given = () => (board.lesson?.deal === board.deal ? board.lesson : null);

function tell(...sentences) {
	$("learn-text").replaceChildren(...sentences.filter((each) => each).map(paragraph));
	const lesson = given();
	const waits = !lesson || (lesson.steps[lesson.place].right.length > 0 && !lesson.found);
	const over = lesson !== null && lesson.place === lesson.steps.length - 1;
	$("learn-next").disabled = waits || over;
	$("learn-deal").hidden = !over || waits;
	$("learn-place").textContent = lesson
		? board.words.lesson_step.replace("{number}", lesson.place + 1).replace("{all}", lesson.steps.length) : "";
}

async function go(lesson, place) {
	const { position, text } = lesson.steps[place];
	Object.assign(lesson, { place, found: false, deal: null });
	const { shown } = board;
	board.shown = false;
	if (!await put(position, { view: "play", seat: 0, bottom: 0, machine: "", aside: true })) {
		board.shown = shown;
		return;
	}
	lesson.deal = board.deal;
	show("learn");
	show("play", false);
	tell(text);
}

async function begin(game = $("learn-game").value) {
	try {
		const { steps } = await ask("course", { game, language: board.at.language });
		board.lesson = { game, steps, place: 0, found: false, deal: null };
		$("learn-game").value = game;
		await go(board.lesson, 0);
	} catch (error) {
		refuse(error);
	}
}

async function play() {
	const game = board.lesson?.game ?? board.words.taught[0];
	board.lesson = null;
	show("learn", false);
	board.lessons = true;
	await sitDown(game, ",greedy".repeat(Number(game.split("/")[1]) - 1)).catch(refuse);
	$("play-explain").setAttribute("aria-pressed", "true");
}

function choices() {
	const { words } = board;
	fill("learn-game", words.games.filter(([game]) => words.taught.includes(game)), board.lesson?.game ?? words.taught[0]);
	if (!given()) tell();
}

panel("learn", "learn", "E", choices,
	make("div", { class: "row" },
		choice("game", "learn-game"), button("learn-begin", "start", () => begin(), "B"),
		make("span", { id: "learn-place", class: "hint" })),
	make("div", { id: "learn-text", "aria-live": "polite" }),
	make("div", { class: "row" }, button("learn-next", "lesson_next", () => board.lesson && go(board.lesson, board.lesson.place + 1), "C"), button("learn-deal", "lesson_play", play, "D")));
$("learn-deal").hidden = true;

const courseOf = (/** @type {string} */ game) => board.words.taught.find((each) => each.startsWith(`${game.split("/")[0]}/`));

// Whoever has sat down, and done nothing yet, may want to learn the game first.
const offer = button("learn-offer", "lesson_offered", () => begin(courseOf(board.look.begins)), "O");
offer.className = "quiet";
$("play-hint").before(offer);

// A tap is an answer, as long as something is sought.
async function answered(lesson, action) {
	const { text, right, after } = lesson.steps[lesson.place];
	if (!right.length) return;
	if (!right.includes(action)) {
		const why = await ask("lesson", { ...stand(), actions: [...board.actions, action] }).then(({ told }) => told.slice(0, 1), () => []);
		tell(text, [board.words.lesson_look_again, ...why].join(" "));
		return;
	}
	lesson.found = true;
	await act(action);
	tell(after, lesson.place === lesson.steps.length - 1 ? board.words.lesson_over : "");
}

taking("learn", (action) => {
	const lesson = given();
	if (!lesson || lesson.found) return false;
	answered(lesson, action);
	return true;
});

drawing("learn", () => {
	offer.hidden = !board.bySeat || !board.playing || board.look.over || underWay() || !courseOf(board.look.begins);
	if (board.lesson?.deal && !given()) {
		board.lesson = null;
		show("learn", false);
	}
});
document.addEventListener("spoken", async () => {
	if ($("learn-panel").hidden) return;
	const lesson = given();
	if (lesson) await begin(lesson.game);
	choices();
});

answer("learn", "learn", "about_learn", (game) => begin(courseOf(game) ?? board.words.taught[0]));

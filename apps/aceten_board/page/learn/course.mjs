// A first lesson: one position after another, in most of which something is to be found by a tap, and then a deal with explanations.

import { button, panel, show, spoken } from "../panels.mjs";
import { $, fill, make, paragraph } from "../parts.mjs";
import { sitDown } from "../match.mjs";
import { act, put, refuse } from "../play.mjs";
import { ask } from "../server.mjs";
import { answer, chosenGame } from "../start.mjs";
import { board, drawing } from "../store.mjs";

let lesson = null; // the one that is given: its game, its steps, how far it is, whether what is sought is found, and the deal on the table

const step = () => lesson.steps[lesson.place];
const given = () => lesson !== null && board.deal === lesson.deal;

function tell(...sentences) {
  $("learn-text").replaceChildren(...sentences.filter((each) => each).map(paragraph));
  const waits = !given() || (step().right.length > 0 && !lesson.found);
  const over = given() && lesson.place === lesson.steps.length - 1;
  $("learn-next").disabled = waits || over;
  $("learn-deal").hidden = !over || waits;
  $("learn-place").textContent = given()
    ? board.words.lesson_step.replace("{number}", lesson.place + 1).replace("{all}", lesson.steps.length) : "";
}

async function go(place) {
  const { position, text } = lesson.steps[place];
  Object.assign(lesson, { place, found: false, deal: null });
  const { shown } = board;
  board.shown = false;
  if (!await put(position, { view: "play", seat: 0, bottom: 0, machine: "" })) {
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
    lesson = { game, steps };
    $("learn-game").value = game;
    await go(0);
  } catch (error) {
    refuse(error);
  }
}

async function play() {
  const { game } = lesson;
  lesson = null;
  show("learn", false);
  board.lessons = true;
  await sitDown(game, ",greedy".repeat(Number(game.split("/")[1]) - 1)).catch(refuse);
  $("play-explain").setAttribute("aria-pressed", "true");
}

function choices() {
  const { words } = board;
  fill("learn-game", words.games.filter(([game]) => words.taught.includes(game)), lesson?.game ?? words.taught[0]);
  if (!given()) tell();
}

panel("learn", "learn", "E", choices,
  make("div", { class: "row" },
    make("label", { class: "quiet" }, spoken("span", "game"), " ", make("select", { id: "learn-game" })), button("learn-begin", "start", () => begin(), "B"),
    make("span", { id: "learn-place", class: "hint" })),
  make("div", { id: "learn-text", "aria-live": "polite" }),
  make("div", { class: "row" }, button("learn-next", "lesson_next", () => go(lesson.place + 1), "C"), button("learn-deal", "lesson_play", play, "D")));
$("learn-deal").hidden = true;

// A tap is an answer, as long as something is sought.
document.addEventListener("click", async (event) => {
  const chosen = event.target.closest("[data-action]");
  if (!chosen || !given() || lesson.found) return;
  event.stopImmediatePropagation();
  const { text, right, after } = step();
  if (!right.length) return;
  if (!right.includes(chosen.dataset.action)) {
    tell(text, board.words.lesson_look_again);
    return;
  }
  lesson.found = true;
  await act(chosen.dataset.action);
  tell(after, lesson.place === lesson.steps.length - 1 ? board.words.lesson_over : "");
}, true);

drawing(() => {
  if (lesson && lesson.deal && !given()) {
    lesson = null;
    show("learn", false);
  }
});
document.addEventListener("spoken", async () => {
  if ($("learn-panel").hidden) return;
  if (given()) await begin(lesson.game);
  choices();
});

answer("learn", "learn", "about_learn", (game) => begin(board.words.taught.find((each) => each.startsWith(chosenGame(game).split("/")[0])) ?? board.words.taught[0]));

// The first question: to play, to learn, to solve a puzzle, or to analyse.

import { $, fill, lasting, lastingly, make, pressing } from "./parts.mjs";
import { change, refuse } from "./play.mjs";
import { board } from "./store.mjs";

const GAME = "aceten game";
const ORDER = ["play", "learn", "puzzle", "analyse"];
const answers = {}; // what can be answered

// `word` is what it is called; `run` hears of the game that is chosen.
export function answer(name, word, about, run) {
  answers[name] = { name, word, about, run };
}

export function chosenGame() {
  return $("begin-game")?.value || lasting(GAME) || "zsiros/4";
}

function draw() {
  const { words } = board;
  const games = make("select", { id: "begin-game", "aria-label": words.game });
  const buttons = ORDER.filter((name) => name in answers).map((name) => answers[name]).map(({ name, word, about, run: answered }) => {
    const run = async () => {
      lastingly(GAME, chosenGame());
      board.starting = false;
      try {
        await answered(chosenGame());
      } catch (error) {
        refuse(error);
      }
      document.documentElement.dataset.view = board.starting ? "start" : board.at.view;
    };
    return pressing(run, { class: "answer", "data-answer": name }, make("strong", {}, words[word]), make("span", {}, words[about]));
  });
  $("start").replaceChildren(make("h2", { id: "start-title", tabindex: "-1" }, words.what_to_do),
    make("label", { class: "quiet" }, words.game, " ", games), make("div", { class: "answers" }, ...buttons));
  fill("begin-game", words.games, lasting(GAME) ?? "zsiros/4");
  if (games.selectedIndex < 0) games.value = "zsiros/4";
}

export async function ask() {
  board.starting = true;
  document.documentElement.dataset.view = "start";
  await board.spoken;
  draw();
  $("start-title").focus({ preventScroll: true });
}

// Who goes on with what lies on the table, or comes there by a link, is asked no more.
window.addEventListener("hashchange", () => { board.starting = false; });
document.addEventListener("spoken", () => { if (board.starting) draw(); });

answer("analyse", "analyse", "about_analyse", () => change({ view: "analyse" }));

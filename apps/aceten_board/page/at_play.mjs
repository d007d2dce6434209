// A game against the machine, or between people at one screen: who sits where, hints, taking back, the next deal, what just happened.

import { button, panel, spoken } from "./panels.mjs";
import { $, fill, make, paragraph } from "./parts.mjs";
import { change, go, refuse, stand } from "./play.mjs";
import { ask } from "./server.mjs";
import { board, dealOf, drawing } from "./store.mjs";
import * as tree from "./tree.mjs";

const SEATS = "ABCDEFGH";
const isMatch = () => board.at.machine.includes(",");
let explained = null;
let ended = null;

const people = (machine = board.at.machine) => machine.split(",").flatMap((each, seat) => (each ? [] : [seat]));

function seats() {
  const players = Number($("play-game").value.split("/")[1]);
  const { words } = board;
  $("play-seats").replaceChildren(...[...SEATS.slice(0, players)].map((name, seat) => {
    const select = make("select", { "aria-label": `${name}` },
      ...[["person", words.person], ["greedy", words.greedy], ["playouts", words.playouts], ["average", words.average]]
        .map(([value, text]) => make("option", { value }, text)));
    select.value = seat ? "playouts" : "person";
    return make("label", { class: "quiet" }, name, " ", select);
  }));
}

function choices() {
  if ($("play-game").options.length) return;
  fill("play-game", board.words.games, (board.look?.begins ?? "zsiros/4").split(" ")[0]);
  seats();
}

async function start() {
  const chosen = [...$("play-seats").querySelectorAll("select")].map(({ value }) => value);
  const machine = chosen.map((value) => (value === "person" ? "" : value)).join(",");
  try {
    const { position } = await ask("deal", { game: $("play-game").value, language: board.at.language });
    await next([], position, machine);
  } catch (error) {
    refuse(error);
  }
}

// Whoever is the only person looks with his own eyes; of several each when it is his turn.
async function next(before, position, machine = board.at.machine) {
  const deal = dealOf(position);
  const seat = people(machine)[0] ?? null;
  board.shown = false;
  $("values").setAttribute("aria-pressed", false);
  await change({ deals: [...before, deal], deal: before.length, here: deal.root, seat, fits: false, bottom: null, puzzle: false, machine });
}

async function hint() {
  if (!board.look?.choices.length) return;
  $("play-hint").textContent = "…";
  try {
    const { told } = await ask("hint", stand());
    $("play-hint").textContent = told;
  } catch (error) {
    $("play-hint").textContent = error.message;
  }
}

// To where a person acted last.
function takeBack() {
  const nodes = tree.path(board.at.here);
  const own = isMatch() ? people().map((seat) => SEATS[seat]) : [...SEATS];
  const last = nodes.findLast(({ who }) => own.includes(who));
  if (last) go(last.parent);
}

function toggleLessons() {
  board.lessons = !board.lessons;
  $("play-explain").setAttribute("aria-pressed", board.lessons);
  explained = null;
  explain();
}

async function explain() {
  const { here } = board.at;
  if (!board.lessons) $("lesson").replaceChildren();
  if (!board.lessons || explained === here) return;
  explained = here;
  const nodes = tree.path(here);
  try {
    const { told } = await ask("lesson", stand());
    if (here !== board.at.here) return;
    if (!nodes.length) $("lesson").replaceChildren();
    $("lesson").append(make("li", {}, told.join(" ")));
    while ($("lesson").children.length > 12) $("lesson").firstChild.remove();
    $("lesson").scrollTop = $("lesson").scrollHeight;
  } catch (error) {
    refuse(error);
  }
}

async function finish() {
  const { look, at } = board;
  $("play-next").hidden = true;
  if (!look.over || !isMatch()) {
    if (!look.over) $("play-score").replaceChildren();
    return;
  }
  if (ended === at.here) {
    $("play-next").hidden = !at.here.nextDeal;
    return;
  }
  ended = at.here;
  const deals = at.deals.slice(0, at.deal + 1).map((deal, place) => ({
    position: deal.position, actions: tree.actionsTo(place === at.deal ? at.here : deal.recorded ?? tree.end(deal.root)),
  }));
  board.deal.recorded = at.here;
  try {
    const told = await ask("match", { deals, language: at.language });
    $("play-score").replaceChildren(...told.told.map(paragraph));
    at.here.nextDeal = told.position;
    $("play-next").hidden = told.position === null;
  } catch (error) {
    $("play-score").replaceChildren(paragraph(error.message));
  }
}

async function review() {
  board.shown = true;
  $("values").setAttribute("aria-pressed", true);
  await change({ machine: "", seat: null, here: board.deal.recorded ?? board.at.here });
  $("judge")?.click();
}

panel("play", "play", "y", choices,
  make("div", { class: "row" },
    make("label", { class: "quiet" }, spoken("span", "game"), " ", make("select", { id: "play-game" })),
    button("play-start", "start", start)),
  make("div", { id: "play-seats", class: "row" }),
  make("div", { class: "row" },
    button("play-hint-now", "hint", hint), button("play-back", "take_back", takeBack),
    button("play-explain", "explain", toggleLessons)),
  make("p", { id: "play-hint", "aria-live": "polite" }),
  make("ol", { id: "lesson", "aria-live": "polite", tabindex: "0", "aria-labelledby": "play-explain" }),
  make("div", { id: "play-score", "aria-live": "polite" }),
  make("div", { class: "row" }, button("play-next", "next_deal", () => next(board.at.deals, board.at.here.nextDeal)),
    button("play-review", "review_played", review)));
$("play-explain").setAttribute("aria-pressed", "false");
$("play-next").hidden = true;
$("play-game").addEventListener("change", seats);

// --- Several people at one screen ------------------------------------------------------------------------------------

const cover = make("dialog", { id: "cover", "aria-labelledby": "cover-said" });
document.body.append(cover);
cover.addEventListener("cancel", (event) => event.preventDefault());

function handOver() {
  const { at, look } = board;
  const seat = look.turn;
  if (!isMatch() || people().length < 2 || seat === null || seat === at.seat || !people().includes(seat)) return;
  const here = make("button", { type: "button", id: "cover-here" }, board.words.here_i_am);
  here.addEventListener("click", async () => {
    await change({ seat, bottom: null });
    cover.close();
  });
  cover.replaceChildren(make("h2", { id: "cover-said" }, board.words.your_turn.replace("{who}", SEATS[seat])), here);
  if (!cover.open) cover.showModal();
}

drawing(() => {
  $("play-hint").textContent = "";
  $("play-back").disabled = !board.at.here.parent;
  $("play-hint-now").disabled = !board.look.choices.length;
  handOver();
  explain();
  finish();
});

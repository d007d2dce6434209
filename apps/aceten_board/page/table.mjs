// The table: players round it, talon and trick in the middle, what the sides have taken, and what may be done.

import { felt } from "./felt.mjs";
import { $, fill, make, paragraph, still } from "./parts.mjs";
import { act } from "./play.mjs";
import { picture } from "./server.mjs";
import { board, drawing } from "./store.mjs";

const SEEN = 800; // how long a trick lies before it is collected, in thousandths of a second
let clearing = null;

export function face(card, names = board.look.names, style = board.look.style) {
  if (card === null) return make("span", { class: "back", role: "img", "aria-label": board.words.hidden });
  return make("img", { src: picture(style, card), alt: names[card], width: 46, height: 64 });
}

// A card of whoever is to act that may not be played can be asked why: a click says which rule forbids it.
function held(card, choice, acts) {
  if (!choice && (!acts || card === null)) return make("span", { class: "card" }, face(card));
  if (!choice) return refused(card);
  const button = make("button", { class: "card", "data-action": choice.action, type: "button", tabindex: "-1" }, face(card));
  button.firstChild.alt = "";
  return button;
}

function refused(card) {
  const { words, look } = board;
  const button = make("button", {
    class: "card refused", "data-refused": card, type: "button", tabindex: "-1", "aria-disabled": "true",
    "aria-label": words.not_allowed.replace("{card}", look.names[card]),
  }, face(card));
  button.firstChild.alt = "";
  return button;
}

// Cards beside each other that do the same have one label.
function hand(told, acts) {
  const playable = acts ? board.look.choices : [];
  const choosing = told.cards.some((card) => card !== null && playable.some((each) => each.card === card));
  const made = make("div", {
    class: choosing ? "hand choosing" : "hand", role: "group", tabindex: "-1", "aria-label": board.words.hand_of.replace("{who}", told.name),
  });
  let group = null;
  let same = null;
  for (const card of told.cards) {
    const choice = card === null ? undefined : playable.find((each) => each.card === card);
    if (!choice || choice.same !== same) {
      group = make("span", { class: "group" });
      made.append(group);
    }
    same = choice?.same ?? null;
    group.append(held(card, choice, playable.length > 0));
    if (choice && !group.dataset.of) group.dataset.of = choice.action;
  }
  for (const each of made.querySelectorAll("[data-of]")) each.append(make("span", { class: "label", "aria-hidden": "true" }));
  return made;
}

function player(told, seat) {
  const { look } = board;
  const acts = seat === look.turn;
  const marks = told.marks.length ? [make("span", { class: "marks" }, told.marks.join(", "))] : [];
  return make("div", { class: acts ? "player turn" : "player", "data-seat": seat },
    make("h2", {}, told.name, " ", ...marks), hand(told, acts));
}

// Who sits where, seen from the one at the bottom.
export function places() {
  const { players, clockwise } = board.look;
  const number = players.length;
  const round = Array.from({ length: number - 1 }, (_, step) => (board.bottom + step + 1) % number);
  if (!clockwise) round.reverse();
  const aside = Math.floor((number - 1) / 2);
  return {
    bottom: [board.bottom % number], left: round.slice(0, aside).reverse(),
    top: number % 2 ? [] : [round[aside]], right: round.slice(number - 1 - aside),
  };
}

// What may be done beside playing a card that lies in a hand, the first way to play it.
function others() {
  const { look } = board;
  const cards = new Set(look.turn === null ? [] : look.players[look.turn].cards);
  return look.choices.filter(({ card }) => card === null || !cards.delete(card));
}

function laid() {
  return board.look.trick.map((each) => make("figure", { class: each.winning ? "laid winning" : "laid" },
    face(each.card), make("figcaption", {}, each.name)));
}

// A trick that is over lies for a moment, and goes to whoever took it.
function collected(where) {
  const { collected: trick } = board.look;
  if (!trick || !board.forward || still()) return;
  const shown = trick.cards.map((card) => make("figure", { class: "laid" }, face(card)));
  const place = Object.keys(where).find((each) => where[each].includes(trick.to));
  $("trick").replaceChildren(...shown);
  clearing = setTimeout(() => {
    $("trick").classList.add(`to-${place}`);
    clearing = setTimeout(() => {
      $("trick").className = "";
      $("trick").replaceChildren(...laid());
    }, 300);
  }, SEEN);
}

function draw() {
  const { look, words, at } = board;
  const focused = document.activeElement?.closest(".hand") != null;
  clearTimeout(clearing);
  document.documentElement.lang = at.language;
  $("title").textContent = look.game;
  document.title = `${look.game} - aceten`;
  if (!("typed" in $("position").dataset)) $("position").value = look.line;
  const where = places();
  $("players").className = `of-${look.players.length}`;
  $("players").replaceChildren(...Object.entries(where).map(([place, seats]) => make("div", { class: `place ${place}` },
    ...seats.map((seat) => player(look.players[seat], seat)))), $("middle"));
  $("talon").replaceChildren(...talon());
  felt();
  $("trick").className = "";
  $("trick").replaceChildren(...laid());
  collected(where);
  $("taken").replaceChildren(...look.taken.map((side) => make("li", {}, side)));
  $("others").replaceChildren(...others().map((choice) => {
    const button = make("button", { "data-action": choice.action, type: "button" }, choice.name, " ");
    button.append(make("span", { class: "label", "aria-hidden": "true" }));
    return button;
  }));
  const turn = look.turn === null ? [] : [make("p", { class: "apart" }, words.to_act.replace("{who}", look.players[look.turn].name))];
  $("told").replaceChildren(...look.told.map(paragraph), ...turn);
  const seats = look.players.map(({ name }, seat) => [String(seat), name]);
  fill("seat", at.fits ? [seats[at.seat]] : [["", words.all], ...seats], at.seat ?? "");
  fill("bottom", seats, board.bottom);
  const strengths = [["", words.nobody], ["average", words.average], ["playouts", words.playouts], ["greedy", words.greedy]];
  const bySeat = at.machine.includes(",") ? [[at.machine, words.by_seat]] : [];
  fill("machine", [...bySeat, ...strengths], at.machine);
  fill("faces", [["", words.own_faces], ["french", words.french], ["german", words.german]], at.faces);
  const first = document.querySelector(".hand [data-action]");
  if (first) first.tabIndex = 0;
  if (focused) toHand();
}

// The focus stays in a hand: on the first card that may be played, and while others act on one's own hand, which waits for its turn.
export function toHand() {
  (document.querySelector(".hand [data-action]") ?? document.querySelector(".bottom .hand"))?.focus({ preventScroll: true });
}

// On a screen on which the table is not seen from everywhere.
export function toTable() {
  const { top, bottom } = $("table").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) $("table").scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
}

function talon() {
  const { look, words } = board;
  if (!look.talon) return [];
  const up = look.turn_up ? [face(look.turn_up)] : [];
  const pile = look.turn_up && look.talon === 1 ? [] : [make("span", { class: "back" })];
  return [make("span", { class: "pile" }, ...pile, ...up), make("span", {}, words.talon.replace("{cards}", look.talon))];
}

function label() {
  const { look, values, words } = board;
  const worthOf = (action) => values?.worths.find((each) => each.action === action);
  $("caption").textContent = values?.caption || words.analysis;
  $("means").replaceChildren(...(values?.told ?? []).map(paragraph));
  $("best").disabled = !values?.worths.some(({ best }) => best);
  $("values").setAttribute("aria-pressed", board.shown);
  for (const button of document.querySelectorAll("[data-action]")) {
    const worth = worthOf(button.dataset.action);
    button.classList.toggle("best", worth?.best ?? false);
    button.dataset.worth = worth?.label ?? "";
    const own = button.querySelector(".label");
    if (own) own.textContent = worth?.label ?? "";
    const { name } = look.choices.find(({ action }) => action === button.dataset.action);
    const said = worth ? [name, worth.label, ...(worth.best ? [words.is_best] : [])].join(", ") : name;
    button.setAttribute("aria-label", said);
  }
  for (const group of document.querySelectorAll("[data-of]")) {
    const worth = worthOf(group.dataset.of);
    group.classList.toggle("good", worth?.best ?? false);
    group.querySelector(".label").textContent = worth?.label ?? "";
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-action], [data-refused]");
  if (button) act(button.dataset.action ?? button.dataset.refused);
});

drawing(draw, label);

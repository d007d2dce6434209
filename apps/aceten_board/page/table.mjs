// The table: players, talon, trick, what the sides have taken, and what may be done.

import { $, fill, make, paragraph } from "./parts.mjs";
import { act } from "./play.mjs";
import { picture } from "./server.mjs";
import { board, drawing } from "./store.mjs";

export function face(card) {
  const { look, words } = board;
  if (card === null) return make("span", { class: "back", role: "img", "aria-label": words.hidden });
  return make("img", { src: picture(look.style, card), alt: look.names[card], width: 62, height: 93 });
}

function held(card, playable) {
  const choice = playable.find((each) => each.card === card && each.card !== null);
  if (!choice) return make("span", { class: "card" }, face(card));
  const button = make("button", { class: "card", "data-action": choice.action, type: "button", tabindex: "-1" }, face(card));
  button.firstChild.alt = "";
  button.append(make("span", { class: "label", "aria-hidden": "true" }));
  return button;
}

function player(told, seat) {
  const { look } = board;
  const playable = seat === look.turn ? look.choices : [];
  const marks = make("span", { class: "marks" }, told.marks.length ? ` (${told.marks.join(", ")})` : "");
  const hand = make("div", { class: "hand" }, ...told.cards.map((card) => held(card, playable)));
  return make("div", { class: seat === look.turn ? "player turn" : "player" }, make("h2", {}, told.name, marks), hand);
}

// What may be done beside playing a card that lies in a hand, the first way to play it.
function others() {
  const { look } = board;
  const cards = new Set(look.players.flatMap(({ cards: own }) => own));
  return look.choices.filter(({ card }) => card === null || !cards.delete(card));
}

function draw() {
  const { look, words, at } = board;
  const focused = document.activeElement?.closest(".hand") !== null;
  document.documentElement.lang = at.language;
  $("title").textContent = look.game;
  document.title = `${look.game} - aceten`;
  if (document.activeElement !== $("position")) $("position").value = look.line;
  $("players").replaceChildren(...look.players.map(player));
  $("talon").textContent = words.talon.replace("{cards}", look.talon);
  if (look.turn_up) $("talon").append(face(look.turn_up));
  $("trick").replaceChildren(...look.trick.map((laid) => make(
    "figure", { class: laid.winning ? "laid winning" : "laid" }, face(laid.card), make("figcaption", {}, laid.name),
  )));
  $("sides").replaceChildren(...look.sides.map((side) => make("li", {}, words.taken
    .replace("{who}", side.name).replace("{points}", side.points ?? "?").replace("{tricks}", side.tricks ?? "?"))));
  $("others").replaceChildren(...others().map((choice) => {
    const button = make("button", { "data-action": choice.action, type: "button" }, choice.name, " ");
    button.append(make("span", { class: "label", "aria-hidden": "true" }));
    return button;
  }));
  $("told").replaceChildren(...look.told.map(paragraph));
  $("notes").replaceChildren(...look.notes.map((note) => make("li", {}, note)));
  fill("seat", [["", words.all], ...look.players.map(({ name }, seat) => [String(seat), name])], at.seat ?? "");
  const first = document.querySelector(".hand button");
  if (first) {
    first.tabIndex = 0;
    if (focused) first.focus();
  }
}

function label() {
  const { look, values, words } = board;
  $("caption").textContent = values?.caption ?? "";
  $("means").replaceChildren(...(values?.told ?? []).map(paragraph));
  $("best").disabled = !values?.worths.some(({ best }) => best);
  for (const button of document.querySelectorAll("[data-action]")) {
    const worth = values?.worths.find(({ action }) => action === button.dataset.action);
    button.classList.toggle("best", worth?.best ?? false);
    button.querySelector(".label").textContent = worth?.label ?? "";
    const { name } = look.choices.find(({ action }) => action === button.dataset.action);
    const said = worth ? [name, worth.label, ...(worth.best ? [words.is_best] : [])].join(", ") : name;
    button.setAttribute("aria-label", said);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-action]");
  if (button) act(button.dataset.action);
});

drawing(draw, label);

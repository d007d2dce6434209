// The course of play: what was done, to be gone along.

import { $, make } from "./parts.mjs";
import { go } from "./play.mjs";
import { board, drawing } from "./store.mjs";

function draw() {
  const { actions, ahead } = board.at;
  $("course").replaceChildren(...["·", ...actions, ...ahead].map((action, place) => {
    const button = make("button", { type: "button" }, action);
    if (place === actions.length) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(place));
    return make("li", { value: place }, button);
  }));
  $("undo").disabled = !actions.length;
  $("redo").disabled = !ahead.length;
}

drawing(draw);

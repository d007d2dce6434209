// A mistake is tried again: the moment before it, with what the side to act knows now covered, until something better is found.

import { make, paragraph, $ } from "../parts.mjs";
import { change, refuse, stand } from "../play.mjs";
import { follow } from "../server.mjs";
import { board, drawing } from "../store.mjs";

let sought = null; // the mistake that is tried again

function tell(text) {
  $("again").hidden = false;
  $("again-told").replaceChildren(paragraph(text));
}

export function tryAgain(node) {
  const button = make("button", { type: "button", class: "again" }, board.words.try_again);
  button.addEventListener("click", async () => {
    sought = node;
    board.shown = false;
    if (!await change({ here: node.parent, seat: null })) return;
    tell(board.words.try_again_task.replace("{who}", node.who));
    $("table").scrollIntoView({ block: "nearest" });
  });
  return button;
}

// What is best there, as soon as it is settled.
async function best() {
  let told = null;
  for await (told of follow("values", { ...stand(), seat: null })) { /* the last answer is the best */ }
  return told.worths.filter((each) => each.best).map(({ action }) => action);
}

document.addEventListener("click", async (event) => {
  const chosen = event.target.closest("[data-action]");
  if (!chosen || !sought || board.at.here !== sought.parent) return;
  event.stopImmediatePropagation();
  try {
    const right = (await best()).includes(chosen.dataset.action);
    tell(right ? board.words.try_again_right : board.words.try_again_wrong);
    if (!right) return;
    sought = null;
    board.shown = true;
    await change({});
  } catch (error) {
    refuse(error);
  }
}, true);

drawing(() => {
  if (sought && board.at.here !== sought.parent) sought = null;
  if (!sought && !board.shown) $("again").hidden = true;
});

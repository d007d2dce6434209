// @ts-check
// Before a match ends that is not over, whoever plays it is asked.

import { make, paragraph, pressing } from "./parts.mjs";
import { board } from "./store.mjs";
import * as tree from "./tree.mjs";

export const SEATS = "ABCDEFGH";

// The seats of a match that no machine plays.
export const people = (machine = board.at.machine) => machine.split(",").flatMap((each, seat) => (each ? [] : [seat]));

// Whether a match goes on in which somebody has done something.
function underWay() {
  const { deals } = board.at;
  if (!board.bySeat || deals.at(-1)?.recorded?.nextDeal === null) return false;
  const own = people().map((seat) => SEATS[seat]);
  return deals.length > 1 || tree.all(deals[0].root).some(({ who }) => own.includes(who));
}

const dialog = make("dialog", { id: "parting", "aria-labelledby": "parting-said" });
document.body.append(dialog);

function asked() {
  const { words, at } = board;
  const button = (id, text, answer) => pressing(() => dialog.close(answer), { id }, text);
  dialog.replaceChildren(
    make("h2", { id: "parting-said" }, words.match_ends), ...(at.deals.at(-1)?.told?.before ?? []).map(paragraph),
    make("div", { class: "row" }, button("parting-stay", words.stay, "stay"), button("parting-end", words.end_match, "end")),
  );
  dialog.returnValue = "stay";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "end"), { once: true });
  });
}

// Whether the board may become another one.
export async function mayEnd() {
  if (dialog.open) return false;
  return !underWay() || asked();
}

// Whether a change of what the address says would end the match: other deals take its place, or other players.
export const ends = ({ deals = board.at.deals, machine = board.at.machine }) => deals[0] !== board.at.deals[0] || machine !== board.at.machine;

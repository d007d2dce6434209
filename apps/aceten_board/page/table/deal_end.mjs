// When a deal is over, every hand lies there as it was dealt: who looks back wants to see what everybody had.

import { stand } from "../play.mjs";
import { ask } from "../server.mjs";
import { board, drawing, redraw } from "../store.mjs";

// The hands with which the deal on the table began, as far as that has been asked; of cards that are made up nobody had them.
export function first() {
  const { deal } = board;
  return deal.begun?.language === board.at.language && !board.at.fits ? deal.begun : null;
}

drawing(async () => {
  const { deal, look } = board;
  const { language } = board.at;
  if (!look.over || board.at.fits || deal.begun?.language === language) return;
  try {
    const seen = await ask("look", { ...stand(), actions: [], ahead: [], seat: null });
    deal.begun = { language, names: seen.names, hands: seen.players.map(({ cards }) => cards) };
  } catch {
    return; // a position that hides cards has no more to show
  }
  if (deal === board.deal && board.look.over) redraw();
});

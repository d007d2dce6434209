// The rules at hand: clauses by their words, and the one that is broken whenever something is refused.

import { panel, show, spoken } from "./panels.mjs";
import { $, make, paragraph } from "./parts.mjs";
import { ask } from "./server.mjs";
import { board } from "./store.mjs";

const game = () => board.look?.begins ?? "zsiros/4";

function article(/** @type {Bodies.Rule} */ rule) {
  const made = make("article", {}, make("h3", {}, rule.clause), paragraph(rule.text));
  if (rule.question) made.append(make("p", { class: "hint" }, `${rule.question} ${rule.reason}`));
  for (const source of rule.sources) made.append(make("p", { class: "hint" }, source));
  return made;
}

let turn = 0; // late answers are known by it
let last = /** @type {Partial<Bodies.AskedRules>} */ ({ words: "" });

async function tell(/** @type {Partial<Bodies.AskedRules>} */ asked) {
  const number = ++turn;
  last = asked;
  let found;
  try {
    found = (await ask("rules", { game: game(), language: board.at.language, ...asked })).rules.map(article);
  } catch (error) {
    found = [paragraph(error.message)];
  }
  if (number === turn) $("rules-found").replaceChildren(...found);
}

const search = make("form", { role: "search", class: "row", autocomplete: "off" },
  make("input", { id: "rules-words", maxlength: "200" }), spoken("button", "find", { type: "submit" }));
const label = spoken("label", "rule_words", { for: "rules-words" });

panel("rules", "rules", "/", () => tell({ words: $("rules-words").value }), label, search,
  make("div", { id: "rules-found", tabindex: "0", role: "region", "aria-labelledby": "rules-title" }));
search.addEventListener("submit", (event) => {
  event.preventDefault();
  tell({ words: $("rules-words").value });
});
document.addEventListener("refused", ({ detail }) => {
  if (!detail.clause) return;
  show("rules");
  tell({ clause: detail.clause });
});
document.addEventListener("clause", ({ detail }) => {
  show("rules");
  tell({ clause: detail });
  $("rules-panel").scrollIntoView({ block: "nearest" });
  $("rules-title").focus();
});
document.addEventListener("spoken", () => { if (!$("rules-panel").hidden) tell(last); });

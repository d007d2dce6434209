// The rules at hand: clauses by their words, and the one that is broken.

import { panel, show, spoken } from "./panels.mjs";
import { $, make, paragraph } from "./parts.mjs";
import { ask } from "./server.mjs";
import { chosenGame } from "./start.mjs";
import { board, drawing } from "./store.mjs";

const game = () => (board.starting ? chosenGame() : board.look?.begins ?? "zsiros/4");

function article(/** @type {Bodies.Rule} */ rule) {
	const behind = [...(rule.question ? [`${rule.question} ${rule.reason}`] : []), ...rule.sources];
	return make("article", {}, make("h3", {}, rule.clause), paragraph(rule.text),
		...(behind.length ? [make("details", { class: "hint" }, make("summary", {}, board.words.sources), ...behind.map(paragraph))] : []));
}

// How the game is played comes before its clauses.
function whole(/** @type {Bodies.Rules} */ { rules, played, title }) {
	const clauses = rules.map(article);
	if (!played.length) return clauses;
	return [make("h3", {}, title), ...played.map(([kind, text]) => make(/** @type {"p"} */ (kind), {}, text)), make("details", {}, make("summary", {}, board.words.clauses), ...clauses)];
}

let turn = 0; // late answers are known by it
let last = /** @type {Partial<Bodies.AskedRules>} */ ({ words: "" });
let of = ""; // the game whose clauses stand there

async function tell(/** @type {Partial<Bodies.AskedRules>} */ asked) {
	const number = ++turn;
	last = asked;
	of = game();
	let found;
	try {
		found = whole(await ask("rules", { game: game(), language: board.at.language, ...asked }));
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
	if (!detail.clause || board.atTable) return;
	show("rules");
	tell({ clause: detail.clause });
});
document.addEventListener("clause", ({ detail }) => {
	show("rules");
	tell({ clause: detail });
	$("rules-panel").scrollIntoView({ block: "nearest" });
	$("rules-title").focus();
});
const again = () => { if (!$("rules-panel").hidden) tell(last); };
document.addEventListener("spoken", again);
drawing("rules", () => { if (of !== game()) again(); });

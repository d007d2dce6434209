// A mistake is tried again, with what is known now covered.

import { $, paragraph, pressing } from "../parts.mjs";
import { change, refuse, stand } from "../play.mjs";
import { follow } from "../server.mjs";
import { board, drawing } from "../store.mjs";
import { taking } from "../table.mjs";

function tell(/** @type {string} */ text) {
	$("again").hidden = false;
	$("again-told").replaceChildren(paragraph(text));
}

export function tryAgain(/** @type {Page.Moment} */ node) {
	const run = async () => {
		board.sought = node;
		board.shown = false;
		if (!await change({ here: node.parent, seat: null })) return;
		tell(board.words.try_again_task.replace("{who}", node.who ?? ""));
		$("table").scrollIntoView({ block: "nearest" });
	};
	return pressing(run, { class: "again" }, board.words.try_again);
}

// What is best there, as soon as it is settled.
async function best() {
	let best = /** @type {string[]} */ ([]);
	for await (const { worths } of follow("values", { ...stand(), seat: null })) best = worths.filter((each) => each.best).map(({ action }) => action);
	return best; // the last answer is the best
}

async function attempt(/** @type {string} */ action) {
	try {
		const right = (await best()).includes(action);
		tell(right ? board.words.try_again_right : board.words.try_again_wrong);
		if (!right) return;
		board.sought = null;
		board.shown = true;
		await change({});
	} catch (error) {
		refuse(error);
	}
}

taking("again", (action) => {
	if (!board.sought || board.at.here !== board.sought.parent) return false;
	attempt(action);
	return true;
});

drawing("again", () => {
	if (board.at.here !== board.sought?.parent) board.sought = null;
	if (!board.sought && !board.shown) $("again").hidden = true;
});

// What may be done beside playing a card of the hand.

import { make, pressing } from "../parts.mjs";
import { sign } from "../signs.mjs";
import { board } from "../store.mjs";

const AT_TALON = ["close", "exchange", "draw", "flip"];
const kind = ({ action }) => action.split(":")[0];

function button(choice, ...text) {
	const made = make("button", { "data-action": choice.action, type: "button" }, ...(text.length ? text : [choice.name]), " ");
	made.append(make("span", { class: "label", "aria-hidden": "true" }));
	return made;
}

// A bid is stepped to and then made: there may be a hundred of them.
function stepper(bids) {
	const { words } = board;
	let place = 0;
	const bid = button(bids[0]);
	const step = (by, text, name) => {
		const run = () => {
			place = Math.max(0, Math.min(bids.length - 1, place + by));
			bid.dataset.action = bids[place].action;
			bid.firstChild?.replaceWith(bids[place].name);
			bid.setAttribute("aria-label", bids[place].name);
		};
		return pressing(run, { "aria-label": name, class: "step" }, text);
	};
	return make("span", { class: "stepper", role: "group" }, step(-1, "−", words.bid_less), bid, step(1, "+", words.bid_more));
}

// Whether a card is led without the marriage that it could show, as a tap on it does.
const unshown = ({ action, card }) => action === card && board.look.choices.some((each) => each.card === card && each.counts !== null);

// All but the first way to play each card, and what lies on cards and talon.
function others() {
	const { look, atTable } = board;
	const cards = new Set(look.turn === null ? [] : look.players[look.turn].cards);
	const beside = look.choices.filter(({ card }) => card === null || !cards.delete(card));
	return atTable ? [...beside.filter((each) => each.counts === null && !(look.talon && AT_TALON.includes(kind(each)))), ...look.choices.filter(unshown)] : beside;
}

// In few words, as all of it stands in one row.
function shortly(/** @type {Bodies.Choice} */ choice) {
	const { words: { claim_now: enough, without_meld: without } } = board;
	const [kind, of] = choice.action.split(":");
	if (kind === "claim") return of ? [...sign(`meld:${of}`), `, ${enough}`] : [enough];
	return unshown(choice) ? [...sign(choice.action), ` ${without}`] : [];
}

export function atHand() {
	const choices = others();
	const bids = board.atTable ? choices.filter((each) => kind(each) === "bid") : [];
	const rest = choices.filter((each) => !bids.includes(each)).map((each) => button(each, ...(board.atTable ? shortly(each) : [])));
	return bids.length > 1 ? [stepper(bids), ...rest] : [...bids.map((each) => button(each)), ...rest];
}

export function atTalon() {
	const { look, atTable, words } = board;
	if (!atTable || !look.talon) return [];
	return look.choices.filter((each) => AT_TALON.includes(kind(each))).map((each) => button(each, words.kinds[kind(each)]));
}

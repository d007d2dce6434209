// The table: players round it, talon and trick in the middle, and what may be done.

import { felt } from "./felt.mjs";
import { maySpoil, SEATS } from "./match_end.mjs";
import { $, fill, make, paragraph, still } from "./parts.mjs";
import { act, own } from "./play.mjs";
import { said, sign } from "./signs.mjs";
import { board, drawing } from "./store.mjs";
import { atHand, atTalon } from "./table/actions.mjs";
import { face, firstHand, hand } from "./table/cards.mjs";
import { first } from "./table/deal_end.mjs";
import { fly, lying } from "./table/motion.mjs";
import { heard } from "./table/sound.mjs";
import { drawTrick, swept } from "./table/trick.mjs";

export { face };

// What somebody is called at his place.
export const named = (/** @type {number} */ seat) => (seat === own() ? board.words.you : board.look.players[seat].name);

function player(/** @type {Bodies.TablePlayer} */ told, /** @type {number} */ seat) {
	const { look } = board;
	const acts = seat === look.turn;
	const begun = look.over ? first() : null;
	const { action = "", who } = board.at.here;
	const bubble = board.atTable && who === SEATS[seat] && look.turn !== null && /^[a-z]/.test(action) ? [make("p", { class: "bubble" }, ...sign(action))] : [];
	const all = !begun ? told.marks : seat === board.bottom ? [board.words.were_dealt] : [];
	const marks = all.length ? [make("span", { class: "marks" }, all.join(", "))] : [];
	return make("div", { class: acts ? "player turn" : "player", "data-seat": seat },
		make("h2", {}, ...(told.name === SEATS[seat] || own() !== null ? [] : [make("span", { class: "who" }, SEATS[seat], " ")]), named(seat), " ", ...marks), begun ? firstHand(told, begun.hands[seat], begun.names) : hand(told, acts), ...bubble);
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

function draw() {
	const { look, words, at } = board;
	const focused = document.activeElement?.closest(".hand") != null;
	const before = lying();
	document.documentElement.dataset.view = board.showing;
	document.documentElement.lang = at.language;
	$("analysis").hidden = look.over;
	$("title").textContent = board.starting ? "aceten" : look.game;
	document.title = `${look.game} - aceten`;
	if (!("typed" in $("position").dataset)) $("position").value = look.line;
	const where = places();
	$("players").className = `of-${look.players.length}`;
	$("players").replaceChildren(...Object.entries(where).map(([place, seats]) => make("div", { class: `place ${place}` },
		...seats.map((seat) => player(look.players[seat], seat)))), $("middle"));
	$("talon").replaceChildren(...talon());
	felt();
	drawTrick();
	$("taken").replaceChildren(...look.taken.map((side) => make("li", {}, side)));
	$("others").replaceChildren(...atHand());
	const turn = look.turn === null ? [] : [make("p", { class: "apart" }, words.to_act.replace("{who}", named(look.turn)))];
	$("told").replaceChildren(...look.told.map((text) => make("p", {}, ...said(text))), ...turn);
	const seats = look.players.map((_, seat) => [String(seat), named(seat)]);
	fill("seat", at.fits ? [seats[at.seat ?? 0]] : [["", words.all], ...seats], at.seat ?? "");
	fill("bottom", seats, board.bottom);
	const bySeat = at.machine.includes(",") ? [[at.machine, words.by_seat]] : [];
	fill("machine", [...bySeat, ["", words.nobody], ...words.machines], at.machine);
	fill("faces", [["", words.own_faces], ["french", words.french], ["german", words.german]], at.faces);
	const reached = document.querySelector(".hand [data-action]");
	if (reached) reached.tabIndex = 0;
	if (focused) toHand();
	fly(before);
	if (board.forward) heard(look.over ? "over" : "laid");
}

// The focus stays in a hand: on what may be played, or on one's own hand.
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
	return [make("span", { class: "pile" }, ...pile, ...up), make("span", {}, words.talon.replace("{cards}", look.talon)), ...atTalon()];
}

function label() {
	const { look, values, words } = board;
	const worthOf = (/** @type {string | undefined} */ action) => values?.worths.find((each) => each.action === action);
	$("caption").textContent = values?.caption || words.analysis;
	$("means").replaceChildren(...(values?.told ?? []).map(paragraph));
	$("best").disabled = !values?.worths.some(({ best }) => best);
	$("values").setAttribute("aria-pressed", board.shown);
	for (const button of document.querySelectorAll("[data-action]")) {
		const worth = worthOf(button.dataset.action);
		button.classList.toggle("best", worth?.best ?? false);
		button.dataset.worth = worth?.label ?? "";
		const own = button.querySelector(".label");
		if (own) own.textContent = worth?.shown || (worth?.label ?? "");
		button.title = worth?.words ?? "";
		const name = look.choices.find(({ action }) => action === button.dataset.action)?.name ?? "";
		const named = worth ? [name, worth.shown || worth.label, ...(worth.words ? [worth.words] : []), ...(worth.best ? [words.is_best] : [])].join(", ") : name;
		button.setAttribute("aria-label", named);
	}
	for (const group of document.querySelectorAll("[data-of]")) {
		const worth = worthOf(group.dataset.of);
		group.classList.toggle("good", worth?.best ?? false);
		group.querySelector(".label")?.replaceChildren(worth?.shown || (worth?.label ?? ""));
	}
}

const TAKERS = /** @type {const} */ (["puzzle", "learn", "again", "claim"]);
const takers = /** @type {Partial<Record<typeof TAKERS[number], (action: string) => boolean>>} */ ({});

// Each of these is asked in turn whether it takes what is chosen for an answer.
export function taking(/** @type {typeof TAKERS[number]} */ name, /** @type {(action: string) => boolean} */ takes) {
	takers[name] = takes;
}

// A tap that follows on another at once was meant for what lay there before.
document.addEventListener("click", (event) => {
	if (board.atTable && (swept() || event.detail > 1)) return;
	const { action, refused } = /** @type {Element} */ (event.target).closest(/** @type {"button"} */ ("[data-action], [data-refused]"))?.dataset ?? {};
	if (refused) act(refused);
	else if (action && !TAKERS.some((name) => takers[name]?.(action))) act(action);
});

// Whoever plays is asked before a claim that is wrong: one tap is soon made.
taking("claim", (action) => {
	const choice = board.look.choices.find((each) => each.action === action);
	if (!choice?.loses || !(board.atTable || board.playing)) return false;
	maySpoil(choice).then((sure) => sure && act(action));
	return true;
});

drawing("table", draw, label);

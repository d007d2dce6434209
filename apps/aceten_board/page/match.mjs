// A match against machines, or between people at one screen.

import { button, choice, panel, show } from "./panels.mjs";
import { people, SEATS } from "./match_end.mjs";
import { $, fill, make, paragraph, pressing } from "./parts.mjs";
import { called, change, go, own, refuse, stand } from "./play.mjs";
import { judge } from "./review.mjs";
import { ask } from "./server.mjs";
import { board, dealOf, drawing } from "./store.mjs";
import { lost, matchOver, statistics } from "./learn/progress.mjs";
import { said, sign } from "./signs.mjs";
import { answer } from "./start.mjs";
import { toHand, toTable } from "./table.mjs";
import { lastTrick } from "./table/trick.mjs";
import * as tree from "./tree.mjs";

const LESSONS = 12; // so many actions are explained at a time
let ended = null;

const chosen = () => [...$("play-seats").querySelectorAll("select")].map(({ value }) => value);

function seats() {
	const players = Number($("play-game").value.split("/")[1]);
	const { words } = board;
	const before = chosen();
	$("play-seats").replaceChildren(...[...SEATS.slice(0, players)].map((name, seat) => {
		const select = make("select", { "aria-label": name }, ...[["person", words.person], ...words.machines].map(([value, text]) => make("option", { value }, text)));
		select.value = before[seat] ?? (seat ? "playouts" : "person");
		return make("label", { class: "quiet" }, name, " ", select);
	}));
}

function choices() {
	fill("play-game", board.words.games, $("play-game").value || (board.look?.begins ?? "zsiros/4").split(" ")[0]);
	seats();
}

export async function sitDown(game, machine) {
	const { position } = await ask("deal", { game, language: board.at.language });
	await next([], position, machine);
}

async function start() {
	try {
		await sitDown($("play-game").value, chosen().map((value) => (value === "person" ? "" : value)).join(","));
	} catch (error) {
		refuse(error);
	}
}

// Whoever sits down at once is the first seat; the machine has the others.
answer("play", "play", "about_play", (game, strength) => sitDown(game, `,${strength}`.repeat(Number(game.split("/")[1]) - 1)));

// Of several people each looks with his own eyes when it is his turn.
async function next(before, position, machine = board.at.machine) {
	const deal = dealOf(position);
	const seat = people(machine)[0] ?? null;
	return goOn({ deals: [...before, deal], deal: before.length, here: deal.root, seat, fits: false, puzzle: false, machine, view: "play" });
}

// Play goes on, and the table is before the eyes. Returns whether it does.
async function goOn(next) {
	const { shown } = board;
	board.shown = false;
	if (!await change({ paused: null, bottom: null, ...next })) {
		board.shown = shown;
		return false;
	}
	toHand();
	toTable();
	return true;
}

// The next deal of the match: one that is there already, or a new one.
function nextDeal() {
	const { deals, deal, here } = board.at;
	if (deal < board.last) return change({ deal: deal + 1, here: tree.end(deals[deal + 1].root) });
	return next(deals, here.nextDeal);
}

async function hint() {
	if (!board.look?.choices.length) return;
	$("play-hint").textContent = "…";
	try {
		const { action, told } = await ask("hint", stand());
		$("play-hint").textContent = told;
		const card = document.querySelector(`[data-action="${action}"]`);
		card?.classList.add("advised");
		document.querySelector(".bottom .player")?.append(make("p", { class: "bubble" }, `${board.words.hint}: `, ...sign(action)));
	} catch (error) {
		$("play-hint").textContent = error.message;
	}
}

// To where a person acted last.
function takeBack() {
	const nodes = tree.path(board.at.here);
	const own = board.bySeat && board.playing ? people().map((seat) => SEATS[seat]) : [...SEATS];
	const last = nodes.findLast(({ who }) => own.includes(who));
	if (last) go(last.parent);
}

function toggleLessons() {
	board.lessons = !board.lessons;
	$("play-explain").setAttribute("aria-pressed", board.lessons);
	explain();
}

// What each of the last actions was, and why: asked once for each pair of eyes.
async function explain() {
	if (!board.lessons) {
		$("lesson").replaceChildren();
		return;
	}
	const { deal: { root }, at: { here, seat, language } } = board;
	const nodes = [root, ...tree.path(here)].slice(-LESSONS);
	const eyes = `${seat} ${language} ${stand().style}`;
	try {
		await Promise.all(nodes.filter(({ lesson }) => lesson?.eyes !== eyes).map(async (node) => {
			const { told } = await ask("lesson", { ...stand(), actions: tree.actionsTo(node) });
			node.lesson = { eyes, text: told.join(" ") };
		}));
	} catch (error) {
		refuse(error);
		return;
	}
	if (here !== board.at.here || !board.lessons) return;
	$("lesson").replaceChildren(...nodes.map(({ lesson }) => make("li", {}, ...said(lesson.text))));
	$("lesson").scrollTop = $("lesson").scrollHeight;
}

// What is written down during a match.
function scoreSheet({ names, rows, winner }, lost) {
	const cells = (name, texts) => texts.map((text) => make(name, {}, String(text)));
	const line = (head, texts) => make("tr", {}, make("th", { scope: "row" }, head), ...cells("td", texts));
	return make("table", { class: "sheet" }, make("thead", {}, make("tr", {}, make("td"), ...cells("th", names.map((name, side) => (side === winner ? `★ ${name}` : name))))),
		make("tbody", {}, ...rows.map((row, place) => line(String(place), row))),
		...(lost.length === names.length ? [make("tfoot", {}, line(board.words.lost, lost))] : []));
}

// What a deal that is over came to, and how the match goes on.
async function finish() {
	const { look, at } = board;
	const waits = at.paused !== null;
	$("play-resume").hidden = !waits;
	const before = board.bySeat && at.deal < board.last;
	const onward = () => {
		$("play-next").hidden = !before && (waits || !at.here.nextDeal);
		$("play-again").hidden = waits || at.here.nextDeal !== null;
	};
	onward();
	$("play-review").hidden = board.atTable ? !look.over : board.deal.review !== null; // nothing of an analyst while one plays
	for (const each of document.querySelectorAll("#play-panel .playing")) each.hidden = waits;
	if (before) $("play-score").replaceChildren(...(board.deal.told ? [paragraph(board.deal.told.told)] : []));
	else if (!look.over && !waits) $("play-score").replaceChildren();
	if (before || waits || !look.over || !board.bySeat) return;
	show("play");
	if (ended === at.here) return;
	ended = at.here;
	const deals = at.deals.map((deal, place) => ({
		position: deal.position, actions: tree.actionsTo(place === at.deal ? at.here : deal.recorded ?? tree.end(deal.root)),
	}));
	board.deal.recorded = at.here;
	try {
		const told = await ask("match", { deals, language: at.language, ...called() });
		const game = look.begins.split(" ")[0];
		const side = look.players[own() ?? -1]?.side; // of whoever plays against machines alone
		if (told.position === null && side !== undefined) matchOver(game, told.sheet.winner === side, board.deal.position);
		const verdict = told.verdict ? [make("p", { class: told.won ? "verdict" : "verdict lost" }, told.verdict)] : [];
		$("play-score").replaceChildren(...verdict, ...told.told.map(paragraph), scoreSheet(told.sheet, side === undefined ? [] : lost(game, side)));
		if (at.here === board.at.here && innerWidth < 901) scrollTo({ top: 0 });
		$("play-score").append(...statistics());
		at.here.nextDeal = told.position;
		onward();
	} catch (error) {
		$("play-score").replaceChildren(paragraph(error.message));
	}
}

// Reviews the deal with all cards open; who plays waits until one goes on.
async function review() {
	const { at, deal } = board;
	const played = deal.recorded ?? at.here;
	if (!tree.path(played).length) return;
	if (board.playing) deal.recorded = played; // from there it goes on
	board.shown = true;
	if (!await change({ paused: at.machine ? at.paused ?? at.seat ?? 0 : null, seat: null, here: played, view: "analyse" })) return;
	judge();
	$("review").scrollIntoView({ block: "nearest" });
}

// Back to where the match stands, whatever has been looked at meanwhile.
async function resume() {
	const { at } = board;
	const deal = at.deals[board.last];
	board.handing = people().length > 1;
	const seat = board.bySeat ? people()[0] ?? null : at.paused;
	if (await goOn({ deal: board.last, here: deal.recorded ?? tree.end(deal.root), seat, view: board.bySeat ? "play" : at.view }) && !board.look.over) deal.recorded = null;
}

panel("play", "play", "y", choices,
	make("div", { class: "row setting playing" },
		choice("game", "play-game"),
		button("play-start", "start", start, "Y")),
	make("div", { id: "play-seats", class: "row setting playing" }),
	make("div", { id: "play-score", "aria-live": "polite" }),
	make("div", { class: "row bar" }, button("play-next", "next_deal", nextDeal, "N"),
		button("play-again", "another_match", () => sitDown(board.look.begins, board.at.machine).catch(refuse), "W"),
		button("play-resume", "resume", resume, "R"), button("play-review", "review_played", review, "A")),
	make("div", { class: "row bar playing" },
		button("play-hint-now", "hint", hint, "h"), button("play-back", "take_back", takeBack, "w"),
		button("play-last", "last_trick", lastTrick, "U"), button("play-explain", "explain", toggleLessons, "d")),
	make("p", { id: "play-hint", "aria-live": "polite" }),
	make("ol", { id: "lesson", "aria-live": "polite", tabindex: "0", "aria-labelledby": "play-explain" }));
$("play-explain").setAttribute("aria-pressed", "false");
$("play-game").addEventListener("change", seats);
document.addEventListener("spoken", () => {
	ended = null;
	if (!$("play-panel").hidden) choices();
});

// --- Several people at one screen ---

const cover = make("dialog", { id: "cover", "aria-labelledby": "cover-said" });
document.body.append(cover);
cover.addEventListener("cancel", (event) => event.preventDefault());

function handOver() {
	const { at, look } = board;
	const seat = look.turn ?? -1;
	const { handing } = board;
	board.handing = false;
	if (!board.bySeat || !board.playing || people().length < 2 || !people().includes(seat) || (seat === at.seat && !handing)) return;
	const uncover = async () => {
		await change({ seat, bottom: null });
		cover.close();
	};
	const here = pressing(uncover, { id: "cover-here" }, board.words.here_i_am);
	cover.replaceChildren(make("h2", { id: "cover-said" }, board.words.your_turn.replace("{who}", SEATS[seat])), here);
	if (!cover.open) cover.showModal();
}

drawing("match", () => {
	if (board.atTable && board.bySeat) show("play");
	$("play-hint").textContent = "";
	$("play-back").disabled = !board.at.here.parent;
	$("play-last").disabled = !tree.path(board.at.here).some(({ took }) => took);
	$("play-hint-now").disabled = !board.look.choices.length;
	handOver();
	explain();
	finish();
});

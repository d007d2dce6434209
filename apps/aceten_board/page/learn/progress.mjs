// What this browser keeps of whoever learns. Nobody else sees it.

import { $, lasting, lastingly, make } from "../parts.mjs";
import { board } from "../store.mjs";

const NAME = "aceten progress";
const FIRST = { rating: 1200, tried: 0, solved: 0, days: 0, last: "", matches: {}, counted: "" };
const DAY = 86_400_000;
const QUICK = 32; // how much one puzzle may change the rating

// What cannot be read counts as nothing.
export function progress() {
	try {
		const kept = JSON.parse(lasting(NAME) ?? "{}");
		return Object.fromEntries(Object.entries(FIRST).map(([key, own]) => [key, typeof kept[key] === typeof own ? kept[key] : own]));
	} catch {
		return { ...FIRST };
	}
}

const keep = (told) => lastingly(NAME, JSON.stringify(told));

// Days are those of the calendar where the browser is.
export function today(now = new Date()) {
	return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

// The first try at a puzzle changes the rating, as in chess; `level`: how hard it is, on the same scale.
export function attempted(right, level, daily) {
	const told = progress();
	told.tried += 1;
	told.solved += right ? 1 : 0;
	told.rating = Math.round(told.rating + QUICK * ((right ? 1 : 0) - 1 / (1 + 10 ** ((level - told.rating) / 400))));
	if (daily && told.last !== daily) {
		told.days = right && Date.parse(daily) - Date.parse(told.last) === DAY ? told.days + 1 : right ? 1 : 0;
		told.last = daily;
	}
	keep(told);
	draw();
}

// Of a match against machines, once: `deal` is its last one.
export function matchOver(game, won, deal) {
	const told = progress();
	if (told.counted === deal) return;
	told.counted = deal;
	const [played, wins] = told.matches[game] ?? [0, 0];
	told.matches[game] = [played + 1, wins + (won ? 1 : 0)];
	keep(told);
}

// What each of two sides has lost; nothing before a match is over.
export function lost(game, side) {
	const [played, won] = progress().matches[game] ?? [];
	return played ? (side ? [won, played - won] : [played - won, won]) : [];
}

export function draw() {
	const { words } = board;
	const { rating, days, solved, tried } = progress();
	$("puzzle-progress").textContent = tried
		? `${words.rating.replace("{rating}", rating)}. ${words.streak.replace("{days}", days).replace("{solved}", solved).replace("{tried}", tried)}` : "";
}

export function statistics() {
	const { words } = board;
	const rows = Object.entries(progress().matches).map(([game, [played, won]]) => {
		const title = words.games.find(([name]) => name === game)?.[1] ?? game;
		return make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, words.matches_won.replace("{won}", won).replace("{played}", played)));
	});
	return rows.length ? [make("details", {}, make("summary", {}, words.statistics), make("table", {}, make("tbody", {}, ...rows)))] : [];
}

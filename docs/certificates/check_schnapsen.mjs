// Checks certificates about Schnapsen by its usual rules, in game points or about who wins the deal.
//
// It is written from the page "The format of certificates" and from the rules, and shares no line with aceten. It needs
// node 18 or later, and nothing else: `node check_schnapsen.mjs FILE` prints what is proved and ends with 0, or says where
// it fails and ends with 1.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { inflateSync } from "node:zlib";

const RULES = "sha256:61291ed77d884a06db1cd827544771da5db3035d13b5f05ae17c38048f51a847";
const [MOST_BYTES, MOST_HEADER, MOST_MOVES, MOST_POSITIONS] = [2 ** 24, 2 ** 16, 1e7, 1e7];
const [MOST_NUMBER, HALVES] = [2 ** 31 - 1, ["at_least", "at_most"]];
const [RANKS, SUITS, STRENGTH] = ["AKQJT", "cshd", "JQKTA"]; // ranks and suits in their written order, and how high ranks are
const COUNTS = { A: 11, T: 10, K: 4, Q: 3, J: 2 }; // SN-CARDS-3
const CARD = /[AKQJT][cshd]/g;
const KEYS = "hands talon lead trick taken points tricks dealer trump closed melds shown claim".split(" ");

class Wrong extends Error {}

const need = (holds, problem) => {
  if (!holds) throw new Wrong(problem);
};
const isNumber = (value, least, most) => Number.isInteger(value) && least <= value && value <= most;
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const points = (cards) => sum(cards.map((card) => COUNTS[card[0]]));
const place = (card) => 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);
const sorted = (cards) => [...cards].sort((one, other) => place(one) - place(other));
const without = (cards, card) => cards.filter((each) => each !== card);
const replaced = (pair, at, value) => pair.map((each, side) => (side === at ? value : each));
const added = (pair, at, more) => replaced(pair, at, pair[at] + more);

// --- The file ---------------------------------------------------------------------------------------------------------

const hasKeys = (value, keys) =>
  typeof value === "object" && value !== null && Object.keys(value).sort().join() === [...keys].sort().join();

function readHeader(line) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    throw new Wrong("the header is no JSON");
  }
}

function readClaim(told) {
  const half = HALVES.find((each) => hasKeys(told, [each, "moves"]));
  need(half !== undefined && isNumber(told[half], -MOST_NUMBER, MOST_NUMBER), "a claim that is none");
  need(isNumber(told.moves, 0, MOST_MOVES), "no number of moves, or too many for this checker");
  return { half, number: told[half], count: told.moves };
}

function unpacked(packed, total) {
  try {
    const { buffer, engine } = inflateSync(packed, { info: true, maxOutputLength: total + 1 });
    need(engine.bytesWritten === packed.length, "more follows the packed moves");
    return buffer;
  } catch (error) {
    throw error instanceof Wrong ? error : new Wrong(`the moves cannot be unpacked, or are too many: ${error.message}`);
  }
}

// Returns the header of a certificate, its claims, and all of the moves.
function read(content) {
  const end = content.indexOf(10) + 1;
  need(end > 0 && end <= MOST_HEADER, "no header of one line");
  const header = readHeader(content.subarray(0, end));
  const keys = ["certificate", "rules", "position", "measure", "claims"];
  need(hasKeys(header, keys), `the header has to have ${keys}`);
  need(header.certificate === 1, "another version of the format");
  need(header.rules === RULES, "other rules than those of this checker");
  need(["game-points", "deal"].includes(header.measure), "another measure than game-points and deal");
  need(Array.isArray(header.claims) && [1, 2].includes(header.claims.length), "claims: one or two are expected");
  const claims = header.claims.map(readClaim);
  need(claims.length === 1 || claims.every(({ half }, at) => half === HALVES[at]), "claims in another order");
  const total = sum(claims.map(({ count }) => count));
  const moves = unpacked(content.subarray(end, -32), total);
  need(moves.length === total, "there are more moves, or fewer, than the header says");
  const checksum = createHash("sha256").update(content.subarray(0, end)).update(moves).digest();
  need(checksum.equals(content.subarray(-32)), "the checksum is another");
  return { header, claims, moves };
}

// --- The position -----------------------------------------------------------------------------------------------------

function readPile(text) {
  need(/^(-|([AKQJT][cshd])*)$/.test(text), "position: no cards");
  return text.match(CARD) ?? [];
}

function readNumbers(text, count) {
  need(new RegExp(`^\\d{1,4}(,\\d{1,4}){${count - 1}}$`).test(text), `position: ${count} numbers are expected`);
  return text.split(",").map(Number);
}

function readPosition(line) {
  need(typeof line === "string" && /^schnapsen\/2( [a-z]+=[^ =]+)+$/.test(line), "the position is none of Schnapsen");
  const words = line.split(" ").slice(1).map((word) => word.split("="));
  const told = Object.fromEntries(words);
  need(Object.keys(told).length === words.length, "position: a key twice");
  need(words.every(([key]) => KEYS.includes(key)), "position: other keys than known");
  need(told.hands !== undefined && /^[01]$/.test(told.lead), "position: no hands, or nobody leads");
  need(/^([01]|-)?$/.test(told.claim ?? ""), "position: nobody claims");
  const [hands, taken] = [told.hands, told.taken ?? "-,-"].map((piles) => piles.split(",").map(readPile));
  const [talon, trick] = [told.talon ?? "-", told.trick ?? "-"].map(readPile);
  const cards = [...hands.flat(), ...talon, ...trick, ...taken.flat()];
  need(hands.length === 2 && taken.length === 2, "position: not two hands");
  need(new Set(cards).size === cards.length, "position: a card twice");
  need(cards.length === 20 || (told.points && told.tricks), "position: points and tricks are not all told");
  const leader = Number(told.lead);
  const size = hands[1 - leader].length;
  const closed = told.closed === undefined ? null : readNumbers(told.closed, 4);
  need(closed === null || closed[0] < 2, "position: nobody closed the talon");
  need(hands[leader].length + trick.length === size && trick.length < 2 && size <= 5, "position: hands that do not fit");
  need(talon.length % 2 === 0 && (talon.length === 0 || closed || size === 5), "position: a talon that does not fit");
  const trump = told.trump ?? talon.at(-1)?.[1] ?? "";
  need(/^[cshd]$/.test(trump), "position: no trumps");
  const deal = {
    hands: hands.map(sorted), talon, leader, trick, trump,
    points: told.points ? readNumbers(told.points, 2) : taken.map(points),
    tricks: told.tricks ? readNumbers(told.tricks, 2) : taken.map((pile) => pile.length / 2),
    melds: told.melds ? readNumbers(told.melds, 2) : [0, 0],
    closed: closed && { seat: closed[0], points: closed[1], tricks: closed.slice(2) },
    over: told.claim !== undefined,
    claimant: told.claim === undefined || told.claim === "-" ? null : Number(told.claim),
  };
  const inPlay = [...hands.flat(), ...talon, ...trick];
  need(2 * sum(deal.tricks) + inPlay.length === 20, "position: tricks that do not fit the cards");
  need(sum(deal.points) + points(inPlay) === 120, "position: points that do not fit the cards");
  return deal;
}

// --- The rules: a deal is never changed, what comes of it is a new one ------------------------------------------------

const turn = (deal) => (deal.over ? null : (deal.leader + deal.trick.length) % 2);
const counted = (deal, side) => deal.points[side] + (deal.tricks[side] ? deal.melds[side] : 0); // SN-MELD-3
const beats = (deal, card, other) =>
  card[1] === other[1] ? STRENGTH.indexOf(card[0]) > STRENGTH.indexOf(other[0]) : card[1] === deal.trump; // SN-SUIT-1

// Returns the cards that may be played to a lead (SN-SUIT-3 to SN-SUIT-7).
function playable(deal, hand) {
  if (deal.trick.length === 0 || (deal.talon.length > 0 && !deal.closed)) return hand;
  const [led] = deal.trick;
  const following = hand.filter((card) => card[1] === led[1]);
  const choices = [following.filter((card) => beats(deal, card, led)), following, hand.filter((card) => card[1] === deal.trump)];
  return choices.find((cards) => cards.length > 0) ?? hand;
}

// Returns what may be done: cards in their written order, then the other actions by their text.
function actions(deal) {
  const hand = deal.hands[turn(deal)];
  if (hand.length === 0) return ["claim", "pass"]; // SN-CLAIM-1
  const words = ["claim"];
  if (deal.trick.length === 0) {
    for (const suit of SUITS) {
      if (hand.includes(`K${suit}`) && hand.includes(`Q${suit}`)) words.push(`claim:${suit}`, `meld:K${suit}`, `meld:Q${suit}`);
    }
    const open = deal.talon.length >= 2 && !deal.closed;
    if (open) words.push("close"); // SN-CLOSE-1, SN-CLOSE-4
    if (open && hand.includes(`J${deal.trump}`)) words.push("exchange"); // SN-EXCH-1 to SN-EXCH-5
  }
  return [...playable(deal, hand), ...words.sort()];
}

const shown = (deal, seat, suit) => ({ ...deal, melds: added(deal.melds, seat, suit === deal.trump ? 40 : 20) }); // SN-MELD-2

// Returns the deal after a card: the winner of a trick takes it, draws first and leads (SN-PLAY-7, SN-DRAW-1).
function afterCard(deal, seat, card) {
  const hands = replaced(deal.hands, seat, without(deal.hands[seat], card));
  const trick = [...deal.trick, card];
  if (trick.length < 2) return { ...deal, hands, trick };
  const winner = beats(deal, trick[1], trick[0]) ? seat : deal.leader;
  const after = {
    ...deal, hands, trick: [], leader: winner,
    points: added(deal.points, winner, points(trick)), tricks: added(deal.tricks, winner, 1),
  };
  if (deal.talon.length === 0 || deal.closed) return after;
  const [first, second, ...talon] = deal.talon;
  return { ...after, talon, hands: hands.map((hand, at) => sorted([...hand, at === winner ? first : second])) };
}

function play(deal, action) {
  const seat = turn(deal);
  const [word, what] = action.split(":");
  switch (word) {
    case "claim":
      return { ...(what ? shown(deal, seat, what) : deal), over: true, claimant: seat };
    case "pass":
      return { ...deal, over: true };
    case "close":
      return { ...deal, closed: { seat, points: counted(deal, 1 - seat), tricks: deal.tricks } }; // SN-SCORE-25, SN-SCORE-27
    case "exchange": {
      const hand = sorted([...without(deal.hands[seat], `J${deal.trump}`), deal.talon.at(-1)]);
      return { ...deal, hands: replaced(deal.hands, seat, hand), talon: [...deal.talon.slice(0, -1), `J${deal.trump}`] };
    }
    case "meld":
      return afterCard(shown(deal, seat, what[1]), seat, what);
    default:
      return afterCard(deal, seat, action);
  }
}

// Returns who scores how much in a deal that is over: [side, game points], nobody 0 (SN-CLAIM-4, SN-SCORE-22 to SN-SCORE-34).
function scored(deal) {
  const { closed, claimant } = deal;
  const penalty = (side) => ((closed && closed.seat !== side ? closed.tricks : deal.tricks)[side] ? 2 : 3);
  if (claimant === null) {
    if (!closed) return [deal.leader, 1];
    return counted(deal, closed.seat) < 66 ? [1 - closed.seat, penalty(1 - closed.seat)] : [0, 0];
  }
  const other = 1 - claimant;
  if (counted(deal, claimant) < 66) return [other, penalty(other)];
  if (closed?.seat === other) return [claimant, penalty(claimant)];
  const [had, tricks] = closed ? [closed.points, closed.tricks[other]] : [counted(deal, other), deal.tricks[other]];
  return [claimant, tricks === 0 ? 3 : had < 33 ? 2 : 1];
}

// --- The walk ---------------------------------------------------------------------------------------------------------

class Walk {
  constructor(measure, { half, number }, moves) {
    Object.assign(this, { measure, half, number, moves, at: 0, known: new Set(), positions: 0 });
  }

  run(start) {
    if (!this.settled(start)) this.visit(start);
    need(this.at === this.moves.length, "there are more moves than the proof takes");
    return this.positions;
  }

  // The class of a position (T-KEY).
  alike({ hands, talon, leader, trick, points: has, tricks, melds, closed }) {
    return JSON.stringify([hands, talon, leader, trick, has, tricks, melds, closed]);
  }

  settled(deal) {
    if (turn(deal) !== null) return this.known.has(this.alike(deal));
    const [side, many] = scored(deal);
    const worth = (this.measure === "deal" ? Math.sign(many) : many) * (side === 0 ? 1 : -1);
    need(this.half === "at_least" ? worth >= this.number : worth <= this.number, `a deal ends with ${worth}: ${JSON.stringify(deal)}`);
    return true;
  }

  visit(deal) {
    this.positions += 1;
    need(this.positions <= MOST_POSITIONS, "more positions than this checker walks");
    let taken = actions(deal);
    if (turn(deal) === HALVES.indexOf(this.half) && taken.length > 1) {
      const move = this.moves[this.at++];
      need(move < taken.length, `no such move is told: ${move} of ${taken} at ${JSON.stringify(deal)}`);
      taken = [taken[move]];
    }
    for (const action of taken) {
      const after = play(deal, action);
      if (!this.settled(after)) this.visit(after);
    }
    this.known.add(this.alike(deal));
  }
}

function main(name) {
  try {
    need(statSync(name).size <= MOST_BYTES, "the file is too large for this checker");
    const { header, claims, moves } = read(readFileSync(name));
    const start = readPosition(header.position);
    const lines = [];
    let at = 0;
    for (const claim of claims) {
      const positions = new Walk(header.measure, claim, moves.subarray(at, (at += claim.count))).run(start);
      lines.push(`${claim.half} ${claim.number} by ${header.measure} for side 0: proved, ${positions} positions`);
    }
    console.log(lines.join("\n"));
    return 0;
  } catch (error) {
    if (!(error instanceof Wrong) && !error.code) throw error;
    console.log(`not proved: ${error.message}`);
    return 1;
  }
}

if (process.argv.length !== 3) {
  console.error("usage: node check_schnapsen.mjs FILE");
  process.exitCode = 2;
} else {
  process.exitCode = main(process.argv[2]);
}

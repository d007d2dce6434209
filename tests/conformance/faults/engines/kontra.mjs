// Ristikontra and Lusti-Kartl'n for four, as somebody writes them who plays both; and answers to requests of a line of JSON each.

import { createInterface } from "node:readline";

const SEATS = 4;
const GAMES = {
  ristikontra: {
    hand: 6,
    worth: { A: 11, T: 10, K: 4, Q: 3, J: 2 },
    lastTrick: 0,
    leadsInARow: 3,
    flips: true,
    target: 7,
    score: (points) => (points <= 60 ? 0 : points === 120 ? 2 : 1),
  },
  "lusti-kartln": {
    hand: 8,
    worth: { A: 10, T: 10 },
    lastTrick: 10,
    leadsInARow: Infinity,
    flips: false,
    target: 5,
    score: (points) => (points >= 50 ? 1 : 0),
  },
};

const rank = (card) => card[0];
const next = (seat) => (seat + 1) % SEATS;
const sideOf = (seat) => seat % 2;
const count = (rules, cards) => cards.reduce((sum, card) => sum + (rules.worth[rank(card)] ?? 0), 0);

// Who takes a trick: whoever played the last card of the rank that was led.
function takes(cards, leader) {
  const place = cards.findLastIndex((card) => rank(card) === rank(cards[0]));
  return (leader + place) % SEATS;
}

// What a deal comes to, from the points of the cards and the side that took the last trick.
function settle(rules, cardPoints, last) {
  const points = [...cardPoints];
  points[last] += rules.lastTrick;
  const gamePoints = points.map(rules.score);
  return { points, winners: [0, 1].filter((side) => gamePoints[side] > 0), game_points: gamePoints };
}

class Deal {
  constructor(rules, leader) {
    this.rules = rules;
    this.leader = leader;
    this.hands = [[], [], [], []];
    this.talon = [];
    this.trick = [];
    this.leads = [];
    this.points = [0, 0];
    this.tricks = [0, 0];
  }

  static dealt(rules, deck, dealer) {
    const deal = new Deal(rules, next(dealer));
    deal.talon = [...deck];
    for (let turn = 0, seat = deal.leader; turn < SEATS; turn++, seat = next(seat)) {
      deal.hands[seat] = deal.talon.splice(0, rules.hand);
    }
    return deal;
  }

  static setUp(rules, parts) {
    const deal = new Deal(rules, parts.leader);
    deal.hands = parts.hands.map((hand) => [...hand]);
    deal.talon = [...parts.talon];
    deal.trick = [...parts.trick];
    deal.leads = [...(parts.leads ?? [])];
    deal.points = [...parts.points];
    deal.tricks = parts.tricks && [...parts.tricks];
    return deal;
  }

  get over() {
    return this.trick.length === 0 && this.hands.every((hand) => hand.length === 0);
  }

  get turn() {
    return this.over ? null : (this.leader + this.trick.length) % SEATS;
  }

  // The cards that may be led: not of a rank that was led too often, for whoever has another.
  leadable(hand) {
    if (this.leads.length < this.rules.leadsInARow) return hand;
    const others = hand.filter((card) => rank(card) !== this.leads.at(-1));
    return others.length > 0 ? others : hand;
  }

  get legal() {
    if (this.over) return [];
    const hand = this.hands[this.turn];
    const moves = new Set(this.trick.length === 0 ? this.leadable(hand) : hand);
    if (this.rules.flips && this.talon.length > 0) moves.add("flip");
    return [...moves];
  }

  play(move) {
    if (!this.legal.includes(move)) return false;
    const hand = this.hands[this.turn];
    const card = move === "flip" ? this.talon.shift() : hand.splice(hand.indexOf(move), 1)[0];
    if (this.trick.length === 0) this.noteLead(card);
    this.trick.push(card);
    if (this.trick.length === SEATS) this.collect();
    return true;
  }

  noteLead(card) {
    if (this.leads.at(-1) !== rank(card)) this.leads = [];
    this.leads.push(rank(card));
  }

  collect() {
    const taker = takes(this.trick, this.leader);
    this.points[sideOf(taker)] += count(this.rules, this.trick);
    if (this.tricks) this.tricks[sideOf(taker)] += 1;
    this.trick = [];
    this.leader = taker;
    for (let turn = 0, seat = taker; turn < SEATS; turn++, seat = next(seat)) {
      const missing = this.rules.hand - this.hands[seat].length;
      this.hands[seat].push(...this.talon.splice(0, missing));
    }
  }

  get result() {
    return this.over ? settle(this.rules, this.points, sideOf(this.leader)) : null;
  }

  get winning() {
    return this.trick.length === 0 ? null : takes(this.trick, this.leader);
  }

  facts() {
    const { turn, legal, result, winning, points, tricks, hands, talon } = this;
    return structuredClone({ turn, legal, result, winning, points, tricks, hands, talon });
  }
}

function course(deal, moves = []) {
  const steps = [];
  for (const move of moves) {
    const step = deal.facts();
    step.refused = !deal.play(move);
    steps.push(step);
  }
  return { steps: [...steps, deal.facts()] };
}

function match(rules, dealer, deals) {
  const scores = [0, 0];
  const steps = [];
  const stand = () => {
    const winner = scores.findIndex((score) => score >= rules.target);
    steps.push({ scores: [...scores], dealer, over: winner >= 0, winner: winner >= 0 ? winner : null });
  };
  stand();
  for (const { game_points: brought } of deals) {
    brought.forEach((points, side) => (scores[side] += points));
    dealer = next(dealer);
    stand();
  }
  return { steps };
}

function view(deal, moves, seat) {
  for (const move of moves) deal.play(move);
  return {
    known: deal.hands.map((hand, other) => (other === seat ? hand : [])),
    sizes: deal.hands.map((hand) => hand.length),
    talon: deal.talon.length,
    legal: deal.turn === seat ? deal.legal : [],
  };
}

const ANSWERS = {
  trick: (rules, { cards, leader }) => ({ winner: takes(cards, leader) }),
  score: (rules, { taken, last }) => ({ result: settle(rules, taken.map((cards) => count(rules, cards)), last) }),
  deal: (rules, { deck, dealer, actions }) => course(Deal.dealt(rules, deck, dealer), actions),
  position: (rules, { parts, actions }) => course(Deal.setUp(rules, parts), actions),
  match: (rules, { dealer, deals }) => match(rules, dealer, deals),
  view: (rules, { deck, dealer, actions, seat }) => view(Deal.dealt(rules, deck, dealer), actions ?? [], seat),
};

const HELLO = {
  protocol: 2,
  program: "kontra",
  games: Object.keys(GAMES).map((game) => ({ game, players: [SEATS], levels: Object.keys(ANSWERS) })),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const reply = request.command === "hello" ? HELLO : ANSWERS[request.command](GAMES[request.game], request);
  process.stdout.write(`${JSON.stringify({ id: request.id, ...reply })}\n`);
}

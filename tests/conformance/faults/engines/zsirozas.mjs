// Zsírozás for two or four, as somebody writes it for a page in a browser; and answers to requests of a line of JSON each.

import { createInterface } from "node:readline";

const HAND = 4;
const TARGET = 5;
const ALL = 80;

const rank = (card) => card[0];
const isSeven = (card) => rank(card) === "7";
const isGrease = (card) => rank(card) === "A" || rank(card) === "T";
const grease = (cards) => 10 * cards.filter(isGrease).length;
const hits = (card, led) => rank(card) === rank(led) || isSeven(card);

// Which card of a trick takes it: its place among the cards.
function takingPlace(cards) {
  let best = 0;
  for (let place = 1; place < cards.length; place++) {
    if (hits(cards[place], cards[0])) best = place;
  }
  return best;
}

class Table {
  constructor(players, leader) {
    this.players = players;
    this.leader = leader;
    this.hands = Array.from({ length: players }, () => []);
    this.talon = [];
    this.trick = [];
    this.points = [0, 0];
    this.tricks = [0, 0];
    this.swept = null;
  }

  static dealt(deck, dealer, players) {
    const table = new Table(players, (dealer + 1) % players);
    const cards = [...deck];
    for (let turn = 1; turn <= players; turn++) {
      table.hands[(dealer + turn) % players] = cards.splice(0, HAND);
    }
    table.talon = cards;
    return table;
  }

  static from(parts) {
    const table = new Table(parts.hands.length, parts.leader);
    table.hands = parts.hands.map((hand) => [...hand]);
    table.talon = [...parts.talon];
    table.trick = [...parts.trick];
    table.points = [...parts.points];
    table.tricks = parts.tricks && [...parts.tricks];
    table.swept = parts.taken.map((pile) => pile.length > 0);
    return table;
  }

  get over() {
    return this.trick.length === 0 && this.hands.every((hand) => hand.length === 0);
  }

  get turn() {
    return this.over ? null : (this.leader + this.trick.length) % this.players;
  }

  get taker() {
    return (this.leader + takingPlace(this.trick)) % this.players;
  }

  // The leader is asked whether he goes on.
  get asked() {
    return this.trick.length > 0 && this.turn === this.leader;
  }

  goesOnWith() {
    return this.hands[this.leader].filter((card) => hits(card, this.trick[0]));
  }

  mayGoOn() {
    const opponents = this.taker % 2 !== this.leader % 2;
    return opponents && this.goesOnWith().length > 0;
  }

  get legal() {
    if (this.over) return [];
    const cards = this.asked ? [...this.goesOnWith(), "stop"] : this.hands[this.turn];
    return [...new Set(cards)];
  }

  play(move) {
    if (!this.legal.includes(move)) return false;
    if (move === "stop") {
      this.collect();
      return true;
    }
    const hand = this.hands[this.turn];
    hand.splice(hand.indexOf(move), 1);
    this.trick.push(move);
    const roundOver = this.trick.length % this.players === 0;
    if (roundOver && !this.mayGoOn()) this.collect();
    return true;
  }

  collect() {
    const taker = this.taker;
    const side = taker % 2;
    this.points[side] += grease(this.trick);
    if (this.tricks) this.tricks[side] += 1;
    if (this.swept) this.swept[side] = true;
    this.trick = [];
    this.leader = taker;
    this.draw(taker);
  }

  draw(first) {
    const missing = HAND - this.hands[first].length;
    const each = Math.min(missing, Math.floor(this.talon.length / this.players));
    for (let turn = 0; turn < this.players; turn++) {
      const seat = (first + turn) % this.players;
      this.hands[seat].push(...this.talon.splice(0, each));
    }
  }

  get result() {
    if (!this.over) return null;
    return settle(this.points, this.tricks ?? this.swept.map(Number), this.leader % 2);
  }

  facts() {
    const { turn, legal, result, points, tricks, hands, talon } = this;
    return structuredClone({ turn, legal, result, points, tricks, hands, talon });
  }
}

// What a deal comes to, from the points and tricks of both sides and the side that took the last trick.
function settle(points, tricks, last) {
  let winner = last;
  if (points[0] > points[1]) winner = 0;
  if (points[1] > points[0]) winner = 1;
  const loser = 1 - winner;
  let score = 1;
  if (points[loser] === 0) score = 2;
  if (tricks[loser] === 0) score = 3;
  const gamePoints = [0, 0];
  gamePoints[winner] = score;
  return { points, winners: [winner], game_points: gamePoints };
}

function course(table, moves = []) {
  const steps = [];
  for (const move of moves) {
    const step = table.facts();
    step.refused = !table.play(move);
    steps.push(step);
  }
  return { steps: [...steps, table.facts()] };
}

export const ANSWERS = {
  trick: ({ cards, leader, players }) => ({ winner: (leader + takingPlace(cards)) % players }),
  score: ({ taken, tricks, last }) => ({ result: settle(taken.map(grease), tricks, last) }),
  deal: ({ deck, dealer, players, actions }) => course(Table.dealt(deck, dealer, players), actions),
  position: ({ parts, actions }) => course(Table.from(parts), actions),
  match: ({ dealer, players, deals }) => {
    const scores = [0, 0];
    let winner = null;
    const stand = () => ({ scores: [...scores], dealer, over: winner !== null, winner });
    const steps = [stand()];
    for (const { game_points: brought } of deals) {
      for (const side of [0, 1]) {
        scores[side] += brought[side];
        if (scores[side] >= TARGET) winner = side;
      }
      dealer = (dealer + 1) % players;
      steps.push(stand());
    }
    return { steps };
  },
  view: ({ deck, dealer, players, actions, seat }) => {
    const table = Table.dealt(deck, dealer, players);
    for (const move of actions ?? []) table.play(move);
    return {
      known: table.hands.map((hand, other) => (other === seat ? hand : [])),
      sizes: table.hands.map((hand) => hand.length),
      talon: table.talon.length,
      legal: table.turn === seat ? table.legal : [],
    };
  },
};

const HELLO = {
  protocol: 2,
  program: "zsirozas",
  games: [{ game: "zsiros", players: [2, 4], levels: Object.keys(ANSWERS) }],
};

if (process.argv[2] === "talk") {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const reply = request.command === "hello" ? HELLO : ANSWERS[request.command](request);
    process.stdout.write(`${JSON.stringify({ id: request.id, ...reply })}\n`);
  }
}

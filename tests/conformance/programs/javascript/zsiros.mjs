// Zsíros for two or four players, as one might write it for a page in a browser. A card is a text such as "Ah".

export const RANKS = "AKQJT987";
export const SUITS = "cshd";

const HAND = 4;
const WILD = "7";
const TARGET = 5;

/** The pack in the order from which a shuffle starts. */
export function pack() {
  return [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
}

/** Partners sit opposite each other; of two players each is a side of his own. */
export const sideOf = (seat) => seat % 2;

/** Aces and tens, the zsír, count ten points each. */
export const worth = (cards) => cards.filter((card) => "AT".includes(card[0])).length * 10;

/** Whether a card can take a trick from the card that was led: by its rank, or as a seven. */
const matches = (card, led) => card[0] === led[0] || card[0] === WILD;

/** The seat that wins these cards, which may be several rounds of one trick. */
export function winnerOf(cards, leader, players) {
  let best = 0;
  cards.forEach((card, place) => {
    if (matches(card, cards[0])) best = place;
  });
  return (leader + best) % players;
}

/** What a deal comes to: cards taken and tricks by side, and the side that took the last trick. */
export function scoreOf(taken, tricks, last, { tie = "last_trick" } = {}) {
  const points = taken.map(worth);
  let winner = points[0] > points[1] ? 0 : 1;
  if (points[0] === points[1]) {
    if (tie === "draw") return { points, winners: [], game_points: [0, 0] };
    winner = last;
  }
  const loser = 1 - winner;
  let gained = 1;
  if (tricks[loser] === 0) gained = 3; // csupasz
  else if (points[loser] === 0) gained = 2; // kopasz
  return { points, winners: [winner], game_points: winner === 0 ? [gained, 0] : [0, gained] };
}

/** One deal, from dealing to the last card. */
export class Deal {
  constructor(deck, dealer, players, options = {}) {
    this.players = players;
    this.options = { tie: "last_trick", continuation: "opponent_winning", ...options };
    this.leader = (dealer + 1) % players;
    this.talon = [...deck];
    this.hands = Array.from({ length: players }, () => []);
    for (const seat of this._round()) this._draw(seat, HAND);
    this.trick = [];
    this.taken = [[], []];
    this.tricks = [0, 0];
  }

  get over() {
    return this.trick.length === 0 && this.hands.every((hand) => hand.length === 0);
  }

  /** The seat to act, or null. After a whole round that is the leader again, who may go on. */
  get turn() {
    return this.over ? null : (this.leader + this.trick.length) % this.players;
  }

  get winning() {
    return winnerOf(this.trick, this.leader, this.players);
  }

  /** Whether the leader has to choose between another round and stopping. */
  get choosing() {
    return this.trick.length > 0 && this.trick.length % this.players === 0;
  }

  get legal() {
    if (this.over) return [];
    return this.choosing ? [...this._continuations(), "stop"] : [...this.hands[this.turn]];
  }

  get result() {
    return this.over ? scoreOf(this.taken, this.tricks, sideOf(this.leader), this.options) : null;
  }

  /** Play a card, or stop. Returns false, and does nothing, when that is not allowed. */
  play(action) {
    if (!this.legal.includes(action)) return false;
    if (action === "stop") {
      this._gather();
      return true;
    }
    const hand = this.hands[this.turn];
    hand.splice(hand.indexOf(action), 1);
    this.trick.push(action);
    if (this.choosing && !this._mayContinue()) this._gather();
    return true;
  }

  copy() {
    return Object.assign(Object.create(Deal.prototype), structuredClone({ ...this }));
  }

  /** All seats in the order of play, the leader first. */
  _round() {
    return this.hands.map((_, turn) => (this.leader + turn) % this.players);
  }

  _draw(seat, count) {
    this.hands[seat].push(...this.talon.splice(0, count));
  }

  _continuations() {
    return this.hands[this.leader].filter((card) => matches(card, this.trick[0]));
  }

  _mayContinue() {
    if (this.options.continuation === "never") return false;
    const own = sideOf(this.winning) === sideOf(this.leader);
    if (own && this.options.continuation !== "always") return false;
    return this._continuations().length > 0;
  }

  /** The winner takes the trick, draws first, and leads. When the talon is short, all draw equally many. */
  _gather() {
    const winner = this.winning;
    this.taken[sideOf(winner)].push(...this.trick);
    this.tricks[sideOf(winner)] += 1;
    this.leader = winner;
    this.trick = [];
    const count = Math.min(HAND - this.hands[winner].length, Math.floor(this.talon.length / this.players));
    for (const seat of this._round()) this._draw(seat, count);
  }
}

/** A match: who has won it is known when a side has five game points. */
export class Match {
  scores = [0, 0];

  constructor(dealer, players) {
    this.dealer = dealer;
    this.players = players;
  }

  get winner() {
    const side = this.scores.findIndex((score) => score >= TARGET);
    return side < 0 ? null : side;
  }

  add(gamePoints) {
    this.scores = this.scores.map((score, side) => score + gamePoints[side]);
    this.dealer = (this.dealer + 1) % this.players;
  }
}

/** The number of different courses of so many actions. */
export function perft(deal, depth) {
  if (depth === 0) return 1;
  let count = 0;
  for (const action of deal.legal) {
    const next = deal.copy();
    next.play(action);
    count += perft(next, depth - 1);
  }
  return count;
}

/** The 64-bit numbers of SplitMix64. */
function* splitMix(seed) {
  for (let state = seed; ; ) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    yield z ^ (z >> 31n);
  }
}

/** A number below the bound, each equally likely. */
function below(bound, numbers) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const upper = Number(numbers.next().value >> 32n);
    if (upper < limit) return upper % bound;
  }
}

/** The pack as this seed, a BigInt, shuffles it. */
export function shuffled(seed) {
  const numbers = splitMix(seed);
  const deck = pack();
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = below(i + 1, numbers);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

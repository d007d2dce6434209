// Lets `aceten verify` ask zsiros.mjs: one JSON object a line comes in, and one goes out.

import { createInterface } from "node:readline";
import { Deal, Match, perft, scoreOf, shuffled, winnerOf, worth } from "./zsiros.mjs";

const HELLO = {
  protocol: 1,
  program: "zsiros-javascript",
  version: "1",
  games: [
    {
      game: "zsiros",
      players: [2, 4],
      levels: ["trick", "score", "deal", "match", "shuffle", "perft"],
      options: { tie: ["draw"], continuation: ["always", "never"] },
    },
  ],
};

const ANSWERS = {
  hello: () => HELLO,
  trick: ({ cards, leader, players }) => ({ winner: winnerOf(cards, leader, players) }),
  score: ({ taken, tricks, last, options }) => ({ result: scoreOf(taken, tricks, last, options) }),
  deal: (request) => {
    const deal = dealt(request);
    const steps = [];
    for (const action of request.actions ?? []) {
      const before = seen(deal);
      steps.push(deal.play(action) ? before : { ...before, refused: true });
    }
    return { steps: [...steps, seen(deal)] };
  },
  match: ({ dealer, players, deals }) => {
    const match = new Match(dealer, players);
    const steps = [stand(match)];
    for (const { game_points } of deals) {
      match.add(game_points);
      steps.push(stand(match));
    }
    return { steps };
  },
  shuffle: ({ seed }) => ({ deck: shuffled(seed) }),
  perft: (request) => ({ count: perft(dealt(request), request.depth) }),
};

const dealt = ({ deck, dealer, players, options }) => new Deal(deck, dealer, players, options);

// What holds at one moment. The last four are not asked for, but they show earlier where something goes wrong.
const seen = ({ turn, legal, result, taken, tricks, hands, talon }) =>
  structuredClone({ turn, legal, result, points: taken.map(worth), tricks, hands, talon });

const stand = ({ scores, dealer, winner }) => ({ scores, dealer, over: winner !== null, winner });

// A seed can be larger than JavaScript's numbers are exact, so it is read from the text itself.
function read(line) {
  const request = JSON.parse(line);
  if (request.command === "shuffle") request.seed = BigInt(/"seed"\s*:\s*(\d+)/.exec(line)[1]);
  return request;
}

function reply(line) {
  const request = read(line);
  const answer = ANSWERS[request.command];
  if (!answer) return { id: request.id, skip: `no ${request.command} here` };
  try {
    return { id: request.id, ...answer(request) };
  } catch (error) {
    return { id: request.id, error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(reply(line))}\n`);
}

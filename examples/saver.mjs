// A policy for Zsíros in JavaScript: one JSON object a line in, one out.
//
//     aceten arena zsiros/2 greedy "node examples/saver.mjs"
import { createInterface } from "node:readline";

const rank = (card) => card[0];
const points = (card) => ("AT".includes(rank(card)) ? 10 : 0);
const price = (card) => points(card) + (rank(card) === "7" ? 5 : 0);

// Whether a word is a card, and not a word such as "stop".
const isCard = (word) => /^[2-9TJQKA][cshd]$/.test(word);

function choose({ legal, trick }) {
  const cards = legal.filter(isCard).sort((one, other) => price(one) - price(other));
  if (cards.length === 0) return legal[0];
  const taking = cards.filter((card) => trick.length > 0 && rank(card) === rank(trick[0]));
  if (taking.length > 0 && trick.some((card) => points(card) > 0)) return taking[0];
  return cards[0];
}

const answers = {
  hello: () => ({ protocol: 1, program: "saver" }),
  begin: () => ({}),
  choose: (request) => ({ action: choose(request) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify({ id: request.id, ...answers[request.command](request) }));
}

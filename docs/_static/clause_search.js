// The search finds rules by their words too: each clause that has every word that was asked for leads to its place. CLAUSES is in clauses.js.
const MOST_RULES = 12;
const MOST_OF_A_WORD = 3; // of one word alone the pages are what is looked for

const rulesWith = (query) => {
  const asked = query.toLowerCase().trim();
  const words = asked.split(/[\s\-–]+/).filter((word) => word);
  const phrase = words.join(" ");
  const kept = CLAUSES.map(([page, id, game, text, behind]) => {
    const said = text.toLowerCase();
    const all = `${said} ${behind}`;
    const has = (word) => all.includes(` ${word}`) || all.startsWith(word);
    if (!phrase || !words.every(has)) return null;
    const worth = (all.includes(phrase) ? 2 : 0) + (words.every((word) => said.includes(word)) ? 1 : 0);
    if (!worth) return null;
    return [worth, [`rules/${page}`, `${id}: ${text}`, `#${id}`, game, 10, `rules/${page}.rst`, "object"]];
  }).filter((found) => found);
  kept.sort(([one], [other]) => other - one); // of equal worth as they stand, Zsíros first
  return kept.slice(0, words.length > 1 ? MOST_RULES : MOST_OF_A_WORD).map(([, result]) => result);
};

document.addEventListener("DOMContentLoaded", () => {
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false; // it would read the pages, which it may not
  const search = Search._performSearch;
  Search._performSearch = (query, ...parts) => {
    const pages = search(query, ...parts); // the best last
    const rules = rulesWith(query).reverse();
    const first = pages.findIndex(([, , , , score]) => score >= 14); // what is called as was asked stays before them
    pages.splice(first < 0 ? pages.length : first, 0, ...rules);
    return pages;
  };
});

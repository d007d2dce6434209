// How the search orders what it finds: as Sphinx does, but what is called exactly as was asked comes first, among pages that have the
// words equally those on rules before those that are made of them (in mathematics, in Python, in other languages), and attributes of
// classes after pages: a word such as talon names many of them. The words of an id such as ZS-PLAY-4 are searched one by one, and many
// pages have all of them.
const asked = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase();

// Sphinx declares it with var, too.
var Scorer = {
  score: ([page, title, , description, score]) =>
    score +
    (title.toLowerCase() === asked ? 100 : 0) +
    (page.startsWith("rules/") ? 1 : 0) -
    (/^(specification|plain|rules\/hu|rules\/de)\/|^rules\/topics/.test(page) ? 6 : 0) -
    (/^Python (attribute|property)/.test(description ?? "") ? 12 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

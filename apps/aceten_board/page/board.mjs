// The page of the board. It keeps no more than its address says: a position, what was done since, and how it is looked at.
// All that is known about games comes from the server; every text enters the page as text.

const $ = (id) => document.getElementById(id);
const START = "zsiros/4";

let at = { position: "", actions: [], ahead: [], seat: null, machine: "", language: "en" };
let words = {};
let look = null;
let asking = null; // what ends the question about values that is under way
let shown = true; // whether values are shown
let values = null;
let turn = 0; // every change of the board has a number, so that late answers are known

// --- The address -----------------------------------------------------------------------------------------------------

function read() {
  const said = new URLSearchParams(location.hash.slice(1));
  const actions = said.get("a");
  const seat = said.get("s");
  at = {
    position: said.get("p") ?? "",
    actions: actions ? actions.split(" ") : [],
    ahead: [],
    seat: seat === null ? null : Number(seat),
    machine: said.get("m") ?? "",
    language: said.get("l") ?? (["hu", "de"].find((each) => navigator.language.startsWith(each)) ?? "en"),
  };
}

function write() {
  const said = new URLSearchParams({ p: at.position, l: at.language });
  if (at.actions.length) said.set("a", at.actions.join(" "));
  if (at.seat !== null) said.set("s", at.seat);
  if (at.machine) said.set("m", at.machine);
  history.replaceState(null, "", `#${said}`);
}

// --- Asking the server -----------------------------------------------------------------------------------------------

async function ask(what, body, signal) {
  const answer = await fetch(`api/${what}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  });
  if (answer.headers.get("Content-Type").startsWith("text/event-stream")) return answer;
  const told = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(told.error), told);
  return told;
}

const stand = () => ({ position: at.position, actions: at.actions, seat: at.seat, language: at.language });

async function* events(answer) {
  let rest = "";
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + part).split("\n\n");
    rest = whole.pop();
    for (const each of whole) {
      const [kind, data] = each.split("\n");
      yield [kind.replace("event: ", ""), JSON.parse(data.replace("data: ", ""))];
    }
  }
}

// --- Changing the board ----------------------------------------------------------------------------------------------

async function change(next) {
  const before = at;
  at = { ...at, ...next };
  try {
    await see();
  } catch (error) {
    at = before;
    refuse(error);
  }
}

function refuse(error) {
  const rule = error.clause ? `\n${error.clause}: ${error.rule}` : "";
  $("wrong").textContent = `${error.message}${rule}`;
  $("wrong").hidden = false;
}

async function see() {
  const number = ++turn;
  asking?.abort();
  const seen = await ask("look", stand());
  if (number !== turn) return;
  look = seen;
  values = null;
  $("wrong").hidden = true;
  write();
  draw();
  if (look.over) return;
  if (at.machine && at.seat !== null && look.turn !== at.seat) await machine(number);
  else if (shown && look.choices.length) await worth(number);
}

async function machine(number) {
  const [done] = await Promise.all([
    ask("machine", { ...stand(), strength: at.machine }),
    new Promise((resolve) => setTimeout(resolve, matchMedia("(prefers-reduced-motion)").matches ? 0 : 700)),
  ]);
  if (number === turn) await change({ actions: [...at.actions, done.action], ahead: [] });
}

async function worth(number) {
  asking = new AbortController();
  try {
    for await (const [kind, told] of events(await ask("values", stand(), asking.signal))) {
      if (number !== turn) return;
      if (kind === "refused") throw Object.assign(new Error(told.error), told);
      values = told;
      label();
    }
  } catch (error) {
    if (error.name !== "AbortError" && number === turn) $("means").replaceChildren(paragraph(error.message));
  }
}

const act = (action) => change({
  actions: [...at.actions, action], ahead: at.ahead[0] === action ? at.ahead.slice(1) : [],
});
const go = (place) => {
  const all = [...at.actions, ...at.ahead];
  return change({ actions: all.slice(0, place), ahead: all.slice(place) });
};
function undo() {
  if (at.actions.length) go(at.actions.length - 1);
}
function redo() {
  if (at.ahead.length) go(at.actions.length + 1);
}
function playBest() {
  const best = values?.worths.find((each) => each.best);
  if (best) act(best.action);
}
function toggle() {
  shown = !shown;
  $("values").setAttribute("aria-pressed", shown);
  if (shown) see();
  else { asking?.abort(); values = null; draw(); }
}
async function link() {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  $("told").replaceChildren(paragraph(location.href));
}
function help() {
  const open = $("keys").hidden;
  $("keys").hidden = !open;
  $("help").setAttribute("aria-expanded", open);
}

// --- Drawing ---------------------------------------------------------------------------------------------------------

function make(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}
const paragraph = (text) => make("p", {}, text);

function face(card) {
  const named = card === null ? words.hidden : look.names[card];
  if (card === null) return make("span", { class: "back", role: "img", "aria-label": named });
  return make("img", { src: `cards/${look.style}/${encodeURIComponent(card)}.svg`, alt: named, width: 62, height: 93 });
}

function held(card, playable) {
  const choice = playable.find((each) => each.card === card && each.card !== null);
  if (!choice) return make("span", { class: "card" }, face(card));
  const button = make("button", { class: "card", "data-action": choice.action, type: "button", tabindex: "-1" }, face(card));
  button.firstChild.alt = "";
  button.setAttribute("aria-label", choice.name);
  button.append(make("span", { class: "label", "aria-hidden": "true" }));
  return button;
}

function draw() {
  const focused = document.activeElement?.closest(".hand") !== null;
  document.documentElement.lang = at.language;
  $("title").textContent = look.game;
  document.title = `${look.game} - aceten`;
  if (document.activeElement !== $("position")) $("position").value = look.line;
  $("players").replaceChildren(...look.players.map((player, seat) => {
    const playable = seat === look.turn ? look.choices : [];
    const marks = make("span", { class: "marks" }, player.marks.length ? ` (${player.marks.join(", ")})` : "");
    const hand = make("div", { class: "hand" }, ...player.cards.map((card) => held(card, playable)));
    return make("div", { class: seat === look.turn ? "player turn" : "player" }, make("h2", {}, player.name, marks), hand);
  }));
  $("talon").textContent = words.talon.replace("{cards}", look.talon);
  if (look.turn_up) $("talon").append(face(look.turn_up));
  $("trick").replaceChildren(...look.trick.map((laid) => make(
    "figure", { class: laid.winning ? "laid winning" : "laid" }, face(laid.card), make("figcaption", {}, laid.name),
  )));
  $("sides").replaceChildren(...look.sides.map((side) => make("li", {}, words.taken
    .replace("{who}", side.name).replace("{points}", side.points ?? "?").replace("{tricks}", side.tricks ?? "?"))));
  const cards = new Set(look.players.flatMap((player) => player.cards));
  const plain = new Set();
  $("others").replaceChildren(...look.choices.filter((choice) => {
    const first = choice.card !== null && cards.has(choice.card) && !plain.has(choice.card);
    if (first) plain.add(choice.card);
    return !first;
  }).map((choice) => {
    const button = make("button", { "data-action": choice.action, type: "button" }, choice.name, " ");
    button.append(make("span", { class: "label", "aria-hidden": "true" }));
    return button;
  }));
  $("told").replaceChildren(...look.told.map(paragraph));
  $("notes").replaceChildren(...look.notes.map((note) => make("li", {}, note)));
  const all = [...at.actions, ...at.ahead];
  $("course").replaceChildren(...["·", ...all].map((action, place) => {
    const button = make("button", { type: "button" }, action);
    if (place === at.actions.length) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(place));
    return make("li", { value: place }, button);
  }));
  $("undo").disabled = !at.actions.length;
  $("redo").disabled = !at.ahead.length;
  fill("seat", [["", words.all], ...look.players.map((player, seat) => [String(seat), player.name])], at.seat ?? "");
  label();
  const first = document.querySelector(".hand button");
  if (first) {
    first.tabIndex = 0;
    if (focused) first.focus();
  }
}

function label() {
  $("caption").textContent = values?.caption ?? "";
  $("means").replaceChildren(...(values?.told ?? []).map(paragraph));
  $("best").disabled = !values?.worths.some((each) => each.best);
  for (const button of document.querySelectorAll("[data-action]")) {
    const worth = values?.worths.find((each) => each.action === button.dataset.action);
    button.classList.toggle("best", worth?.best ?? false);
    button.querySelector(".label").textContent = worth?.label ?? "";
    const name = look.choices.find((each) => each.action === button.dataset.action).name;
    const said = worth ? [name, worth.label, ...(worth.best ? [words.is_best] : [])].join(", ") : name;
    button.setAttribute("aria-label", said);
  }
}

function fill(id, entries, chosen) {
  $(id).replaceChildren(...entries.map(([value, text]) => make("option", { value }, text)));
  $(id).value = String(chosen);
}

// --- The beginning ---------------------------------------------------------------------------------------------------

async function speak() {
  words = await (await fetch(`api/words/${at.language}`)).json();
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = words[element.dataset.say];
  fill("machine", [["", words.nobody], ["greedy", words.greedy], ["playouts", words.playouts], ["average", words.average]], at.machine);
  fill("language", [["en", "English"], ["hu", "magyar"], ["de", "Deutsch"]], at.language);
  fill("game", words.games.map(([name, title]) => [name, title]), at.position.split(" ")[0] || START);
  $("keys").replaceChildren(...[
    ["← →", words.key_move], ["Enter", words.key_play], ["u", words.undo], ["r", words.redo], ["b", words.best],
    ["v", words.values], ["n", words.deal], ["l", words.link], ["?", words.keys],
  ].flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)]));
}

async function deal() {
  const dealt = await ask("deal", { game: $("game").value || START, language: at.language });
  await change({ position: dealt.position, actions: [], ahead: [] });
}

const KEYS = { u: undo, r: redo, b: playBest, v: toggle, n: deal, l: link, "?": help };

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-action]");
  if (button) act(button.dataset.action);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  const hand = event.target.closest(".hand");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (hand && step) {
    const buttons = [...hand.querySelectorAll("button")];
    const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
    event.preventDefault();
  } else if (KEYS[event.key]) {
    KEYS[event.key]();
    event.preventDefault();
  }
});
for (const [id, what] of [["undo", undo], ["redo", redo], ["best", playBest], ["values", toggle], ["link", link], ["help", help]]) {
  $(id).addEventListener("click", what);
}
$("new").addEventListener("submit", (event) => { event.preventDefault(); deal().catch(refuse); });
$("set").addEventListener("submit", (event) => {
  event.preventDefault();
  change({ position: $("position").value.trim(), actions: [], ahead: [], seat: null });
});
$("seat").addEventListener("change", () => change({ seat: $("seat").value === "" ? null : Number($("seat").value) }));
$("machine").addEventListener("change", () => change({
  machine: $("machine").value, seat: $("machine").value && at.seat === null ? look.turn ?? 0 : at.seat,
}));
$("language").addEventListener("change", async () => { at.language = $("language").value; await speak(); await change({}); });
window.addEventListener("hashchange", async () => { read(); await speak(); await change({}); });

read();
await speak();
if (at.position) {
  try { await see(); } catch (error) { refuse(error); }
} else await deal();

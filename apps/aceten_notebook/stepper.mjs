// Steps through the moments of a deal. The model holds all of them, so that no program has to answer while one steps.

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

function made(tag, attributes = {}, text = "") {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.textContent = text;
  return element;
}

function drawn(svg) {
  // Read as XML and not as a page, so that a picture can only be a picture.
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  picture.querySelectorAll("script").forEach((script) => script.remove());
  return document.importNode(picture, true);
}

function render({ model, el }) {
  const words = model.get("_words");
  // Jupyter takes keys for itself unless it is told not to.
  const root = made("div", { class: "aceten-stepper", role: "group", "aria-label": words.title, "data-lm-suppress-shortcuts": "true" });
  const controls = made("div", { class: "controls" });
  const picture = made("div", { class: "picture" });
  const told = made("div", { class: "told", role: "status", "aria-live": "polite" });
  const slider = made("input", { type: "range", min: "0", step: "1", "aria-label": words.moment });
  const place = made("span", { class: "place" });

  const last = () => model.get("moments").length - 1;

  function go(to) {
    const at = Math.min(Math.max(to, 0), last());
    if (at !== model.get("at")) {
      model.set("at", at);
      model.save_changes();
    }
  }

  function button(sign, name, to) {
    const element = made("button", { type: "button", "aria-label": name, title: name }, sign);
    element.addEventListener("click", () => go(to()));
    return element;
  }

  const back = [
    button("\u00ab", words.first, () => 0),
    button("\u2039", words.back, () => model.get("at") - 1),
  ];
  const on = [
    button("\u203a", words.on, () => model.get("at") + 1),
    button("\u00bb", words.last, last),
  ];

  function show() {
    const moments = model.get("moments");
    const at = model.get("at");
    const moment = moments[at];
    const where = words.place.replace("{number}", at + 1).replace("{count}", moments.length);
    slider.max = String(last());
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", where);
    place.textContent = where;
    // A button that is disabled would lose the focus, and with it the keys.
    const active = document.activeElement;
    for (const [buttons, end] of [[back, at === 0], [on, at === last()]]) {
      if (end && buttons.includes(active)) {
        slider.focus();
      }
      buttons.forEach((each) => { each.disabled = end; });
    }
    picture.replaceChildren(drawn(moment.picture));
    told.replaceChildren(...moment.told.map((line) => made("div", {}, line)));
  }

  function keyed(event) {
    const step = KEYS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    go(model.get("at") + step);
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  root.addEventListener("keydown", keyed);
  controls.append(...back, slider, ...on, place);
  root.append(controls, picture, told);
  el.append(root);
  model.on("change:at", show);
  model.on("change:moments", show);
  show();
  return () => {
    model.off("change:at", show);
    model.off("change:moments", show);
    root.remove();
  };
}

export default { render };

// Panels beside the table, each opened and closed by a button of the menu.

import { command } from "./keys.mjs";
import { $, make } from "./parts.mjs";

const spoken = (name, word, attributes = {}) => make(name, { "data-say": word, ...attributes });
export const button = (id, word, run) => {
  const made = spoken("button", word, { id, type: "button" });
  made.addEventListener("click", run);
  return made;
};
export { spoken };

// `opened` is called each time that the panel is opened.
export function panel(name, word, key, opened, ...inside) {
  const title = spoken("h2", word, { id: `${name}-title`, tabindex: "-1" });
  const made = make("section", { id: `${name}-panel`, "aria-labelledby": `${name}-title`, hidden: "" },
    make("header", {}, title, button(`${name}-close`, "close", () => show(name, false))), ...inside);
  const opener = spoken("button", word, { id: `${name}-open`, type: "button", "aria-expanded": "false", "aria-controls": made.id });
  $("menu").insertBefore(opener, $("help"));
  $("panels").append(made);
  command(key, word, () => {
    const open = made.hidden;
    show(name, open);
    if (open) {
      opened();
      title.focus();
    }
  }, opener.id);
  return made;
}

export function show(name, open = true) {
  $(`${name}-panel`).hidden = !open;
  $(`${name}-open`).setAttribute("aria-expanded", open);
}

// Small pieces that pages are made of. Every text enters the page as text.

export const $ = (id) => document.getElementById(id);

export function make(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export const paragraph = (text) => make("p", {}, text);

export function fill(id, entries, chosen) {
  $(id).replaceChildren(...entries.map(([value, text]) => make("option", { value }, text)));
  $(id).value = String(chosen);
}

// Whether things may move before the eyes.
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Small pieces of pages. Every text enters a page as text.

/** @returns {Page.Part} */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

export const filled = (made, attributes, inside) => {
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...inside);
	return made;
};

/** @type {Page.Make} */
export const make = (name, attributes = {}, ...inside) => filled(document.createElement(name), attributes, inside);

// A button, and what a click on it does.
/** @type {Page.Pressing} */
export const pressing = (run, attributes, ...inside) => {
	const made = make("button", { type: "button", ...attributes }, ...inside);
	made.addEventListener("click", run);
	return made;
};

export const paragraph = (text) => make("p", {}, text);

export function fill(id, entries, chosen) {
	$(id).replaceChildren(...entries.map(([value, text]) => make("option", { value }, text)));
	$(id).value = String(chosen);
}

// What outlasts a reload of the page, or the day; a browser may forbid to keep anything.
function found(where, name) {
	try { return globalThis[where].getItem(name); } catch { return null; }
}

function stored(where, name, text) {
	try {
		globalThis[where][text === null ? "removeItem" : "setItem"](name, text);
	} catch { /* then it lasts as long as the page */ }
}

export const kept = (name) => found("sessionStorage", name);
export const keep = (name, text) => stored("sessionStorage", name, text);
export const lasting = (name) => found("localStorage", name);
export const lastingly = (name, text) => stored("localStorage", name, text);

// Scrolls a box until something in it is seen, and nothing else: the page stays.
export function inSight(box, inside) {
	if (!inside) return;
	const [around, own] = [box, inside].map((each) => each.getBoundingClientRect());
	if (own.top < around.top) box.scrollTop += own.top - around.top;
	else if (own.bottom > around.bottom) box.scrollTop += own.bottom - around.bottom;
}

// Whether things may move before the eyes.
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

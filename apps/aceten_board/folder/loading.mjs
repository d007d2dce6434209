// What is told while Python gets ready, and of a newer version of the folder, which is taken when somebody wants it.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} inside
 */
const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

const name = make("span");
const bar = make("progress", { max: "1", value: "0" });
const label = make("label", { id: "loading", role: "status" }, name, " ", bar);
let words = /** @type {Partial<Bodies.Words>} */ ({});
let now = /** @type {{ name: string, part: number } | null} */ ({ name: "", part: 0 });
let keeping = /** @type {Promise<void> | null} */ (null);

const tell = () => { name.textContent = now && `${words.loading ?? "aceten"} … ${now.name}`; };

// `next`: the file that is loaded now, and how much is there; null: all. Only then the browser begins to keep it.
export function progress(/** @type {{ name: string, part: number } | null} */ next) {
  now = next;
  if (!now) {
    label.remove();
    keeping ??= keep().catch(() => {}); // where nothing may be kept the page needs the net each time
    return;
  }
  bar.value = now.part;
  tell();
  if (!label.isConnected) document.body.prepend(label);
}

const take = make("button", { type: "button" });
const newer = make("p", { id: "newer", role: "status" }, take);

export function offer(/** @type {Bodies.Words} */ said) {
  words = said;
  tell();
  take.textContent = said.newer;
}

// A newer version waits until somebody takes it: nothing changes in the middle of a deal, also not where another page has taken it.
function waits(/** @type {ServiceWorker} */ worker) {
  take.onclick = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage("take over");
  };
  document.body.prepend(newer);
}

async function keep() {
  const kept = await navigator.serviceWorker.register("offline.js");
  if (kept.waiting) waits(kept.waiting);
  kept.addEventListener("updatefound", () => {
    const coming = kept.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && navigator.serviceWorker.controller) waits(coming);
    });
  });
}

// The address of the page says where the board stands, so that a link brings it back.

import { board } from "./store.mjs";

export function read() {
  const said = new URLSearchParams(location.hash.slice(1));
  const actions = said.get("a");
  const seat = said.get("s");
  board.at = {
    position: said.get("p") ?? "",
    actions: actions ? actions.split(" ") : [],
    ahead: [],
    seat: seat === null ? null : Number(seat),
    machine: said.get("m") ?? "",
    language: said.get("l") ?? (["hu", "de"].find((each) => navigator.language.startsWith(each)) ?? "en"),
  };
}

export function write() {
  const { position, actions, seat, machine, language } = board.at;
  const said = new URLSearchParams({ p: position, l: language });
  if (actions.length) said.set("a", actions.join(" "));
  if (seat !== null) said.set("s", seat);
  if (machine) said.set("m", machine);
  history.replaceState(null, "", `#${said}`);
}

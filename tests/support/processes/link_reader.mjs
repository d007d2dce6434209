// How long the page is at work with a link, in seconds of the processor: whatever else the machine does counts for nothing.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

globalThis.location = { hash: readFileSync(0, "utf-8") };
const { read } = await import(pathToFileURL(process.argv[2]));
const before = process.cpuUsage();
read();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6);

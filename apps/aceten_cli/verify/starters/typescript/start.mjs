// Starts adapter.ts where Node reads types by itself, and says what is needed where it does not.

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`adapter.ts needs Node 22.18 or later, and this is ${process.versions.node}.`);
  console.error("With an earlier one: npm install --save-dev tsx, and start it by: npx tsx adapter.ts");
  process.exit(1);
}
await import("./adapter.ts");

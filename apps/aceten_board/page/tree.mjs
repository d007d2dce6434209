// Lines of play: the first child of a node is its main line, others are variations.
// It is written as players write it: "A 7 (8 9) K" has the 8 and the 9 in place of the 7 and what followed.

/** @returns {Page.Moment} */
export const sprout = (action = "", parent = /** @type {Page.Moment | null} */ (null)) => ({ action, parent, children: [], next: null, note: "" });

export function grow(node, action) {
	const there = node.children.find((each) => each.action === action);
	if (there) return there;
	const made = sprout(action, node);
	node.children.push(made);
	return made;
}

export function treeOf(actions) {
	const root = sprout();
	actions.reduce(grow, root);
	return root;
}

// The nodes from the first action to this one.
export function path(node) {
	const nodes = [];
	for (let each = node; each.parent; each = each.parent) nodes.unshift(each);
	return nodes;
}

export const actionsTo = (node) => path(node).map(({ action }) => action);

// What follows a node: where one has been before, else the main line.
export function ahead(node) {
	const nodes = [];
	for (let each = following(node); each; each = following(each)) nodes.push(each);
	return nodes;
}

export const following = (node) => (node.children.includes(node.next) ? node.next : node.children[0] ?? null);

export function walked(node) {
	for (let each = node; each.parent; each = each.parent) each.parent.next = each;
}

export function end(node) {
	return ahead(node).at(-1) ?? node;
}

// Where the variation begins that a node is in; null on the main line.
export function branch(node) {
	for (let each = node; each.parent; each = each.parent) if (each.parent.children[0] !== each) return each;
	return null;
}

export function promote(node) {
	const first = branch(node);
	if (!first) return;
	const { children } = first.parent;
	children.splice(children.indexOf(first), 1);
	children.unshift(first);
}

// Takes a node away with all that follows it; returns what it followed.
export function remove(node) {
	const { parent } = node;
	parent.children.splice(parent.children.indexOf(node), 1);
	return parent;
}

export function sibling(node, step) {
	const among = node.parent?.children ?? [node];
	return among[(among.indexOf(node) + step + among.length) % among.length];
}

// Who did it is known of one that was walked, and of the others there by that.
export const known = (node) => (node.who ? node : node.parent.children.find(({ who }) => who) ?? node);

// All nodes in the order in which they are written; the root is the first.
export function all(root) {
	const found = [root];
	const open = /** @type {[Page.Moment, boolean][]} */ ([[root, true]]); // what is still to be gone through, and whether it has been found
	while (open.length) {
		const [node, known] = /** @type {[Page.Moment, boolean]} */ (open.pop());
		if (!known) found.push(node);
		const [main, ...others] = node.children;
		if (!main) continue;
		found.push(main);
		open.push([main, true], ...others.reverse().map((other) => /** @type {[Page.Moment, boolean]} */ ([other, false])));
	}
	return found;
}

export function written(root) {
	const made = [];
	const open = [root]; // nodes of which what follows is to be written, and words to be written themselves
	while (open.length) {
		const each = open.pop();
		if (typeof each === "string") {
			made.push(each);
			continue;
		}
		const [main, ...others] = each.children;
		if (!main) continue;
		made.push(main.action);
		open.push(main, ...others.reverse().flatMap((other) => [")", other, other.action, "("]));
	}
	return made.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

// More than a board holds; the server takes no longer lines either.
export const MOST = { actions: 1000, nodes: 3000, deep: 50, wide: 200, deals: 200 };

// Null where a text holds more than a board does.
export function readTree(text) {
	const root = sprout();
	let here = root;
	let deep = 0; // actions to here
	let nodes = 0;
	const open = /** @type {[Page.Moment, number][]} */ ([]);
	for (const [token] of text.matchAll(/[()]|[^\s()]+/g)) {
		if (token === "(") {
			open.push([here, deep]);
			[here, deep] = here.parent ? [here.parent, deep - 1] : [root, 0];
		} else if (token === ")") [here, deep] = open.pop() ?? [here, deep];
		else {
			here = grow(here, token);
			deep += 1;
			nodes += 1;
		}
		if (nodes > MOST.nodes || deep > MOST.actions || open.length > MOST.deep || here.children.length > MOST.wide) return null;
	}
	return root;
}

// What the page asks the server: all that is known about games comes from there.

/** @returns {Promise<Bodies.Words>} */
export async function words(language) {
	return (await fetch(`api/words/${language}`)).json();
}

export const picture = (style, card) => `cards/${style}/${encodeURIComponent(card)}.svg`;

export const suit = (style, letter) => `suits/${style}/${letter}.svg`;

// An error has the server's words, and the clause and its text where a rule is broken.
const refused = (told) => Object.assign(new Error(told.error), told);

function post(what, body, signal) {
	return fetch(`api/${what}`, {
		method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
	});
}

/** @type {Page.Ask} */
export const ask = async (what, body, signal) => {
	const answer = await post(what, body, signal);
	const told = await answer.json();
	if (!answer.ok) throw refused(told);
	return told;
};

// Better and better answers to one question, which is asked at once.
/** @type {Page.Follow} */
export const follow = (what, body, signal) => {
	const answering = post(what, body, signal);
	answering.catch(() => {}); // whoever goes through the answers hears of it
	return answers(answering);
};

async function* answers(answering) {
	const answer = await answering;
	if (!answer.ok) throw refused(await answer.json());
	let rest = "";
	for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
		const whole = (rest + part).split("\n\n");
		rest = whole.pop() ?? "";
		for (const each of whole) {
			const [kind, data] = each.split("\n");
			const told = JSON.parse(data.replace("data: ", ""));
			if (kind === "event: refused") throw refused(told);
			yield told;
		}
	}
}

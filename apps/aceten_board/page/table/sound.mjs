// Quiet sounds, made here; off until somebody wants them.

import { $, lasting, lastingly } from "../parts.mjs";

const NAME = "aceten sound";
let wanted = lasting(NAME) === "on";
let context = null;

// A card on cloth: noise that dies away at once, with its high tones taken out.
function rustle(at, seconds, pitch, loud) {
	const noise = context.createBuffer(1, context.sampleRate * seconds, context.sampleRate);
	const heights = noise.getChannelData(0);
	for (let place = 0; place < heights.length; place += 1) heights[place] = (Math.random() * 2 - 1) * (1 - place / heights.length) ** 3;
	const source = new AudioBufferSourceNode(context, { buffer: noise });
	source.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: pitch }))
		.connect(new GainNode(context, { gain: loud })).connect(context.destination);
	source.start(at);
}

function tone(at, pitch) {
	const level = new GainNode(context, { gain: 0.05 });
	level.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
	const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
	source.connect(level).connect(context.destination);
	source.start(at);
	source.stop(at + 0.7);
}

const SOUNDS = {
	laid: (now) => rustle(now, 0.09, 1400, 0.25),
	taken: (now) => [0, 0.06, 0.12].forEach((later) => rustle(now + later, 0.08, 900, 0.16)),
	over: (now) => [392, 523].forEach((pitch, place) => tone(now + place * 0.16, pitch)),
};

export function heard(sound) {
	if (!wanted) return;
	context ??= new AudioContext();
	SOUNDS[sound](context.currentTime);
}

function shown() {
	$("sound").setAttribute("aria-pressed", wanted);
}

export function toggleSound() {
	wanted = !wanted;
	lastingly(NAME, wanted ? "on" : null);
	shown();
	heard("laid");
}

shown();

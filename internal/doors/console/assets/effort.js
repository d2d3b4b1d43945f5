// What a decision takes its person: keys and clicks, and the seconds for which its doubt
// was before his eyes. Charts are drawn from it, and nothing else.

/** @type {Map<string, {strokes: number, millis: number}>} */
const spent = new Map();
let about = "";
/** When the clock began; 0 while it rests. */
let since = 0;

function account() {
	const one = spent.get(about) ?? { strokes: 0, millis: 0 };
	spent.set(about, one);
	if (since) {
		one.millis += performance.now() - since;
		since = performance.now();
	}
	return one;
}

/** Begins to measure for a doubt; one that was visited before goes on. @param {string} doubt */
export function begin(doubt) {
	account();
	about = doubt;
	since = document.visibilityState === "visible" ? performance.now() : 0;
}

/** What was spent on the doubt so far. @returns {{strokes: number, visible: number}} */
export function effort() {
	const { strokes, millis } = account();
	return { strokes, visible: Math.round(millis) / 1000 };
}

/** Forgets what was spent on the doubt: it is decided. */
export function decided() {
	spent.delete(about);
}

document.addEventListener("visibilitychange", () => {
	account();
	since = about && document.visibilityState === "visible" ? performance.now() : 0;
});
document.addEventListener("keydown", (event) => {
	if (!event.repeat && !["Shift", "Control", "Alt", "AltGraph", "Meta"].includes(event.key)) account().strokes++;
}, { capture: true });
document.addEventListener("pointerdown", () => account().strokes++, { capture: true });

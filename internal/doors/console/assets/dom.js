// The few things that pages do to the document and to the server.

/** Only markup that this origin has sent passes through here. */
const policy = window.trustedTypes?.createPolicy("predate", { createHTML: (sent) => sent }) ?? { createHTML: (sent) => sent };

let said = 0;

/**
 * Says a sentence to everybody, screen readers included; it goes when it had time to
 * be read.
 * @param {string} sentence
 */
export function say(sentence) {
	const status = document.getElementById("status");
	if (!status) return;
	status.textContent = sentence;
	clearTimeout(said);
	said = setTimeout(() => (status.textContent = ""), 12_000);
}

/**
 * Makes an element: attributes, then children or texts.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...children);
	return made;
}

/**
 * Puts a part of a page that the server drew in the place of what an element holds.
 * @param {Element} place
 * @param {string} markup
 */
export function replaceInside(place, markup) {
	place.innerHTML = /** @type {string} */ (policy.createHTML(markup));
}

/**
 * Reads a page that the server drew, without showing it.
 * @param {string} markup
 * @returns {Document}
 */
export function parse(markup) {
	return new DOMParser().parseFromString(/** @type {string} */ (policy.createHTML(markup)), "text/html");
}

/** A refusal of the server, with its sentence. */
export class Refused extends Error {}

/**
 * Asks the server; what it refuses is a Refused with its sentence.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function ask(address, options = {}) {
	const answer = await fetch(address, { credentials: "same-origin", ...options });
	if (answer.status === 401) {
		location.reload();
	}
	if (!answer.ok) {
		const told = await answer.json().catch(() => ({}));
		throw new Refused(told.error ?? "Le serveur n’a pas répondu comme prévu : réessayez.");
	}
	return answer;
}

/**
 * Sends a value as JSON and returns the answer's.
 * @param {string} address
 * @param {unknown} value
 * @param {AbortSignal} [signal]
 */
export async function send(address, value, signal) {
	const answer = await ask(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value), signal });
	return answer.json();
}

/**
 * Takes files that are dropped on a part of the page as if they were chosen there.
 * @param {HTMLElement} onto
 * @param {HTMLInputElement} files
 * @param {() => void} taken is told of them, and of those that are chosen
 * @param {() => void} [dropped] is told of a drop alone, after it
 */
export function takeDrops(onto, files, taken, dropped) {
	files.addEventListener("change", taken);
	onto.addEventListener("dragover", (event) => {
		event.preventDefault();
		onto.classList.add("over");
	});
	onto.addEventListener("dragleave", () => onto.classList.remove("over"));
	onto.addEventListener("drop", (event) => {
		event.preventDefault();
		onto.classList.remove("over");
		if (!event.dataTransfer?.files.length) return;
		files.files = event.dataTransfer.files;
		taken();
		dropped?.();
	});
}

/** Reports whether single-key shortcuts are on and the person is not typing. @param {KeyboardEvent} event */
export function isShortcut(event) {
	if (document.body.dataset.noShortcuts !== undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
	const at = /** @type {HTMLElement} */ (event.target);
	return !at.matches("input:not([type=checkbox],[type=radio],[type=button]), textarea, select, [contenteditable]");
}

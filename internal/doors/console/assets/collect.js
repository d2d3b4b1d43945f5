// Collecting by hand: files are dropped on the paper that they are, and codes that a
// lead asked for are hidden again.
import { Refused, ask, make, replaceInside, say, takeDrops } from "./dom.js";

for (const slot of document.querySelectorAll(".slot")) takePapers(/** @type {HTMLElement} */ (slot));
for (const form of document.querySelectorAll("form[method=post]:not(#reveal)")) form.addEventListener("submit", () => sendOnce(/** @type {HTMLFormElement} */ (form)));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("reveal"));
if (form) reveal(form, /** @type {HTMLElement} */ (document.getElementById("codes-shown")));

const relay = document.getElementById("relay");
if (relay) waitForQuestions(relay);

/**
 * Shows what the site asks as soon as it does, and the page again once the collection
 * is over.
 * @param {HTMLElement} place
 */
async function waitForQuestions(place) {
	const address = location.pathname + "/relay", pause = 1000, most = 1200;
	for (let looks = 0; looks < most; looks++) {
		await new Promise((resolve) => setTimeout(resolve, pause));
		const answer = await ask(address, { headers: { "Predate-By-Itself": "1" } }).catch(() => undefined);
		if (!answer) continue;
		const now = await answer.json();
		if (!now.there) {
			location.reload();
			return;
		}
		if (now.question === place.dataset.question) continue;
		place.dataset.question = now.question;
		replaceInside(place, now.markup);
		for (const form of place.querySelectorAll("form")) form.addEventListener("submit", () => sendOnce(form));
		/** @type {HTMLElement | null} */ (place.querySelector("input[name=answer]"))?.focus();
	}
}

/** @param {HTMLElement} slot */
function takePapers(slot) {
	const files = /** @type {HTMLInputElement} */ (slot.querySelector("input[type=file]"));
	const chosen = /** @type {HTMLElement} */ (slot.querySelector(".chosen"));
	const tell = () => {
		const names = Array.from(files.files ?? [], (file) => file.name);
		chosen.textContent = names.length > 1 ? names.join(", ") : "";
		slot.classList.toggle("filled", names.length > 0);
	};
	takeDrops(slot, files, tell);
}

/** A form that was sent is not sent twice. @param {HTMLFormElement} sent */
function sendOnce(sent) {
	for (const button of sent.querySelectorAll("button")) button.disabled = true;
}

/**
 * Shows the codes once, and hides them after the time that the server says, or when
 * the page is left.
 * @param {HTMLFormElement} asked
 * @param {HTMLElement} place
 */
function reveal(asked, place) {
	let timer = 0;
	const hide = () => {
		clearInterval(timer);
		place.replaceChildren();
	};
	addEventListener("pagehide", hide);
	asked.addEventListener("submit", async (event) => {
		event.preventDefault();
		const button = /** @type {HTMLButtonElement} */ (asked.querySelector("button"));
		button.disabled = true;
		try {
			const why = /** @type {HTMLInputElement} */ (asked.elements.namedItem("why"));
			const answer = await ask(asked.action, { method: "POST", body: new URLSearchParams({ why: why.value }) });
			const codes = await answer.json();
			why.value = "";
			hide();
			const left = make("span", { class: "quiet", "aria-hidden": "true" });
			place.append(
				make("dl", { class: "facts" }, make("dt", {}, "Identifiant"), make("dd", {}, make("code", {}, codes.username)), make("dt", {}, "Mot de passe"), make("dd", {}, make("code", {}, codes.password))),
				left,
			);
			let seconds = codes.seconds;
			const tick = () => {
				left.textContent = `Masqués dans ${seconds}\u00a0s`;
				if (seconds-- <= 0) {
					hide();
					say("Les codes sont masqués.");
				}
			};
			tick();
			const second = 1000;
			timer = setInterval(tick, second);
		} catch (refused) {
			say(refused instanceof Refused ? refused.message : "Les codes n’ont pas pu être montrés : réessayez.");
		}
		button.disabled = false;
	});
}

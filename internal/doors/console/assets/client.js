// The thread with a client: questions are added and taken away, what the webhook will
// say is shown while they are written, and the client's link is copied.
import { ask, make, say } from "./dom.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("ask"));
if (form) prepare(form);

const copy = document.getElementById("copy");
if (copy && navigator.clipboard) {
	copy.hidden = false;
	copy.addEventListener("click", async () => {
		const link = /** @type {HTMLInputElement} */ (document.getElementById("corner-link"));
		link.select();
		await navigator.clipboard.writeText(link.value).then(() => say("Le lien est copié."), () => say("Copiez le lien choisi avec Ctrl C."));
	});
}

/** @param {HTMLFormElement} form */
function prepare(form) {
	const questions = /** @type {HTMLElement} */ (document.getElementById("questions"));
	const model = /** @type {HTMLTemplateElement} */ (document.getElementById("one-question"));
	const usual = /** @type {HTMLSelectElement} */ (document.getElementById("usual"));
	/** @type {HTMLElement} */ (form.querySelector(".usual")).hidden = false;

	/** Numbers the questions; the last one stays. */
	function number() {
		const all = [...questions.querySelectorAll(".question")];
		all.forEach((one, i) => {
			/** @type {HTMLElement} */ (one.querySelector("legend")).textContent = `Question ${i + 1}`;
			const drop = /** @type {HTMLElement} */ (one.querySelector(".drop-question"));
			drop.hidden = all.length < 2;
			drop.setAttribute("aria-label", `Retirer la question ${i + 1}`);
		});
	}

	/** Adds a question; one that nobody wrote yet takes its place. @param {string} about @param {string} words */
	function add(about, words) {
		const blank = [...questions.querySelectorAll("textarea")].find((text) => text.value.trim() === "");
		let one = blank?.closest(".question");
		if (!one) {
			questions.append(model.content.cloneNode(true));
			one = questions.querySelector(".question:last-child");
		}
		const text = /** @type {HTMLTextAreaElement} */ (one?.querySelector("textarea"));
		/** @type {HTMLSelectElement} */ (one?.querySelector("select")).value = about;
		text.value = words;
		number();
		text.focus();
		text.dispatchEvent(new Event("input", { bubbles: true }));
	}

	document.getElementById("add-usual")?.addEventListener("click", () => {
		const chosen = usual.selectedOptions[0];
		add(chosen.value, chosen.dataset.words ?? "");
	});
	document.getElementById("add-own")?.addEventListener("click", () => add("action", ""));
	questions.addEventListener("click", (event) => {
		const drop = /** @type {Element} */ (event.target).closest(".drop-question");
		if (!drop) return;
		drop.closest(".question")?.remove();
		number();
		questions.querySelector("textarea")?.focus();
		foresee(form);
	});
	form.addEventListener("input", () => foresee(form));
	form.addEventListener("submit", () => {
		/** @type {HTMLButtonElement} */ (form.querySelector("button.first")).disabled = true;
	});
	number();
}

let waiting = 0;
/** @type {AbortController | undefined} */
let asking;

/** Shows what the webhook would say of the questions as they are. @param {HTMLFormElement} form */
function foresee(form) {
	clearTimeout(waiting);
	const pause = 250;
	waiting = setTimeout(async () => {
		asking?.abort();
		asking = new AbortController();
		const place = /** @type {HTMLElement} */ (document.getElementById("preview"));
		const written = new FormData(form);
		if (written.getAll("words").some((words) => String(words).trim() === "")) {
			place.replaceChildren(make("p", { class: "quiet" }, "Une question est encore vide."));
			return;
		}
		try {
			const body = new URLSearchParams(/** @type {any} */ (written));
			const answer = await ask(`${form.action}/preview`, { method: "POST", body, signal: asking.signal });
			place.replaceChildren(...(await answer.json()).flatMap(bodyOf));
		} catch (error) {
			if (/** @type {Error} */ (error).name !== "AbortError") place.replaceChildren(make("p", { class: "refused" }, /** @type {Error} */ (error).message));
		}
	}, pause);
}

/** @param {{to: string[] | null, body: string}} sent */
function bodyOf(sent) {
	const to = sent.to?.length ? `À ${sent.to.join(", ")} :` : "Aucune adresse n’écoute cet événement ; les questions sont dans la commande et sur la page du client. Le corps serait :";
	const silent = sent.to?.length && !sent.body.includes('"missing"') ? [make("p", { class: "quiet" }, "Cette adresse n’a pas demandé le détail : elle lit les questions dans la commande.")] : [];
	return [make("p", {}, to), make("pre", { tabindex: "0" }, sent.body), ...silent];
}

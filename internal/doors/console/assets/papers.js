// The papers of an order: files are dropped anywhere on the form that takes them, and
// the page is shown again once the order was read again.
import { ask, say, takeDrops } from "./dom.js";

const page = /** @type {HTMLElement} */ (document.querySelector(".papers-page"));

const drop = /** @type {HTMLFormElement | null} */ (document.getElementById("give"));
if (drop) takePapers(drop);
// The order's page leads here to search.
if (location.hash === "#search") document.getElementById("search")?.focus();
if (page.dataset.reading !== undefined) waitForReading(String(page.dataset.order));

/** @param {HTMLFormElement} form */
function takePapers(form) {
	const files = /** @type {HTMLInputElement} */ (form.elements.namedItem("files"));
	const given = /** @type {HTMLElement} */ (form.querySelector(".given"));
	const tell = () => {
		given.textContent = Array.from(files.files ?? [], (file) => file.name).join(", ") || "Ou déposez-les ici.";
	};
	takeDrops(form, files, tell, () => /** @type {HTMLElement} */ (form.elements.namedItem("from")).focus());
}

/** Shows the page again once the order was read, unless somebody writes on it. @param {string} order */
async function waitForReading(order) {
	const pause = 400, most = 750;
	for (let tries = 0; tries < most; tries++) {
		await new Promise((resolve) => setTimeout(resolve, pause));
		const answer = await ask(`/order/${order}/papers/read`, { headers: { "Predate-By-Itself": "1" } }).catch(() => undefined);
		if (!answer || !(await answer.json()).read) continue;
		if (!isWritten()) location.reload();
		say("La commande a été relue : rechargez la page pour la voir.");
		return;
	}
}

/** Reports whether somebody writes on the page, or has opened or chosen something on it. */
function isWritten() {
	const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input, textarea"));
	return document.activeElement?.matches("input, select, textarea") || document.querySelector("details[open]") || [...fields].some((field) => field.value !== field.defaultValue);
}

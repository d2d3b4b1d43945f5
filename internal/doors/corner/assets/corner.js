// The client's page: files go up one by one, with how far they are and another try for
// each; answers go without leaving the page; the list is shown again once all is read.
// What is typed or chosen and not yet sent stays where it is.

const policy = window.trustedTypes?.createPolicy("corner", { createHTML: (sent) => sent }) ?? { createHTML: (sent) => sent };
const list = /** @type {HTMLElement | null} */ (document.getElementById("liste"));
const address = location.pathname + location.search;
const often = 2000, most = 300, tries = 5;

/** @param {string} sentence */
function say(sentence) {
	const status = /** @type {HTMLElement} */ (document.getElementById("status"));
	status.textContent = sentence;
	if (sentence) setTimeout(() => status.textContent === sentence && (status.textContent = ""), 6000);
}

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Sends a form; what is refused is an Error with the server's sentence. A service that
 * is busy is asked again.
 * @param {FormData} form
 * @param {(share: number) => void} [far]
 * @returns {Promise<{fresh: boolean}>}
 */
async function send(form, far) {
	for (let left = tries; ; left--) {
		const { status, text, wait } = await post(form, far);
		if (status === 200) return JSON.parse(text);
		if ((status === 429 || status === 503) && left > 1) {
			await pause(1000 * (wait || 1));
			continue;
		}
		let said = "";
		try { said = JSON.parse(text).error; } catch { /* not ours */ }
		if (status === 404 || status === 410) said = "Ce lien n’est plus valable : demandez-en un nouveau.";
		throw new Error(said || (status === 0 ? "Pas de réseau : réessayez." : "L’envoi n’a pas abouti : réessayez."));
	}
}

/** @param {FormData} form @param {(share: number) => void} [far] @returns {Promise<{status: number, text: string, wait: number}>} */
function post(form, far) {
	return new Promise((resolve) => {
		const request = new XMLHttpRequest();
		request.open("POST", address);
		request.setRequestHeader("Accept", "application/json");
		if (far) request.upload.onprogress = (event) => far(event.total ? event.loaded / event.total : 0);
		request.onloadend = () => resolve({ status: request.status, text: request.responseText, wait: Number(request.getResponseHeader("Retry-After")) });
		request.send(form);
	});
}

/** Shows the list as it is now. @returns {Promise<boolean>} whether what was sent is still being read */
async function refresh() {
	const answer = await fetch(`${address}&part=list`, { credentials: "same-origin" }).catch(() => undefined);
	if (!answer?.ok || !list) return answer !== undefined && answer.status < 500 && answer.status !== 429 ? false : true;
	const fresh = document.createElement("div");
	fresh.innerHTML = /** @type {string} */ (policy.createHTML(await answer.text()));
	const reading = fresh.querySelector("[data-reading]") !== null;
	const busy = [...list.querySelectorAll(".item")].some(unsent);
	if (busy) list.querySelector(".progress")?.replaceWith(/** @type {Element} */ (fresh.querySelector(".progress")));
	else {
		const at = document.activeElement?.closest("[data-part]")?.getAttribute("data-part");
		list.replaceChildren(...fresh.childNodes);
		prepare();
		if (at) /** @type {HTMLElement | undefined} */ ([...list.querySelectorAll("[data-part]")].find((part) => part.getAttribute("data-part") === at)?.querySelector("summary, input[type=file]"))?.focus();
	}
	return reading;
}

/** Reports whether an item holds something that is not sent. @param {Element} item */
function unsent(item) {
	const typed = [...item.querySelectorAll("textarea, input[name=by]")].some((field) => /** @type {HTMLInputElement} */ (field).value !== /** @type {HTMLInputElement} */ (field).defaultValue);
	return typed || item.querySelector("input:checked:not([checked]), .sending li:not(.done)") !== null;
}

let following = false;

/** Shows the list again until all that was sent is read. */
async function follow() {
	if (following) return;
	following = true;
	for (let n = 0; n < most; n++) {
		if (!(await refresh())) break;
		await pause(often);
	}
	following = false;
}

/** @param {HTMLFormElement} form @param {Iterable<File>} files */
async function upload(form, files) {
	const place = /** @type {HTMLElement} */ (form.querySelector(".sending"));
	const lines = [...files].map((file) => {
		const line = document.createElement("li");
		line.textContent = file.name;
		place.append(line);
		return { file, line };
	});
	for (const { file, line } of lines) await one(form, file, line);
	await follow();
}

/** Sends one file; where that fails, it stays with a button. @param {HTMLFormElement} form @param {File} file @param {HTMLElement} line */
async function one(form, file, line) {
	const far = document.createElement("span");
	line.className = "";
	line.replaceChildren(`${file.name} `, far);
	const body = new FormData();
	for (const hidden of form.querySelectorAll("input[type=hidden]")) body.append(/** @type {HTMLInputElement} */ (hidden).name, /** @type {HTMLInputElement} */ (hidden).value);
	body.append("files", file);
	try {
		const { fresh } = await send(body, (share) => { far.textContent = `${Math.round(100 * share)} %`; });
		far.className = "good";
		far.textContent = fresh ? "reçu" : "nous l’avons déjà : envoyez une autre pièce, ou répondez";
		line.classList.add("done");
	} catch (error) {
		const again = document.createElement("button");
		again.type = "button";
		again.textContent = "Réessayer";
		again.addEventListener("click", () => one(form, file, line).then(follow));
		const drop = document.createElement("button");
		drop.type = "button";
		drop.textContent = "Retirer";
		drop.addEventListener("click", () => { line.remove(); follow(); });
		far.className = "bad";
		far.textContent = /** @type {Error} */ (error).message;
		line.append(again, drop);
	}
}

/** @param {HTMLFormElement} form */
async function answer(form) {
	const told = /** @type {HTMLElement} */ (form.querySelector(".told"));
	const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
	button.disabled = true;
	told.textContent = "";
	try {
		await send(new FormData(form));
		for (const field of form.querySelectorAll("textarea, input[name=by]")) /** @type {HTMLInputElement} */ (field).defaultValue = /** @type {HTMLInputElement} */ (field).value;
		for (const choice of form.querySelectorAll("input:checked")) choice.setAttribute("checked", "");
		say("Votre réponse est enregistrée.");
		await follow();
	} catch (error) {
		told.className = "told bad";
		told.textContent = /** @type {Error} */ (error).message;
	}
	button.disabled = false;
}

/** The name that was given last, for the next answer. */
let name = "";

/** Gives the forms of the list their ways; they work without, too. */
function prepare() {
	for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.files"))) {
		for (const chosen of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=file]"))) {
			chosen.addEventListener("change", () => {
				const files = [...(chosen.files ?? [])];
				chosen.value = "";
				upload(form, files);
			});
		}
		const item = form.closest(".item");
		item?.addEventListener("dragover", (event) => { event.preventDefault(); item.classList.add("over"); });
		item?.addEventListener("dragleave", () => item.classList.remove("over"));
		item?.addEventListener("drop", (event) => {
			event.preventDefault();
			item.classList.remove("over");
			upload(form, /** @type {DragEvent} */ (event).dataTransfer?.files ?? []);
		});
	}
	for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.answer"))) {
		const by = /** @type {HTMLInputElement} */ (form.elements.namedItem("by"));
		if (!by.value) by.defaultValue = name;
		by.addEventListener("change", () => { name = by.value; });
		form.addEventListener("submit", (event) => { event.preventDefault(); answer(form); });
	}
}

document.documentElement.classList.add("scripted");
prepare();
if (list?.querySelector("[data-reading]")) follow();
addEventListener("offline", () => say("Plus de réseau : rien ne part tant qu’il manque."));

// Making and using passkeys. Without a script, or in a browser without passkeys, the
// password remains.
import { say } from "./dom.js";

/**
 * Sends a value as JSON. A refusal is an Error with the server's sentence.
 * @param {string} address
 * @param {unknown} value
 */
async function post(address, value) {
	const answer = await fetch(address, {
		method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value),
	});
	const told = await answer.json().catch(() => ({}));
	if (!answer.ok) throw new Error(told.error ?? "Le serveur n’a pas répondu comme prévu : réessayez.");
	return told;
}

/** @param {HTMLButtonElement} button */
async function ceremony(button) {
	const { passkey, address = "", next = "" } = button.dataset;
	const begun = await post(address + "/begin", {});
	const credential = /** @type {PublicKeyCredential|null} */ (passkey === "create"
		? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(begun.options) })
		: await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(begun.options) }));
	const named = /** @type {HTMLInputElement|null} */ (document.getElementById("passkey-name"));
	const ended = await post(address, { slip: begun.slip, credential: credential?.toJSON(), name: named?.value ?? "", next });
	location.assign(ended.next);
}

const able = typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-passkey]"))) {
	button.disabled = !able;
	if (!able) say("Ce navigateur ne connaît pas les clés d’accès.");
	button.addEventListener("click", async () => {
		button.disabled = true;
		try {
			await ceremony(button);
		} catch (error) {
			const told = /** @type {Error} */ (error);
			const dismissed = told.name === "NotAllowedError" || told.name === "AbortError";
			say(dismissed ? "Aucune clé d’accès n’a été choisie." : told.name === "InvalidStateError" ? "Cet appareil a déjà une clé d’accès ici." : told.message);
			button.disabled = false;
		}
	});
}

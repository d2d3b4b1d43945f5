// The page of one order: only doubts are visited, by keys, the paper beside them.
import { prepare } from "./ahead.js";
import { ask, isShortcut, make, replaceInside, say, send } from "./dom.js";
import { begin, decided, effort } from "./effort.js";
import { follow } from "./live.js";
import { emptyViewer, Viewer } from "./viewer.js";

/**
 * @typedef {import("./viewer.js").Box} Box
 * @typedef {{value: string, typed: string, document: string, file: string, page: number, box: Box | null, text: string, chosen: boolean, why: string, effect: string, takes: boolean}} Candidate
 * @typedef {{key: string, label: string, type: string, form: string, statuses: {status: string, name: string}[], candidates: Candidate[]}} Figure
 * @typedef {{candidate?: number, typed?: string, status?: string, at?: {document: string, page: number, box: Box}}} Choice
 * @typedef {{doubts: string, gates: string, acts: string, holder: string, may: boolean, open: number, says: string, report: string, read: boolean}} Outcome
 */

const desk = /** @type {HTMLElement} */ (document.querySelector(".desk"));
const order = /** @type {string} */ (desk.dataset.order);
const mayDecide = desk.dataset.decide !== undefined;
const entry = /** @type {HTMLFormElement} */ (document.getElementById("entry"));
const typed = /** @type {HTMLInputElement} */ (entry.elements.namedItem("typed"));
const why = /** @type {HTMLInputElement} */ (entry.elements.namedItem("why"));
const statuses = /** @type {HTMLSelectElement} */ (entry.elements.namedItem("status"));
const foreseen = /** @type {HTMLElement} */ (document.getElementById("foreseen"));

/** @type {HTMLElement | undefined} */
let current;
/** @type {Figure | undefined} */
let figure;
/** @type {Choice} */
let choice = {};
/** @type {Map<string, Promise<Figure>>} */
const figures = new Map();
/** @type {AbortController | undefined} */
let foreseeing;

const viewer = new Viewer(/** @type {HTMLElement} */ (document.querySelector(".paper")), order, picked);
/** @type {Viewer | undefined} */
let second;

/** @returns {HTMLElement[]} */
const doubts = () => [...document.querySelectorAll(".doubt")].map((one) => /** @type {HTMLElement} */ (one));

/** @param {string} key */
function figureOf(key) {
	let one = figures.get(key);
	if (!one) {
		one = ask(`/order/${order}/figure/${key}`).then((answer) => answer.json());
		one.catch(() => figures.delete(key));
		figures.set(key, one);
	}
	return one;
}

/** Visits a doubt: its candidates, and the page of the first. @param {HTMLElement | undefined} doubt */
async function visit(doubt) {
	if (!doubt) return;
	document.querySelector(".candidates")?.remove();
	current?.removeAttribute("aria-current");
	current = doubt;
	begin(doubt.id);
	current.setAttribute("aria-current", "true");
	current.scrollIntoView({ block: "nearest" });
	choose({});
	entry.hidden = !mayDecide;
	figure = undefined;
	const key = doubt.dataset.key;
	/** @type {HTMLElement} */ (entry.querySelector(".about")).textContent = doubt.dataset.label ?? "";
	entry.classList.toggle("of-figure", Boolean(key));
	if (!key) {
		if (doubt.dataset.document) await viewer.show({ document: doubt.dataset.document, page: Number(doubt.dataset.page ?? 1) });
		doubt.focus();
		return;
	}
	doubt.focus();
	try {
		figure = await figureOf(key);
	} catch (failure) {
		say(failure.message);
		return;
	}
	if (current !== doubt) return;
	doubt.append(list(figure));
	typed.placeholder = figure.form;
	statuses.replaceChildren(make("option", { value: "" }, "une valeur"), ...figure.statuses.map((one) => make("option", { value: one.status }, one.name)));
	const first = figure.candidates.findIndex((one) => one.box);
	if (first >= 0) await look(first);
	else if (doubt.dataset.document) await viewer.show({ document: doubt.dataset.document, page: Number(doubt.dataset.page ?? 1) });
	completions();
	foreseeNext();
}

/** Fetches what the next open doubt will show. */
async function foreseeNext() {
	const next = after(1);
	if (!next?.dataset.key) return;
	const one = await figureOf(next.dataset.key).catch(() => undefined);
	const place = one?.candidates.find((candidate) => candidate.box);
	if (place) viewer.prefetch(place.document, place.page);
}

/** @param {Figure} of */
function list(of) {
	const rows = of.candidates.map((one, i) => {
		const button = make("button", { type: "button", class: "candidate" }, make("kbd", {}, one.takes ? String(i + 1) : "voir"), " ", make("strong", {}, one.value), " ",
			make("span", { class: "quiet" }, [one.file + (one.page ? ` p. ${one.page}` : ""), one.text && `« ${one.text} »`, one.why].filter(Boolean).join(" · ")));
		if (one.effect) button.append(" ", make("span", { class: "effect" }, one.effect));
		button.addEventListener("click", (event) => {
			event.stopPropagation();
			if (one.takes && mayDecide) take(i);
			else look(i);
		});
		return make("li", {}, button);
	});
	if (!of.candidates.some((one) => one.takes)) rows.unshift(make("li", { class: "quiet" }, "Aucune pièce ne le dit : cliquez sur un mot de la pièce, ou écrivez la valeur."));
	return make("ol", { class: "candidates" }, ...rows);
}

/** Shows the page of a candidate, the others of that page dimmed. @param {number} i */
async function look(i) {
	const all = figure?.candidates ?? [];
	const one = all[i];
	if (!one?.box) return;
	const others = all.flatMap((other, n) => (other !== one && other.box && other.document === one.document && other.page === one.page ? [{ box: other.box, label: String(n + 1) }] : []));
	await viewer.show({ document: one.document, page: one.page, box: one.box, label: String(i + 1), others });
}

/** Takes a candidate; what follows from it is shown before it is kept. @param {number} i */
function take(i) {
	const one = figure?.candidates[i];
	if (!one?.takes) return;
	for (const button of document.querySelectorAll(".candidate")) button.removeAttribute("aria-pressed");
	document.querySelectorAll(".candidate")[i]?.setAttribute("aria-pressed", "true");
	look(i);
	choose({ candidate: i });
	typed.value = one.typed;
}

/** @param {{text: string, box: Box, document: string, page: number}} found */
function picked(found) {
	if (!figure || !mayDecide) {
		say(found.text);
		return;
	}
	typed.value = found.text;
	current?.focus({ preventScroll: true }); // a press took the focus; Enter keeps the value
	choose({ typed: found.text, at: { document: found.document, page: found.page, box: found.box } });
}

/** Keeps a choice and foresees it. @param {Choice} made */
function choose(made) {
	choice = made;
	foreseen.textContent = "";
	foreseeing?.abort();
	if (made.candidate === undefined && made.typed === undefined && made.status === undefined) {
		typed.value = "";
		statuses.value = "";
		why.value = "";
		return;
	}
	foreseeing = new AbortController();
	const signal = foreseeing.signal;
	send(`/order/${order}/preview`, { key: figure?.key, ...made }, signal)
		.then((/** @type {Outcome} */ outcome) => {
			foreseen.textContent = outcome.says;
			showGates(outcome.gates);
		})
		.catch((failure) => {
			if (!signal.aborted) foreseen.textContent = failure.message;
		});
}

/** The open doubt that follows, or the one before. @param {number} step @returns {HTMLElement | undefined} */
function after(step) {
	const all = doubts();
	const at = current ? all.findIndex((one) => one.id === current?.id) : -1;
	for (let i = 1; i <= all.length; i++) {
		const one = all[(at + step * i + all.length * 2) % all.length];
		if (one.dataset.state === "open" && one !== current) return one;
	}
	return undefined;
}

/** Decisions are sent one after the other, while the operator goes on. @type {Promise<unknown>} */
let sending = Promise.resolve();

/** Sends a decision; meanwhile the next doubt is visited. @param {string} act @param {Record<string, unknown>} what */
function settle(act, what) {
	const from = /** @type {HTMLElement} */ (current);
	const sent = { why: why.value, ...effort(), ...what };
	decided();
	const words = from.querySelector(".says")?.textContent;
	const given = { choice, typed: typed.value, why: why.value, status: statuses.value };
	from.dataset.state = "sent";
	undoUntil = Date.now() + 10_000;
	const next = after(1);
	if (next) visit(next);
	else leave();
	sending = sending
		.then(async () => {
			if (act === "acknowledge" && !(await unchanged(from.id, words))) throw new Error("Ce doute a changé : regardez-le de nouveau.");
			return send(`/order/${order}/${act}`, sent);
		})
		.then(show, async (failure) => {
			const back = document.getElementById(from.id);
			if (back) back.dataset.state = "open";
			await visit(back ?? undefined);
			[choice, typed.value, why.value, statuses.value] = [given.choice, given.typed, given.why, given.status];
			foreseen.textContent = failure.message;
			say(failure.message);
		});
}

/** Reports whether a doubt says what the operator saw, once what he ruled before was read. @param {string} id @param {string | null | undefined} words */
async function unchanged(id, words) {
	if (read) return true;
	await untilRead();
	return document.getElementById(id)?.querySelector(".says")?.textContent === words;
}

/** Takes the last decision back, and visits what is open again. */
function undo() {
	if (Date.now() >= undoUntil) {
		say("Il n’y a plus rien à annuler.");
		return;
	}
	sending = sending
		.then(() => {
			const open = new Set(doubts().filter((one) => one.dataset.state === "open").map((one) => one.id));
			return send(`/order/${order}/undo`, {}).then((outcome) => {
				show(outcome);
				const back = doubts().find((one) => one.dataset.state === "open" && !open.has(one.id));
				visit(back ?? doubts().find((one) => one.dataset.state === "open"));
			});
		})
		.catch((failure) => say(failure.message));
}

let undoUntil = 0;
let read = true;
let leaving = false;

/** Shows where the order is. What did not change is left alone, so that focus and scroll are too. @param {Outcome} outcome */
function show(outcome) {
	if (leaving) return;
	if (outcome.may !== mayDecide) location.reload();
	showGates(outcome.gates);
	replaceInside(/** @type {Element} */ (document.getElementById("acts")), outcome.acts);
	replaceInside(/** @type {Element} */ (document.getElementById("holder")), outcome.holder);
	const fresh = make("div");
	replaceInside(fresh, outcome.doubts);
	for (const one of /** @type {NodeListOf<HTMLElement>} */ (fresh.querySelectorAll(".doubt"))) {
		const old = document.getElementById(one.id);
		const same = old?.dataset.state === one.dataset.state && old?.querySelector(".says")?.textContent === one.querySelector(".says")?.textContent;
		if (old && (same || (old.dataset.state === "sent" && one.dataset.state === "open"))) one.replaceWith(old);
	}
	const place = /** @type {Element} */ (document.getElementById("doubts"));
	const focused = document.activeElement?.closest(".doubt")?.id;
	place.replaceChildren(...fresh.childNodes);
	desk.dataset.report = outcome.report;
	read = outcome.read;
	figures.clear();
	wire();
	if (outcome.says) say(outcome.says);
	if (outcome.open === 0) finish();
	else if (current && !current.isConnected) visit(after(1));
	else {
		if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
		foreseeNext();
	}
}

/** Shows the gates; what was unfolded stays so. @param {string} markup */
function showGates(markup) {
	const place = /** @type {Element} */ (document.getElementById("gates"));
	const unfolded = new Set([...place.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.kept));
	replaceInside(place, markup);
	for (const one of /** @type {NodeListOf<HTMLDetailsElement>} */ (place.querySelectorAll("details[data-kept]"))) one.open = unfolded.has(one.dataset.kept);
}

/** No doubt is before the operator. */
function leave() {
	document.querySelector(".candidates")?.remove();
	current?.removeAttribute("aria-current");
	current = undefined;
	figure = undefined;
	entry.hidden = true;
}

/** Waits until the dossier was read with what was decided, and shows it. */
async function untilRead() {
	for (let tries = 0; tries < 300 && !read; tries++) {
		const outcome = /** @type {Outcome} */ (await (await ask(`/order/${order}/outcome`, byItself)).json());
		if (outcome.read) show(outcome);
		else await new Promise((done) => setTimeout(done, 100));
	}
}

/** Asks where the order is, and shows it. */
async function refresh() {
	show(await (await ask(`/order/${order}/outcome`, byItself)).json());
}

/** What the page asks is no sign of a person. */
const byItself = { headers: { "Predate-By-Itself": "1" } };

let finishing = false;

/** Nothing is left to decide: the statement may be issued once the dossier was read with it all. */
async function finish() {
	leave();
	if (finishing) return;
	finishing = true;
	await untilRead().catch((failure) => say(failure.message));
	finishing = false;
	const open = doubts().find((one) => one.dataset.state === "open");
	const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("issue"));
	if (!read) say("La relecture dure : la page se mettra à jour.");
	else if (open) visit(open);
	else if (button) {
		button.disabled = false;
		button.focus();
		say("Tout est décidé : Entrée émet la déclaration.");
	}
}

/** Issues the statement as it was seen. */
async function issue() {
	const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("issue"));
	if (!button || button.disabled) {
		say("Il reste à décider avant d’émettre.");
		return;
	}
	button.disabled = true;
	try {
		await sending;
		leaving = true;
		const done = await send(`/order/${order}/issue`, { seen: desk.dataset.report });
		say(done.says);
		location.assign(done.next);
	} catch (failure) {
		leaving = false;
		button.disabled = false;
		say(failure.message);
	}
}

/** Offers the words of the page while one types. */
function completions() {
	const words = /** @type {HTMLDataListElement} */ (document.getElementById("page-words"));
	words.replaceChildren(...viewer.words().filter((word) => word.length > 1).slice(0, 800).map((word) => make("option", { value: word })));
}

/** Puts the paper that contradicts beside the first. */
async function compare() {
	const pages = /** @type {HTMLElement} */ (document.querySelector(".papers"));
	if (second) {
		pages.querySelector(".second")?.remove();
		second = undefined;
		return;
	}
	const all = (figure?.candidates ?? []).filter((one) => one.box);
	const other = all.find((one) => one.document !== all[0].document || one.page !== all[0].page);
	if (!other?.box) {
		say("Aucune autre pièce ne parle de ce chiffre.");
		return;
	}
	const place = emptyViewer();
	pages.append(place);
	second = new Viewer(place, order, picked);
	await second.show({ document: other.document, page: other.page, box: other.box, label: String((figure?.candidates ?? []).indexOf(other) + 1) });
}

function wire() {
	for (const one of doubts()) one.addEventListener("click", () => one !== current && visit(one));
	for (const link of document.querySelectorAll("[data-evidence]")) {
		link.addEventListener("click", (event) => {
			event.preventDefault();
			viewer.show(JSON.parse(/** @type {HTMLElement} */ (link).dataset.evidence ?? "{}"));
		});
	}
}

entry.addEventListener("submit", (event) => {
	event.preventDefault();
	if (!current) return;
	if (!figure) settle("acknowledge", { doubt: current.dataset.doubt });
	else if (choice.candidate === undefined && !choice.at && !why.value.trim() && (choice.typed !== undefined || choice.status !== undefined)) {
		why.focus();
		say("Aucune pièce ne le montre : dites pourquoi, la déclaration le cite.");
	} else if (choice.candidate !== undefined || choice.typed !== undefined || choice.status !== undefined) settle("rule", { key: figure.key, ...choice });
	else say("Choisissez une valeur, un mot de la pièce ou un statut.");
});
typed.addEventListener("input", () => choose({ typed: typed.value }));
statuses.addEventListener("change", () => choose(statuses.value ? { status: statuses.value } : {}));
document.getElementById("acknowledge")?.addEventListener("click", () => current && settle("acknowledge", { doubt: current.dataset.doubt }));
document.getElementById("issue")?.addEventListener("click", issue);
document.getElementById("previous-page")?.addEventListener("click", () => viewer.turn(-1));
document.getElementById("next-page")?.addEventListener("click", () => viewer.turn(1));
document.getElementById("closer")?.addEventListener("click", () => viewer.zoom(1.3));
document.getElementById("farther")?.addEventListener("click", () => viewer.zoom(1 / 1.3));
document.getElementById("compare")?.addEventListener("click", compare);
const help = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
document.getElementById("help")?.addEventListener("click", () => help.showModal());

/** What single keys do. @type {Record<string, () => void>} */
const keys = {
	n: () => visit(after(1)),
	p: () => visit(after(-1)),
	a: () => mayDecide && current && settle("acknowledge", { doubt: current.dataset.doubt }),
	z: undo,
	v: () => typed.focus(),
	s: () => statuses.focus(),
	m: () => why.focus(),
	c: compare,
	i: issue,
	"[": () => viewer.turn(-1),
	"]": () => viewer.turn(1),
	"+": () => viewer.zoom(1.3),
	"-": () => viewer.zoom(1 / 1.3),
	"/": () => location.assign(`/order/${order}/papers#search`),
	"?": () => help.showModal(),
};

document.addEventListener("keydown", (event) => {
	if (event.key === "Escape" && /** @type {HTMLElement} */ (event.target).closest("#entry")) {
		current?.focus();
		return;
	}
	if (!isShortcut(event) || help.open) return;
	if (/^[1-9]$/.test(event.key)) {
		event.preventDefault();
		if (mayDecide) take(Number(event.key) - 1);
		return;
	}
	if (event.key === "Enter" && /** @type {HTMLElement} */ (event.target).matches(".doubt, body")) {
		event.preventDefault();
		entry.requestSubmit();
		return;
	}
	const act = keys[event.key];
	if (act) {
		event.preventDefault();
		act();
	}
});

/** Takes the order, and keeps it while the page is seen; another who has it is named. @param {boolean} [take] also from another */
async function claim(take = false) {
	if (document.visibilityState !== "visible") return;
	try {
		const held = await (await ask(`/order/${order}/claim`, { ...byItself, method: "POST", headers: { ...byItself.headers, "Content-Type": "application/json" }, body: JSON.stringify({ take }) })).json();
		if (held.mine !== mayDecide) location.reload();
		else if (held.holder) replaceInside(/** @type {Element} */ (document.getElementById("holder")), held.holder);
	} catch (failure) {
		say(failure.message);
	}
}

if (desk.dataset.claim !== undefined) {
	if (mayDecide) claim();
	setInterval(claim, 15_000);
	document.addEventListener("visibilitychange", () => claim());
	addEventListener("pagehide", () => mayDecide && navigator.sendBeacon(`/order/${order}/release`));
	document.getElementById("holder")?.addEventListener("click", (event) => /** @type {HTMLElement} */ (event.target).closest("#take-over") && claim(true));
}

follow(desk.dataset.position ?? "0", (changed, missed) => {
	if (missed || changed.includes(order)) sending = sending.then(refresh).catch(() => {}); // the next change tries again
});

if (mayDecide) setTimeout(() => prepare("/next?after=" + order), 2000); // once this page has what it needs

wire();
const first = doubts().find((one) => one.dataset.state === "open");
if (first) visit(first);
else {
	entry.hidden = true;
	const link = /** @type {HTMLElement | null} */ (document.querySelector("[data-evidence]"));
	if (link) viewer.show(JSON.parse(link.dataset.evidence ?? "{}"));
}

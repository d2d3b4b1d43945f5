// The operators' queue: keys, rows that follow what changes, and the next order made
// ready.
import { prepare } from "./ahead.js";
import { ask, isShortcut, make, replaceInside, say } from "./dom.js";
import { follow } from "./live.js";

const list = /** @type {HTMLElement} */ (document.getElementById("list"));

/** The links to the orders listed, in their order. */
const links = () => /** @type {HTMLAnchorElement[]} */ ([...list.querySelectorAll("tbody th a")]);

/** The row that a key moves from. */
function current() {
	return links().indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement?.closest("tr")?.querySelector("th a")));
}

/** @param {number} by */
function move(by) {
	const all = links();
	if (all.length === 0) return;
	const at = current();
	all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))].focus();
}

/** @type {Record<string, () => void>} */
const keys = {
	j: () => move(1),
	k: () => move(-1),
	n: () => location.assign("/next"),
	"/": () => {
		const box = /** @type {HTMLInputElement} */ (document.getElementById("q"));
		box.focus();
		box.select();
	},
};

addEventListener("keydown", (event) => {
	const does = keys[event.key];
	if (!does || !isShortcut(event)) return;
	event.preventDefault();
	does();
});

// A choice of a filter is enough where there are scripts; the button is for the others.
document.getElementById("filters")?.addEventListener("change", (event) => /** @type {HTMLElement} */ (event.currentTarget).requestSubmit());

/** The rows by their order. @param {ParentNode} of @returns {Map<string, HTMLTableRowElement>} */
const rowsOf = (of) => new Map([...of.querySelectorAll("tr[data-order]")].map((row) => [/** @type {HTMLElement} */ (row).dataset.order ?? "", /** @type {HTMLTableRowElement} */ (row)]));

/** What a row says, its age left out. @param {Element} row */
const saying = (row) => [...row.cells].slice(0, 5).map((cell) => cell.innerHTML).join("|");

/**
 * Puts a list that the server drew in the place of the one shown, row by row: rows
 * that say the same stay, so that focus, selection and scroll do. Returns how many
 * orders came, went or changed.
 * @param {string} markup
 */
function refresh(markup) {
	const fresh = make("div");
	replaceInside(fresh, markup);
	const shown = rowsOf(list), next = rowsOf(fresh);
	const focused = /** @type {HTMLElement|null} */ (document.activeElement?.closest("tr[data-order]"))?.dataset.order;
	const place = current(), top = scrollY;
	let changes = [...shown.keys()].filter((id) => !next.has(id)).length;
	for (const [id, row] of next) {
		const old = shown.get(id);
		if (old && saying(old) === saying(row)) {
			old.cells[5].replaceChildren(...row.cells[5].childNodes);
			old.classList.remove("changed");
			row.replaceWith(old);
			continue;
		}
		row.classList.add("changed");
		changes++;
	}
	const tab = /** @type {HTMLElement|null} */ (document.activeElement?.closest(".tabs a"))?.textContent?.replace(/\d+\s*$/, "");
	list.replaceChildren(...fresh.childNodes);
	scrollTo(0, top);
	if (tab) [...list.querySelectorAll(".tabs a")].find((a) => a.textContent?.startsWith(tab))?.focus({ preventScroll: true });
	if (focused) {
		const all = links();
		const same = all.find((a) => a.closest("tr")?.dataset.order === focused);
		(same ?? all[Math.min(place, all.length - 1)])?.focus({ preventScroll: true });
	}
	return changes;
}

/** @type {number | undefined} */
let quiet;

/** Makes ready the order of the row where the keys are, else the first that nobody else has. */
function ahead() {
	clearTimeout(quiet);
	quiet = setTimeout(() => {
		const link = links()[current()] ?? links().find((a) => !a.closest("tr")?.querySelector(".claim.other"));
		if (link) prepare(link.pathname);
	}, 150); // a key held down goes past rows
}
list.addEventListener("focusin", ahead);

let busy = false, again = false;

/** Fetches the list as it is now; of several wishes at once the last is enough. */
async function update() {
	if (busy) {
		again = true;
		return;
	}
	busy = true;
	try {
		do {
			again = false;
			const answer = await ask("/queue/rows" + location.search, { headers: { "Predate-By-Itself": "1" } });
			const { list: markup } = await answer.json();
			const changes = refresh(markup);
			watchClaims();
			ahead();
			if (changes > 0) say(changes === 1 ? "1 commande a changé" : `${changes} commandes ont changé`);
		} while (again);
	} catch {
		// The next change, or the next minute, tries again.
	} finally {
		busy = false;
	}
}

/** @type {number|undefined} */
let soon;
/** @type {number | undefined} */
let ends;

/** A claim that nobody prolongs ends, and no change says so. */
function watchClaims() {
	clearTimeout(ends);
	const left = Number(/** @type {HTMLElement | null} */ (list.querySelector("[data-ends]"))?.dataset.ends);
	if (left) ends = setTimeout(update, left + 500);
}

watchClaims();
ahead();
follow(list.dataset.position ?? "0", () => {
	clearTimeout(soon);
	soon = setTimeout(update, 150); // several changes of one order come together
});
setInterval(update, 60_000); // ages and paces go on where nothing changes

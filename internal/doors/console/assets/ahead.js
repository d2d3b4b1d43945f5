// Makes ready what the page of an order shows first, before somebody opens it. The
// page itself is asked for again when it is opened: it is never an old one.
import { ask, make, parse } from "./dom.js";

/** @type {AbortController | undefined} */
let preparing;
let prepared = "";

/**
 * Has the server read the papers of an order and draw the page of the first doubt, and
 * the browser keep the drawing. Nothing of it changes an order, nor keeps a session
 * alive. Of several wishes the last is enough.
 * @param {string} address of the order's page, or one that leads there
 */
export async function prepare(address) {
	if (address === prepared) return;
	prepared = address;
	preparing?.abort();
	preparing = new AbortController();
	const options = { headers: { "Predate-By-Itself": "1" }, priority: /** @type {RequestPriority} */ ("low"), signal: preparing.signal };
	/** @param {string} from */
	const get = async (from) => (await ask(from, options)).json();
	try {
		const page = parse(await (await ask(address, options)).text());
		const order = /** @type {HTMLElement | null} */ (page.querySelector("[data-order].desk"))?.dataset.order;
		if (!order) return;
		for (const script of page.querySelectorAll("script[src]")) preload(script.getAttribute("src") ?? "");
		const place = await placeOf(/** @type {HTMLElement | null} */ (page.querySelector('.doubt[data-state="open"]')), (key) => get(`/order/${order}/figure/${key}`));
		if (!place) return;
		const leaf = await get(`/order/${order}/words/${place.document}/${place.page}`);
		if (leaf.image) await (await ask(leaf.image, options)).blob();
	} catch {
		if (prepared === address) prepared = ""; // the next wish tries again
	}
}

/**
 * The page of a paper that a doubt shows first.
 * @param {HTMLElement | null} doubt
 * @param {(key: string) => Promise<{candidates: {document: string, page: number, box: unknown}[]}>} figure
 * @returns {Promise<{document: string, page: number | string} | undefined>}
 */
async function placeOf(doubt, figure) {
	if (!doubt) return undefined;
	const { key, document, page = 1 } = doubt.dataset;
	const first = key && (await figure(key)).candidates.find((one) => one.box);
	return first || (document ? { document, page } : undefined);
}

/** @param {string} script */
function preload(script) {
	if (!document.querySelector(`[src="${script}"], [href="${script}"]`)) document.head.append(make("link", { rel: "modulepreload", href: script }));
}

// One page of a paper: its image under boxes, in points. A click is looked up among
// the words of the page; no word is an element.
import { ask, make, say } from "./dom.js";

/**
 * @typedef {{x0: number, y0: number, x1: number, y1: number}} Box
 * @typedef {{box: Box, text: string}} Word
 * @typedef {{file: string, page: number, pages: number, width: number, height: number, image: string, words: [number, number, number, number, string][], unreadable?: string}} Leaf
 * @typedef {{document: string, page: number, box?: Box, others?: {box: Box, label: string}[], label?: string}} Place
 */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string|number>} attributes */
function draw(name, attributes) {
	const drawn = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, String(value));
	return drawn;
}

/** What may be a part of an amount, a day or a number that spaces split. */
const piece = /^[-−+(]?[\d.,'’/]+[)]?€?$|^€$|^[-−]$/;

export class Viewer {
	/** @type {Map<string, Promise<Leaf>>} */
	#kept = new Map();
	/** @type {Leaf | undefined} */
	#leaf;
	/** @type {Place | undefined} */
	#place;
	#zoom = 1;
	#centre = { x: 0, y: 0 };
	#shown = 0;
	#steered = false; // the person moved or enlarged the page

	/**
	 * @param {HTMLElement} root holds .page-title, svg.page and .page-note
	 * @param {string} order
	 * @param {(found: {words: Word[], box: Box, text: string, document: string, page: number}) => void} [pick] is told what was clicked
	 */
	constructor(root, order, pick) {
		this.root = root;
		this.order = order;
		this.pick = pick;
		this.svg = /** @type {SVGSVGElement} */ (root.querySelector("svg.page"));
		this.svg.addEventListener("pointerdown", (event) => this.#press(event));
		this.svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
		new ResizeObserver(() => this.#fit()).observe(this.svg);
	}

	/** @param {string} document @param {number} page */
	#load(document, page) {
		const address = `/order/${this.order}/words/${document}/${page}`;
		let leaf = this.#kept.get(address);
		if (!leaf) {
			leaf = ask(address).then((answer) => answer.json());
			leaf.catch(() => this.#kept.delete(address));
			this.#kept.set(address, leaf);
		}
		return leaf;
	}

	/** Fetches a page that is likely to be wanted next, with its image. @param {string} document @param {number} page */
	async prefetch(document, page) {
		const leaf = await this.#load(document, page).catch(() => undefined);
		if (leaf?.image) new Image().src = leaf.image;
	}

	/** The words of the page that is shown. @returns {string[]} */
	words() {
		return this.#leaf ? [...new Set(this.#leaf.words.map((word) => word[4]))] : [];
	}

	/** Shows a page, centred on its box. @param {Place} place */
	async show(place) {
		const turn = ++this.#shown;
		let leaf;
		try {
			leaf = await this.#load(place.document, place.page);
		} catch (failure) {
			say(failure.message);
			return;
		}
		if (turn !== this.#shown) return; // another page was asked for meanwhile
		this.#leaf = leaf;
		this.#place = place;
		const title = this.root.querySelector(".page-title");
		if (title) title.textContent = `${leaf.file}, p. ${leaf.page} sur ${leaf.pages}`;
		const note = this.root.querySelector(".page-note");
		if (note) note.textContent = leaf.unreadable ?? "";
		this.#steered = false;
		this.#aim();
		this.#draw();
	}

	/** Looks at what the page is shown for. */
	#aim() {
		const leaf = /** @type {Leaf} */ (this.#leaf);
		const box = this.#place?.box;
		this.#zoom = this.#legible(box);
		this.#centre = box ? { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 } : { x: leaf.width / 2, y: 0 };
	}

	/** Follows a pane that became wider or narrower. */
	#fit() {
		if (!this.#leaf) return;
		if (!this.#steered) this.#aim();
		this.#look();
	}

	/** How close a page is looked at first: evidence in letters of the screen's own size, a page without any in its whole width. @param {Box | undefined} box */
	#legible(box) {
		const leaf = /** @type {Leaf} */ (this.#leaf);
		const seen = this.svg.getBoundingClientRect();
		if (seen.width === 0 || seen.height === 0) return 1;
		const whole = Math.max(leaf.width, (leaf.height * seen.width) / seen.height);
		const perPoint = 1.25;
		return Math.min(6, Math.max(1, whole / (box ? Math.min(leaf.width, seen.width / perPoint) : leaf.width)));
	}

	/** Turns pages within the paper. @param {number} by */
	turn(by) {
		if (!this.#leaf || !this.#place) return;
		const page = this.#leaf.page + by;
		if (page >= 1 && page <= this.#leaf.pages) this.show({ document: this.#place.document, page });
	}

	/** @param {number} by */
	zoom(by) {
		this.#steered = true;
		this.#zoom = Math.min(6, Math.max(1, this.#zoom * by));
		this.#look();
	}

	#draw() {
		const leaf = /** @type {Leaf} */ (this.#leaf);
		const place = /** @type {Place} */ (this.#place);
		const parts = [];
		const shown = this.svg.querySelector("image");
		if (shown && shown.getAttribute("href") === leaf.image) {
			parts.push(shown); // a new one would flash
		} else {
			delete this.root.dataset.drawn;
			if (leaf.image) {
				const image = draw("image", { href: leaf.image, width: leaf.width, height: leaf.height });
				image.addEventListener("load", () => (this.root.dataset.drawn = leaf.image), { once: true });
				parts.push(image);
			}
		}
		for (const other of place.others ?? []) parts.push(...this.#mark(other.box, "other", other.label));
		if (place.box) parts.push(...this.#mark(place.box, "chosen", place.label ?? ""));
		this.svg.replaceChildren(...parts);
		this.svg.setAttribute("aria-label", `${leaf.file}, page ${leaf.page}`);
		this.#look();
	}

	/** @param {Box} box @param {string} kind @param {string} label */
	#mark(box, kind, label) {
		const margin = 2;
		const frame = draw("rect", { x: box.x0 - margin, y: box.y0 - margin, width: box.x1 - box.x0 + 2 * margin, height: box.y1 - box.y0 + 2 * margin, class: `mark ${kind}` });
		if (!label) return [frame];
		const words = draw("text", { x: box.x0 - margin, y: box.y0 - 2 * margin, class: `mark-label ${kind}` });
		words.textContent = label;
		return [frame, words];
	}

	/** Sets what part of the page is seen. */
	#look() {
		const leaf = /** @type {Leaf} */ (this.#leaf);
		if (!leaf) return;
		const seen = this.svg.getBoundingClientRect();
		const ratio = seen.width > 0 && seen.height > 0 ? seen.height / seen.width : leaf.height / leaf.width;
		const width = Math.max(leaf.width, leaf.height / ratio) / this.#zoom;
		const height = width * ratio;
		const x = width >= leaf.width ? (leaf.width - width) / 2 : Math.min(Math.max(this.#centre.x - width / 2, 0), leaf.width - width);
		const y = height >= leaf.height ? 0 : Math.min(Math.max(this.#centre.y - height / 2, 0), leaf.height - height);
		this.#centre = { x: x + width / 2, y: y + height / 2 };
		this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
	}

	/** A place of the screen in points of the page. @param {{clientX: number, clientY: number}} event */
	#point(event) {
		const turned = this.svg.getScreenCTM()?.inverse();
		return new DOMPoint(event.clientX, event.clientY).matrixTransform(turned);
	}

	/** @param {WheelEvent} event */
	#wheel(event) {
		if (!this.#leaf || !event.ctrlKey) return;
		event.preventDefault();
		this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
	}

	/** Follows a press until it is let go: a click picks a word, a drag moves the page, with Shift it marks a region. @param {PointerEvent} event */
	#press(event) {
		if (!this.#leaf || event.button !== 0) return;
		event.preventDefault();
		const from = this.#point(event);
		const start = { x: event.clientX, y: event.clientY };
		const region = event.shiftKey ? draw("rect", { class: "mark region" }) : undefined;
		if (region) this.svg.append(region);
		this.svg.setPointerCapture(event.pointerId);
		let moved = false;
		const move = (/** @type {PointerEvent} */ to) => {
			moved ||= Math.hypot(to.clientX - start.x, to.clientY - start.y) > 4;
			if (!moved) return;
			const at = this.#point(to);
			if (region) {
				for (const [key, value] of Object.entries(rectangle(from, at))) region.setAttribute(key, String(value));
				return;
			}
			this.#steered = true;
			this.#centre = { x: this.#centre.x + from.x - at.x, y: this.#centre.y + from.y - at.y };
			this.#look();
		};
		const end = (/** @type {PointerEvent} */ to) => {
			this.svg.removeEventListener("pointermove", move);
			this.svg.removeEventListener("pointerup", end);
			this.svg.removeEventListener("pointercancel", end);
			region?.remove();
			if (to.type === "pointercancel") return;
			if (region && moved) this.#picked(this.#within(boxOf(from, this.#point(to))));
			else if (!moved) this.#picked(this.#at(from));
		};
		this.svg.addEventListener("pointermove", move);
		this.svg.addEventListener("pointerup", end);
		this.svg.addEventListener("pointercancel", end);
	}

	/** @param {Word[]} words */
	#picked(words) {
		if (words.length === 0 || !this.pick || !this.#place || !this.#leaf) return;
		const box = words.map((word) => word.box).reduce(union);
		const text = words.map((word) => word.text).join(" ");
		this.#place = { ...this.#place, box, label: "" };
		this.#draw();
		this.pick({ words, box, text, document: this.#place.document, page: this.#leaf.page });
	}

	/** @returns {Word[]} */
	#all() {
		return (this.#leaf?.words ?? []).map(([x0, y0, x1, y1, text]) => ({ box: { x0, y0, x1, y1 }, text }));
	}

	/** The word at a point, joined with its neighbours where spaces split an amount. @param {{x: number, y: number}} point */
	#at(point) {
		const slack = 2;
		const all = this.#all();
		const hit = all.find(({ box }) => point.x >= box.x0 - slack && point.x <= box.x1 + slack && point.y >= box.y0 - slack && point.y <= box.y1 + slack);
		if (!hit) return [];
		if (!piece.test(hit.text)) return [hit];
		const line = all.filter((word) => overlap(word.box, hit.box) > 0.5).sort((a, b) => a.box.x0 - b.box.x0);
		const at = line.indexOf(hit);
		let first = at;
		let last = at;
		while (first > 0 && joins(line[first - 1], line[first])) first--;
		while (last < line.length - 1 && joins(line[last], line[last + 1])) last++;
		return line.slice(first, last + 1);
	}

	/** The words of a region, line by line. @param {Box} region */
	#within(region) {
		return this.#all()
			.filter(({ box }) => (box.x0 + box.x1) / 2 >= region.x0 && (box.x0 + box.x1) / 2 <= region.x1 && (box.y0 + box.y1) / 2 >= region.y0 && (box.y0 + box.y1) / 2 <= region.y1)
			.sort((a, b) => (overlap(a.box, b.box) > 0.5 ? a.box.x0 - b.box.x0 : a.box.y0 - b.box.y0));
	}
}

/** @param {Word} left @param {Word} right */
function joins(left, right) {
	const gap = right.box.x0 - left.box.x1;
	return piece.test(left.text) && piece.test(right.text) && gap < 0.45 * (left.box.y1 - left.box.y0);
}

/** How much of the lower of two boxes' heights they share. @param {Box} a @param {Box} b */
function overlap(a, b) {
	return (Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)) / Math.min(a.y1 - a.y0, b.y1 - b.y0);
}

/** @param {Box} a @param {Box} b @returns {Box} */
function union(a, b) {
	return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) };
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @returns {Box} */
function boxOf(a, b) {
	return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) };
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function rectangle(a, b) {
	const box = boxOf(a, b);
	return { x: box.x0, y: box.y0, width: box.x1 - box.x0, height: box.y1 - box.y0 };
}

/** A viewer's markup, for a second paper beside the first. */
export function emptyViewer() {
	const svg = document.createElementNS(SVG, "svg");
	svg.setAttribute("class", "page");
	svg.setAttribute("role", "img");
	return make("section", { class: "paper second" }, make("p", { class: "page-title" }), svg, make("p", { class: "page-note refused" }));
}

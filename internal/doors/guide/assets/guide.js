// The pages work without this script: it adds buttons that copy commands, and shows what
// a search finds while it is typed.

const { copy, copied } = document.body.dataset;
for (const block of document.querySelectorAll(".code.sh")) {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "copy";
	button.textContent = copy;
	button.addEventListener("click", async () => {
		await navigator.clipboard.writeText(block.querySelector("code").textContent);
		button.textContent = copied;
		setTimeout(() => { button.textContent = copy; }, 2000);
	});
	block.append(button);
}

const form = document.querySelector(".search");
const input = form.querySelector("input");
const hits = document.getElementById("hits");
const most = 12;
let index;

function folded(text) {
	return text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("œ", "oe").toLowerCase().replace(/[^\p{L}\p{Nd}]+/gu, " ").trim();
}

// load fetches the index once, when somebody begins to search.
function load() {
	index ??= fetch(form.dataset.index).then((got) => got.json());
	return index;
}

function find(sections, words) {
	const has = (text) => words.every((word) => text.includes(word));
	const titled = sections.filter((one) => has(folded(one.t)));
	return [...titled, ...sections.filter((one) => !titled.includes(one) && has(one.x))].slice(0, most);
}

function line(one) {
	const link = document.createElement("a");
	link.href = new URL(one.a, new URL(form.action)).href;
	link.textContent = one.t;
	const under = document.createElement("small");
	under.textContent = one.t === one.p ? one.o : `${one.p} — ${one.o}`;
	link.append(under);
	return link;
}

async function show() {
	const words = folded(input.value).split(" ").filter(Boolean);
	if (words.length === 0) {
		hits.hidden = true;
		return;
	}
	const found = find(await load(), words);
	if (found.length === 0) {
		const none = document.createElement("p");
		none.textContent = form.dataset.none;
		hits.replaceChildren(none);
	} else {
		hits.replaceChildren(...found.map(line));
	}
	hits.hidden = false;
}

input.addEventListener("focus", load);
input.addEventListener("input", show);
form.addEventListener("focusout", (event) => {
	if (!form.contains(event.relatedTarget)) hits.hidden = true;
});
form.addEventListener("keydown", (event) => {
	const links = [...hits.querySelectorAll("a")];
	const at = links.indexOf(document.activeElement);
	if (event.key === "Escape") {
		hits.hidden = true;
		input.focus();
	} else if (event.key === "ArrowDown" && !hits.hidden) {
		event.preventDefault();
		links[Math.min(at + 1, links.length - 1)]?.focus();
	} else if (event.key === "ArrowUp" && at >= 0) {
		event.preventDefault();
		(links[at - 1] ?? input).focus();
	}
});
document.addEventListener("keydown", (event) => {
	if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, textarea")) {
		event.preventDefault();
		input.focus();
	}
});

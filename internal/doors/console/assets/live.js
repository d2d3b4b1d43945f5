// What changes, as the server hears of it.
import { say } from "./dom.js";

/**
 * Listens to what changes, from where the page was drawn; a stream that breaks goes on
 * from where it ended.
 * @param {string} position
 * @param {(orders: string[], missed: boolean) => void} heard is told of the orders that changed, and whether others may have
 */
export function follow(position, heard) {
	/** @type {EventSource} */
	let stream;
	function open() {
		stream = new EventSource(`/live?after=${position}`);
		stream.addEventListener("changes", (event) => {
			position = event.lastEventId;
			const { orders, lost } = JSON.parse(event.data);
			heard(orders, Boolean(lost));
		});
		stream.addEventListener("ended", () => {
			stream.close();
			say("Votre session est terminée : rechargez la page pour vous connecter.");
		});
		stream.addEventListener("error", () => {
			if (stream.readyState === EventSource.CLOSED) setTimeout(open, 10_000); // refused: too many listen, or the server stops
		});
	}
	open();
	addEventListener("pagehide", () => stream.close());
}

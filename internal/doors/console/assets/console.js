// What every page of the console shares.
import { say } from "./dom.js";

// A page that the browser kept (back, forward) may show what is no longer so.
addEventListener("pageshow", (event) => {
	if (event.persisted) location.reload();
});

addEventListener("offline", () => say("Plus de réseau : rien n’est enregistré tant qu’il manque."));

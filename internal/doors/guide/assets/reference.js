// Draws the reference of the API from the OpenAPI file of this server. The renderer knows
// light pages only.

const at = document.getElementById("redoc");
const mono = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace';
const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';

// The renderer is there once the page is.
addEventListener("load", () => {
	Redoc.init(at.dataset.from, {
		expandResponses: "200", pathInMiddlePanel: true, scrollYOffset: ".bar", nativeScrollbars: true,
		theme: {
			colors: {
				primary: { main: "#0c5c6b" }, text: { primary: "#1a2026", secondary: "#55606a" }, success: { main: "#1d6b3a" }, error: { main: "#a3231f" },
				http: { get: "#1d6b3a", post: "#0c5c6b", patch: "#7a4d00", delete: "#a3231f" },
			},
			schema: { nestedBackground: "#f4f6f7", typeNameColor: "#55606a", typeTitleColor: "#55606a", requireLabelColor: "#a3231f" },
			typography: {
				fontSize: "16px", lineHeight: "1.55", fontFamily: sans, headings: { fontFamily: sans, fontWeight: "600" }, links: { color: "#0c5c6b" },
				code: { fontFamily: mono, fontSize: "13px", color: "#8a3b12", backgroundColor: "#f3f6f7" },
			},
			sidebar: { backgroundColor: "#f4f6f7", textColor: "#1a2026", width: "280px" },
			rightPanel: { backgroundColor: "#10242a", textColor: "#e6f0f2" }, codeBlock: { backgroundColor: "#0a171b" },
		},
	}, at);
}, { once: true });

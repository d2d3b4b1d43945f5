package guide

import (
	"fmt"
	"strings"
)

// listForMachines is /llms.txt: what there is to read, each page as Markdown.
func listForMachines(base string, b book) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# predate\n\n> %s\n\n%s\n\n## Guide\n\n", b.pages[0].Summary, b.words["machines"])
	for _, p := range b.pages[1:] {
		fmt.Fprintf(&out, "- [%s](%s/docs/%s/%s.md): %s\n", p.Title, base, b.lang, p.Name, p.Summary)
	}
	fmt.Fprintf(&out, "\n## Reference\n\n- [OpenAPI 3.1](%s/openapi.yaml): every path, member, answer and webhook.\n", base)
	fmt.Fprintf(&out, "\n## Optional\n\n- [The whole guide in one file](%s/llms-full.txt)\n- [Le guide en français](%s/docs/fr/index.md)\n", base, base)
	return out.String()
}

// wholeForMachines is /llms-full.txt: every page, one after the other.
func wholeForMachines(b book) string {
	var out strings.Builder
	for _, p := range b.pages {
		out.WriteString(strings.TrimSpace(p.Markdown) + "\n\n---\n\n")
	}
	return strings.TrimSuffix(out.String(), "---\n\n")
}

package archtest

import (
	"fmt"
	"strings"
)

// floors is the plan of the house. A directory with Go files that is not here
// has no place in it.
func floors() map[string]int {
	return map[string]int{
		".": 0, // the words

		"internal/pdftext":     1,
		"internal/layout":      1,
		"internal/report":      1,
		"internal/fold":        1,
		"internal/tagged":      1,
		"internal/pack":        1,
		"internal/lexicon":     1,
		"internal/blank":       1,
		"papers":               1, // the lexicon and the forms, embedded
		"internal/clocktest":   1, // for tests
		"internal/prooftest":   1, // for tests
		"internal/browsertest": 1, // for tests
		"internal/seats":       1,
		"internal/trace":       1,
		"internal/web":         1,
		"internal/wording":     1,
		"connectors":           1, // recipes, embedded
		"internal/bench":       1,
		"internal/invoice":     1,
		"api":                  1, // the reference of the interface, embedded

		"internal/classify": 2,
		"internal/building": 2,
		"internal/extract":  2,
		"internal/form":     2,
		"internal/compute":  2,
		"internal/typeset":  2,
		"internal/sketch":   2,
		"internal/gloss":    2,
		"internal/look":     2,

		"internal/store":   3,
		"internal/queue":   3,
		"internal/blob":    3,
		"internal/seal":    3,
		"internal/egress":  3,
		"internal/reading": 3,
		"internal/bundle":  3,
		"internal/link":    3,
		"internal/child":   3,

		"internal/connector":   4,
		"internal/webhook":     4,
		"internal/extranetsim": 4,
		"internal/browser":     4,
		"internal/warden":      4,
		"internal/backup":      4,

		"internal/desk": 5,
		"internal/auth": 5,

		"internal/pipeline": 6,

		"internal/api":     7,
		"internal/console": 7,
		"internal/corner":  7,
		"internal/portal":  7,
		"internal/guide":   7,
		"internal/mcp":     7,

		"cmd/predate": 8,

		"internal/lookstest": 8, // papers in looks that no rule was written for

		"sdk": 8, // client libraries, what makes them, and the proof that they work

		"examples": 8, // receivers for developers, and the proof that they work

		"archtest": 8,
	}
}

// neighbours are the doors between two rooms of one floor, each with its reason.
func neighbours() map[[2]string]string {
	return map[[2]string]string{
		{"internal/queue", "internal/store"}:    "a job is enqueued in the store's own transaction",
		{"internal/layout", "internal/fold"}:    "one way to fold words",
		{"internal/lexicon", "internal/fold"}:   "wordings are compared folded",
		{"internal/blank", "internal/lexicon"}:  "forms name concepts",
		{"internal/report", "internal/wording"}: "a statement that is kept has its reasons in words",
		{"internal/pdftext", "internal/seats"}:  "recognitions share the cores by account",
	}
}

// walls are imports that the floors would allow and the plan does not.
func walls() map[[2]string]string {
	return map[[2]string]string{
		{"internal/console", "internal/store"}: "the console speaks to the desk",
		{"internal/corner", "internal/store"}:  "the corner speaks to the desk",
		{"internal/portal", "internal/store"}:  "the portal speaks to the desk",
	}
}

// importsGoDown: an import goes to a lower floor. Tests may look at their own
// floor too; helpers for tests are for tests only.
func importsGoDown(h house) []finding {
	var found []finding
	for _, file := range h.files {
		from, known := floors()[file.room]
		if !known {
			found = append(found, finding{file.path, fmt.Sprintf("%s has no floor", file.room)})
			continue
		}
		for _, spec := range file.syntax.Imports {
			dir, ok := ours(importPath(spec))
			if !ok {
				continue
			}
			if what := wrongImport(file, from, dir); what != "" {
				found = append(found, finding{h.at(spec), what})
			}
		}
	}
	return found
}

func wrongImport(file source, from int, dir string) string {
	room := roomOf(dir)
	pair := [2]string{file.room, room}
	to, known := floors()[room]
	switch {
	case !known:
		return fmt.Sprintf("imports %s, which has no floor", room)
	case !file.test && isTestHelper(dir):
		return fmt.Sprintf("imports %s, which is for tests", dir)
	case walls()[pair] != "":
		return fmt.Sprintf("%s imports %s: %s", file.room, room, walls()[pair])
	case room == file.room || to < from || neighbours()[pair] != "" || file.test && to == from:
		return ""
	}
	return fmt.Sprintf("%s (floor %d) imports %s (floor %d)", file.room, from, room, to)
}

// wordsAreStandard: the words import nothing but the standard library.
func wordsAreStandard(h house) []finding {
	var found []finding
	for _, file := range h.product() {
		if file.room != "." {
			continue
		}
		for _, spec := range file.syntax.Imports {
			imported := importPath(spec)
			first, _, _ := strings.Cut(imported, "/")
			if strings.Contains(first, ".") || first == module {
				found = append(found, finding{h.at(spec), "the words import " + imported})
			}
		}
	}
	return found
}

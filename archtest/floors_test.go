package archtest

import (
	"fmt"
	"strings"
)

// floors returns the floor of every room, wing by wing. A directory with Go files that is
// missing here is an error.
func floors() map[string]int {
	return map[string]int{
		".":          0, // the words
		"papers":     1, // the lexicon and the forms, embedded
		"connectors": 1, // recipes, embedded
		"api":        1, // the reference of the interface, embedded

		"internal/base/bench":     1,
		"internal/base/fold":      1,
		"internal/base/seats":     1,
		"internal/base/trace":     1,
		"internal/base/clocktest": 1, // for tests
		"internal/base/prooftest": 1, // for tests
		"internal/base/egress":    3,

		"internal/reading/blank":           1,
		"internal/reading/layout":          1,
		"internal/reading/lexicon":         1,
		"internal/reading/pack":            1,
		"internal/reading/pdftext":         1,
		"internal/reading/report":          1,
		"internal/reading/wording":         1,
		"internal/reading/decision":        2,
		"internal/reading/keyname":         1,
		"internal/reading/lotname":         2,
		"internal/reading/attached":        2,
		"internal/reading/merge":           2,
		"internal/reading/paper":           2,
		"internal/reading/deeds":           2,
		"internal/reading/particulars":     2,
		"internal/reading/chargestatement": 2,
		"internal/reading/fundcall":        2,
		"internal/reading/coowner":         2,
		"internal/reading/quotepart":       2,
		"internal/reading/minutes":         2,
		"internal/reading/resolutions":     2,
		"internal/reading/fraction":        1,
		"internal/reading/period":          1,
		"internal/reading/building":        2,
		"internal/reading/classify":        2,
		"internal/reading/compute":         2,
		"internal/reading/extract":         2,
		"internal/reading/form":            2,
		"internal/reading/letter":          2,
		"internal/reading/meaning":         2,
		"internal/reading/gloss":           2,
		"internal/reading/look":            2,
		"internal/reading/sketch":          2,
		"internal/reading":                 3,
		"internal/reading/lookstest":       8, // papers in looks that no rule was written for
		"internal/reading/parting":         2,
		"internal/reading/lottable":        2,
		"internal/reading/cells":           1,

		"internal/statement/cachet":  1,
		"internal/statement/invoice": 1,
		"internal/statement/tagged":  1,
		"internal/statement/mask":    2,
		"internal/statement/typeset": 3,
		"internal/statement/bundle":  4,

		"internal/keeping/blob":   3,
		"internal/keeping/queue":  3,
		"internal/keeping/seal":   3,
		"internal/keeping/store":  3,
		"internal/keeping/backup": 4,

		"internal/delivering/link":    3,
		"internal/delivering/webhook": 4,

		"internal/collecting/browsertest": 1, // for tests
		"internal/collecting/recipe":      2,
		"internal/collecting/author":      3,
		"internal/collecting/child":       3,
		"internal/collecting/browser":     4,
		"internal/collecting/connector":   4,
		"internal/collecting/extranetsim": 4,
		"internal/collecting/warden":      4,

		"internal/orders/auth":     5,
		"internal/orders/desk":     5,
		"internal/orders/pipeline": 6,

		"internal/doors/web":     1,
		"internal/doors/api":     7,
		"internal/doors/console": 7,
		"internal/doors/corner":  7,
		"internal/doors/guide":   7,
		"internal/doors/mcp":     7,
		"internal/doors/portal":  7,

		"internal/commands/terminal": 2,
		"internal/commands/readers":  8,
		"internal/commands/serving":  9,
		"internal/commands/offline":  9,
		"internal/commands/remote":   8,
		"internal/commands/office":   10,
		"internal/commands/demo":     10,
		"internal/commands/load":     10,

		"cmd/predate": 11,
		"sdk":         8, // client libraries, what makes them, and the proof that they work
		"examples":    8, // receivers for developers, and the proof that they work
		"archtest":    8,
	}
}

// neighbours returns the allowed imports between rooms of one floor, each with its reason.
func neighbours() map[[2]string]string {
	return map[[2]string]string{
		{"internal/keeping/queue", "internal/keeping/store"}:               "a job is enqueued in the store's own transaction",
		{"internal/reading/period", "internal/base/fold"}:                  "one way to fold words",
		{"internal/reading/period", "internal/reading/layout"}:             "one way to read days",
		{"internal/reading/fraction", "internal/reading/layout"}:           "one way to read whole numbers",
		{"internal/reading/layout", "internal/base/fold"}:                  "one way to fold words",
		{"internal/reading/lexicon", "internal/base/fold"}:                 "wordings are compared folded",
		{"internal/reading/blank", "internal/reading/lexicon"}:             "forms name concepts",
		{"internal/reading/report", "internal/reading/wording"}:            "a statement that is kept has its reasons in words",
		{"internal/reading/extract", "internal/reading/decision"}:          "one way to read sums in words",
		{"internal/reading/extract", "internal/reading/paper"}:             "one way to hold a paper under reading",
		{"internal/reading/deeds", "internal/reading/lotname"}:             "words name what a lot is",
		{"internal/reading/deeds", "internal/reading/paper"}:               "one way to hold a paper under reading",
		{"internal/reading/extract", "internal/reading/deeds"}:             "the rules of deeds",
		{"internal/reading/particulars", "internal/reading/paper"}:         "one way to hold a paper under reading",
		{"internal/reading/extract", "internal/reading/particulars"}:       "the forms of papers",
		{"internal/reading/chargestatement", "internal/reading/coowner"}:   "a charge statement is addressed to a co-owner",
		{"internal/reading/chargestatement", "internal/reading/quotepart"}: "one way to prove a line",
		{"internal/reading/chargestatement", "internal/reading/paper"}:     "one way to hold a paper under reading",
		{"internal/reading/extract", "internal/reading/chargestatement"}:   "the rules of charge statements",
		{"internal/reading/fundcall", "internal/reading/decision"}:         "one way to read the title of works",
		{"internal/reading/fundcall", "internal/reading/coowner"}:          "a call is addressed to a co-owner",
		{"internal/reading/fundcall", "internal/reading/quotepart"}:        "one way to prove a line",
		{"internal/reading/fundcall", "internal/reading/paper"}:            "one way to hold a paper under reading",
		{"internal/reading/extract", "internal/reading/fundcall"}:          "the rules of calls for funds",
		{"internal/reading/coowner", "internal/reading/lotname"}:           "words name what a lot is",
		{"internal/reading/coowner", "internal/reading/attached"}:          "words name what is attached to the lots",
		{"internal/reading/coowner", "internal/reading/quotepart"}:         "a line that is laid by shares recalls nothing",
		{"internal/reading/coowner", "internal/reading/paper"}:             "one way to hold a paper under reading",
		{"internal/reading/extract", "internal/reading/coowner"}:           "the rules of extracts of account",
		{"internal/reading/quotepart", "internal/reading/paper"}:           "one way to hold a paper under reading",
		{"internal/reading/extract", "internal/reading/minutes"}:           "the rules of minutes",
		{"internal/reading/extract", "internal/reading/resolutions"}:       "the rules of resolutions",
		{"internal/reading/resolutions", "internal/reading/paper"}:         "one way to hold a paper under reading",
		{"internal/reading/resolutions", "internal/reading/minutes"}:       "a resolution is a point of minutes",
		{"internal/reading/resolutions", "internal/reading/decision"}:      "the resolutions of minutes decide sums",
		{"internal/reading/minutes", "internal/reading/paper"}:             "one way to hold a paper under reading",
		{"internal/reading/minutes", "internal/reading/decision"}:          "one way to read titles and votes in words",
		{"internal/reading/form", "internal/reading/merge"}:                "one way to name an account",
		{"internal/reading/form", "internal/reading/meaning"}:              "one way to say what words mean",
		{"internal/reading/letter", "internal/reading/meaning"}:            "one way to say what words mean",
		{"internal/reading/form", "internal/reading/letter"}:               "one way to prove an account of which only sums are printed",
		{"internal/reading/pdftext", "internal/base/seats"}:                "recognitions share the cores by account",
		{"internal/reading/cells", "internal/reading/layout"}:              "a line is cut as it was laid out",
		{"internal/reading/lottable", "internal/reading/meaning"}:          "one way to say what words mean",
		{"internal/reading/form", "internal/reading/lottable"}:             "calls of one sum list their lots with their shares",
		{"internal/reading/form", "internal/reading/parting"}:              "two annexes on one paper are read apart",
	}
}

// walls returns the forbidden imports that the floors alone would allow.
func walls() map[[2]string]string {
	return map[[2]string]string{
		{"internal/doors/console", "internal/keeping/store"}: "the console speaks to the desk",
		{"internal/doors/corner", "internal/keeping/store"}:  "the corner speaks to the desk",
		{"internal/doors/portal", "internal/keeping/store"}:  "the portal speaks to the desk",
	}
}

// importsGoDown finds imports of rooms that are not on a lower floor. Tests may also import
// rooms of their own floor; only tests may import helpers for tests.
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

// wordsAreStandard finds imports of the root package outside the standard library.
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

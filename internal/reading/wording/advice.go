package wording

import (
	_ "embed"
	"strings"

	"predate"
)

//go:embed advice.txt
var adviceLines string

// Advice is what usually helps an operator when a collection stopped, in French.
func Advice(code predate.FailureCode) string {
	said, known := adviceOf(string(code))
	if !known {
		said, _ = adviceOf("unknown")
	}
	return said
}

func adviceOf(code string) (string, bool) {
	_, rest, found := strings.Cut(adviceLines, "\n"+code+": ")
	said, _, _ := strings.Cut(rest, "\n")
	return said, found && code != ""
}

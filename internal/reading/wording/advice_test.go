package wording

import (
	"strings"
	"testing"

	"predate"
)

// TestEveryFailureHasAnAdvice: what usually helps is said for each code of a
// failure, and for no other.
func TestEveryFailureHasAnAdvice(t *testing.T) {
	codes := append(codesIn(t, "failure.go", "FailureCode"), "unknown")
	for _, code := range codes {
		said := Advice(predate.FailureCode(code))
		if _, ok := adviceOf(code); !ok || !strings.HasSuffix(said, ".") || strings.Contains(said, " :") || strings.Contains(said, " ;") {
			t.Errorf("%s is advised %q", code, said)
		}
	}
	lines := 0
	for line := range strings.Lines(adviceLines) {
		if !strings.HasPrefix(line, "#") {
			lines++
		}
	}
	if lines != len(codes) {
		t.Errorf("%d advices for %d codes", lines, len(codes))
	}
	if Advice("never_heard_of") != Advice("unknown") || Advice("") != Advice("unknown") {
		t.Error("a code that nobody knows has no advice")
	}
}

package wording

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"predate"
)

// codesIn returns the codes of a type that a file of the root package lists.
func codesIn(t *testing.T, file, kind string) []string {
	t.Helper()
	source, err := os.ReadFile("../../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, m := range regexp.MustCompile(`(?m)^\s+\w+\s+`+kind+`\s+= "(\w+)"`).FindAllStringSubmatch(string(source), -1) {
		codes = append(codes, m[1])
	}
	return codes
}

// TestEveryCauseHasAShortForm: each code that a row of the queue may bear is said
// in at most eight words, none of them cut.
func TestEveryCauseHasAShortForm(t *testing.T) {
	reasons, failures, kinds := codesIn(t, "catalogue_reasons.go", "ReasonCode"), codesIn(t, "failure.go", "FailureCode"), codesIn(t, "document.go", "Kind")
	if len(reasons) < 300 || len(failures) < 23 || len(kinds) < 27 {
		t.Fatalf("%d reasons, %d failures and %d kinds of papers are not the catalogues", len(reasons), len(failures), len(kinds))
	}
	var causes []string
	for _, cause := range predate.Causes() {
		causes = append(causes, string(cause))
	}
	all := slices.Concat(reasons, failures, kinds, causes, []string{predate.CodeUnreadable, "operator", "unknown"})
	for _, code := range all {
		if _, ok := shortOf(code); !ok {
			t.Errorf("%s has no short form", code)
		}
		check(t, predate.Cause(code))
	}
	for _, entry := range predate.Figures() {
		if _, ok := shortOf("figure." + string(entry.Key)); !ok {
			t.Errorf("the figure %s has no short name", entry.Key)
		}
		for _, code := range []predate.ReasonCode{predate.ReasonContradicted, predate.ReasonNotEstablished, predate.ReasonToConfirm, predate.ReasonLessonToConfirm} {
			cause := predate.CauseOf([]predate.Reason{predate.Because(code, entry.Key)})
			name, _ := shortOf("figure." + string(entry.Key))
			if !strings.Contains(Short(cause), name) {
				t.Errorf("%s is said %q, without its figure", cause, Short(cause))
			}
			check(t, cause)
		}
	}
	for line := range strings.Lines(shortForms) {
		code, _, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") || strings.HasPrefix(code, "figure") {
			continue
		}
		if !slices.Contains(all, code) {
			t.Errorf("the short form of %s has no code", code)
		}
	}
}

func check(t *testing.T, cause predate.Cause) {
	t.Helper()
	said := Short(cause)
	words := strings.FieldsFunc(said, func(r rune) bool { return r == ' ' || r == '\u202f' || r == '\u00a0' })
	words = slices.DeleteFunc(words, func(w string) bool { return w == ":" })
	if len(words) == 0 || len(words) > 8 || strings.ContainsAny(said, "…{}_") || strings.Contains(said, " :") {
		t.Errorf("%s is said %q: %d words", cause, said, len(words))
	}
}

// TestShortOfWhatIsNotKnown: an order of before there were causes, or of a newer
// version, is shown all the same.
func TestShortOfWhatIsNotKnown(t *testing.T) {
	for cause, want := range map[predate.Cause]string{
		"": "À regarder", "never_heard_of": "À regarder", "contradicted": "Un chiffre\u202f: contradictoire",
		"contradicted:supplier_debt": "Dette fournisseurs\u202f: contradictoire", "contradicted:no_such": "Un chiffre\u202f: contradictoire",
	} {
		if got := Short(cause); got != want {
			t.Errorf("%q is said %q, want %q", cause, got, want)
		}
	}
}

package author_test

import (
	"io/fs"
	"strings"
	"testing"

	"predate/connectors"
	"predate/internal/collecting/author"
)

// TestLint: the built-in recipes are good, and a mistake is told.
func TestLint(t *testing.T) {
	names, err := fs.Glob(connectors.Files(), "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(connectors.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "common.yaml" {
			continue
		}
		if r, _, err := author.Lint(text); err != nil || r.ID+".yaml" != name {
			t.Errorf("%s: %s, %v", name, r.ID, err)
		}
		bad := strings.Replace(string(text), "classify:", "clasify:", 1)
		if _, _, err := author.Lint([]byte(bad)); err == nil || !strings.Contains(err.Error(), "clasify") {
			t.Errorf("%s: %v", name, err)
		}
		poor := strings.Replace(string(text), "probe:", "# probe:", 1)
		poor = strings.Replace(poor, "classify:\n", "classify:\n  - page: never\n    status: [299]\n", 1)
		if _, remarks, err := author.Lint([]byte(poor)); err == nil && !strings.Contains(strings.Join(remarks, "\n"), "never") {
			t.Errorf("%s: %v", name, remarks)
		}
	}
}

// TestScrubber: a fixture names nobody and opens nothing, and still refers to
// itself.
func TestScrubber(t *testing.T) {
	got := author.NewScrubber([]string{"Kerbrat", "12 rue Félix Éboué", ""}).Text(
		`{"nom":"KERBRAT Léa","mail":"lea.kerbrat@example.org","tel":"06 12 34 56 78","iban":"FR76 3000 6000 0112 3456 7890 189","adresse":"12 Rue Félix Éboué",` +
			`"jwt":"eyJhbGciOi.eyJzdWIi.c2ln","csrf":"a81f0c3d9e7b4a6580f1c2d3e4f5a6b7","id":48213,"titre":"PV AG 2024","encore":"a81f0c3d9e7b4a6580f1c2d3e4f5a6b7","path":"/espace-client/mes-documents"}`,
	)
	want := `{"nom":"nom-1 Léa","mail":"courriel-1","tel":"telephone-1","iban":"iban-1","adresse":"nom-2",` +
		`"jwt":"jeton-1","csrf":"jeton-2","id":48213,"titre":"PV AG 2024","encore":"jeton-2","path":"/espace-client/mes-documents"}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

package extranetsim

import (
	"os"
	"strings"
	"testing"

	openapi "predate/api"
)

// The documentation and the reference of the interface show the table of outcomes as it
// is in code.
func TestTheTableOfOutcomes(t *testing.T) {
	page, err := os.ReadFile("../../../docs/sandbox.md")
	if err != nil {
		t.Fatal(err)
	}
	const margin = "        "
	table := OutcomeTable()
	if !strings.Contains(string(page), table) {
		t.Errorf("docs/sandbox.md does not have this table:\n%s", table)
	}
	indented := margin + strings.ReplaceAll(strings.TrimSuffix(table, "\n"), "\n", "\n"+margin) + "\n"
	if !strings.Contains(string(openapi.Document()), indented) {
		t.Errorf("api/openapi.yaml does not have this table:\n%s", indented)
	}
	names := map[string]bool{}
	for _, o := range Outcomes() {
		if names[o.Username] || !o.State.Valid() || o.Says == "" || o.Username != strings.ToLower(o.Username) {
			t.Errorf("outcome %+v", o)
		}
		names[o.Username] = true
	}
}

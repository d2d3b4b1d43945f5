package lookstest

import "testing"

// onlyTheSeller: a light account lists every owner of the building; the
// statement travels to strangers and may quote the seller's line alone.
func onlyTheSeller(t *testing.T, report object) {
	t.Helper()
	quoted := map[string]map[string]bool{}
	quote := func(evidence any) {
		for _, one := range rows(evidence) {
			e := asObject(one)
			if e["rule"] != "light_accounts.owners" {
				continue
			}
			file := e["file"].(string)
			if quoted[file] == nil {
				quoted[file] = map[string]bool{}
			}
			quoted[file][e["text"].(string)] = true
		}
	}
	for _, figure := range within(report, "figures") {
		quote(asObject(figure)["evidence"])
	}
	for _, gate := range rows(report["gates"]) {
		quote(asObject(gate)["evidence"])
	}
	for file, lines := range quoted {
		if len(lines) > 1 {
			t.Errorf("%s: %d owners' lines are quoted, want the seller's alone", file, len(lines))
		}
	}
}

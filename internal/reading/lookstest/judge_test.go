package lookstest

import "testing"

// TestJudge: a judge that lets a wrong figure pass would make every other test
// of this package worthless.
func TestJudge(t *testing.T) {
	money := func(status string, value any) object { return object{"status": status, "value": value} }
	calls := func(amount string) []any { return []any{object{"date": "2026-07-01", "amount": amount}} }
	for _, c := range []struct {
		name       string
		key        string
		truth, got object
		want       Verdict
	}{
		{"the same amount", "account_balance", money("confirmed", "12.05"), money("computed", "12.05"), Right},
		{"a cent more", "account_balance", money("confirmed", "12.05"), money("confirmed", "12.06"), Wrong},
		{"the other side", "account_balance", money("confirmed", "12.05"), money("confirmed", "-12.05"), Wrong},
		{"within a tolerance", "paid", object{"status": "computed", "value": "12.05", "tolerance": "1.00"}, money("computed", "12.99"), Right},
		{"unknown", "account_balance", money("confirmed", "12.05"), money("missing", nil), Omitted},
		{"conflicting", "account_balance", money("confirmed", "12.05"), money("conflicting", nil), Omitted},
		{"absence proven by silence", "voted_works", money("confirmed", []any{object{"voted_on": "2025-01-01", "amount": "1.00"}}), money("none", []any{}), Wrong},
		{"nothing, proven", "due_advances", money("none", "0.00"), money("none", "0.00"), Right},
		{"nothing, computed", "due_advances", money("none", "0.00"), money("computed", "0.00"), Right},
		{"nothing, not told", "due_advances", money("none", "0.00"), money("missing", nil), Omitted},
		{"a paper that nobody supplied", "dtg", money("none", nil), money("missing", nil), Right},
		{"a paper that is there, not told", "dtg", money("confirmed", object{"date": "2024-01-01"}), money("missing", nil), Omitted},
		{"a value where there is none", "next_meeting_date", money("missing", nil), money("confirmed", "2026-01-01"), Wrong},
		{"also accepted", "share", object{"status": "confirmed", "value": "1.00", "also_accepted": object{"amount": "2.00"}}, money("confirmed", "2.00"), Right},
		{"calls within two cents", "future", object{"status": "computed", "value": calls("10.00")}, money("computed", calls("10.02")), Right},
		{"a call too many", "future", object{"status": "computed", "value": calls("10.00")}, money("computed", append(calls("10.00"), calls("10.00")...)), Wrong},
		{"names without accents or title", "owners", money("confirmed", []any{"Mme Haubertin Céline"}), money("confirmed", []any{"HAUBERTIN CELINE"}), Right},
		{"the agent for the building", "condominium_name", money("confirmed", "Villa Montbrillant"), money("confirmed", "Syndibulle"), Wrong},
		{"lots", "lots", money("confirmed", []any{object{"number": "7", "shares": 670.0}}), money("confirmed", []any{object{"number": "0007", "shares": 670.0}}), Wrong},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Judge(object{"fields": object{c.key: c.truth}}, object{"figures": object{c.key: c.got}})[c.key]
			if got != c.want {
				t.Errorf("judged %s, want %s", got, c.want)
			}
		})
	}
}

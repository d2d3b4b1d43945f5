package console

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

// What to do next follows from the figures: what is late first, five sentences at
// most, and nothing where nothing is worth one.
func TestAdvice(t *testing.T) {
	day := predate.Date{Year: 2026, Month: 11, Day: 2}
	group := func(key predate.Key, syndic string, count, rulings, overturned int, seconds time.Duration) desk.Group {
		return desk.Group{
			Figure: key, Cause: predate.ReasonContradicted, Syndic: syndic, Count: count, Rulings: rulings, Overturned: overturned,
			Visible: seconds * time.Second, Last: "ABC234",
		}
	}
	m := desk.Measures{
		Promise: 4 * time.Hour, Oldest: 9*time.Hour + 12*time.Minute, Waiting: []desk.Waiting{{From: 0, Count: 7}, {From: 1, Count: 3}, {From: 2, Count: 1}}, Stopped: 1,
		Places:  []desk.Group{group(predate.KeySupplierDebt, "Cabinet Essai", 12, 12, 0, 380), group(predate.KeyArrears, "Régie", 2, 2, 0, 620)},
		Figures: []desk.Group{group(predate.KeySupplierDebt, "", 20, 20, 1, 0), group(predate.KeyArrears, "", 20, 20, 3, 0)},
		Causes:  []desk.Group{group("", "", 14, 0, 0, 0)}, Days: []desk.DoneDay{{Day: day, Done: 10, Straight: 4}},
	}
	want := []string{
		"4 commandes attendent depuis plus longtemps que promis (4 h), la première depuis 9 h 12 : commencez par elles. → /",
		"1 collecte est arrêtée : elle ne repartira pas d’elle-même. → /?section=stopped",
		"38 % du temps va à « Dette envers les fournisseurs » des papiers de Cabinet Essai : apprenez cette présentation, en cliquant sur le montant dans la pièce. → /?q=Cabinet+Essai&section=decide",
		"15 % des décisions sur « Charges impayées par l’ensemble des copropriétaires » ont été changées ensuite : faites-les relire avant l’émission. → /order/ABC234",
		"« Un chiffre : contradictoire » a été vu 14 fois sans qu’un chiffre change : voyez sur un exemple si ce sont les papiers ou la lecture. → /order/ABC234",
	}
	plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ")
	have := advise(m)
	if len(have) != len(want) {
		t.Fatalf("%d sentences: %+v", len(have), have)
	}
	for i, a := range have {
		if got := plain.Replace(a.Says + " → " + a.Link); got != want[i] {
			t.Errorf("sentence %d:\n have %s\n want %s", i+1, got, want[i])
		}
	}
	if quiet := advise(desk.Measures{Waiting: []desk.Waiting{{From: 0, Count: 2}}, Days: []desk.DoneDay{{Done: 9, Straight: 8}}}); len(quiet) != 0 {
		t.Errorf("a quiet month says %+v", quiet)
	}
}

// The bars of a day lie on the line, what needed a person above what needed none.
func TestChart(t *testing.T) {
	day := predate.Date{Year: 2026, Month: 11, Day: 1}
	c := chartOf([]desk.DoneDay{{Day: day, Done: 4, Straight: 1}, {Day: day.AddDays(1)}, {Day: day.AddDays(2), Done: 2, Straight: 2}})
	first := c.Bars[0]
	// 4 is the whole height of 150; 1 is a quarter of it.
	if first.Top != "0.0" || first.Rest != "112.5" || first.Y != "112.5" || first.Height != "37.5" || first.X != "24.0" || first.Width != "192.0" {
		t.Errorf("the first bar is %+v", first)
	}
	if last := c.Bars[2]; last.Top != "75.0" || last.Rest != "0.0" || last.Height != "75.0" || last.Share != "100\u202f%" {
		t.Errorf("the last bar is %+v", last)
	}
	if len(c.Rows) != 2 || c.Share != "50\u202f%" || c.Most != 4 || first.Label != "01/11" {
		t.Errorf("the chart is %+v", c)
	}
}

func TestMeasuresPage(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	n.ToDecide(nil)
	for address, want := range map[string]string{
		"/measures": "Que faire ensuite",
		"/measures?from=2025-01-01&to=2025-01-31": "du 01/01/2025 au 31/01/2025",
		"/measures?from=2025-02-01&to=2025-01-31": "qui le suit",
		"/measures?from=hier":                     "n’est pas un jour",
		"/measures?from=2020-01-01&to=2025-01-31": "d’un an au plus",
	} {
		w := visitAs(n.Console, predate.RoleLead, http.MethodGet, address)
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, without %q", address, w.Code, want)
		}
	}
	if w := visitAs(n.Console, predate.RoleOperator, http.MethodGet, "/measures"); w.Code != http.StatusForbidden {
		t.Errorf("an operator: %d", w.Code)
	}
	for text, took := range map[string]time.Duration{"0\u00a0s": 0, "12\u00a0s": 11600 * time.Millisecond, "3\u00a0min\u00a005\u00a0s": 185 * time.Second, "2\u00a0h\u00a010": 130 * time.Minute} {
		if got := spent(took); got != text {
			t.Errorf("%v is written %q, want %q", took, got, text)
		}
	}
}

package form_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon/lexicontest"
)

// carriedTable is an invented table over several pages: lines in groups, each
// with its sum, and the sum of all; what is carried from page to page.
type carriedTable struct {
	*press
	r       *rand.Rand
	columns []float64
	down    string // the words of what a page hands on; none are printed if empty
	over    string // the words of what the next page begins with
	lines   int
	wrong   int             // the group of the misprinted line
	so      []predate.Cents // the sums of the lines so far
}

func (c *carriedTable) row(label string, amounts []predate.Cents) {
	c.line()
	c.left(40, label)
	for k, a := range amounts {
		c.right(c.columns[k], money(a))
	}
}

func (c *carriedTable) heads() {
	c.line()
	for k, x := range c.columns {
		c.right(x, []string{"Dépenses", "Quote-part", "Récupérable"}[k])
	}
}

// turn goes to the next page, and carries the sums over.
func (c *carriedTable) turn() {
	if c.down != "" {
		c.row(c.down, c.so)
	}
	c.y = 800
	c.heads()
	if c.over != "" {
		c.row(c.over, c.so)
	}
}

// printCarried prints a table whose pages end where they like, and returns how
// many lines it has and what its groups sum. One amount may be misprinted.
func printCarried(r *rand.Rand, misprint bool) (*carriedTable, []predate.Cents) {
	c := &carriedTable{press: &press{}, r: r, columns: []float64{340, 430, 520}[:1+r.IntN(3)]}
	c.so = make([]predate.Cents, len(c.columns))
	how := r.IntN(3)
	if how != 1 {
		c.down = one(r, "À reporter", "A REPORTER", "Total à reporter", "Sous-total à reporter")
	}
	if how != 2 {
		c.over = one(r, "Report", "REPORT", "Report page précédente", "Sous-total reporté", "Total reporté")
	}
	c.print("Syndic des Tilleuls")
	c.heads()
	var groups []predate.Cents
	wrong := -1
	if misprint {
		wrong = r.IntN(6)
	}
	for g := range 2 + r.IntN(3) {
		group := make([]predate.Cents, len(c.columns))
		for range 3 + r.IntN(6) {
			amounts := make([]predate.Cents, len(c.columns))
			for k := range amounts {
				amounts[k] = predate.Cents(1000 + r.IntN(900000))
				group[k] += amounts[k]
				c.so[k] += amounts[k]
			}
			printed := append([]predate.Cents(nil), amounts...)
			if c.lines == wrong {
				printed[0] += 3700
				c.wrong = g
			}
			c.lines++
			c.row("Facture", printed)
			if r.IntN(4) == 0 {
				c.turn()
			}
		}
		c.row(fmt.Sprintf("Total du groupe %c", 'A'+g), group)
		groups = append(groups, group[0])
	}
	c.row("Total général", c.so)
	return c, groups
}

// TestCarriedSumsAreNoLines prints tables of all kinds of papers over pages that
// hand their sums on: groups and total sum their lines as if on one page, and what
// is carried is no sum of them. Where both pages print
// it, a group with a line misprinted sums nothing.
func TestCarriedSumsAreNoLines(t *testing.T) {
	kinds := []predate.Kind{predate.KindChargeStatement, predate.KindFundCall, predate.KindSchedule1, predate.KindSchedule3, predate.KindSchedule4, predate.KindExpenseStatement}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 41))
		misprint := seed%5 == 0
		c, groups := printCarried(r, misprint)
		kind := kinds[seed%uint64(len(kinds))]
		sums := map[predate.Cents]int{} // parts, by the sums of the first column
		for _, s := range form.PrintedSums(kind, layout.Analyse(c.pages), lexicontest.House(t)) {
			if s.Closed && s.Box.X1 < c.columns[0]+2 {
				sums[s.Amount] = len(s.Parts)
			}
		}
		if misprint {
			if n := sums[groups[c.wrong]]; n > 0 && c.down != "" && c.over != "" {
				t.Fatalf("seed %d: the group of %s sums %d lines, one of them is misprinted", seed, money(groups[c.wrong]), n)
			}
			continue
		}
		for _, g := range groups {
			if sums[g] < 3 {
				t.Fatalf("seed %d, %s, %q and %q: the group of %s sums %d lines", seed, kind, c.down, c.over, money(g), sums[g])
			}
		}
		if sums[c.so[0]] != len(groups) || len(sums) != len(groups)+1 {
			t.Fatalf("seed %d, %s, %q and %q: the total sums %d groups of %d, of %d sums", seed, kind, c.down, c.over, sums[c.so[0]], len(groups), len(sums))
		}
	}
}

package look_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/look"
)

// printer prints papers of one invented look: its words are drawn once, what
// differs from one paper to the next each time.
type printer struct {
	rows  []string
	heads [2]string // of the exercise that closes, and of the one before
	day   string    // the words before the closing day
	cards bool
}

func newPrinter(r *rand.Rand) printer {
	syllables := []string{"zor", "bli", "mun", "tak", "fre", "dul", "gop", "vas", "nim", "quel"}
	word := func() string {
		return syllables[r.IntN(10)] + syllables[r.IntN(10)] + syllables[r.IntN(10)]
	}
	p := printer{day: word() + " au", cards: r.IntN(3) == 0}
	for range 4 + r.IntN(3) {
		p.rows = append(p.rows, word()+" "+word())
	}
	p.heads = [][2]string{{word(), word()}, {"<jour>", "<avant>"}, {word() + " <an>", word() + " <an-1>"}}[r.IntN(3)]
	return p
}

// printed is a paper with the amount that the taught row has; false where it has
// none, or more than one.
type printed struct {
	text  string
	truth predate.Cents
	there bool
}

// print draws a paper: rows in another order, columns the other way round, cells
// that are blank, rows that lack or are printed twice.
func (p printer) print(r *rand.Rand, first bool) printed {
	year := 2019 + r.IntN(7)
	fill := strings.NewReplacer("<jour>", fmt.Sprintf("31/12/%d", year), "<avant>", fmt.Sprintf("31/12/%d", year-1), "<an>", fmt.Sprint(year), "<an-1>", fmt.Sprint(year-1))
	heads := [2]string{fill.Replace(p.heads[0]), fill.Replace(p.heads[1])}
	out := printed{text: fmt.Sprintf("%s%s 31/12/%d\n\n", agent, p.day, year)}
	rows := append([]string(nil), p.rows...)
	turned := !first && r.IntN(2) == 0
	if !first && r.IntN(2) == 0 {
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	}
	if !first && r.IntN(4) == 0 {
		rows = append(rows, rows[r.IntN(len(rows))])
	}
	if !first && r.IntN(4) == 0 {
		rows = rows[1:]
	}
	times := 0
	note := func(row string, amount predate.Cents, blank bool) {
		if row != p.rows[0] {
			return
		}
		times++
		out.truth, out.there = amount, times == 1 && !blank
	}
	if p.cards {
		for _, row := range rows {
			amount := predate.Cents(100 + r.IntN(900000))
			out.text += fmt.Sprintf("%s\n%s\n\n\n", row, euros(amount))
			note(row, amount, false)
		}
		return out
	}
	line := func(label, a, b string) {
		if turned {
			a, b = b, a
		}
		out.text += fmt.Sprintf("%-36s%24s%24s\n", label, a, b)
	}
	line("", heads[0], heads[1])
	for _, row := range rows {
		now, before, blank := predate.Cents(100+r.IntN(900000)), euros(predate.Cents(100+r.IntN(900000))), !first && r.IntN(5) == 0
		shown := euros(now)
		if blank {
			shown = ""
		}
		line(row, shown, before)
		note(row, now, blank)
	}
	return out
}

func euros(c predate.Cents) string { return fmt.Sprintf("%d,%02d", c/100, c%100) }

// TestNoLookReadsWrong draws looks from seeds, teaches each one paper, and reads
// others: most of what is there is read, and nothing else ever.
func TestNoLookReadsWrong(t *testing.T) {
	there, read := 0, 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := newPrinter(r)
		taught := p.print(r, true)
		doc := layouttest.Sketch(taught.text)
		closing := predate.Date{}
		if _, err := fmt.Sscanf(strings.SplitAfter(taught.text, p.day+" ")[1], "%d/%d/%d", &closing.Day, &closing.Month, &closing.Year); err != nil {
			t.Fatal(err)
		}
		l, err := look.Learn(look.Lesson{
			Key: predate.KeyArrears, Value: taught.truth, Kind: predate.KindSchedule1, Doc: doc, Page: 1, Words: p.rows[0], Closing: closing, Issuer: strings.TrimSpace(agent),
		})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, taught.text)
		}
		for range 8 {
			other := p.print(r, false)
			if other.there {
				there++
			}
			f, ok := l.Read(look.PageOf(predate.KindSchedule1, layouttest.Sketch(other.text)))
			if !ok {
				continue
			}
			read++
			if !other.there || f.Value != predate.Money(other.truth) {
				t.Errorf("seed %d: reads %v, want %v (%v) by %s\n%s", seed, f.Value, other.truth, other.there, l.Title(), other.text)
			}
		}
	}
	t.Logf("%d of %d read", read, there)
	if 100*read < 90*there {
		t.Errorf("only %d of %d are read", read, there)
	}
}

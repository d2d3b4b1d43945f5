package extract

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/blank/blanktest"
	"predate/internal/layout"
)

// annexe1 is a balanced annexe 1 to be printed in some look.
type annexe1 struct {
	treasury, provisions, claims, debts []posted
}

type posted struct {
	label           string
	previous, close predate.Cents
}

func total(rows []posted) posted {
	var t posted
	for _, r := range rows {
		t.previous, t.close = t.previous+r.previous, t.close+r.close
	}
	return t
}

// drawAnnexe draws amounts; the bank makes both columns balance.
func drawAnnexe(t *rapid.T) annexe1 {
	cents := func(name string) predate.Cents {
		return predate.Cents(rapid.Int64Range(0, 9_999_999).Draw(t, name))
	}
	row := func(label string) posted { return posted{label, cents(label + " N-1"), cents(label + " N")} }
	a := annexe1{
		provisions: []posted{row("1031 Avances de trésorerie"), row("105 Fonds de travaux"), row("12 Solde en attente sur travaux")},
		claims:     []posted{row("45 Copropriétaires - sommes exigibles restant à recevoir"), row("459 Copropriétaires - créances douteuses")},
		debts:      []posted{row("45 Copropriétaires - excédents versés"), row("40 Fournisseurs")},
	}
	p, c, d := total(a.provisions), total(a.claims), total(a.debts)
	a.treasury = []posted{{"51 Banques ou fonds disponibles en banque", p.previous + d.previous - c.previous, p.close + d.close - c.close}}
	return a
}

// euros prints an amount as one of the usual forms; nil is blank when blanks
// are asked for.
func euros(c predate.Cents, thousands string, blank bool) string {
	if c == 0 && blank {
		return ""
	}
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	units := fmt.Sprint(int64(c) / 100)
	for i := len(units) - 3; i > 0; i -= 3 {
		units = units[:i] + thousands + units[i:]
	}
	return fmt.Sprintf("%s%s,%02d", sign, units, int64(c)%100)
}

// printed writes the annexe, its halves side by side or one under the other,
// its columns in either order.
func (a annexe1) printed(sideBySide, closedFirst bool, thousands string, blank bool) string {
	heads := [2]string{"Exercice précédent", "Exercice clos"}
	cells := func(r posted) [2]string {
		return [2]string{euros(r.previous, thousands, blank), euros(r.close, thousands, blank)}
	}
	if closedFirst {
		heads[0], heads[1] = heads[1], heads[0]
	}
	line := func(label string, c [2]string) string {
		if closedFirst {
			c[0], c[1] = c[1], c[0]
		}
		return fmt.Sprintf("%-58s%20s%20s", label, c[0], c[1])
	}
	half := func(rows ...[]posted) []string {
		var out []string
		var sum posted
		for i, section := range rows {
			for _, r := range section {
				out = append(out, line(r.label, cells(r)))
			}
			t := total(section)
			sum.previous, sum.close = sum.previous+t.previous, sum.close+t.close
			out = append(out, line("Total "+strings.Repeat("I", i+1), [2]string{euros(t.previous, thousands, false), euros(t.close, thousands, false)}))
		}
		return append(out, line("Total général (I) + (II)", [2]string{euros(sum.previous, thousands, false), euros(sum.close, thousands, false)}))
	}
	head := fmt.Sprintf("%-58s%20s%20s", "Compte", heads[0], heads[1])
	left, right := half(a.treasury, a.claims), half(a.provisions, a.debts)
	title := "ETAT FINANCIER APRES REPARTITION AU 31/12/2025\nExercice du 01/01/2025 au 31/12/2025\n\n"
	if !sideBySide {
		return title + head + "\n" + strings.Join(left, "\n") + "\n" + strings.Join(right, "\n")
	}
	out := title + head + "    " + head + "\n"
	for i := range max(len(left), len(right)) {
		l, r := strings.Repeat(" ", 98), ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		out += l + "    " + r + "\n"
	}
	return out
}

// TestAnnexe1IsReadInAnyLook draws balanced annexes in many looks: what is read
// is always what was drawn, whatever the look.
func TestAnnexe1IsReadInAnyLook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAnnexe(t)
		text := a.printed(rapid.Bool().Draw(t, "side by side"), rapid.Bool().Draw(t, "closed first"),
			rapid.SampledFrom([]string{" ", ".", ""}).Draw(t, "thousands"), rapid.Bool().Draw(t, "blank nil"))
		figures := Figures(predate.KindSchedule1, layout.Analyse([]predate.Page{sketch(1, text)}), blanktest.House(t))
		want := map[predate.Key]predate.Cents{
			predate.KeyArrears:           total(a.claims).close,
			predate.KeySupplierDebt:      a.debts[1].close,
			predate.KeyWorksFundBalance:  a.provisions[1].close,
			predate.FactCashAdvance:      a.provisions[0].close,
			predate.FactOwnersCredit:     a.debts[0].close,
			predate.FactAssetsTotal:      total(a.treasury).close + total(a.claims).close,
			predate.FactLiabilitiesTotal: total(a.provisions).close + total(a.debts).close,
		}
		closing := predate.Date{Year: 2025, Month: 12, Day: 31}
		got := map[predate.Key]predate.Cents{}
		for _, f := range figures {
			if m, ok := f.Value.(predate.Money); ok && f.AsOf == closing {
				got[f.Key] = predate.Cents(m)
			}
		}
		for key, amount := range want {
			read, ok := got[key]
			if !ok || read != amount {
				t.Fatalf("%s: read %v (%v), want %v in\n%s", key, read, ok, amount, text)
			}
		}
	})
}

// FuzzFigures gives any words to the rules of every kind in turn: a rule
// refuses, it does not fall, and every figure has its proof.
func FuzzFigures(f *testing.F) {
	kinds := []predate.Kind{
		predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5,
		predate.KindMinutes, predate.KindSummarySheet, predate.KindInsurance, predate.KindLightAccounts, predate.KindRules,
	}
	for i, seed := range []string{
		"45 Copropriétaires 1 000,00 2 000,00\nTotal II 1 000,00 2 000,00",
		"Exercice précédent    Exercice clos\n671 Travaux    1,00    2,00\nSous-total    1,00    2,00",
		"GEN – Charges (10 000 tantièmes)\nTotal net GEN 12,00\nTOTAL CHARGES NETTES 12,00",
		"Opération    Dépenses votées    Dépenses\nToiture (AG du 3/4/25)    1,00    2,00\nTOTAL    1,00    2,00",
		"Travaux votés    Travaux payés\nNéant\nTOTAL    0,00    0,00",
		"Assemblée générale du 3 mai 2025\nRésolution n° 1 : Travaux\nbudget maximum de 10 000,00 € exigibles le 01/01/2026\nCette résolution est adoptée",
		"Nom d'usage\nLes Lilas\nAdresse : 3 rue X, 35000 Rennes",
	} {
		f.Add(uint8(i), seed)
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		if len(text) > 2000 {
			return
		}
		kind := kinds[int(n)%len(kinds)]
		for _, figure := range Figures(kind, layout.Analyse([]predate.Page{sketch(1, text)}), blanktest.House(t)) {
			if figure.Key == "" || figure.Status == "" || len(figure.Evidence) == 0 {
				t.Errorf("%s: a figure without key, status or proof: %+v", kind, figure)
			}
		}
	})
}

package layout_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"predate"
	"predate/internal/reading/layout"
)

func TestParseAmount(t *testing.T) {
	tests := []struct {
		text string
		want predate.Cents
	}{
		{"1 234,56", 123456},
		{"1\u00a0234,56", 123456},
		{"1\u202f234,56 €", 123456},
		{"1\u2009234\u2009567,80", 123456780},
		{"1.234,56", 123456},
		{"12.345.678,90", 1234567890},
		{"1234,56", 123456},
		{"1234.56", 123456},
		{"1 234.56", 123456},
		{"1,234.56", 123456}, // programs that know no French print it, and it has no other meaning
		{"€1,234,567.80", 123456780},
		{"-1,234.56 €", -123456},
		{"0,00", 0},
		{"0,05 €", 5},
		{",50", 50},
		{"€ 12,50", 1250},
		{"12,50€", 1250},
		{"12,50 EUR", 1250},
		{"12,50 euros", 1250},
		{"-12,50", -1250},
		{"− 12,50", -1250},
		{"−1 234,56 €", -123456},
		{"12,50-", -1250},
		{"1.234,56 -", -123456},
		{"(12,50)", -1250},
		{"(1 234,56 €)", -123456},
		{"+12,50", 1250},
		{"  12,50  ", 1250},
	}
	for _, test := range tests {
		got, ok := layout.ParseAmount(test.text)
		if !ok || got != test.want {
			t.Errorf("ParseAmount(%q) = %d, %v, want %d", test.text, got, ok, test.want)
		}
	}
}

func TestParseAmountRefuses(t *testing.T) {
	for _, text := range []string{
		"", " ", "€", "12", "1 234", "12,5", "12,505", "12,50 %", "12,50%", "12/03/25", "12.03.2025", "12.03.25",
		"01 02 03 04 05", "01.02.03.04.05", "FR76 3000 4000 0312 3456 7890 143", "450-1", "1 23,45", "12 34,56", "1,23.45", "1,2345.67", "12,34,567.80",
		"1.23,45", "0123,45", "012 345,67", "00,50", "1.234.56", "1 234.567,89", "--12,50", "-12,50-", "-(12,50)", "(12,50",
		"12,50)", "12,50 CR", "12,50 D", "n° 12,50", "12,50 12,50", ".50", "1'234,56", "12,50 m²", "99999999999999999999,99",
	} {
		if got, ok := layout.ParseAmount(text); ok {
			t.Errorf("ParseAmount(%q) = %d, want a refusal", text, got)
		}
	}
}

// lineWith sets words on one line; each starts at the given abscissa, in a
// type of ten points where every character is five points wide.
func lineWith(words ...any) layout.Line {
	var l layout.Line
	for i := 0; i < len(words); i += 2 {
		x, text := float64(words[i].(int)), words[i+1].(string)
		w := predate.Word{Text: text, Size: 10, Box: predate.Box{X0: x, Y0: 100, X1: x + 5*float64(len([]rune(text))), Y1: 110}}
		if strings.HasPrefix(text, "i") { // one proportional word, so that the line is no listing
			w.Box.X1 = x + 2
		}
		l.Words = append(l.Words, w)
		l.Box = l.Box.Union(w.Box)
	}
	return l
}

func TestAmounts(t *testing.T) {
	type amount struct {
		Cents predate.Cents
		Mark  string
		Text  string
	}
	tests := []struct {
		name string
		line layout.Line
		want []amount
	}{
		{"thousands in words of their own", lineWith(0, "iii", 100, "1", 108, "234,56", 141, "€"), []amount{{123456, "", "1 234,56 €"}}},
		{"neighbouring columns stay apart", lineWith(0, "iii", 100, "149", 125, "215,08"), []amount{{21508, "", "215,08"}}},
		{"two amounts", lineWith(0, "iii", 100, "57", 113, "740,00", 160, "14", 173, "435,00"), []amount{{5774000, "", "57 740,00"}, {1443500, "", "14 435,00"}}},
		{"thousands before a decimal point", lineWith(0, "iii", 100, "4", 108, "428.16", 141, "€"), []amount{{442816, "", "4 428.16 €"}}},
		{"millions", lineWith(0, "iii", 100, "1", 108, "234", 126, "567,80"), []amount{{123456780, "", "1 234 567,80"}}},
		{"thousands that touch a label", lineWith(0, "iii", 50, "Solde:1", 88, "234,56"), []amount{{123456, "", "Solde:1 234,56"}}},
		{"thousands that touch a leader", lineWith(0, "iii", 50, "......1", 88, "234,56"), []amount{{123456, "", "......1 234,56"}}},
		{"a number that may be thousands or not", lineWith(0, "iii", 50, "450-1", 78, "234,56"), nil},
		{"a date before an amount", lineWith(0, "iii", 50, "01/01/24", 93, "234,56"), []amount{{23456, "", "234,56"}}},
		{"thousands in the type of a listing", lineWith(0, "iii", 100, "1", 110, "072,31", 145, "€"), []amount{{107231, "", "1 072,31 €"}}},
		{"letters spread", lineWith(0, "iii", 100, "1", 105, "234", 120, ",56"), []amount{{123456, "", "1 234 ,56"}}},
		{"credit mark", lineWith(0, "iii", 100, "12,50", 128, "CR"), []amount{{1250, "CR", "12,50"}}},
		{"mark in full", lineWith(0, "iii", 100, "12,50", 128, "débiteur"), []amount{{1250, "débiteur", "12,50"}}},
		{"minus with its own word", lineWith(0, "iii", 100, "-", 108, "12,50"), []amount{{-1250, "", "- 12,50"}}},
		{"dash of a sentence", lineWith(0, "iii", 5, "-", 13, "12,50"), []amount{{1250, "", "12,50"}}},
		{"typographic minus", lineWith(0, "iii", 20, "−", 28, "12,50"), []amount{{-1250, "", "− 12,50"}}},
		{"minus before three digits", lineWith(0, "iii", 100, "−", 108, "229,38"), []amount{{-22938, "", "− 229,38"}}},
		{"trailing minus", lineWith(0, "iii", 100, "42,42-"), []amount{{-4242, "", "42,42-"}}},
		{"parentheses in a column", lineWith(0, "iii", 100, "(12,50)"), []amount{{-1250, "", "(12,50)"}}},
		{"parentheses in the column after a number's", lineWith(0, "iii", 100, "1000", 129, "(0,12)"), []amount{{-12, "", "(0,12)"}}},
		{"parentheses after a year", lineWith(0, "iii", 100, "2025", 123, "(12,50)"), []amount{{1250, "", "(12,50)"}}},
		{"parentheses in a sentence", lineWith(0, "iii", 6, "(12,50", 38, "€)"), []amount{{1250, "", "(12,50 €)"}}},
		{"end of a sentence", lineWith(0, "iii", 6, "12,50."), []amount{{1250, "", "12,50."}}},
		{"a rate", lineWith(0, "iii", 100, "12,50", 128, "%"), nil},
		{"a surface", lineWith(0, "iii", 100, "45,80", 128, "m²"), nil},
		{"a price of a unit", lineWith(0, "iii", 100, "45,80", 128, "€/m²"), nil},
		{"old francs", lineWith(0, "iii", 100, "1", 108, "234,56", 141, "F"), nil},
		{"dates and telephones", lineWith(0, "iii", 100, "12.03.25", 160, "04.00.11.22.33"), nil},
		{"a group that is not whole", lineWith(0, "iii", 100, "012", 118, "234,56"), nil},
	}
	for _, test := range tests {
		var got []amount
		for _, a := range layout.Amounts(test.line) {
			got = append(got, amount{a.Cents, a.Mark, a.Text})
		}
		if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// A listing whose columns are one space apart and whose larger amounts have no
// parted thousands: the count before an amount is not its thousands.
func TestAmountsOfListing(t *testing.T) {
	page := predate.Page{Number: 1, Width: 600, Height: 800}
	rows := []string{"CHAUFFAGE 10000 149 215,08 12345,00", "ASCENSEUR 10000 149 118,00 11745,00", "ENTRETIEN 10000 149 100,00 10000,00"}
	for i, row := range rows {
		x := 0.0
		for _, text := range strings.Split(row, " ") {
			width := 6 * float64(len(text))
			box := predate.Box{X0: x, Y0: float64(100 + 12*i), X1: x + width, Y1: float64(110 + 12*i)}
			page.Words = append(page.Words, predate.Word{Text: text, Size: 10, Box: box})
			x += width + 6
		}
	}
	var got []predate.Cents
	for _, l := range layout.Analyse([]predate.Page{page}).Pages[0].Lines {
		for _, a := range layout.Amounts(l) {
			got = append(got, a.Cents)
		}
	}
	want := []predate.Cents{21508, 1234500, 11800, 1174500, 10000, 1000000}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("amounts (-want +got):\n%s", diff)
	}
}

// A label in narrower type, on a line of a listing, leaves the thousands beside
// it to their amount.
func TestAmountsBesideNarrowerType(t *testing.T) {
	page := predate.Page{Number: 1, Width: 600, Height: 800}
	for i, row := range []string{"FONDS PLACES 12 000,00", "FONDS EN BANQUE 16 022,41", "AUTRES AVANCES 15 000,00", "FONDS DE TRAVAUX 11 410,22", "TOTAL PROVISIONS 38 410,22", "SOLDE EN ATTENTE SUR OPERATIONS EXCEPTIONNELLES 1 200,00"} {
		x := 0.0
		for _, text := range strings.Split(row, " ") {
			advance := 6.0
			if i == 5 && strings.ContainsAny(text, "AEIOU") {
				advance = 3
			}
			width := advance * float64(len(text))
			box := predate.Box{X0: x, Y0: float64(100 + 12*i), X1: x + width, Y1: float64(110 + 12*i)}
			page.Words = append(page.Words, predate.Word{Text: text, Size: 10, Box: box})
			x += width + advance
		}
	}
	lines := layout.Analyse([]predate.Page{page}).Pages[0].Lines
	amounts := layout.Amounts(lines[len(lines)-1])
	if len(amounts) != 1 || amounts[0].Cents != 120000 {
		t.Errorf("amounts %+v, want 1 200,00", amounts)
	}
}

func FuzzParseAmount(f *testing.F) {
	for _, s := range []string{"1 234,56 €", "(12,50)", "−1.234,56", "12,50-", "12.03.2025", "99999999999,99", "\u202f,00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, ok := layout.ParseAmount(s)
		if !ok {
			return
		}
		again, ok := layout.ParseAmount(strings.Replace(c.Decimal(), ".", ",", 1))
		if !ok || again != c {
			t.Fatalf("ParseAmount(%q) = %d, printed and read again %d, %v", s, c, again, ok)
		}
	})
}

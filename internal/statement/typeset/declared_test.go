package typeset

import (
	"fmt"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

// typed is a reason as an operator typed it: with a day in figures, a straight
// apostrophe, plain spaces and marks that typography would mend.
const typed = "lu sur l'appel du 01/04/2026 : 1 234.56 € ; « n° 2 » !"

// enteredSample has every figure that can be told apart said by an operator of
// its own. It gives what is printed of each figure, and who said it.
func enteredSample(t *testing.T) (predate.Statement, map[string]string) {
	d := dossierSample{richSample()}
	said := map[string]string{}
	for i, k := range statementKeys(t) {
		n := 1001 + i
		value, shown := distinctValue(d.Figures[k].Value, n)
		if shown == "" {
			continue
		}
		by := predate.Declaration{By: predate.DeclaredByOperator, Name: fmt.Sprintf("Op%d", n), On: on(2026, 5, 12), Why: typed}
		d.Figures[k] = predate.Figure{Key: k, Status: predate.StatusDeclared, Value: value, Declared: by, Evidence: []predate.Evidence{{Text: by.Name, Rule: predate.OperatorRule}}}
		said[flat(shown)] = by.Name
	}
	return d.Statement, said
}

// distinctValue makes a value of the same type that is printed like no other,
// and gives how it is printed.
func distinctValue(like predate.Value, n int) (predate.Value, string) {
	name := fmt.Sprintf("Valeur%d", n)
	amount := predate.Cents(n) * 100_003
	switch v := like.(type) {
	case predate.Money:
		return predate.Money(amount), wording.Euros(amount)
	case predate.Contribution:
		return predate.Contribution{Amount: amount, Date: v.Date}, wording.Euros(amount)
	case predate.CallList:
		return predate.CallList{{Date: on(2026, 7, 1), Amount: amount}}, wording.Euros(amount)
	case predate.Text:
		return predate.Text(name), name
	case predate.Texts:
		return predate.Texts{name}, name
	case predate.Day:
		day := on(n+1000, 3, 14)
		return predate.Day(day), wording.DayInWords(day)
	case predate.Span:
		return predate.Span(calendarYear(n + 2000)), fmt.Sprint(n + 2000) // no year that a law bears
	case predate.Days:
		day := on(n+1000, 3, 14)
		return predate.Days{day}, wording.DayInWords(day)
	case predate.LotList:
		return predate.LotList{{Number: name, Shares: 3, SharesTotal: 10}}, name
	case predate.KeyList:
		return predate.KeyList{{Label: name, LotShare: 3, Total: 10}}, name
	case predate.WorkList:
		return predate.WorkList{{Title: name, Amount: 100, Adopted: true}}, name
	case predate.LoanList:
		return predate.LoanList{{Object: name, Outstanding: 100}}, name
	case predate.Policy:
		return predate.Policy{Insurer: name}, name
	case predate.Paper:
		day := on(n+1000, 3, 14)
		return predate.Paper{Date: day}, wording.DayInWords(day)
	}
	return nil, ""
}

// Whoever reads a page sees who said a figure on it that no paper prints, and
// when.
func TestEveryPageSaysWhoSaidAFigure(t *testing.T) {
	s, said := enteredSample(t)
	if len(said) < 50 {
		t.Fatalf("only %d figures can be told apart", len(said))
	}
	stands := map[string]bool{}
	for i, page := range pagesOfBoth(t, s, options()) {
		page = flat(page)
		for value, name := range said {
			if !strings.Contains(page, value) {
				continue
			}
			stands[value] = true
			if !strings.Contains(page, "opérateur "+name+" le 12 mai 2026") && !strings.Contains(page, name+" :") {
				t.Errorf("page %d prints %s without saying that %s entered it", i+1, value, name)
			}
		}
	}
	for value, name := range said {
		if !stands[value] {
			t.Errorf("%s of %s is on no page", value, name)
		}
	}
}

// A reason is quoted to the letter, on the pages of the figures, in the sources
// and in the report; a figure that a person said is counted apart.
func TestReasonsAreQuotedToTheLetter(t *testing.T) {
	d := dossierSample{richSample()}
	before := d.tallyOf(t)
	by := predate.Declaration{By: predate.DeclaredByOperator, Name: "C. Aubrac", On: on(2026, 5, 12), Why: typed}
	for _, k := range []predate.Key{predate.KeyArrears, predate.KeyPaidCurrentN1, predate.KeyCondominiumName, predate.KeyInsurance, predate.KeyLots} {
		f := d.Figures[k]
		f.Status, f.Declared, f.Evidence = predate.StatusDeclared, by, []predate.Evidence{{Text: "C. Aubrac, le 12/05/2026 : " + typed, Rule: predate.OperatorRule}}
		d.Figures[k] = f
	}
	client := predate.Declaration{By: predate.DeclaredByClient, Name: "Hélène Vassorelle", On: on(2026, 5, 18)}
	d.Figures[predate.KeyAccountBalance] = predate.Figure{Key: predate.KeyAccountBalance, Status: predate.StatusDeclared, Value: predate.Money(0), Declared: client}
	text := strings.Join(pagesOfBoth(t, d.Statement, options()), " ")
	// The words are those that were typed; poppler writes every space as one.
	quoted := strings.ReplaceAll(typed, "\u00a0", " ")
	if n := strings.Count(flat(text), flat(quoted)); n < 6 {
		t.Errorf("the reason is quoted %d times, want on the first page, under each figure and in the sources", n)
	}
	for _, want := range []string{
		"saisi par l’opérateur C. Aubrac le 12 mai 2026", "déclaré par le client pour Hélène Vassorelle le 18 mai 2026, non vérifié",
		"5 saisies par l’opérateur", "1 déclarée, non vérifiée",
	} {
		if !strings.Contains(flat(text), flat(want)) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if strings.Contains(before, "saisie") || strings.Contains(before, "déclarée") {
		t.Errorf("nobody said anything, and the statement counts %q", before)
	}
	encoded, err := Report(d.Statement)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(encoded), `"reason": "`+typed+`"`) {
		t.Error("the report does not quote the reason")
	}
}

func (d dossierSample) tallyOf(t *testing.T) string {
	t.Helper()
	return (&composer{Statement: d.Statement}).tally()
}

// A status that an operator decides is printed as such, with who, when and why, and
// is never counted as a value.
func TestEveryStatusOfAnOperatorIsPrinted(t *testing.T) {
	for _, tt := range []struct {
		status predate.Status
		word   string
	}{
		{predate.StatusMissing, "non communiqué"},
		{predate.StatusNotApplicable, "sans objet"},
		{predate.StatusNotRequired, "non exigé"},
		{predate.StatusNone, "néant"},
	} {
		d := dossierSample{richSample()}
		names := map[predate.Key]string{}
		for i, entry := range predate.Figures() {
			if entry.MayBe(tt.status) {
				names[entry.Key] = fmt.Sprintf("Op%d", 1001+i)
				d.Figures[entry.Key] = predate.Ruling{Key: entry.Key, Status: tt.status, By: names[entry.Key], On: on(2026, 5, 12), Why: typed}.Figure()
			}
		}
		text := flat(strings.Join(pagesOf(t, set(t, d.Statement, options())), " "))
		for key, name := range names {
			if !strings.Contains(text, "opérateur "+name+" le 12 mai 2026") {
				t.Errorf("%s: %s is not said to be %s's", tt.status, key, name)
			}
		}
		if n := strings.Count(text, tt.word); n < len(names) {
			t.Errorf("%q is printed %d times for %d figures", tt.word, n, len(names))
		}
		if counted := d.tallyOf(t); tt.status != predate.StatusNone && strings.Contains(counted, "saisie") {
			t.Errorf("%s counts as a value: %s", tt.status, counted)
		}
	}
}

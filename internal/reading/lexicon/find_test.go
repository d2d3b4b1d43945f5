package lexicon_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"predate"
	"predate/internal/reading/lexicon"
)

// small is a lexicon that a test writes itself.
func small(t testing.TB, concepts string) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.Load(folder(concepts))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func folder(concepts string) fstest.MapFS {
	return fstest.MapFS{
		"sources.yaml":  {Data: []byte("sources:\n- {id: trade, what: usage}\n")},
		"concepts.yaml": {Data: []byte(concepts)},
	}
}

// said lists spans as "concept[from:to]".
func said(spans []lexicon.Span) string {
	var out []string
	for _, s := range spans {
		out = append(out, fmt.Sprintf("%s[%d:%d]", s.Concept, s.From, s.To))
	}
	return strings.Join(out, " ")
}

func TestWordsAreComparedWithoutWhatPrintersChange(t *testing.T) {
	l := house(t)
	cases := map[string]string{
		"Provisions appelées":        "provision appele",
		"TOTAUX GÉNÉRAUX":            "total general",
		"Art. 14-2-1":                "article 14 2 1",
		"Exercice clos (N - 1)":      "exercice clo n-1",
		"budget N+2":                 "budget n+2",
		"Résolution no 12 :":         "resolution n° 12 :",
		"Lot n°3":                    "lot n° 3",
		"A P P E L de fonds":         "appel de fond",
		"Qte-part / TX":              "quote part / traval",
		"SLD ANT. : 12,00":           "solde anterieur : 12 , 00",
		"Date d’exigibilité":         "date d exigibilite",
		"un ex dep, une imm":         "un ex dep , une imm",
		"Solde\u00a0: 1\u202f234 m³": "solde : 1 234 m3",
	}
	for printed, want := range cases {
		if got := strings.Join(l.Text(printed).Words(), " "); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}

func TestSpans(t *testing.T) {
	l := small(t, `
concepts:
- id: fund
  role: nature
  means: f
  not: [affectation du fonds de travaux]
  forms: [{source: trade, say: ["fonds( de)? travaux( alur)?", alur]}]
- id: works
  role: nature
  means: w
  forms: [{source: trade, say: [travaux, article 14-2]}]
- id: fund_law
  role: nature
  means: l
  forms: [{source: trade, say: [article 14-2-1]}]
- id: owed
  role: label
  means: o
  forms: [{source: trade, say: [reste du]}]
- id: lot_total
  role: label
  means: t
  forms: [{source: trade, say: [total lot <n>]}]
- id: base
  role: column
  means: b
  forms:
  - {source: trade, alone: true, say: [base]}
  - {source: trade, kinds: [fund_call], say: [budget]}
- id: unit
  role: unit
  means: u
  forms: [{source: trade, after: number, say: [parts?]}]
`)
	cases := []struct {
		text string
		in   lexicon.Context
		want string
	}{
		{"Cotisation Fonds de Travaux ALUR 2025", lexicon.Context{}, "fund[1:5]"},
		{"fonds des travaux", lexicon.Context{}, "fund[0:3]"},
		{"Affectation du fonds de travaux", lexicon.Context{}, "works[4:5]"},
		{"article 14-2 puis article 14-2-1", lexicon.Context{}, "works[0:2] fund_law[3:5]"},
		{"Reste dû", lexicon.Context{}, "owed[0:2]"},
		{"reste du lot", lexicon.Context{}, "owed[0:2]"},
		{"Total du lot 12", lexicon.Context{}, "lot_total[0:4]"},
		{"total lot", lexicon.Context{}, ""},
		{"Fonds : travaux", lexicon.Context{}, "works[2:3]"},
		{"Base", lexicon.Context{}, "base[0:1]"},
		{"Base :", lexicon.Context{}, "base[0:1]"},
		{"Base de calcul", lexicon.Context{}, ""},
		{"Budget 2025", lexicon.Context{Kind: predate.KindFundCall}, "base[0:1]"},
		{"Budget 2025", lexicon.Context{Kind: predate.KindMinutes}, ""},
		{"12 parts", lexicon.Context{}, "unit[1:2]"},
		{"part du lot", lexicon.Context{}, ""},
		{"travaux reste dû", lexicon.Context{Roles: []lexicon.Role{lexicon.Label}}, "owed[1:3]"},
		{"ionds de travaux", lexicon.Context{}, "works[2:3]"},
		{"ionds de travaux", lexicon.Context{Recognised: true}, "fund[0:3]"},
		{"alut", lexicon.Context{Recognised: true}, ""},
	}
	for _, c := range cases {
		if got := said(l.Spans(l.Text(c.text), c.in)); got != c.want {
			t.Errorf("%q %+v: %q, want %q", c.text, c.in, got, c.want)
		}
	}
}

func TestStartsGivesEveryLengthAndIsOnlyTheWhole(t *testing.T) {
	l := small(t, `
concepts:
- id: long
  role: title
  means: l
  forms: [{source: trade, say: [appel de fonds]}]
- id: short
  role: title
  means: s
  forms: [{source: trade, say: [appel]}]
`)
	text := l.Text("Appel de fonds 12")
	if got := said(l.Starts(text, lexicon.Context{})); got != "long[0:3] short[0:1]" {
		t.Errorf("starts %q", got)
	}
	if got := said(l.Is(text, lexicon.Context{})); got != "" {
		t.Errorf("is %q", got)
	}
	if got := said(l.Is(l.Text("- APPELS -"), lexicon.Context{})); got != "short[1:2]" {
		t.Errorf("is %q", got)
	}
	if l.Has(l.Text("un appel de fonds"), lexicon.Context{}, "short") {
		t.Error("a form inside a longer one of its role was taken for its own")
	}
}

func TestALaterFolderAddsForms(t *testing.T) {
	first := folder("concepts:\n- id: fund\n  role: nature\n  means: f\n  forms: [{source: trade, say: [fonds travaux]}]\n")
	more := fstest.MapFS{"mine.yaml": {Data: []byte("concepts:\n- id: fund\n  forms: [{source: trade, say: [cagnotte travaux]}]\n")}}
	l, err := lexicon.Load(first, more)
	if err != nil {
		t.Fatal(err)
	}
	if !l.Has(l.Text("La cagnotte des travaux"), lexicon.Context{}, "fund") || !l.Has(l.Text("fonds travaux"), lexicon.Context{}, "fund") {
		t.Error("both forms should hold")
	}
}

// TestTheHouseKnowsTheWordsOfTheTrade reads wordings that real programs and
// the law print, as they print them.
func TestTheHouseKnowsTheWordsOfTheTrade(t *testing.T) {
	l := house(t)
	call, account := predate.KindFundCall, predate.KindAccountStatement
	statement, one, two, five := predate.KindChargeStatement, predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule5
	cases := []struct {
		text string
		kind predate.Kind
		role lexicon.Role
		want lexicon.ID
	}{
		{"AVIS D’APPEL DE FONDS", "", lexicon.Title, "title_fund_call"},
		{"Relevé de Compte du propriétaire", "", lexicon.Title, "title_account_statement"},
		{"Relevé Individuel de Charges", "", lexicon.Title, "title_charge_statement"},
		{"ETAT FINANCIER APRES REPARTITION", "", lexicon.Title, "title_schedule_1"},
		{"Tantièmes Individuel", statement, lexicon.Column, "column_share"},
		{"Total tantièmes", call, lexicon.Column, "column_base"},
		{"Total Immeuble", statement, lexicon.Column, "column_apportioned"},
		{"Votre Part (€)", call, lexicon.Column, "column_part"},
		{"Quote-part du lot", statement, lexicon.Column, "column_part"},
		{"Part Loc.", statement, lexicon.Column, "column_recoverable"},
		{"Sommes appelées", account, lexicon.Column, "column_debit"},
		{"Vos versements", account, lexicon.Column, "column_credit"},
		{"Solde progressif", account, lexicon.Column, "column_balance"},
		{"Ex. N-1", two, lexicon.Column, "column_previous"},
		{"BP à voter", two, lexicon.Column, "column_next"},
		{"Prévu N+1", two, lexicon.Column, "column_running"},
		{"Réalisé", two, lexicon.Column, "column_closed"},
		{"Travaux payés", five, lexicon.Column, "column_paid"},
		{"Solde en attente sur travaux", five, lexicon.Column, "column_pending"},
		{"Copropriétaires – sommes exigibles restant à recevoir", one, lexicon.Row, "account_owners_debit"},
		{"Fonds ALUR", one, lexicon.Row, "works_fund"},
		{"Dettes envers les fournisseurs", one, lexicon.Row, "account_suppliers"},
		{"Net à payer", call, lexicon.Label, "amount_to_pay"},
		{"Date limite de règlement", call, lexicon.Label, "due_date"},
		{"Solde antérieur", call, lexicon.Row, "opening_balance"},
		{"Appels art. 14-2-1", call, lexicon.Nature, "nature_works_fund"},
		{"450-2", account, lexicon.Nature, "nature_works"},
		{"RÉSOLUTION ADOPTÉE", predate.KindMinutes, lexicon.Verdict, "verdict_adopted"},
		{"Résolution REJETEE", predate.KindMinutes, lexicon.Verdict, "verdict_rejected"},
		{"Majorité : article 25-1", predate.KindMinutes, lexicon.Majority, "majority_25_1"},
		{"solde en votre faveur", call, lexicon.Sign, "sign_credit"},
	}
	for _, c := range cases {
		spans := l.Spans(l.Text(c.text), lexicon.Context{Kind: c.kind, Roles: []lexicon.Role{c.role}})
		if !slices.ContainsFunc(spans, func(s lexicon.Span) bool { return s.Concept == c.want }) {
			t.Errorf("%q as %s in %q: %q, want %s", c.text, c.role, c.kind, said(spans), c.want)
		}
	}
}

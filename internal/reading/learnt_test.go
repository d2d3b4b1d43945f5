package reading

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/compute"
	"predate/internal/reading/look"
	"predate/internal/reading/wording"
)

// taughtDossier is a dossier whose annexe 1 calls things as no other paper does.
type taughtDossier struct {
	house, owner       string
	year               int
	arrears, suppliers string // printed
	other, total       string // what the total adds to the arrears
	turned             bool   // the columns stand the other way round
	twice              bool   // the row of the arrears is printed twice, with two amounts
	doubtful           bool   // doubtful claims stand in a row of their own
	agent              string
}

func (d taughtDossier) order() predate.Order {
	return predate.Order{
		Property: predate.Address{Street: "58 avenue des Bigaradiers", Zipcode: "06000", City: "Nice"},
		Owners:   []predate.Owner{{Firstname: "Hélène", Lastname: d.owner}},
	}
}

// papers are a summary sheet, which says of which exercise the dossier is, and an
// annexe 1 in words that the lexicon does not know.
func (d taughtDossier) papers() map[string]string {
	sheet := strings.ReplaceAll(strings.ReplaceAll(sheetOf(d.house, "58", "AO3-606-158", "13/04/2026", ""), "2025", fmt.Sprint(d.year)), "Riviera Tutélio Syndic", d.agent)
	sheet = strings.Replace(sheet, "Montant des dettes", "", 1)
	row := func(label, now, before string) string {
		if d.turned {
			now, before = before, now
		}
		return fmt.Sprintf("%-36s%28s%28s", label, now, before)
	}
	closed := fmt.Sprintf("31/12/%d", d.year)
	lines := []string{
		d.agent + "                   " + d.house,
		"ETAT FINANCIER APRES REPARTITION", "Comptes arrêtés au " + closed, "Madame " + d.owner + " Hélène", "",
		row("", "Chez nous le "+closed, "Un an avant"),
		row("Zibeline et placements", d.other, "11,00"),
		row("Ardoise des habitants", d.arrears, "22,00"),
		row("Menus brols", "10,00", "33,00"),
		row("Total", d.total, "66,00"), "",
		"Notes des artisans à honorer", row("", "Chez nous le "+closed, "Un an avant"),
		row("Bricoles des artisans", d.suppliers, "44,00"),
	}
	if d.doubtful {
		lines = append(lines, row("Créances douteuses", "5,00", "0,00"))
	}
	if d.twice {
		lines = append(lines, row("Ardoise des habitants", "9 999,99", "22,00"))
	}
	return map[string]string{"fiche.pdf": sheet, "annexe.pdf": strings.Join(lines, "\n")}
}

// The dossiers from which an operator teaches, and those that are held out.
func taughtDossiers() []taughtDossier {
	const agent = "Riviera Tutélio Syndic"
	return []taughtDossier{
		{house: "Palais Miramont", owner: "Anglarès", year: 2025, arrears: "1 525,33", suppliers: "7 556,18", other: "100,00", total: "1 635,33", agent: agent},
		{house: "Les Tamaris", owner: "Vassorelle", year: 2025, arrears: "240,10", suppliers: "1 000,02", other: "50,00", total: "300,10", agent: agent},
		{house: "Clos Fleuri", owner: "Haubertin", year: 2024, arrears: "3 310,00", suppliers: "812,45", other: "20,00", total: "3 340,00", agent: agent},
	}
}

func heldOut() []taughtDossier {
	const agent = "Riviera Tutélio Syndic"
	return []taughtDossier{
		{house: "Le Belvédère", owner: "Quillançon", year: 2025, arrears: "911,20", suppliers: "4 003,77", other: "80,00", total: "1 001,20", agent: agent},
		{house: "Square Valmy", owner: "Ostrowec", year: 2024, arrears: "77,70", suppliers: "650,00", other: "12,30", total: "100,00", agent: agent, turned: true},
		{house: "Villa des Pins", owner: "Peyrissac", year: 2025, arrears: "5 120,00", suppliers: "90,10", other: "30,00", total: "5 999,00", agent: agent}, // the sum fails
		{house: "Port Lauzet", owner: "Dumanoir", year: 2025, arrears: "640,00", suppliers: "31,00", other: "50,00", total: "700,00", agent: agent, twice: true},
		{house: "Résidence Cybèle", owner: "Tournemire", year: 2025, arrears: "405,00", suppliers: "12,50", other: "85,00", total: "500,00", agent: agent, doubtful: true},
		{house: "Les Acacias", owner: "Bellefond", year: 2025, arrears: "123,45", suppliers: "67,89", other: "66,55", total: "200,00", agent: "Cabinet Dutilleul"},
	}
}

func learningReader(t *testing.T) *Reader {
	return New(Options{Pages: drawnPages{}, Cache: NoCache{}, Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
}

// teach returns what an operator's two rulings on a dossier teach.
func (d taughtDossier) teach(t *testing.T, reader *Reader) []look.Look {
	t.Helper()
	dossier := drawn(d.order(), d.papers())
	statement, err := reader.Read(t.Context(), dossier)
	if err != nil {
		t.Fatal(err)
	}
	var out []look.Look
	for key, what := range map[predate.Key][2]string{predate.KeyArrears: {d.arrears, "Ardoise"}, predate.KeySupplierDebt: {d.suppliers, "Bricoles des artisans"}} {
		l, err := reader.Teach(t.Context(), dossier.Files[0], statement, Pointed{Key: key, Value: amountOf(t, what[0]), Page: 1, Words: what[1]})
		if err != nil {
			t.Fatalf("%s of %s: %v", key, d.house, err)
		}
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b look.Look) int { return strings.Compare(string(a.Program.Key), string(b.Program.Key)) })
	return out
}

func amountOf(t *testing.T, printed string) predate.Money {
	t.Helper()
	var euros, cents int64
	if _, err := fmt.Sscanf(strings.NewReplacer(" ", "", ",", " ").Replace(printed), "%d %d", &euros, &cents); err != nil {
		t.Fatal(err)
	}
	return predate.Money(100*euros + cents)
}

// TestTaughtLooks reads held-out dossiers of a look after 0, 1 and 3 lessons: the
// more lessons, the more is known, and never a wrong figure. What is not proven is
// proposed to an operator, and no proposal is printed.
func TestTaughtLooks(t *testing.T) {
	t.Parallel()
	reader := learningReader(t)
	taught := taughtDossiers()
	first := taught[0].teach(t, reader)
	for _, d := range taught[1:] {
		again := d.teach(t, reader)
		for i := range first {
			if a, b := encoded(t, first[i]), encoded(t, again[i]); a != b {
				t.Fatalf("one look, two lessons:\n%s\n%s", a, b)
			}
		}
	}
	for _, c := range []struct{ lessons, known, proposed int }{
		{0, 0, 0},
		{1, 2, 7}, // of arrears whose column sums; the same row twice is no reading
		{3, 8, 1}, // all but arrears that are printed twice or have doubtful claims beside them, and the papers of another agent
	} {
		var looks []look.Look
		for i := range first {
			l := first[i]
			l.ID, l.Confirmed = fmt.Sprint(i), c.lessons
			looks = append(looks, l)
		}
		if c.lessons == 0 {
			looks = nil
		}
		known, proposed := 0, 0
		for _, d := range heldOut() {
			dossier := drawn(d.order(), d.papers())
			dossier.Looks = looks
			statement, err := reader.Read(t.Context(), dossier)
			if err != nil {
				t.Fatal(err)
			}
			for key, truth := range map[predate.Key]string{predate.KeyArrears: d.arrears, predate.KeySupplierDebt: d.suppliers} {
				f := statement.Figure(key)
				if f.Status == predate.StatusLearnt {
					t.Errorf("%s of %s has a status that no statement has", key, d.house)
				}
				if f.Known() && f.Value != amountOf(t, truth) {
					t.Errorf("%d lessons: %s of %s is %v, want %s", c.lessons, key, d.house, f.Value, truth)
				}
				if f.Known() {
					known++
				}
			}
			for _, l := range statement.Learnt {
				if l.Fate != predate.LearntProposed {
					continue
				}
				proposed++
				figure, _ := predate.FigureOf(l.Key)
				if !strings.Contains(strings.Join(wording.All(statement.Outcome.Reasons), "\n"), "Chiffre à confirmer par un opérateur ("+figure.Name()+")") {
					t.Errorf("a proposal of %s is not before an operator: %q", d.house, wording.All(statement.Outcome.Reasons))
				}
			}
		}
		if known != c.known || proposed != c.proposed {
			t.Errorf("%d lessons: %d known and %d proposed, want %d and %d", c.lessons, known, proposed, c.known, c.proposed)
		}
	}
}

func encoded(t *testing.T, l look.Look) string {
	t.Helper()
	text, err := l.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// signedAccounts is an annexe 1 in the words of the law.
const signedAccounts = `
	ANNEXE N° 1 - ETAT FINANCIER APRES REPARTITION AU 31/12/2025
	Exercice 2025 : du 01/01/2025 au 31/12/2025 - exercice précédent 2024 : du 01/01/2024 au 31/12/2024

	                                                         Exercice clos      Exercice précédent approuvé
	50 Fonds placés                                               2 000,00                         1 000,00
	51 Banques ou fonds disponibles en banque                    10 200,00                         4 100,00
	Total                                                        12 200,00                         5 100,00
	1031 Avances de trésorerie                                    3 000,00                         3 000,00
	105 Fonds de travaux                                          3 100,00                         1 100,00
	Total                                                         6 100,00                         4 100,00
	45 Copropriétaires - sommes exigibles restant à recevoir      1 500,00                           500,00
	459 Copropriétaires - créances douteuses                          0,00                             0,00
	Total                                                         1 500,00                           500,00
	45 Copropriétaires - excédents versés                             0,00                             0,00
	40 Fournisseurs                                               7 600,00                         1 500,00
	Total                                                         7 600,00                         1 500,00`

// Papers, or an operator, that say otherwise contradict a look: the figure stays
// theirs.
func TestTaughtLooksAreContradicted(t *testing.T) {
	t.Parallel()
	reader := learningReader(t)
	d := heldOut()[0]
	looks := taughtDossiers()[0].teach(t, reader)
	for i := range looks {
		looks[i].ID, looks[i].Confirmed = fmt.Sprint(i), look.Enough
	}
	papers := d.papers()
	papers["annexe signée.pdf"] = signedAccounts
	for name, dossier := range map[string]Dossier{
		"papers": drawn(d.order(), papers),
		"an operator": func() Dossier {
			one := drawn(d.order(), d.papers())
			one.Rulings = []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(150000), By: "C. Aubrac"}, {Key: predate.KeySupplierDebt, Value: predate.Money(760000), By: "C. Aubrac"}}
			return one
		}(),
	} {
		dossier.Looks = looks
		statement, err := reader.Read(t.Context(), dossier)
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[predate.Key]predate.Money{predate.KeyArrears: 150000, predate.KeySupplierDebt: 760000} {
			if got := statement.Figure(key).Value; got != want {
				t.Errorf("%s: %s is %v, want %v", name, key, got, want)
			}
		}
		if len(statement.Learnt) != 2 || slices.ContainsFunc(statement.Learnt, func(l predate.Learnt) bool { return l.Fate != predate.LearntContradicted || l.Against.IsZero() }) {
			t.Errorf("%s: %+v %+v", name, statement.Learnt, statement.Documents)
		}
	}
}

// No word of a person's name is kept, wherever the page prints it; words that are
// a name are not learnt.
func TestLooksKeepNoNames(t *testing.T) {
	t.Parallel()
	reader := learningReader(t)
	d := taughtDossiers()[0]
	named := func(old, new string) (look.Look, error) {
		papers := d.papers()
		for name := range papers {
			papers[name] = strings.ReplaceAll(papers[name], old, new)
		}
		dossier := drawn(d.order(), papers)
		statement, err := reader.Read(t.Context(), dossier)
		if err != nil {
			t.Fatal(err)
		}
		return reader.Teach(t.Context(), dossier.Files[0], statement, Pointed{Key: predate.KeyArrears, Value: amountOf(t, d.arrears), Page: 1, Box: predate.Box{X0: 0, Y0: 100, X1: 360, Y1: 120}})
	}
	if _, err := named("", ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, name string }{
		{"Ardoise des habitants", "Ardoise Anglarès H.     ", "angl"},
		{"Ardoise des habitants", "Ardoise de Mme Tournebise", "tournebise"},
		{"Un an avant", "Mme Caillavet", "caillavet"},
		{"Riviera Tutélio Syndic", "Anglarès Hélène", "angl"},
		{"Riviera Tutélio Syndic", "Corentin Malherbe", "malherbe"},
	} {
		l, err := named(c.old, c.new)
		if kept := strings.Join(l.Words(), " "); strings.Contains(kept, c.name) || strings.ContainsAny(kept, "0123456789") {
			t.Errorf("%s: kept %q (%v)", c.new, kept, err)
		}
		if strings.HasPrefix(c.new, "Ardoise") && (err == nil || !strings.Contains(err.Error(), "nom d’une personne")) {
			t.Errorf("%s: learnt, or refused for another reason: %v", c.new, err)
		}
	}
}

// Only figures of which one place of a paper is all may be learnt.
func TestOnlyPrintedFiguresAreLearnt(t *testing.T) {
	t.Parallel()
	reader := learningReader(t)
	dossier := drawn(taughtDossiers()[0].order(), taughtDossiers()[0].papers())
	statement, err := reader.Read(t.Context(), dossier)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []Pointed{
		{Key: predate.KeyAccountBalance, Value: predate.Money(152533), Page: 1, Words: "Ardoise"},
		{Key: predate.KeyArrears, Value: predate.Money(152534), Page: 1, Words: "Ardoise"},
		{Key: predate.KeyArrears, Value: predate.Money(152533), Page: 2, Words: "Ardoise"},
		{Key: predate.KeyArrears, Value: predate.Money(152533), Page: 1, Words: "Introuvable"},
	} {
		if l, err := reader.Teach(t.Context(), dossier.Files[0], statement, p); err == nil {
			t.Errorf("%+v taught %s", p, l.Title())
		}
	}
	if _, ok := compute.LearnableDay(statement, predate.KeyArrears); !ok {
		t.Error("the exercise of the dossier is not known: the test shows nothing")
	}
}

// An explanation lists what looks read beside what papers say, with what became of
// it.
func TestTaughtLooksAreExplained(t *testing.T) {
	t.Parallel()
	reader := learningReader(t)
	d := heldOut()[0]
	dossier := drawn(d.order(), d.papers())
	dossier.Looks = taughtDossiers()[0].teach(t, reader)
	for i := range dossier.Looks {
		dossier.Looks[i].ID, dossier.Looks[i].Confirmed = fmt.Sprint(i), 1
	}
	explained, err := reader.Explain(t.Context(), dossier)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[predate.Key]string{predate.KeyArrears: "apprise d’un opérateur, et prouvée", predate.KeySupplierDebt: "apprise d’un opérateur ; à confirmer"} {
		if !slices.ContainsFunc(explained.Considered[key], func(c compute.Consideration) bool {
			return wording.Of(c.Why) == want && c.Candidate.Status == predate.StatusLearnt && c.File == "annexe.pdf"
		}) {
			t.Errorf("%s: %+v", key, explained.Considered[key])
		}
	}
}

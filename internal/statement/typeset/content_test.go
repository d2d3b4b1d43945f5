package typeset

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"predate"
)

// flat removes what line breaks and French spaces do to a text.
func flat(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return r == ' ' || r == '\n' || r == '\f' || r == '\u00a0' || r == '\u202f'
	}), " ")
}

func TestContent(t *testing.T) {
	text := flat(strings.Join(pagesOfBoth(t, richSample(), options()), " "))
	for _, want := range []string{
		"Résidence Les Glycines, 18 rue des Maraîchers-Fleuris, 69003 Lyon",
		"Établi le", "19 mai 2026", "Situation arrêtée au", "18 mai 2026",
		"Mme Hélène VASSORELLE", "AB2-417-905", "351 / 10 000",
		"Charges impayées dans le syndicat 2 746,46 €", "Dette envers les fournisseurs 4 761,81 €",
		"au 31 décembre 2025", "Avances à reconstituer", "1ᵉʳ juillet 2026 — Réfection de la toiture-terrasse 266,76 €",
		"Total à prévoir par l’acquéreur 1 186,53 €",
		"Aucun emprunt dans les procès-verbaux ni à l’annexe 1.",
		"police n° MRI 204 558 17, jusqu’au 31 décembre 2026",
		"Ravalement du bâtiment B", "sans objet",
		"projet, non adopté par l’assemblée générale",
		"28 mars 2024, 27 mars 2025, 26 mars 2026",
		"Autre document (p. 1), d’un autre immeuble – écarté (adresse « 4 rue Haute »), autre document (p. 2)",
		"pièce d’un autre immeuble – écartée (immatriculation ZZ9-000-060)", "écarté : double de PV AG 26-03-2026.pdf",
		"illisible : le fichier est protégé par un mot de passe",
		"sous réserve de l’apurement des comptes", "l’assemblée générale du 26 mars 2026",
		"Annexe 1 : équilibre des totaux concordant", "Contrôles sans objet, ou faute des pièces qu’ils comparent : Appels et provisions du décompte, N-1.",
		"Le mandat du syndic expire dans moins de quatorze mois.",
		"Somme des appels de travaux exigibles en 2025 : 108,81 € + 266,76 € + 266,76 €.",
	} {
		if !strings.Contains(text, flat(want)) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// The amounts keep their no-break spaces in the file, so that whoever copies one
// gets all of it. Poppler writes them as plain spaces: look at the codes.
func TestSpacesSurvive(t *testing.T) {
	plain := run(t, "qpdf", "--stream-data=uncompress", write(t, set(t, richSample(), options())), "-")
	var want []byte
	for _, r := range "2\u202f746,46\u00a0€" {
		want = append(want, byte(r>>8), byte(r))
	}
	if !bytes.Contains(plain, want) {
		t.Error("the file lacks 2 746,46 € with its narrow and no-break spaces")
	}
}

func TestPoorContent(t *testing.T) {
	text := flat(strings.Join(pagesOfBoth(t, poorSample(), options()), " "))
	for _, want := range []string{
		"non communiqué", "à vérifier", "Les pièces se contredisent : « 343,48 » (a.pdf, p. 2) ; « 355,26 » (b.pdf, p. 3).",
		"non exigé", "dispense légale", "déclaré par le client pour Hélène Vassorelle le 18 mai 2026, non vérifié", "non établi", "7 sommes inconnues",
		"Annexe comptable n° 1 de l’exercice 2025", "Aucune pièce n’a été fournie.", "Aucun appel de fonds ne rappelle les avances.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// A total is worth what its parts are.
func TestTotals(t *testing.T) {
	tests := map[string]struct {
		status predate.Status
		want   string
		bare   bool // nothing qualifies the total
	}{
		"known":       {predate.StatusConfirmed, "Total pouvant être dû au vendeur 141,15 €", true},
		"declared":    {predate.StatusDeclared, "Total pouvant être dû au vendeur 141,15 € dont 1 somme déclarée, non vérifiée", false},
		"missing":     {predate.StatusMissing, "Total pouvant être dû au vendeur non établi 1 somme inconnue", false},
		"conflicting": {predate.StatusConflicting, "Total pouvant être dû au vendeur non établi 1 somme inconnue", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := dossierSample{richSample()}
			d.set(predate.KeyLoanAdvance, tt.status, predate.Money(250), "")
			text := flat(strings.Join(pagesOf(t, set(t, d.Statement, options())), " "))
			if !strings.Contains(text, tt.want) {
				t.Errorf("the text lacks %q", tt.want)
			}
			if tt.bare && strings.Contains(text, tt.want+" dont") {
				t.Error("the total is qualified")
			}
		})
	}
}

// Every key of the statement is printed: each is given a reason of its own, and
// each reason must be read on some page.
func TestEveryKeyIsPrinted(t *testing.T) {
	keys := statementKeys(t)
	for _, status := range []predate.Status{predate.StatusConflicting, predate.StatusMissing} {
		t.Run(string(status), func(t *testing.T) {
			d := newSample()
			mark := func(i int) string { return "raison" + strconv.Itoa(1000+i) }
			for i, k := range keys {
				d.set(k, status, nil, mark(i))
			}
			text := strings.Join(pagesOf(t, set(t, d.Statement, options())), " ")
			optional := map[predate.Key]bool{
				predate.KeyUnapprovedClosedYear: true, predate.KeyFutureLoan: true, predate.KeyNextYearBudgetShare: true,
			}
			for i, k := range keys {
				if status == predate.StatusMissing && optional[k] {
					continue
				}
				if !strings.Contains(text, mark(i)) {
					t.Errorf("%s is not printed", k)
				}
			}
		})
	}
}

// statementKeys reads the keys declared in keys.go of the root package.
func statementKeys(t *testing.T) []predate.Key {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", "..", "keys.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var keys []predate.Key
	ast.Inspect(tree, func(n ast.Node) bool {
		if value, ok := n.(*ast.BasicLit); ok && value.Kind == token.STRING {
			if s, err := strconv.Unquote(value.Value); err == nil && !strings.Contains(s, "/") {
				keys = append(keys, predate.Key(s))
			}
		}
		return true
	})
	if len(keys) < 60 {
		t.Fatalf("found only %d keys", len(keys))
	}
	return keys
}

// The first page answers what a notary asks first: what the buyer has to expect, what the
// seller owes and on which side his account is, which papers lack, what is reserved.
func TestTheFirstPageAnswers(t *testing.T) {
	d := dossierSample{richSample()}
	d.read(predate.KeyAccountBalance, predate.Money(-8768), at(account, 3, "87,68 C"))
	d.owe(owedGap(predate.KindRules, "Le règlement de copropriété."))
	front := flat(pagesOf(t, set(t, d.Statement, options()))[0])
	for _, want := range []string{
		"Total à prévoir par l’acquéreur 1 186,53 €", "Solde du compte au 11 mai 2026", "87,68 €", "créditeur : dû au vendeur", "Total pouvant rester dû par le vendeur",
		"Pièces dues par le vendeur : non fourni — à demander", "Le règlement de copropriété.", "Réserves", "Le mandat du syndic expire dans moins de quatorze mois.",
	} {
		if !strings.Contains(front, want) {
			t.Errorf("the first page lacks %q:\n%s", want, front)
		}
	}
}

// Where what was called off budget, what it cost and what was paid differ, the statement
// says why; where they do not, it says nothing.
func TestOffBudgetIsExplainedWhereItDiffers(t *testing.T) {
	const why = "les trois sommes diffèrent parce qu’elles ne mesurent pas la même chose"
	d := dossierSample{richSample()}
	if text := flat(strings.Join(pagesOf(t, set(t, d.Statement, options())), " ")); !strings.Contains(text, "Hors budget (exercice 2025 ; exercice 2024), "+why) {
		t.Error("the difference is not explained")
	}
	for _, k := range []predate.Key{
		predate.KeyOffBudgetCalledN1, predate.KeyOffBudgetActualN1, predate.KeyPaidOffBudgetN1,
		predate.KeyOffBudgetCalledN2, predate.KeyOffBudgetActualN2, predate.KeyPaidOffBudgetN2,
	} {
		d.read(k, predate.Money(20619), at(charges2025, 3, "206,19"))
	}
	if text := flat(strings.Join(pagesOf(t, set(t, d.Statement, options())), " ")); strings.Contains(text, why) {
		t.Error("a difference that is not there is explained")
	}
}

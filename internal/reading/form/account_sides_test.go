package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestTotalsBesideTheirSides reads an account whose totals stand under no column,
// each after the words of its side, whose balance is negative because it is owed,
// and which prints no day but those of its movements. It is one of two accounts of
// an owner, and is called by what it is for.
func TestTotalsBesideTheirSides(t *testing.T) {
	page := `
		Relevé de compte - Mme Alix
		Compte: Fonds de Travaux
		
		Date          Libellé                                   Débit       Crédit
		01/01/2025    Report solde exercice 2024                              27,64 €
		02/01/2025    Appel de fonds T1 2025                  906,00 €
		14/01/2025    Virement ALIX                                          878,36 €
		01/04/2025    Appel de fonds T2 2025                  906,00 €
		11/04/2025    Virement ALIX                                          600,00 €


		Total Débit: 1 812,00 €              Total Crédit: 1 506,00 €

		Solde du compte: %s €`
	at := predate.Date{Year: 2025, Month: 4, Day: 11}
	for balance, want := range map[string][]predate.AccountBalance{
		"-306,00": {{Account: "Fonds de Travaux", Date: at, Amount: 30600}},
		"306,00":  {{Account: "Fonds de Travaux", Date: at, Amount: 30600}},
	} {
		said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(fmt.Sprintf(page, balance)), lexicontest.House(t)))
		if diff := cmp.Diff(want, said.closing); diff != "" {
			t.Errorf("%s: closing (-want +got):\n%s", balance, diff)
		}
		if len(said.lines) != 4 || len(said.opening) != 1 || said.opening[0].Amount != -2764 {
			t.Errorf("%s: %+v", balance, said)
		}
	}
	settled := strings.Replace(fmt.Sprintf(page, "0,00"), "1 506,00", "1 812,00", 1)
	settled = strings.Replace(settled, "600,00", "906,00", 1)
	said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(settled), lexicontest.House(t)))
	if diff := cmp.Diff([]predate.AccountBalance{{Account: "Fonds de Travaux", Date: at}}, said.closing); diff != "" {
		t.Errorf("settled: closing (-want +got):\n%s", diff)
	}
	wrong := fmt.Sprintf(page, "-206,00")
	if said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(wrong), lexicontest.House(t))); len(said.closing) > 0 {
		t.Errorf("a balance that the movements do not make is read: %+v", said.closing)
	}
}

// TestLegendsInTheHeadOfTheBalance reads accounts whose head of balances explains both
// marks, or whose balance the minus is: such words are no side of the column, as one
// side alone is.
func TestLegendsInTheHeadOfTheBalance(t *testing.T) {
	page := `
		Extrait de compte                                                        %s
		Date          Opération                      Appelé        Payé    %s
		01/01/2025    À nouveau au 01/01/2025                                        0,00
		01/01/2025    Provisions budget 2025         400,00                        400,00 %s
		12/01/2025    Virement reçu                               400,00             0,00
		15/06/2025    Régularisation charges 2024                  67,09            %s67,09 %s
		01/07/2025    Provisions budget 2025         400,00                        332,91 %s
		              Total des opérations           800,00       467,09
		08/07/2025    Solde au 08/07/2025                                          332,91 %s`
	for name, c := range map[string]struct {
		args []any
		want int
	}{
		"both marks": {[]any{"Solde", "Db : à payer · Cr : en votre faveur", "Db", "", "Cr", "Db", "Db"}, 1},
		"the minus":  {[]any{"Solde", "signe − : en votre faveur", "", "−", "", "", ""}, 1},
		"one side":   {[]any{"Solde", "en votre faveur", "", "−", "", "", ""}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(fmt.Sprintf(page, c.args...)), lexicontest.House(t)))
			if len(said.closing) != c.want {
				t.Fatalf("%d closing balances, want %d: %+v", len(said.closing), c.want, said)
			}
			if c.want == 1 && said.closing[0].Amount != 33291 {
				t.Errorf("closing %d, want 33291", said.closing[0].Amount)
			}
		})
	}
}

// TestTheBalancePrintedTwiceOnItsLine reads accounts whose last line prints the balance in
// the column of its side, or in the other one to close the account, and again in
// the column of balances. Another amount beside it leaves the account unread.
func TestTheBalancePrintedTwiceOnItsLine(t *testing.T) {
	const debit, credit, balance = 350, 430, 520
	account := func(side float64, last string) *press {
		p := &press{}
		p.print("Relevé de compte individuel")
		row := func(day, words string, amounts map[float64]string) {
			p.line()
			p.left(40, day)
			p.left(90, words)
			for _, x := range []float64{debit, credit, balance} {
				if amounts[x] != "" {
					p.right(x, amounts[x])
				}
			}
		}
		row("Date", "Libellé", map[float64]string{debit: "Débit", credit: "Crédit", balance: "Solde"})
		row("01/01/25", "Solde à nouveau au 01/01/2025", map[float64]string{balance: "0,00"})
		row("01/01/25", "Appel de charges courantes 2025", map[float64]string{debit: "447,84", balance: "447,84 D"})
		row("05/01/25", "Prélèvement automatique", map[float64]string{credit: "447,84", balance: "0,00"})
		row("12/06/25", "Régularisation charges exercice 2024", map[float64]string{credit: "67,09", balance: "67,09 C"})
		row("", "Total des mouvements de la période", map[float64]string{debit: "447,84", credit: "514,93"})
		row("", "SOLDE CREDITEUR AU 08/10/2025", map[float64]string{side: last, balance: "67,09 C"})
		return p
	}
	for _, c := range []struct {
		side float64
		last string
		want int
	}{{credit, "67,09", 1}, {debit, "67,09", 1}, {credit, "66,09", 0}} {
		said := accountRead(account(c.side, c.last).figures(t, predate.KindAccountStatement))
		if len(said.closing) != c.want || c.want == 1 && said.closing[0].Amount != -6709 {
			t.Errorf("%+v: %+v", c, said.closing)
		}
	}
}

// TestTheWordsOfMovementsBehindTheirSums reads an account whose sums stand between day and
// words, under words that nobody taught for the sums of all movements: a last line that
// prints the sums of both sides is no movement.
func TestTheWordsOfMovementsBehindTheirSums(t *testing.T) {
	const debit, credit, words, balance = 150, 205, 214, 547
	p := &press{}
	p.print("Situation de compte")
	p.line()
	p.left(53, "Date")
	p.right(debit, "Doit")
	p.right(credit, "Avoir")
	p.left(words, "Écriture")
	p.right(balance, "Solde")
	for _, row := range []struct{ day, owed, paid, words, after string }{
		{"01.01.2025", "", "", "À nouveau au 01/01/2025", "0,00"},
		{"01.01.2025", "447,84", "", "Appel de charges courantes du 01/01/2025", "447,84"},
		{"05.01.2025", "", "447,84", "Chèque reçu", "0,00"},
		{"12.06.2025", "", "67,09", "Régularisation charges exercice 2024", "− 67,09"},
		{"01.07.2025", "447,84", "", "Appel de charges courantes du 01/07/2025", "380,75"},
		{"", "895,68", "514,93", "Le tout de la période", ""},
		{"08.07.2025", "", "", "Solde au 08/07/2025", "380,75"},
	} {
		p.line()
		p.left(53, row.day)
		p.left(words, row.words)
		for x, sum := range map[float64]string{debit: row.owed, credit: row.paid, balance: row.after} {
			if sum != "" {
				p.right(x, sum)
			}
		}
	}
	said := accountRead(p.figures(t, predate.KindAccountStatement))
	if len(said.closing) != 1 || said.closing[0].Amount != 38075 || len(said.lines) != 4 || len(said.totals) != 1 {
		t.Fatalf("%+v", said)
	}
	if got := said.lines[2]; got.Label != "Régularisation charges exercice 2024" || got.Credit != 6709 {
		t.Errorf("%+v", got)
	}
}

// TestABalanceInLargePrintIsNotOfAColumn reads an account whose last balance is printed larger,
// over the column at its left: the head of that column does not name the side of balances.
func TestABalanceInLargePrintIsNotOfAColumn(t *testing.T) {
	page := `
		EXTRAIT DE COMPTE
		Compte n° C318-0049
		Date        Libellé                                Let.      Débit      Crédit    Solde progr.
		01/07/25    Report au 01/07/2025                                                          0,00
		01/07/25    Budget courant 2025/2026 - appel       A        560,60                    560,60 D
		04/07/25    Chq reçu                               A                    560,60            0,00
		01/10/25    Budget courant 2025/2026 - appel       B        560,60                    560,60 D
		06/10/25    Chq reçu                               B                    500,00         60,60 D
		03/11/25    Mise en demeure LRAR                              42,00                   102,60 D
		            Totaux des mouvements                          1 163,20   1 060,60

		                                       Solde au 04/12/2025                102,60 € débiteur

		D : solde débiteur - C : solde créditeur`
	said := accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(page), lexicontest.House(t)))
	if len(said.closing) != 1 || said.closing[0].Amount != 10260 || len(said.lines) != 5 {
		t.Errorf("%+v", said)
	}
}

package typeset

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

func TestSayFigure(t *testing.T) {
	evidence := []predate.Evidence{at("a.pdf", 2, "343,48")}
	operators := predate.Declaration{By: predate.DeclaredByOperator, Name: "C. Aubrac", On: on(2026, 5, 12), Why: "lu sur l'appel du 01/04/2026 : 12.05 € !"}
	tests := map[string]struct {
		figure predate.Figure
		want   saying
	}{
		"confirmed":         {predate.Figure{Status: predate.StatusConfirmed, Value: predate.Money(1205)}, saying{value: "12,05\u00a0€", known: true}},
		"confirmed zero":    {predate.Figure{Status: predate.StatusConfirmed, Value: predate.Money(0)}, saying{value: "0,00\u00a0€", mention: "confirmé", known: true}},
		"confirmed nothing": {predate.Figure{Status: predate.StatusConfirmed}, saying{value: "non communiqué"}},
		"computed": {
			predate.Figure{Status: predate.StatusComputed, Value: predate.Money(1205), Derivation: predate.Worded("Somme : 12,05 €.")},
			saying{value: "12,05\u00a0€", mention: "calculé", note: "Somme\u00a0: 12,05\u00a0€.", known: true},
		},
		"missing": {predate.Figure{Status: predate.StatusMissing, Value: predate.Money(0), Derivation: predate.Worded("Aucun appel.")}, saying{value: "non communiqué", note: "Aucun appel."}},
		"not required": {
			predate.Figure{Status: predate.StatusNotRequired, Value: predate.Money(0)},
			saying{value: "non exigé", mention: "dispense légale"},
		},
		"none, proven": {predate.Figure{Status: predate.StatusNone, Value: predate.Money(0), Evidence: evidence}, saying{value: "néant", note: "Établi par les pièces citées.", known: true, none: true}},
		"none, silent": {
			predate.Figure{Key: predate.KeyLoans, Status: predate.StatusNone, Value: predate.LoanList{}},
			saying{value: "aucun mentionné dans les pièces fournies", note: "Aucune pièce fournie n’en parle.", known: true, none: true},
		},
		"none, of proceedings": {
			predate.Figure{Key: predate.KeyProceedings, Status: predate.StatusNone, Value: predate.Texts{}},
			saying{value: "aucune mentionnée dans les pièces fournies", note: "Aucune pièce fournie n’en parle.", known: true, none: true},
		},
		"of an operator": {
			predate.Figure{Status: predate.StatusDeclared, Value: predate.Money(1205), Derivation: predate.Worded("Saisi par…"), Declared: operators},
			saying{
				value: "12,05\u00a0€", mention: "saisi par l’opérateur C. Aubrac le 12\u00a0mai\u00a02026",
				note: "Motif\u00a0: «\u00a0" + operators.Why + "\u00a0»", known: true,
			},
		},
		"none, of an operator": {
			predate.Figure{Key: predate.KeyLeadReport, Status: predate.StatusNone, Declared: operators},
			saying{
				value: "néant", mention: "saisi par l’opérateur C. Aubrac le 12\u00a0mai\u00a02026",
				note: "Motif\u00a0: «\u00a0" + operators.Why + "\u00a0»", known: true, none: true,
			},
		},
		"of the client": {
			predate.Figure{
				Status: predate.StatusDeclared, Value: predate.Money(0), Derivation: predate.Worded("Tout est dit payé."),
				Declared: predate.Declaration{By: predate.DeclaredByClient, Name: "Hélène Vassorelle", On: on(2026, 5, 18)},
			},
			saying{value: "0,00\u00a0€", mention: "déclaré par le client pour Hélène Vassorelle le 18\u00a0mai\u00a02026, non vérifié", note: "Tout est dit payé.", known: true},
		},
		"computed from an operator's": {
			predate.Figure{Status: predate.StatusComputed, Value: predate.Money(1205), Evidence: []predate.Evidence{{Text: "x", Rule: predate.OperatorRule}}},
			saying{value: "12,05\u00a0€", mention: "calculé, d’après une valeur saisie par l’opérateur", known: true},
		},
		"read, and paid by the client's word": {
			predate.Figure{Status: predate.StatusConfirmed, Value: predate.Contribution{Amount: 1205}, Evidence: append(evidence[:1:1], predate.Evidence{Text: "x", Rule: predate.ClientRule})},
			saying{value: "12,05\u00a0€", mention: "d’après une déclaration du client, non vérifiée", known: true},
		},
		"declared": {
			predate.Figure{Status: predate.StatusDeclared, Value: predate.Money(0)},
			saying{value: "0,00\u00a0€", mention: "déclaré par le vendeur, non vérifié", known: true},
		},
		"declared without amount": {predate.Figure{Status: predate.StatusDeclared}, saying{value: "déclaré par le vendeur, non vérifié"}},
		"conflicting": {
			predate.Figure{Status: predate.StatusConflicting, Value: predate.Money(0), Evidence: evidence},
			saying{value: "à vérifier", note: "Les pièces se contredisent\u00a0: «\u00a0343,48\u00a0» (a.pdf, p.\u00a02).", verify: true},
		},
		"conflicting without papers": {predate.Figure{Status: predate.StatusConflicting}, saying{value: "à vérifier", note: "Les pièces se contredisent.", verify: true}},
		"no status":                  {predate.Figure{}, saying{value: "non communiqué"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, sayFigure(tt.figure), cmp.AllowUnexported(saying{})); diff != "" {
				t.Errorf("saying (-want +got):\n%s", diff)
			}
		})
	}
}

// A total is one only when all its parts are known.
func TestMoneyOf(t *testing.T) {
	calls := predate.CallList{{Amount: 100}, {Amount: -30}}
	tests := map[string]struct {
		figure predate.Figure
		want   predate.Cents
		known  bool
	}{
		"money":       {predate.Figure{Status: predate.StatusConfirmed, Value: predate.Money(7)}, 7, true},
		"calls":       {predate.Figure{Status: predate.StatusComputed, Value: calls}, 70, true},
		"none":        {predate.Figure{Status: predate.StatusNone}, 0, true},
		"missing":     {predate.Figure{Status: predate.StatusMissing, Value: predate.Money(7)}, 0, false},
		"exempt":      {predate.Figure{Status: predate.StatusNotRequired}, 0, false},
		"conflicting": {predate.Figure{Status: predate.StatusConflicting, Value: predate.Money(7)}, 0, false},
		"no value":    {predate.Figure{Status: predate.StatusDeclared}, 0, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got, known := moneyOf(tt.figure); got != tt.want || known != tt.known {
				t.Errorf("got %d, %v; want %d, %v", got, known, tt.want, tt.known)
			}
		})
	}
}

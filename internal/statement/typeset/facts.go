package typeset

import (
	"fmt"
	"reflect"
	"strings"

	"predate"
)

// factWords puts a fact, which the statement never prints, into French: its
// members one after the other, without those that the paper does not tell.
func factWords(v predate.Value) string {
	return strings.Join(members(reflect.ValueOf(v)), ", ")
}

// members walks through the fields of a structure or the items of a list.
func members(v reflect.Value) []string {
	var said []string
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			said = append(said, strings.Join(one("", v.Index(i)), ", "))
		}
		return []string{strings.Join(said, " ; ")}
	case reflect.Struct:
		for field, content := range v.Fields() {
			told := !content.IsZero() || field.Name == "Amount" // a sum of zero is one
			if told && !strings.HasPrefix(field.Name, "Has") {
				said = append(said, one(field.Name, content)...)
			}
		}
	}
	return said
}

// one says a member with its name.
func one(field string, v reflect.Value) []string {
	name := memberNames()[field]
	switch content := v.Interface().(type) {
	case predate.Cents:
		return []string{named(name, words(predate.Money(content)))}
	case predate.Date:
		return []string{named(name, day(content))}
	case predate.Period:
		return []string{named(name, "du "+day(content.From)+" au "+day(content.To))}
	case []string:
		return []string{named(name, strings.Join(content, ", "))}
	case bool:
		return []string{name}
	}
	switch v.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Array:
		return members(v)
	case reflect.String:
		word := v.String()
		if french, ok := memberWords()[word]; ok {
			word = french
		}
		return []string{named(name, word)}
	}
	return []string{named(name, fmt.Sprint(v.Interface()))}
}

func named(name, said string) string { return strings.TrimSpace(name + " " + said) }

// memberNames names the members of facts in French.
func memberNames() map[string]string {
	return map[string]string{
		"Account": "compte", "Actual": "charges", "Adjustment": "régularisation", "Amount": "", "Approved": "comptes approuvés le",
		"Balance": "solde", "Base": "sur", "Budget": "budget", "Called": "appelé", "Charges": "charges", "Code": "clé", "Column": "colonne",
		"Credit": "crédit", "Date": "le", "Debit": "débit", "Done": "réalisé", "Due": "exigible le", "Exceptional": "opération exceptionnelle",
		"Funding": "financé par ailleurs", "Gross": "coût", "Issued": "édité le", "Key": "clé", "Label": "", "Lot": "lot", "Lots": "lots",
		"Metered": "au compteur", "Nature": "", "Net": "à répartir", "Number": "n°", "Outcome": "", "Owner": "", "Paid": "payé", "Pages": "p.",
		"Pending": "en attente", "Period": "période", "Received": "reçu", "Replaces": "annule et remplace", "Share": "quote-part", "Spent": "dépensé",
		"Sub": "sous-compte", "Subject": "", "Text": "", "Title": "", "ToReceive": "à recevoir", "Total": "total", "Unit": "", "Voted": "voté",
		"VotedOn": "voté le", "Year": "exercice",
	}
}

// memberWords says in French the words that facts are classed by.
func memberWords() map[string]string {
	return map[string]string{
		string(predate.NatureBudget): "budget prévisionnel", string(predate.NatureWorks): "travaux", string(predate.NatureAdvance): "avances",
		string(predate.NatureLoan): "emprunt", string(predate.NatureWorksFund): "fonds de travaux", string(predate.NatureFees): "frais imputables au seul copropriétaire",
		string(predate.ColumnPrevious): "exercice précédent", string(predate.ColumnClosedBudget): "budget de l’exercice clos",
		string(predate.ColumnClosed): "réalisé de l’exercice clos", string(predate.ColumnRunning): "budget en cours", string(predate.ColumnNext): "budget à voter",
		string(predate.VoteAdopted): "adoptée", string(predate.VoteRejected): "rejetée", string(predate.VotePostponed): "reportée",
		string(predate.VoteNone): "sans vote", string(predate.VoteUnknown): "issue du vote inconnue",
		string(predate.SubjectAccounts): "comptes", string(predate.SubjectAgent): "syndic", string(predate.SubjectProceedings): "procédures",
		string(predate.SubjectPlan): "plan de travaux", string(predate.SubjectDTG): "diagnostic global", string(predate.SubjectDifficulty): "difficultés",
		string(predate.SubjectOther): "autre sujet",
		"professional":               "professionnel", "volunteer": "bénévole", "cooperative": "coopératif",
	}
}

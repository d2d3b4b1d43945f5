package wording

import "predate"

// Fate says in French what became of a reading of a look, replayed.
func Fate(f predate.LearntFate) string {
	return map[predate.LearntFate]string{
		predate.LearntAside: "sans effet ici", predate.LearntProposed: "serait proposé à un opérateur", predate.LearntUsed: "donnerait le chiffre",
		predate.LearntAgrees: "les pièces disent de même", predate.LearntConfirmed: "un opérateur dit de même", predate.LearntContradicted: "contredit :",
	}[f]
}

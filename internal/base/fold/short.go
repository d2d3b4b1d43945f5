package fold

import "strings"

// inFull writes out the words that old listings shorten to fit their columns.
// Only what can mean one thing in accounts is here; a word that is also one in
// full, or a name, needs its full stop.
func inFull(word string) string {
	bare := strings.TrimRight(word, ".,;:")
	whole := shortened(bare, strings.HasPrefix(word[len(bare):], "."))
	if whole == "" {
		return word
	}
	return whole + strings.TrimPrefix(word[len(bare):], ".")
}

// shortened returns the word that another stands for; "" for a word that is none
// of these. Stopped says that a full stop follows it.
func shortened(word string, stopped bool) string {
	switch word {
	case "tx", "trx", "trvx":
		return "travaux"
	case "fds":
		return "fonds"
	case "s/total":
		return "sous-total"
	case "qte-part", "quote-p":
		return "quote-part"
	case "sld":
		return "solde"
	case "exerc":
		return "exercice"
	case "prov":
		return "provisions"
	case "cpte":
		return "compte"
	case "reglt", "rglt", "regt":
		return "reglement"
	case "vrt", "virt", "virmt":
		return "virement"
	case "prelvt", "prlvt", "prelevt":
		return "prelevement"
	case "cotis":
		return "cotisation"
	case "regul":
		return "regularisation"
	case "chges":
		return "charges"
	case "mvts", "mvt", "mouvt":
		return "mouvements"
	case "resol":
		return "resolution"
	}
	if stopped {
		return stoppedShort(word)
	}
	return ""
}

// stoppedShort is for the words that their full stop alone tells.
func stoppedShort(word string) string {
	switch word {
	case "ant":
		return "anterieur"
	case "prev":
		return "previsionnel"
	case "vir":
		return "virement"
	case "prel":
		return "prelevement"
	case "dep":
		return "depenses"
	case "oper":
		return "operations"
	case "except":
		return "exceptionnelles"
	case "maj":
		return "majorite"
	case "indiv":
		return "individuel"
	case "copro":
		return "coproprietaire"
	case "recup":
		return "recuperable"
	case "ech":
		return "echeance"
	case "trim":
		return "trimestre"
	case "imm":
		return "immeuble"
	case "exigib":
		return "exigibilite"
	case "tot":
		return "total"
	}
	return ""
}

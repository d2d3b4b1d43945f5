package console

import (
	"predate"
	"predate/internal/statement/typeset"
)

// usual is a question that operators ask often, in the words of the trade.
type usual struct {
	Title string
	About string // as in topics
	Words string
}

// usualQuestions are what operators may begin a question with.
func usualQuestions() []usual {
	paper := func(kind predate.Kind, words string) usual {
		return usual{typeset.KindName(kind), aboutKind(kind), words}
	}
	return []usual{
		paper(predate.KindFundCall, "Merci de nous transmettre le dernier appel de fonds des lots vendus, avec le détail des provisions et de la cotisation au fonds de travaux."),
		paper(predate.KindAccountStatement, "Merci de nous transmettre le relevé de compte copropriétaire des lots vendus, à jour, tel que le syndic l’arrête."),
		paper(predate.KindChargeStatement, "Merci de nous transmettre le décompte individuel de charges des lots vendus pour le dernier exercice approuvé."),
		paper(predate.KindSchedule1, "Merci de nous transmettre l’annexe n°\u00a01 (état financier après répartition) du dernier exercice clos, telle que l’assemblée générale l’a approuvée."),
		paper(predate.KindMinutes, "Merci de nous transmettre, complets et signés, les procès-verbaux des assemblées générales des trois dernières années."),
		paper(predate.KindSummarySheet, "Merci de nous transmettre la fiche synthétique de la copropriété, dans sa dernière mise à jour."),
		paper(predate.KindRules, "Merci de nous transmettre le règlement de copropriété avec l’état descriptif de division et leurs modificatifs publiés."),
		paper(predate.KindMaintenanceLog, "Merci de nous transmettre le carnet d’entretien de l’immeuble, dans sa dernière mise à jour."),
		paper(predate.KindPPT, "Merci de nous transmettre le plan pluriannuel de travaux ou, à défaut, son projet et la décision de l’assemblée générale."),
		paper(predate.KindAsbestos, "Merci de nous transmettre le dossier technique amiante des parties communes."),
		{"copie nette d’une pièce illisible", aboutPaper, "La copie reçue n’est pas lisible. Merci de nous transmettre le fichier d’origine ou, à défaut, une copie nette et complète de cette pièce."},
		{"lots vendus", aboutAction, "Merci de nous confirmer les numéros des lots vendus, tels que l’acte de vente les désignera."},
		{"vendeurs", aboutAction, "Merci de nous confirmer les nom et prénoms du ou des vendeurs, tels qu’ils figurent au titre de propriété."},
		{"syndic en exercice", aboutAction, "Merci de nous dire qui est le syndic en exercice, et depuis quelle date."},
		{"pièces qui se contredisent", aboutAction, "Deux pièces du dossier se contredisent. Merci d’interroger le syndic et de nous dire laquelle fait foi."},
		{"sommes dues", aboutAction, "Merci de nous dire si les sommes échues ont toutes été réglées au syndic à ce jour et, sinon, lesquelles restent dues."},
	}
}

// What a question may be about, beside a kind of paper: any paper, or an answer.
const (
	aboutPaper  = "document"
	aboutAction = "action"
)

func aboutKind(kind predate.Kind) string { return aboutPaper + ":" + string(kind) }

// topic is a choice of what a question is about.
type topic struct{ Value, Name string }

func topics() []topic {
	all := []topic{{aboutAction, "une réponse, une action"}, {aboutPaper, "une pièce, sans précision"}}
	for _, kind := range predate.Kinds() {
		if kind != predate.KindOther {
			all = append(all, topic{aboutKind(kind), typeset.KindName(kind)})
		}
	}
	return all
}

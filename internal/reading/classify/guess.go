package classify

import (
	"regexp"

	"predate"
	"predate/internal/base/fold"
)

// Guess says of what kind a paper is that nobody could open, from the title
// that a person gave it; empty where the title does not say. Titles lie: a guess
// may narrow a doubt down, and is never a proof that the paper is there.
func Guess(title string, hint predate.DocType) predate.Kind {
	text := fold.Text(title)
	for _, t := range titledKinds() {
		if t.like.MatchString(text) {
			return t.kind
		}
	}
	return hintedKind(hint)
}

// titledKind is a form of titles and the kind of paper that bears it.
type titledKind struct {
	like *regexp.Regexp
	kind predate.Kind
}

// titledKinds are asked in order: what a meeting is called to or decides names
// the papers that it is about.
func titledKinds() []titledKind {
	list := []struct {
		like string
		kind predate.Kind
	}{
		{`\bconvocation`, predate.KindMeetingNotice},
		{`\bproces[ -]verba|\bp\.?v\.?\b`, predate.KindMinutes},
		{`\bfacture|\bdevis\b|\bbons? de commande|\bordres? de service|\bcourrier`, predate.KindOther},
		{`\bfiche synthetique`, predate.KindSummarySheet},
		{`\bmodificatif`, predate.KindAmendment},
		{`\breglement de copro|\brcp\b|\betat descriptif|\bedd\b`, predate.KindRules},
		{`\bcarnet d.?entretien`, predate.KindMaintenanceLog},
		{`\bamiante|\bdta\b`, predate.KindAsbestos},
		{`\bplomb\b|\bcrep\b`, predate.KindLead},
		{`\bdiagnostic technique global|\bdtg\b`, predate.KindDTG},
		{`\bprojet de plan pluriannuel|\bpppt\b`, predate.KindPPTDraft},
		{`\bplan pluriannuel|\bppt\b`, predate.KindPPT},
		{`\bdpe\b|\bperformance energetique`, predate.KindCollectiveEPC},
		{`\bappels? (de|des|du) (fonds|charges|provisions?)|\bavis d.?appel`, predate.KindFundCall},
		{`\b(releve|extrait|situation) (de|du) compte|\bcompte individuel`, predate.KindAccountStatement},
		{`\bdecompte\b|\brepartition (individuelle )?(de|des) charges|\bregularisation`, predate.KindChargeStatement},
		{`\bdepenses\b`, predate.KindExpenseStatement},
		{`\bannexe (n° )?1\b`, predate.KindSchedule1},
		{`\bannexe (n° )?2\b`, predate.KindSchedule2},
		{`\bannexe (n° )?3\b`, predate.KindSchedule3},
		{`\bannexe (n° )?4\b`, predate.KindSchedule4},
		{`\bannexe (n° )?5\b`, predate.KindSchedule5},
		{`\bimmatriculation`, predate.KindRegistration},
		{`\bassurance|\bmultirisque`, predate.KindInsurance},
		{`\b(contrat|mandat) (de|du) syndic`, predate.KindAgentContract},
		{`\bplans?\b`, predate.KindPlan},
		{`\bcontrat`, predate.KindOther},
	}
	kinds := make([]titledKind, 0, len(list))
	for _, t := range list {
		kinds = append(kinds, titledKind{regexp.MustCompile(t.like), t.kind})
	}
	return kinds
}

// hintedKind is the one kind of a code of the contract; empty where a code
// stands for several.
func hintedKind(hint predate.DocType) predate.Kind {
	switch hint {
	case predate.TypeSummarySheet:
		return predate.KindSummarySheet
	case predate.TypeMinutes:
		return predate.KindMinutes
	case predate.TypeAsbestos:
		return predate.KindAsbestos
	case predate.TypeLead:
		return predate.KindLead
	case predate.TypeMaintenanceLog:
		return predate.KindMaintenanceLog
	case predate.TypePlan:
		return predate.KindPlan
	case predate.TypeRegistration:
		return predate.KindRegistration
	case predate.TypeOther:
		return predate.KindOther
	}
	return ""
}

package resolutions

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
)

var (
	// noProceedings is a sentence of absence.
	noProceedings = regexp.MustCompile(`\baucune? (?:[a-z']+ ){0,3}?(?:procedures?|actions?|instances?|contentieux|litiges?|proces|assignations?|poursuites?|saisies?)\b|` +
		`\b(?:pas|absence|ni|sans|exempte?) (?:(?:de|d') ?|d'aucune? )?(?:toute |autre )?(?:procedures?|contentieux|litiges?|actions? en justice|proces)\b|` +
		`\bneant\b|\brien a signaler\b|\bsans objet\b`)
	// yetProceedings says that a sentence of absence leaves one out.
	yetProceedings = regexp.MustCompile(`\b(?:hormis|en dehors|outre|excepte|a l'exception|autre que|mis a part|hors) (?:de )?(?:la |les |celle|l')`)
	// speaksOfOne is what points on proceedings say of one.
	speaksOfOne = regexp.MustCompile(`procedure|assign|tribunal|audience|saisie|jugement|appel devant|contentieux|action en justice|litige`)
	// mentionsOne is what tells a proceeding in any sentence of minutes.
	mentionsOne = regexp.MustCompile(`\bassign(?:ation|er|e|ee|es)\b|\bsaisies?[- ](?:immobilieres?|attribution|conservatoires?)\b|` +
		`\bprocedures? (?:judiciaires?|de saisie|de recouvrement|en cours|engagees?|contentieuses?|d'injonction|devant|contre|a l'encontre)\b|` +
		`\bactions? (?:en justice|judiciaires?|en recouvrement|en paiement)\b|\b(?:devant|saisi) le (?:tribunal|juge)\b|\b(?:ester|agir) en justice\b|` +
		`\binjonction de payer\b|\bjugement (?:rendu|attendu|du)\b|\bl?'?audience (?:est |du |fixee)|\bexpertise judiciaire\b|\b(?:un|le|les|des) (?:contentieux|litiges?)\b`)
	// noMention is what minutes say of proceedings in general: the law that they
	// cite, the fees that they vote.
	noMention = regexp.MustCompile(`contestation|contester|decheance|article 42|honoraires|\bfrais\b|\bbareme\b|prestations?\b|\bdelegation\b|assigne a residence`)
)

// proceedings returns what the meeting was told or decided about proceedings. A
// printed "aucune procédure" is an absence, with StatusNone. Where the point
// could not be told apart, its heading leads to the sentences under it.
func proceedings(doc paper.Source) []predate.Figure {
	m, points := about(doc, predate.SubjectProceedings)
	var out []predate.Figure
	for _, p := range points {
		if outcome := p.Outcome(); outcome == predate.VoteRejected || outcome == predate.VotePostponed {
			continue
		}
		if f, ok := proceedingsIn(p.Sentences(doc.Meaning), speaksOfOne); ok {
			f.AsOf = m.Date
			out = append(out, f)
		}
	}
	if len(points) > 0 || m.Date.IsZero() {
		return out
	}
	if f, ok := proceedingsIn(underHeading(m.Rows), mentionsOne); ok {
		f.AsOf = m.Date
		return []predate.Figure{f}
	}
	return nil
}

// proceedingsIn reads the sentences of a point: the first that tells one, and
// each further one that names another lot; an absence where all that speak deny.
func proceedingsIn(sentences []minutes.Sentence, form *regexp.Regexp) (predate.Figure, bool) {
	var told predate.Texts
	var lots []string
	var proofs, denials []predate.Evidence
	for _, s := range sentences {
		switch {
		case deniesProceedings(s.Folded):
			denials = append(denials, paper.Proof(s.At.Page, s.At.Box, s.Raw)...)
			continue
		case !form.MatchString(s.Folded) || noMention.MatchString(s.Folded) || len(strings.Fields(s.Folded)) < 4:
			continue
		}
		lot := lotNamed(s.Folded)
		if len(told) > 0 && (lot == "" || slices.Contains(lots, lot)) {
			continue
		}
		told, lots = append(told, s.Raw), append(lots, lot)
		proofs = append(proofs, paper.Proof(s.At.Page, s.At.Box, s.Raw)...)
	}
	switch {
	case len(told) > 0:
		return predate.Figure{Value: told, Evidence: proofs}, true
	case len(denials) > 0:
		return predate.Figure{Value: predate.Texts{}, Status: predate.StatusNone, Evidence: denials[:1]}, true
	}
	return predate.Figure{}, false
}

// deniesProceedings reports whether a folded sentence is one of absence.
func deniesProceedings(text string) bool {
	return noProceedings.MatchString(text) && !yetProceedings.MatchString(text)
}

var lotForm = regexp.MustCompile(`\blots? (?:n° ?)?(\d+)`)

func lotNamed(text string) string {
	if m := lotForm.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// proceedingsHeading is the heading of the point, alone on its line.
var proceedingsHeading = regexp.MustCompile(`^(?:[a-z]*\.? ?(?:n° ?)?[\d.]+ ?[-:.)/]* ?|[^a-z]{0,8})(?:[a-z]+ \d+ ?[-:.]* ?)?(?:point d'information sur |information sur |etat |point sur )?(?:des |les |la )?(?:procedures?|contentieux)(?: judiciaires?)?(?: (?:en cours|de recouvrement))?[ .:]*$`)

// underHeading returns the sentences that closely follow the heading of the point.
func underHeading(rows []paper.Row) []minutes.Sentence {
	const most = 6 // rows
	for i, r := range rows {
		if proceedingsHeading.MatchString(r.Folded) {
			return minutes.Sentences(rows[i+1 : min(i+1+most, len(rows))])
		}
	}
	return nil
}

// listsPoints reports whether words say what became of three points and more: a list of
// them, and no sentence.
func listsPoints(w paper.Meaning, text string) bool {
	return len(w.Words.Spans(w.Words.Text(text), lexicon.Context{Kind: w.Kind, Roles: []lexicon.Role{lexicon.Verdict}})) > 2
}

// proceedingsMentioned returns the sentences that tell a proceeding anywhere in
// the minutes: where no point was read that lists it, there may be one.
func proceedingsMentioned(doc paper.Source) []predate.Figure {
	var out []predate.Figure
	for _, s := range minutes.Sentences(minutes.Of(doc).Rows) {
		heading := minutes.OpensPoint(s.Folded) || proceedingsHeading.MatchString(s.Folded) || listsPoints(doc.Meaning, s.Folded)
		if mentionsOne.MatchString(s.Folded) && !deniesProceedings(s.Folded) && !heading && !noMention.MatchString(s.Folded) {
			out = append(out, predate.Figure{Value: predate.Text(s.Raw), Evidence: paper.Proof(s.At.Page, s.At.Box, s.Raw)})
		}
	}
	return out
}

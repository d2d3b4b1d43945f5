package compute

import (
	"slices"

	"predate"
)

// technicalFile lists the technical papers of the dossier with their dates, and
// the minutes of the last three years.
func (r *reckoning) technicalFile() {
	for _, t := range [...]struct {
		key   predate.Key
		kinds []predate.Kind
	}{
		{predate.KeyDTG, []predate.Kind{predate.KindDTG}},
		{predate.KeyPPT, []predate.Kind{predate.KindPPT, predate.KindPPTDraft}},
		{predate.KeyCollectiveEPC, []predate.Kind{predate.KindCollectiveEPC}},
		{predate.KeyAsbestosReport, []predate.Kind{predate.KindAsbestos}},
		{predate.KeyLeadReport, []predate.Kind{predate.KindLead}},
		{predate.KeyMaintenanceLog, []predate.Kind{predate.KindMaintenanceLog}},
		{predate.KeyCoownershipRules, []predate.Kind{predate.KindRules}},
		{predate.KeyDivisionAmendment, []predate.Kind{predate.KindAmendment}},
		{predate.KeySummarySheet, []predate.Kind{predate.KindSummarySheet}},
	} {
		r.put(r.technical(t.key, t.kinds))
	}
	r.put(r.minutes())
}

// technical gives the newest paper of some kinds.
func (r *reckoning) technical(key predate.Key, kinds []predate.Kind) predate.Figure {
	papers := r.ofKind(kinds...)
	if len(papers) == 0 {
		if file := r.untold(kinds); file != "" {
			return missing(key, "La nature du document « "+file+" » n’a pas été reconnue : il peut être de ce type.")
		}
		return none(key, nil, "Aucun document de ce type parmi les pièces fournies.")
	}
	best := missing(key, "Document présent parmi les pièces, sans date lisible.")
	var on predate.Date
	for _, p := range papers {
		f := r.paperFigure(key, p)
		paper, _ := f.Value.(predate.Paper)
		if paper.Date.After(on) && !paper.Date.After(r.at) {
			best, on = f, paper.Date
		}
	}
	return best
}

// untold finds a file of which some pages could not be told, and may be of one of
// the kinds; what cannot be read at all may be anything.
func (r *reckoning) untold(kinds []predate.Kind) string {
	for _, d := range r.documents {
		if d.Foreign || d.DuplicateOf != "" || d.SupersededBy != "" {
			continue
		}
		if mayBe(d, kinds...) {
			return d.File
		}
		for _, part := range d.Parts {
			if slices.ContainsFunc(kinds, func(k predate.Kind) bool { return slices.Contains(part.Maybe, k) }) {
				return d.File
			}
		}
	}
	return ""
}

// paperFigure dates one technical paper: by the date a rule read in it, else by
// the date it bears.
func (r *reckoning) paperFigure(key predate.Key, p *paper) predate.Figure {
	adopted := p.Part.Kind == predate.KindPPT
	for _, c := range p.find(key) {
		switch v := c.Value.(type) {
		case predate.Paper:
			return confirmed(key, v, c.Evidence...)
		case predate.Day:
			return confirmed(key, predate.Paper{Date: predate.Date(v), Adopted: adopted}, c.Evidence...)
		}
	}
	return confirmed(key, predate.Paper{Date: p.Printed, Adopted: adopted}, presence(p.Paper))
}

// presence proves that a paper is in the dossier, whatever it says.
func presence(p Paper) predate.Evidence {
	return predate.Evidence{File: p.File, Document: p.Document, Page: p.Part.First, Rule: "part.kind"}
}

// minutes gives the days of the meetings whose minutes are in the dossier.
func (r *reckoning) minutes() predate.Figure {
	const key = predate.KeyMinutes
	var days predate.Days
	var proof []predate.Evidence
	for _, p := range r.recentMinutes() {
		on := meetingDay(p)
		if on.IsZero() || slices.Contains(days, on) {
			continue
		}
		days = append(days, on)
		for _, c := range p.find(predate.FactMeeting) {
			proof = append(proof, c.Evidence...)
		}
	}
	if len(days) == 0 {
		return missing(key, "Aucun procès-verbal fourni.")
	}
	slices.SortFunc(days, predate.Date.Compare)
	return confirmed(key, days, proof...)
}

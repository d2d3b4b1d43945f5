package compute

import (
	"slices"

	"predate"
)

// technicalFile lists the papers to hand over with their dates, and the minutes
// of the last three years; it asks for those that are not there.
func (r *fileStage) technicalFile() {
	for _, p := range owedPapers() {
		r.put(r.technical(p))
	}
	r.put(r.minutes())
	r.askForMinutes()
	r.askForUnreadable()
}

// technical gives the newest paper of its kinds.
func (r *fileStage) technical(p owed) predate.Figure {
	key, papers := p.key, r.ofKind(p.kinds...)
	if len(papers) == 0 {
		return r.lacking(p)
	}
	best := missing(key, predate.Because(predate.ReasonNoDate))
	best.Evidence = []predate.Evidence{presence(papers[0].Paper)}
	var on predate.Date
	for _, p := range papers {
		f := paperFigure(key, p)
		paper, _ := f.Value.(predate.Paper)
		if paper.Date.After(on) && !paper.Date.After(r.at) {
			best, on = f, paper.Date
		}
	}
	return best
}

// untold lists the files of which some pages could not be told, and may be of
// one of the kinds; what cannot be read at all may be anything.
func (r *dossier) untold(kinds []predate.Kind) []string {
	var out []string
	for _, d := range r.documents {
		if d.Foreign || d.DuplicateOf != "" || d.SupersededBy != "" {
			continue
		}
		maybe := slices.ContainsFunc(d.Parts, func(part predate.Part) bool {
			return slices.ContainsFunc(kinds, func(k predate.Kind) bool { return slices.Contains(part.Maybe, k) })
		})
		if maybe || mayBe(d, kinds...) && !slices.Contains(kinds, d.Guess) {
			out = append(out, "« "+d.File+" »")
		}
	}
	return out
}

// paperFigure dates one technical paper: by the date a rule read in it, else by
// the date it bears.
func paperFigure(key predate.Key, p *paper) predate.Figure {
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
	return predate.Evidence{File: p.File, Document: p.Document, Page: p.Part.First, Rule: predate.PresenceRule}
}

// minutes gives the days of the meetings whose minutes are in the dossier.
func (r *dossier) minutes() predate.Figure {
	const key = predate.KeyMinutes
	var days predate.Days
	var proof []predate.Evidence
	for _, p := range r.recentMinutes() {
		on := meetingDay(p)
		if on.IsZero() { // a list without it would say that there was no such meeting
			return missing(key, predate.Because(predate.ReasonResolutionsUnread, predate.FileName(p.File)))
		}
		if slices.Contains(days, on) {
			continue
		}
		days = append(days, on)
		for _, c := range p.find(predate.FactMeeting) {
			proof = append(proof, c.Evidence...)
		}
	}
	if len(days) == 0 {
		return missing(key, predate.Because(predate.ReasonNoMinutes))
	}
	if files := r.untold([]predate.Kind{predate.KindMinutes}); len(files) > 0 {
		return missing(key, predate.Because(predate.ReasonMayBeThis, predate.Texts(files)))
	}
	slices.SortFunc(days, predate.Date.Compare)
	return confirmed(key, days, proof...)
}

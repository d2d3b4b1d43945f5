package compute

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// owed is a paper that the seller hands to the buyer (CCH L.721-2 II), or that
// goes with the technical file of the building.
type owed struct {
	key   predate.Key
	kinds []predate.Kind
	// ask asks for it, about the condition on which it is due.
	ask predate.ReasonCode
	// duty says whether the law asks for it of this building.
	duty func(*sale) duty
}

// duty is whether a paper must be handed over. A paper that is due, or may be,
// is asked for; what is not due may still exist.
type duty struct {
	due  bool
	when predate.Reason // the condition on which it is due, where no paper settles it
	why  predate.Reason // printed under the paper
	// proof is what gives the age of the building, or mentions the paper.
	proof []predate.Evidence
}

func always(*sale) duty {
	return duty{due: true, why: predate.Because(predate.ReasonOwed)}
}

// owedPapers is the list of the law, in its order, then the technical file.
func owedPapers() []owed {
	return []owed{
		{predate.KeySummarySheet, []predate.Kind{predate.KindSummarySheet}, predate.ReasonAskSummarySheet, always},
		{predate.KeyCoownershipRules, []predate.Kind{predate.KindRules}, predate.ReasonAskRules, always},
		{predate.KeyDivisionAmendment, []predate.Kind{predate.KindAmendment}, "", amendmentDuty},
		{predate.KeyMaintenanceLog, []predate.Kind{predate.KindMaintenanceLog}, predate.ReasonAskLog, logDuty},
		{predate.KeyDTG, []predate.Kind{predate.KindDTG}, predate.ReasonAskDTG, surveyDuty},
		{predate.KeyPPT, []predate.Kind{predate.KindPPT, predate.KindPPTDraft}, predate.ReasonAskPlan, planDuty},
		{predate.KeyCollectiveEPC, []predate.Kind{predate.KindCollectiveEPC}, predate.ReasonAskEPC, energyDuty},
		{predate.KeyAsbestosReport, []predate.Kind{predate.KindAsbestos}, predate.ReasonAskAsbestos, asbestosDuty},
		{predate.KeyLeadReport, []predate.Kind{predate.KindLead}, predate.ReasonAskLead, leadDuty},
	}
}

// lacking states a paper that is not in the dossier, and asks for it where the
// law does. What no paper speaks of is missing; only words prove an absence.
func (r *reckoning) lacking(p owed) predate.Figure {
	if c, ok := printedAbsence(&r.dossier, p.key); ok {
		return none(p.key, nil, predate.Because(predate.ReasonPrintedAbsence, predate.FileName(c.paper.File)), c.Evidence...)
	}
	d := p.duty(&r.sale)
	if listed, ok := listedAs(&r.dossier, p.kinds); ok {
		d = duty{due: true, why: predate.Because(predate.ReasonNotObtainedWhy, predate.FileName(listed.File), predate.Text(bare(listed.Unreadable)))}
	}
	f := missing(p.key, d.why)
	f.Evidence = d.proof
	if d.due || !d.when.IsZero() {
		r.reserve(predate.Kind(p.key), "", predate.Because(p.ask, d.when))
	}
	if files := r.untold(p.kinds); len(files) > 0 {
		f.Derivation = predate.Because(predate.ReasonAnd, f.Derivation, predate.Because(predate.ReasonMayBeThis, predate.Texts(files)))
	}
	return f
}

// reserve asks for a paper without holding the statement back.
func (r *reckoning) reserve(kind predate.Kind, year string, what predate.Reason) {
	if key := predate.Key(kind); r.rulings[key].Status != "" {
		return // an operator said what there is of it
	}
	r.reserves = append(r.reserves, predate.Gap{
		Kind: predate.GapDocument, Code: string(kind), DocType: kind.DocType(), FiscalYear: year, Message: wording.Of(what), Reserve: true,
	})
}

// printedAbsence gives the words by which the newest paper that speaks of a
// technical paper says that there is none.
func printedAbsence(r *dossier, key predate.Key) (candidate, bool) {
	said := latest(r.find(key), func(c candidate) predate.Date { return c.when() })
	if len(said) == 0 || slices.ContainsFunc(said, func(c candidate) bool { return c.Status != predate.StatusNone }) {
		return candidate{}, false
	}
	return said[0], true
}

// amendmentDuty: the acts that changed the rules go with them.
func amendmentDuty(r *sale) duty {
	if len(r.ofKind(predate.KindRules)) == 0 {
		return duty{why: predate.Because(predate.ReasonAskWithRules)}
	}
	return duty{why: predate.Because(predate.ReasonAskIfAny)}
}

// logDuty: a cellar or a parking space that is sold alone needs no log.
func logDuty(r *sale) duty {
	if r.onlyAncillary() {
		return duty{why: predate.Because(predate.ReasonOnlyAncillary)}
	}
	return always(r)
}

// surveyDuty: a survey is handed over where one was made (CCH L.731-1); it is
// seldom compulsory.
func surveyDuty(r *sale) duty {
	if d, ok := mentioned(&r.dossier, predate.KeyDTG, predate.SubjectDTG); ok {
		return d
	}
	return duty{why: predate.Because(predate.ReasonHandIfMade)}
}

// mentioned reports whether a paper says that another one was made or decided.
func mentioned(r *dossier, key predate.Key, subject predate.Subject) (duty, bool) {
	for _, c := range r.find(key) {
		if c.Status != predate.StatusNone {
			return duty{due: true, why: predate.Because(predate.ReasonMentionedIn, predate.FileName(c.paper.File)), proof: c.Evidence}, true
		}
	}
	for _, c := range typed[predate.Resolutions](r.find(predate.FactResolutions, predate.KindMinutes)) {
		i := slices.IndexFunc(c.value, func(v predate.Resolution) bool { return v.Subject == subject && v.Outcome == predate.VoteAdopted })
		if i < 0 {
			continue
		}
		d := duty{due: true, why: predate.Because(predate.ReasonDecidedByMeeting, meetingDay(c.paper))}
		if i < len(c.Evidence) {
			d.proof = c.Evidence[i : i+1] // one line for each resolution
		}
		return d, true
	}
	return duty{}, false
}

// askForMinutes asks for the minutes of three years that are not there: the
// law wants three years, not three meetings. The meeting that approved the
// accounts is asked for apart, for it holds the figures back.
func (r *reckoning) askForMinutes() {
	if r.onlyAncillary() {
		return
	}
	if len(r.recentMinutes()) == 0 {
		r.reserve(predate.KindMinutes, "", predate.Because(predate.ReasonAskAllMinutes, r.at.AddMonths(-minutesMonths)))
		return
	}
	years := r.yearsWithoutMinutes()
	approving := r.years.n1.To.AddDays(1).Year
	if i := slices.IndexFunc(years, func(y int) bool { return y >= approving }); i >= 0 && !r.years.minuted && !r.years.n1.IsZero() {
		years = slices.Delete(years, i, i+1)
	}
	if len(years) > 0 {
		r.reserve(predate.KindMinutes, "", predate.Because(predate.ReasonAskMinutesOfYears, namesOf(years)))
	}
	for _, on := range r.meetingsWithoutMinutes() {
		if !slices.Contains(years, on.Year) {
			r.reserve(predate.KindMinutes, "", predate.Because(predate.ReasonAskMinutesOfDay, on))
		}
	}
}

// listedAs finds a document that the extranet lists as a paper of some kinds and
// that could not be had.
func listedAs(r *dossier, kinds []predate.Kind) (predate.ReadDocument, bool) {
	for _, d := range r.documents {
		if d.Listed && slices.Contains(kinds, d.Guess) {
			return d, true
		}
	}
	return predate.ReadDocument{}, false
}

// askForUnreadable asks for the files of which nothing or not every page could
// be read, and for those that the extranet lists and that could not be had: they exist, whatever
// they say.
func (r *reckoning) askForUnreadable() {
	for _, d := range r.documents {
		if d.Unreadable == "" && len(d.UnreadPages) == 0 || !inUse(d) {
			continue
		}
		gap := predate.Gap{Kind: predate.GapDocument, Code: predate.CodeUnreadable, DocType: d.Guess.DocType(), Reserve: true}
		file, lack := predate.FileName(d.File), predate.Text(bare(d.Unreadable))
		ask := predate.Because(predate.ReasonAskReadable, file, lack)
		switch {
		case d.Unreadable == "":
			gap.DocType = unreadKinds(d)[0].DocType()
			ask = predate.Because(predate.ReasonAskWhole, file, unreadPages(d))
		case d.Listed:
			ask = predate.Because(predate.ReasonAskObtained, file, lack)
		}
		gap.Message = wording.Of(ask)
		r.reserves = append(r.reserves, gap)
	}
}

// bare takes the full stop off a reason, to put it into a sentence.
func bare(reason string) string { return strings.TrimSuffix(strings.TrimSpace(reason), ".") }

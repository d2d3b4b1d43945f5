package compute

import (
	"predate"
)

// age is when the building was built, as far as the papers say.
type age struct {
	// Period is the time of construction; an end that no paper gives is zero.
	predate.Period
	permit predate.Date // the permit was given by this day; zero when unknown
	proof  []predate.Evidence
}

// ageOf reads the period of construction and the day of the rules: a building is
// divided into lots on its permit at the earliest.
func ageOf(r *dossier) age {
	var a age
	for _, c := range typed[predate.Span](r.find(predate.FactConstruction)) {
		if c.value.From.After(a.From) {
			a.From = c.value.From
		}
		if !c.value.To.IsZero() && (a.To.IsZero() || c.value.To.Before(a.To)) {
			a.To = c.value.To
		}
		a.proof = append(a.proof, c.Evidence...)
	}
	if !a.To.IsZero() && a.From.After(a.To) {
		a = age{} // the papers disagree
	}
	a.permit = a.To
	for _, p := range r.ofKind(predate.KindRules) {
		f := paperFigure(predate.KeyCoownershipRules, p)
		deed, _ := f.Value.(predate.Paper)
		if !deed.Date.IsZero() && (a.permit.IsZero() || deed.Date.Before(a.permit)) {
			a.permit = deed.Date
			a.proof = append(a.proof, f.Evidence...)
		}
	}
	return a
}

// said gives the age; nothing when it is not known.
func (a age) said() predate.Reason {
	from, to := predate.Count(a.From.Year), predate.Count(a.To.Year)
	switch {
	case !a.From.IsZero() && from == to:
		return predate.Because(predate.ReasonBuiltIn, to)
	case !a.From.IsZero() && !a.To.IsZero():
		return predate.Because(predate.ReasonBuiltBetween, from, to)
	case !a.To.IsZero():
		return predate.Because(predate.ReasonBuiltBefore, to+1)
	case !a.permit.IsZero():
		return predate.Because(predate.ReasonRulesOf, a.permit)
	case !a.From.IsZero():
		return predate.Because(predate.ReasonBuiltSince, from)
	}
	return predate.Reason{}
}

// Buildings take up to so many months from their permit to their reception.
const buildingMonths = 36

// asbestosDuty: the file is compulsory for permits before 1 July 1997 (CSP
// R.1334-14 ff.).
func asbestosDuty(r *sale) duty {
	a, limit := ageOf(&r.dossier), predate.Date{Year: 1997, Month: 7, Day: 1}
	return a.duty(predate.ReasonPermitBefore1997, a.permittedBefore(limit), a.permittedSince(limit))
}

// leadDuty: the report is compulsory for buildings from before 1949 (CSP
// L.1334-8). Rules may be younger than their building, never older.
func leadDuty(r *sale) duty {
	a, limit := ageOf(&r.dossier), predate.Date{Year: 1949, Month: 1, Day: 1}
	return a.duty(predate.ReasonBuiltBefore1949, a.permittedBefore(limit), !a.From.IsZero() && !a.From.Before(limit))
}

// energyDuty: the diagnosis is compulsory for permits before 2013 (CCH
// L.126-31), since 2024 to 2026 by the number of lots (loi 2021-1104 art. 158).
func energyDuty(r *sale) duty {
	a, limit := ageOf(&r.dossier), predate.Date{Year: 2013, Month: 1, Day: 1}
	return bySize(&r.dossier, 2024, a.duty(predate.ReasonPermitBefore2013, a.permittedBefore(limit), a.permittedSince(limit)))
}

// planDuty: the draft of a plan is compulsory fifteen years after the reception
// of the building (loi 65-557 art. 14-2), since 2023 to 2025 by the number of
// lots (loi 2021-1104 art. 171).
func planDuty(r *sale) duty {
	if d, ok := mentioned(&r.dossier, predate.KeyPPT, predate.SubjectPlan); ok {
		return d
	}
	a, limit := ageOf(&r.dossier), r.at.AddMonths(-15*12)
	old := !a.To.IsZero() && a.To.Before(limit) || a.permittedBefore(limit.AddMonths(-buildingMonths))
	return bySize(&r.dossier, 2023, a.duty(predate.ReasonFifteenYearsOld, old, !a.From.IsZero() && !a.From.Before(limit)))
}

func (a age) permittedBefore(limit predate.Date) bool {
	return !a.permit.IsZero() && a.permit.Before(limit)
}

func (a age) permittedSince(limit predate.Date) bool {
	return !a.From.IsZero() && !a.From.Before(limit.AddMonths(buildingMonths))
}

// bySize puts a duty off that begins in a year for more than 200 lots of
// dwelling, office or shop, a year later for more than 50, and the year after
// for all.
func bySize(r *dossier, year int, d duty) duty {
	switch {
	case r.at.Year >= year+2 || !d.due && d.when.IsZero():
		return d
	case r.at.Year < year:
		return duty{why: predate.Because(predate.ReasonNotDueBefore, predate.Count(year))}
	}
	most := int64(0)
	for _, c := range typed[predate.Count](r.find(predate.FactMainLotCount)) {
		most = max(most, int64(c.value))
	}
	since := year + 2
	switch {
	case most > 200:
		since = year
	case most > 50:
		since = year + 1
	case most == 0:
		return duty{when: predate.Because(predate.ReasonIfAlreadyDue), why: predate.Because(predate.ReasonAskSizeNotKnown), proof: d.proof}
	}
	if r.at.Year >= since {
		return d
	}
	return duty{why: predate.Because(predate.ReasonNotDueYet, predate.Count(since), predate.Count(most)), proof: d.proof}
}

// duty says whether a paper is due under a condition of the law on the building:
// surely, surely not, or it depends on what no paper says.
func (a age) duty(law predate.ReasonCode, yes, no bool) duty {
	said, condition := a.said(), predate.Because(law)
	switch {
	case yes:
		return duty{due: true, why: predate.Because(predate.ReasonDueFor, condition, said), proof: a.proof}
	case no:
		return duty{why: predate.Because(predate.ReasonNotDueFor, said, condition), proof: a.proof}
	}
	d := duty{when: predate.Because(predate.ReasonIfDue, condition), why: predate.Because(predate.ReasonAskAgeNotKnown, condition), proof: a.proof}
	if !said.IsZero() {
		d.why = predate.Because(predate.ReasonAskAgeUnsure, condition, said)
	}
	return d
}

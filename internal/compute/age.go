package compute

import (
	"fmt"
	"strconv"

	"predate"
)

// age is when the building was built, as far as the papers say.
type age struct {
	// Period is the time of construction; an end that no paper gives is zero.
	predate.Period
	permit predate.Date // the permit was given by this day; zero when unknown
	proof  []predate.Evidence
}

// age reads the period of construction and the day of the rules: a building is
// divided into lots on its permit at the earliest.
func (r *reckoning) age() age {
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
		f := r.paperFigure(predate.KeyCoownershipRules, p)
		deed, _ := f.Value.(predate.Paper)
		if !deed.Date.IsZero() && (a.permit.IsZero() || deed.Date.Before(a.permit)) {
			a.permit = deed.Date
			a.proof = append(a.proof, f.Evidence...)
		}
	}
	return a
}

// said gives the age in French; "" when nothing is known.
func (a age) said() string {
	from, to := strconv.Itoa(a.From.Year), strconv.Itoa(a.To.Year)
	switch {
	case !a.From.IsZero() && from == to:
		return "immeuble construit en " + to
	case !a.From.IsZero() && !a.To.IsZero():
		return "immeuble construit de " + from + " à " + to
	case !a.To.IsZero():
		return "immeuble construit avant " + strconv.Itoa(a.To.Year+1)
	case !a.permit.IsZero():
		return "règlement de copropriété du " + day(a.permit)
	case !a.From.IsZero():
		return "immeuble construit depuis " + from
	}
	return ""
}

// Buildings take up to so many months from their permit to their reception.
const buildingMonths = 36

// A condition of the law on the building, as French names it.
const (
	permitBefore1997 = "permis de construire antérieur au 1er juillet 1997"
	permitBefore2013 = "permis de construire antérieur au 1er janvier 2013"
	builtBefore1949  = "immeuble construit avant 1949"
	fifteenYearsOld  = "immeuble reçu depuis plus de quinze ans"
)

// asbestosDuty: the file is compulsory for permits before 1 July 1997 (CSP
// R.1334-14 ff.).
func (r *reckoning) asbestosDuty() duty {
	a, limit := r.age(), predate.Date{Year: 1997, Month: 7, Day: 1}
	return a.duty(permitBefore1997, a.permittedBefore(limit), a.permittedSince(limit))
}

// leadDuty: the report is compulsory for buildings from before 1949 (CSP
// L.1334-8). Rules may be younger than their building, never older.
func (r *reckoning) leadDuty() duty {
	a, limit := r.age(), predate.Date{Year: 1949, Month: 1, Day: 1}
	return a.duty(builtBefore1949, a.permittedBefore(limit), !a.From.IsZero() && !a.From.Before(limit))
}

// energyDuty: the diagnosis is compulsory for permits before 2013 (CCH
// L.126-31), since 2024 to 2026 by the number of lots (loi 2021-1104 art. 158).
func (r *reckoning) energyDuty() duty {
	a, limit := r.age(), predate.Date{Year: 2013, Month: 1, Day: 1}
	return r.bySize(2024, a.duty(permitBefore2013, a.permittedBefore(limit), a.permittedSince(limit)))
}

// planDuty: the draft of a plan is compulsory fifteen years after the reception
// of the building (loi 65-557 art. 14-2), since 2023 to 2025 by the number of
// lots (loi 2021-1104 art. 171).
func (r *reckoning) planDuty() duty {
	if d, ok := r.mentioned(predate.KeyPPT, predate.SubjectPlan); ok {
		return d
	}
	a, limit := r.age(), r.at.AddMonths(-15*12)
	old := !a.To.IsZero() && a.To.Before(limit) || a.permittedBefore(limit.AddMonths(-buildingMonths))
	return r.bySize(2023, a.duty(fifteenYearsOld, old, !a.From.IsZero() && !a.From.Before(limit)))
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
func (r *reckoning) bySize(year int, d duty) duty {
	switch {
	case r.at.Year >= year+2 || !d.due && d.when == "":
		return d
	case r.at.Year < year:
		return duty{why: fmt.Sprintf("Non exigé avant le 1er janvier %d.", year)}
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
		const size = "le nombre de lots, dont dépend le début de cette obligation, n’est pas connu"
		return duty{when: ", si la copropriété y est déjà soumise", why: "À demander si l’immeuble y est soumis : " + size + ".", proof: d.proof}
	}
	if r.at.Year >= since {
		return d
	}
	return duty{why: fmt.Sprintf("Non exigé : il ne le sera que le 1er janvier %d pour une copropriété de %d lots principaux.", since, most), proof: d.proof}
}

// duty says whether a paper is due under a condition of the law on the building:
// surely, surely not, or it depends on what no paper says.
func (a age) duty(condition string, yes, no bool) duty {
	said := a.said()
	switch {
	case yes:
		return duty{due: true, why: "La loi le demande pour un " + condition + " (" + said + ") ; il n’est pas parmi les pièces fournies.", proof: a.proof}
	case no:
		return duty{why: "Non exigé (" + said + ") : il ne l’est que pour un " + condition + ".", proof: a.proof}
	}
	d := duty{when: ", si l’immeuble y est soumis (" + condition + ")", proof: a.proof}
	d.why = "À demander si l’immeuble y est soumis : la loi le demande pour un " + condition
	if said == "" {
		d.why += ", et aucune pièce fournie ne dit l’âge de l’immeuble."
		return d
	}
	d.why += ", et les pièces fournies ne suffisent pas à le dire (" + said + ")."
	return d
}

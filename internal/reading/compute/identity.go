package compute

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// identity states who and what the statement is about.
func (r *reckoning) identity() {
	r.put(r.address())
	r.put(r.wholeName(predate.KeyCondominiumName, predate.KindSummarySheet, predate.KindRegistration, predate.KindFundCall,
		predate.KindAccountStatement, predate.KindChargeStatement, predate.KindMinutes, predate.KindMaintenanceLog))
	r.put(r.registration())
	r.put(r.owners())
	r.put(r.agent())
	r.put(r.agentType())
	r.put(r.mandateEnd())
}

// preferred takes what the newest paper of the first kind that speaks says.
// Kinds are given from the most official to the least.
func (r *dossier) preferred(key predate.Key, kinds ...predate.Kind) predate.Figure {
	for _, kind := range kinds {
		said := keep(r.find(key, kind), func(c candidate) bool { return c.Value != nil })
		if len(said) == 0 {
			continue
		}
		newest := latest(said, func(c candidate) predate.Date { return c.when() })
		f := agree(key, newest)
		for _, c := range r.find(key) {
			if f.Value != nil && c.Value != nil && sameValue(f.Value, c.Value) {
				f.Evidence = append(f.Evidence, c.Evidence...)
			}
		}
		return f
	}
	return missing(key, predate.Because(predate.ReasonNoPaperTells))
}

// wholeName takes the name that preferred takes, or the longer one that begins
// with it, where at least as many papers print that: what a line's end cuts is a
// beginning of the name.
func (r *dossier) wholeName(key predate.Key, kinds ...predate.Kind) predate.Figure {
	f := r.preferred(key, kinds...)
	name, ok := f.Value.(predate.Text)
	if !ok {
		return f
	}
	forms := map[string][]valued[predate.Text]{}
	for _, c := range typed[predate.Text](r.find(key)) {
		forms[plain(string(c.value))] = append(forms[plain(string(c.value))], c)
	}
	short := plain(string(name))
	longest := short
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		if strings.HasPrefix(form, short+" ") && len(forms[form]) >= len(forms[short]) && len(form) > len(longest) {
			longest = form
		}
	}
	if longest == short {
		return f
	}
	return confirmed(key, forms[longest][0].value, proofs(candidatesOf(forms[longest])...)...)
}

// agent states who manages the building. A sheet or a contract of some years ago may
// name the one before, where a newer paper names somebody else.
func (r *reckoning) agent() predate.Figure {
	const key = predate.KeyManagingAgent
	f := r.wholeName(key, predate.KindSummarySheet, predate.KindMinutes, predate.KindAgentContract,
		predate.KindFundCall, predate.KindAccountStatement, predate.KindRegistration, predate.KindMaintenanceLog)
	name, ok := f.Value.(predate.Text)
	said := typed[predate.Text](r.find(key))
	told := latest(keep(said, func(c valued[predate.Text]) bool { return ok && plain(string(c.value)) == plain(string(name)) }), func(c valued[predate.Text]) predate.Date { return c.when() })
	for _, c := range said {
		if len(told) > 0 && !told[0].when().IsZero() && told[0].when().Before(c.when()) && anotherFirm(string(name), string(c.value)) {
			why := predate.Because(predate.ReasonAgentMayHaveChanged, name, told[0].when(), c.value)
			r.review(why)
			return predate.Figure{Key: key, Status: predate.StatusConflicting, Derivation: why, Evidence: append(f.Evidence, c.Evidence...)}
		}
	}
	return f
}

// anotherFirm reports whether two names of firms have no word in common that tells firms
// apart, nor one the initials of the other.
func anotherFirm(a, b string) bool {
	x, y := firmWords(a), firmWords(b)
	if len(x) == 0 || len(y) == 0 || initialsOf(x) == strings.Join(y, "") || initialsOf(y) == strings.Join(x, "") {
		return false
	}
	return !slices.ContainsFunc(x, func(w string) bool {
		return slices.ContainsFunc(y, func(v string) bool { return strings.HasPrefix(v, w) || strings.HasPrefix(w, v) })
	})
}

func initialsOf(list []string) string {
	var out strings.Builder
	for _, w := range list {
		out.WriteString(w[:1])
	}
	return out.String()
}

// firmWords are the words of a firm's name but those of trade and form.
func firmWords(name string) []string {
	return keep(words(name), func(w string) bool {
		switch w {
		case "cabinet", "syndic", "syndics", "agence", "regie", "groupe", "gestion", "immobilier", "immobiliere", "immo", "administration", "administrateur",
			"biens", "copropriete", "coproprietes", "societe", "service", "services", "sarl", "sas", "sasu", "sa", "eurl", "scp", "et", "de", "du", "des", "la", "le", "les", "d", "l", "m", "mme", "monsieur", "madame":
			return false
		}
		return true
	})
}

// agentType states what kind of agent is in office. A professional is one by the
// card that he must print (loi 70-9); that an agent is a volunteer, only a paper
// of his mandate says: minutes that voted the one that runs, or a sheet, which is
// renewed every year.
func (r *dossier) agentType() predate.Figure {
	const key = predate.KeyManagingAgentType
	f := r.preferred(key, predate.KindSummarySheet, predate.KindMinutes, predate.KindAgentContract, predate.KindRegistration, predate.KindFundCall)
	if f.Value == nil || sameValue(f.Value, predate.Text("professional")) || slices.ContainsFunc(r.find(key), func(c candidate) bool {
		return sameValue(f.Value, c.Value) && r.ofRunningMandate(c)
	}) {
		return f
	}
	return missing(key, predate.Because(predate.ReasonAgentTypeOutdated))
}

// ofRunningMandate reports whether a paper tells of the mandate that runs on the
// reference date.
func (r *dossier) ofRunningMandate(c candidate) bool {
	if c.paper.Part.Kind != predate.KindMinutes {
		return c.when().After(r.at.AddMonths(-12))
	}
	return slices.ContainsFunc(typed[predate.Span](c.paper.find(predate.FactAgentMandate)), func(m valued[predate.Span]) bool {
		return !m.value.To.Before(r.at)
	})
}

// when dates what a paper says: the day it holds for, else the paper's own.
func (c candidate) when() predate.Date {
	if !c.AsOf.IsZero() {
		return c.AsOf
	}
	return c.paper.Printed
}

// address confirms the order's address by the papers.
func (r *reckoning) address() predate.Figure {
	const key = predate.KeyBuildingAddress
	ours := predate.Text(r.order.Property.Line())
	said := typed[predate.Text](r.find(key))
	var same, others []candidate
	for _, c := range said {
		if sameAddress(string(c.value), r.order.Property) {
			same = append(same, c.candidate)
		} else {
			others = append(others, c.candidate)
		}
	}
	switch {
	case len(same) > 0:
		return confirmed(key, ours, proofs(same...)...)
	case len(others) > 0:
		f := conflict(key, others)
		f.Derivation = predate.Because(predate.ReasonAddressDiffers, ours, f.Derivation)
		r.review(f.Derivation)
		return f
	}
	return r.declared(key, ours, predate.Because(predate.ReasonAddressOfOrder))
}

// sameAddress says that a printed address names the property: its street, a
// house number that is not another, and the same town code when it is printed.
func sameAddress(text string, p predate.Address) bool {
	ours := fold.AddressOf(fold.Text(p.Street), p.Zipcode)
	found := fold.Addresses(fold.Text(text))
	if len(found) > 0 {
		return slices.ContainsFunc(found, func(a fold.Address) bool {
			return a.Meets(ours) >= fold.MayMeet && (a.Zip == "" || ours.Zip == "" || a.Zip == ours.Zip)
		})
	}
	printed, street := words(text), words(p.Street)
	if p.Zipcode != "" && !slices.Contains(printed, p.Zipcode) && slices.ContainsFunc(printed, func(w string) bool { return len(w) == 5 && isNumber(w) }) {
		return false
	}
	said := keep(street, func(w string) bool { return slices.Contains(printed, w) })
	return len(street) > 0 && len(said)*5 >= len(street)*4
}

// registration wants every paper to give the same number.
func (r *reckoning) registration() predate.Figure {
	key := predate.KeyRegistrationNumber
	said := typed[predate.Text](r.find(key))
	for _, c := range said {
		if compact(string(c.value)) != compact(string(said[0].value)) {
			f := conflict(key, candidatesOf(said))
			r.review(f.Derivation)
			return f
		}
	}
	if len(said) == 0 {
		return missing(key, predate.Because(predate.ReasonNoRegistration))
	}
	return confirmed(key, said[0].value, proofs(candidatesOf(said)...)...)
}

func compact(s string) string { return strings.ReplaceAll(plain(s), " ", "") }

// owners confirms the order's sellers by the recipient of the owner's papers.
func (r *reckoning) owners() predate.Figure {
	const key = predate.KeyOwners
	var same, others []valued[predate.Texts]
	for _, c := range typed[predate.Texts](r.find(key, predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement)) {
		if r.sameOwners(c.value) {
			same = append(same, c)
		} else {
			others = append(others, c)
		}
	}
	slices.SortStableFunc(same, func(a, b valued[predate.Texts]) int { return b.paper.Printed.Compare(a.paper.Printed) })
	switch {
	case len(same) > 0:
		return confirmed(key, same[0].value, proofs(candidatesOf(same)...)...)
	case len(others) > 0:
		f := conflict(key, candidatesOf(others))
		f.Derivation = predate.Because(predate.ReasonOtherRecipient, f.Derivation)
		r.review(f.Derivation)
		return f
	}
	return r.declared(key, r.orderedOwners(), predate.Because(predate.ReasonOwnersOfOrder))
}

func (r *dossier) orderedOwners() predate.Texts {
	var out predate.Texts
	for _, o := range r.order.Owners {
		out = append(out, strings.TrimSpace(o.Firstname+" "+o.Lastname))
	}
	return out
}

// sameOwners says that the family name of a seller is among the names printed:
// an account may be in one spouse's name.
func (r *dossier) sameOwners(printed predate.Texts) bool {
	all := words(strings.Join(printed, " "))
	return slices.ContainsFunc(r.order.Owners, func(o predate.Owner) bool {
		name := words(o.Lastname)
		return len(name) > 0 && !slices.ContainsFunc(name, func(w string) bool { return !slices.Contains(all, w) })
	})
}

// mandateEnd is the end of the mandate that the newest vote gave.
func (r *reckoning) mandateEnd() predate.Figure {
	key := predate.KeyMandateEnd
	spans := typed[predate.Span](r.find(predate.FactAgentMandate, predate.KindMinutes))
	spans = keep(spans, func(c valued[predate.Span]) bool {
		return !c.value.From.After(r.at.AddMonths(6)) && !c.value.To.IsZero()
	})
	slices.SortStableFunc(spans, func(a, b valued[predate.Span]) int {
		return cmp.Or(b.value.To.Compare(a.value.To), b.value.From.Compare(a.value.From))
	})
	later := keep(typed[predate.Day](r.find(key, predate.KindAgentContract, predate.KindSummarySheet)), func(c valued[predate.Day]) bool { return !predate.Date(c.value).Before(r.at) })
	if len(spans) > 0 && spans[0].value.To.Before(r.at) && len(later) > 0 {
		return agree(key, candidatesOf(later)) // the last vote is not among the minutes
	}
	if len(spans) > 0 {
		proof := spans[0].Evidence
		for _, c := range typed[predate.Day](r.find(key)) {
			if predate.Date(c.value) == spans[0].value.To {
				proof = append(slices.Clone(proof), c.Evidence...)
			}
		}
		if spans[0].value.To.Before(r.at) {
			r.warn(predate.Because(predate.ReasonMandateOver, spans[0].value.To))
		}
		return confirmed(key, predate.Day(spans[0].value.To), proof...)
	}
	return r.preferred(key, predate.KindMinutes, predate.KindAgentContract, predate.KindSummarySheet)
}

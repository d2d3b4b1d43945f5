package compute

import (
	"slices"
	"strconv"
	"strings"

	"predate"
)

// A paper that is among the documents and could not be read says something that
// this statement does not know: what is derived in its stead may differ from it
// to the cent, and may not be stated. The functions here find such papers; each
// gives the reason why nothing is derived, or none.

// unreadCharges finds a charge statement of an exercise, or of one unknown,
// whose totals could not be read, or whose lots are not known; where the exercise
// has none that is read, a file of which nothing could be read may be it.
func (r *sale) unreadCharges(y predate.Period) predate.Reason {
	known := false
	for _, p := range r.ofKind(predate.KindChargeStatement) {
		totals := append(p.find(predate.FactChargeTotals), p.find(predate.FactChargeLot)...)
		head := p.find(predate.FactCharges)
		if len(totals) > 0 {
			known = known || len(head) > 0 && head[0].Year == y
			if r.forgets(chargesIn(p, y)) {
				return predate.Because(predate.ReasonChargesHalfRead, predate.FileName(p.File))
			}
			continue
		}
		if len(head) == 0 || head[0].Year.IsZero() || head[0].Year == y {
			return predate.Because(predate.ReasonChargesUnread, predate.FileName(p.File))
		}
	}
	for _, st := range r.chargeStatements(y) {
		if len(st.lots) == 0 {
			return predate.Because(predate.ReasonChargesHalfRead, predate.FileName(st.papers[0].File))
		}
	}
	for _, d := range r.documents {
		if mayBe(d, predate.KindChargeStatement) && !known {
			return predate.Because(predate.ReasonMayBeCharges, predate.FileName(d.File))
		}
	}
	return predate.Reason{}
}

// forgets reports whether a charge statement names a lot sold, and was read to tell the
// charges of others alone.
func (r *sale) forgets(st chargeStatement) bool {
	head, _, _ := first[predate.ChargeHead](st.papers[0], predate.FactCharges)
	return len(st.byLot) > 0 && slices.ContainsFunc(r.sold.numbers, func(n string) bool {
		return slices.Contains(head.Lots, n) && !slices.ContainsFunc(st.byLot, func(l valued[predate.ChargeLot]) bool { return lotName(l.value.Lot) == lotName(n) })
	})
}

// unreadNewerAccount finds an account statement whose balance could not be read and
// that was printed after those that could, or on a day that nobody knows: an older
// balance may not be the seller's any more.
func (r *accountBook) unreadNewerAccount() predate.Reason {
	for _, p := range r.ofKind(predate.KindAccountStatement) {
		newer := p.Printed.IsZero() || p.Printed.After(r.accountsHoldOn()) && !p.Printed.After(r.at)
		if newer && len(p.find(predate.FactAccountClosing)) == 0 {
			return predate.Because(predate.ReasonAccountUnread, predate.FileName(p.File))
		}
	}
	return predate.Reason{}
}

// unreadAccount finds an account statement without a balance that could be
// read.
func (r *accountBook) unreadAccount() predate.Reason {
	for _, p := range r.ofKind(predate.KindAccountStatement) {
		if len(p.find(predate.FactAccountClosing)) == 0 {
			return predate.Because(predate.ReasonAccountUnread, predate.FileName(p.File))
		}
	}
	newest := predate.Date{}
	for _, a := range r.accounts {
		if on := a.closedOn(); on.After(newest) {
			newest = on
		}
	}
	return r.unobtained(predate.KindAccountStatement, newest)
}

// unreadCalls finds a call for funds that could not be placed in time, unless
// it was printed before every call that could: an older one changes nothing of
// what is to come.
func (r *callBook) unreadCalls() predate.Reason {
	for _, p := range r.ofKind(predate.KindFundCall) {
		if len(p.find(predate.FactCall)) > 0 {
			continue
		}
		older := !p.Printed.IsZero() && slices.ContainsFunc(r.calls, func(c call) bool { return c.Issued.After(p.Printed) })
		if !older {
			return predate.Because(predate.ReasonCallUnread, predate.FileName(p.File))
		}
	}
	newest := predate.Date{}
	for _, c := range r.calls {
		if c.Issued.After(newest) {
			newest = c.Issued
		}
	}
	return r.unobtained(predate.KindFundCall, newest)
}

// unobtained finds a paper of a kind that the extranet lists and that could not
// be had, unless one that was read is newer: an older one changes nothing.
func (r *dossier) unobtained(kind predate.Kind, newest predate.Date) predate.Reason {
	for _, d := range r.documents {
		older := !d.Printed.IsZero() && newest.After(d.Printed)
		if d.Listed && d.Guess == kind && !older {
			return predate.Because(predate.ReasonNotObtained, predate.FileName(d.File))
		}
	}
	return predate.Reason{}
}

// mayBe says whether a document of which nothing could be read may be of one of
// some kinds: its title may tell that it is of another.
func mayBe(d predate.ReadDocument, kinds ...predate.Kind) bool {
	return d.Unreadable != "" && !d.Foreign && (d.Guess == "" || slices.Contains(kinds, d.Guess))
}

// inUse reports whether a document is one that the statement rests on.
func inUse(d predate.ReadDocument) bool {
	return !d.Foreign && d.DuplicateOf == "" && d.SupersededBy == ""
}

// mayWeigh reports whether a figure may hang on a page of a document that could
// not be read.
func mayWeigh(d predate.ReadDocument) bool { return slices.ContainsFunc(unreadKinds(d), weighs) }

// unreadKinds gives, for each page that could not be read, the kind of the paper
// that it is a page of, or "": a paper of which no page was read may be any.
func unreadKinds(d predate.ReadDocument) []predate.Kind {
	kinds := make([]predate.Kind, len(d.UnreadPages))
	for i, page := range d.UnreadPages {
		for _, part := range d.Parts {
			if part.First <= page.Number && page.Number <= part.Last && !allUnread(d, part) {
				kinds[i] = part.Kind
			}
		}
	}
	return kinds
}

func allUnread(d predate.ReadDocument, part predate.Part) bool {
	n := 0
	for _, page := range d.UnreadPages {
		if part.First <= page.Number && page.Number <= part.Last {
			n++
		}
	}
	return n == part.Last-part.First+1
}

// unreadPages says which pages of a document could not be read, and why.
func unreadPages(d predate.ReadDocument) predate.Reason {
	var numbers, reasons predate.Texts
	for _, page := range d.UnreadPages {
		numbers = append(numbers, strconv.Itoa(page.Number))
		if reason := bare(page.Reason); !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return predate.Because(predate.ReasonPagesUnread, numbers, predate.Text(strings.Join(reasons, " ; ")))
}

// weighs says whether a figure may hang on a paper of a kind; on one of a kind
// unknown it may.
func weighs(kind predate.Kind) bool {
	switch kind {
	case "", predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement, predate.KindExpenseStatement,
		predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5,
		predate.KindMeetingNotice, predate.KindMinutes, predate.KindLightAccounts:
		return true
	}
	return false
}

// keysDoubt tells why nothing may be laid on the lots by their tantièmes: keys
// or lots on which the papers do not agree, or a lot sold that no key weighs.
func (r *books) keysDoubt() predate.Reason {
	if !r.unsure.IsZero() {
		return r.unsure
	}
	for _, n := range r.sold.numbers {
		weighed := slices.ContainsFunc(r.keys, func(k predate.AllocationKey) bool { return len(k.Shares) == 0 || k.Shares[n] != 0 })
		if !weighed && len(r.keys) > 0 {
			return predate.Because(predate.ReasonLotWeighedByNoKey, predate.Text(n))
		}
	}
	return predate.Reason{}
}

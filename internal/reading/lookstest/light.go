package lookstest

import (
	"sort"

	"predate"
)

// entry is a line of a cash book.
type entry struct {
	Day    predate.Date
	Label  string
	Amount predate.Cents
}

// lightOwner is what light accounts tell of an owner.
type lightOwner struct {
	OwnerState
	Paid predate.Cents
}

// lightAccounts are the accounts of a small syndicate: what came in, what went
// out, and where each owner stands.
type lightAccounts struct {
	Start, Received, Paid, End predate.Cents
	Receipts, Payments         []entry
	Owners                     []lightOwner
}

// lightAccounts keeps the cash book of an exercise: every owner pays what was
// called some days later, and the seller as the account tells.
func (d *Dossier) lightAccounts(exercise int) lightAccounts {
	year := d.Exercises[exercise]
	l := lightAccounts{Start: d.Advances + d.FundTotal(year.Period.From.AddDays(-1)) + predate.Cents(1000*(d.Seed%97))}
	if exercise == last {
		l.Start = d.lightAccounts(second).End
	}
	for i := range d.Owners {
		state := d.lightOwner(exercise, i)
		for _, paid := range d.lightPayments(exercise, i) {
			state.Paid += paid.Amount
			l.Receipts = append(l.Receipts, paid)
		}
		l.Owners = append(l.Owners, state)
		l.Received += state.Paid
	}
	for n, p := range year.Posts {
		l.Payments = append(l.Payments, entry{year.Period.From.AddMonths(1 + n).AddDays(11), p.Label, p.Spent})
		l.Paid += p.Spent
	}
	for _, w := range d.Works {
		if w.Closed == exercise {
			l.Payments = append(l.Payments, entry{w.SpentAt, w.Firm + " – " + w.Title, w.Spent})
			l.Paid += w.Spent
		}
	}
	for _, list := range [][]entry{l.Receipts, l.Payments} {
		sort.SliceStable(list, func(a, b int) bool { return list[b].Day.After(list[a].Day) })
	}
	l.End = l.Start + l.Received - l.Paid
	return l
}

// lightPayments returns what an owner paid in an exercise.
func (d *Dossier) lightPayments(exercise, owner int) []entry {
	var all []entry
	o := d.Owners[owner]
	if owner == d.SellerAt {
		for _, m := range d.AccountOf(o.Lots, d.Payer).Movements {
			if m.What == payment && d.Exercises[exercise].Period.Contains(m.Date) {
				all = append(all, entry{m.Date, "Versement " + o.Name, m.Credit})
			}
		}
		return all
	}
	for k, due := range d.Dues(exercise) {
		all = append(all, entry{due.AddDays(3 + 2*owner), "Versement " + o.Name, d.CallOf(exercise, k, o.Lots).Total})
	}
	return all
}

// lightOwner tells where an owner stands when the exercise is apportioned.
func (d *Dossier) lightOwner(exercise, owner int) lightOwner {
	lots := d.Owners[owner].Lots
	cost, called := d.WorksActual(exercise, lots)
	o := lightOwner{OwnerState: OwnerState{
		Name: d.Owners[owner].Name, Lots: d.lotNumbers(lots),
		Share: d.Actual(exercise, lots) + cost, Called: d.Called(exercise, lots) + called,
	}}
	if gap := o.Share - o.Called; gap > 0 {
		o.Debit = gap
	} else {
		o.Credit = -gap
	}
	return o
}

// lightRates are the posts of a small syndicate that a co-owner manages: a
// third of the sums, and no fees.
func lightRates(rates []rate) []rate {
	var kept []rate
	for _, r := range rates {
		if r.account != "621" && r.account != "622" {
			r.euros /= 3
			kept = append(kept, r)
		}
	}
	return kept
}

// lightTruth takes back what a small syndicate need not tell, and what no
// professional agent is there to print.
func (d *Dossier) lightTruth(f object) {
	for _, name := range []string{"condominium_arrears", "supplier_debt", "condominium_accounts_date"} {
		f[name] = field("not_required", nil)
	}
	f["managing_agent_type"] = confirmed("volunteer")
	f["syndic_fees"] = field("missing", nil)
	for _, n := range []string{"n1", "n2"} {
		f["current_charges_actual_"+n].(object)["tolerance"] = "0.02"
	}
}

// lightSheet leaves out of the summary sheet what light accounts do not tell.
func (d *Dossier) lightSheet(facts []fact) []fact {
	var kept []fact
	for _, f := range facts {
		switch f.Label {
		case "Dettes fournisseurs, rémunérations et autres", "Sommes restant dues par les copropriétaires", "Copropriétaires débiteurs de plus de 300 €", "Nombre d'ascenseurs":
		case "Cadre d'intervention":
			kept = append(kept, fact{f.Label, "Mandat de syndic (bénévole)"})
		default:
			kept = append(kept, f)
		}
	}
	return kept
}

// lightPapers are the files of a small syndicate: no schedule, no apportionment
// sheet and no contract, but the cash book of each exercise.
func (d *Dossier) lightPapers() []Paper {
	f := &folder{d: d}
	f.ownerPapers(d.Sold, 99)
	f.minutes()
	for _, e := range []int{second, last} {
		f.add("comptes", Part{Kind: "light_accounts", Doctype: 10, Exercise: e, Issued: d.Exercises[e].Period.To.AddDays(31)})
	}
	f.onFile()
	return f.papers
}

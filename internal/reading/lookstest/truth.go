package lookstest

import (
	"predate"
)

// object is a JSON object.
type object = map[string]any

func field(status string, value any, more ...any) object {
	f := object{"status": status, "value": value}
	for i := 0; i+1 < len(more); i += 2 {
		f[more[i].(string)] = more[i+1]
	}
	return f
}

func confirmed(value any, more ...any) object { return field("confirmed", value, more...) }

// amount is a figure that may be nil because nothing is there.
func amount(c predate.Cents, status string, more ...any) object {
	if c == 0 {
		status = "none"
	}
	return field(status, c.Decimal(), more...)
}

// Truth returns every figure that a careful accountant would state.
func (d *Dossier) Truth() object {
	fields := object{}
	for _, part := range []func(object){d.identity, d.years, d.charges, d.account, d.advances, d.buyer, d.syndicate, d.papersOnFile} {
		part(fields)
	}
	outcome := object{"state": "done", "missing": []any{}, "review_reasons": []any{}, "warnings": []any{}}
	if d.Light {
		d.lightTruth(fields)
	}
	if d.Bought {
		d.boughtLately(fields)
		outcome["state"], outcome["review_reasons"] = "review", []any{"seller_owner_since_" + d.purchase().String()}
	}
	if d.Lost == "schedule_1" {
		for _, name := range []string{"condominium_arrears", "supplier_debt", "condominium_accounts_date"} {
			fields[name] = field("missing", nil)
		}
		outcome["state"], outcome["missing"] = "waiting", []any{object{"code": d.Lost, "fiscal_year": d.Exercises[last].Period.Label()}}
	}
	return object{
		"schema": "truth/1", "id": d.ID, "reference_date": d.Reference.String(), "outcome": outcome,
		"fields": fields, "documents": d.documentTruth(),
	}
}

func (d *Dossier) identity(f object) {
	f["building_address"] = confirmed(d.Street + ", " + d.Zip + " " + d.City)
	f["condominium_name"] = confirmed(d.Name)
	f["registration_number"] = confirmed(d.Registration)
	var owners []string
	for _, p := range d.Seller {
		owners = append(owners, p.Name())
	}
	f["owners"] = confirmed(owners)
	var lots []object
	for _, l := range d.Sold {
		lot := d.Lots[l]
		lots = append(lots, object{"number": itoa(lot.Number), "type": lot.Type, "shares": lot.Shares[0], "shares_total": d.Keys[0].Total})
	}
	f["lots"] = confirmed(lots)
	var keys []object
	for i, k := range d.Keys {
		if n := d.share(i, d.Sold); n > 0 {
			keys = append(keys, object{"key": k.Code, "label": k.Label, "total": k.Total, "unit": k.Unit, "metered": k.Metered, "lot_share": n})
		}
	}
	f["allocation_keys"] = confirmed(keys)
	f["managing_agent"] = confirmed(d.Agent.Name)
	f["managing_agent_type"] = confirmed("professional")
	f["managing_agent_address"] = confirmed(d.Agent.Street + " " + d.Agent.Town)
	f["managing_agent_card"] = confirmed("CPI 0000 2021 000 000 0" + d.ID[1:])
	f["managing_agent_mandate_end"] = confirmed(d.MandateEnd.String())
}

// boughtLately takes back what the papers of a seller who bought during N-1
// cannot tell: what fell due before went to the seller before.
func (d *Dossier) boughtLately(f object) {
	for _, name := range []string{
		"off_budget_charges_called_n1", "paid_current_charges_n1", "paid_off_budget_charges_n1", "current_charges_called_n2", "off_budget_charges_called_n2",
	} {
		f[name] = field("missing", nil)
	}
	for _, name := range []string{"paid_current_charges_n2", "paid_off_budget_charges_n2"} {
		f[name] = amount(0, "")
	}
	f["current_charges_actual_n2"] = field("computed", d.Actual(second, d.Sold).Decimal(), "tolerance", "1.00")
}

func span(p predate.Period) object { return object{"from": p.From.String(), "to": p.To.String()} }

func (d *Dossier) years(f object) {
	f["fiscal_year_n"] = confirmed(span(d.Exercises[running].Period))
	f["fiscal_year_n1"] = confirmed(span(d.Exercises[last].Period))
	f["fiscal_year_n2"] = confirmed(span(d.Exercises[second].Period))
	f["accounts_approval_date"] = confirmed(d.Meetings[last].Date.String())
}

func (d *Dossier) charges(f object) {
	_, debts := d.owed()
	for name, e := range map[string]int{"n1": last, "n2": second} {
		actual := d.Actual(e, d.Sold)
		cost, _ := d.WorksActual(e, d.Sold)
		var worksCalled, unpaid, worksUnpaid predate.Cents
		period := d.Exercises[e].Period
		for _, w := range d.Works {
			worksCalled += d.WorkCalled(w, d.Sold, period.From, period.To)
		}
		for _, debt := range debts {
			switch {
			case debt.Exercise != e || debt.What == fee || debt.What == opening:
			case debt.Nature == budget:
				unpaid += debt.Left
			case debt.Nature == works:
				worksUnpaid += debt.Left
			}
		}
		f["current_charges_actual_"+name] = confirmed(actual.Decimal())
		f["current_charges_called_"+name] = confirmed(d.Called(e, d.Sold).Decimal())
		f["off_budget_charges_actual_"+name] = amount(cost, "confirmed", "tolerance", "0.02")
		f["off_budget_charges_called_"+name] = amount(worksCalled, "confirmed", "tolerance", "0.02")
		f["paid_current_charges_"+name] = field("computed", (actual - unpaid).Decimal(), "tolerance", "1.00")
		f["paid_off_budget_charges_"+name] = field("computed", (cost - worksUnpaid).Decimal(), "tolerance", "1.00")
	}
}

func (d *Dossier) account(f object) {
	balance, debts := d.owed()
	f["account_balance"] = confirmed(balance.Decimal())
	f["account_balance_date"] = confirmed(d.Statement.String())
	var due, offBudget, contribution, prior, fees, advance predate.Cents
	for _, debt := range debts {
		switch {
		case debt.What == fee:
			fees += debt.Left
		case debt.Nature == fund:
			contribution += debt.Left
		case debt.Nature == advances:
			advance += debt.Left
		case debt.Exercise < running:
			prior += debt.Left
		case debt.Nature == budget:
			due += debt.Left
		default:
			offBudget += debt.Left
		}
	}
	status := "computed"
	if balance <= 0 {
		status = "none"
	}
	for name, value := range map[string]predate.Cents{
		"due_budget_provisions": due, "due_off_budget_provisions": offBudget, "due_advances": advance,
		"due_works_fund": contribution, "due_private_fees": fees, "due_prior_years": prior,
	} {
		f[name] = field(status, value.Decimal())
	}
	f["credit_balance_prior"] = amount(max(0, -balance), "confirmed")
	f["due_triggered_by_sale"] = amount(0, "")
	f["loan_share_due"] = amount(0, "")
	f["guarantee"] = field("none", nil)
	f["syndic_fees"] = confirmed("380.00")
}

// owed returns the balance of the seller's accounts, and the debts on them.
func (d *Dossier) owed() (balance predate.Cents, debts []Debt) {
	for _, lots := range d.accounts() {
		account := d.AccountOf(lots, d.Payer)
		balance, debts = balance+account.Balance, append(debts, account.Debts()...)
	}
	return balance, debts
}

func (d *Dossier) advances(f object) {
	advance := of(d.spread(d.Advances, 0), d.Sold)
	f["cash_advance"] = confirmed(advance.Decimal())
	f["special_provisions_advance"] = amount(0, "")
	f["loan_advance"] = amount(0, "")
	f["advances_to_reconstitute"] = field("computed", advance.Decimal())
}

func (d *Dossier) buyer(f object) {
	var current, off, contribution []object
	for k, due := range d.Dues(running) {
		if !due.After(d.Reference) {
			continue
		}
		c := d.CallOf(running, k, d.Sold)
		at := func(c predate.Cents) object { return object{"date": due.String(), "amount": c.Decimal()} }
		current = append(current, at(c.Part(budget)))
		contribution = append(contribution, at(c.Part(fund)))
		for _, g := range c.Groups {
			if g.Nature == works {
				off = append(off, at(g.Total))
			}
		}
	}
	f["future_budget_provisions"] = calendar(current)
	f["future_off_budget_provisions"] = calendar(off)
	f["future_works_fund_calls"] = calendar(contribution)
	var next predate.Cents
	for key := range d.Keys {
		next += of(d.spread(d.Exercises[coming].Budget(key), key), d.Sold)
	}
	f["next_year_budget_share"] = field("computed", next.Decimal(), "tolerance", "1.00")
}

func calendar(calls []object) object {
	if len(calls) == 0 {
		return field("none", []object{})
	}
	return field("computed", calls, "tolerance", "0.05")
}

func (d *Dossier) syndicate(f object) {
	s := d.States[last]
	f["condominium_arrears"] = confirmed((s.Debtors + s.Doubtful).Decimal())
	f["supplier_debt"] = confirmed(s.Suppliers.Decimal())
	f["condominium_accounts_date"] = confirmed(s.Day.String())
	f["works_fund_exists"] = confirmed(true)
	f["works_fund_balance"] = confirmed(s.Fund.Decimal())
	lastCall := d.lastCall()
	f["works_fund_lot_share"] = confirmed(d.FundShare(s.Day, d.Sold).Decimal(),
		"also_accepted", object{"amount": lastCall.FundAtEnd.Decimal(), "date": lastCall.FundDay.String()})
	contribution := d.lastContribution()
	f["works_fund_last_contribution"] = confirmed(object{"amount": contribution.Debit.Decimal(), "date": contribution.Date.String()})
}

// lastContribution returns the last call of the works fund that every account of
// the lots sold has wholly paid.
func (d *Dossier) lastContribution() Movement {
	var found Movement
	asked, left := map[predate.Date]predate.Cents{}, map[predate.Date]predate.Cents{}
	_, debts := d.owed()
	for _, debt := range debts {
		if debt.Nature == fund {
			asked[debt.Date] += debt.Debit
			left[debt.Date] += debt.Left
		}
	}
	for on, amount := range asked {
		if left[on] == 0 && on.After(found.Date) {
			found = Movement{Date: on, Debit: amount}
		}
	}
	return found
}

// lastCall returns the last call that was sent.
func (d *Dossier) lastCall() Call {
	calls := d.SentCalls(d.Sold)
	return calls[len(calls)-1]
}

func (d *Dossier) papersOnFile(f object) {
	var voted []object
	for _, w := range d.Works[1:] {
		if w.GivenUp.Year > 0 {
			continue
		}
		voted = append(voted, object{"title": w.Title, "voted_on": w.Voted.String(), "amount": w.Amount.Decimal()})
	}
	f["voted_works"] = confirmed(voted)
	if len(voted) == 0 {
		f["voted_works"] = field("none", []object{})
	}
	f["legal_proceedings"] = field("none", []string{})
	if d.Litigation {
		f["legal_proceedings"] = confirmed([]string{d.litigation()})
	}
	f["collective_loans"] = field("none", []string{})
	f["insurance"] = confirmed(object{"insurer": d.Insurer, "policy": d.Policy, "until": d.Insured.String()})
	f["next_meeting_date"] = field("missing", nil)
	for _, name := range []string{"difficulty", "dtg", "ppt", "collective_epc", "asbestos_report", "lead_report", "division_amendment"} {
		f[name] = field("none", nil)
	}
	if d.Loose {
		f["asbestos_report"] = confirmed(object{"date": d.asbestosDate().String()})
	}
	f["maintenance_log"] = confirmed(object{"date": d.logDate().String()})
	f["coownership_rules"] = confirmed(object{"date": d.Rules.String()})
	f["summary_sheet"] = confirmed(object{"date": d.sheetDate().String()})
	var minutes []string
	for _, m := range d.Meetings {
		minutes = append(minutes, m.Date.String())
	}
	f["minutes"] = confirmed(minutes)
}

func (d *Dossier) asbestosDate() predate.Date {
	return predate.Date{Year: 2006, Month: 3, Day: 14}
}
func (d *Dossier) logDate() predate.Date   { return d.Exercises[running].Period.From.AddDays(17) }
func (d *Dossier) sheetDate() predate.Date { return d.Meetings[last].Date.AddDays(21) }

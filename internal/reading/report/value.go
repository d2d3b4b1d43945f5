package report

import "predate"

type lot struct {
	Number      string `json:"number"`
	Type        string `json:"type"`
	Building    string `json:"building"`
	Floor       string `json:"floor"`
	Shares      int64  `json:"shares"`
	SharesTotal int64  `json:"shares_total"`
	Ancillary   bool   `json:"is_ancillary"`
}

type allocationKey struct {
	Code     string           `json:"key"`
	Label    string           `json:"label"`
	Total    int64            `json:"total"`
	LotShare int64            `json:"lot_share"`
	Shares   map[string]int64 `json:"shares"`
	Unit     string           `json:"unit"`
	Metered  bool             `json:"metered"`
}

func toAllocationKey(k predate.AllocationKey) allocationKey {
	out := allocationKey(k)
	if out.Shares == nil {
		out.Shares = map[string]int64{}
	}
	return out
}

func (k allocationKey) allocationKey() predate.AllocationKey { return predate.AllocationKey(k) }

type call struct {
	Date    day            `json:"date"`
	Amount  euros          `json:"amount"`
	Nature  predate.Nature `json:"nature,omitempty"`
	Work    string         `json:"work,omitempty"`
	Printed bool           `json:"printed"`
}

func toCall(c predate.Call) call {
	return call{day(c.Date), euros(c.Amount), c.Nature, c.Work, c.Printed}
}

func (c call) call() predate.Call {
	return predate.Call{Date: predate.Date(c.Date), Amount: predate.Cents(c.Amount), Nature: c.Nature, Work: c.Work, Printed: c.Printed}
}

type work struct {
	Title      string `json:"title"`
	VotedOn    day    `json:"voted_on"`
	Amount     euros  `json:"amount"`
	Key        string `json:"key"`
	Concerns   bool   `json:"concerns_lots"`
	WorksFund  euros  `json:"works_fund"`
	Subsidy    euros  `json:"subsidy"`
	Loan       euros  `json:"loan"`
	LotCalled  euros  `json:"lot_called"`
	LotToCall  euros  `json:"lot_to_call"`
	InProgress bool   `json:"in_schedule_5"`
	Adopted    bool   `json:"adopted"`
	Calls      []call `json:"calls"`
}

func toWork(w predate.Work) work {
	return work{
		Title: w.Title, VotedOn: day(w.VotedOn), Amount: euros(w.Amount), Key: w.Key, Concerns: w.Concerns,
		WorksFund: euros(w.WorksFund), Subsidy: euros(w.Subsidy), Loan: euros(w.Loan),
		LotCalled: euros(w.LotCalled), LotToCall: euros(w.LotToCall),
		InProgress: w.InProgress, Adopted: w.Adopted, Calls: each(w.Calls, toCall),
	}
}

func (w work) work() predate.Work {
	return predate.Work{
		Title: w.Title, VotedOn: predate.Date(w.VotedOn), Amount: predate.Cents(w.Amount), Key: w.Key, Concerns: w.Concerns,
		WorksFund: predate.Cents(w.WorksFund), Subsidy: predate.Cents(w.Subsidy), Loan: predate.Cents(w.Loan),
		LotCalled: predate.Cents(w.LotCalled), LotToCall: predate.Cents(w.LotToCall),
		InProgress: w.InProgress, Adopted: w.Adopted, Calls: list(w.Calls, call.call),
	}
}

type loan struct {
	Object      string `json:"object"`
	Outstanding euros  `json:"outstanding"`
	Until       day    `json:"until"`
}

func toLoan(l predate.Loan) loan { return loan{l.Object, euros(l.Outstanding), day(l.Until)} }

func (l loan) loan() predate.Loan {
	return predate.Loan{Object: l.Object, Outstanding: predate.Cents(l.Outstanding), Until: predate.Date(l.Until)}
}

// movement has a null balance when the account prints none on the line.
type movement struct {
	Date    day            `json:"date"`
	Label   string         `json:"label"`
	Account string         `json:"account"`
	Nature  predate.Nature `json:"nature"`
	Debit   euros          `json:"debit"`
	Credit  euros          `json:"credit"`
	Balance *euros         `json:"balance"`
}

func toMovement(m predate.Movement) movement {
	out := movement{
		Date: day(m.Date), Label: m.Label, Account: m.Account, Nature: m.Nature,
		Debit: euros(m.Debit), Credit: euros(m.Credit),
	}
	if m.HasBalance {
		balance := euros(m.Balance)
		out.Balance = &balance
	}
	return out
}

func (m movement) movement() predate.Movement {
	out := predate.Movement{
		Date: predate.Date(m.Date), Label: m.Label, Account: m.Account, Nature: m.Nature,
		Debit: predate.Cents(m.Debit), Credit: predate.Cents(m.Credit),
	}
	if m.Balance != nil {
		out.Balance, out.HasBalance = predate.Cents(*m.Balance), true
	}
	return out
}

type contribution struct {
	Amount euros `json:"amount"`
	Date   day   `json:"date"`
}

func toContribution(c predate.Contribution) contribution {
	return contribution{euros(c.Amount), day(c.Date)}
}

func (c contribution) contribution() predate.Contribution {
	return predate.Contribution{Amount: predate.Cents(c.Amount), Date: predate.Date(c.Date)}
}

type policy struct {
	Insurer string `json:"insurer"`
	Number  string `json:"policy"`
	Until   day    `json:"until"`
}

func toPolicy(p predate.Policy) policy { return policy{p.Insurer, p.Number, day(p.Until)} }

func (p policy) policy() predate.Policy {
	return predate.Policy{Insurer: p.Insurer, Number: p.Number, Until: predate.Date(p.Until)}
}

// paper says "adopted" only where it was; see plan.
type paper struct {
	Date    day  `json:"date"`
	Adopted bool `json:"adopted,omitempty"`
}

func toPaper(p predate.Paper) paper { return paper{day(p.Date), p.Adopted} }

func (p paper) paper() predate.Paper {
	return predate.Paper{Date: predate.Date(p.Date), Adopted: p.Adopted}
}

// plan is a paper that says in both cases whether it was adopted: the law does
// not treat a plan of works and its draft alike (CCH art. L.721-2 II 6°).
type plan struct {
	Date    day  `json:"date"`
	Adopted bool `json:"adopted"`
}

func toPlan(encoded any) any {
	if p, ok := encoded.(paper); ok {
		return plan(p)
	}
	return encoded
}

package lookstest

import (
	"html/template"
	"strings"

	"predate"
)

// view is what a template of paper is filled with.
type view struct {
	*Dossier
	Part    Part
	Style   Style
	Account Account
	Lots    []LotCharges
	Works   []WorkRow
	Meeting Meeting
	Sheet   sheet
}

// Style says how one edition of a drawn look differs from another.
type Style struct {
	Font   string
	Before bool // the euro goes before the amount in big figures
	Turned bool // the annexes are printed sideways on upright pages
	Below  bool // labels stand under their values
	Red    bool // what is in the owner's favour is red, and has no sign
}

// sheet is a paper made of facts.
type sheet struct {
	Title string
	Facts []fact
	Notes []string
}

// LotCharges are the charges of one lot in an exercise.
type LotCharges struct {
	Lot           Lot
	Keys          []KeyCharges
	Total, Called predate.Cents
}

// KeyCharges are the posts of one key for a lot.
type KeyCharges struct {
	Key          Key
	Shares, Base int
	Posts        []PostShare
	Spent, Share predate.Cents
}

// PostShare is a lot's share of a post.
type PostShare struct {
	Post
	Share, Tenant predate.Cents
}

// WorkRow is a lot's share of a work that an exercise closed.
type WorkRow struct {
	Work          Work
	Lot           Lot
	Shares, Base  int
	Share, Called predate.Cents
}

func newView(d *Dossier, p Part, s Style) view {
	v := view{Dossier: d, Part: p, Style: s}
	switch p.Kind {
	case "account_statement":
		v.Account = d.AccountOf(p.Lots, d.Payer)
	case "charge_statement":
		v.Lots, v.Works = d.lotCharges(p), d.workRows(p)
	case "minutes", "meeting_notice":
		v.Meeting = d.Meetings[p.Meeting]
	case "summary_sheet", "maintenance_log", "registration_certificate", "coownership_rules", "insurance", "agent_contract":
		v.Sheet.Title, v.Sheet.Facts, v.Sheet.Notes = d.sheet(p.Kind)
	}
	return v
}

func (d *Dossier) lotCharges(p Part) []LotCharges {
	var all []LotCharges
	for _, lot := range p.Lots {
		only := []int{lot}
		charges := LotCharges{Lot: d.Lots[lot], Total: d.Actual(p.Exercise, only), Called: d.Called(p.Exercise, only)}
		for i, k := range d.Keys {
			shares, base := d.bases(p.Exercise, i, lot)
			if shares == 0 {
				continue
			}
			key := KeyCharges{Key: k, Shares: shares, Base: base}
			for _, post := range d.Exercises[p.Exercise].Posts {
				if post.Key != i {
					continue
				}
				share := of(d.spent(p.Exercise, post), only)
				key.Posts = append(key.Posts, PostShare{post, share, share * predate.Cents(post.RecoverableRate) / 100})
				key.Spent += post.Spent
				key.Share += share
			}
			charges.Keys = append(charges.Keys, key)
		}
		all = append(all, charges)
	}
	return all
}

// bases returns a lot's shares of a key and the key's total in an exercise.
func (d *Dossier) bases(exercise, key, lot int) (shares, base int) {
	if !d.Keys[key].Metered {
		return d.Lots[lot].Shares[key], d.Keys[key].Total
	}
	for _, v := range d.Exercises[exercise].Volumes {
		base += v
	}
	return d.Exercises[exercise].Volumes[lot], base
}

func (d *Dossier) workRows(p Part) []WorkRow {
	var rows []WorkRow
	for _, w := range d.Works {
		if w.Closed != p.Exercise || w.Closed == 0 {
			continue
		}
		for _, lot := range p.Lots {
			only := []int{lot}
			rows = append(rows, WorkRow{
				Work: w, Lot: d.Lots[lot], Shares: d.Lots[lot].Shares[w.Key], Base: d.Keys[w.Key].Total,
				Share: of(d.spread(w.Spent-w.FromFund, w.Key), only), Called: d.WorkCalled(w, only, predate.Date{}, d.Statement),
			})
		}
	}
	return rows
}

// sides are the two sides of schedule 1, in their two parts.
type sides struct{ Left, Right [2][]row1 }

// book is a schedule of charges and products.
type book struct{ Charges, Products []row5 }

// workState is a row of schedule 4 or 5.
type workState struct {
	Work                             Work
	Key                              Key
	Voted, Paid, Spent, Got, Balance predate.Cents
	VotedOn, PaidOn                  predate.Date
}

func (d *Dossier) workStates(exercise int, finished bool) (rows []workState, total workState) {
	end := d.Exercises[exercise].Period.To
	chosen := d.openAt(exercise)
	if finished {
		chosen = nil
		for _, w := range d.Works {
			if w.Closed == exercise && w.Closed != 0 {
				chosen = append(chosen, w)
			}
		}
	}
	for _, w := range chosen {
		r := workState{Work: w, Key: d.Keys[w.Key], Voted: w.Amount, Spent: w.realised(end), Got: d.received(w, end), VotedOn: w.Voted, PaidOn: w.SpentAt}
		r.Paid, r.Balance = r.Spent, r.Got-r.Spent
		rows = append(rows, r)
		total.Voted, total.Paid, total.Spent = total.Voted+r.Voted, total.Paid+r.Paid, total.Spent+r.Spent
		total.Got, total.Balance = total.Got+r.Got, total.Balance+r.Balance
	}
	return rows, total
}

// functions are what templates of paper may call.
func functions(d *Dossier) template.FuncMap {
	return template.FuncMap{
		"narrow":  func(c predate.Cents) string { return grouped(c, "\u202f", ",") },
		"spaced":  func(c predate.Cents) string { return grouped(c, "\u00a0", ",") },
		"flat":    func(c predate.Cents) string { return grouped(c, "", ",") },
		"bracket": bracket,
		"abs":     abs,
		"minus":   func(a, b predate.Cents) predate.Cents { return a - b },
		"tenant":  func(c predate.Cents, rate int) predate.Cents { return c * predate.Cents(rate) / 100 },
		"day":     day,
		"words":   inWords,
		"seller":  d.sellerName,
		"account": func() string { return d.Owners[d.SellerAt].Account },
		"lot":     func(i int) Lot { return d.Lots[i] },
		"owner":   func(i int) Owner { return d.Owners[i] },
		"key":     func(i int) Key { return d.Keys[i] },
		"year":    func(i int) predate.Period { return d.Exercises[i].Period },
		"state":   func(i int) State { return d.States[i] },
		"advance": func(lots []int) predate.Cents { return of(d.spread(d.Advances, 0), lots) },
		"fundAt":  d.FundShare,
		"actual":  d.Actual,
		"called":  d.Called,
		"worksCost": func(e int, lots []int) predate.Cents {
			cost, _ := d.WorksActual(e, lots)
			return cost
		},
		"worksCalled": func(e int, lots []int) predate.Cents {
			_, called := d.WorksActual(e, lots)
			return called
		},
		"sides":   func(e int) sides { l, r := d.schedule(e); return sides{l, r} },
		"general": func(e int) book { c, p := d.general(e); return book{c, p} },
		"off":     func(e int) book { c, p := d.off(e); return book{c, p} },
		"byKey":   d.byKey,
		"states": func(e int, finished bool) map[string]any {
			rows, total := d.workStates(e, finished)
			return map[string]any{"Rows": rows, "Total": total}
		},
		"natures":  func(a Account) map[int]predate.Cents { return a.Natures() },
		"isTitle":  func(r row5) bool { return r.Strong && r.Account != "" && r.Values == [5]predate.Cents{} },
		"period":   d.periodName,
		"add":      func(a, b int) int { return a + b },
		"thousand": func(n int) string { return thousand(n) },
		"point":    func(c predate.Cents) string { return pointed(c, "") },
		"signed":   func(c predate.Cents) string { return pointed(c, "+") },
		"dashed": func(c predate.Cents) string {
			if c == 0 {
				return "-"
			}
			return pointed(c, "")
		},
		"dash":     dashes,
		"opposite": func(c predate.Cents) predate.Cents { return -c },
		"part":     func(c predate.Cents, percent int) predate.Cents { return c * predate.Cents(percent) / 100 },
		"rest":     func(c predate.Cents, percent int) predate.Cents { return c - c*predate.Cents(percent)/100 },
		"sharesOf": d.share,
		"basesOf": func(e, key int, lots []int) map[string]int {
			total := map[string]int{}
			for _, l := range lots {
				shares, base := d.bases(e, key, l)
				total["Shares"] += shares
				total["Base"] = base
			}
			return total
		},
		"keyNet":  func(e, key int) predate.Cents { return d.Exercises[e].Net(key) },
		"keyPart": d.keyPart,
		"numbers": d.lotNumbers,
		"merged":  merged,
		"wide":    func(kind string) bool { return strings.HasPrefix(kind, "schedule_") },
		"list":    func(n ...int) []int { return n },
	}
}

// bracket writes a negative amount between brackets.
func bracket(c predate.Cents) string {
	if c < 0 {
		return "(" + grouped(-c, " ", ",") + ")"
	}
	return grouped(c, " ", ",")
}

func thousand(n int) string {
	if n < 1000 {
		return itoa(n)
	}
	rest := itoa(n % 1000)
	for len(rest) < 3 {
		rest = "0" + rest
	}
	return itoa(n/1000) + "\u202f" + rest
}

// periodName names the period of a call: "2e trimestre 2026", "juillet 2026".
func (d *Dossier) periodName(exercise int, due predate.Date) string {
	for k, day := range d.Dues(exercise) {
		if day != due {
			continue
		}
		rank := itoa(k+1) + "e"
		if k == 0 {
			rank = "1er"
		}
		label := d.Exercises[exercise].Period.Label()
		switch d.Calls {
		case 2, 4:
			return rank + " " + d.spell() + " " + label
		}
		words := inWords(due)
		return words[len("1er "):]
	}
	return ""
}

// keyPart returns what a key cost to lots in an exercise.
func (d *Dossier) keyPart(exercise, key int, lots []int) predate.Cents {
	var total predate.Cents
	for _, p := range d.Exercises[exercise].Posts {
		if p.Key == key {
			total += of(d.spent(exercise, p), lots)
		}
	}
	return total
}

// pointed writes an amount with a point, its minus in front, and the sign given
// before what is not negative.
func pointed(c predate.Cents, plus string) string {
	if c < 0 {
		return "-" + grouped(-c, " ", ".")
	}
	if c == 0 {
		plus = ""
	}
	return plus + grouped(c, " ", ".")
}

// dashes writes 01-07-26.
func dashes(d predate.Date) string {
	return strings.ReplaceAll(Listing{Short: true}.day(d), "/", "-")
}

// merged adds the lines of one key over the lots of a call.
func merged(lines []CallLine) []CallLine {
	var all []CallLine
	for _, l := range lines {
		if n := len(all); n > 0 && all[n-1].Key == l.Key {
			all[n-1].Share += l.Share
			continue
		}
		all = append(all, l)
	}
	return all
}

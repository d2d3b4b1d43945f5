package typeset

import (
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// Line writes a value on one line, lists as their items.
func Line(v predate.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case predate.CallList:
		var items []string
		for _, call := range v {
			items = append(items, strings.TrimSpace(day(call.Date)+" "+words(predate.Money(call.Amount))+" "+call.Work))
		}
		return listed(items)
	case predate.LotList:
		var items []string
		for _, lot := range v {
			item := strings.TrimSpace(lot.Number + " " + lot.Type)
			if lot.Shares != 0 {
				item += " (" + share(lot.Shares, lot.SharesTotal) + ")"
			}
			items = append(items, item)
		}
		return listed(items)
	case predate.KeyList:
		var items []string
		for _, key := range v {
			items = append(items, fmt.Sprintf("%s %s %s", key.Code, key.Label, share(key.LotShare, key.Total)))
		}
		return listed(items)
	case predate.WorkList:
		var items []string
		for _, work := range v {
			fate, amount := "rejeté", ""
			if work.Adopted {
				fate = "voté"
			}
			if work.Amount != 0 { // a meeting may refuse works before it knows what they cost
				amount = words(predate.Money(work.Amount))
			}
			items = append(items, strings.Join(told(work.Title, amount, fate+" le "+day(work.VotedOn)), ", "))
		}
		return listed(items)
	case predate.LoanList:
		var items []string
		for _, loan := range v {
			items = append(items, loan.Object+" "+words(predate.Money(loan.Outstanding)))
		}
		return listed(items)
	case predate.Resolutions:
		var items []string
		for _, r := range v {
			item := strings.Join(told(r.Title, memberWords()[string(r.Outcome)]), ", ")
			if r.Amount != 0 {
				item += ", " + words(predate.Money(r.Amount))
			}
			items = append(items, strings.TrimSpace("n° "+r.Number+" "+item))
		}
		return listed(items)
	case predate.Contribution:
		return words(predate.Money(v.Amount)) + " le " + day(v.Date)
	}
	said := words(v)
	if said == "" {
		said = factWords(v)
	}
	if french, ok := memberWords()[said]; ok {
		return french
	}
	return said
}

// FigureLine writes what a figure says. Of a meeting it is the day, of a vote on accounts
// the exercise, which the value itself leaves out.
func FigureLine(f predate.Figure) string {
	switch f.Key {
	case predate.FactMeeting:
		return strings.Join(told("assemblée", Line(f.Value), "du", words(predate.Day(f.AsOf))), " ")
	case predate.FactApproval:
		fate := "refusés"
		if f.Value == predate.Flag(true) {
			fate = "approuvés"
		}
		return strings.Join(told("comptes", f.Year.Label(), fate), " ")
	}
	return Line(f.Value)
}

// share writes a quote-part; of a total that is not told, the part alone.
func share(part, total int64) string {
	if total == 0 {
		return fmt.Sprintf("%d tantièmes", part)
	}
	return fmt.Sprintf("%d/%d", part, total)
}

func listed(items []string) string {
	if len(items) == 0 {
		return "aucun"
	}
	return strings.Join(items, " ; ")
}

func day(d predate.Date) string {
	if d.IsZero() {
		return "sans date"
	}
	return wording.Day(d)
}

// told leaves out what is empty.
func told(parts ...string) []string {
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

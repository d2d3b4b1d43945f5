package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"predate"
	"predate/internal/typeset"
	"predate/internal/wording"
)

// terminalWidth is the columns that a terminal is taken to have.
const terminalWidth = 120

// printer writes French text for a terminal: long lines go on below
// themselves. The first error stays.
type printer struct {
	to  io.Writer
	err error
}

func newPrinter(to io.Writer) *printer { return &printer{to: to} }

// line writes a line behind an indent; what is too long goes on under it, two
// columns further in.
func (p *printer) line(indent int, format string, args ...any) {
	p.hang(indent, indent+2, fmt.Sprintf(format, args...))
}

// item writes a line with a dash.
func (p *printer) item(indent int, text string) { p.hang(indent, indent+2, "– "+text) }

// heading writes a title with a blank line before it.
func (p *printer) heading(title string) {
	p.write("\n" + title + "\n" + strings.Repeat("─", utf8.RuneCountInString(title)) + "\n")
}

// hang fills lines with words: the first behind one indent, the others behind
// another. A no-break space holds its words together, and is written as a
// plain one.
func (p *printer) hang(first, rest int, text string) {
	line, width := strings.Repeat(" ", first), first
	empty := true
	for word := range strings.FieldsFuncSeq(unbroken(text), func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }) {
		size := utf8.RuneCountInString(word)
		if !empty && width+1+size > terminalWidth {
			p.write(line + "\n")
			line, width, empty = strings.Repeat(" ", rest), rest, true
		}
		if !empty {
			line, width = line+" ", width+1
		}
		line, width, empty = line+word, width+size, false
	}
	p.write(line + "\n")
}

// unbroken keeps signs on the line of what they belong to.
func unbroken(text string) string {
	return strings.NewReplacer(" :", "\u00a0:", " ;", "\u00a0;", " »", "\u00a0»", "« ", "«\u00a0", " €", "\u00a0€", "p. ", "p.\u00a0", "n° ", "n°\u00a0").Replace(text)
}

func (p *printer) write(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.to, strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text))
	}
}

func orDash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return text
}

// statusName says in French how far a figure can be relied upon.
func statusName(s predate.Status) string {
	names := map[predate.Status]string{
		predate.StatusConfirmed: "confirmé", predate.StatusComputed: "calculé", predate.StatusMissing: "non communiqué",
		predate.StatusNotRequired: "non exigé", predate.StatusNone: "néant", predate.StatusDeclared: "déclaré",
		predate.StatusConflicting: "contradictoire",
	}
	return names[s]
}

// shown writes a value on one line, lists as their items.
func shown(v predate.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case predate.CallList:
		var items []string
		for _, call := range v {
			items = append(items, strings.TrimSpace(day(call.Date)+" "+typeset.Words(predate.Money(call.Amount))+" "+call.Work))
		}
		return listed(items)
	case predate.LotList:
		var items []string
		for _, lot := range v {
			items = append(items, fmt.Sprintf("%s %s (%s)", lot.Number, lot.Type, share(lot.Shares, lot.SharesTotal)))
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
			fate := "rejeté"
			if work.Adopted {
				fate = "voté"
			}
			items = append(items, fmt.Sprintf("%s, %s, %s le %s", work.Title, typeset.Words(predate.Money(work.Amount)), fate, day(work.VotedOn)))
		}
		return listed(items)
	case predate.LoanList:
		var items []string
		for _, loan := range v {
			items = append(items, loan.Object+" "+typeset.Words(predate.Money(loan.Outstanding)))
		}
		return listed(items)
	case predate.Resolutions:
		var items []string
		for _, r := range v {
			item := strings.Join(notEmpty(r.Title, memberWords()[string(r.Outcome)]), ", ")
			if r.Amount != 0 {
				item += ", " + typeset.Words(predate.Money(r.Amount))
			}
			items = append(items, strings.TrimSpace("n° "+r.Number+" "+item))
		}
		return listed(items)
	case predate.Contribution:
		return typeset.Words(predate.Money(v.Amount)) + " le " + day(v.Date)
	}
	said := typeset.Words(v)
	if said == "" {
		said = factWords(v)
	}
	if french, ok := memberWords()[said]; ok {
		return french
	}
	return said
}

// figureWords writes what a figure says. Of a meeting it is the day, of a vote on accounts
// the exercise, which the value itself leaves out.
func figureWords(f predate.Figure) string {
	switch f.Key {
	case predate.FactMeeting:
		return strings.Join(notEmpty("assemblée", shown(f.Value), "du", typeset.Words(predate.Day(f.AsOf))), " ")
	case predate.FactApproval:
		fate := "refusés"
		if f.Value == predate.Flag(true) {
			fate = "approuvés"
		}
		return strings.Join(notEmpty("comptes", f.Year.Label(), fate), " ")
	}
	return shown(f.Value)
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

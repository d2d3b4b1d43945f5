package typeset

import (
	"predate"
	"predate/internal/reading/wording"
)

// A ledger is a table of figures: what, how much, where it was read.
func ledger(what, value string) []column {
	return []column{{title: what}, {title: value, width: 122, align: alignRight}, {title: "Sources", width: 58}}
}

// entry is the row of a figure, with its derivation below its label.
func (c *composer) entry(label string, k predate.Key) row {
	return c.entryOf(label, c.Figure(k))
}

func (c *composer) entryOf(label string, f predate.Figure) row {
	said := sayFigure(f)
	return row{cells: []cell{
		say(label, body).with(said.note, small),
		said.cell(amount).right(),
		c.refs(f),
	}}
}

// told says whether the papers, or an operator, speak of an optional figure.
func (c *composer) told(k predate.Key) bool {
	f := c.Figure(k)
	return f.Declared.By == predate.DeclaredByOperator || f.Value != nil && f.Status != predate.StatusNone || f.Status == predate.StatusConflicting
}

// joinNote puts a sentence after a statement that may lack its full stop.
func joinNote(said, note string) string {
	if note == "" {
		return said
	}
	return said + ". " + note
}

// cell sets the value in the style of a known figure, or in that of its
// absence, with the mention below.
func (s saying) cell(known style) cell {
	st := known
	switch {
	case s.verify:
		st = toVerify
	case !s.known, s.none:
		st = absent
	}
	return say(s.value, st).with(s.mention, small)
}

// sum is the closing row of a ledger.
func (c *composer) sum(label string, keys ...predate.Key) row {
	said := c.total(keys...)
	value := say(said.value, amountBold)
	if !said.known {
		value = say(said.value, absent)
	}
	for _, mention := range said.mentions {
		value = value.with(mention, small)
	}
	return row{strong: true, cells: []cell{say(label, bodyBold), value.right(), say("", small)}}
}

// totalled is a sum of figures in words, with what qualifies it.
type totalled struct {
	value    string
	mentions []string
	known    bool
}

// total adds figures up. It is a total only when every part is known; otherwise it says
// what is lacking. A total of what a person said is worth no more than that, and says so.
func (c *composer) total(keys ...predate.Key) totalled {
	var sum predate.Cents
	unknown, declared, entered := 0, 0, 0
	for _, k := range keys {
		f := c.Figure(k)
		part, ok := moneyOf(f)
		if !ok {
			unknown++
		}
		switch {
		case f.Declared.By == predate.DeclaredByOperator:
			entered++
		case f.Status == predate.StatusDeclared:
			declared++
		}
		sum += part
	}
	if unknown > 0 {
		return totalled{value: "non établi", mentions: []string{counted(unknown, "somme inconnue", "sommes inconnues")}}
	}
	out := totalled{value: wording.Euros(sum), known: true}
	if declared > 0 {
		out.mentions = append(out.mentions, "dont "+counted(declared, "somme déclarée, non vérifiée", "sommes déclarées, non vérifiées"))
	}
	if entered > 0 {
		out.mentions = append(out.mentions, "dont "+counted(entered, "somme saisie par l’opérateur", "sommes saisies par l’opérateur"))
	}
	return out
}

// heading is a row that names the rows below it.
func heading(text string) row {
	return row{full: true, cells: []cell{say(text, smallBold)}}
}

// calls is the rows of a calendar, below the row of their total.
func (c *composer) calls(label string, k predate.Key) []row {
	f := c.Figure(k)
	rows := []row{c.entryOf(label, f)}
	list, ok := f.Value.(predate.CallList)
	if !ok || !f.Known() {
		return rows
	}
	for _, call := range list {
		text := spoken(call.Date)
		if call.Work != "" {
			text += " — " + call.Work
		}
		origin := "calendrier"
		if call.Printed {
			origin = "appelé"
		}
		rows = append(rows, row{bare: true, cells: []cell{
			{paras: []para{{text: text, style: bodyGrey}}, indent: 12}, say(wording.Euros(call.Amount), bodyGrey).right(), say(origin, small),
		}})
	}
	return rows
}

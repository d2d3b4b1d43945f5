package extract

import (
	"strings"

	"predate"
	"predate/internal/blank"
	"predate/internal/fold"
	"predate/internal/layout"
)

// reader reads the value of a field, with the words that prove it.
type reader func(filling, blank.Field) (predate.Value, []predate.Evidence, bool)

// readers reads the types that fields may have.
func readers() map[string]reader {
	return map[string]reader{
		"name": readName, "address": readAddress, "number": readNumber, "registration": readRegistration, "choice": readChoice,
		"day": readDay, "end": readEnd, "amount": readAmount, "count": readCount, "years": readYears, "paper": readPaper, "policy": readPolicy,
	}
}

// heads cut a value from the words of a sentence that begin with it.
func heads() map[string]func(paper, blank.Field, []string) (string, bool) {
	return map[string]func(paper, blank.Field, []string) (string, bool){"name": headOfName, "number": headOfNumber, "day": headOfDay, "end": headOfDay}
}

func readName(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	others, _ := f.field(blank.IDs(d.NotOf)...)
	_, at, ok := first(f, d, func(c layout.Cell) (string, bool) {
		barred := len(d.Not) > 0 && (f.isPlace(c.Text) || f.doc.says(c.Text, blank.IDs(d.Not)...)) ||
			others.Text != "" && fold.Has(fold.Text(others.Text), fold.Text(c.Text)) || d.Alone && strings.ContainsAny(c.Text, "0123456789")
		return c.Text, !barred && f.isName(c.Text)
	})
	return predate.Text(at.Text), proofOf(at), ok
}

// readAddress wants a postal code.
func readAddress(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	text, at, ok := first(f, d, func(c layout.Cell) (string, bool) { return c.Text, zipForm.MatchString(c.Text) })
	return predate.Text(text), proofOf(at), ok
}

// readNumber reads the number of a contract.
func readNumber(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	text, at, ok := first(f, d, func(c layout.Cell) (string, bool) { return c.Text, holdsNumber(c.Text) })
	return predate.Text(text), proofOf(at), ok
}

// readRegistration reads the number in the register, written as the register
// prints it: two letters and seven digits. A paper with two numbers has none.
func readRegistration(f filling, _ blank.Field) (predate.Value, []predate.Evidence, bool) {
	number, proved := "", []predate.Evidence(nil)
	for _, r := range f.rows {
		for _, m := range registerForm.FindAllStringSubmatch(r.Text(), -1) {
			switch one := strings.ToUpper(m[1] + "-" + m[2] + "-" + m[3]); number {
			case "":
				number, proved = one, proof(r.Page, r.Box, m[0])
			case one:
			default:
				return nil, nil, false
			}
		}
	}
	return predate.Text(number), proved, number != ""
}

// readChoice reads the first choice that a line says.
func readChoice(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	for _, c := range d.Choices {
		for _, r := range f.rows {
			if f.doc.says(r.text, blank.IDs(c.Says)...) && (len(c.With) == 0 || f.doc.says(r.text, blank.IDs(c.With)...)) {
				return predate.Text(c.Value.Value), proof(r.Page, r.Box, r.Text()), true
			}
		}
	}
	return nil, nil, false
}

func readDay(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	day, at, ok := first(f, d, onlyDay)
	return predate.Day(day), proofOf(at), ok
}

func onlyDay(c layout.Cell) (predate.Date, bool) {
	days := layout.DatesIn(c.Text)
	if len(days) != 1 {
		return predate.Date{}, false
	}
	return days[0], true
}

// readEnd reads a day, or the last of a period.
func readEnd(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	day, at, ok := first(f, d, func(c layout.Cell) (predate.Date, bool) {
		if span, ok := spanIn(fold.Text(c.Text)); ok {
			return span.To, true
		}
		return onlyDay(c)
	})
	return predate.Day(day), proofOf(at), ok
}

func readAmount(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	most, err := predate.ParseDecimal(d.Most.Value)
	amount, _, ok := first(f, d, func(c layout.Cell) (layout.Amount, bool) {
		a, ok := amountIn(c)
		return a, ok && (err != nil || a.Cents > 0 && a.Cents <= most)
	})
	return predate.Money(amount.Cents), proofOfAmount(amount), ok
}

func readCount(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	n, at, ok := first(f, d, func(c layout.Cell) (int64, bool) { return wholeNumber(c.Text) })
	return predate.Count(n), proofOf(at), ok
}

func readYears(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	span, at, ok := first(f, d, func(c layout.Cell) (predate.Period, bool) { return yearsIn(fold.Text(c.Text)) })
	return predate.Span(span), proofOf(at), ok
}

// readPaper dates a paper by what labels its day, or by the words for when it was
// made. It is no older than the law that made it nor than the exercise that it
// describes.
func readPaper(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	if len(d.Label) > 0 {
		day, at, ok := first(f, d, onlyDay)
		return predate.Paper{Date: day, Adopted: d.Adopted}, proofOf(at), ok
	}
	forms := reportForms()
	if d.Quotes {
		forms = renewalForms()
	}
	day, at, ok := issued(f.paper, forms, func(day predate.Date) bool { return !day.Before(f.year.To) })
	return predate.Paper{Date: day, Adopted: d.Adopted}, proof(at.Page, at.Box, at.Text()), ok
}

// readPolicy reads who insures, under which number, until when. Nothing without
// insurer and end.
func readPolicy(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	var policy predate.Policy
	var proved []predate.Evidence
	cells, tabled := f.onRow(d)
	for i, part := range d.Parts {
		value, proof, ok := readers()[part.Type.Value](f, part)
		if tabled {
			value, proof, ok = valueIn(cells[i], part), proofOf(cells[i]), true
		}
		if !ok {
			continue
		}
		switch v := value.(type) {
		case predate.Day:
			policy.Until = predate.Date(v)
		case predate.Text:
			if part.Name.Value == "insurer" {
				policy.Insurer = string(v)
			} else {
				policy.Number = string(v)
			}
		}
		proved = append(proved, proof...)
	}
	return policy, proved, policy.Insurer != "" && !policy.Until.IsZero()
}

// valueIn is what a cell of a table says of a part.
func valueIn(c layout.Cell, part blank.Field) predate.Value {
	if day, ok := onlyDay(c); ok && part.Name.Value == "until" {
		return predate.Day(day)
	}
	return predate.Text(c.Text)
}

package particulars

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/blank"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// reader reads the value of a field, with the words that prove it.
type reader func(filling, blank.Field) (predate.Value, []predate.Evidence, bool)

// readers reads the types that fields may have.
func readers() map[string]reader {
	return map[string]reader{
		"name": inCells(nameIn), "address": inCells(addressIn), "number": inCells(contractIn), "phone": inCells(phoneIn), "day": inCells(dayIn), "end": inCells(endIn),
		"amount": inCells(amountIn), "count": inCells(countIn), "years": inCells(yearsIn),
		"registration": readRegistration, "choice": readChoice, "paper": readPaper, "policy": readPolicy,
	}
}

// taken is what a type makes of the words of a cell; false where they are no such
// value.
type taken func(filling, blank.Field, layout.Cell) (predate.Value, bool)

// inCells reads a value in the cells that the labels of a field lead to.
func inCells(take taken) reader {
	return func(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
		value, at, ok := f.first(d, take)
		return value, paper.Proof(at.Page, at.Box, strings.TrimRight(at.Text, " ,;:")), ok
	}
}

func nameIn(f filling, d blank.Field, c layout.Cell) (predate.Value, bool) {
	other, _ := f.Field(blank.IDs(d.NotOf)...)
	barred := len(d.Not) > 0 && (isPlace(f.Paper, c.Text) || f.Doc.Says(c.Text, blank.IDs(d.Not)...)) ||
		other.Text != "" && fold.Has(fold.Text(other.Text), fold.Text(c.Text)) || d.Alone && strings.ContainsAny(c.Text, "0123456789")
	return predate.Text(c.Text), !barred && isName(f.Paper, c.Text)
}

func addressIn(_ filling, _ blank.Field, c layout.Cell) (predate.Value, bool) {
	return predate.Text(c.Text), zipForm.MatchString(c.Text)
}

func contractIn(_ filling, _ blank.Field, c layout.Cell) (predate.Value, bool) {
	return predate.Text(c.Text), holdsNumber(c.Text)
}

// phoneForm is a telephone number of France: "04 72 00 00 00", "+33 4 72 00 00 00".
var phoneForm = regexp.MustCompile(`^(?:\+33 ?(?:\(0\) ?)?|0)[1-9](?:[ .-]?\d\d){4}$`)

func phoneIn(_ filling, _ blank.Field, c layout.Cell) (predate.Value, bool) {
	number := strings.TrimSpace(c.Text)
	return predate.Text(number), phoneForm.MatchString(number)
}

func dayIn(_ filling, _ blank.Field, c layout.Cell) (predate.Value, bool) {
	days := layout.DatesIn(c.Text)
	if len(days) != 1 {
		return nil, false
	}
	return predate.Day(days[0]), true
}

// endIn reads a day, or the last of a period.
func endIn(f filling, d blank.Field, c layout.Cell) (predate.Value, bool) {
	if span, ok := paper.SpanIn(fold.Text(c.Text)); ok {
		return predate.Day(span.To), true
	}
	return dayIn(f, d, c)
}

// rounded is money without the zeros that end it, before the name of the euro:
// "26 360 EUR", "7 412,5 €".
var rounded = regexp.MustCompile(`^(\d{1,3}(?: \d{3})*)(,\d)? ?(?:€|eur|euros)$`)

func amountIn(_ filling, d blank.Field, c layout.Cell) (predate.Value, bool) {
	if m := rounded.FindStringSubmatch(fold.Text(c.Text)); m != nil {
		c.Text = m[1] + cmp.Or(m[2], ",") + "00"[len(strings.TrimPrefix(m[2], ",")):] + " €"
	}
	amount, ok := c.Amount()
	most, err := predate.ParseDecimal(d.Most.Value)
	return predate.Money(amount.Cents), ok && (err != nil || amount.Cents > 0 && amount.Cents <= most)
}

func countIn(_ filling, _ blank.Field, c layout.Cell) (predate.Value, bool) {
	n, ok := fraction.Number(c.Text)
	return predate.Count(n), ok
}

var yearForm = regexp.MustCompile(`\b(1[5-9]\d\d|20\d\d)\b`)

// yearsIn reads years as papers write an age, "1972", "1961-1974", "avant 1949"; an
// end that is not said stays zero.
func yearsIn(f filling, _ blank.Field, c layout.Cell) (predate.Value, bool) {
	var years []predate.Date
	for _, digits := range yearForm.FindAllString(c.Text, -1) {
		year, err := strconv.Atoi(digits)
		if err != nil {
			return nil, false
		}
		years = append(years, predate.Date{Year: year, Month: 1, Day: 1})
	}
	before, after := f.Doc.Says(c.Text, "before_year"), f.Doc.Says(c.Text, "since_year")
	switch n := len(years); {
	case n == 1 && before:
		return predate.Span{To: years[0].AddDays(-1)}, true
	case n == 1 && after:
		return predate.Span{From: years[0]}, true
	case n == 1, n == 2 && !years[1].Before(years[0]) && !before && !after:
		return predate.Span{From: years[0], To: years[n-1].AddMonths(12).AddDays(-1)}, true
	}
	return nil, false
}

// readRegistration reads the number in the register, written as the register
// prints it: two letters and seven digits, on a line of its label where the field
// has one. A paper with two numbers has none.
func readRegistration(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	number, proved := "", []predate.Evidence(nil)
	for _, r := range f.Rows {
		if len(d.Label) > 0 && !f.Doc.Says(r.Folded, d.Concepts()...) {
			continue
		}
		for _, m := range registerForm.FindAllStringSubmatch(r.Text(), -1) {
			switch one := strings.ToUpper(m[1] + "-" + m[2] + "-" + m[3]); number {
			case "":
				number, proved = one, paper.Proof(r.Page, r.Box, m[0])
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
		for _, r := range f.Rows {
			if f.Doc.Says(r.Folded, blank.IDs(c.Says)...) && (len(c.With) == 0 || f.Doc.Says(r.Folded, blank.IDs(c.With)...)) {
				return predate.Text(c.Value.Value), paper.Proof(r.Page, r.Box, r.Text()), true
			}
		}
	}
	return nil, nil, false
}

// readPaper dates a paper by what labels its day, or by the words for when it was
// made. It is no older than the law that made it nor than the exercise that it
// describes.
func readPaper(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	if len(d.Label) > 0 {
		value, at, _ := f.first(d, dayIn)
		day, ok := value.(predate.Day)
		return predate.Paper{Date: predate.Date(day), Adopted: d.Adopted}, paper.ProofOf(at), ok
	}
	forms := reportForms
	if d.Quotes {
		forms = renewalForms
	}
	day, at, ok := issued(f.Paper, forms(f.Doc.Meaning), func(day predate.Date) bool { return !day.Before(f.year.To) })
	return predate.Paper{Date: day, Adopted: d.Adopted}, paper.Proof(at.Page, at.Box, at.Text()), ok
}

// readPolicy reads who insures, under which number, until when. Nothing without
// insurer and end.
func readPolicy(f filling, d blank.Field) (predate.Value, []predate.Evidence, bool) {
	var policy predate.Policy
	var proved []predate.Evidence
	cells := f.onRow(d)
	for i, part := range d.Parts {
		value, words, ok := readers()[part.Type.Value](f, part)
		if cells != nil {
			value, ok = predate.Text(cells[i].Text), true
			if day, isDay := dayIn(f, part, cells[i]); isDay && part.Name.Value == "until" {
				value = day
			}
			words = paper.ProofOf(cells[i])
		}
		text, _ := value.(predate.Text)
		switch day, isDay := value.(predate.Day); {
		case !ok:
			continue
		case isDay:
			policy.Until = predate.Date(day)
		case part.Name.Value == "insurer":
			policy.Insurer = string(text)
		default:
			policy.Number = string(text)
		}
		proved = append(proved, words...)
	}
	return policy, proved, policy.Insurer != "" && !policy.Until.IsZero()
}

// holdsNumber reports whether some words may be the number of a contract: short, with
// digits, and no day.
func holdsNumber(s string) bool {
	return len(s) <= 30 && strings.ContainsAny(s, "0123456789") && len(layout.DatesIn(s)) == 0
}

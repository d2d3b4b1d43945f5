package lookstest

import (
	"fmt"
	"html/template"
	"strings"

	"predate"
)

// cardFunctions are what papers made of cards call besides the functions of
// every template.
func cardFunctions(d *Dossier) template.FuncMap {
	return template.FuncMap{
		"both":      func(title string, rows any) []any { return []any{title, rows} },
		"accountOf": d.accountCode,
		"zero":      func() predate.Cents { return 0 },
		"stateOf":   d.stateOf,
		"sidesOf":   func(p Part) sides { l, r := d.scheduleOf(p.Exercise, d.stateOf(p)); return sides{l, r} },
		// The number that an account had when a paper was issued.
		"accountAt": d.accountAt,
		// A big figure is cut so that its cents can be smaller than its euros.
		"whole":   func(c predate.Cents) string { return strings.TrimSuffix(grouped(c/100*100, "\u202f", ","), ",00") },
		"rest100": func(c predate.Cents) string { return fmt.Sprintf("%02d", abs(c)%100) },
		"percent": percent, "percentWidth": func(part, whole any) int { return int(count(part) * 100 / max(count(whole), 1)) },
	}
}

// percent writes the part of a whole as a card does: 87,4 %.
func percent(part, whole any) string {
	thousandths := count(part) * 1000 / max(count(whole), 1)
	return fmt.Sprintf("%d,%d\u00a0%%", thousandths/10, thousandths%10)
}

// count takes shares and amounts alike.
func count(n any) int64 {
	switch n := n.(type) {
	case int:
		return int64(n)
	case predate.Cents:
		return int64(n)
	}
	return 0
}

package extract

import (
	"regexp"
	"strconv"

	"predate"
)

var yearForm = regexp.MustCompile(`\b(1[5-9]\d\d|20\d\d)\b`)

// yearsIn reads years as papers write an age: "1972", "1961-1974", "avant
// 1949", "à compter de 2012".
func yearsIn(text string) (predate.Period, bool) {
	var years []int
	for _, digits := range yearForm.FindAllString(text, -1) {
		year, err := strconv.Atoi(digits)
		if err != nil {
			return predate.Period{}, false
		}
		years = append(years, year)
	}
	first := func(year int) predate.Date { return predate.Date{Year: year, Month: 1, Day: 1} }
	before := hasAny(text, []string{"avant", "anterieur"})
	after := hasAny(text, []string{"apres", "posterieur", "depuis", "a compter", "a partir"})
	switch {
	case len(years) == 1 && before:
		return predate.Period{To: first(years[0]).AddDays(-1)}, true
	case len(years) == 1 && after:
		return predate.Period{From: first(years[0])}, true
	case len(years) == 1:
		return predate.Period{From: first(years[0]), To: first(years[0] + 1).AddDays(-1)}, true
	case len(years) == 2 && years[0] <= years[1] && !before && !after:
		return predate.Period{From: first(years[0]), To: first(years[1] + 1).AddDays(-1)}, true
	}
	return predate.Period{}, false
}

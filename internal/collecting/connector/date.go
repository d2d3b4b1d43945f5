package connector

import (
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/collecting/recipe"
)

// parseDate reads the date of a listing: ISO, day first, in French words, or an
// instant, which is the day that it was in Paris. Anything else is no date: it
// is only shown, never computed with.
func parseDate(text string) predate.Date {
	text = strings.ToLower(recipe.Squeeze(text))
	if at, err := time.Parse(time.RFC3339, strings.ToUpper(text)); err == nil {
		year, month, day := inParis(at).Date()
		return predate.Date{Year: year, Month: month, Day: day}
	}
	if date, err := predate.ParseDate(head(text, 10)); err == nil {
		return date
	}
	if day := head(text, 10); len(day) == 10 && strings.Count(day, day[2:3]) == 2 && strings.ContainsAny(day[2:3], "/.-") {
		if date, err := predate.ParseDate(day[6:10] + "-" + day[3:5] + "-" + day[0:2]); err == nil {
			return date
		}
	}
	return inWords(text)
}

func head(text string, n int) string { return text[:min(n, len(text))] }

// inWords reads "le 1er mars 2024".
func inWords(text string) predate.Date {
	words := strings.Fields(strings.TrimPrefix(text, "le "))
	if len(words) < 3 {
		return predate.Date{}
	}
	day, err := strconv.Atoi(strings.TrimSuffix(words[0], "er"))
	year, yearErr := strconv.Atoi(words[2])
	month := monthOf(words[1])
	if err != nil || yearErr != nil || month == 0 {
		return predate.Date{}
	}
	at := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if at.Day() != day || year < 1900 || year > 2999 {
		return predate.Date{}
	}
	return predate.Date{Year: year, Month: month, Day: day}
}

// monthOf knows a French month by its name or its usual abbreviation, with
// accents or without.
func monthOf(word string) time.Month {
	plain := strings.NewReplacer("é", "e", "û", "u").Replace(word)
	for i, beginning := range []string{"janv", "fev", "mars", "avr", "mai", "juin", "juil", "aou", "sept", "oct", "nov", "dec"} {
		if strings.HasPrefix(plain, beginning) {
			return time.Month(i + 1)
		}
	}
	return 0
}

// inParis gives the clock of Paris for an instant: an hour more than universal
// time, two between one in the morning, universal time, of the last Sundays of
// March and October (directive 2000/84/CE).
func inParis(at time.Time) time.Time {
	at = at.UTC()
	change := func(month time.Month) time.Time {
		last := time.Date(at.Year(), month, 31, 1, 0, 0, 0, time.UTC)
		return last.AddDate(0, 0, -int(last.Weekday()))
	}
	if !at.Before(change(time.March)) && at.Before(change(time.October)) {
		return at.Add(2 * time.Hour)
	}
	return at.Add(time.Hour)
}

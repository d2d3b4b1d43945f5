package report

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"predate"
)

// ParseRuling reads what a person typed for a figure, in the forms of French
// people: « 1 234,56 € », « 12/03/2026 », « 1er juillet 2025 – 30 juin 2026 », oui or non;
// or a status, « néant », « non exigé », « non communiqué » or « sans objet »; else what
// ParseValue reads. What is ambiguous is refused, never guessed: the refusal is a
// predate.Error whose French sentence shows the right form.
func ParseRuling(key predate.Key, typed string) (predate.Ruling, error) {
	r := predate.Ruling{Key: key, Status: predate.StatusDeclared}
	if status, ok := statusTyped(typed); ok {
		r.Status = status
		return r, r.Check()
	}
	sh, ok := shapeOf(key)
	if !ok {
		return r, r.Check()
	}
	var err error
	if r.Value, err = parseFrench(key, sh, typed); err != nil {
		return r, err
	}
	return r, r.Check()
}

// statusTyped reads a status in the place of a value.
func statusTyped(typed string) (predate.Status, bool) {
	word := plain(typed)
	for _, s := range []predate.Status{predate.StatusNone, predate.StatusNotRequired, predate.StatusMissing, predate.StatusNotApplicable} {
		if name := plain(s.Name()); word == name || word == name+"e" {
			return s, true
		}
	}
	return "", false
}

// plain puts a word into lower case, without accents and with plain spaces.
func plain(typed string) string {
	accents := strings.NewReplacer("é", "e", "è", "e", "ê", "e", "à", "a", "û", "u", "ù", "u", "ô", "o", "î", "i", "ç", "c")
	return accents.Replace(strings.ToLower(spaced(typed)))
}

// spaced trims what was typed and makes every run of spaces one plain space.
func spaced(typed string) string { return strings.Join(strings.Fields(typed), " ") }

func parseFrench(key predate.Key, sh shape, typed string) (predate.Value, error) {
	refuse := func(want string) error {
		return predate.Refuse(predate.CodeInvalid, "%s : la valeur « %s » n’est pas %s.", labelOf(key), spaced(typed), want)
	}
	switch sh.name {
	case "money":
		cents, ok := parseEuros(typed)
		if !ok {
			return nil, refuse("un montant sans ambiguïté, comme 1 234,56")
		}
		return predate.Money(cents), nil
	case "date":
		day, ok := parseDay(typed)
		if !ok {
			return nil, refuse("un jour du calendrier, comme 18/05/2026 ou 18 mai 2026")
		}
		return predate.Day(day), nil
	case "period":
		span, ok := parseSpan(typed)
		if !ok {
			return nil, refuse("un exercice, comme 01/07/2025 – 30/06/2026")
		}
		return predate.Span(span), nil
	case "flag":
		return ParseValue(key, plain(typed))
	case "paper":
		if day, ok := parseDay(typed); ok && key != predate.KeyPPT { // of a plan, it must be said whether it was adopted
			return predate.Paper{Date: day}, nil
		}
	case "contribution":
		amount, on, _ := strings.Cut(spaced(typed), " le ")
		cents, ok := parseEuros(amount)
		if day, also := parseDay(on); ok && also {
			return predate.Contribution{Amount: cents, Date: day}, nil
		}
	}
	return ParseValue(key, typed)
}

func labelOf(key predate.Key) string {
	entry, _ := predate.FigureOf(key)
	return entry.Label
}

// amounts are the forms of an amount of which there is one reading: thousands in
// groups of three after spaces or points, or none; two decimals after a comma, or after a
// point where no point parts thousands, or none. « 1.234 » and « 1,234 » have two readings.
var amounts = regexp.MustCompile(`^([-−+]?) ?(?:(\d+|\d{1,3}(?: \d{3})+)(?:[.,](\d{2}))?|(\d{1,3}(?:\.\d{3})+),(\d{2}))(?: ?(?:€|EUR|euros?))?$`)

func parseEuros(typed string) (predate.Cents, bool) {
	m := amounts.FindStringSubmatch(spaced(typed))
	if m == nil {
		return 0, false
	}
	units := strings.NewReplacer(" ", "", ".", "").Replace(m[2] + m[4])
	decimals := m[3] + m[5]
	if decimals == "" {
		decimals = "00"
	}
	cents, err := predate.ParseDecimal(units + "." + decimals)
	if m[1] != "" && m[1] != "+" {
		cents = -cents
	}
	return cents, err == nil
}

// days are the forms of a day: figures parted by strokes, points or hyphens, the
// year in full, or the name of the month.
var (
	daysInFigures = regexp.MustCompile(`^(\d{1,2})([/.-])(\d{1,2})([/.-])(\d{4})$`)
	daysInWords   = regexp.MustCompile(`^(\d{1,2}|1er) ([a-z]+) (\d{4})$`)
)

func parseDay(typed string) (predate.Date, bool) {
	word := plain(typed)
	if day, err := predate.ParseDate(word); err == nil {
		return day, true
	}
	day, month, year := "", "", ""
	if m := daysInFigures.FindStringSubmatch(word); m != nil && m[2] == m[4] {
		day, month, year = m[1], m[3], m[5]
	} else if m := daysInWords.FindStringSubmatch(word); m != nil {
		day, month, year = strings.TrimSuffix(m[1], "er"), monthNamed(m[2]), m[3]
	}
	d, errDay := strconv.Atoi(day)
	n, errMonth := strconv.Atoi(month)
	y, errYear := strconv.Atoi(year)
	date := predate.Date{Year: y, Month: time.Month(n), Day: d}
	return date, errDay == nil && errMonth == nil && errYear == nil && date.Valid() && y > 1000
}

// monthNamed returns the number of a month by its French name without accents.
func monthNamed(name string) string {
	for i, month := range []string{"janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout", "septembre", "octobre", "novembre", "decembre"} {
		if name == month {
			return strconv.Itoa(i + 1)
		}
	}
	return ""
}

// parseSpan reads two days, the first before the last.
func parseSpan(typed string) (predate.Period, bool) {
	word := strings.TrimPrefix(plain(typed), "du ")
	for _, between := range []string{" au ", " – ", " — ", " - ", "–", "—", "/"} {
		first, last, found := strings.Cut(word, between)
		from, ok := parseDay(first)
		to, also := parseDay(last)
		if found && ok && also {
			return predate.Period{From: from, To: to}, from.Before(to)
		}
	}
	return predate.Period{}, false
}

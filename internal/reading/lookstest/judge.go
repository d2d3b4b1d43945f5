package lookstest

import (
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Verdict is the judgement of one figure.
type Verdict string

// A figure that a report does not give is omitted; a value that is not the
// truth's, or a value where there is none to give, is wrong.
const (
	Right   Verdict = "right"
	Omitted Verdict = "omitted"
	Wrong   Verdict = "wrong"
)

// Judge compares the figures of a report with those of a truth, both decoded
// from JSON.
func Judge(truth, report object) map[string]Verdict {
	verdicts := map[string]Verdict{}
	figures := within(report, "figures")
	for key, want := range within(truth, "fields") {
		verdicts[key] = judge(key, want.(object), within(figures, key))
	}
	return verdicts
}

func within(o object, key string) object {
	inner, _ := o[key].(object)
	return inner
}

func judge(key string, truth, got object) Verdict {
	status, _ := got["status"].(string)
	value, want := got["value"], truth["value"]
	silent := status == "" || status == "missing" || status == "not_required" || status == "conflicting"
	switch truth["status"] {
	case "missing", "not_required":
		if silent || status == "none" && blank(value) {
			return Right
		}
		return Wrong
	}
	if status == "missing" && truth["status"] == "none" && blank(want) && slices.Contains(papersOfTheLaw(), key) {
		return Right // its absence from the folder proves nothing
	}
	if silent {
		return Omitted
	}
	if truth["status"] == "none" && status == "none" && blank(want) {
		return Right
	}
	also, _ := truth["also_accepted"].(object)
	right := same(key, want, value, truth["tolerance"])
	switch {
	case also != nil && same(key, also["amount"], value, truth["tolerance"]):
		right = true
	case want == nil && truth["status"] != "none":
		right = status == truth["status"]
	}
	if right {
		return Right
	}
	return Wrong
}

// papersOfTheLaw are the figures that say whether a paper was supplied: one that
// is not in the dossier is missing, and nobody knows that there is none.
func papersOfTheLaw() []string {
	return []string{"asbestos_report", "collective_epc", "coownership_rules", "division_amendment", "dtg", "insurance", "lead_report", "maintenance_log", "minutes", "ppt", "summary_sheet"}
}

func blank(v any) bool {
	list, isList := v.([]any)
	return v == nil || v == "" || v == "0.00" || v == false || isList && len(list) == 0
}

// same reports whether got means want, under the reading rules of the field.
func same(key string, want, got, tolerance any) bool {
	switch key {
	case "building_address", "condominium_name", "managing_agent":
		return alike(tokens(want), tokens(got))
	case "registration_number":
		return strings.ReplaceAll(plain(want), " ", "") == strings.ReplaceAll(plain(got), " ", "")
	case "owners":
		return slices.Equal(tokens(want), tokens(got))
	case "lots":
		return sameRows(want, got, "number", "shares")
	case "allocation_keys":
		return sameRows(measured(want), measured(got), "total", "lot_share")
	case "voted_works":
		return sameRows(want, got, "voted_on", "amount")
	case "legal_proceedings", "collective_loans":
		return len(rows(want)) == len(rows(got)) && len(rows(got)) > 0 || blank(want) && blank(got)
	case "insurance":
		w, g := asObject(want), asObject(got)
		return slices.Equal(tokens(w["insurer"]), tokens(g["insurer"])) && w["until"] == g["until"]
	}
	return sameValue(want, got, tolerance)
}

func sameValue(want, got, tolerance any) bool {
	switch w := want.(type) {
	case nil:
		return got == nil
	case bool:
		return w == got
	case object:
		g := asObject(got)
		for _, k := range []string{"amount", "date", "from", "to"} {
			if _, asked := w[k]; asked && !sameValue(w[k], g[k], tolerance) {
				return false
			}
		}
		return g != nil
	case []any:
		return sameCalls(w, rows(got), tolerance)
	}
	if w, isMoney := cents(want); isMoney {
		g, ok := cents(got)
		t, _ := cents(tolerance)
		return ok && math.Abs(float64(w-g)) <= float64(t)
	}
	return plain(want) == plain(got)
}

// sameCalls compares lists of dated amounts, or of days, in any order.
func sameCalls(want, got []any, tolerance any) bool {
	if len(want) != len(got) {
		return false
	}
	t, _ := cents(tolerance)
	w, g := dated(want), dated(got)
	for i := range w {
		if w[i].date != g[i].date || math.Abs(float64(w[i].amount-g[i].amount)) > math.Max(2, float64(t)) {
			return false
		}
	}
	return true
}

type datedAmount struct {
	date   string
	amount int64
}

func dated(list []any) []datedAmount {
	found := make([]datedAmount, 0, len(list))
	for _, v := range list {
		if day, ok := v.(string); ok {
			found = append(found, datedAmount{date: day})
			continue
		}
		day, _ := asObject(v)["date"].(string)
		amount, _ := cents(asObject(v)["amount"])
		found = append(found, datedAmount{day, amount})
	}
	sort.Slice(found, func(i, j int) bool {
		return found[i].date < found[j].date || found[i].date == found[j].date && found[i].amount < found[j].amount
	})
	return found
}

func asObject(v any) object {
	o, _ := v.(object)
	return o
}

func rows(v any) []any {
	list, _ := v.([]any)
	return list
}

// measured leaves out the metered keys, whose shares are volumes.
func measured(v any) any {
	var kept []any
	for _, row := range rows(v) {
		if asObject(row)["metered"] != true {
			kept = append(kept, row)
		}
	}
	return kept
}

// sameRows compares two lists of objects by two of their fields, in any order.
func sameRows(want, got any, fields ...string) bool {
	line := func(v any) []string {
		var lines []string
		for _, row := range rows(v) {
			text := ""
			for _, f := range fields {
				text += plain(asObject(row)[f]) + "|"
			}
			lines = append(lines, text)
		}
		sort.Strings(lines)
		return lines
	}
	return slices.Equal(line(want), line(got))
}

// cents reads a decimal amount; false for anything else.
func cents(v any) (int64, bool) {
	s, ok := v.(string)
	if !ok || !regexp.MustCompile(`^-?\d+\.\d\d$`).MatchString(s) {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.Replace(s, ".", "", 1), 10, 64)
	return n, err == nil
}

// plain writes a value without case, accents or marks.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		text := strings.ToLower(strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFKD.String(v)))
		return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }), " ")
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case nil:
		return ""
	}
	return "?"
}

func tokens(v any) []string {
	civil := []string{"m", "mme", "mlle", "monsieur", "madame", "mr", "et", "ou", "de", "du", "la", "le", "les", "epoux", "indivision", "sci", "consorts", "succession"}
	text, _ := v.(string)
	for _, part := range rows(v) {
		name, _ := part.(string)
		text += " " + name
	}
	words := strings.Fields(plain(text))
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(civil, w) })
	sort.Strings(words)
	return slices.Compact(words)
}

// alike reports whether most words of want are in got, and few others.
func alike(want, got []string) bool {
	shared := 0
	for _, w := range want {
		if slices.Contains(got, w) {
			shared++
		}
	}
	return len(want) > 0 && float64(shared) >= 0.8*float64(len(want)) && len(got)-shared <= 4
}

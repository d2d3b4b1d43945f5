package wording

import (
	_ "embed"
	"strconv"
	"strings"

	"predate"
)

//go:embed sentences.txt
var sentences string

// Of returns a reason in French; "" for none. A code without a sentence shows
// itself, rather than nothing.
func Of(r predate.Reason) string {
	if words, ok := r.Words(); ok || r.IsZero() {
		return words
	}
	sentence, ok := sentenceOf(r.Code)
	if !ok {
		return string(r.Code)
	}
	return fill(sentence, r.About)
}

// All returns several reasons in French.
func All(reasons []predate.Reason) []string {
	var out []string
	for _, r := range reasons {
		out = append(out, Of(r))
	}
	return out
}

func sentenceOf(code predate.ReasonCode) (string, bool) {
	_, rest, found := strings.Cut(sentences, "\n"+string(code)+": ")
	sentence, _, _ := strings.Cut(rest, "\n")
	return sentence, found
}

// fill puts terms in the places of a sentence: {0} is the first, and {0|one|many}
// one of two wordings, by how many things the first lists.
func fill(sentence string, about []predate.Term) string {
	var b strings.Builder
	for {
		before, rest, more := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !more {
			return b.String()
		}
		place, after, _ := strings.Cut(rest, "}")
		b.WriteString(inPlace(place, about))
		sentence = after
	}
}

func inPlace(place string, about []predate.Term) string {
	parts := strings.Split(place, "|")
	i, err := strconv.Atoi(parts[0])
	if err != nil || i >= len(about) {
		return "?"
	}
	if len(parts) != 3 {
		return term(about[i])
	}
	if many(about[i]) {
		return parts[2]
	}
	return parts[1]
}

// many reports whether a term lists more than one thing.
func many(t predate.Term) bool {
	switch t := t.(type) {
	case predate.Texts:
		return len(t) > 1
	case predate.Days:
		return len(t) > 1
	}
	return false
}

// term writes what a reason is about as it stands inside a sentence.
func term(t predate.Term) string {
	switch t := t.(type) {
	case predate.Cents:
		return Euros(t)
	case predate.Date:
		return Day(t)
	case predate.Period:
		return t.Label()
	case predate.Span:
		return span(predate.Period(t))
	case predate.Text:
		return string(t)
	case predate.FileName:
		return string(t)
	case predate.Count:
		return strconv.FormatInt(int64(t), 10)
	case predate.Texts:
		return enumerate(t)
	case predate.Days:
		return enumerate(each(t, Day))
	case predate.Nature:
		return natureName(t)
	case predate.Key:
		return figureName(t)
	case predate.Said:
		return printed(t.Value)
	case predate.Reason:
		return Of(t)
	case predate.Reasons:
		return strings.Join(All(t), " ; ")
	}
	return ""
}

// figureName is the French name of a figure.
func figureName(k predate.Key) string {
	entry, ok := predate.FigureOf(k)
	if !ok {
		return string(k)
	}
	return entry.Name()
}

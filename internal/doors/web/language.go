package web

import (
	"strconv"
	"strings"
)

// Language is one that the API speaks.
type Language string

// The languages.
const (
	English Language = "en"
	French  Language = "fr"
)

// maxLanguages bounds how much of a header is looked at.
const maxLanguages = 20

// LanguageOf reads Accept-Language (RFC 9110, section 12.5.4): the language of ours that
// it prefers, English where it names none.
func LanguageOf(accept string) Language {
	chosen, best := English, 0.0
	for i, part := range strings.Split(accept, ",") {
		if i == maxLanguages {
			break
		}
		tag, parameters, _ := strings.Cut(part, ";")
		base, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		if base == "*" {
			base = string(English)
		}
		weight := weightOf(parameters)
		if (base == string(English) || base == string(French)) && weight > best {
			chosen, best = Language(base), weight
		}
	}
	return chosen
}

// weightOf reads the parameter q; one that cannot be read weighs nothing.
func weightOf(parameters string) float64 {
	name, value, given := strings.Cut(parameters, "=")
	if !given || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 1
	}
	weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(weight >= 0 && weight <= 1) {
		return 0
	}
	return weight
}

// In says a sentence in a language, and in which it does: one that the contract fixes
// stays English, and so does one that is not among these.
func In(language Language, text string, among []Sentence) (said string, in Language) {
	if language != French {
		return text, English
	}
	for _, sentence := range among {
		if values, ok := sentence.match(text); ok {
			if sentence.Fixed {
				return text, English
			}
			return fill(sentence.French, values), French
		}
	}
	return text, English
}

// CodeOf is the code of a sentence among some; otherwise where it is none of them.
func CodeOf(text string, among []Sentence, otherwise string) string {
	for _, sentence := range among {
		if _, ok := sentence.match(text); ok {
			return sentence.Code
		}
	}
	return otherwise
}

// hole stands for a value in a sentence.
const hole = "{}"

// match reports whether a text is the sentence, with which values.
func (s Sentence) match(text string) (values []string, ok bool) {
	parts := strings.Split(s.English, hole)
	last := len(parts) - 1
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok || last == 0 {
		return nil, ok && rest == ""
	}
	for _, part := range parts[1:last] {
		value, after, found := strings.Cut(rest, part)
		if !found {
			return nil, false
		}
		values, rest = append(values, value), after
	}
	value, ok := strings.CutSuffix(rest, parts[last])
	return append(values, value), ok && value != ""
}

// fill puts values into a sentence.
func fill(sentence string, values []string) string {
	if len(values) == 0 {
		return sentence
	}
	before, after, _ := strings.Cut(sentence, hole)
	// What is filled in is not looked at again, whatever it holds.
	return before + values[0] + fill(after, values[1:])
}

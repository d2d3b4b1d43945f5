package web

import (
	"strconv"
	"strings"
)

// Language is a language of the API's sentences.
type Language string

// The languages.
const (
	English Language = "en"
	French  Language = "fr"
)

// maxLanguages is the maximum number of entries of a header that are parsed.
const maxLanguages = 20

// LanguageOf parses Accept-Language (RFC 9110, section 12.5.4) and returns the preferred
// language of the API, or English if the header names none.
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

// weightOf parses the parameter q; a malformed one has weight zero.
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

// In returns a sentence in a language, and the language that was used: a sentence that the
// contract prescribes stays English, and so does one that is not in among.
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

// CodeOf returns the code of a sentence in among, or otherwise if it is not in among.
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

// match reports whether a text is the sentence, and returns the values in it.
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

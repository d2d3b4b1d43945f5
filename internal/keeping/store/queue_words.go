package store

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

const (
	maxWords      = 60 // of an order
	maxWordLength = 40
	maxAsked      = 8 // words of one search
)

// searchWords are the words by which operators find an order, each once.
func searchWords(o predate.Order, registration string) []string {
	texts := []string{string(o.ID), o.ExternalID, o.Property.Street, o.Property.Additional, o.Property.Zipcode, o.Property.City, o.Syndic.Name}
	for _, owner := range o.Owners {
		texts = append(texts, owner.Firstname, owner.Lastname)
	}
	words := wordsOf(strings.Join(texts, " "))
	if number := registrationWord(registration); number != "" {
		words = append(words, number)
	}
	slices.Sort(words)
	words = slices.Compact(words)
	return words[:min(len(words), maxWords)]
}

// SearchWords returns the prefixes of words that a search text asks for; none if it is
// empty.
func SearchWords(asked string) []string {
	if number := registrationWord(asked); number != "" {
		return []string{number}
	}
	words := wordsOf(asked)
	slices.Sort(words)
	words = slices.Compact(words)
	return words[:min(len(words), maxAsked)]
}

// wordsOf splits a text at everything that is not a letter or digit. Words consist of
// a–z and 0–9 only, which every collation sorts in the same order, so that words
// with a common prefix are adjacent in the index of both engines.
func wordsOf(text string) []string {
	var b strings.Builder
	for _, r := range fold.Letters(cleanText(text)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r < 0x80 || r == '°' || r == '€' || r == '«' || r == '»' || r == '·' || r == '•' || r == '\uFFFD':
			b.WriteByte(' ')
		default:
			b.WriteString("x" + strconv.FormatInt(int64(r), 16))
		}
	}
	words := strings.Fields(b.String())
	for i, word := range words {
		words[i] = word[:min(len(word), maxWordLength)]
	}
	return words
}

// registrationWord returns a number of the national register of syndicats as one word,
// or "" if the text is none.
func registrationWord(text string) string {
	number := strings.Join(wordsOf(text), "")
	if ok, err := regexp.MatchString(`^[a-z]{2}[0-9]{7}$`, number); err != nil || !ok {
		return ""
	}
	return number
}

// afterAll returns the first word after all words with a prefix, or "" if there is
// none.
func afterAll(beginning string) string {
	for i := len(beginning) - 1; i >= 0; i-- {
		switch c := beginning[i]; c {
		case 'z':
			continue
		case '9':
			return beginning[:i] + "a"
		default:
			return beginning[:i] + string(rune(c+1))
		}
	}
	return ""
}

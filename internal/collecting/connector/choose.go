package connector

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"predate"
	"predate/internal/base/fold"
)

// subject is what an order says of the account that it is about.
type subject struct {
	address predate.Address
	owners  []predate.Owner
	lots    string
}

// chooseAccounts gives the accounts that an order is about: those of its
// building, then of its owner, then of its lots. Several remain only where the
// order names the lot of each. The code is the failure, "" when there is none:
// an account taken by guess would be another person's.
func chooseAccounts(all []Account, order subject) ([]int, predate.FailureCode) {
	indices := make([]int, len(all))
	for i := range all {
		indices[i] = i
	}
	left := keepOnly(indices, func(i int) bool { return order.atBuilding(all[i], len(all) == 1) })
	left = keepOnly(left, func(i int) bool { return order.owned(all[i]) != different })
	if len(left) == 0 {
		return nil, predate.AccountNotFound
	}
	// A sure likeness goes before what the site does not say.
	left = prefer(left, func(i int) bool { return order.street(all[i]) == alike })
	left = prefer(left, func(i int) bool { return order.owned(all[i]) == alike })
	if len(left) == 1 {
		return left, ""
	}
	named := keepOnly(left, func(i int) bool { return order.lot(all[i]) })
	switch {
	case len(named) == 1, len(named) > 1 && distinctLots(all, named):
		return named, ""
	}
	return nil, predate.AccountAmbiguous
}

func keepOnly(list []int, holds func(int) bool) []int {
	var kept []int
	for _, i := range list {
		if holds(i) {
			kept = append(kept, i)
		}
	}
	return kept
}

// prefer keeps those for which it holds, or all when it holds for none.
func prefer(list []int, holds func(int) bool) []int {
	if better := keepOnly(list, holds); len(better) > 0 {
		return better
	}
	return list
}

// likeness is what two texts say of one another; unsaid when one is missing.
type likeness int

const (
	unsaid likeness = iota
	alike
	different
)

// atBuilding says whether an account may be of the order's building. Of a
// single account only another postcode tells that it is not: a building with
// several entrances has several addresses.
func (o subject) atBuilding(a Account, single bool) bool {
	zip := same(digits(o.address.Zipcode), digits(a.Zipcode))
	return zip != different && (single || o.street(a) != different)
}

func same(a, b string) likeness {
	switch {
	case a == "" || b == "":
		return unsaid
	case a == b:
		return alike
	}
	return different
}

// street compares the streets: one number in common, and the words of the one
// all in the other, but for those that say no more than "street".
func (o subject) street(a Account) likeness {
	ours, theirs := readStreet(o.address.Street), readStreet(a.Address)
	if len(ours.words) == 0 || len(theirs.words) == 0 {
		return unsaid
	}
	if !holdsAll(ours.words, theirs.words) && !holdsAll(theirs.words, ours.words) {
		return different
	}
	if len(ours.numbers) == 0 || len(theirs.numbers) == 0 {
		return unsaid
	}
	for number := range ours.numbers {
		if theirs.numbers[number] {
			return alike
		}
	}
	return different
}

func holdsAll(big, small map[string]bool) bool {
	for word := range small {
		if !big[word] {
			return false
		}
	}
	return true
}

// street is an address reduced to what tells it apart.
type street struct {
	numbers map[string]bool // "12", "12bis"
	words   map[string]bool
}

// readStreet reads "12-16 bis, av. du Général-Leclerc". What follows a postcode
// is the town, and no street.
func readStreet(text string) street {
	read := street{map[string]bool{}, map[string]bool{}}
	tokens := strings.FieldsFunc(strings.ToLower(fold.Text(text)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' })
	named := false // the kind of street was read: what follows is its name
	for i := 0; i < len(tokens); i++ {
		token := strings.Trim(tokens[i], "-")
		switch {
		case len(token) == 5 && digits(token) == token:
			return read
		case token == "":
		case token[0] >= '0' && token[0] <= '9':
			if named {
				continue // "rue du 8 mai 1945"
			}
			suffix := ""
			if i+1 < len(tokens) && slices.Contains([]string{"b", "bis", "t", "ter", "quater"}, tokens[i+1]) {
				suffix = tokens[i+1][:1]
				i++
			}
			for _, number := range numbersOf(token) {
				read.numbers[number+suffix] = true
			}
		default:
			for _, word := range strings.Split(token, "-") {
				named = named || streetKind(word)
				if word = fullWord(word); word != "" {
					read.words[word] = true
				}
			}
		}
	}
	return read
}

// numbersOf gives the numbers of one side of the street from "12-16"; "12bis"
// is "12b".
func numbersOf(token string) []string {
	first, last, ranged := strings.Cut(token, "-")
	from, err := strconv.Atoi(first)
	to, lastErr := strconv.Atoi(last)
	if !ranged || err != nil || lastErr != nil || to < from || to-from > 60 {
		number := digits(first)
		if rest := strings.TrimPrefix(first, number); rest != "" {
			number += rest[:1]
		}
		return []string{number}
	}
	var all []string
	for n := from; n <= to; n += 2 {
		all = append(all, strconv.Itoa(n))
	}
	if (to-from)%2 == 1 {
		all = append(all, last)
	}
	return all
}

// streetKind says whether a word is "street" or one of its kind.
func streetKind(word string) bool {
	switch word {
	case "rue", "r", "avenue", "av", "ave", "boulevard", "bd", "bld", "blvd", "boul", "place", "pl",
		"allee", "allees", "all", "impasse", "imp", "chemin", "che", "chem", "ch", "route", "rte", "quai",
		"cours", "crs", "square", "sq", "passage", "pas", "pass", "villa":
		return true
	}
	return false
}

// fullWord gives the long form of an abbreviation, "" for a word that tells
// nothing apart.
func fullWord(word string) string {
	if streetKind(word) {
		return ""
	}
	switch word {
	case "de", "du", "des", "la", "le", "les", "l", "d", "et", "a", "au", "aux", "sur",
		"residence", "res", "immeuble", "batiment", "bat", "copropriete", "sdc":
		return ""
	case "st":
		return "saint"
	case "ste":
		return "sainte"
	case "fbg", "fg":
		return "faubourg"
	case "gal", "gen", "gl":
		return "general"
	case "mal":
		return "marechal"
	case "pdt", "pres":
		return "president"
	case "dr":
		return "docteur"
	}
	return word
}

// owned compares the owners: a last name of the order's in what the site says.
func (o subject) owned(a Account) likeness {
	theirs := wordsOf(a.Owner)
	if len(theirs) == 0 || len(o.owners) == 0 {
		return unsaid
	}
	for _, owner := range o.owners {
		if name := wordsOf(owner.Lastname); len(name) > 0 && holdsAll(theirs, name) {
			return alike
		}
	}
	return different
}

func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(fold.Text(text)), func(r rune) bool { return !unicode.IsLetter(r) }) {
		words[word] = true
	}
	return words
}

// lot says whether the order names a lot of the account.
func (o subject) lot(a Account) bool {
	ours := lotNumbers(o.lots)
	for _, number := range lotNumbers(a.Lots) {
		if slices.Contains(ours, number) {
			return true
		}
	}
	return false
}

// distinctLots says that no lot is of two accounts: the accounts are then
// parts of one sale, and not two that look the same.
func distinctLots(all []Account, list []int) bool {
	seen := map[string]bool{}
	for _, i := range list {
		for _, number := range lotNumbers(all[i].Lots) {
			if seen[number] {
				return false
			}
			seen[number] = true
		}
	}
	return true
}

// lotNumbers gives the numbers of "Lots n° 0012, 45".
func lotNumbers(text string) []string {
	var numbers []string
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		if run = strings.TrimLeft(run, "0"); run != "" {
			numbers = append(numbers, run)
		}
	}
	return numbers
}

// digits gives the digits that a text begins with.
func digits(text string) string {
	text = strings.TrimSpace(text)
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		return text
	}
	return text[:end]
}

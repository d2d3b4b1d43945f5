package mask

import (
	_ "embed"
	"regexp"
	"strings"

	"predate/internal/base/fold"
)

// given are the first names that persons are known by, and others words that begin no
// person's name, or stand before the name of a street, a building or a company; folded,
// with spaces between them.
var (
	//go:embed given.txt
	given string
	//go:embed others.txt
	others string
)

const (
	capital = `\p{Lu}[\p{L}’'-]+`
	named   = `(?:(?:de [Ll]a |de |du |des |van |von |d[’'])?` + capital + `)`
	number  = `(?:[A-Za-z]{1,2}-?)?\d+[A-Za-z]?`
)

var (
	run     = regexp.MustCompile(capital + `(?: ` + named + `)*`) // of words with a capital, the particles of nobles between them
	word    = regexp.MustCompile(`(?:^| )(?:de [Ll]a |de |du |des |van |von |d[’'])?(` + capital + `)`)
	initial = regexp.MustCompile(`(^|[\s(,;:–-])(\p{Lu}(?:\.|-\p{Lu}\.) ?)(` + capital + `)`)
	// opposed stands before a person, within before the end of a word.
	opposed = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:contre|c/|affaire|encontre d[eu]|assignation d[eu]|poursuites? de|copropriétaires?|propriétaires?|débiteurs?|débitrices?|locataires?)(?: (?:est|sont|nommé|nommée|défaillant|défaillante|débiteur|débitrice))?[\s:]+$`)
	within  = regexp.MustCompile(`[\p{L}-]$|(?:^|[\p{L}-][dD]|[^dD])[’']$`)
	// byLot and ofLot are the number of a lot, after and before a name.
	byLot = regexp.MustCompile(`^\s*[,(:–-]?\s*(?i:lots?\s*(?:n[°o]s?\.?\s*)?)(` + number + `)`)
	ofLot = regexp.MustCompile(`(?i:lot\s*(?:n[°o]\.?\s*)?)(` + number + `)\s*[,(:–-]?\s*$`)
)

// persons finds the names of persons that no title of courtesy announces: a family name
// beside a first name or its initial, what follows words such as « contre » or
// « copropriétaire », and what stands beside the number of a lot that is not sold.
type persons struct {
	given, others map[string]bool
	known         map[string]bool // words of names that stay, folded
}

func newPersons() persons {
	set := func(words string) map[string]bool {
		all := strings.Fields(words)
		out := make(map[string]bool, len(all))
		for _, w := range all {
			out[w] = true
		}
		return out
	}
	return persons{given: set(given), others: set(others)}
}

// mask masks persons in words that are quoted; sold tells the numbers of the lots that are.
func (p persons) mask(words string, sold map[string]bool) string {
	words = initial.ReplaceAllStringFunc(words, func(found string) string {
		parts := initial.FindStringSubmatch(found)
		if p.stays(parts[3]) || len([]rune(parts[3])) < 3 {
			return found
		}
		return parts[1] + masked
	})
	var out strings.Builder
	last := 0
	for _, at := range run.FindAllStringIndex(words, -1) {
		before, after := words[:at[0]], words[at[1]:]
		if within.MatchString(before) {
			continue // the end of a word
		}
		from, to := p.person(words[at[0]:at[1]], before, p.another(byLot, after, sold), p.another(ofLot, before, sold) || opposed.MatchString(before))
		if from == to {
			continue
		}
		out.WriteString(words[last:at[0]+from] + masked)
		last = at[0] + to
	}
	return out.String() + words[last:]
}

// another reports whether a lot that is not sold stands where pattern finds one.
func (p persons) another(pattern *regexp.Regexp, words string, sold map[string]bool) bool {
	found := pattern.FindStringSubmatch(words)
	return found != nil && !sold[fold.LotName(found[1])]
}

// person is the part of a run of words that names a person; nothing for none. Before an
// announced one stands what only persons follow; a lot that is not sold follows a housed one.
func (p persons) person(run, before string, housed, announced bool) (from, to int) {
	if !announced && p.other(lastWord(before)) {
		return 0, 0
	}
	var words []string
	var at [][]int
	stopped := false
	for _, found := range word.FindAllStringSubmatchIndex(run, -1) {
		w := run[found[2]:found[3]]
		if stopped = p.other(w); stopped {
			break // it begins no name
		}
		words, at = append(words, w), append(at, found[2:4])
	}
	n := len(words)
	if n == 0 || p.stays(words...) {
		return 0, 0
	}
	if announced || housed && !stopped {
		return 0, at[n-1][1]
	}
	for i, w := range words {
		if !p.isGiven(w) {
			continue
		}
		first := i
		if i > 0 && (i == n-1 || capitals(words[i-1])) {
			first = i - 1
		}
		if n-first < 2 {
			return 0, 0 // a first name by itself is nobody's
		}
		return at[first][0], at[n-1][1]
	}
	return 0, 0
}

// isGiven reports whether a word is a first name, or several with hyphens.
func (p persons) isGiven(word string) bool {
	for part := range strings.SplitSeq(folded(word), "-") {
		if !p.given[part] {
			return false
		}
	}
	return true
}

// stays reports whether one of the words is of a name that is told.
func (p persons) stays(words ...string) bool {
	for _, w := range words {
		if name := folded(w); len(name) > 2 && p.known[name] || p.other(w) {
			return true
		}
	}
	return false
}

// other reports whether a word begins no name of a person.
func (p persons) other(word string) bool {
	word = strings.TrimRight(word, ".:,")
	if r := []rune(word); len(r) > 2 && strings.ContainsRune("’'", r[1]) && strings.ContainsRune("LlJjNnQqSsCc", r[0]) {
		return true // l’assemblée
	}
	return p.others[folded(word)]
}

func folded(word string) string { return strings.ReplaceAll(fold.Letters(word), "’", "'") }

// capitals reports whether a word is written in capitals.
func capitals(word string) bool { return word == strings.ToUpper(word) }

func lastWord(text string) string {
	words := strings.Fields(text)
	if len(words) == 0 || strings.HasSuffix(words[len(words)-1], ".") && len(words[len(words)-1]) > 4 {
		return ""
	}
	return words[len(words)-1]
}

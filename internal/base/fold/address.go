package fold

import (
	"regexp"
	"strconv"
	"strings"
)

// Address is where a building is, as some folded words say it.
type Address struct {
	Houses []Houses // none where no number is printed
	Street string   // the name of the way, without its kind and articles: "bigaradiers"
	Zip    string   // empty where it is not printed
	// Start and End are where the words begin and end in the text.
	Start, End int
}

// Houses is one house number, or all from one to another: "58", "2 a 6".
type Houses struct{ From, To House }

// House is a number with its letter or its "bis".
type House struct {
	Number int
	Mark   string
}

// Meeting is how two addresses lie to one another.
type Meeting int

// The four answers. MayMeet is for what the words leave open: a number is
// missing, "58" beside "58 bis", the same number and street of another town.
const (
	Elsewhere Meeting = iota // another street
	NextDoor                 // the same street, other numbers
	MayMeet
	SameDoor
)

// The words with which the name of a street begins, and their abridgements. Two
// ways have a name of two words.
const (
	wayWords = `rue|avenue|boulevard|place|allee|allees|impasse|chemin|quai|cours|route|square|passage|traverse|montee|residence|faubourg|villa|` +
		`cite|esplanade|promenade|sentier|sente|ruelle|venelle|mail|voie|clos|hameau|lotissement|parvis|galerie|cour|digue|levee|corniche|chaussee`
	wayShort = `av|ave|bd|bld|boul|pl|all|imp|ch|che|crs|rte|sq|pass|trav|fbg|fg|esp|prom`
	ways     = `(?:` + wayWords + `|(?:` + wayShort + `)\.?|rond[- ]point|grande? rue)`
	wayHeads = `|` + wayWords + `|` + wayShort + `|rond|rond-point|grand|grande|`
)

const (
	house = `\d{1,4}(?: ?(?:bis|ter|quater)|[a-d]| [a-d])?`
	// A comma parts house numbers only in a list that ends with "et": in "lot
	// 12, 14 rue Haute" it does not.
	houses = house + `(?:(?:, ?` + house + `)* ?(?:et|&) ?(?:au )?` + house + `| ?(?:-|/|a|au|et|&) ?` + house + `)*`
)

var (
	addressForm  = regexp.MustCompile(`(?:^|[^a-z0-9/.-])((?:n°s? )?(` + houses + `) ?,? ?)\b(` + ways + `) ([^,;:()|·•\n]+)`)
	bareForm     = regexp.MustCompile(`(?:^|[^a-z0-9/.,-])((` + houses + `) ?,? )([a-z][a-z' .-]{3,40}?)(?: ?[,-] ?| )(\d{5}) [a-z]`)
	writtenDay   = regexp.MustCompile(`\d ?/ ?\d{1,2} ?/ ?\d`)
	fromTo       = regexp.MustCompile(`(\d|bis|ter) ?(?:a|au) (\d)`)
	numbersForm  = regexp.MustCompile(`(\d{1,4})(?: ?(bis|ter|quater|[a-d])\b)?`)
	zipForm      = regexp.MustCompile(`^[ ,;:()|·•-]{0,4}(?:[a-z' -]{3,30}[,-] ?)?(\d{5})\b`)
	streetHead   = regexp.MustCompile(`^(?:` + houses + ` ?,? ?)?(?:` + ways + ` )?(.+)$`)
	leadingWords = regexp.MustCompile(`^(?:(?:de|du|des|la|le|les|aux?) |(?:d|l)')+`)
)

// mayNameWay reports whether a text has a number, and after it a word with which
// the name of a street begins: what addressForm asks for. Most runs of a page are
// amounts and labels, and looking for words is far cheaper than for forms.
func mayNameWay(text string) bool {
	from := strings.IndexAny(text, "0123456789")
	if from < 0 {
		return false
	}
	for rest := text[from:]; ; {
		at := strings.IndexAny(rest, " ,")
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
		if word, _, more := strings.Cut(rest, " "); more && isWay(word) {
			return true
		}
	}
}

// isWay reports whether the name of a street may begin with a word.
func isWay(word string) bool {
	return strings.Contains(wayHeads, "|"+strings.TrimSuffix(word, ".")+"|")
}

// mayHoldZip reports whether a text has five digits, a space and a letter: what
// bareForm ends with.
func mayHoldZip(text string) bool {
	digits := 0
	for i := 0; i+2 < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			digits = 0
			continue
		}
		digits++
		if digits >= 5 && text[i+1] == ' ' && text[i+2] >= 'a' && text[i+2] <= 'z' {
			return true
		}
	}
	return false
}

// Addresses finds the addresses with a house number in a folded text.
func Addresses(text string) []Address {
	var out []Address
	for from := 0; mayNameWay(text[from:]); {
		rest := text[from:]
		m := addressForm.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		name := streetWords(rest[m[8]:m[9]])
		a := Address{Start: from + m[2], End: from + m[8] + len(name), Houses: housesIn(rest[m[4]:m[5]]), Street: plainStreet(name)}
		from = a.End
		if z := zipForm.FindStringSubmatch(text[a.End:]); z != nil {
			a.Zip = z[1]
		}
		if a.Street != "" && len(a.Houses) > 0 {
			out = append(out, a)
		}
	}
	if len(out) > 0 || !mayHoldZip(text) {
		return out
	}
	for _, m := range bareForm.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, Address{
			Start: m[2], End: m[7], Houses: housesIn(text[m[4]:m[5]]), Street: plainStreet(text[m[6]:m[7]]), Zip: text[m[8]:m[9]],
		})
	}
	return out
}

// AddressOf reads the street line of an order, folded, and its postal code.
func AddressOf(street, zip string) Address {
	if found := Addresses(street); len(found) > 0 {
		found[0].Zip = zip
		return found[0]
	}
	a := Address{Zip: zip}
	m := streetHead.FindStringSubmatch(street)
	if m == nil {
		return a
	}
	a.Street = plainStreet(m[1])
	if at := strings.LastIndex(street, m[1]); at > 0 {
		a.Houses = housesIn(street[:at])
	}
	return a
}

// streetWords cuts what follows a way to the words of its name.
func streetWords(s string) string {
	words := strings.SplitAfter(s, " ")
	end := 0
	for i, w := range words {
		bare := strings.TrimSpace(w)
		joins := (bare == "et" || bare == "ou" || bare == "&") && i+1 < len(words) && startsWithDigit(words[i+1])
		if joins || bare == "-" || i > 7 || len(bare) == 5 && startsWithDigit(bare) {
			break
		}
		end += len(w)
	}
	return strings.TrimRight(s[:end], " -.")
}

// housesIn reads "58", "58 bis", "2 a 6", "58 et 60", "58/60". What does not go
// upwards within a block of houses is no list: its last number holds. A day is
// none at all.
func housesIn(s string) []Houses {
	if writtenDay.MatchString(s) {
		return nil
	}
	s = fromTo.ReplaceAllString(s, "$1-$2")
	found := numbersForm.FindAllStringSubmatchIndex(s, -1)
	var list []Houses
	for i, m := range found {
		h := House{Mark: ""}
		h.Number, _ = strconv.Atoi(s[m[2]:m[3]])
		if m[4] >= 0 {
			h.Mark = s[m[4]:m[5]]
		}
		if i == 0 {
			list = append(list, Houses{h, h})
			continue
		}
		last := &list[len(list)-1]
		sep := strings.TrimSpace(s[found[i-1][1]:m[0]])
		switch far := h.Number < last.To.Number || h.Number-last.To.Number > longestBlock; {
		case far:
			list = []Houses{{h, h}}
		case sep == "-":
			last.To = h
		default:
			list = append(list, Houses{h, h})
		}
	}
	return list
}

// longestBlock is how many house numbers one building spans at most.
const longestBlock = 80

// plainStreet writes a folded street without hyphens or apostrophes, and with
// the usual abridgements, since two papers seldom write it alike.
func plainStreet(folded string) string {
	short := map[string]string{
		"saint": "st", "sainte": "ste", "general": "gal", "marechal": "mal", "docteur": "dr", "professeur": "pr",
		"capitaine": "cne", "commandant": "cdt", "colonel": "cl", "president": "pdt",
	}
	folded = leadingWords.ReplaceAllString(strings.TrimSpace(folded), "")
	words := strings.FieldsFunc(folded, func(r rune) bool { return strings.ContainsRune(" -',.", r) })
	for i, w := range words {
		if s, ok := short[w]; ok {
			words[i] = s
		}
	}
	return strings.Join(words, " ")
}

// Meets compares two addresses.
func (a Address) Meets(b Address) Meeting {
	switch {
	case !sameStreet(a.Street, b.Street):
		return Elsewhere
	case len(a.Houses) == 0 || len(b.Houses) == 0:
		return MayMeet
	}
	best := NextDoor
	for _, x := range a.Houses {
		for _, y := range b.Houses {
			best = max(best, x.meet(y))
		}
	}
	if best == SameDoor && a.Zip != "" && b.Zip != "" && a.Zip != b.Zip {
		return MayMeet
	}
	return best
}

// meet compares two runs of house numbers. The numbers of one side of a street
// are all even or all odd: a run from 1 to 5 leaves open whether it holds 4.
func (h Houses) meet(o Houses) Meeting {
	if h == o {
		return SameDoor
	}
	from, to := max(h.From.Number, o.From.Number), min(h.To.Number, o.To.Number)
	switch {
	case from > to:
		return NextDoor
	case h.single() && o.single(): // 58 and 58 bis
		return MayMeet
	case h.holds(o.From.Number) || h.holds(o.To.Number) || o.holds(h.From.Number) || o.holds(h.To.Number):
		return SameDoor
	}
	return MayMeet
}

func (h Houses) single() bool { return h.From == h.To }

func (h Houses) holds(n int) bool {
	oneSide := h.From.Number%2 == h.To.Number%2
	return h.From.Number <= n && n <= h.To.Number && (!oneSide || n%2 == h.From.Number%2)
}

// sameStreet reports whether two names are of one street: the words of the
// shorter are all in the longer, a misread letter in a long name forgiven.
func sameStreet(a, b string) bool {
	short, long := strings.Fields(a), strings.Fields(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) == 0 {
		return false
	}
	name := strings.Join(short, " ")
	if Has(strings.Join(long, " "), name) {
		return true
	}
	if len(name) >= 10 && Near(strings.Join(long, " "), name) {
		return true
	}
	return inOrder(long, short)
}

// inOrder reports whether the words of one name stand in another in their order.
func inOrder(words, wanted []string) bool {
	i := 0
	for _, w := range words {
		if i < len(wanted) && w == wanted[i] {
			i++
		}
	}
	return i == len(wanted)
}

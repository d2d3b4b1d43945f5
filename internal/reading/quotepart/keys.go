package quotepart

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
)

// Keys reads which key the lines of a paper are laid by, and which lot they are for.
type Keys struct {
	paper.Paper
	Lots []string // that the paper is for
}

// Key reads the key's code and name: the words of the line before its
// amounts, with the lines that continue them.
func (c Keys) Key(i int, q Quote) (code, label string) {
	r := c.Rows[i]
	right := min(q.Apportioned.Box.X0, q.Base.Box.X0, q.Share.Box.X0)
	if paper.OnRow(q.Part.Box, r) {
		right = min(right, q.Part.Box.X0)
	}
	if q.Budget.Text != "" && q.Budget.Page == r.Page {
		right = min(right, q.Budget.Box.X0)
	}
	sentence := !paper.OnRow(q.Base.Box, r) || !paper.OnRow(q.Part.Box, r) || !paper.OnRow(q.Apportioned.Box, r)
	if sentence {
		right = r.Amounts[0].Box.X0
	}
	words := c.withoutCallType(i, c.WithoutLots(paper.WordsBetween(r, 0, right)))
	if lot, ok := c.inLotColumn(i, q); ok {
		words = slices.DeleteFunc(words, func(w predate.Word) bool { return w.Text == lot })
	}
	if IsGeneric(fold.Text(paper.Joined(words))) {
		if above := c.CardName(i); above >= 0 {
			name := c.Rows[above].Line.Text()
			if at := lotInName.FindStringIndex(name); at != nil {
				name = name[:at[0]]
			}
			return SplitKey(c.Doc.Meaning, strings.TrimSpace(name), "")
		}
	}
	text := paper.Joined(words)
	if before, _, found := strings.Cut(text, ":"); found {
		text = before // "Charges communes (GEN), lot n° 2 : le montant…"
	}
	if at := strings.Index(fold.Text(text), ", lot"); at > 0 && at < len(text) {
		text = text[:strings.LastIndex(strings.ToLower(text), ", lot")]
	}
	text = loneLot.ReplaceAllString(text, "")
	var left layout.Cell
	if len(words) > 0 {
		left = paper.Cell(lastRun(words), r.Page)
	}
	if sentence {
		return SplitKey(c.Doc.Meaning, strings.TrimSpace(text), "")
	}
	return SplitKey(c.Doc.Meaning, strings.TrimSpace(text), c.tail(i, left))
}

// loneLot is the word that named a lot at the end of a line's name, its number
// taken away.
var loneLot = regexp.MustCompile(`(?i)[ ,]+(?:[–—·-] ?)?lot(?: n°)?$`)

// lotInName is where the name of a card goes on with that of a lot.
var lotInName = regexp.MustCompile(`(?i)\s+[–—-]\s+lot`)

// OwnWords are the folded words of a line before its terms.
func (c Keys) OwnWords(i int, q Quote) string {
	right := min(q.Apportioned.Box.X0, q.Base.Box.X0, q.Share.Box.X0)
	if !paper.OnRow(q.Base.Box, c.Rows[i]) {
		right = c.Rows[i].Amounts[0].Box.X0
	}
	return fold.Text(paper.Joined(c.WithoutLots(paper.WordsBetween(c.Rows[i], 0, right))))
}

// IsGeneric reports whether words only announce a number, and name no key.
func IsGeneric(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ':' || c == '.' }) {
		switch w {
		case "budget", "annuel", "vote", "appele", "appel", "montant", "base", "total", "a", "repartir", "votre", "vos", "part", "parts", "quote-part", "tantiemes", "milliemes", "depense", "depenses", "dont":
		default:
			return false
		}
	}
	return true
}

// CardName is the row that names the card whose terms begin on row i: the first
// above with words and no amount; −1 when there is none close.
func (c Keys) CardName(i int) int {
	for j := i - 1; j >= 0 && j >= i-2 && c.Rows[j].Page == c.Rows[i].Page; j-- {
		if paper.Distance(c.Rows[j].Box, c.Rows[j+1].Box) > 2.2*c.Rows[i].TypeSize() {
			return -1
		}
		if len(c.Rows[j].Amounts) == 0 && !IsGeneric(c.Rows[j].Folded) {
			return j
		}
	}
	return -1
}

// WithoutLots drops the lot numbers that stand in a column of their own beside
// a key's name, one or a list.
func (c Keys) WithoutLots(words []predate.Word) []predate.Word {
	words = words[lotList(words):]
	return slices.DeleteFunc(slices.Clone(words), func(w predate.Word) bool { return slices.Contains(c.Lots, w.Text) })
}

// withoutCallType drops the words of a line in a column that says what kind of
// call it is of: « Type d'appel ».
func (c Keys) withoutCallType(i int, words []predate.Word) []predate.Word {
	for j := i - 1; j >= 0 && c.Rows[j].Page == c.Rows[i].Page; j-- {
		heads := paper.Pieces(c.Rows[j])
		for k, head := range heads {
			if !slices.Contains(c.Doc.Said(head.Folded, lexicon.Column), "column_call_type") {
				continue
			}
			from, to := head.Box.X0-3, c.Rows[i].Box.X1
			if k+1 < len(heads) {
				to = heads[k+1].Box.X0 - 3
			}
			return slices.DeleteFunc(words, func(w predate.Word) bool { return w.Box.X0 > from && w.Box.X0 < to })
		}
	}
	return words
}

// lotList counts the words of a list of numbers that begins a line, as "9, 48"
// or "9," that goes on below; numbers that nothing joins are no list.
func lotList(words []predate.Word) int {
	n, several := 0, false
	for n < len(words) {
		number := strings.TrimRight(words[n].Text, ",;/+&")
		joins := fold.Text(words[n].Text) == "et" && n > 0
		if number != "" && !joins && (strings.Trim(number, "0123456789,;/+&") != "" || len(number) > 4 && !strings.ContainsAny(number, ",;/+&")) {
			break
		}
		several = several || joins || number != words[n].Text
		n++
	}
	if !several {
		return 0
	}
	return n
}

// lastRun is the words of the last segment.
func lastRun(words []predate.Word) []predate.Word {
	for i := len(words) - 1; i > 0; i-- {
		if words[i].Box.X0-words[i-1].Box.X1 > 0.7*max(words[i].Box.Height(), 6) {
			return words[i:]
		}
	}
	return words
}

// tail is the print of the lines below that continue a label.
func (c Keys) tail(i int, label layout.Cell) string {
	var out []string
	last := label.Box
	for j := i + 1; j < len(c.Rows) && j <= i+3 && c.Rows[j].Page == label.Page && len(label.Text) > 0; j++ {
		p, ok := paper.Aligned(c.Rows[j], paper.Piece{Cell: label})
		if _, own := In(c.Rows[j].Amounts, Counts(c.Rows[j]), 1); !ok || own || paper.HasAmountRight(c.Rows[j], p.Box) && amountNear(c.Rows[j], p.Box) {
			break
		}
		if paper.Distance(p.Box, last) > 1.42*c.Rows[i].TypeSize() || c.Doc.Nature(p.Folded) != predate.NatureUnknown || strings.Contains(p.Folded, "total") {
			break // another line, or the heading of the next ones
		}
		out, last = append(out, p.Text), p.Box
	}
	return strings.Join(out, " ")
}

// amountNear reports whether a row prints an amount beside a cell rather than in a
// note far to its right.
func amountNear(r paper.Row, box predate.Box) bool {
	for _, a := range r.Amounts {
		if a.Box.X0 > box.X1 && a.Box.X0-box.X1 < 330 {
			return true
		}
	}
	return false
}

// SplitKey parts the code from the name: "Charges ascenseur ASC", "GEN Charges
// générales", "Charges communes (GEN)". A lot number before them is dropped.
func SplitKey(w paper.Meaning, text, tail string) (code, label string) {
	if m := codeInBrackets.FindStringSubmatch(strings.TrimSpace(text + " " + tail)); m != nil {
		return m[2], strings.Trim(m[1], " ,;:–-")
	}
	words := strings.Fields(text)
	for len(words) > 1 && (strings.Trim(words[0], "0123456789") == "" || IsKeyWord(words[0])) {
		if n := len(words[0]); n >= 2 && n <= 4 && words[0][0] >= '0' && words[0][0] <= '9' {
			code = words[0] // the keys of some publishers are numbered
		}
		words = words[1:]
	}
	isCode := func(w string) bool {
		w = strings.Trim(w, "()")
		return len(w) >= 2 && len(w) <= 6 && w == strings.ToUpper(w) && strings.Trim(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" &&
			strings.ContainsAny(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	}
	lower := func(list []string) bool { s := strings.Join(list, " "); return s != strings.ToUpper(s) }
	n := len(words)
	switch {
	case n > 1 && strings.HasPrefix(words[n-1], "(") && isCode(words[n-1]):
		code, words = strings.Trim(words[n-1], "()"), words[:n-1]
	case n > 1 && code == "" && isCode(words[0]) && (lower(words[1:]) || codeLike(w, words[0])):
		code, words = words[0], words[1:]
	case n > 1 && isCode(words[n-1]) && lower(words[:n-1]):
		code, words = words[n-1], words[:n-1]
	}
	label = strings.TrimSpace(strings.Join(words, " ") + " " + tail)
	return code, strings.Trim(label, " ,;:–-")
}

// codeInBrackets is a name that ends with its code: "Charges ascenseur [ASC]".
var codeInBrackets = regexp.MustCompile(`^(.*\pL.*?) ?\[([A-Z][A-Z0-9]{0,7})\]$`)

// IsKeyWord reports whether a word only announces a key.
func IsKeyWord(w string) bool {
	switch strings.TrimRight(fold.Text(w), " :.") {
	case "cle", "code", "repartition", "total", "sous-total":
		return true
	}
	return false
}

// codeLike reports whether a word of capitals is no word of the names of keys: in a
// paper printed in capitals only such a word is a code.
func codeLike(w paper.Meaning, word string) bool { return !plainWordsIn(w.Words)[fold.Text(word)] }

// plainWords are the words of the names of keys that are no code.
type plainWords map[string]bool

func plainWordsIn(words *lexicon.Lexicon) plainWords {
	return lexicon.Once(words, func(l *lexicon.Lexicon) plainWords {
		out := plainWords{}
		for _, way := range l.Ways("key_word", "lot_kind", "lot_kind_ancillary", "meeting_cited") {
			out[way] = true
		}
		return out
	})
}

// Lot tells which lot a line is for: the whole number in the lot's place, a
// mention in the sentence, or the only lot of the paper; none where the line is
// for several.
func (c Keys) Lot(i int, q Quote) string {
	r := c.Rows[i]
	if lotList(r.Words) > 0 {
		return "" // for several lots at once
	}
	if lot, ok := c.inLotColumn(i, q); ok {
		return lot
	}
	for _, n := range Counts(r) {
		if n.Box == q.Base.Box || n.Box == q.Share.Box {
			continue
		}
		for _, lot := range c.Lots {
			if number, ok := fraction.Number(lot); ok && number == n.N {
				return lot
			}
		}
	}
	if at := strings.Index(r.Folded, "lot"); at >= 0 {
		for _, lot := range c.Lots {
			if fold.Has(r.Folded[at:], strings.ToLower(lot)) {
				return lot
			}
		}
	}
	if above := c.CardName(i); above >= 0 && IsGeneric(c.OwnWords(i, q)) {
		for _, lot := range c.Lots {
			if at := strings.Index(c.Rows[above].Folded, "lot"); at >= 0 && fold.Has(c.Rows[above].Folded[at:], strings.ToLower(lot)) {
				return lot
			}
		}
	}
	if lot := LotNamed(r.Folded); lot != "" {
		return lot // one that the head of the paper does not list
	}
	if len(c.Lots) == 1 {
		return c.Lots[0]
	}
	return ""
}

var namedLot = regexp.MustCompile(`\blot (?:n° ?)?(` + fold.Lot + `)\b`)

// LotNamed returns the first lot that a folded line names; "" for none.
func LotNamed(text string) string {
	if m := namedLot.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// inLotColumn reads the number that a row prints under the head "Lot" of its
// table.
func (c Keys) inLotColumn(i int, q Quote) (string, bool) {
	for j := i - 1; j >= 0; j-- {
		if !c.Doc.IsColumnHead(c.Rows[j]) {
			continue
		}
		cells := paper.Pieces(c.Rows[j])
		k := slices.IndexFunc(cells, func(p paper.Piece) bool {
			return p.Folded == "lot" || p.Folded == "lots" || p.Folded == "n° lot" || p.Folded == "n° de lot"
		})
		if k < 0 && j > 0 && c.Doc.IsColumnHead(c.Rows[j-1]) {
			continue // the end of heads that wrap
		}
		if k < 0 {
			return "", false
		}
		right := c.Rows[j].Box.X1
		if k+1 < len(cells) {
			right = cells[k+1].Box.X0
		}
		var found []string
		for _, w := range c.Rows[i].Words {
			if w.Box.X1 > cells[k].Box.X0-3 && w.Box.X0 < right-2 && w.Box != q.Base.Box && w.Box != q.Share.Box && !paper.InAmounts(w, c.Rows[i].Amounts) {
				found = append(found, w.Text)
			}
		}
		if len(found) == 1 && len(found[0]) <= 5 && strings.Trim(found[0], "0123456789") == "" {
			return found[0], true
		}
		return "", false
	}
	return "", false
}

// fractionForm is a share over its base, which no date is.
var fractionForm = regexp.MustCompile(`(?:^|[^\d/])\d[\d ]* ?/ ?\d[\d ]*(?:$|[^\d/])`)

// AcrossRows finds a quote-part whose terms stand on two or three rows, as in a
// sentence that wraps or on a card. The share and its base must stand together,
// on the last of the rows or on the one before.
func (c Keys) AcrossRows(i int) (Quote, bool) {
	amounts, counts := slices.Clone(c.Rows[i].Amounts), Counts(c.Rows[i])
	fraction := fractionForm.MatchString(c.Rows[i].Folded)
	for j := i + 1; j < len(c.Rows) && j <= i+2; j++ {
		next := c.Rows[j]
		if next.Page != c.Rows[i].Page || paper.Distance(next.Box, c.Rows[j-1].Box) > 2.2*next.TypeSize() {
			return Quote{}, false
		}
		if _, alone := In(next.Amounts, Counts(next), 1); alone {
			return Quote{}, false
		}
		own := Counts(next)
		fraction = fraction || fractionForm.MatchString(next.Folded)
		together := len(own) >= 2 && len(counts) == 0
		amounts, counts = append(amounts, next.Amounts...), append(counts, own...)
		if len(amounts) > 5 || len(counts) > 5 || !together && !fraction {
			continue
		}
		q, ok := In(amounts, counts, 1)
		if ok && (q.Part.Page == c.Rows[i].Page && paper.OnRow(q.Part.Box, c.Rows[i]) || paper.OnRow(q.Apportioned.Box, c.Rows[i])) {
			return q, true
		}
	}
	return Quote{}, false
}

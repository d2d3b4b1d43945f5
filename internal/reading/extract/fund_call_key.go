package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/decision"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// keyAt reads the key's code and name: the words of the line before its
// amounts, with the lines that continue them.
func (c *fundCall) keyAt(i int, q quote) (code, label string) {
	r := c.rows[i]
	right := min(q.apportioned.Box.X0, q.base.box.X0, q.share.box.X0)
	if onRow(q.part.Box, r) {
		right = min(right, q.part.Box.X0)
	}
	if q.budget.Text != "" && q.budget.Page == r.Page {
		right = min(right, q.budget.Box.X0)
	}
	sentence := !onRow(q.base.box, r) || !onRow(q.part.Box, r) || !onRow(q.apportioned.Box, r)
	if sentence {
		right = r.amounts[0].Box.X0
	}
	words := c.withoutCallType(i, c.withoutLots(wordsBetween(r, 0, right)))
	if lot, ok := c.inLotColumn(i, q); ok {
		words = slices.DeleteFunc(words, func(w predate.Word) bool { return w.Text == lot })
	}
	if isGeneric(fold.Text(joined(words))) {
		if above := c.cardName(i); above >= 0 {
			name := c.rows[above].Line.Text()
			if at := lotInName.FindStringIndex(name); at != nil {
				name = name[:at[0]]
			}
			return c.doc.splitKey(strings.TrimSpace(name), "")
		}
	}
	text := joined(words)
	if before, _, found := strings.Cut(text, ":"); found {
		text = before // "Charges communes (GEN), lot n° 2 : le montant…"
	}
	if at := strings.Index(fold.Text(text), ", lot"); at > 0 && at < len(text) {
		text = text[:strings.LastIndex(strings.ToLower(text), ", lot")]
	}
	text = loneLot.ReplaceAllString(text, "")
	var left layout.Cell
	if len(words) > 0 {
		left = cell(lastRun(words), r.Page)
	}
	if sentence {
		return c.doc.splitKey(strings.TrimSpace(text), "")
	}
	return c.doc.splitKey(strings.TrimSpace(text), c.tail(i, left))
}

// loneLot is the word that named a lot at the end of a line's name, its number
// taken away.
var loneLot = regexp.MustCompile(`(?i)[ ,]+(?:[–—·-] ?)?lot(?: n°)?$`)

// lotInName is where the name of a card goes on with that of a lot.
var lotInName = regexp.MustCompile(`(?i)\s+[–—-]\s+lot`)

// ownWords are the folded words of a line before its terms.
func (c *fundCall) ownWords(i int, q quote) string {
	right := min(q.apportioned.Box.X0, q.base.box.X0, q.share.box.X0)
	if !onRow(q.base.box, c.rows[i]) {
		right = c.rows[i].amounts[0].Box.X0
	}
	return fold.Text(joined(c.withoutLots(wordsBetween(c.rows[i], 0, right))))
}

// isGeneric reports whether words only announce a number, and name no key.
func isGeneric(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ':' || c == '.' }) {
		switch w {
		case "budget", "annuel", "vote", "appele", "appel", "montant", "base", "total", "a", "repartir", "votre", "vos", "part", "parts", "quote-part", "tantiemes", "milliemes", "depense", "depenses", "dont":
		default:
			return false
		}
	}
	return true
}

// cardName is the row that names the card whose terms begin on row i: the first
// above with words and no amount; −1 when there is none close.
func (c *fundCall) cardName(i int) int {
	for j := i - 1; j >= 0 && j >= i-2 && c.rows[j].Page == c.rows[i].Page; j-- {
		if distance(c.rows[j].Box, c.rows[j+1].Box) > 2.2*c.rows[i].typeSize() {
			return -1
		}
		if len(c.rows[j].amounts) == 0 && !isGeneric(c.rows[j].text) {
			return j
		}
	}
	return -1
}

// onRow reports whether the middle of a box stands on a row.
func onRow(b predate.Box, r row) bool {
	middle := (b.Y0 + b.Y1) / 2
	return middle > r.Box.Y0-1 && middle < r.Box.Y1+1
}

// withoutLots drops the lot numbers that stand in a column of their own beside
// a key's name, one or a list.
func (c *fundCall) withoutLots(words []predate.Word) []predate.Word {
	lots := c.lotNumbers()
	words = words[lotList(words):]
	return slices.DeleteFunc(slices.Clone(words), func(w predate.Word) bool { return slices.Contains(lots, w.Text) })
}

// withoutCallType drops the words of a line in a column that says what kind of
// call it is of: « Type d'appel ».
func (c *fundCall) withoutCallType(i int, words []predate.Word) []predate.Word {
	for j := i - 1; j >= 0 && c.rows[j].Page == c.rows[i].Page; j-- {
		heads := pieces(c.rows[j])
		for k, head := range heads {
			if !slices.Contains(c.doc.said(head.text, lexicon.Column), "column_call_type") {
				continue
			}
			from, to := head.Box.X0-3, c.rows[i].Box.X1
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
func (c *fundCall) tail(i int, label layout.Cell) string {
	var out []string
	last := label.Box
	for j := i + 1; j < len(c.rows) && j <= i+3 && c.rows[j].Page == label.Page && len(label.Text) > 0; j++ {
		p, ok := aligned(c.rows[j], piece{Cell: label})
		if _, own := quoteIn(c.rows[j].amounts, c.counts(c.rows[j]), 1); !ok || own || hasAmountRight(c.rows[j], p.Box) && amountNear(c.rows[j], p.Box) {
			break
		}
		if distance(p.Box, last) > 1.42*c.rows[i].typeSize() || c.doc.nature(p.text) != predate.NatureUnknown || strings.Contains(p.text, "total") {
			break // another line, or the heading of the next ones
		}
		out, last = append(out, p.Text), p.Box
	}
	return strings.Join(out, " ")
}

// amountNear reports whether a row prints an amount beside a cell rather than in a
// note far to its right.
func amountNear(r row, box predate.Box) bool {
	for _, a := range r.amounts {
		if a.Box.X0 > box.X1 && a.Box.X0-box.X1 < 330 {
			return true
		}
	}
	return false
}

// splitKey parts the code from the name: "Charges ascenseur ASC", "GEN Charges
// générales", "Charges communes (GEN)". A lot number before them is dropped.
func (w wording) splitKey(text, tail string) (code, label string) {
	if m := codeInBrackets.FindStringSubmatch(strings.TrimSpace(text + " " + tail)); m != nil {
		return m[2], strings.Trim(m[1], " ,;:–-")
	}
	words := strings.Fields(text)
	for len(words) > 1 && (strings.Trim(words[0], "0123456789") == "" || isKeyWord(words[0])) {
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
	case n > 1 && code == "" && isCode(words[0]) && (lower(words[1:]) || w.codeLike(words[0])):
		code, words = words[0], words[1:]
	case n > 1 && isCode(words[n-1]) && lower(words[:n-1]):
		code, words = words[n-1], words[:n-1]
	}
	label = strings.TrimSpace(strings.Join(words, " ") + " " + tail)
	return code, strings.Trim(label, " ,;:–-")
}

// codeInBrackets is a name that ends with its code: "Charges ascenseur [ASC]".
var codeInBrackets = regexp.MustCompile(`^(.*\pL.*?) ?\[([A-Z][A-Z0-9]{0,7})\]$`)

// isKeyWord reports whether a word only announces a key.
func isKeyWord(w string) bool {
	switch strings.TrimRight(fold.Text(w), " :.") {
	case "cle", "code", "repartition", "total", "sous-total":
		return true
	}
	return false
}

// codeLike reports whether a word of capitals is no word of the names of keys: in a
// paper printed in capitals only such a word is a code.
func (w wording) codeLike(word string) bool { return !plainWordsIn(w.words)[fold.Text(word)] }

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

// lotAt tells which lot a line is for: the whole number in the lot's place, a
// mention in the sentence, or the only lot of the paper; none where the line is
// for several.
func (c *fundCall) lotAt(i int, q quote, lots []string) string {
	r := c.rows[i]
	if lotList(r.Words) > 0 {
		return "" // for several lots at once
	}
	if lot, ok := c.inLotColumn(i, q); ok {
		return lot
	}
	for _, n := range c.counts(r) {
		if n.box == q.base.box || n.box == q.share.box {
			continue
		}
		for _, lot := range lots {
			if number, ok := fraction.Number(lot); ok && number == n.n {
				return lot
			}
		}
	}
	if at := strings.Index(r.text, "lot"); at >= 0 {
		for _, lot := range lots {
			if fold.Has(r.text[at:], strings.ToLower(lot)) {
				return lot
			}
		}
	}
	if above := c.cardName(i); above >= 0 && isGeneric(c.ownWords(i, q)) {
		for _, lot := range lots {
			if at := strings.Index(c.rows[above].text, "lot"); at >= 0 && fold.Has(c.rows[above].text[at:], strings.ToLower(lot)) {
				return lot
			}
		}
	}
	if m := namedLot.FindStringSubmatch(r.text); m != nil {
		return m[1] // one that the head of the paper does not list
	}
	if len(lots) == 1 {
		return lots[0]
	}
	return ""
}

// namedLot is a lot that a line names.
var namedLot = regexp.MustCompile(`\blot (?:n° ?)?(` + fold.Lot + `)\b`)

// lotAtEnd is a lot with which the name of a line ends, on its row or under it.
var lotAtEnd = regexp.MustCompile(`(?i)[ ,–—·-]+lot (?:n° ?)?(` + fold.Lot + `)$`)

// inLotColumn reads the number that a row prints under the head "Lot" of its
// table.
func (c *fundCall) inLotColumn(i int, q quote) (string, bool) {
	for j := i - 1; j >= 0; j-- {
		if !c.doc.isColumnHead(c.rows[j]) {
			continue
		}
		cells := pieces(c.rows[j])
		k := slices.IndexFunc(cells, func(p piece) bool {
			return p.text == "lot" || p.text == "lots" || p.text == "n° lot" || p.text == "n° de lot"
		})
		if k < 0 && j > 0 && c.doc.isColumnHead(c.rows[j-1]) {
			continue // the end of heads that wrap
		}
		if k < 0 {
			return "", false
		}
		right := c.rows[j].Box.X1
		if k+1 < len(cells) {
			right = cells[k+1].Box.X0
		}
		var found []string
		for _, w := range c.rows[i].Words {
			if w.Box.X1 > cells[k].Box.X0-3 && w.Box.X0 < right-2 && w.Box != q.base.box && w.Box != q.share.box && !inAmounts(w, c.rows[i].amounts) {
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

// titleOf reads the name of works in a heading and the meeting that voted them.
func (c *fundCall) titleOf(text string) (string, predate.Date) {
	var on predate.Date
	if m := c.words.meeting.FindStringSubmatch(fold.Text(text)); m != nil {
		on, _ = layout.ParseDate(m[1])
	}
	if m := c.words.voted.FindStringSubmatch(text); m != nil {
		on, _ = layout.ParseDate(fold.Text(m[1]))
		text = strings.Replace(text, m[0], "", 1)
	}
	return decision.WorkTitle(text), on
}

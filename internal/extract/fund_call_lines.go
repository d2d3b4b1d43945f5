package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// callLine is a line of a call with its proof.
type callLine struct {
	predate.CallLine
	proof []predate.Evidence
	row   int
}

// callSum is a printed sub-total.
type callSum struct {
	predate.CallSubtotal
	proof []predate.Evidence
}

func callLines(doc layout.Doc) []predate.Figure {
	var out []predate.Figure
	for _, l := range callOf(doc).lines {
		out = append(out, predate.Figure{Value: l.CallLine, Evidence: l.proof})
	}
	return out
}

func callSubtotals(doc layout.Doc) []predate.Figure {
	var out []predate.Figure
	for _, s := range callOf(doc).sums {
		out = append(out, predate.Figure{Value: s.CallSubtotal, Evidence: s.proof})
	}
	return out
}

// callHeading is what the lines under it are called for.
type callHeading struct {
	nature  predate.Nature
	title   string
	votedOn predate.Date
	row     int
}

// natureForms tell what sums are for by the words of headings and labels. Three
// things that look alike are told apart: the works fund (105), works that a
// meeting voted (102/702), and advances (103).
type natureForms struct {
	fund, works, advance, loan, fees, budget *regexp.Regexp
}

func newNatureForms() natureForms {
	return natureForms{
		fund:    regexp.MustCompile(`\bfonds (?:de )?travaux|\balur\b|\bart(?:icle|\.)? ?14-2-1|\b14-2-1\b|\bftx\b|\bcotisation (?:annuelle )?(?:au )?fonds`),
		works:   regexp.MustCompile(`\btravaux\b|\bhors[ -]budget|\bart(?:icle|\.)? ?14-2\b|\boperations? exceptionnelles?|\btrx\b`),
		advance: regexp.MustCompile(`\bavances?\b|\bfonds de roulement|\breserve\b|\b103[123]\b`),
		loan:    regexp.MustCompile(`\bemprunt|\bannuite|\bpret collectif`),
		fees:    regexp.MustCompile(`\bfrais\b|\bhonoraires\b|\brelance|\bmise en demeure`),
		budget:  regexp.MustCompile(`\bbudget|\bprovisions?\b|\bcharges? courantes?|\bparticipation aux charges|\bappel de charges|\bcharges\b|\bfonctionnement|\boperations courantes`),
	}
}

// of gives the nature that a folded text names; unknown when it names none. The
// works fund comes first: its names hold the words of works.
func (f natureForms) of(text string) predate.Nature {
	switch {
	case f.fund.MatchString(text) && !strings.Contains(text, "affectation"):
		return predate.NatureWorksFund
	case f.loan.MatchString(text):
		return predate.NatureLoan
	case f.advance.MatchString(text):
		return predate.NatureAdvance
	case f.works.MatchString(text):
		return predate.NatureWorks
	case f.budget.MatchString(text):
		return predate.NatureBudget
	case f.fees.MatchString(text):
		return predate.NatureFees
	}
	return predate.NatureUnknown
}

// read gathers the lines and the sub-totals of the call.
func (c *fundCall) read() {
	quotes := c.quotes()
	natures := newNatureForms()
	var current callHeading
	box := c.tableBox(quotes)
	lots := c.lotNumbers()
	for i := 0; i < len(c.rows); i++ {
		if q, ok := quotes[i]; ok {
			line := c.lineOf(i, q, lots)
			if own := natures.of(fold.Text(line.Label)); current.nature == predate.NatureUnknown || own == predate.NatureWorksFund || own == predate.NatureLoan {
				current = callHeading{nature: own, title: current.title, votedOn: current.votedOn, row: i}
			}
			line.Nature, line.Title, line.VotedOn = current.nature, current.title, current.votedOn
			c.lines = append(c.lines, line)
			continue
		}
		if len(quotes) == 0 || c.continues(i, quotes) {
			continue
		}
		if h, ok := c.headingAt(i, box, natures); ok {
			current = h
			continue
		}
		c.addSum(i, current, box)
	}
	c.keepSums()
}

// quotes finds the lines that prove themselves, by row: on one printed line, or
// on a sentence that wraps onto the next. What follows the total of the call is
// a coupon or a recall.
func (c *fundCall) quotes() map[int]quote {
	out := map[int]quote{}
	for i := range c.rows {
		r := c.rows[i]
		if q, ok := quoteIn(r.amounts, c.counts(r), 1); ok {
			out[i] = q
			continue
		}
		if len(r.amounts) == 0 || i+1 >= len(c.rows) || c.rows[i+1].Page != r.Page {
			continue
		}
		if _, alone := out[i-1]; alone && i > 0 && c.rows[i-1].Page == r.Page && wrapped(c.rows[i-1], r, out[i-1]) {
			continue
		}
		next := c.rows[i+1]
		if _, ok := quoteIn(next.amounts, c.counts(next), 1); ok {
			continue
		}
		both := append(slices.Clone(r.amounts), next.amounts...)
		if q, ok := quoteIn(both, append(c.counts(r), c.counts(next)...), 1); ok && strings.Contains(next.text, "/") {
			out[i] = q
		}
	}
	return out
}

// wrapped says that a quote found on the row before already took this one.
func wrapped(before, r row, q quote) bool {
	return q.part.Page == r.Page && before.Page == r.Page && onRow(q.part.Box, r)
}

// tableBox is the width of the lines: from their first word to their quote-part.
func (c *fundCall) tableBox(quotes map[int]quote) predate.Box {
	var box predate.Box
	for i, q := range quotes {
		right := max(q.part.Box.X1, q.base.box.X1)
		if !onRow(q.part.Box, c.rows[i]) {
			right = c.rows[i].Box.X1
		}
		box = box.Union(predate.Box{X0: c.rows[i].Box.X0, Y0: c.rows[i].Box.Y0, X1: right, Y1: q.part.Box.Y1})
	}
	return box
}

// inside gives the words of a row within the table's width.
func inside(r row, box predate.Box) []predate.Word {
	var out []predate.Word
	for _, w := range r.Words {
		if w.Box.X0 >= box.X0-12 && w.Box.X0 <= box.X1 {
			out = append(out, w)
		}
	}
	return out
}

// lineOf makes a line of a quote: its lot, its key and its amounts.
func (c *fundCall) lineOf(i int, q quote, lots []string) callLine {
	line := callLine{row: i, proof: proofOfAmount(q.part)}
	line.Base, line.Share = q.base.n, q.share.n
	line.Unit = orWord(q.base.unit, q.share.unit, "tantièmes")
	line.Amount = q.part.Cents
	line.Called = q.apportioned.Cents
	if q.divided > 1 {
		line.Budget = q.apportioned.Cents
		line.Called, _ = q.apportioned.Cents.Share(1, q.divided)
	} else if b := q.budget.Cents; b >= line.Called && line.Called > 0 && b <= 12*line.Called+100 || line.Called > 0 && b > line.Called {
		line.Budget = b
	}
	line.Code, line.Label = c.keyAt(i, q)
	line.Lot = c.lotAt(i, q, lots)
	line.Metered = line.Unit == "m3" || strings.Contains(fold.Text(line.Label), "compteur")
	return line
}

func orWord(list ...string) string {
	for _, w := range list {
		if w != "" {
			return w
		}
	}
	return ""
}

// keyAt reads the key's code and name: the words of the line before its
// amounts, with the lines that continue them.
func (c *fundCall) keyAt(i int, q quote) (code, label string) {
	r := c.rows[i]
	right := min(q.apportioned.Box.X0, q.base.box.X0, q.share.box.X0)
	if q.budget.Text != "" && q.budget.Page == r.Page {
		right = min(right, q.budget.Box.X0)
	}
	sentence := !onRow(q.base.box, r) || !onRow(q.part.Box, r) || !onRow(q.apportioned.Box, r)
	if sentence {
		right = r.amounts[0].Box.X0
	}
	words := c.withoutLots(wordsBetween(r, 0, right))
	text := joined(words)
	if before, _, found := strings.Cut(text, ":"); found {
		text = before // "Charges communes (GEN), lot n° 2 : le montant…"
	}
	if at := strings.Index(fold.Text(text), ", lot"); at > 0 && at < len(text) {
		text = text[:strings.LastIndex(strings.ToLower(text), ", lot")]
	}
	var left layout.Cell
	if len(words) > 0 {
		left = cell(lastRun(words), r.Page)
	}
	if sentence {
		return splitKey(strings.TrimSpace(text), "")
	}
	return splitKey(strings.TrimSpace(text), c.tail(i, left))
}

// onRow says that the middle of a box stands on a row.
func onRow(b predate.Box, r row) bool {
	middle := (b.Y0 + b.Y1) / 2
	return middle > r.Box.Y0-1 && middle < r.Box.Y1+1
}

// withoutLots drops the lot numbers that stand in a column of their own beside
// a key's name.
func (c *fundCall) withoutLots(words []predate.Word) []predate.Word {
	lots := c.lotNumbers()
	return slices.DeleteFunc(slices.Clone(words), func(w predate.Word) bool { return slices.Contains(lots, w.Text) })
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
	bottom := label.Box.Y1
	for j := i + 1; j < len(c.rows) && j <= i+3 && c.rows[j].Page == label.Page && len(label.Text) > 0; j++ {
		if c.rows[j].Box.Y0-bottom > 0.6*label.Box.Height() {
			break
		}
		p, ok := aligned(c.rows[j], piece{Cell: label})
		if !ok || hasAmountRight(c.rows[j], p.Box) && amountNear(c.rows[j], p.Box) {
			break
		}
		out, bottom = append(out, p.Text), p.Box.Y1
	}
	return strings.Join(out, " ")
}

// amountNear says that a row prints an amount beside a cell rather than in a
// note far to its right.
func amountNear(r row, box predate.Box) bool {
	for _, a := range r.amounts {
		if a.Box.X0 > box.X1 && a.Box.X0-box.X1 < 260 {
			return true
		}
	}
	return false
}

// splitKey parts the code from the name: "Charges ascenseur ASC", "GEN Charges
// générales", "Charges communes (GEN)". A lot number before them is dropped.
func splitKey(text, tail string) (code, label string) {
	words := strings.Fields(text)
	for len(words) > 1 && strings.Trim(words[0], "0123456789") == "" {
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
	case n > 1 && isCode(words[0]) && (lower(words[1:]) || codeLike(words[0])):
		code, words = words[0], words[1:]
	case n > 1 && isCode(words[n-1]) && lower(words[:n-1]):
		code, words = words[n-1], words[:n-1]
	}
	label = strings.TrimSpace(strings.Join(words, " ") + " " + tail)
	return code, strings.Trim(label, " ,;:–-")
}

// codeLike says that a word of capitals is no French word: in a paper printed
// in capitals only such a word is a code.
func codeLike(w string) bool {
	switch fold.Text(w) {
	case "charges", "charge", "eau", "parking", "garage", "bat", "cave", "tous", "gaz", "fioul", "frais", "les", "lots", "hall", "jardin", "box":
		return false
	}
	return true
}

// lotAt tells which lot a line is for: the whole number in the lot's place, a
// mention in the sentence, or the only lot of the paper.
func (c *fundCall) lotAt(i int, q quote, lots []string) string {
	r := c.rows[i]
	for _, n := range c.counts(r) {
		if n.box == q.base.box || n.box == q.share.box {
			continue
		}
		for _, lot := range lots {
			if number, ok := wholeNumber(lot); ok && number == n.n && n.box.X0 < q.part.Box.X0 {
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
	if len(lots) == 1 {
		return lots[0]
	}
	return ""
}

// continues says that a row only goes on with the label of the line above.
func (c *fundCall) continues(i int, quotes map[int]quote) bool {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		q, ok := quotes[j]
		if !ok {
			continue
		}
		if q.part.Page == c.rows[i].Page && onRow(q.part.Box, c.rows[i]) {
			return true // the end of a sentence
		}
		_, label := c.keyAt(j, q)
		text := fold.Text(joined(inside(c.rows[i], predate.Box{X0: c.rows[j].Box.X0, X1: q.part.Box.X1})))
		return text != "" && len(text) < 40 && strings.HasSuffix(fold.Text(label), text)
	}
	return false
}

// headingAt reads a heading: words without amounts in the table's width, that
// name a nature.
func (c *fundCall) headingAt(i int, box predate.Box, forms natureForms) (callHeading, bool) {
	r := c.rows[i]
	words := inside(r, box)
	if len(words) == 0 || len(wordsOfAmounts(words, r)) > 0 {
		return callHeading{}, false
	}
	text := joined(words)
	folded := fold.Text(text)
	if strings.Contains(folded, "total") || isColumnHead(folded) {
		return callHeading{}, false
	}
	nature := forms.of(folded)
	if nature == predate.NatureUnknown {
		return callHeading{}, false
	}
	h := callHeading{nature: nature, row: i}
	if nature == predate.NatureWorks || nature == predate.NatureLoan {
		h.title, h.votedOn = c.titleOf(text)
	}
	return h, true
}

func wordsOfAmounts(words []predate.Word, r row) []predate.Word {
	var out []predate.Word
	for _, w := range words {
		if inAmounts(w, r.amounts) {
			out = append(out, w)
		}
	}
	return out
}

// isColumnHead says that a row names columns rather than what is called.
func isColumnHead(text string) bool {
	n := 0
	for _, name := range []string{"base", "tantiemes", "milliemes", "quote-part", "votre part", "a votre charge", "lot", "cle", "designation", "libelle", "montant", "appele", "vos parts", "repartition", "nature"} {
		if fold.Has(text, name) {
			n++
		}
	}
	return n >= 3
}

// titleOf reads the name of works in a heading and the meeting that voted them.
func (c *fundCall) titleOf(text string) (string, predate.Date) {
	var on predate.Date
	if m := c.words.meeting.FindStringSubmatch(fold.Text(text)); m != nil {
		on, _ = layout.ParseDate(m[1])
	}
	return workTitle(text), on
}

// workTitle drops from a heading what says that it is about works, the meeting
// and the section: what is left is the work's own name.
func workTitle(text string) string {
	if at := strings.Index(text, "("); at > 0 {
		if end := strings.Index(text[at:], ")"); end > 0 {
			inside := fold.Text(text[at : at+end])
			if strings.Contains(inside, "ag") || strings.Contains(inside, "assemblee") {
				text = text[:at] + text[at+end+1:]
			}
		} else {
			text = text[:at]
		}
	}
	var kept []string
	for _, part := range regexp.MustCompile(` [–—-] | : `).Split(text, -1) {
		generic := true
		for _, w := range strings.Fields(fold.Text(part)) {
			generic = generic && isGenericWord(strings.Trim(w, "0123456789.,;:()/-"))
		}
		if !generic {
			kept = append(kept, strings.TrimSpace(part))
		}
	}
	return strings.TrimSpace(strings.Join(kept, " – "))
}

func isGenericWord(w string) bool {
	switch w {
	case "", "travaux", "travail", "art", "article", "hors", "budget", "vote", "votes", "appel", "appels", "de", "des", "du", "d'appel", "fonds", "provision", "provisions",
		"sur", "pour", "trx", "operations", "operation", "exceptionnelles", "exceptionnelle", "et", "n°", "previsionnel", "les", "la", "le":
		return true
	}
	return false
}

// addSum reads the sub-total of the current heading.
func (c *fundCall) addSum(i int, current callHeading, box predate.Box) {
	r := c.rows[i]
	if current.nature == predate.NatureUnknown || len(r.amounts) == 0 || len(c.lines) == 0 {
		return
	}
	words := fold.Text(joined(inside(r, box)))
	if !strings.Contains(words, "total") && !strings.Contains(words, "soit pour") {
		return
	}
	var found []layout.Amount
	for _, a := range r.amounts {
		if a.Box.X0 <= box.X1+30 && a.Box.X1 <= box.X1+60 {
			found = append(found, a)
		}
	}
	if len(found) == 0 {
		return
	}
	amount, named := found[len(found)-1], strings.Contains(words, "sous-total") || strings.Contains(words, "soit pour")
	if !named && amount.Cents != c.group(current) {
		return // the total of the call, or what it asks to pay
	}
	c.sums = append(c.sums, callSum{
		CallSubtotal: predate.CallSubtotal{Nature: current.nature, Title: current.title, VotedOn: current.votedOn, Amount: amount.Cents},
		proof:        proofOfAmount(amount),
	})
}

// group is the sum of the lines under a heading.
func (c *fundCall) group(h callHeading) predate.Cents {
	var s predate.Cents
	for _, l := range c.lines {
		if l.Nature == h.nature && l.Title == h.title {
			s += l.Amount
		}
	}
	return s
}

// keepSums drops the sub-totals printed after the last line: totals of the call
// and coupons.
func (c *fundCall) keepSums() {
	seen := map[predate.CallSubtotal]bool{}
	c.sums = slices.DeleteFunc(c.sums, func(s callSum) bool {
		again := seen[s.CallSubtotal]
		seen[s.CallSubtotal] = true
		return again
	})
}

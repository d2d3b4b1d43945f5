package chargestatement

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/coowner"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// Rules returns the rules for the individual apportionment of an exercise.
func Rules() []paper.Rule {
	const kind = predate.KindChargeStatement
	return []paper.Rule{
		{Name: "charge_statement.head", From: kind, Key: predate.FactCharges, Find: chargeFacts(predate.FactCharges)},
		{Name: "charge_statement.key", From: kind, Key: predate.FactChargeKey, Find: chargeFacts(predate.FactChargeKey)},
		{Name: "charge_statement.lot", From: kind, Key: predate.FactChargeLot, Find: chargeFacts(predate.FactChargeLot)},
		{Name: "charge_statement.totals", From: kind, Key: predate.FactChargeTotals, Find: chargeFacts(predate.FactChargeTotals)},
		{Name: "charge_statement.work", From: kind, Key: predate.FactChargeWork, Find: chargeFacts(predate.FactChargeWork)},
		{Name: "charge_statement.worksum", From: kind, Key: predate.FactChargeWorkSum, Find: chargeFacts(predate.FactChargeWorkSum)},
		{Name: "charge_statement.no_works", From: kind, Key: predate.FactChargeNoWorks, Find: chargeFacts(predate.FactChargeNoWorks)},
		{Name: "charge_statement.purchase", From: kind, Key: predate.FactPurchase, Find: coowner.Since},
		{Name: "charge_statement.recall", From: kind, Key: predate.KeyCashAdvance, Find: coowner.ChargeRecalls},
		{Name: "charge_statement.fund_mentioned", From: kind, Key: predate.FactFundMentioned, Find: coowner.FundMentioned},
		{Name: "charge_statement.lots", From: kind, Key: predate.KeyLots, Find: coowner.Lots},
		{Name: "charge_statement.owners", From: kind, Key: predate.KeyOwners, Find: coowner.Names},
	}
}

// allChargeFacts are the facts of a charge statement, of which each rule takes one key.
type allChargeFacts []predate.Figure

// chargeFacts returns the facts of one key of a charge statement.
func chargeFacts(key predate.Key) func(paper.Source) []predate.Figure {
	return func(doc paper.Source) []predate.Figure {
		var out []predate.Figure
		for _, f := range paper.Derived(doc, func(doc paper.Source) allChargeFacts { return chargesOf(doc).facts() }) {
			if f.Key == key {
				out = append(out, f)
			}
		}
		return out
	}
}

// The phrases of charge statements.
var (
	chargeYear     = regexp.MustCompile(`\b(?:exercice|periode|annee|decompte|repartition|releve|etat|charges)\b[a-z0-9'/ :,(–-]*?` + paper.SpanForm)
	chargeOpened   = regexp.MustCompile(`\bexercice (?:ouvert|commence|debutant|commencant) le ` + layout.DayForm + `,? ?(?:et )?(?:clos|termine|finissant|arrete|se terminant) le ` + layout.DayForm)
	chargeApproved = regexp.MustCompile(`\b(?:approuv[a-z]*(?: le|(?: par| en| a| lors de)?(?: l')? ?(?:assemblee(?: generale)?(?: ordinaire| extraordinaire| mixte)?|a\.? ?g\.?) (?:du|le))?` +
		`|(?:date d'|assemblee(?: generale)? d')approbation(?: des comptes)?(?: du| le)?)[ .:]*` + layout.DayForm)
	chargeKeyTotal  = regexp.MustCompile(`\b(?:sous-)?tota(?:l|ux)\b`)
	chargeWorksDone = regexp.MustCompile(`\bclos\b|\bcloture|\bacheve|\btermine|\bsolde[se]?s?\b|\brealise`)
	chargeOrdinary  = regexp.MustCompile(`\bcharges courantes|\bdepenses courantes|\boperations courantes|\brecapitul|\bsynthese|\bsolde de l'exercice`)
	chargeKeyCode   = regexp.MustCompile(`\(cle(?: n°)? ?([a-z0-9]{1,8})\)`)
	chargeKeyShare  = regexp.MustCompile(`\d[\d ]* ?(?:/|sur) ?\d`)
	chargeCode      = regexp.MustCompile(`^[67]\d{1,4}$`)
)

// saysActual, saysCalled and saysBalance report whether words name what the
// owner bears, what was called, and the difference between the two.
func saysActual(w paper.Meaning, text string) bool {
	return w.Says(text, "charges_total", "nature_current", "said_charges", "total", "lot_total", "column_part", "column_apportioned")
}

func saysCalled(w paper.Meaning, text string) bool {
	return w.Says(text, "provisions_total", "movement_call", "call_for_funds")
}

func saysBalance(w paper.Meaning, text string) bool {
	return w.Says(text, "adjustment", "adjustment_due", "adjustment_refund", "closing_balance", "said_owed", "said_favour", "sign_debit", "sign_credit")
}

// saysLotCalled reports whether words name what was called for a lot.
func saysLotCalled(w paper.Meaning, text string) bool {
	return fold.Has(text, "lot") && saysCalled(w, text)
}

// totalledLot is the lot whose total a row prints, "Total lot 14": its number is
// one of the words, and no amount.
func totalledLot(w paper.Meaning, r paper.Row) (string, bool) {
	printed := paper.WordsBetween(r, 0, 1e9)
	texts := make([]string, len(printed))
	for i, p := range printed {
		texts[i] = p.Text
	}
	for _, s := range w.Words.All(w.Words.Words(texts), lexicon.Context{Kind: w.Kind}) {
		if s.Concept == "lot_total" && strings.ContainsAny(texts[s.To-1], "0123456789") {
			return strings.ToUpper(strings.Trim(texts[s.To-1], " .:")), true
		}
	}
	return "", false
}

// charges is a charge statement under reading.
type charges struct {
	coowner.Paper
	by      quotepart.Keys
	year    predate.Period
	lots    []string
	listed  bool     // they are named in one list only: every line is of all of them
	lot     string   // the current section's lot
	lotPage int      // where its heading stands, which the next page may repeat
	group   keyGroup // the lines of the current key
	keys    []predate.Figure
	byLot   map[string]*predate.ChargeLot
	order   []string
	stated  []lotStated // totals of lots over their keys, until these make them
	proofs  map[string][]predate.Evidence
	works   []predate.Figure
	worksum []predate.Figure
	none    []predate.Evidence
	inWorks bool
	ofWorks map[int]bool // the rows under a heading of works
	missed  bool         // a row among the works is none that was read, nor their sum
	placed  bool         // the works were told by their place, and need their total to be believed
	loose   []looseKey   // lines that are keys themselves, until totals prove otherwise
	grouped int          // how many of the last loose ones are in the current group
}

// keyGroup is the lines of one key for one lot, until their total.
type keyGroup struct {
	code, label       string
	heading           string // folded, whole
	base, share       quotepart.Count
	apportioned, part predate.Cents
	lines             int
}

// looseKey is a line that may be a whole key.
type looseKey struct {
	figure predate.Figure
	lot    string
	rough  bool // off by a few cents
}

func chargesOf(doc paper.Source) *charges { return paper.Derived(doc, takeCharges) }

func takeCharges(doc paper.Source) *charges {
	c := &charges{Paper: coowner.Of(doc), byLot: map[string]*predate.ChargeLot{}, ofWorks: map[int]bool{}, proofs: map[string][]predate.Evidence{}}
	c.year = c.exercise()
	if c.year.IsZero() {
		return c
	}
	c.lots = c.LotNumbers()
	c.by = quotepart.Keys{Paper: c.Paper.Paper, Lots: c.lots}
	if len(c.lots) == 1 {
		c.lot = c.lots[0]
	}
	c.listed = c.listsLots()
	for i := range c.Rows {
		c.readRow(i)
		c.ofWorks[i] = c.inWorks
	}
	c.settleLots()
	return c
}

// exercise reads the exercise that is apportioned: the first span after its
// name, of a plausible length.
func (c *charges) exercise() predate.Period {
	for i, r := range c.Rows {
		text := r.Folded
		if i+1 < len(c.Rows) && c.Rows[i+1].Page == r.Page {
			text += " " + c.Rows[i+1].Folded
		}
		for _, t := range []string{r.Folded, text} {
			for _, form := range []*regexp.Regexp{chargeOpened, chargeYear} {
				if m := form.FindStringSubmatch(t); m != nil {
					if p, ok := paper.SpanOf(m[1], m[2]); ok && p.Months() >= 6 && p.Months() <= 24 {
						return p
					}
				}
			}
		}
	}
	for _, w := range c.WrappedSpans(regexp.MustCompile(paper.SpanForm)) {
		if labelledBy(c.Paper.Paper, w, "exercice", "periode", "exercice comptable") && w.Period.Months() >= 6 && w.Period.Months() <= 24 {
			return w.Period
		}
	}
	return predate.Period{}
}

// readRow reads one row by what it holds.
func (c *charges) readRow(i int) {
	r := c.Rows[i]
	if _, _, ok := c.workCard(i); ok {
		return // the words over a card of works, which name its lot
	}
	if lot, ok := c.lotHeading(r); ok && !c.listed {
		if again := lot == c.lot && r.Page > c.lotPage && c.lotPage > 0; !again || c.inWorks {
			c.begin(keyGroup{})
		}
		c.lot, c.lotPage, c.inWorks = lot, r.Page, false
		return
	}
	if c.lotWithTotal(i) || c.lotWithTotals(i) {
		return
	}
	if len(r.Amounts) == 0 {
		c.heading(i)
		return
	}
	if c.worksAnnounced(i) {
		c.inWorks = true
		return
	}
	q, quoted := quotepart.In(r.Amounts, quotepart.Counts(r), 1)
	rough, under := false, false
	if !quoted && !c.inWorks {
		q, rough = quotepart.In(r.Amounts, c.sharesOf(r), roundedPosts)
		rough = rough && q.Part.Cents > roundedPosts // less proves nothing
	}
	if !quoted && !rough && !c.inWorks && c.group.base.N > 0 && len(quotepart.Counts(r)) < 2 {
		q, under = quotepart.In(r.Amounts, []quotepart.Count{c.group.base, c.group.share}, 1)
	}
	lot, totalled := totalledLot(c.Doc.Meaning, r)
	switch {
	case c.inWorks:
		q, quoted = c.workAt(i)
		c.workRow(i, q, quoted)
	case totalled:
		c.sumOfLot(lot, r)
	case saysLotCalled(c.Doc.Meaning, r.Folded):
		c.calledOfLot(i)
	case chargeKeyTotal.MatchString(r.Folded) && !saysBalance(c.Doc.Meaning, r.Folded):
		c.totalOfKey(i)
	case quoted:
		c.line(i, q)
	case rough:
		c.mayBeKey(i, q, true)
	case under:
		c.lineUnder(q)
	}
}

// lineUnder adds a line that takes its share from the heading of its key.
func (c *charges) lineUnder(q quotepart.Quote) {
	c.group.apportioned += q.Apportioned.Cents
	c.group.part += q.Part.Cents
	c.group.lines++
}

// lotHeading reads the heading of a lot's section.
func (c *charges) lotHeading(r paper.Row) (string, bool) {
	if len(r.Amounts) > 0 || chargeKeyTotal.MatchString(r.Folded) {
		return "", false
	}
	lots := c.LotsIn(r.Folded)
	if len(lots) == 0 {
		return "", false
	}
	return lots[0], true
}

// listsLots reports whether the paper names its lots in one list and heads nothing
// by them.
func (c *charges) listsLots() bool {
	var lines []fold.LotLine
	for _, r := range c.Rows {
		l := fold.LotLine{Charged: len(r.Amounts) > 0}
		l.Heads, _ = c.lotHeading(r)
		l.Names = l.Heads == "" && quotepart.LotNamed(r.Folded) != "" || len(c.LotsIn(r.Folded)) > 1
		lines = append(lines, l)
	}
	return fold.ListsLots(lines)
}

// heading reads a row without amounts: the beginning of the works, of the
// summary, or of a key.
func (c *charges) heading(i int) {
	r := c.Rows[i]
	switch {
	case c.headsWorks(r.Folded):
		c.inWorks = true
	case !c.inWorks && c.Doc.Says(r.Folded, "nature_works") && c.worksFollow(i):
		c.inWorks, c.placed = true, true
	case c.inWorks && c.Doc.Says(r.Folded, "none"):
		c.none = append(c.none, paper.Proof(r.Page, r.Box, r.Line.Text())...)
	case chargeOrdinary.MatchString(r.Folded), c.inWorks && c.headsRecall(i):
		c.inWorks = false
	case !c.inWorks:
		c.keyHeading(r)
	}
}

// keyHeading reads the name of a key above its lines, "GEN Charges générales
// (149 / 10000 tantièmes)". It is only used when lines and a total follow.
func (c *charges) keyHeading(r paper.Row) {
	if len(r.Folded) > 90 || c.Doc.IsColumnHead(r) || quotepart.IsGeneric(r.Folded) || strings.Contains(r.Folded, "page ") {
		return
	}
	if c.group.lines > 0 && !chargeKeyShare.MatchString(r.Folded) && !strings.HasPrefix(r.Folded, "cle ") || repeated(c.Paper.Paper, r) {
		return // the end of a label that wraps, or the head of a page
	}
	text := nameBeforeColumns(r)
	code := ""
	if m := chargeKeyCode.FindStringSubmatch(r.Folded); m != nil {
		code = strings.ToUpper(m[1])
	}
	if at := strings.IndexAny(text, "("); at > 0 {
		text = text[:at]
	}
	if m := chargeKeyShare.FindStringIndex(text); m != nil && m[0] > 0 {
		text = text[:m[0]]
	}
	named, label := quotepart.SplitKey(c.Doc.Meaning, c.withoutShares(text), "")
	if c.group.label != "" && c.Doc.Says(strings.Trim(fold.Text(label), " :"), "column_share") {
		c.shareOfHeading(r) // "Vous : 44 / 1 000", under the name of the key
		return
	}
	c.group.code, c.group.label = named, strings.TrimLeft(label, "–- ")
	c.group.heading = r.Folded
	if code != "" {
		c.group.code = code
	}
	c.shareOfHeading(r)
}

// begin leaves the current key for the next one.
func (c *charges) begin(g keyGroup) { c.group, c.grouped = g, 0 }

// roundedPosts is by how many cents a key's quote-part may differ from its share
// of the whole: it sums posts that were each rounded, and may not print them.
const roundedPosts = 10

// line adds a line that proves itself to the current key.
func (c *charges) line(i int, q quotepart.Quote) {
	r := c.Rows[i]
	account := false
	for k, w := range r.Words {
		named := k == 0 && w.Text == c.lot // lot 78 is no account
		account = account || !named && (k < 2 || headsWords(r, k)) && chargeCode.MatchString(w.Text) && w.Box != q.Share.Box && w.Box != q.Base.Box
	}
	g := &c.group
	if g.lines > 0 && (g.base.N != q.Base.N || g.share.N != q.Share.N) {
		c.begin(keyGroup{})
	}
	g.base, g.share = q.Base, q.Share
	g.apportioned += q.Apportioned.Cents
	g.part += q.Part.Cents
	g.lines++
	if !account {
		c.grouped++
		c.mayBeKey(i, q, false)
	}
}

// headsWords reports whether the k-th word of a row begins a cell that goes on
// with words: an account that stands right of the cell of its key.
func headsWords(r paper.Row, k int) bool {
	w := r.Words[k]
	return slices.ContainsFunc(r.Segments(0), func(cell layout.Cell) bool {
		_, rest, _ := strings.Cut(cell.Text, " ")
		return cell.Box.X0 == w.Box.X0 && strings.ContainsFunc(rest, unicode.IsLetter)
	})
}

// mayBeKey keeps a line that may be a key without posts. A rough one is off by
// what rounding its posts may lose: only the total of its lot proves it.
func (c *charges) mayBeKey(i int, q quotepart.Quote, rough bool) {
	key := predate.ChargeKey{Lot: c.lotOfLine(i, q), Total: q.Apportioned.Cents, Base: q.Base.N, Share: q.Share.N, Unit: cmp.Or(q.Base.Unit, q.Share.Unit, "tantièmes"), Amount: q.Part.Cents}
	key.Code, key.Label = c.by.Key(i, q)
	key.Metered = key.Unit == "m3" || strings.Contains(fold.Text(key.Label), "compteur")
	c.loose = append(c.loose, looseKey{predate.Figure{Key: predate.FactChargeKey, Value: key, Year: c.year, Evidence: paper.ProofOfAmount(q.Part)}, key.Lot, rough})
}

func (c *charges) lotOfLine(i int, q quotepart.Quote) string {
	if lot := c.by.Lot(i, q); lot != "" && len(c.lots) > 1 {
		return lot
	}
	return c.lot
}

// repeated reports whether a row stands on another page too, numbers apart: the
// letterhead or the foot of every page.
func repeated(o paper.Paper, r paper.Row) bool {
	mine := numberless(r.Folded)
	for _, other := range o.Rows {
		if other.Page != r.Page && other.Box.Y0-r.Box.Y0 < 3 && r.Box.Y0-other.Box.Y0 < 3 && numberless(other.Folded) == mine {
			return true
		}
	}
	return false
}

func numberless(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return -1
		}
		return c
	}, s)
}

// labelledBy reports whether a word stands alone in the column of a cell, right over
// or right under it.
func labelledBy(o paper.Paper, w coowner.WrappedSpan, labels ...string) bool {
	for j := max(w.Row-1, 0); j < len(o.Rows) && j <= w.Row+3; j++ {
		if p, ok := paper.Aligned(o.Rows[j], w.Piece); ok && o.Rows[j].Page == w.Page && slices.Contains(labels, strings.Trim(p.Folded, " .:")) {
			return true
		}
	}
	return false
}

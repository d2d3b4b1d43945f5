package coowner

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// lots reads every lot that the paper describes, once each.
func (o Paper) lots() []predate.Figure {
	return paper.Derived(o.Doc, func(paper.Source) lotFigures { return o.findLots() })
}

// lotFigures is what a paper says of its lots, found once.
type lotFigures []predate.Figure

func (o Paper) findLots() lotFigures {
	var list predate.LotList
	var evidence []predate.Evidence
	for i, r := range o.Rows {
		known := len(list)
		list, evidence = o.lotsOf(o.card(i, r), list, evidence)
		if len(list) == known+1 && list[known].Shares == 0 {
			list[known].Shares = o.sharesUnder(i)
		}
	}
	if labelled, from := lotsAfterLabel(o); len(labelled) > len(list) && holdsLots(labelled, list) {
		list, evidence = labelled, from
	}
	if len(list) == 0 {
		list, evidence = o.lotsWithShares()
	}
	if len(list) == 0 {
		return o.lotsOnCards()
	}
	return []predate.Figure{{Key: predate.KeyLots, Value: list, Evidence: evidence}}
}

// holdsLots reports whether a list has every lot of another.
func holdsLots(list, lots predate.LotList) bool {
	return !slices.ContainsFunc(lots, func(l predate.Lot) bool { return indexLot(list, l.Number) < 0 })
}

// card joins to a row that names a lot and nothing else the row under it, which
// describes it.
func (o Paper) card(i int, r paper.Row) paper.Row {
	if !o.words.lotAlone.MatchString(r.Folded) || i+1 >= len(o.Rows) || o.Rows[i+1].Page != r.Page {
		return r
	}
	next := o.Rows[i+1]
	if paper.Distance(next.Box, r.Box) > 3*r.TypeSize() {
		return r
	}
	name := paper.Pieces(r)[0]
	_, up := o.description(i, name, -1)
	if _, down := o.description(i, name, +1); up < 0.8*down {
		return r // its description is over it
	}
	return r.With(next)
}

// lotsOf reads the lots that a row describes: "Lot 14 – Appartement (bât. A,
// 3e étage) · 343 tantièmes", or the row of a table that begins with the
// number and the type.
func (o Paper) lotsOf(r paper.Row, list predate.LotList, evidence []predate.Evidence) (predate.LotList, []predate.Evidence) {
	cells := o.perLot(r)
	for i, c := range cells {
		c.Folded = afterLotsLabel(c.Folded)
		text, end := c.Folded, len(cells)
		for k, next := range cells[i+1:] {
			if o.namesLot(next.Folded) {
				end = i + 1 + k // another lot on the same row
				break
			}
			text += " " + next.Folded
		}
		own := cells[i:end]
		if under, ok := o.underLot(r, c); ok {
			text += " " + under.Folded
			own = append(slices.Clone(own), under)
		}
		m := o.words.lot.FindStringSubmatch(text)
		if m == nil || !strings.Contains(c.Folded, "lot") {
			m = o.words.lotRow.FindStringSubmatch(text)
		}
		if first := o.words.kindFirst.FindStringSubmatch(c.Folded); first != nil {
			m = first
		}
		if m == nil && i == 0 {
			m = o.rowOfLots(r, cells)
		}
		if m == nil {
			continue
		}
		number := m[1]
		if !strings.Contains(m[0], "lot") {
			number = o.underLotHead(r, number)
		}
		lot := o.describe(number, text, own)
		if !strings.Contains(m[0], "lot") && (lot.Shares == 0 || len(layout.Amounts(r.Line)) > 1 || o.namesBuilding(lot.Number)) {
			continue // a street number, an account, the building's code, or a line that lays an expense on a lot
		}
		if j := indexLot(list, lot.Number); j >= 0 {
			list[j] = completed(list[j], lot)
			continue
		}
		list, evidence = append(list, lot), append(evidence, paper.Proof(r.Page, r.Box, r.Line.Text())...)
	}
	return list, evidence
}

// namesBuilding reports whether a name of letters and digits is the code of the
// building, with which the owner's account begins: "KG22 Villa Kerguélec PAGE 2".
func (o Paper) namesBuilding(name string) bool {
	account, ok := o.AccountNumber()
	return ok && strings.Trim(name, "0123456789") != "" && strings.HasPrefix(account, name) && account != name
}

// perLot returns the pieces of a row, those that name several lots cut before each
// of them: "lot 10 (appartement, 91 tantièmes) ; lot 49 (cave, 2 tantièmes)". A
// piece whose bracket stays open goes on in the lines below it.
func (o Paper) perLot(r paper.Row) []paper.Piece {
	var out []paper.Piece
	for _, c := range paper.Pieces(r) {
		c = o.onCard(r, o.closeBracket(r, c))
		var words []string
		cut := func() {
			if len(words) > 0 {
				own := c.Cell
				own.Text = strings.Join(words, " ")
				out = append(out, paper.Piece{Cell: own, Folded: foldWords(words)})
			}
			words = nil
		}
		listed := fold.Has(c.Folded, "lots") // "vos lots : n° 4 (cave) ; n° 43 (cave)"
		kindsFirst := o.words.kindFirst.MatchString(c.Folded)
		fields := strings.Fields(c.Text)
		for k, w := range fields {
			if kindsFirst && len(words) > 0 && o.words.kindFirst.MatchString(foldWords(fields[k:min(len(fields), k+5)])) {
				cut()
			}
			if listed && o.endsLot(words) && o.words.lotRow.MatchString(foldWords(fields[k:min(len(fields), k+3)])) {
				words = words[:len(words)-1] // "lots : 4 appartement 2e étage - 9 cave"
				cut()
				words = []string{"lot"}
			}
			numbered := listed && strings.HasPrefix(fold.Text(w), "n°")
			if numbered && len(words) > 0 && strings.HasSuffix(words[len(words)-1], ":") {
				cut()
				words = []string{"lot"} // "lots attachés à ce compte : n° 22"
			}
			if !kindsFirst && (numbered || strings.HasPrefix(fold.Text(w), "lot")) && o.words.lot.MatchString(foldWords(words)) {
				cut()
				if numbered {
					words = []string{"lot"}
				}
			}
			words = append(words, w)
		}
		cut()
	}
	return out
}

// closeBracket joins to a piece that names a lot the lines right under it, until
// the bracket that it opens is closed and no lot named last waits for its words.
func (o Paper) closeBracket(r paper.Row, c paper.Piece) paper.Piece {
	open := func() bool {
		return strings.Count(c.Text, "(") > strings.Count(c.Text, ")") || o.words.lotOpen.MatchString(c.Folded) || o.wrapsList(r, c)
	}
	i := o.indexOf(r)
	bare := !o.namesLot(c.Folded) && !o.wrapsList(r, c) // "vos lots n° 38", whose kind begins the next line
	if i < 0 || !open() || bare && !fold.Has(c.Folded, "lots") && !fold.Has(c.Folded, "lot") {
		return c
	}
	for j := i + 1; j < len(o.Rows) && j <= i+4 && o.Rows[j].Page == r.Page && open(); j++ {
		below, ok := paper.Aligned(o.Rows[j], c)
		if !ok {
			below, ok = outdented(o.Rows[j], c)
		}
		if !ok || below.Box.Y0-c.Box.Y1 > 1.2*r.TypeSize() || bare && !strings.HasPrefix(below.Folded, "(") {
			break
		}
		c, bare = joinedPieces(c, below), false
	}
	return c
}

// outdented returns the only piece of a row that goes on with a sentence whose
// first line is indented.
func outdented(r paper.Row, c paper.Piece) (paper.Piece, bool) {
	const indent = 60 // points
	cells := paper.Pieces(r)
	if len(cells) != 1 || c.Box.X0-cells[0].Box.X0 > indent || cells[0].Box.X0 > c.Box.X0 || cells[0].Box.X1 < c.Box.X0 {
		return paper.Piece{}, false
	}
	return cells[0], true
}

// onCard joins to a piece that is a lot's number alone the description that its
// card prints over or under it, whichever is nearer.
func (o Paper) onCard(r paper.Row, c paper.Piece) paper.Piece {
	i := o.indexOf(r)
	if i > 0 && o.words.lotFirst.MatchString(c.Folded) {
		return o.underKind(i, c)
	}
	if i < 0 || !o.words.lotAlone.MatchString(c.Folded) {
		return c
	}
	above, up := o.description(i, c, -1)
	below, down := o.description(i, c, +1)
	switch {
	case above.Folded != "" && up < 0.8*down:
		return joinedPieces(c, above)
	case below.Folded != "" && down < 0.8*up:
		return joinedPieces(c, below)
	}
	return c
}

// description finds the lines in a direction from a cell, begun where it
// begins, that describe a lot, and the white between.
func (o Paper) description(i int, c paper.Piece, step int) (paper.Piece, float64) {
	const far = 1e6
	found, edge, white := paper.Piece{Cell: layout.Cell{Page: c.Page}}, c.Box, far
	for j, n := i+step, 0; j >= 0 && j < len(o.Rows) && o.Rows[j].Page == c.Page && n < 4; j += step {
		p, ok := paper.Aligned(o.Rows[j], c)
		if !ok {
			continue
		}
		gap := max(p.Box.Y0-edge.Y1, edge.Y0-p.Box.Y1)
		if gap > 1.2*o.Rows[i].TypeSize() || o.words.lotAlone.MatchString(p.Folded) {
			break
		}
		if n++; n == 1 {
			white = max(gap, 0.1)
		}
		if edge = p.Box; step < 0 {
			found = joinedPieces(p, found)
		} else {
			found = joinedPieces(found, p)
		}
		if begins := o.words.typed.MatchString(p.Folded); begins && step < 0 {
			return found, white
		} else if n == 1 && step > 0 && !begins {
			break
		}
	}
	if step > 0 && found.Folded != "" && o.words.typed.MatchString(found.Folded) {
		return found, white
	}
	return paper.Piece{}, far
}

func joinedPieces(a, b paper.Piece) paper.Piece {
	a.Text, a.Folded = strings.TrimSpace(a.Text+" "+b.Text), strings.TrimSpace(a.Folded+" "+b.Folded)
	a.Box = a.Box.Union(b.Box)
	return a
}

// indexOf finds a row of the paper by its place; -1 for one that was made of
// two.
func (o Paper) indexOf(r paper.Row) int {
	return slices.IndexFunc(o.Rows, func(other paper.Row) bool {
		return other.Page == r.Page && other.Box.Y0 == r.Box.Y0 && other.Box.X0 == r.Box.X0
	})
}

func completed(a, b predate.Lot) predate.Lot {
	if a.Shares == 0 {
		a.Shares, a.SharesTotal = b.Shares, b.SharesTotal
	}
	if a.Building == "" {
		a.Building = b.Building
	}
	if a.Floor == "" {
		a.Floor = b.Floor
	}
	return a
}

// describe reads type, building, floor and general tantièmes of a lot.
func (o Paper) describe(number, text string, cells []paper.Piece) predate.Lot {
	lot := predate.Lot{Number: strings.ToUpper(number)}
	for _, w := range strings.FieldsFunc(joinedText(cells), func(c rune) bool { return strings.ContainsRune(" (),:;·–-.", c) }) {
		if known, ancillary := o.words.kinds.Of(fold.Text(w)); known {
			lot.Type, lot.Ancillary = w, ancillary
			break
		}
	}
	if m := o.words.building.FindStringSubmatch(text); m != nil {
		lot.Building = strings.ToUpper(m[1])
	}
	if at := o.words.floor.FindString(text); at != "" {
		lot.Floor = paper.PrintedAs(joinedText(cells), at)
	}
	for _, c := range cells {
		if t := strings.TrimSpace(c.Text); lot.Building == "" && len(t) == 1 && t >= "A" && t <= "Z" {
			lot.Building = t
		}
	}
	lot.Shares, lot.SharesTotal = o.fractionIn(text)
	if lot.Shares == 0 {
		lot.Shares = o.sharesIn(number, text, cells)
	}
	return lot
}

// between is a lot's shares over their total at the end of its line, between
// brackets: a year is no total.
var between = regexp.MustCompile(`\(\d{1,6} ?/ ?(?:1000\d?|10 ?000|[1-9]\d{4,5}|[3-9]\d{3})\)$`)

// printedDay is a day in figures, which is no fraction: "au 31/12/2025".
var printedDay = regexp.MustCompile(`\b\d{1,2}/\d{1,2}/\d{2,4}\b`)

// fractionIn reads general tantièmes printed over their total, "49 / 1000" or
// "572 sur 10 000", among words that name such shares, or between brackets.
func (o Paper) fractionIn(text string) (share, total int64) {
	text = printedDay.ReplaceAllString(text, " ")
	if !o.words.unit.MatchString(text) && !between.MatchString(text) {
		return 0, 0
	}
	for _, m := range o.words.fraction.FindAllStringSubmatch(text, -1) {
		share, _ = fraction.Number(m[1] + m[3])
		total, _ = fraction.Number(m[2] + m[4])
		switch {
		case fraction.AreYears(share, total): // the exercise beside the lot
		case share > total || total < 100:
			return 0, 0
		default:
			return share, total
		}
	}
	return 0, 0
}

// ofTotal ends the words before the total of a key, which is nobody's share: "sur 10 000
// tantièmes", though what stands before it is not read.
var ofTotal = regexp.MustCompile(`(?:/|\bsur) ?$`)

// sharesIn reads the general tantièmes: before their unit, after a colon, or in
// the last cell of a table's row.
func (o Paper) sharesIn(number, text string, cells []paper.Piece) int64 {
	if m := o.words.sharesAfter.FindStringSubmatch(text); m != nil {
		if n, ok := fraction.Number(m[1]); ok {
			return n
		}
	}
	if at := o.words.shares.FindStringSubmatchIndex(text); at != nil && !ofTotal.MatchString(text[:at[2]]) {
		if n, ok := fraction.Number(text[at[2]:at[3]]); ok {
			return n
		}
	}
	if m := o.words.afterColon.FindStringSubmatch(text); m != nil {
		own, _ := fraction.Number(number)
		if n, ok := fraction.Number(m[1]); ok && n != own {
			return n
		}
	}
	last := cells[len(cells)-1].Folded
	if n, ok := fraction.Number(last); ok && last != number {
		return n
	}
	for i := len(cells) - 1; i > 0; i-- { // a side note may follow the table
		if n, ok := fraction.Number(cells[i].Folded); ok {
			return n
		}
	}
	return 0
}

func joinedText(cells []paper.Piece) string {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = c.Text
	}
	return strings.Join(texts, " ")
}

// listedLots returns the numbers that a row lists: after their label in one cell,
// in the next one, or stacked with it as on a card.
func (o Paper) listedLots(i int) []string {
	cells := paper.Pieces(o.Rows[i])
	for k, c := range cells {
		text := c.Folded
		if bare := strings.TrimRight(text, " :"); isLotsLabel(bare) {
			if value, ok, told := o.ValueOnCard(i, c.Cell); told && ok {
				text = "lots " + fold.Text(value.Text)
			} else if !told && k+1 < len(cells) {
				text = "lots " + cells[k+1].Folded
			}
		}
		m := o.words.lotList.FindStringSubmatch(text)
		if m == nil || len(text) >= 60 {
			continue
		}
		var out []string
		for _, n := range regexp.MustCompile(fold.Lot).FindAllString(m[1], -1) {
			out = append(out, strings.ToUpper(n))
		}
		return out
	}
	return nil
}

// LotsIn returns the lots that folded words name, each with what it is.
func (o Paper) LotsIn(text string) []string {
	var out []string
	for _, m := range o.words.lot.FindAllStringSubmatch(text, -1) {
		out = append(out, strings.ToUpper(m[1]))
	}
	return out
}

// LotTitled returns the lot of which folded words are the heading: they begin with it, or
// with what it is.
func (o Paper) LotTitled(text string) string {
	first := o.words.kindFirst.FindStringSubmatch(text)
	if lots := o.LotsIn(text); len(lots) > 0 && (first != nil || strings.HasPrefix(text, "lot")) {
		return lots[0]
	}
	if first != nil {
		return strings.ToUpper(first[1])
	}
	return ""
}

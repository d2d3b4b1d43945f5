package coowner

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/lotname"
	"predate/internal/reading/paper"
)

// ownerWords holds the compiled forms that the owner's papers are read with.
// It is made for each paper, so that no package variable is needed.
type ownerWords struct {
	kinds                                lotname.Kinds
	lists                                lotname.Lists
	lot, lotRow, shares, building, floor *regexp.Regexp
	kindFirst                            *regexp.Regexp
	part                                 *regexp.Regexp
	account, civility                    *regexp.Regexp
	issued, issuedOn                     *regexp.Regexp
	afterColon, ownNumber                *regexp.Regexp
	lotAlone, lotList, sharesAfter       *regexp.Regexp
	described                            *regexp.Regexp // a lot with what it is, in a sentence
	lotFirst                             *regexp.Regexp
	inlineAccount, named, typed, lotOpen *regexp.Regexp
	fraction, unit                       *regexp.Regexp
}

func newOwnerWords(words *lexicon.Lexicon) ownerWords {
	kinds := lotname.KindsIn(words)
	lotTypes := kinds.Form()
	return ownerWords{
		kinds:         kinds,
		lists:         lotname.ListsOf(kinds),
		lot:           regexp.MustCompile(`\blots?(?: ?:)?(?: n°)? ?(` + fold.Lot + `)\b[ :,(·-]*` + lotTypes + `\b`),
		kindFirst:     regexp.MustCompile(`^(?:[·;,+•] ?)?` + lotTypes + `(?: ?[:,–—-])? ?\(?(?:lot(?: n°)?|n°) ?(` + fold.Lot + `)\b`),
		described:     regexp.MustCompile(`\blot n° (` + fold.Lot + `) ?: (?:une? )?` + lotTypes + `\b`),
		lotRow:        regexp.MustCompile(`^(?:n° ?)?(` + fold.Lot + `) ` + lotTypes + `\b`),
		shares:        regexp.MustCompile(`(` + fraction.NumberForm + `) ?(?:tantieme|millieme|tant\.|mill\.|t\.|(?:` + strings.Join(words.Ways("unit_parts"), "|") + `)s? gen[a-z]+)`),
		sharesAfter:   regexp.MustCompile(`\b(?:tantiemes?|milliemes?|tant\.|mill\.)(?: generaux| gen\.)? ?:? ?(` + fraction.NumberForm + `)(?: ?/ ?[\d. ]+|$)`),
		fraction:      regexp.MustCompile(`\b(\d{1,3}(?:[ .]\d{3})?) ?(?:/|sur) ?(\d{1,3}(?:[ .]\d{3})+)\b|(?:^|[^\d.])(\d{1,6}) ?(?:/|sur) ?(\d{3,7})(?:\b|e)`),
		unit:          regexp.MustCompile(`\btanti|\bmilli|\btant\.|\bmill\.|\bquotes?-parts?|\bparties communes`),
		lotOpen:       regexp.MustCompile(`(?:;| lots?(?: n°)?(?: ` + fold.Lot + `)?|[;,] n°(?: ` + fold.Lot + `)?)$`),
		typed:         regexp.MustCompile(`^` + lotTypes + `\b`),
		building:      regexp.MustCompile(`\bbat(?:iment|\.)? ?([a-z0-9]{1,3})\b`),
		floor:         regexp.MustCompile(`\b(\d{1,2} ?(?:er|e|eme|nd) etage|rez-de-chaussee|rez de chaussee|rdc|sous-sol|exterieur|entresol)\b`),
		part:          regexp.MustCompile(`^(\d{1,6})/(\d{1,7})$`),
		account:       regexp.MustCompile(`^[A-Z0-9][A-Z0-9./-]*\d[A-Z0-9./-]*$`),
		civility:      regexp.MustCompile(`^(?:m\.|mr\.?|mm\.|mme|mlle|monsieur|madame|mademoiselle|sci|sarl|sas|sa|eurl|snc|indivision|consorts|succession|epoux)(?: |$)`),
		issued:        regexp.MustCompile(`\b(?:edite|editee|etabli|etablie|emis|emise|fait|imprime)(?: a [a-z' -]+,?)? le ` + layout.DayForm + `|\b(?:date d'edition|date d'emission|edition(?: du)?|emission(?: du)?)[ :]*` + layout.DayForm),
		issuedOn:      regexp.MustCompile(`^(?:[a-z' -]+, )?le ` + layout.DayForm + `$`),
		lotAlone:      regexp.MustCompile(`^lot(?: n°)? ?` + fold.Lot + `$`),
		lotFirst:      regexp.MustCompile(`^lot(?: n°)? ?` + fold.Lot + ` ?· `),
		lotList:       regexp.MustCompile(`\blots?(?: n°s?| concernes?| vendus?)? ?:? ?((?:` + fold.Lot + `)(?:(?:, ?| et | ?\+ ?| ?/ ?| ?; ?| ?· ?| ?& ?)` + fold.Lot + `)*)$`),
		afterColon:    regexp.MustCompile(`: ?(\d{1,6})(?: |$)`),
		inlineAccount: regexp.MustCompile(`(?:^|[·(,|] ?)(?:votre )?compte(?: n°)? ?:? ?([a-z]{1,6}[-.]?\d[a-z0-9./-]*|\d[a-z0-9./-]{3,})(?: |\)|,|$)`),
		named:         regexp.MustCompile(`(?:\bpour |[·|] )((?:m\.|mr|mme|mlle|monsieur|madame|mademoiselle|sci|indivision|succession) [a-z' .-]+?)(?: ?[(,·|]|$)`),
		ownNumber:     regexp.MustCompile(`^(?:votre |n° de )?compte(?: (?:de |du )?(?:coproprietaire|client))?(?: n°)? ?:? ?([a-z0-9][a-z0-9./-]*)$`),
	}
}

// Paper is a paper addressed to a co-owner.
type Paper struct {
	paper.Paper
	words ownerWords
}

// Of returns a part as a paper addressed to its owner, read once for all who ask.
func Of(doc paper.Source) Paper {
	return paper.Derived(doc, func(doc paper.Source) Paper {
		return Paper{paper.Of(doc), lexicon.Once(doc.Words, newOwnerWords)}
	})
}

// AccountNumber reads the number of the co-owner's account.
func (o Paper) AccountNumber() (string, bool) {
	for _, r := range o.Rows {
		for _, c := range paper.Pieces(r) {
			if m := o.words.ownNumber.FindStringSubmatch(c.Folded); m != nil && strings.ContainsAny(m[1], "0123456789") && !isSubAccount(m[1]) && len(m[1]) > 2 {
				return strings.ToUpper(m[1]), true
			}
		}
	}
	for _, r := range o.Rows {
		if m := o.words.inlineAccount.FindStringSubmatch(r.Folded); m != nil && !isSubAccount(m[1]) && !o.words.part.MatchString(m[1]) && len(layout.DatesIn(m[1])) == 0 {
			return strings.ToUpper(m[1]), true
		}
	}
	least := func(r paper.Row) int {
		if headsColumns(o.Doc.Meaning, r) {
			return 5 // shorter numbers under a heading are of the chart of accounts
		}
		return 3
	}
	for i := range o.Rows {
		for _, value := range o.ValuesOf(i, "owner_account") {
			first, _, _ := strings.Cut(value.Text, " ")
			first = strings.Trim(first, ".,;:")
			if o.words.account.MatchString(first) && !decimals.MatchString(first) && len(layout.DatesIn(first)) == 0 && !o.words.part.MatchString(first) && !isSubAccount(first) && len(first) >= least(o.Rows[i]) && !o.words.shares.MatchString(fold.Text(value.Text)) {
				return first, true
			}
		}
	}
	return "", false
}

// ValuesOf returns what may be the value of a label: beside it, then right under
// it.
func (o Paper) ValuesOf(i int, id lexicon.ID) []layout.Cell {
	var out []layout.Cell
	if value, ok := o.ValueAt(i, id); ok {
		out = append(out, value)
	}
	for k, s := range paper.Pieces(o.Rows[i]) {
		if o.Doc.Named(paper.WordsIn(o.Rows[i].Line, s.Box), id) == 0 {
			continue
		}
		if c, ok := o.under(i, k); ok {
			out = append(out, c.Cell)
		}
	}
	return out
}

// decimals is a sum, which is never the number of an account.
var decimals = regexp.MustCompile(`^[+-]?\d[\d.]*[.,]\d\d$`)

// isSubAccount reports whether a number is one of the chart of accounts.
func isSubAccount(s string) bool {
	return (strings.HasPrefix(s, "450") || strings.HasPrefix(s, "459")) && len(s) <= 6 || s == "1031" || s == "1032" || s == "1033" || s == "105"
}

// recipients reads the names to whom the paper is addressed: lines that begin
// with a civility or a legal form, above a line with a town code.
func (o Paper) recipients() []predate.Figure {
	var out []predate.Figure
	taken := map[predate.Box]bool{}
	for i, r := range o.Rows {
		if r.Page > 1 || r.Box.Y0 > o.Doc.Pages[0].Height*0.55 {
			break
		}
		for _, c := range paper.Pieces(r) {
			if taken[c.Box] || !o.words.civility.MatchString(c.Folded) || strings.ContainsAny(beforeBracket(c.Folded), "0123456789:,") || len(c.Folded) > 60 {
				continue
			}
			if names, evidence, ok := o.block(i, c); ok {
				for _, e := range evidence {
					taken[e.Box] = true
				}
				out = append(out, predate.Figure{Key: predate.KeyOwners, Value: names, Evidence: evidence})
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	return o.namedInSentence()
}

// namedInSentence reads "pour M. Untel (compte X12)" where no address follows.
func (o Paper) namedInSentence() []predate.Figure {
	for _, r := range o.Rows {
		m := o.words.named.FindStringSubmatch(r.Folded)
		if m == nil || r.Page > 1 || len(strings.Fields(m[1])) > 6 || o.namesMore(r.Folded, m[0]) {
			continue
		}
		return []predate.Figure{{Key: predate.KeyOwners, Value: predate.Texts{paper.PrintedAs(r.Line.Text(), m[1])}, Evidence: paper.Proof(r.Page, r.Box, r.Line.Text())}}
	}
	return nil
}

// namesMore reports whether the words after a name go on with another person, as in
// "Indivision Untel (M. Untel Jean, …": the name alone is not all that is printed.
func (o Paper) namesMore(line, name string) bool {
	_, rest, _ := strings.Cut(line, name)
	return o.words.civility.MatchString(strings.TrimLeft(rest, " (,"))
}

// beforeBracket gives the words before the first bracket: those within it may list
// the persons whom a name stands for.
func beforeBracket(name string) string {
	before, _, _ := strings.Cut(name, "(")
	return before
}

// block reads the names that start at a cell, and checks that an address
// follows in the same column.
func (o Paper) block(i int, start paper.Piece) (predate.Texts, []predate.Evidence, bool) {
	if i > 0 {
		if above, ok := paper.Aligned(o.Rows[i-1], start); ok && o.words.civility.MatchString(above.Folded) && above.Box.Y1 > start.Box.Y0-2*start.Box.Height() {
			return nil, nil, false // the block began above
		}
	}
	names := predate.Texts{strings.TrimSpace(start.Text)}
	evidence := paper.ProofOf(start.Cell)
	naming, bottom := true, start.Box.Y1
	for j := i + 1; j < len(o.Rows) && o.Rows[j].Page == start.Page; j++ {
		c, ok := paper.Aligned(o.Rows[j], start)
		if !ok {
			continue
		}
		if c.Box.Y0-bottom > 4*start.Box.Height() {
			break
		}
		bottom = c.Box.Y1
		last := names[len(names)-1]
		switch {
		case naming && nameGoesOn(last, c.Text):
			names[len(names)-1] = last + " " + strings.TrimSpace(c.Text)
			evidence = append(evidence, paper.ProofOf(c.Cell)...)
		case naming && o.words.civility.MatchString(c.Folded) && !strings.ContainsAny(c.Folded, "0123456789"):
			names = append(names, strings.TrimSpace(c.Text))
			evidence = append(evidence, paper.ProofOf(c.Cell)...)
		case paper.StartsWithTownCode(c.Folded):
			return names, evidence, !slices.ContainsFunc(names, o.cutName)
		case strings.Contains(c.Folded, "syndic") || strings.Contains(c.Folded, "siret"):
			return nil, nil, false
		default:
			naming = false
		}
	}
	return nil, nil, false
}

// nameGoesOn reports whether the line under a name is the rest of it: a bracket
// is open, a word that joins names ends it, or a bracket begins the line.
func nameGoesOn(name, next string) bool {
	end := fold.Text(name)
	return strings.Count(name, "(") > strings.Count(name, ")") || strings.HasPrefix(strings.TrimSpace(next), "(") ||
		strings.HasSuffix(end, " et") || strings.HasSuffix(end, " ou") || strings.HasSuffix(end, ",") || strings.HasSuffix(end, "&")
}

// cutName reports whether words are no whole name: a title alone, or a bracket
// that never closes.
func (o Paper) cutName(name string) bool {
	return strings.TrimSpace(o.words.civility.ReplaceAllString(fold.Text(name), "")) == "" || strings.Count(name, "(") != strings.Count(name, ")")
}

// Issued reads the day on which the paper was made.
func (o Paper) Issued() predate.Date {
	for _, r := range o.Rows {
		if m := o.words.issued.FindStringSubmatch(r.Folded); m != nil {
			if d, ok := layout.ParseDate(m[1] + m[2]); ok {
				return d
			}
		}
	}
	if d, _, ok := o.DayOf("issue_date", "day"); ok {
		return d
	}
	for _, r := range o.Rows {
		if r.Page > 1 {
			break
		}
		for _, c := range paper.Pieces(r) {
			if m := o.words.issuedOn.FindStringSubmatch(c.Folded); m != nil {
				if d, ok := layout.ParseDate(m[1]); ok {
					return d
				}
			}
		}
	}
	return predate.Date{}
}

// DayOf reads the day of a label that stands alone in its cell: in the next
// cell, or right under it.
func (o Paper) DayOf(ids ...lexicon.ID) (predate.Date, layout.Cell, bool) {
	for _, id := range ids {
		for i, r := range o.Rows {
			cells := paper.Pieces(r)
			for k, c := range cells {
				if !o.Doc.Is(strings.TrimRight(c.Folded, " :."), id) || headsColumns(o.Doc.Meaning, r) {
					continue
				}
				near := slices.Clone(cells[k+1 : min(k+2, len(cells))])
				if value, _, told := o.ValueOnCard(i, c.Cell); told {
					near = []paper.Piece{{Cell: value, Folded: fold.Text(value.Text)}}
				} else if below, ok := o.under(i, k); ok {
					near = append(near, below)
				}
				for _, n := range near {
					if d, ok := layout.ParseDate(strings.Trim(n.Folded, " :.")); ok {
						return d, n.Cell, true
					}
				}
			}
		}
	}
	return predate.Date{}, layout.Cell{}, false
}

// under returns the cell printed under cell k of a row: the one that begins where
// it does, or the one of the same rank where both rows have as many cells.
func (o Paper) under(i, k int) (paper.Piece, bool) {
	cells := paper.Pieces(o.Rows[i])
	if i+1 >= len(o.Rows) || o.Rows[i+1].Page != o.Rows[i].Page || paper.Distance(o.Rows[i+1].Box, o.Rows[i].Box) > 4*o.Rows[i].TypeSize() {
		return paper.Piece{}, false
	}
	if below, ok := paper.Aligned(o.Rows[i+1], cells[k]); ok {
		return below, true
	}
	if next := paper.Pieces(o.Rows[i+1]); len(next) == len(cells) {
		return next[k], true
	}
	for _, p := range paper.Pieces(o.Rows[i+1]) {
		if p.Box.X0 < cells[k].Box.X1 && p.Box.X1 > cells[k].Box.X0 {
			return p, true
		}
	}
	return paper.Piece{}, false
}

// foldWords joins and folds words.
func foldWords(words []string) string { return fold.Text(strings.Join(words, " ")) }

// headsColumns reports whether a row heads a table: what stands under its words are
// the first of many.
func headsColumns(w paper.Meaning, r paper.Row) bool {
	return w.IsColumnHead(r) || w.Says(r.Folded, "column_debit") && w.Says(r.Folded, "column_credit")
}

package fundcall

import "predate/internal/reading/paper"

// termUnder gives the words right under a heading, in smaller type and in its column:
// where a heading is in plain words, "Le quotidien de l'immeuble", they have the term of
// the law, "Provisions sur budget prévisionnel".
func (c *fundCall) termUnder(i int) (string, bool) {
	const apart = 1.6 // lines
	if i+1 >= len(c.Rows) {
		return "", false
	}
	heading, next := c.Rows[i], c.Rows[i+1]
	if next.Page != heading.Page || len(next.Amounts) > 0 || paper.Distance(next.Box, heading.Box) > apart*heading.TypeSize() {
		return "", false
	}
	words := paper.WordsBetween(heading, 0, heading.Amounts[0].Box.X0)
	under := paper.Pieces(next)
	if len(words) == 0 || len(under) == 0 || words[len(words)-1].Size <= next.Size() {
		return "", false
	}
	if !paper.Overlapped(under[0].Box, paper.Cell(words, heading.Page).Box) {
		return "", false
	}
	return under[0].Text, true
}

package extract

// termUnder gives the words right under a heading, in smaller type and in its column:
// where a heading is in plain words, "Le quotidien de l'immeuble", they have the term of
// the law, "Provisions sur budget prévisionnel".
func (c *fundCall) termUnder(i int) (string, bool) {
	const apart = 1.6 // lines
	if i+1 >= len(c.rows) {
		return "", false
	}
	heading, next := c.rows[i], c.rows[i+1]
	if next.Page != heading.Page || len(next.amounts) > 0 || distance(next.Box, heading.Box) > apart*heading.typeSize() {
		return "", false
	}
	words := wordsBetween(heading, 0, heading.amounts[0].Box.X0)
	under := pieces(next)
	if len(words) == 0 || len(under) == 0 || words[len(words)-1].Size <= next.Size() {
		return "", false
	}
	if !overlapped(under[0].Box, cell(words, heading.Page).Box) {
		return "", false
	}
	return under[0].Text, true
}

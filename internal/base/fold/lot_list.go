package fold

// LotLine is what one line of a paper says of lots.
type LotLine struct {
	Heads   string // the one lot that it names, where it has no amount
	Names   bool   // it names lots in another way: several, or beside an amount
	Charged bool   // it has amounts
}

// ListsLots reports whether the lots of a paper are named in one list and nowhere else,
// one under another with no amount between them: then no lot heads the lines that
// follow, which are of all of them.
func ListsLots(lines []LotLine) bool {
	named := map[string]bool{}
	charged := false
	for _, l := range lines {
		switch {
		case l.Names, l.Heads != "" && (named[l.Heads] || charged):
			return false
		case l.Heads != "":
			named[l.Heads] = true
		case l.Charged && len(named) > 0:
			charged = true
		}
	}
	return len(named) > 1
}

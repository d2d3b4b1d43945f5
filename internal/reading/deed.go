package reading

import (
	"slices"

	"predate"
	"predate/internal/reading/building"
	"predate/internal/reading/layout"
	"predate/internal/reading/pdftext"
)

// deed is the guide through a scan that may be the rules of a building, or a deed
// that changes them. Of such a paper the statement takes its kind, its day and
// the building that it speaks of, all of which its first pages say; of what was recognised in an
// image no rule reads a lot. The rest is read only to find the papers that
// may be bound behind it.
type deed struct {
	*Reader
	turns pdftext.Turns
	kind  predate.Kind
	day   predate.Date
	// ahead is by how much the printed numbers of the pages are ahead of the file's;
	// numbered says that the first pages print them.
	ahead    int
	numbered bool
}

// Turns are those that an operator said.
func (d *deed) Turns() pdftext.Turns { return d.turns }

// Enough reports whether the first pages are those of one deed that says its
// day, under its title and in its text alike, and its building.
func (d *deed) Enough(first []predate.Page) bool {
	if slices.ContainsFunc(first, func(p predate.Page) bool { return p.Unreadable != "" }) {
		return false
	}
	doc := layout.Analyse(first)
	found := d.classify("", doc)
	if len(found.Parts) != 1 {
		return false
	}
	dated, ok := map[predate.Kind]predate.Key{
		predate.KindRules: predate.KeyCoownershipRules, predate.KindAmendment: predate.KeyDivisionAmendment,
	}[found.Parts[0].Kind]
	if !ok {
		return false
	}
	d.kind, d.day = found.Parts[0].Kind, found.Printed
	said := slices.ContainsFunc(d.read(d.kind, doc), func(f predate.Figure) bool {
		paper, ok := f.Value.(predate.Paper)
		return ok && f.Key == dated && !paper.Date.IsZero() && paper.Date == d.day
	})
	marks := building.MarksOf(doc, 1, len(doc.Pages))
	d.number(doc)
	return said && len(marks.Places)+len(marks.Numbers) > 0
}

// number takes the numbers that the first pages bear, where two or more run on.
func (d *deed) number(doc layout.Doc) {
	votes := map[int]int{}
	d.numbered = false
	for _, page := range doc.Pages {
		if leaf := d.leaf(page); leaf > 0 {
			ahead := leaf - page.Number
			if votes[ahead]++; votes[ahead] > 1 && (!d.numbered || votes[ahead] > votes[d.ahead]) {
				d.numbered, d.ahead = true, ahead
			}
		}
	}
}

// leaf is the number that a page bears; zero for none.
func (d *deed) leaf(page layout.Page) int { return d.classifier.Glance(page, d.kind).Leaf }

// Continues reports whether nothing on a page speaks for another paper: no
// title, words or amount of one, no day after the deed's, no other numbering.
func (d *deed) Continues(page predate.Page) bool {
	seen := d.classifier.Glance(layout.Analyse([]predate.Page{page}).Pages[0], d.kind)
	later := slices.ContainsFunc(seen.Days, func(day predate.Date) bool { return day.After(d.day) })
	numbered := seen.Leaf == 0 || seen.Leaf-page.Number == d.ahead || !d.numbered && seen.Leaf > 1
	return !seen.Other && !later && numbered
}

// Single reports whether the pages that were read are of this deed alone: all of
// them together, and each stretch between pages that were left.
func (d *deed) Single(pages []predate.Page) bool {
	unread := func(p predate.Page) bool { return p.Unreadable != "" }
	all := d.classify("", layout.Analyse(pages))
	if slices.ContainsFunc(pages, unread) || len(all.Parts) != 1 || all.Parts[0].Kind != d.kind || all.Printed != d.day {
		return false
	}
	isLeft := func(p predate.Page) bool { return p.Left }
	for from := slices.IndexFunc(pages, isLeft); from >= 0; from = slices.IndexFunc(pages, isLeft) {
		pages = pages[from+1:]
		stretch := pages
		if end := slices.IndexFunc(pages, isLeft); end >= 0 {
			stretch = pages[:end]
		}
		if len(stretch) > 0 && !d.own(stretch) {
			return false
		}
	}
	return true
}

// own reports whether a stretch of pages behind one that was left is no other paper.
func (d *deed) own(stretch []predate.Page) bool {
	apart := slices.Clone(stretch)
	for i := range apart {
		apart[i].Number = i + 1
	}
	doc := layout.Analyse(apart)
	if slices.ContainsFunc(doc.Pages, func(page layout.Page) bool { return d.leaf(page) == 1 }) {
		return false
	}
	for _, part := range d.classify("", doc).Parts {
		if part.Kind != d.kind && part.Kind != predate.KindOther {
			return false
		}
	}
	return true
}

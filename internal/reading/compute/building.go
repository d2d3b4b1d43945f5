package compute

import "predate"

// foreignPapers names the papers of another building, and those that may be of
// one: nothing is taken from either.
func (r *reckoning) foreignPapers() {
	for _, d := range r.documents {
		if d.DuplicateOf != "" {
			continue
		}
		if part, ok := firstPart(d, func(p predate.Part) bool { return p.Foreign }); ok {
			r.warn(predate.Because(predate.ReasonPaperForeign, predate.FileName(d.File), predate.Text(part.Whose)))
		}
		if part, ok := firstPart(d, func(p predate.Part) bool { return p.Doubtful }); ok && d.SupersededBy == "" {
			r.review(predate.Because(predate.ReasonPaperMaybeForeign, predate.FileName(d.File), predate.Text(part.Whose)))
		}
	}
}

func firstPart(d predate.ReadDocument, is func(predate.Part) bool) (predate.Part, bool) {
	for _, part := range d.Parts {
		if is(part) {
			return part, true
		}
	}
	return predate.Part{}, false
}

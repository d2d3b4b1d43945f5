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
			r.warn("La pièce « " + d.File + " » est celle d’un autre immeuble (" + part.Whose + ") : elle est écartée.")
		}
		if part, ok := firstPart(d, func(p predate.Part) bool { return p.Doubtful }); ok && d.SupersededBy == "" {
			r.review("La pièce « " + d.File + " » est peut-être celle d’un autre immeuble (" + part.Whose + ") : rien n’en est repris.")
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

package compute

import "predate"

// tellForeignPapers names the papers of another building, and those that may be of
// one: nothing is taken from either.
func tellForeignPapers(of dossier, s *sheet) {
	for _, d := range of.documents {
		if d.DuplicateOf != "" {
			continue
		}
		if part, ok := firstPart(d, func(p predate.Part) bool { return p.Foreign }); ok {
			s.warn(predate.Because(predate.ReasonPaperForeign, predate.FileName(d.File), predate.Text(part.Whose)))
		}
		if part, ok := firstPart(d, func(p predate.Part) bool { return p.Doubtful }); ok && d.SupersededBy == "" {
			s.review(predate.Because(predate.ReasonPaperMaybeForeign, predate.FileName(d.File), predate.Text(part.Whose)))
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

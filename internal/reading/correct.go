package reading

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"predate"
	"predate/internal/reading/classify"
	"predate/internal/reading/layout"
	"predate/internal/reading/pdftext"
)

// said are the corrections of one file.
type said []predate.Correction

// saidOf picks the corrections of a file.
func saidOf(all []predate.Correction, hash predate.Hash) said {
	return said(slices.DeleteFunc(slices.Clone(all), func(c predate.Correction) bool { return hash == "" || c.Hash != hash }))
}

// turns are the pages that operators turned.
func (s said) turns() pdftext.Turns {
	var out pdftext.Turns
	for _, c := range s {
		if c.About == predate.RemarkTurn {
			if out == nil {
				out = pdftext.Turns{}
			}
			out[c.First] = c.Degrees()
		}
	}
	return out
}

// about returns the correction on something that holds for a part: of those whose pages
// begin it, the one that begins last.
func (s said) about(what predate.Remark, part predate.Part) (predate.Correction, bool) {
	var best predate.Correction
	found := false
	for _, c := range s {
		holds := c.First == 0 || c.First <= part.First && part.First <= c.Last
		if c.About == what && holds && (!found || c.First > best.First) {
			best, found = c, true
		}
	}
	return best, found
}

// digest names what the corrections make of a file by itself, for the cache: not who
// said it, nor what it is to other files. Empty where they change nothing.
func (s said) digest() string {
	var lines []string
	for _, c := range s {
		switch c.About {
		case predate.RemarkDuplicate, predate.RemarkReplaced:
		default:
			lines = append(lines, fmt.Sprintf("%s %d %d %q", c.About, c.First, c.Last, c.Value))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	slices.Sort(lines)
	return "-c" + short(fmt.Sprint(lines))
}

// pagesName names the pages of a file, for the cache: turned pages are others.
func pagesName(hash predate.Hash, turns pdftext.Turns) string {
	if len(turns) == 0 {
		return string(hash)
	}
	var lines []string
	for _, page := range slices.Sorted(maps.Keys(turns)) {
		lines = append(lines, fmt.Sprint(page, turns[page]))
	}
	return string(hash) + "-t" + short(fmt.Sprint(lines))
}

func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:12])
}

// correct makes of what the rules found what operators said: where papers begin, of
// which kind each is, and its day. Parts that nobody spoke of stay as they are.
func (r *Reader) correct(found classify.Result, doc layout.Doc, s said) classify.Result {
	if len(s) == 0 || len(found.Parts) == 0 {
		return found
	}
	out := found
	out.Parts = nil
	starts := s.starts(found.Parts, len(doc.Pages))
	for i, first := range starts {
		last := len(doc.Pages)
		if i+1 < len(starts) {
			last = starts[i+1] - 1
		}
		out.Parts = append(out.Parts, r.partOf(found.Parts, doc, first, last))
	}
	for i := range out.Parts {
		if c, ok := s.about(predate.RemarkKind, out.Parts[i]); ok {
			out.Parts[i] = ofKind(out.Parts[i], c.Kind())
		}
	}
	opening := out.Parts[0]
	if opening.Kind != found.Parts[0].Kind || opening.Last != found.Parts[0].Last {
		out.Printed = r.classifier.PrintedOn(pagesOf(doc, opening), opening.Kind)
	}
	if c, ok := s.about(predate.RemarkDay, opening); ok {
		out.Printed = c.Day()
	}
	return out
}

// starts lists the pages on which papers begin: where the rules cut, then around the
// pages of which something is said, the widest first, and last where operators
// cut and joined.
func (s said) starts(parts []predate.Part, pages int) []int {
	begins := map[int]bool{}
	for _, part := range parts {
		begins[part.First] = true
	}
	wide := slices.DeleteFunc(slices.Clone(s), func(c predate.Correction) bool {
		return c.First == 0 || c.About == predate.RemarkCut || c.About == predate.RemarkTurn
	})
	slices.SortStableFunc(wide, func(a, b predate.Correction) int {
		return cmp.Or(cmp.Compare(b.Last-b.First, a.Last-a.First), cmp.Compare(a.First, b.First))
	})
	for _, c := range wide {
		for page := c.First + 1; page <= min(c.Last, pages); page++ {
			delete(begins, page)
		}
		begins[c.First], begins[c.Last+1] = true, true
	}
	for _, c := range s {
		if c.About == predate.RemarkCut {
			begins[c.First] = c.Value == predate.CutSplit
		}
	}
	begins[1] = true
	maps.DeleteFunc(begins, func(page int, begins bool) bool { return !begins || page < 1 || page > pages })
	return slices.Sorted(maps.Keys(begins))
}

// partOf says what some pages are: what the rules said of just these, else what
// they say of them alone, else what they said of the paper that has the first.
func (r *Reader) partOf(parts []predate.Part, doc layout.Doc, first, last int) predate.Part {
	at := 0
	for i, part := range parts {
		if part.First <= first {
			at = i
		}
	}
	part := parts[at]
	if part.First == first && part.Last == last {
		return part
	}
	part.First, part.Last = first, last
	alone := r.classify("", apart(doc, first, last))
	if len(alone.Parts) == 1 && alone.Parts[0].Kind != predate.KindOther {
		a := alone.Parts[0]
		part.Kind, part.DocType, part.Reasons, part.Maybe, part.Draft = a.Kind, a.DocType, a.Reasons, a.Maybe, a.Draft || part.Draft
	}
	return part
}

// apart lays some pages out as a file of their own.
func apart(doc layout.Doc, first, last int) layout.Doc {
	var pages []predate.Page
	for _, page := range doc.Pages {
		if first <= page.Number && page.Number <= last {
			one := page.Page
			one.Number = len(pages) + 1
			pages = append(pages, one)
		}
	}
	return layout.Analyse(pages)
}

// ofKind returns the part with the kind that an operator chose.
func ofKind(part predate.Part, kind predate.Kind) predate.Part {
	if part.Kind != kind {
		part.Draft = false
	}
	part.Kind, part.DocType, part.Maybe = kind, kind.DocType(), nil
	part.Reasons = []string{"classée par un opérateur"}
	return part
}

// restate makes of the candidates of a part what operators said of its exercise
// and of its day.
func (s said) restate(figures []predate.Figure, part predate.Part) []predate.Figure {
	if c, ok := s.about(predate.RemarkExercise, part); ok {
		figures = ofExercise(figures, part.Kind, c.Exercise())
	}
	if c, ok := s.about(predate.RemarkDay, part); ok {
		for i, f := range figures {
			if paper, ok := f.Value.(predate.Paper); ok {
				paper.Date = c.Day()
				figures[i].Value = paper
			}
			if f.Key == predate.FactMeeting {
				figures[i].AsOf = c.Day()
			}
		}
	}
	return figures
}

// ofExercise moves candidates to an exercise: those of the latest exercise of the
// paper to it, those of the one before to the one before it. Where the paper
// prints no exercise, all are of it.
func ofExercise(figures []predate.Figure, kind predate.Kind, to predate.Period) []predate.Figure {
	var latest predate.Period
	var closed predate.Date
	for _, f := range figures {
		if f.Year.To.After(latest.To) {
			latest = f.Year
		}
		if f.AsOf.After(closed) {
			closed = f.AsOf
		}
	}
	from := cmp.Or(latest.To, closed)
	out := slices.Clone(figures)
	for i := range out {
		f := &out[i]
		switch {
		case from.IsZero():
			f.Year = to
			if kind == predate.KindSchedule1 {
				f.AsOf = to.To
			}
		default:
			f.Year, f.AsOf = movedYear(f.Year, latest, to), movedDay(f.AsOf, from, latest, to)
			if day, ok := f.Value.(predate.Day); ok && f.Key == predate.KeyAccountsDate {
				f.Value = predate.Day(movedDay(predate.Date(day), from, latest, to))
			}
		}
	}
	return out
}

func movedYear(year, from, to predate.Period) predate.Period {
	switch {
	case year == from && !year.IsZero():
		return to
	case !year.IsZero() && year.To == from.From.AddDays(-1):
		return before(to)
	}
	return year
}

// movedDay moves the day of a balance: the end of an exercise, or of the one before.
func movedDay(day, from predate.Date, latest, to predate.Period) predate.Date {
	switch {
	case day.IsZero():
		return day
	case day == from:
		return to.To
	case !latest.IsZero() && day == latest.From.AddDays(-1), day == from.AddMonths(-12):
		return to.From.AddDays(-1)
	}
	return day
}

// before is the year that ends when an exercise begins.
func before(p predate.Period) predate.Period {
	return predate.Period{From: p.From.AddMonths(-12), To: p.From.AddDays(-1)}
}

// judge makes of the building of each part what operators said of it.
func (s said) judge(parts []predate.Part) (corrected []predate.Part, foreign bool) {
	foreign = len(parts) > 0
	for i := range parts {
		if c, ok := s.about(predate.RemarkBuilding, parts[i]); ok {
			parts[i].Foreign, parts[i].Doubtful, parts[i].Whose = c.Value == predate.BuildingOther, false, ""
			if parts[i].Foreign {
				parts[i].Whose = "dit par un opérateur"
			}
		}
		foreign = foreign && parts[i].Foreign
	}
	return parts, foreign
}

// relate makes of what files are to one another what operators said: which repeats
// or is replaced by which. Of two that repeat each other the operator's word stays.
func relate(documents []predate.ReadDocument, corrections []predate.Correction) {
	names := map[predate.Hash]string{}
	for _, d := range documents {
		names[d.Hash] = cmp.Or(names[d.Hash], d.File)
	}
	for _, about := range []predate.Remark{predate.RemarkDuplicate, predate.RemarkReplaced} {
		ours := map[string]bool{}
		for i := range documents {
			c, ok := saidOf(corrections, documents[i].Hash).about(about, predate.Part{First: 1})
			to, held := names[predate.Hash(c.Value)]
			if !ok || c.Value != "" && (!held || to == documents[i].File) {
				continue
			}
			*relation(&documents[i], about) = to
			ours[documents[i].File] = true
		}
		unloop(documents, about, ours)
	}
}

// relation is where it is said which file a document repeats, or is replaced by.
func relation(d *predate.ReadDocument, about predate.Remark) *string {
	if about == predate.RemarkDuplicate {
		return &d.DuplicateOf
	}
	return &d.SupersededBy
}

// unloop drops relations of the rules that lead back to a file of which an
// operator spoke: else no file of a ring would be read.
func unloop(documents []predate.ReadDocument, about predate.Remark, ours map[string]bool) {
	at := map[string]int{}
	for i, d := range documents {
		at[d.File] = i
	}
	for name := range ours {
		for next, steps := name, 0; steps <= len(documents); steps++ {
			i, ok := at[next]
			if !ok {
				break
			}
			to := relation(&documents[i], about)
			if *to == name && !ours[next] {
				*to = ""
			}
			next = *to
		}
	}
}

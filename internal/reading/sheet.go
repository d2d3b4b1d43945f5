package reading

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/reading/building"
	"predate/internal/reading/classify"
	"predate/internal/reading/compute"
	"predate/internal/reading/extract"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/letter"
	"predate/internal/reading/merge"
	"predate/internal/reading/pdftext"
)

// sheet is a file on its way: its pages, then what they are, then what they
// say.
type sheet struct {
	file File
	hash predate.Hash
	said said
	analysis
	doc *layout.Doc // nil when what is known was kept from an earlier reading
	// key is where the analysis is kept; empty when it is not: some page could
	// not be read, and may be another time.
	key   string
	fresh bool // the analysis is not kept as it stands
}

// sheet opens one file and tells what it is.
func (r *Reader) sheet(ctx context.Context, file File, corrections []predate.Correction) (*sheet, error) {
	s := &sheet{file: file, hash: file.Hash}
	var data []byte
	if s.hash == "" {
		var err error
		if data, err = load(ctx, file); err != nil {
			return nil, err
		}
		s.hash = hashOf(data)
	}
	s.said = saidOf(corrections, s.hash)
	s.file.Turns = s.said.turns()
	if r.recall(ctx, s) {
		return s, nil
	}
	if err := r.look(ctx, s, data); err != nil {
		return nil, err
	}
	s.Result = r.correct(r.classify(file.Name, *s.doc), *s.doc, s.said)
	s.Brief = classify.BriefOf(*s.doc)
	for _, part := range s.Result.Parts {
		s.Building = append(s.Building, building.MarksOf(*s.doc, part.First, part.Last))
	}
	return s, nil
}

func hashOf(data []byte) predate.Hash {
	sum := sha256.Sum256(data)
	return predate.Hash(hex.EncodeToString(sum[:]))
}

// classify cuts a file into its papers. Pages that no title names may be a letter:
// the kind whose sums its sentences prove is its kind, where rules read no amount
// of that kind beside them: a letter has no tables.
func (r *Reader) classify(file string, doc layout.Doc) classify.Result {
	found := r.classifier.Classify(classify.Input{File: file, Doc: doc})
	for i, part := range found.Parts {
		if part.Kind != predate.KindOther {
			continue
		}
		pages := pagesOf(doc, part)
		if kind, ok := letter.KindOf(pages, r.Words); ok && !letter.HoldAmounts(extract.Figures(kind, pages, r.Forms)) {
			part.Kind, part.DocType, part.Maybe = kind, kind.DocType(), nil
			part.Reasons = []string{"lettre dont les montants s’équilibrent"}
			found.Parts[i] = part
		}
	}
	return found
}

// look finds the pages of a file and how they are laid out.
func (r *Reader) look(ctx context.Context, s *sheet, data []byte) error {
	if data == nil {
		var err error
		if data, err = load(ctx, s.file); err != nil {
			return err
		}
	}
	s.doc = &layout.Doc{}
	if len(data) > MaxFile {
		s.Unreadable, s.key = tooLarge, ""
		return nil
	}
	found, settled, err := r.pages(ctx, s.hash, s.file.Turns, data)
	if err != nil {
		return err
	}
	if !settled {
		s.key = ""
	}
	s.Unreadable = found.Unreadable
	if len(found.Pages) > 0 && s.Unreadable == "" {
		s.Unreadable = allUnread(found.Pages)
	}
	if s.Unreadable == "" {
		s.UnreadPages = unread(found.Pages)
		s.LeftPages = left(found.Pages)
	}
	*s.doc = layout.Analyse(found.Pages)
	return nil
}

// Layout returns the pages of one file as they are understood, and its bytes.
func (r *Reader) Layout(ctx context.Context, file File) (layout.Doc, []byte, error) {
	data, err := load(ctx, file)
	if err == nil {
		s := &sheet{file: file, hash: hashOf(data)}
		if err = r.look(ctx, s, data); err == nil {
			return *s.doc, data, nil
		}
	}
	return layout.Doc{}, nil, fmt.Errorf("read %q: %w", file.Name, err)
}

// extract reads the candidates of every part, unless they are known already.
func (r *Reader) extract(ctx context.Context, s *sheet) error {
	if s.Extracted {
		return nil
	}
	if s.doc == nil {
		if err := r.look(ctx, s, nil); err != nil {
			return err
		}
	}
	s.Figures = make([][]predate.Figure, len(s.Result.Parts))
	for i, part := range s.Result.Parts {
		s.Figures[i] = s.said.restate(r.read(part.Kind, pagesOf(*s.doc, part)), part)
	}
	s.Extracted, s.fresh = true, true
	return nil
}

// read returns what the rules of a kind read, and what its form proves; where
// neither gives an amount, what the sentences of a letter prove.
func (r *Reader) read(kind predate.Kind, doc layout.Doc) []predate.Figure {
	first, moved := doc.WordsFirst()
	rules, proved := extract.Figures(kind, first, r.Forms), form.Figures(kind, first, r.Words)
	if form.HasLotsAcross(kind, first, r.Words) {
		rules = withoutSums(rules)
	}
	if !letter.HoldAmounts(rules) && !letter.HoldAmounts(proved) {
		if told := letter.Figures(kind, first, r.Words); told != nil {
			proved = told
			// The rules for lots read tables: in sentences they take one number for another.
			rules = slices.DeleteFunc(rules, func(f predate.Figure) bool { return f.Key == predate.KeyLots })
		}
	}
	if told := inSentences(r.Words, kind, doc); saysMore(told, proved) {
		moved.Restore(rules)
		return form.NameKeys(kind, doc, r.Words, merge.Figures(withoutLines(rules, told), told))
	}
	figures := form.NameKeys(kind, first, r.Words, merge.Figures(rules, proved))
	moved.Restore(figures)
	return figures
}

// withoutSums drops the lines and sums that rules read of a call whose lots stand in columns:
// they take the column of one lot for the call.
func withoutSums(rules []predate.Figure) []predate.Figure {
	out := slices.DeleteFunc(slices.Clone(rules), func(f predate.Figure) bool {
		return f.Key == predate.FactCallLine || f.Key == predate.FactCallSubtotal
	})
	for i, f := range out {
		if head, ok := f.Value.(predate.CallHead); ok {
			head.Total, head.HasTotal, head.Lots = 0, false, nil
			out[i].Value = head
		}
	}
	return out
}

// parts are the parts of a file with the building that each speaks of.
func (s *sheet) parts(found []building.Finding) []predate.Part {
	parts := slices.Clone(s.Result.Parts)
	for i, f := range found {
		parts[i].Foreign, parts[i].Doubtful, parts[i].Whose = f.Verdict == building.Foreign, f.Verdict == building.Doubtful, f.Why
	}
	return parts
}

// papers are the parts of a file with what they say.
func (s *sheet) papers(document predate.ReadDocument) []compute.Paper {
	var papers []compute.Paper
	for i, part := range document.Parts {
		for f := range s.Figures[i] {
			for e := range s.Figures[i][f].Evidence {
				place := &s.Figures[i][f].Evidence[e]
				place.File, place.Document = s.file.Name, s.file.Document
			}
		}
		printed := s.Result.Printed
		if c, ok := s.said.about(predate.RemarkDay, part); ok {
			printed = c.Day()
		}
		papers = append(papers, compute.Paper{
			File: s.file.Name, Document: s.file.Document, Part: part, Figures: s.Figures[i],
			Printed: printed, Superseded: document.SupersededBy != "",
		})
	}
	return papers
}

// allUnread returns why no page at all could be read; empty when one could.
func allUnread(pages []predate.Page) string {
	for _, page := range pages {
		if page.Unreadable == "" {
			return ""
		}
	}
	return pages[0].Unreadable
}

// unread lists the pages that could not be read.
func unread(pages []predate.Page) []predate.UnreadPage {
	var out []predate.UnreadPage
	for _, page := range pages {
		if page.Unreadable != "" {
			out = append(out, predate.UnreadPage{Number: page.Number, Reason: page.Unreadable})
		}
	}
	return out
}

// left lists the pages that were left unread on purpose.
func left(pages []predate.Page) []int {
	var out []int
	for _, page := range pages {
		if page.Left {
			out = append(out, page.Number)
		}
	}
	return out
}

func load(ctx context.Context, file File) ([]byte, error) {
	content, err := file.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	var data bytes.Buffer
	if sized, ok := content.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if about, err := sized.Stat(); err == nil {
			data.Grow(int(min(about.Size(), MaxFile)) + bytes.MinRead)
		}
	}
	if _, err := data.ReadFrom(io.LimitReader(content, MaxFile+1)); err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// pages returns the pages of a file from the cache, or from the engine. Each page
// that was read is kept for all builds of the same engine, whatever became of the
// others. That a page could not be read, or was left unread, is remembered for this
// build alone, so that a page that takes too long costs its time once. Where the reason may pass,
// such as the want of a program, the answer is not settled: the next reading tries
// that page again.
func (r *Reader) pages(ctx context.Context, hash predate.Hash, turns pdftext.Turns, data []byte) (found kept, settled bool, err error) {
	name := pagesName(hash, turns)
	known, whole := r.known(name)
	if whole {
		return kept{Pages: known}, true, nil
	}
	pages, err := r.skim(ctx, data, &deed{Reader: r, turns: turns}, r.straight(known, hash, turns))
	var unreadable *pdftext.UnreadableError
	switch {
	case errors.As(err, &unreadable):
		return kept{Unreadable: unreadable.Reason}, false, nil
	case err != nil:
		return kept{}, false, err
	}
	found = kept{Pages: pages}
	r.keepPages(ctx, cacheKey(r.Engine, name), kept{Pages: forAll(pages)})
	lost := unread(pages)
	if len(lost)+len(left(pages))+len(known) > 0 && r.Rules != "" {
		r.keepPages(ctx, unreadKey(name, r.Engine, r.Rules), found)
	}
	passing := slices.ContainsFunc(lost, func(p predate.UnreadPage) bool { return pdftext.Passing(p.Reason) })
	return found, len(lost) == 0 || !passing && r.Rules != "", nil
}

// skim reads the pages of a file that are not known, as a span that counts them.
func (r *Reader) skim(ctx context.Context, data []byte, guide pdftext.Guide, known []predate.Page) ([]predate.Page, error) {
	ctx, span := r.Trace.Begin(ctx, trace.Inner, "pages")
	pages, err := r.Pages.Skim(ctx, data, guide, known...)
	read, recognised := 0, 0
	for _, page := range pages {
		if page.Left || slices.ContainsFunc(known, func(k predate.Page) bool { return k.Number == page.Number }) {
			continue
		}
		read++
		if page.OCR {
			recognised++
		}
	}
	span.Say(trace.Pages(read), trace.Recognised(recognised))
	span.End(err)
	return pages, err
}

// straight adds to what is known of a file with turned pages the others, as they
// were read before any was turned.
func (r *Reader) straight(known []predate.Page, hash predate.Hash, turns pdftext.Turns) []predate.Page {
	if len(turns) == 0 {
		return known
	}
	before, _ := r.known(string(hash))
	for _, page := range before {
		_, turned := turns[page.Number]
		if !turned && !slices.ContainsFunc(known, func(p predate.Page) bool { return p.Number == page.Number }) {
			known = append(known, page)
		}
	}
	return known
}

// forAll returns pages as all builds may take them: for one that knows nothing of
// pages left, they are yet to be read.
func forAll(pages []predate.Page) []predate.Page {
	out := slices.Clone(pages)
	for i := range out {
		if out[i].Left {
			out[i].Unreadable = "La page n’est pas encore lue."
		}
	}
	return out
}

// known returns the pages that are settled already, and whether they are all that
// the file has: those that any build read, and those that this one could not
// or left.
func (r *Reader) known(name string) (pages []predate.Page, whole bool) {
	settled := func(p predate.Page) bool { return p.Unreadable == "" && !p.Left }
	all, ok := r.keptPages(cacheKey(r.Engine, name))
	if r.Rules != "" {
		if own, tried := r.keptPages(unreadKey(name, r.Engine, r.Rules)); tried {
			all, ok = own, true
			settled = func(p predate.Page) bool { return !pdftext.Passing(p.Unreadable) }
		}
	}
	if !ok {
		return nil, false
	}
	for _, page := range all {
		if settled(page) {
			pages = append(pages, page)
		}
	}
	return pages, len(pages) == len(all)
}

func (r *Reader) keptPages(key string) ([]predate.Page, bool) {
	packed, ok := r.Cache.Load(key)
	if !ok {
		return nil, false
	}
	found, err := decodePages(packed)
	return found.Pages, err == nil && len(found.Pages) > 0
}

func (r *Reader) keepPages(ctx context.Context, key string, found kept) {
	packed, err := encodePages(found, &r.squeezers)
	if err == nil {
		err = r.Cache.Save(key, packed)
	}
	if err != nil {
		r.Log.WarnContext(ctx, "the cache of pages does not take", "key", key, "error", err)
	}
}

// pagesOf returns the share of a document that is one part. A table that runs
// over the part's border is found again on the part's own pages.
func pagesOf(doc layout.Doc, part predate.Part) layout.Doc {
	if part.First <= 1 && part.Last >= len(doc.Pages) {
		return doc
	}
	var pages []predate.Page
	for _, page := range doc.Pages {
		if page.Number >= part.First && page.Number <= part.Last {
			pages = append(pages, page.Page)
		}
	}
	return layout.Analyse(pages)
}

package bundle

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// Paper is a file of an order with what was read of it.
type Paper struct {
	predate.Document
	Parts []predate.Part // none where it was not read
	// SupersededBy names another file that replaces it; empty for none.
	SupersededBy string
	// Gone says that its bytes are no longer kept.
	Gone bool
}

// Bundle is the papers of an order in the order of the law.
type Bundle struct {
	order  predate.Order
	papers []placed
	aside  []typeset.ContentsEntry
	day    predate.Date
}

// placed is a paper in its group.
type placed struct {
	Paper
	group int
}

// group is what one rule of law asks for.
type group struct {
	title, law string
	kinds      []predate.Kind
	types      []predate.DocType // of papers that were not read
}

// groups lists the groups in the order of the law.
func groups() []group {
	return []group{
		{"Fiche synthétique", "CCH, art. L.721-2, II, 1° a", []predate.Kind{predate.KindSummarySheet}, []predate.DocType{predate.TypeSummarySheet}},
		{
			"Règlement de copropriété et état descriptif de division", "CCH, art. L.721-2, II, 1° b",
			[]predate.Kind{predate.KindRules, predate.KindAmendment},
			[]predate.DocType{predate.TypeRules},
		},
		{"Procès-verbaux des assemblées générales", "CCH, art. L.721-2, II, 1° c", []predate.Kind{predate.KindMinutes}, []predate.DocType{predate.TypeMinutes}},
		{
			"Informations financières", "CCH, art. L.721-2, II, 2°", []predate.Kind{
				predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement, predate.KindExpenseStatement, predate.KindSchedule1,
				predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5, predate.KindLightAccounts,
			}, nil,
		},
		{"Carnet d’entretien", "CCH, art. L.721-2, II, 3°", []predate.Kind{predate.KindMaintenanceLog}, []predate.DocType{predate.TypeMaintenanceLog}},
		{"Diagnostic technique global", "CCH, art. L.721-2, II, 5°", []predate.Kind{predate.KindDTG}, nil},
		{"Plan pluriannuel de travaux", "CCH, art. L.721-2, II, 6°", []predate.Kind{predate.KindPPT, predate.KindPPTDraft}, nil},
		{
			"Diagnostics des parties communes", "",
			[]predate.Kind{predate.KindCollectiveEPC, predate.KindAsbestos, predate.KindLead},
			[]predate.DocType{predate.TypeDiagnostic, predate.TypeAsbestos, predate.TypeLead},
		},
		{"Autres pièces", "", nil, nil},
	}
}

// place gives the group of a paper and its place in it, by its first part of this
// building, else by what who gave it said.
func (p Paper) place() (in, at int) {
	all := groups()
	for _, part := range p.Parts {
		if part.Foreign {
			continue
		}
		for i, g := range all {
			if at := slices.Index(g.kinds, part.Kind); at >= 0 {
				return i, at
			}
		}
	}
	if len(p.Parts) == 0 {
		for i, g := range all {
			if at := slices.Index(g.types, p.Type()); at >= 0 {
				return i, at
			}
		}
	}
	return len(all) - 1, 0
}

// New puts the papers of an order in their order. Doubles are left out; papers of another
// building, and those whose bytes are no longer kept, are named as not handed over.
func New(order predate.Order, papers []Paper) Bundle {
	b := Bundle{order: order}
	for _, p := range papers {
		if day := predate.DateOf(p.Collected); b.day.IsZero() || day.After(b.day) {
			b.day = day
		}
		switch {
		case p.DuplicateOf != 0:
		case p.Foreign:
			b.aside = append(b.aside, typeset.ContentsEntry{Name: p.Filename, Note: "La pièce est d’un autre immeuble."})
		case p.Gone:
			b.aside = append(b.aside, typeset.ContentsEntry{Name: p.Filename, Note: "La pièce n’est plus conservée."})
		default:
			in, _ := p.place()
			b.papers = append(b.papers, placed{p, in})
		}
	}
	slices.SortFunc(b.papers, func(p, q placed) int {
		_, at := p.place()
		_, other := q.place()
		// Of one kind the latest comes first; names are unique in an order.
		return cmp.Or(cmp.Compare(p.group, q.group), cmp.Compare(at, other),
			cmp.Compare(q.Delivered().String(), p.Delivered().String()), cmp.Compare(p.Filename, q.Filename))
	})
	slices.SortFunc(b.aside, func(e, f typeset.ContentsEntry) int { return cmp.Compare(e.Name, f.Name) })
	return b
}

// Empty reports whether there is nothing to hand over.
func (b Bundle) Empty() bool { return len(b.papers) == 0 }

// form is raised when the rules change by which bundles are made.
const form = 1

// Tag is a digest of all that the bytes of a bundle depend on, apart for the ZIP and the
// PDF.
func (b Bundle) Tag(pdf bool) string {
	sum := sha256.New()
	// A hash takes everything.
	_, _ = fmt.Fprintf(sum, "%d %t %s %s %q %v\n", form, pdf, pdftext.Version, b.order.ID, b.order.Property.Line(), b.day)
	for i, p := range b.papers {
		_, _ = fmt.Fprintf(sum, "%d %s %q %+v %q\n", p.group, p.Hash, p.MediaType, b.entry(i), fileName(i, p.Filename))
	}
	_, _ = fmt.Fprintf(sum, "%+v\n", b.aside)
	return hex.EncodeToString(sum.Sum(nil))
}

// entry is the line of a paper in the contents, without its page.
func (b Bundle) entry(i int) typeset.ContentsEntry {
	p := b.papers[i]
	e := typeset.ContentsEntry{Number: i + 1, Name: p.Filename, Detail: p.detail()}
	if p.SupersededBy != "" {
		e.Note = "Remplacée par « " + p.SupersededBy + " »."
	}
	return e
}

// detail says what the papers of a file are, with their pages where there are several.
func (p Paper) detail() string {
	var said []string
	for _, part := range p.Parts {
		name := typeset.KindName(part.Kind)
		switch {
		case len(p.Parts) == 1:
		case part.First == part.Last:
			name += fmt.Sprintf(" (p.\u00a0%d)", part.First)
		default:
			name += fmt.Sprintf(" (p.\u00a0%d à %d)", part.First, part.Last)
		}
		if part.Foreign {
			name += ", d’un autre immeuble"
		}
		said = append(said, name)
	}
	if !p.Printed.IsZero() {
		said = append(said, "datée du "+wording.DayInWords(p.Printed))
	}
	return strings.Join(said, " · ")
}

// contents is the table of contents. change alters the line of a paper.
func (b Bundle) contents(paged bool, change func(i int, e *typeset.ContentsEntry)) typeset.Contents {
	c := typeset.Contents{Order: b.order, Day: b.day, Aside: b.aside, Paged: paged}
	last := -1
	for i, p := range b.papers {
		if p.group != last {
			g := groups()[p.group]
			c.Groups, last = append(c.Groups, typeset.ContentsGroup{Title: g.title, Law: g.law}), p.group
		}
		e := b.entry(i)
		change(i, &e)
		in := &c.Groups[len(c.Groups)-1]
		in.Entries = append(in.Entries, e)
	}
	return c
}

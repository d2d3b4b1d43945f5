package typeset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"

	"predate"
	"predate/internal/reading/report"
	"predate/internal/statement/mask"
	"predate/internal/statement/tagged"
)

// Options is what a PDF needs beside the statement.
type Options struct {
	// Specimen marks every page as worthless: test mode. A test order is always
	// marked.
	Specimen bool
	// Draft marks every page as a project, for a statement that is not to be
	// issued as it stands.
	Draft bool
	// Issued is the day printed as the day of issue, and the date of the file.
	Issued predate.Date
	// AsOf says that the statement is not made on that day but as of it: a sample dossier, a
	// rehearsal on old papers. The pages say so.
	AsOf bool
	// Issuer answers for the statement. The zero Issuer is printed as not known.
	Issuer predate.Issuer
	// VerifyAt is the address of the server where the statement is issued, like
	// "https://predate.example.fr": its QR code leads to /verify/ there. Empty
	// prints the code of verification alone.
	VerifyAt string
	// Review is what persons did before the statement was issued; zero where none
	// looked at it.
	Review Review
	// Seal signs the statement; nil for no seal. Specimens and drafts are not sealed.
	Seal *tagged.Signature
	// Cores is on how many cores the PDF is made at most; zero means all.
	Cores int
}

// Review is who let a statement go that a machine was not certain of, and what they
// saw and let be.
type Review struct {
	By   []string               // who issued it, in order
	Seen []predate.SettledDoubt // those that were acknowledged
}

// Files are the two files as which a statement leaves the house. Both carry the
// report of the same statement as JSON.
type Files struct {
	Statement []byte // the figures, what is owed and what is reserved: what a notary files
	Proof     []byte // what they rest on: sources, checks, papers and hashes
}

// PDF sets the statement alone; see Make.
func PDF(s predate.Statement, o Options) ([]byte, error) {
	files, err := Make(s, o)
	return files.Statement, err
}

// Make sets the statement and its proof on A4 pages, with the report attached to
// both. The statement names the proof by its hash. The same input gives the same
// bytes. It refuses an absent date of issue: the files would otherwise bear the
// time of their making.
func Make(s predate.Statement, o Options) (Files, error) {
	if !o.Issued.Valid() {
		return Files{}, errors.New("typeset: no date of issue")
	}
	o.Specimen = o.Specimen || s.Order.TestMode
	next, stop := iter.Pull(makeSheets(o.Cores != 1, false, true))
	defer stop()
	s = published(s)
	attachment, err := encoded(s)
	if err != nil {
		return Files{}, err
	}
	m := maker{statement: s, options: o, report: attachment, next: next}
	files, err := m.files()
	if err != nil {
		return Files{}, fmt.Errorf("typeset: %w", err)
	}
	return files, nil
}

// maker makes the files of one statement.
type maker struct {
	statement predate.Statement
	options   Options
	report    []byte
	next      func() (blank, bool)
}

// files sets each file twice. The first pass, blind, tells on which page each section
// falls and how many pages there are; the second prints them. The statement is first:
// it numbers the sources; and last: it names the proof by its hash.
func (m maker) files() (out Files, err error) {
	sum := sha256.Sum256(m.report)
	known := outline{code: predate.CodeOf(m.report), report: predate.Hash(hex.EncodeToString(sum[:])), proof: noHash}
	sheet, err := m.sheet()
	if err != nil {
		return out, err
	}
	first := m.sought(sheet, known)
	known.cited = first.sources.list
	outlined := compose(m.statement, m.options, sheet.begun(true, true), proofBook, known).outline()
	plain, err := m.sheet()
	if err != nil {
		return out, err
	}
	if out.Proof, err = m.print(proofBook, plain, outlined); err != nil {
		return out, err
	}
	sum = sha256.Sum256(out.Proof)
	last := first.outline()
	last.proof = predate.Hash(hex.EncodeToString(sum[:]))
	out.Statement, err = m.print(figuresBook, sheet, last)
	return out, err
}

// sought is the statement set blind: without its drawings, where that has it keep to the
// pages of an ordinary one.
func (m maker) sought(sheet *sheet, known outline) *composer {
	set := func() *composer { return compose(m.statement, m.options, sheet.begun(true, false), figuresBook, known) }
	whole := set()
	if whole.sheet.pages <= mostPages {
		return whole
	}
	known.brief = true
	if brief := set(); brief.sheet.pages <= mostPages {
		return brief
	}
	return whole
}

// noHash is as wide as a hash that is not known yet.
const noHash predate.Hash = "0000000000000000000000000000000000000000000000000000000000000000"

// sheet gives the next sheet.
func (m maker) sheet() (*sheet, error) {
	next, _ := m.next()
	return next.sheet, next.err
}

// print sets all the sections of a book.
func (m maker) print(b book, sheet *sheet, known outline) ([]byte, error) {
	c := compose(m.statement, m.options, sheet, b, known)
	d := c.document(m.report)
	if b == figuresBook && !m.options.Specimen && !m.options.Draft {
		d.Signature = m.options.Seal
	}
	return c.sheet.bytes(d)
}

// blank is a sheet on which nothing is set yet, or why there is none.
type blank struct {
	sheet *sheet
	err   error
}

// makeSheets makes sheets one after the other, plain ones or not, while others are
// set: reading the fonts takes as long as setting a statement. They are made only as
// they are needed when there is one core.
func makeSheets(ahead bool, plain ...bool) iter.Seq[blank] {
	if !ahead {
		return func(yield func(blank) bool) {
			for _, p := range plain {
				if made := makeSheet(p); !yield(made) || made.err != nil {
					return
				}
			}
		}
	}
	made := make(chan blank, len(plain))
	go func() {
		defer close(made)
		for one := range makeSheets(false, plain...) {
			made <- one
		}
	}()
	return func(yield func(blank) bool) {
		for one := range made {
			if !yield(one) {
				return
			}
		}
	}
}

func makeSheet(plain bool) blank {
	faces, err := loadFaces(plain)
	if err != nil {
		return blank{err: err}
	}
	s := newSheet(faces)
	s.plain = plain
	return blank{sheet: s}
}

// Report is the report that the PDF of a statement carries. Documents bear their
// places in the dossier rather than the numbers that a database gave them, so
// that the same papers give the same report wherever they are read; other co-owners are
// masked in the words of papers.
func Report(s predate.Statement) ([]byte, error) {
	return encoded(published(s))
}

// published is a statement as others may read it.
func published(s predate.Statement) predate.Statement { return mask.Others(placed(s)) }

// encoded is the report of a published statement.
func encoded(s predate.Statement) ([]byte, error) {
	data, err := report.Encode(s)
	if err != nil {
		return nil, fmt.Errorf("typeset: %w", err)
	}
	return data, nil
}

// Code is the code of verification that the PDF of a statement bears.
func Code(s predate.Statement) (predate.Code, error) {
	data, err := Report(s)
	if err != nil {
		return "", err
	}
	return predate.CodeOf(data), nil
}

// placed is the statement with its documents numbered from 1, in their order.
func placed(s predate.Statement) predate.Statement {
	place := map[predate.DocumentID]predate.DocumentID{}
	documents := slices.Clone(s.Documents)
	for i := range documents {
		if documents[i].Document != 0 {
			place[documents[i].Document] = predate.DocumentID(i + 1)
			documents[i].Document = predate.DocumentID(i + 1)
		}
	}
	renumbered := func(evidence []predate.Evidence) []predate.Evidence {
		out := slices.Clone(evidence)
		for i := range out {
			out[i].Document = place[out[i].Document]
		}
		return out
	}
	s.Documents = documents
	s.Gates = slices.Clone(s.Gates)
	for i := range s.Gates {
		s.Gates[i].Evidence = renumbered(s.Gates[i].Evidence)
	}
	figures := make(map[predate.Key]predate.Figure, len(s.Figures))
	for key, figure := range s.Figures {
		figure.Evidence = renumbered(figure.Evidence)
		figures[key] = figure
	}
	s.Figures = figures
	return s
}

package typeset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"

	"predate"
	"predate/internal/report"
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
	// Issuer answers for the statement. The zero Issuer is printed as not known.
	Issuer predate.Issuer
	// VerifyAt is the address of the server where the statement is issued, like
	// "https://predate.example.fr": its QR code leads to /verify/ there. Empty
	// prints the code of verification alone.
	VerifyAt string
	// Review is what persons did before the statement was issued; zero where none
	// looked at it.
	Review Review
	// Cores is on how many cores the PDF is made at most; zero means all.
	Cores int
}

// Review is who let a statement go that a machine was not certain of, and what they
// saw and let be.
type Review struct {
	By   []string               // who issued it, in order
	Seen []predate.SettledDoubt // those that were acknowledged
}

// PDF sets the statement on A4 pages, with its report attached as JSON. The
// same input gives the same bytes. It refuses an absent date of issue: the file
// would otherwise bear the time of its making.
func PDF(s predate.Statement, o Options) ([]byte, error) {
	if !o.Issued.Valid() {
		return nil, errors.New("typeset: no date of issue")
	}
	o.Specimen = o.Specimen || s.Order.TestMode
	sheets := makeSheets(2, o.Cores != 1)
	attachment, err := Report(s)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(attachment)
	known := outline{code: predate.CodeOf(attachment), report: predate.Hash(hex.EncodeToString(sum[:]))}
	// The first pass, blind, tells on which page each section falls and how many
	// pages there are; the second prints them.
	var final *composer
	for blank := range sheets {
		if blank.err != nil {
			return nil, fmt.Errorf("typeset: %w", blank.err)
		}
		blank.sheet.blind = final == nil
		final = compose(s, o, blank.sheet, known)
		known = final.outline()
	}
	data, err := final.sheet.bytes(final.document(attachment))
	if err != nil {
		return nil, fmt.Errorf("typeset: %w", err)
	}
	return data, nil
}

// blank is a sheet on which nothing is set yet, or why there is none.
type blank struct {
	sheet *sheet
	err   error
}

// makeSheets makes sheets one after the other, while others are set: reading
// the fonts takes as long as setting a statement. They are made only as they are
// needed when there is one core.
func makeSheets(n int, ahead bool) iter.Seq[blank] {
	if !ahead {
		return func(yield func(blank) bool) {
			for range n {
				if made := makeSheet(); !yield(made) || made.err != nil {
					return
				}
			}
		}
	}
	made := make(chan blank, n)
	go func() {
		defer close(made)
		for one := range makeSheets(n, false) {
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

func makeSheet() blank {
	faces, err := loadFaces()
	if err != nil {
		return blank{err: err}
	}
	return blank{sheet: newSheet(faces)}
}

// Report is the report that the PDF of a statement carries. Documents bear their
// places in the dossier rather than the numbers that a database gave them, so
// that the same papers give the same report wherever they are read.
func Report(s predate.Statement) ([]byte, error) {
	data, err := report.Encode(placed(s))
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

package typeset

import (
	"errors"
	"fmt"

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
	// Issuer names who issues the statement, at the foot of every page; may be
	// empty.
	Issuer string
}

// PDF sets the statement on A4 pages, with its report attached as JSON. The
// same input gives the same bytes. It refuses an absent date of issue: the file
// would otherwise bear the time of its making.
func PDF(s predate.Statement, o Options) ([]byte, error) {
	if !o.Issued.Valid() {
		return nil, errors.New("typeset: no date of issue")
	}
	o.Specimen = o.Specimen || s.Order.TestMode
	attachment, err := report.Encode(s)
	if err != nil {
		return nil, fmt.Errorf("typeset: %w", err)
	}
	faces, err := loadFaces()
	if err != nil {
		return nil, fmt.Errorf("typeset: %w", err)
	}
	// The first pass tells on which page each section falls and how many pages
	// there are; the second prints them.
	plan := compose(s, o, faces, outline{})
	final := compose(s, o, faces, plan.outline())
	data, err := final.sheet.bytes(final.document(attachment))
	if err != nil {
		return nil, fmt.Errorf("typeset: %w", err)
	}
	return data, nil
}

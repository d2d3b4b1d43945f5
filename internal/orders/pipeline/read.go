package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/compute"
	"predate/internal/reading/report"
	"predate/internal/reading/wording"
)

// read takes the dossier in: pages, parts, figures, the statement. What it
// lacks is asked of the client; what a person must see goes to an operator.
func (p *Pipeline) read(ctx context.Context, c desk.Case) error {
	statement, err := p.Reader.Read(ctx, DossierOf(c, p.subject(c), p.Blobs))
	if err != nil {
		return err
	}
	encoded, err := report.Encode(statement)
	if err != nil {
		return fmt.Errorf("encode the figures: %w", err)
	}
	kept, err := p.Desk.Keep(ctx, bytes.NewReader(encoded))
	if err != nil {
		return fmt.Errorf("store the figures: %w", err)
	}
	state, reasons := held(c, statement.Outcome)
	open := unanswered(c, statement)
	comments := append(unheard(c), notAnswered(state, open)...)
	if len(comments) > 0 {
		state = predate.OutcomeReview
		reasons = append(comments, reasons...)
	}
	reasons = append(proposals(statement.Learnt), reasons...)
	erase := desk.KeepCredentials
	if state == predate.OutcomeWaiting {
		erase = desk.EraseUnlessKept
	}
	change := func(r *predate.Run) {
		r.Read, r.ReportHash, r.PDFHash, r.ProofHash = true, kept.Hash, "", ""
		r.Outcome, r.Gaps, r.Reasons = state, withOpen(state, statement.Outcome.Missing, open), wording.All(reasons)
		r.Doubts = append(doubtsOf(comments), compute.Doubts(statement)...)
		r.Cause, r.Registration = predate.CauseOf(reasons), registration(statement)
	}
	return p.Desk.Record(ctx, desk.Progress{
		Run: c.Run, Change: change, Kept: []desk.Kept{kept}, Documents: described(c.Documents, statement),
		Trigger: trigger(c.Order.State, state),
		Next:    goesOn(c, change),
		Learnt:  statement.Learnt,
		Review:  state == predate.OutcomeReview,
		Erase:   erase,
	})
}

// DossierOf is what a case is read from. The order that the papers speak of is the
// case's own, but for a test.
func DossierOf(c desk.Case, order predate.Order, blobs blob.Store) reading.Dossier {
	return reading.Dossier{
		Order: order, ReferenceDate: c.Run.ReferenceDate, Files: files(c.Documents, blobs), Listed: lacking(c), Rulings: c.Rulings, Looks: c.Looks,
		Corrections: c.Corrections,
	}
}

// registration is the syndicat's number in the national register; empty when the
// statement has none.
func registration(s predate.Statement) string {
	number, _ := s.Figure(predate.KeyRegistrationNumber).Value.(predate.Text)
	return string(number)
}

// held keeps a statement with an operator's figures until an operator has seen
// it whole and approves, even when nothing in it is in doubt any more.
func held(c desk.Case, out predate.Outcome) (predate.OutcomeState, []predate.Reason) {
	if out.State == predate.OutcomeDone && len(c.Rulings) > 0 && !c.Run.Approved {
		return predate.OutcomeReview, []predate.Reason{predate.Because(predate.ReasonToApprove)}
	}
	return out.State, out.Reasons
}

// unheard are the comments of the client that no operator has answered: a person
// reads them before anything is issued or asked again.
func unheard(c desk.Case) []predate.Reason {
	if c.Run.Approved {
		return nil
	}
	var out []predate.Reason
	for _, m := range predate.Unheard(c.Thread) {
		if m.Run == c.Run.ID {
			out = append(out, predate.Because(predate.ReasonClientSays, predate.Text(m.Who), predate.DateOf(m.At), predate.Text(m.Words)))
		}
	}
	return out
}

// doubtsOf are the doubts that reasons about no figure make.
func doubtsOf(reasons []predate.Reason) []predate.Doubt {
	var out []predate.Doubt
	for _, reason := range reasons {
		says := wording.Of(reason)
		out = append(out, predate.Doubt{ID: predate.DoubtOf(reason.Code, says), Code: reason.Code, Says: says})
	}
	return out
}

// proposals say to operators, and to nobody else, what looks read of figures that
// nothing else says.
func proposals(learnt []predate.Learnt) []predate.Reason {
	var out []predate.Reason
	for _, l := range learnt {
		if l.Fate == predate.LearntProposed {
			e := l.Figure.Evidence[0]
			out = append(out, predate.Because(predate.ReasonLessonToConfirm, l.Key, predate.Text(e.Text), predate.FileName(e.File), predate.Count(e.Page), predate.Text(l.Look)))
		}
	}
	return out
}

// trigger tells what an outcome means for an order in a state; empty when the
// state already says it.
func trigger(state predate.State, outcome predate.OutcomeState) predate.Trigger {
	switch {
	case outcome == predate.OutcomeWaiting && state != predate.Waiting:
		return predate.DossierLacking
	case outcome != predate.OutcomeWaiting && state != predate.Received:
		return predate.DossierComplete
	}
	return ""
}

// files are the papers by name, whatever the order in which they came: the same
// papers give the same statement.
func files(documents []predate.Document, blobs blob.Store) []reading.File {
	files := make([]reading.File, 0, len(documents))
	byName := slices.SortedStableFunc(slices.Values(documents), func(a, b predate.Document) int {
		return cmp.Or(strings.Compare(a.Filename, b.Filename), strings.Compare(string(a.Hash), string(b.Hash)))
	})
	for _, document := range byName {
		files = append(files, reading.File{
			Document: document.ID, Name: document.Filename, Hash: document.Hash,
			Open: func(ctx context.Context) (io.ReadCloser, error) { return blobs.Open(ctx, document.Hash) },
		})
	}
	return files
}

// described gives the documents with what reading found of each.
func described(documents []predate.Document, statement predate.Statement) []predate.Document {
	found := map[predate.DocumentID]predate.ReadDocument{}
	ids := map[string]predate.DocumentID{}
	for _, document := range statement.Documents {
		found[document.Document] = document
		ids[document.File] = document.Document
	}
	changed := make([]predate.Document, 0, len(documents))
	for _, document := range documents {
		read, ok := found[document.ID]
		if !ok {
			continue
		}
		document.Foreign, document.Unreadable = read.Foreign, read.Unreadable
		document.DuplicateOf = ids[read.DuplicateOf]
		if !read.Printed.IsZero() {
			document.Printed = read.Printed
		}
		document.DocType = mainType(document, read)
		changed = append(changed, document)
	}
	return changed
}

// mainType is the type of the paper that a document opens with; a document in
// which nothing could be told keeps the guess of who gave it.
func mainType(document predate.Document, read predate.ReadDocument) predate.DocType {
	if len(read.Parts) > 0 {
		document.DocType = read.Parts[0].DocType
	}
	return document.Type()
}

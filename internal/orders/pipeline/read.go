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

// read reads the dossier: pages, parts, figures, the statement. It asks the client
// for what is missing, and sends doubts to an operator.
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

// DossierOf returns the dossier of a case. order is the order that the papers are about:
// the case's own, except for test orders.
func DossierOf(c desk.Case, order predate.Order, blobs blob.Store) reading.Dossier {
	return reading.Dossier{
		Order: order, ReferenceDate: c.Run.ReferenceDate, Files: files(c.Documents, blobs), Listed: lacking(c), Rulings: c.Rulings, Looks: c.Looks,
		Corrections: c.Corrections,
	}
}

// registration returns the syndicat's number in the national register; empty if the
// statement has none.
func registration(s predate.Statement) string {
	number, _ := s.Figure(predate.KeyRegistrationNumber).Value.(predate.Text)
	return string(number)
}

// held keeps a statement with an operator's figures in review until an operator has
// seen all of it and approves it, even if nothing is in doubt any more.
func held(c desk.Case, out predate.Outcome) (predate.OutcomeState, []predate.Reason) {
	if out.State == predate.OutcomeDone && len(c.Rulings) > 0 && !c.Run.Approved {
		return predate.OutcomeReview, []predate.Reason{predate.Because(predate.ReasonToApprove)}
	}
	return out.State, out.Reasons
}

// unheard returns a reason for each comment of the client that no operator has answered:
// an operator must read it before anything is issued or asked again.
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

// doubtsOf returns the doubts for the reasons that are not about a figure.
func doubtsOf(reasons []predate.Reason) []predate.Doubt {
	var out []predate.Doubt
	for _, reason := range reasons {
		says := wording.Of(reason)
		out = append(out, predate.Doubt{ID: predate.DoubtOf(reason.Code, says), Code: reason.Code, Says: says})
	}
	return out
}

// proposals returns reasons, for operators only, about the values that looks read for
// figures without another source.
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

// trigger returns the trigger of an outcome for an order in a state; empty if the
// state matches the outcome already.
func trigger(state predate.State, outcome predate.OutcomeState) predate.Trigger {
	switch {
	case outcome == predate.OutcomeWaiting && state != predate.Waiting:
		return predate.DossierLacking
	case outcome != predate.OutcomeWaiting && state != predate.Received:
		return predate.DossierComplete
	}
	return ""
}

// files returns the papers sorted by name, so that the same papers give the same
// statement whatever the order of their arrival.
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

// described returns the documents with the results of reading them.
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

// mainType returns the type of the first paper in a document. If no paper could be
// classified, the document keeps the type that its sender guessed.
func mainType(document predate.Document, read predate.ReadDocument) predate.DocType {
	if len(read.Parts) > 0 {
		document.DocType = read.Parts[0].DocType
	}
	return document.Type()
}

package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/report"
	"predate/internal/statement/cachet"
	"predate/internal/statement/tagged"
	"predate/internal/statement/typeset"
)

// typeset makes the PDFs of a statement and of its proof.
func (p *Pipeline) typeset(ctx context.Context, c desk.Case) error {
	statement, err := p.statement(ctx, c.Run.ReportHash)
	if err != nil {
		return err
	}
	reviewed, err := p.Desk.Reviewed(ctx, c.Run.ID)
	if err != nil {
		return err
	}
	var files typeset.Files
	issued, asOf := issuedOn(c.Run, p.Now())
	err = p.onACore(ctx, c, func(cores int) error {
		var err error
		files, err = typeset.Make(statement, typeset.Options{
			Specimen: c.Run.Specimen, Issued: issued, AsOf: asOf, VerifyAt: p.PublicURL, Issuer: p.Issuer, Cores: cores, Seal: sealing(ctx, p.Seal, p.Issuer.Place, p.Now()),
			Review: typeset.Review{By: reviewed.By, Seen: reviewed.Seen},
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("typeset the statement: %w", err)
	}
	pdf, err := p.Desk.Keep(ctx, bytes.NewReader(files.Statement))
	if err != nil {
		return fmt.Errorf("store the statement: %w", err)
	}
	proof, err := p.Desk.Keep(ctx, bytes.NewReader(files.Proof))
	if err != nil {
		return fmt.Errorf("store the proof: %w", err)
	}
	change := func(r *predate.Run) { r.PDFHash, r.ProofHash = pdf.Hash, proof.Hash }
	return p.Desk.Record(ctx, desk.Progress{Run: c.Run, Change: change, Kept: []desk.Kept{pdf, proof}, Next: true})
}

// sealing signs a statement now; nil where there is no seal. A seal that cannot be had
// is an error of the step, which is tried again: no statement leaves without it.
func sealing(ctx context.Context, seal *cachet.Cachet, place string, now time.Time) *tagged.Signature {
	if seal == nil {
		return nil
	}
	return &tagged.Signature{
		By: seal.Name(), Place: place, Reason: "Pré-état daté : origine et intégrité du fichier",
		Says: "Sceau électronique de " + seal.Name(), At: now, Room: seal.Room(),
		Sign: func(sum [sha256.Size]byte) ([]byte, error) {
			if err := seal.Holds(now); err != nil {
				return nil, err
			}
			return seal.Sign(ctx, sum)
		},
	}
}

// issuedOn returns the day of issue that is printed on a statement. If the reference date
// is not the day of the request, as with the sample dossier or a rehearsal on old papers,
// it is the reference date, and the statement says that it is made as of that day: it would
// look months old otherwise.
func issuedOn(run predate.Run, now time.Time) (day predate.Date, asOf bool) {
	asked := predate.DateOf(run.Created)
	if run.ReferenceDate.Valid() && (asked.AddDays(-1).After(run.ReferenceDate) || run.ReferenceDate.After(asked.AddDays(1))) {
		return run.ReferenceDate, true // one day of difference is only a difference of time zones
	}
	return predate.DateOf(now), false
}

// statement reads back the figures that a reading stored.
func (p *Pipeline) statement(ctx context.Context, hash predate.Hash) (predate.Statement, error) {
	stored, err := p.Blobs.Open(ctx, hash)
	if err != nil {
		return predate.Statement{}, fmt.Errorf("open figures %s: %w", hash, err)
	}
	defer stored.Close()
	encoded, err := io.ReadAll(stored)
	if err != nil {
		return predate.Statement{}, fmt.Errorf("read figures %s: %w", hash, err)
	}
	statement, err := report.Decode(encoded)
	if err != nil {
		return predate.Statement{}, fmt.Errorf("decode figures %s: %w", hash, err)
	}
	return statement, nil
}

// issue announces the statement. In one transaction it ends the run, registers the
// verification code, erases the credentials and makes the order done.
func (p *Pipeline) issue(ctx context.Context, c desk.Case) error {
	statement, err := p.statement(ctx, c.Run.ReportHash)
	if err != nil {
		return err
	}
	code, err := typeset.Code(statement)
	if err != nil {
		return fmt.Errorf("give the statement its code: %w", err)
	}
	now := p.Now()
	err = p.Desk.Record(ctx, desk.Progress{
		Run: c.Run, Trigger: predate.StatementReady, Erase: desk.EraseUnlessKept, Code: code,
		Change: func(r *predate.Run) { r.Issued, r.Ended = now, now },
	})
	if err == nil {
		if failed := typesetInvoices(ctx, p.Desk, c.Order); failed != nil {
			p.Log.WarnContext(ctx, "an invoice is typeset when somebody asks for it", "order", c.Order.ID, "error", failed)
		}
	}
	return err
}

// typesetInvoices typesets the invoices of an order that is done, so that no client waits
// for it. What fails here is done at the first request.
func typesetInvoices(ctx context.Context, d *desk.Desk, order predate.Order) error {
	invoices, err := d.Invoices(ctx, order.Account, order.ID)
	for _, one := range invoices {
		_, failed := d.InvoiceFile(ctx, one.Number)
		err = errors.Join(err, failed)
	}
	return err
}

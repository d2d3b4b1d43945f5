package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/statement/bundle"
)

// Supplied is the papers of an order with the results of their reading.
type Supplied struct {
	Order     predate.Order
	Documents []predate.Document
	// Read holds the result of the last reading by document; documents that were not
	// read are absent.
	Read map[predate.DocumentID]predate.ReadDocument
	// Gone are documents whose bytes are no longer kept.
	Gone map[predate.DocumentID]bool
}

// Supplied returns the papers of an order of the account, all of which its client may
// see. It returns predate.ErrDamaged if bytes are lost.
func (d *Desk) Supplied(ctx context.Context, account predate.AccountID, id predate.OrderID) (Supplied, error) {
	s := Supplied{Read: map[predate.DocumentID]predate.ReadDocument{}, Gone: map[predate.DocumentID]bool{}}
	var run predate.Run
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if s.Order, err = owned(ctx, tx, account, id); err != nil {
			return err
		}
		if run, err = store.RunByID(ctx, tx, s.Order.Run); err != nil {
			return err
		}
		s.Documents, err = store.DocumentsOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return Supplied{}, fmt.Errorf("read the papers of order %s: %w", id, err)
	}
	read, err := d.papersRead(ctx, run)
	if err != nil {
		return Supplied{}, fmt.Errorf("read the papers of order %s: %w", id, err)
	}
	for _, document := range read {
		s.Read[document.Document] = document
	}
	for _, document := range s.Documents {
		_, err := d.Blobs.Size(ctx, document.Hash)
		if err != nil && !errors.Is(err, predate.ErrNotFound) {
			return Supplied{}, fmt.Errorf("look for paper %d of order %s: %w", document.ID, id, err)
		}
		s.Gone[document.ID] = err != nil
	}
	return s, nil
}

// Bundle returns the papers in the order of the law, to be given as one file.
func (s Supplied) Bundle() bundle.Bundle {
	papers := make([]bundle.Paper, 0, len(s.Documents))
	for _, document := range s.Documents {
		read := s.Read[document.ID]
		papers = append(papers, bundle.Paper{
			Document: document, Parts: read.Parts, SupersededBy: read.SupersededBy, Gone: s.Gone[document.ID],
		})
	}
	return bundle.New(s.Order, papers)
}

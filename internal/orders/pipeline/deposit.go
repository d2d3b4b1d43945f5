package pipeline

import (
	"context"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"predate"
	"predate/internal/collecting/connector"
	"predate/internal/orders/desk"
)

// awaits reports whether a document must still be uploaded to the extranet.
func awaits(d predate.Document) bool { return d.Submit && d.Deposit.Made.IsZero() }

// deposits returns the documents that must still be uploaded to the extranet.
func (p *Pipeline) deposits(c desk.Case) []connector.Deposit {
	var all []connector.Deposit
	for _, document := range c.Documents {
		if !awaits(document) {
			continue
		}
		all = append(all, connector.Deposit{
			ID: strconv.FormatInt(int64(document.ID), 10), Filename: document.Filename, MediaType: document.MediaType,
			Title: titleOf(document), Size: document.Size,
			Open: func(ctx context.Context) (io.ReadCloser, error) { return p.Blobs.Open(ctx, document.Hash) },
		})
	}
	return all
}

// titleOf returns the title under which the syndic sees a document: the client's comment,
// else the name of the file.
func titleOf(d predate.Document) string {
	if title, _, _ := strings.Cut(strings.TrimSpace(d.Comment), "\n"); title != "" {
		return title
	}
	return strings.TrimSuffix(d.Filename, path.Ext(d.Filename))
}

// deposited returns a function that stores the receipt of a deposit as soon as it is made.
func (p *Pipeline) deposited(c desk.Case) func(context.Context, connector.Deposit, connector.Receipt) error {
	return func(ctx context.Context, d connector.Deposit, r connector.Receipt) error {
		id, err := strconv.ParseInt(d.ID, 10, 64)
		if err != nil {
			return fmt.Errorf("read the id of deposit %q: %w", d.ID, err)
		}
		receipt := strings.TrimSpace(r.Reference + " " + r.Message)
		p.Log.InfoContext(ctx, "document deposited", "order", c.Order.ID, "run", c.Run.ID, "document", id)
		return p.Desk.Deposited(context.WithoutCancel(ctx), c.Run, predate.DocumentID(id), receipt)
	}
}

// undeposited returns the documents that the extranet did not accept, with the reason.
// The next collection tries them again; a statement does not wait for
// them.
func (p *Pipeline) undeposited(ctx context.Context, c desk.Case, failure *predate.Failure) ([]predate.Document, error) {
	if failure == nil || failure.Code != predate.DepositFailed && failure.Code != predate.DepositUnsupported {
		return nil, nil
	}
	now, err := p.Desk.Case(ctx, c.Run.ID) // some may have been taken before the one that failed
	if err != nil {
		return nil, err
	}
	var lacking []predate.Document
	for _, document := range now.Documents {
		if awaits(document) {
			document.Deposit.Failure = failure.Code
			lacking = append(lacking, document)
		}
	}
	return lacking, nil
}

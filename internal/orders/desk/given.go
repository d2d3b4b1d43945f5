package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/keeping/store"
)

// Given is the origin of papers that an operator adds to an order: who gave them, and
// how.
type Given struct {
	By       string // the operator
	Operator string // his ID; as in Decision
	From     string // who gave them: "Mme Vassorelle", "le syndic"
	How      string // "courriel du 12 mai"
	// More is true if other papers follow: an order whose collection stopped is then
	// not read before EndCollection. Any other order is read again immediately.
	More bool
}

// comment returns the origin for the documents' rows.
func (g Given) comment() string { return fmt.Sprintf("Remis par %s, %s", g.From, g.How) }

// of returns the comment of one document.
func (g Given) of(what string) string {
	if what == "" {
		return g.comment()
	}
	return g.comment() + " : " + what
}

func (g Given) check() error {
	const longest = 200
	if strings.TrimSpace(g.From) == "" || strings.TrimSpace(g.How) == "" || g.By == "" || len(g.From)+len(g.How) > longest {
		return predate.Refuse(predate.CodeInvalid, "Dites en peu de mots qui a remis les pièces, et comment.")
	}
	return nil
}

// GiveDocuments adds papers that an operator received to an order that is not over, and
// enqueues another reading, as AddDocuments does for a client's papers. The comment of
// an upload is its purpose. An upload with an identifier of the extranet is a paper
// that the extranet listed and that could not be fetched.
func (d *Desk) GiveDocuments(ctx context.Context, id predate.OrderID, given Given, uploads []Upload) error {
	if err := given.check(); err != nil {
		return err
	}
	if len(uploads) == 0 {
		return predate.Refuse(predate.CodeInvalid, "Aucun fichier n’est joint.")
	}
	may := func(ctx context.Context, tx store.Tx) (Papers, error) {
		p, err := papersOf(ctx, tx, id)
		if err == nil {
			err = p.open()
		}
		if err == nil {
			err = d.unclaimed(ctx, tx, id, Decision{By: given.By, Operator: given.Operator})
		}
		return p, err
	}
	// Checking before storing means that refused files leave no bytes.
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := may(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("look whether order %s takes documents: %w", id, err)
	}
	for i := range uploads {
		uploads[i].GivenFor = cmp.Or(uploads[i].GivenFor, uploads[i].Comment)
		uploads[i].Origin, uploads[i].Comment, uploads[i].Submit = predate.FromOperator, given.of(uploads[i].Comment), false
	}
	files, err := d.keep(ctx, uploads)
	if err != nil {
		return err
	}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.HoldOrder(ctx, tx, id); err != nil {
			return err
		}
		p, err := may(ctx, tx)
		if err != nil {
			return err
		}
		for _, document := range files.documents {
			act := Decision{By: given.By, Operator: given.Operator, Why: fmt.Sprintf("%s (%s): %s", document.Filename, document.Hash, document.Comment), bare: document.Comment}
			if err := d.audit(ctx, tx, p.Order, "document", act.about(document.Filename, "")); err != nil {
				return err
			}
		}
		if err := have(ctx, tx, p, files.documents); err != nil {
			return err
		}
		if given.More && p.Stopped() {
			return d.attach(ctx, tx, p.Run, files)
		}
		return d.readAgain(ctx, tx, p.Order, files)
	})
	if err != nil {
		return fmt.Errorf("give %d documents to order %s: %w", len(uploads), id, err)
	}
	return nil
}

// have records that the order now has papers that its extranet lists. It returns an
// error for a paper that is not listed.
func have(ctx context.Context, tx store.Tx, p Papers, given []predate.Document) error {
	for _, document := range given {
		if _, held := p.named(document.Hash); held || document.RemoteID == "" {
			continue
		}
		if !slices.ContainsFunc(p.Listed, func(l predate.ListedPaper) bool { return l.RemoteID == document.RemoteID }) {
			return predate.Refuse(predate.CodeConflict, "L’extranet ne propose plus la pièce de « %s » : rechargez la page.", document.Filename)
		}
		if err := store.HaveListed(ctx, tx, p.Order.ID, document.RemoteID); err != nil {
			return err
		}
	}
	return nil
}

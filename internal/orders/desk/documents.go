package desk

import (
	"context"
	"fmt"
	"io"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Upload is one file that is given to an order.
type Upload struct {
	Filename  string
	MediaType string // sniffed from the bytes by the caller
	Content   io.Reader
	Hint      predate.DocType
	Comment   string
	GivenFor  string // as in predate.Document; GiveDocuments takes the comment where it is empty
	Origin    predate.Origin
	RemoteID  string       // the extranet's identifier; empty otherwise
	Printed   predate.Date // the day the extranet gives; zero otherwise
	Submit    bool         // to be handed in at the extranet
}

// MaxDocuments bounds the files that a client gives to an order. What an
// extranet gives is bounded by the collection.
const MaxDocuments = 100

// attach writes the rows of stored files. Identical bytes in one order are one
// document, under every name that an extranet lists for it. File names within an order
// are made unique, because evidence cites them.
func (d *Desk) attach(ctx context.Context, tx store.Tx, run predate.Run, files stored) error {
	if len(files.documents) == 0 {
		return nil
	}
	if err := files.name(ctx, tx, d.now()); err != nil {
		return err
	}
	h, err := holdingsOf(ctx, tx, run.Order)
	if err != nil {
		return err
	}
	for i, document := range files.documents {
		// The instants differ by a microsecond, so that documents keep their order.
		document.Order, document.Run = run.Order, run.ID
		document.Collected = d.now().Add(time.Duration(i) * time.Microsecond)
		if err := d.attachOne(ctx, tx, h, document); err != nil {
			return fmt.Errorf("add document %q to order %s: %w", document.Filename, run.Order, err)
		}
	}
	return nil
}

// holdings are the documents that an order already has.
type holdings struct {
	names   map[string]bool
	hashes  map[predate.Hash]predate.Document
	remotes map[string]predate.DocumentID
	given   map[predate.Origin]int
}

func holdingsOf(ctx context.Context, tx store.Tx, order predate.OrderID) (*holdings, error) {
	held, err := store.DocumentsOf(ctx, tx, order)
	if err != nil {
		return nil, fmt.Errorf("read documents of order %s: %w", order, err)
	}
	h := &holdings{names: map[string]bool{}, hashes: map[predate.Hash]predate.Document{}, given: map[predate.Origin]int{}}
	for _, document := range held {
		h.add(document)
	}
	h.remotes, err = store.RemoteIDs(ctx, tx, order)
	return h, err
}

func (h *holdings) add(document predate.Document) {
	h.names[document.Filename], h.hashes[document.Hash] = true, document
	h.given[document.Origin]++
}

func (d *Desk) attachOne(ctx context.Context, tx store.Tx, h *holdings, document predate.Document) error {
	if same, held := h.hashes[document.Hash]; held {
		return attachAgain(ctx, tx, h, same, document)
	}
	if _, known := h.remotes[document.RemoteID]; known {
		// The name was generated and the bytes differ: this is another paper.
		document.RemoteID += "~" + string(document.Hash)
	}
	if document.Origin != predate.FromExtranet && h.given[document.Origin] >= MaxDocuments {
		return tooMany(document.Origin)
	}
	id, err := predate.NewDocumentID(d.Random)
	if err != nil {
		return err
	}
	document.ID, document.Filename = id, uniqueName(document.Filename, h.names)
	h.add(document)
	if document.RemoteID != "" {
		h.remotes[document.RemoteID] = id
	}
	return store.InsertDocument(ctx, tx, document)
}

func tooMany(origin predate.Origin) error {
	if origin == predate.FromOperator {
		return predate.Refuse(predate.CodeTooLarge, "Une commande prend %d pièces des opérateurs au plus.", MaxDocuments)
	}
	return &predate.Error{Code: predate.CodeTooLarge, Message: fmt.Sprintf("An order takes at most %d documents of the client", MaxDocuments), Err: ErrTooManyFiles}
}

// attachAgain handles bytes that the order already has. It adds the name under which an
// extranet lists them, or the request to submit them.
func attachAgain(ctx context.Context, tx store.Tx, h *holdings, held, again predate.Document) error {
	if again.RemoteID != "" {
		h.remotes[again.RemoteID] = held.ID
		if err := store.KnowRemote(ctx, tx, held.Order, again.RemoteID, held.ID); err != nil {
			return err
		}
	}
	if !again.Submit || held.Submit {
		return nil
	}
	held.Submit = true
	h.hashes[held.Hash] = held
	return store.UpdateDocument(ctx, tx, held)
}

// uniqueName inserts a number before the extension if the name is taken.
func uniqueName(name string, taken map[string]bool) string {
	if name == "" {
		name = "document"
	}
	if !taken[name] {
		return name
	}
	stem, extension := name, ""
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '.' {
			stem, extension = name[:i], name[i:]
			break
		}
	}
	for n := 2; ; n++ {
		candidate := fmt.Sprintf("%s (%d)%s", stem, n, extension)
		if !taken[candidate] {
			return candidate
		}
	}
}

// AddDocuments adds files of the client to an order that is not done, and enqueues
// another reading of its current run. It returns CodeConflict for a done or cancelled
// order.
func (d *Desk) AddDocuments(ctx context.Context, account predate.AccountID, id predate.OrderID, uploads []Upload, replay *Replay) (predate.Order, error) {
	if err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := owned(ctx, tx, account, id)
		if err != nil {
			return err
		}
		return open(order)
	}); err != nil {
		return predate.Order{}, err
	}
	files, err := d.keep(ctx, uploads)
	if err != nil {
		return predate.Order{}, err
	}
	var order predate.Order
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.checkReplay(ctx, tx, replay); err != nil {
			return err
		}
		if err := store.HoldOrder(ctx, tx, id); err != nil {
			return err
		}
		if order, err = owned(ctx, tx, account, id); err != nil {
			return err
		}
		if err := open(order); err != nil {
			return err
		}
		if err := submittable(order, files.documents); err != nil {
			return err
		}
		if err := d.readAgain(ctx, tx, order, files); err != nil {
			return err
		}
		return d.saveReplay(ctx, tx, account, replay, order)
	})
	if err != nil {
		return predate.Order{}, fmt.Errorf("add %d documents to order %s: %w", len(uploads), id, err)
	}
	return order, nil
}

// open returns CodeConflict if the order accepts no more documents.
func open(order predate.Order) error {
	switch {
	case !order.Cancelled.IsZero():
		return &predate.Error{Code: predate.CodeConflict, Message: "The order is cancelled", Reason: "order_cancelled"}
	case order.State == predate.Done:
		return &predate.Error{Code: predate.CodeConflict, Message: "The order is done: request a refresh first", Reason: "order_done"}
	}
	return nil
}

// submittable returns an error if documents are to be submitted for an order without an
// extranet.
func submittable(order predate.Order, documents []predate.Document) error {
	for _, document := range documents {
		if document.Submit && order.Syndic.URL == "" {
			return predate.Refuse(predate.CodeInvalid, "Invalid request: submit: the order names no extranet")
		}
	}
	return nil
}

// readAgain attaches documents to the current run and enqueues another reading.
func (d *Desk) readAgain(ctx context.Context, tx store.Tx, order predate.Order, files stored) error {
	run, err := store.RunByID(ctx, tx, order.Run)
	if err != nil {
		return fmt.Errorf("read run %s: %w", order.Run, err)
	}
	if err := d.attach(ctx, tx, run, files); err != nil {
		return err
	}
	if run.Failure != "" {
		// The client responds to a failed collection by sending the papers.
		d.collectedByHand(&run)
		if _, err := store.UnholdRun(ctx, tx, run.ID); err != nil {
			return err
		}
	}
	return d.reread(ctx, tx, order, run)
}

// Deposited records immediately that the extranet accepted a document, so that it is
// never submitted twice.
func (d *Desk) Deposited(ctx context.Context, run predate.Run, id predate.DocumentID, receipt string) error {
	return d.DB.GroupedInTurn(ctx, func(ctx context.Context, tx store.Tx) error {
		document, err := store.DocumentByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if document.Order != run.Order {
			return fmt.Errorf("document %d of order %s: %w", id, run.Order, predate.ErrNotFound)
		}
		document.Deposit = predate.Deposit{Made: d.now(), Receipt: receipt}
		return store.UpdateDocument(ctx, tx, document)
	})
}

// Collected attaches a paper as soon as it is fetched. A run that fails keeps it, and
// the next run fetches only the others.
func (d *Desk) Collected(ctx context.Context, run predate.Run, upload Upload) error {
	files, err := d.keep(ctx, []Upload{upload})
	if err != nil {
		return err
	}
	return d.DB.GroupedInTurn(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.stillCurrent(ctx, tx, run); err != nil {
			return err
		}
		if err := d.attach(ctx, tx, run, files); err != nil {
			return err
		}
		return store.HaveListed(ctx, tx, run.Order, upload.RemoteID)
	})
}

// Listed records the papers that an extranet lists for an order before any of them is
// fetched, so that none is dropped silently. Papers that the order submitted itself are
// left out.
func (d *Desk) Listed(ctx context.Context, run predate.Run, papers []predate.ListedPaper) error {
	return d.DB.GroupedInTurn(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.stillCurrent(ctx, tx, run); err != nil {
			return err
		}
		held, err := store.RemoteIDs(ctx, tx, run.Order)
		if err != nil {
			return err
		}
		var lacking []predate.ListedPaper
		for _, paper := range papers {
			if _, holds := held[paper.RemoteID]; !holds {
				paper.Order, paper.Run, paper.Seen = run.Order, run.ID, d.now()
				lacking = append(lacking, paper)
			}
		}
		return store.PutListed(ctx, tx, run.Order, lacking)
	})
}

// Missed records why a listed paper could not be fetched.
func (d *Desk) Missed(ctx context.Context, run predate.Run, remoteID, reason string) error {
	return d.DB.GroupedInTurn(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.stillCurrent(ctx, tx, run); err != nil {
			return err
		}
		return store.MissListed(ctx, tx, run.Order, remoteID, reason)
	})
}

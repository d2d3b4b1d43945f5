package office

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
	"predate/internal/statement/invoice"
)

// InvoiceCommand lists, writes and cancels invoices.
type InvoiceCommand struct {
	List   invoiceList   `cmd:"" help:"List invoices and credit notes, the newest first."`
	File   invoiceFile   `cmd:"" help:"Write the PDF of an invoice, or its structured data, to a file."`
	Credit invoiceCredit `cmd:"" help:"Cancel an invoice as a whole by a credit note."`
}

// invoiceFlags open the invoices of an installation.
type invoiceFlags struct {
	serving.StoreFlags
	serving.BlobFlags
	serving.BillingFlags
}

// ledger is a desk with the files of its invoices.
type ledger struct {
	*desk.Desk
	blobs blob.Store
	house *serving.Cellar
}

func (f invoiceFlags) open(c *terminal.Context) (l *ledger, err error) {
	billing, err := f.ReadBilling()
	if err != nil {
		return nil, err
	}
	house, err := serving.OpenCellar(c, f.StoreFlags, c.CommandMeans())
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			house.Close()
		}
	}()
	l = &ledger{house: house}
	if l.blobs, err = f.Blobs(c, f.Data); err != nil {
		return nil, err
	}
	q, err := house.NewQueue(queue.Options{})
	if err != nil {
		return nil, err
	}
	if l.Desk, err = house.FrontDesk(q, l.blobs, serving.DeskDates{}); err != nil {
		return nil, err
	}
	l.Billing = billing
	return l, nil
}

type invoiceList struct {
	invoiceFlags
	Before string `help:"Only those before this number: the next page." placeholder:"NUMBER"`
	Limit  int    `help:"How many." default:"50"`
}

// Run lists invoices.
func (l invoiceList) Run(c *terminal.Context) error {
	books, err := l.open(c)
	if err != nil {
		return err
	}
	defer books.house.Close()
	all, err := books.AccountInvoices(c, "", predate.InvoiceNumber(l.Before), max(1, l.Limit))
	if err != nil {
		return err
	}
	page := terminal.NewPrinter(c.Stdout)
	for _, one := range all {
		page.Line(0, "%s", invoiceLine(one.Invoice))
	}
	if len(all) == 0 {
		page.Line(0, "Aucune facture.")
	}
	return page.Err
}

func invoiceLine(i predate.Invoice) string {
	kind := "facture"
	if i.IsCredit() {
		kind = "avoir sur " + string(i.Corrects)
	}
	return fmt.Sprintf("%s  %s  %s  commande %s  %s  %s", i.Number, wording.Day(i.Issued), wording.Euros(i.Total()), i.Order, i.Buyer.Lastname, kind)
}

type invoiceFile struct {
	invoiceFlags
	Number string `arg:"" help:"Of the invoice or credit note."`
	To     string `help:"File to write: .pdf, or .xml for the structured data alone (default: NUMBER.pdf)." type:"path" placeholder:"FILE"`
}

// Run writes the file of an invoice.
func (f invoiceFile) Run(c *terminal.Context) error {
	books, err := f.open(c)
	if err != nil {
		return err
	}
	defer books.house.Close()
	number := predate.InvoiceNumber(strings.ToUpper(f.Number))
	to := f.To
	if to == "" {
		to = string(number) + ".pdf"
	}
	var data []byte
	if strings.HasSuffix(to, ".xml") {
		one, err := books.InvoiceByNumber(c, number)
		if err != nil {
			return noInvoice(number, err)
		}
		data = invoice.XML(one.Invoice)
	} else if data, err = books.pdf(c, number); err != nil {
		return noInvoice(number, err)
	}
	if err := writeNew(to, data); err != nil {
		return err
	}
	c.Say("%s", to)
	return nil
}

// noInvoice says that there is no such invoice.
func noInvoice(number predate.InvoiceNumber, err error) error {
	if errors.Is(err, predate.ErrNotFound) {
		return predate.Refuse(predate.CodeNotFound, "Aucune facture ne porte le numéro %s.", number)
	}
	return err
}

// writeNew writes a file that is not there yet.
func writeNew(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return predate.Refuse(predate.CodeConflict, "« %s » existe déjà : donnez un autre nom à --to.", path)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// pdf gives the bytes of an invoice's file.
func (l *ledger) pdf(c *terminal.Context, number predate.InvoiceNumber) ([]byte, error) {
	hash, err := l.InvoiceFile(c, number)
	if err != nil {
		return nil, err
	}
	content, err := l.blobs.Open(c, hash)
	if err != nil {
		return nil, err
	}
	defer func() { _ = content.Close() }() // it was only read
	return io.ReadAll(content)
}

type invoiceCredit struct {
	invoiceFlags
	Number string `arg:"" help:"Of the invoice."`
	Why    string `help:"Why; printed on the credit note, and kept in the record." required:"" placeholder:"REASON"`
	By     string `help:"Who acts (default: the user of this machine); kept in the record." placeholder:"NAME"`
}

// Run cancels an invoice.
func (i invoiceCredit) Run(c *terminal.Context) error {
	books, err := i.open(c)
	if err != nil {
		return err
	}
	defer books.house.Close()
	decision := desk.Decision{By: strings.TrimSpace(terminal.OrUser(i.By)), Why: strings.TrimSpace(i.Why)}
	credit, err := books.CreditInvoice(c, predate.InvoiceNumber(strings.ToUpper(i.Number)), decision)
	if err != nil {
		return err
	}
	page := terminal.NewPrinter(c.Stdout)
	page.Line(0, "%s", invoiceLine(credit))
	return page.Err
}

package console

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/statement/bundle"
)

// fileRoutes are files of an order that are taken away: its papers as one, its invoices.
func fileRoutes() []route {
	return []route{
		{http.MethodGet, "/order/{id}/pack/{format}", predate.RoleSupport, (*Console).pack},
		{http.MethodGet, "/order/{id}/invoice/{number}", predate.RoleLead, (*Console).invoice},
	}
}

// packTime bounds the making of one PDF.
const packTime = 3 * time.Minute

// pack gives the papers of an order as one ZIP, or as one PDF.
func (c *Console) pack(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	opened, err := c.Desk.Open(v.Context(), id)
	if err != nil {
		return nil, err
	}
	supplied, err := c.Desk.Supplied(v.Context(), opened.Account.ID, id)
	if err != nil {
		return nil, err
	}
	papers := supplied.Bundle()
	format := v.PathValue("format")
	switch {
	case papers.Empty():
		return nil, predate.Refuse(predate.CodeNotFound, "La commande n’a encore aucune pièce.")
	case format == "zip":
		return takeaway{name: "pieces-" + string(id) + ".zip", media: "application/zip", send: func(ctx context.Context, w io.Writer) error {
			return papers.WriteZIP(ctx, w, c.Blobs.Open)
		}}, nil
	case format != "pdf" || c.Pages == nil:
		return unknownPage(c, v)
	}
	ctx, end := context.WithTimeout(v.Context(), packTime)
	defer end()
	made, err := papers.PDF(ctx, c.Pages, c.Blobs.Open, bundle.Limits{})
	if err != nil {
		return nil, err
	}
	return takeaway{name: "pieces-" + string(id) + ".pdf", media: "application/pdf", length: len(made.PDF), send: func(_ context.Context, w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(made.PDF))
		return err
	}}, nil
}

// invoice gives the PDF of an invoice or a credit note of an order.
func (c *Console) invoice(v *visit) (answer, error) {
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	one, err := c.Desk.InvoiceByNumber(v.Context(), predate.InvoiceNumber(v.PathValue("number")))
	if err != nil || one.Order != id {
		return nil, notFound(err)
	}
	hash, err := c.Desk.InvoiceFile(v.Context(), one.Number)
	if err != nil {
		return nil, err
	}
	return takeaway{name: invoiceName(one) + ".pdf", media: "application/pdf", send: func(ctx context.Context, w io.Writer) error {
		kept, err := c.Blobs.Open(ctx, hash)
		if err != nil {
			return err
		}
		defer kept.Close()
		_, err = io.Copy(w, kept)
		return err
	}}, nil
}

func invoiceName(i desk.Invoice) string {
	if i.IsCredit() {
		return "avoir-" + string(i.Number)
	}
	return "facture-" + string(i.Number)
}

// invoiceView is a link to an invoice or a credit note.
type invoiceView struct{ Says, Address string }

// invoicesOf lists the invoices of an order for who may see them.
func (c *Console) invoicesOf(v *visit, order predate.Order) ([]invoiceView, error) {
	if !v.who.Role.May(predate.RoleLead) {
		return nil, nil
	}
	all, err := c.Desk.Invoices(v.Context(), order.Account, order.ID)
	if err != nil {
		return nil, err
	}
	var out []invoiceView
	for _, one := range all {
		says := "Facture " + string(one.Number)
		if one.IsCredit() {
			says = "Avoir " + string(one.Number)
		}
		out = append(out, invoiceView{says, "/order/" + string(order.ID) + "/invoice/" + string(one.Number)})
	}
	return out, nil
}

// takeaway is a file that the browser keeps and never shows.
type takeaway struct {
	name, media string
	length      int // 0 where it is not known before
	send        func(ctx context.Context, w io.Writer) error
}

func (d takeaway) write(c *Console, w http.ResponseWriter, v *visit) error {
	header := w.Header()
	header.Set("Content-Type", d.media)
	header.Set("Content-Disposition", `attachment; filename="`+d.name+`"`)
	if d.length > 0 {
		header.Set("Content-Length", strconv.Itoa(d.length))
	}
	w.WriteHeader(http.StatusOK)
	if err := d.send(v.Context(), w); err != nil {
		if v.Context().Err() == nil {
			c.Log.Error("a file of the console broke off", "route", v.Pattern, "order", v.PathValue("id"), "error", err)
		}
		// Nothing more can be said: the connection ends before the answer does, and the
		// browser sees it broken.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0))
	}
	return nil
}

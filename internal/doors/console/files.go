package console

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/statement/bundle"
)

// fileRoutes are files of an order that are taken away: its papers as one, its invoices.
func fileRoutes() []route {
	return []route{
		{http.MethodGet, "/order/{id}/pack/{format}", predate.RoleSupport, packOf},
		{http.MethodGet, "/order/{id}/invoice/{number}", predate.RoleLead, invoiceOf},
	}
}

// packOf gives the papers of an order as one ZIP, or as one PDF.
func packOf(c *Console, v *visit) (answer, error) {
	p, err := c.papersOf(v)
	if err != nil {
		return nil, err
	}
	supplied, err := c.Desk.Supplied(v.Context(), p.Order.Account, p.Order.ID)
	if err != nil {
		return nil, err
	}
	papers, name := supplied.Bundle(), "pieces-"+string(p.Order.ID)
	switch format := v.PathValue("format"); {
	case format == "zip" && !papers.Empty():
		return download{Name: name + ".zip", Media: "application/zip", Send: func(w io.Writer) error {
			return papers.WriteZIP(v.Context(), w, c.Blobs.Open)
		}}, nil
	case format != "pdf" || c.Pages == nil || papers.Empty():
		return unknownPage(c, v)
	}
	ctx, end := context.WithTimeout(v.Context(), 3*time.Minute)
	defer end()
	made, err := papers.PDF(ctx, c.Pages, c.Blobs.Open, bundle.Limits{})
	return download(web.Saved(name+".pdf", "application/pdf", bytes.NewReader(made.PDF))), err
}

// invoiceOf gives the PDF of an invoice or a credit note of an order.
func invoiceOf(c *Console, v *visit) (answer, error) {
	one, err := c.Desk.InvoiceByNumber(v.Context(), predate.InvoiceNumber(v.PathValue("number")))
	if err != nil || string(one.Order) != v.PathValue("id") {
		return nil, notFound(err)
	}
	hash, err := c.Desk.InvoiceFile(v.Context(), one.Number)
	if err != nil {
		return nil, err
	}
	kept, err := c.Blobs.Open(v.Context(), hash)
	return download(web.Saved(string(one.Number)+".pdf", "application/pdf", kept)), err
}

type download web.Attachment

func (d download) write(c *Console, w http.ResponseWriter, v *visit) error {
	if err := web.Attachment(d).Write(w); err != nil && v.Context().Err() == nil {
		c.Log.Error("a file of the console broke off", "route", v.Pattern, "error", err)
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
	"predate/internal/reading/look"
)

// markup is what is in the place of words: it would run a script, or leave an element.
const markup = `"><img src=x onerror=hit() class=pwned>'`

// hostilePDF is a paper whose words and title are markup.
func hostilePDF() []byte {
	words := strings.NewReplacer("(", `\(`, ")", `\)`).Replace(markup)
	text := "BT /F 12 Tf 50 780 Td (" + words + ") Tj 0 -30 Td (FICHE SYNTHETIQUE DE LA COPROPRIETE " + words + ") Tj ET"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text), "<< /Title (" + words + ") >>",
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	var at []int
	for i, one := range objects {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, one)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return out.Bytes()
}

// placeHostile orders a dossier in which everything that a client, a site or a paper
// says is markup, and returns the order when it waits for an operator.
func (b *bureau) placeHostile() predate.OrderID {
	b.t.Helper()
	order := b.order("d05")
	order.ExternalID, order.Comment, order.Lots = markup, markup, order.Lots+" "+markup
	order.Property.Additional, order.Syndic.Name = markup, markup
	order.Owners = append(order.Owners, predate.Owner{Firstname: markup, Lastname: markup})
	order.Payer.Lastname = markup
	uploads := b.uploads(b.filesOf("d05", "Fiche_synthétique_2025_13.pdf", "Carnet_d_entretien_14.pdf"))
	uploads = append(uploads, desk.Upload{Filename: markup + ".pdf", MediaType: "application/pdf", Content: bytes.NewReader(hostilePDF()), Origin: predate.FromClient, Comment: markup})
	answers := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, markup)
	}))
	b.t.Cleanup(answers.Close)
	if _, _, err := b.Desk.CreateEndpoint(b.ctx, predate.Endpoint{Account: b.account.ID, URL: answers.URL + "/?" + url.QueryEscape(markup)}); err != nil {
		b.t.Fatal(err)
	}
	placed, err := b.Desk.Place(b.ctx, desk.Placing{Account: b.account, Order: order, Documents: uploads})
	if err != nil {
		b.t.Fatal(err)
	}
	b.await(placed.ID, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	by := desk.Decision{By: "C. Aubrac", Why: markup}
	ruling := predate.Ruling{Key: predate.KeySupplierDebt, Value: predate.Money(4321_09)}
	if err := b.Desk.Rule(b.ctx, placed.ID, by, []predate.Ruling{ruling}); err != nil {
		b.t.Fatal(err)
	}
	b.await(placed.ID, "read with the ruling", func(o desk.Opened) bool { return o.Run.Read })
	said := predate.Answer{Code: "maintenance_log", Says: predate.SaysUnobtainable, Comment: markup, By: markup}
	if _, err := b.Desk.Answer(b.ctx, b.account.ID, placed.ID, said); err != nil {
		b.t.Fatal(err)
	}
	opened := b.await(placed.ID, "read with the answer", func(o desk.Opened) bool { return o.Run.Read })
	err = b.DB.InTx(b.ctx, func(ctx context.Context, tx store.Tx) error {
		return store.PutListed(ctx, tx, placed.ID, []predate.ListedPaper{{Order: placed.ID, Run: opened.Run.ID, RemoteID: markup, Title: markup, Seen: time.Now()}})
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.teachHostile()
	return placed.ID
}

// teachHostile keeps a look whose words are markup.
func (b *bureau) teachHostile() {
	b.t.Helper()
	taught := look.Look{Kind: predate.KindSchedule1, Issuer: markup, Program: look.Program{Key: predate.KeyArrears, Anchor: markup, Relation: look.Right}}
	content, err := taught.Encode()
	if err != nil {
		b.t.Fatal(err)
	}
	row := store.Look{ID: "look_x", Content: content, State: store.LookProposed, TaughtBy: markup, Taught: time.Now()}
	if err := b.DB.InTx(b.ctx, func(ctx context.Context, tx store.Tx) error { return store.InsertLook(ctx, tx, row) }); err != nil {
		b.t.Fatal(err)
	}
}

// stoppedHostile is an order whose collection stopped, with markup for the words of the site.
func (b *bureau) stoppedHostile() predate.OrderID {
	b.t.Helper()
	id, _ := b.stopped("d05")
	opened, err := b.Desk.Open(b.ctx, id)
	if err != nil {
		b.t.Fatal(err)
	}
	err = b.DB.InTx(b.ctx, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE runs SET failure_text = $1 WHERE id = $2", markup, opened.Run.ID)
		if err == nil {
			_, err = tx.Exec(ctx, "UPDATE orders SET external_id = $1, syndic_name = $1 WHERE id = $2", markup, id)
		}
		if err == nil {
			err = store.PutRelay(ctx, tx, store.Relay{
				Order: id, Run: opened.Run.ID, Until: time.Now().Add(time.Hour), Question: "q1",
				SiteQuestion: predate.SiteQuestion{Kind: predate.AsksCaptcha, Words: markup, Image: []byte("<svg onload=hit()>")},
			})
		}
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return id
}

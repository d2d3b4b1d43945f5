package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/doors/web"
)

// answer is what a handler returns; it writes itself whole or not at all.
type answer interface {
	write(c *Console, w http.ResponseWriter, v *visit) error
}

// page is a whole page: the view is what its template is drawn from.
type page struct {
	name  string // of its template
	title string
	view  any
}

// frame is what every page shows around its view.
type frame struct {
	Title string
	Who   predate.Operator
	Path  string
	View  any
}

// Administration reports whether the page is one of administration.
func (f frame) Administration() bool { return strings.HasPrefix(f.Path, "/admin") }

func (p page) write(c *Console, w http.ResponseWriter, v *visit) error {
	return c.draw(w, http.StatusOK, p, v)
}

func (c *Console) draw(w http.ResponseWriter, status int, p page, v *visit) error {
	var drawn bytes.Buffer
	if err := c.pages.draw(&drawn, p.name, frame{Title: p.title, Who: v.who, Path: v.URL.Path, View: p.view}); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return packed(w, v, status, drawn.Bytes())
}

// worthPacking is from how many bytes on an answer is compressed. The one with a
// password is shorter: its size says nothing of what is in it.
const worthPacking = 1 << 10

// packed writes an answer, compressed where the browser takes it so. No secret is in
// one beside words that others choose: its size gives nothing away.
func packed(w http.ResponseWriter, v *visit, status int, content []byte) error {
	if len(content) >= worthPacking && web.TakesGzip(v.Request) {
		small, err := web.Gzip(content)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Encoding", "gzip")
		content = small
	}
	w.WriteHeader(status)
	_, _ = w.Write(content) // who asked is gone
	return nil
}

// redirect sends the browser to another page.
type redirect string

func (to redirect) write(_ *Console, w http.ResponseWriter, v *visit) error {
	http.Redirect(w, v.Request, string(to), http.StatusSeeOther)
	return nil
}

// data is an answer for scripts.
type data struct{ of any }

func (d data) write(_ *Console, w http.ResponseWriter, v *visit) error {
	encoded, err := json.Marshal(d.of)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return packed(w, v, http.StatusOK, encoded)
}

// fail shows why a visit was refused. What is no refusal is our own fault: it is
// logged, and the operator is told no more than that.
func (c *Console) fail(w http.ResponseWriter, v *visit, err error) {
	refused := (*predate.Error)(nil)
	err = inFrench(err)
	switch {
	case errors.As(err, &refused):
	case errors.Is(err, predate.ErrNotFound):
		refused = predate.Refuse(predate.CodeNotFound, "Cela n’existe pas, ou plus.")
	case errors.Is(err, predate.ErrAway):
		c.Log.Error("the papers cannot be reached", "route", v.Pattern, "error", err)
		refused = predate.Refuse(predate.CodeUnavailable, "Les pièces ne sont pas accessibles pour l’instant : réessayez dans un instant.")
		refused.RetryAfter = 5
	case errors.Is(err, predate.ErrBusy):
		c.Log.Error("the database cannot serve", "route", v.Pattern, "error", err)
		refused = predate.Refuse(predate.CodeUnavailable, "Le serveur est très demandé : réessayez dans un instant.")
		refused.RetryAfter = 2
	case errors.Is(err, seats.ErrFull):
		refused = predate.Refuse(predate.CodeTooMany, "Trop de pages sont demandées à la fois.")
		refused.RetryAfter = 2
	case errors.Is(err, predate.ErrStale):
		refused = predate.Refuse(predate.CodeConflict, "La commande a changé entre-temps : regardez-la de nouveau.")
	default:
		if v.Context().Err() == nil {
			// The address itself may bear a secret: that of an invitation does.
			c.Log.Error("a page of the console failed", "route", v.Pattern, "order", v.PathValue("id"), "error", err)
		}
	}
	status, sentence := http.StatusInternalServerError, "La page n’a pas pu être faite. L’incident est noté ; réessayez."
	if refused != nil {
		status, _ = web.StatusOf(refused.Code)
		sentence = refused.Message
		if refused.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(refused.RetryAfter))
		}
	}
	if !wantsPage(v.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": sentence})
		return
	}
	if err := c.draw(w, status, page{name: "error", title: "Refusé", view: sentence}, v); err != nil {
		c.Log.Error("draw the page of an error", "error", err)
		http.Error(w, sentence, status)
	}
}

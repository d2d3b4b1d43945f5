package corner

import (
	"context"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
)

// The bounds of one request: as for papers that come by the API.
const (
	mostBytes  = 512 << 20
	heldInRAM  = 1 << 20
	mostBy     = 100
	mostWords  = 2000
	thanksPath = "#liste"
)

// take takes in what a client sends: papers, or an answer.
func (c *Corner) take(w http.ResponseWriter, v *visit) error {
	if said := over(v.list.Order); said != "" {
		return predate.Refuse(predate.CodeConflict, "%s", said)
	}
	leave, err := c.seat(v)
	if err != nil {
		return err
	}
	defer leave()
	v.Body = http.MaxBytesReader(w, v.Body, mostBytes)
	err = v.ParseMultipartForm(heldInRAM)
	if v.MultipartForm != nil {
		defer func() { _ = v.MultipartForm.RemoveAll() }() // the folder of temporary files is swept
	}
	if err != nil {
		return unreadable(err)
	}
	fresh := true
	if v.PostFormValue("act") == "answer" {
		err = c.answer(v)
	} else {
		fresh, err = c.papers(v)
	}
	if err != nil {
		return err
	}
	if wantsData(v.Request) {
		return writeData(w, http.StatusOK, struct {
			Fresh bool `json:"fresh"`
		}{fresh})
	}
	http.Redirect(w, v.Request, v.URL.RequestURI()+thanksPath, http.StatusSeeOther)
	return nil
}

// seat takes one of the few seats for what is sent: who holds an address may send much.
func (c *Corner) seat(v *visit) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(v.Context(), seatWait)
	defer cancel()
	leave, err = c.seats.Take(ctx, string(v.list.Order.Account))
	if err != nil {
		return nil, predate.ErrBusy
	}
	return leave, nil
}

// unreadable says why a form could not be read.
func unreadable(err error) error {
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return predate.Refuse(predate.CodeTooLarge, "Ces fichiers font plus de %d Mo ensemble\u202f: envoyez-les en plusieurs fois.", mostBytes>>20)
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return predate.Refuse(predate.CodeInvalid, "L’envoi s’est interrompu\u202f: réessayez.")
}

// papers takes files in, as the API takes them. They are fresh unless the order holds
// one of them already.
func (c *Corner) papers(v *visit) (fresh bool, err error) {
	headers := slices.DeleteFunc(v.MultipartForm.File["files"], func(h *multipart.FileHeader) bool { return h.Filename == "" && h.Size == 0 })
	if len(headers) == 0 {
		return false, predate.Refuse(predate.CodeInvalid, "Choisissez d’abord un fichier ou une photo.")
	}
	uploads, shut, err := desk.OpenFiles(headers)
	defer shut()
	if err != nil {
		return false, err
	}
	for i := range uploads {
		uploads[i].Origin = predate.FromClient
		if n := asked(v); n >= 0 {
			uploads[i].Hint = v.list.Items[n].DocType
		}
	}
	_, err = c.Desk.AddDocuments(v.Context(), v.list.Order.Account, v.list.Order.ID, uploads, nil)
	if errors.Is(err, desk.ErrTooManyFiles) {
		return false, predate.Refuse(predate.CodeTooLarge, "Cette demande a déjà reçu %d fichiers\u202f: elle n’en prend pas davantage.", desk.MaxDocuments)
	}
	if hasEnded(err) {
		return false, errEnded()
	}
	if err != nil {
		return false, err
	}
	return c.fresh(v, len(uploads)), nil
}

// fresh reports whether the order holds papers more than before. They are kept by now:
// where that cannot be learnt, they are taken for fresh.
func (c *Corner) fresh(v *visit, given int) bool {
	now, err := c.Desk.ChecklistOf(v.Context(), v.list.Order.ID)
	if err != nil {
		c.Log.Warn("an order that was given papers cannot be read again", "order", v.list.Order.ID, "error", err)
		return true
	}
	return len(now.Papers) >= len(v.list.Papers)+given
}

func writeData(w http.ResponseWriter, status int, value any) error {
	encoded, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(encoded) // who asked is gone
	return nil
}

// asked finds the item that a form is about; -1 for none.
func asked(v *visit) int {
	return slices.IndexFunc(v.list.Items, func(i predate.Item) bool {
		return i.Code == v.PostFormValue("code") && i.FiscalYear == v.PostFormValue("fiscal_year")
	})
}

// answer takes an answer in.
func (c *Corner) answer(v *visit) error {
	a := predate.Answer{
		Code: v.PostFormValue("code"), FiscalYear: v.PostFormValue("fiscal_year"), Says: predate.Saying(v.PostFormValue("answer")),
		Comment: strings.TrimSpace(strings.ReplaceAll(v.PostFormValue("comment"), "\r\n", "\n")), By: strings.TrimSpace(v.PostFormValue("by")),
	}
	switch {
	case a.By == "" || utf8.RuneCountInString(a.By) > mostBy:
		return predate.Refuse(predate.CodeInvalid, "Indiquez votre nom, en %d caractères au plus.", mostBy)
	case a.Says == "":
		return predate.Refuse(predate.CodeInvalid, "Choisissez une réponse.")
	case a.Says == predate.SaysComment && a.Comment == "":
		return predate.Refuse(predate.CodeInvalid, "Écrivez votre réponse en quelques mots.")
	case utf8.RuneCountInString(a.Comment) > mostWords:
		return predate.Refuse(predate.CodeInvalid, "Écrivez %d caractères au plus.", mostWords)
	}
	_, err := c.Desk.Answer(v.Context(), v.list.Order.Account, v.list.Order.ID, a)
	refused := (*predate.Error)(nil)
	switch {
	case !errors.As(err, &refused):
		return err
	case hasEnded(err):
		return errEnded()
	case errors.Is(err, desk.ErrThreadFull):
		return predate.Refuse(predate.CodeTooLarge, "Cette demande a déjà reçu trop de messages\u202f: écrivez à la personne qui vous a envoyé ce lien.")
	case errors.Is(err, desk.ErrAnswered):
		return predate.Refuse(predate.CodeConflict, "Une réponse a déjà été notée pour cet élément\u202f: rechargez la page.")
	}
	return predate.Refuse(predate.CodeInvalid, "Cette réponse ne convient pas, ou n’est plus demandée\u202f: rechargez la page.")
}

// hasEnded reports whether an order refuses what it is given because it is done, or
// cancelled.
func hasEnded(err error) bool {
	refused := (*predate.Error)(nil)
	return errors.As(err, &refused) && (refused.Reason == "order_done" || refused.Reason == "order_cancelled")
}

func errEnded() error {
	return predate.Refuse(predate.CodeConflict, "Cette demande vient de se terminer\u202f: rechargez la page.")
}

// wantsData reports whether the script asks, rather than the browser itself.
func wantsData(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "application/json")
}

// fail says in French why something was refused. What is no refusal is our own fault:
// it is logged, and the client is told no more than that.
func (c *Corner) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errUnknown) || errors.Is(err, errClosed) {
		c.refuse(w, err)
		return
	}
	refused := (*predate.Error)(nil)
	switch {
	case errors.As(err, &refused):
	case errors.Is(err, predate.ErrAway), errors.Is(err, predate.ErrBusy), errors.Is(err, predate.ErrStale), errors.Is(err, context.DeadlineExceeded):
		w.Header().Set("Retry-After", "2")
		refused = predate.Refuse(predate.CodeUnavailable, "Le service est très demandé\u202f: réessayez dans un instant.")
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		c.Log.ErrorContext(r.Context(), "the corner is short of space", "error", err)
		refused = predate.Refuse(predate.CodeUnavailable, "Le service manque de place\u202f: réessayez plus tard.")
	default:
		if r.Context().Err() == nil {
			c.Log.ErrorContext(r.Context(), "a page of the corner failed", "path", r.URL.Path, "error", err)
		}
		refused = &predate.Error{Message: "Rien n’a pu être enregistré. L’incident est noté\u202f; réessayez."}
	}
	status, _ := web.StatusOf(refused.Code)
	if wantsData(r) {
		err = writeData(w, status, map[string]string{"error": refused.Message})
	} else {
		err = c.again(w, r, status, refused.Message)
	}
	if err != nil {
		c.Log.ErrorContext(r.Context(), "draw the page of an error", "error", err)
		http.Error(w, refused.Message, status)
	}
}

// again shows the page once more, with what went wrong and what was typed.
func (c *Corner) again(w http.ResponseWriter, r *http.Request, status int, wrong string) error {
	v, err := c.open(r)
	if err != nil {
		return err
	}
	view := c.view(v.list)
	view.Wrong = wrong
	for _, group := range view.Groups {
		for i, item := range group.Items {
			if r.PostForm != nil && item.Code == r.PostFormValue("code") && item.FiscalYear == r.PostFormValue("fiscal_year") {
				group.Items[i].Says, group.Items[i].By, group.Items[i].Comment = r.PostFormValue("answer"), r.PostFormValue("by"), r.PostFormValue("comment")
			}
		}
	}
	return draw(w, status, c.pages.list, "layout.html", view)
}

// refuse answers an address that opens nothing.
func (c *Corner) refuse(w http.ResponseWriter, err error) {
	status, says := http.StatusNotFound, "Ce lien n’est pas complet, ou n’existe pas. Ouvrez-le tel que vous l’avez reçu, en entier."
	if errors.Is(err, errClosed) {
		status, says = http.StatusGone, "Ce lien n’est plus valable. Demandez-en un nouveau à la personne qui vous l’a envoyé."
	}
	if err := draw(w, status, c.pages.gone, "layout.html", says); err != nil {
		c.Log.Error("draw the page of an error", "error", err)
		http.Error(w, says, status)
	}
}

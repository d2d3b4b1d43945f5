package console

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"predate"
	"predate/internal/orders/desk"
)

// TestRefusalsAreReadInFrench above a form and on a page of their own, whatever the
// clients of the API read.
func TestRefusalsAreReadInFrench(t *testing.T) {
	for said, err := range map[string]*predate.Error{
		"Le compte est fermé.":     {Code: predate.CodeForbidden, Message: "The account is closed", Err: desk.ErrAccountClosed},
		"Cette adresse de rappel":  {Code: predate.CodeInvalid, Message: "Invalid request: url: it is private", Err: fmt.Errorf("%w: it is private", desk.ErrCallback)},
		"Le compte a autant d":     {Code: predate.CodeConflict, Message: "The account has as many", Reason: "too_many_webhooks"},
		"La commande est terminée": {Code: predate.CodeConflict, Message: "The order is done", Reason: "order_done"},
		"C’est déjà fait":          {Code: predate.CodeConflict, Message: "This was done already", Reason: "act_done"},
		"Choisissez un jour.":      predate.Refuse(predate.CodeInvalid, "Choisissez un jour."),
	} {
		wrapped := fmt.Errorf("do what a form asks: %w", err)
		if sentence, status := refusal(wrapped); !strings.HasPrefix(sentence, said) || status < http.StatusBadRequest {
			t.Errorf("above a form: %q, %d, want %q", sentence, status, said)
		}
		w := httptest.NewRecorder()
		newConsole(t).fail(w, &visit{Request: httptest.NewRequest(http.MethodGet, "/", nil)}, wrapped)
		if !strings.Contains(w.Body.String(), said) {
			t.Errorf("on a page of its own: %s, want %q", w.Body, said)
		}
	}
}

// TestOfSeveralThingsNoneIsInBrackets: how many there are decides how they are named.
func TestOfSeveralThingsNoneIsInBrackets(t *testing.T) {
	for n, want := range map[int]string{0: "0\u00a0essai", 1: "1\u00a0essai", 2: "2\u00a0essais", 1200: "1\u202f200\u00a0essais"} {
		if got := number(n, "essai", "essais"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	names, err := pageFiles.ReadDir("pages")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		page, err := pageFiles.ReadFile("pages/" + name.Name())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(page), "(s)") || strings.Contains(string(page), "(e)") {
			t.Errorf("%s names one or several things with brackets", name.Name())
		}
	}
}

// TestStatesAreNamedInFrench, where an address says of which it hears.
func TestStatesAreNamedInFrench(t *testing.T) {
	if got := eventNames([]predate.State{predate.Done, predate.NeedRefresh}); got != "délivrée, à actualiser" {
		t.Errorf("an address hears of %q", got)
	}
}

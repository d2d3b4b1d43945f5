package console

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

// hiccup is staff that cannot be asked now.
type hiccup struct{}

func (hiccup) Session(context.Context, predate.Secret) (predate.Operator, string, error) {
	return predate.Operator{}, "", predate.ErrBusy
}

// TestAHiccupEndsNoSession: only a session that is known to be over ends a stream.
func TestAHiccupEndsNoSession(t *testing.T) {
	c := newConsole(t)
	if c.over(t.Context(), "operator") || !c.over(t.Context(), "stolen") {
		t.Error("a living session is over, or a dead one is not")
	}
	c.People = hiccup{}
	if c.over(t.Context(), "operator") {
		t.Error("a session is over because the database is busy")
	}
}

// TestTheLastLaggardTakesItsReaderAway: who joins next has the only reader.
func TestTheLastLaggardTakesItsReaderAway(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	if _, err := n.live.join(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range listenerBacklog + 1 {
		n.live.tell(t.Context(), desk.Changes{Last: int64(i)})
	}
	if n.live.stop != nil {
		t.Error("the changes are read although nobody listens")
	}
}

// TestWhatCannotServeNowIsAskedAgain: the order did not change.
func TestWhatCannotServeNowIsAskedAgain(t *testing.T) {
	c := newConsole(t)
	for _, one := range []struct {
		err  error
		want int
	}{{predate.ErrBusy, http.StatusServiceUnavailable}, {seats.ErrFull, http.StatusTooManyRequests}, {predate.ErrStale, http.StatusConflict}} {
		w := httptest.NewRecorder()
		c.fail(w, &visit{Request: httptest.NewRequest(http.MethodGet, "/", nil)}, errors.Join(one.err))
		if later := w.Header().Get("Retry-After") != ""; w.Code != one.want || later != (one.want != http.StatusConflict) {
			t.Errorf("%v is answered %d, later: %v", one.err, w.Code, later)
		}
	}
}

// TestImagesOfPapersDoNotOutliveThem in a browser, beyond a quarter of an hour.
func TestImagesOfPapersDoNotOutliveThem(t *testing.T) {
	w := httptest.NewRecorder()
	if err := (picture{"image/png", nil, true}).write(nil, w, nil); err != nil || w.Header().Get("Cache-Control") != "private, max-age=900" {
		t.Errorf("kept as %q, %v", w.Header().Get("Cache-Control"), err)
	}
}

// TestAFormThatCannotBeReadReopensNothing: it is refused before anything is done, and
// before any account is looked for.
func TestAFormThatCannotBeReadReopensNothing(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/admin/accounts/acc_etude/disabled?x=%zz", nil)
	_, err := newConsole(t).setAccountDisabled(&visit{Request: r})
	if refused := (*predate.Error)(nil); !errors.As(err, &refused) || refused.Code != predate.CodeInvalid {
		t.Errorf("it is answered %v", err)
	}
}

package connector_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
)

// TestAListedPaperThatCannotBeHad: a paper of the listing whose file is none is
// asked for again, and then named with the reason; the others are had. Nothing
// that was listed goes silently.
func TestAListedPaperThatCannotBeHad(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request) { connectortest.HTML(w, "<p>Document indisponible") }
	raw := func(data string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(data)) }
	}
	for name, tc := range map[string]struct {
		answer http.HandlerFunc
		reason string
		code   predate.FailureCode
		final  bool // another try would change nothing
		asked  int
	}{
		"a page":        {page, "l’extranet donne une page à la place du fichier", predate.DocumentInvalid, false, 3},
		"half a PDF":    {raw("%PDF-1.4\n" + strings.Repeat("moitié ", 900)), "le fichier est incomplet", predate.DocumentInvalid, false, 3},
		"nothing":       {raw(""), "le fichier est vide", predate.DocumentInvalid, false, 3},
		"an archive":    {raw("PK\x03\x04" + strings.Repeat("x", 400)), "le fichier est d’un format qui n’est pas accepté (application/zip)", predate.DocumentInvalid, true, 1},
		"not found":     {http.NotFound, "l’extranet ne donne pas le fichier (réponse 404)", predate.DownloadFailed, false, 1},
		"a sore server": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "aïe", http.StatusBadGateway) }, "l’extranet ne donne pas le fichier", predate.DownloadFailed, false, 3},
		"a broken transfer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9999")
			_, _ = w.Write(paper("amiante"))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, "le téléchargement s’est interrompu", predate.DownloadFailed, false, 3},
	} {
		t.Run(name, func(t *testing.T) {
			l := connectortest.NewLittle()
			l.Pieces["A"] = append([]connectortest.Piece{connectortest.Row(9, "DTA.pdf", "2019-02-01", "dta")}, l.Pieces["A"]...)
			asked := 0
			l.Instead["GET /pieces/dta"] = func(w http.ResponseWriter, r *http.Request) { asked++; tc.answer(w, r) }
			var listed, missed []string
			run := visitLittle(t, l, littleRecipes(t), func(r *connectortest.Run) {
				r.Request = connector.Request{
					Listed: func(_ context.Context, all []connector.Remote) error {
						for _, doc := range all {
							listed = append(listed, doc.Title)
						}
						return nil
					},
					Missed: func(_ context.Context, doc connector.Remote, reason string) error {
						missed = append(missed, doc.Title+": "+reason)
						return nil
					},
				}
			})
			if fmt.Sprint(listed) != "[DTA.pdf PV 2025 Annexes 2025]" {
				t.Errorf("listed %v", listed)
			}
			failure := run.Failure()
			if failure == nil || failure.Code != tc.code || failure.Final != tc.final || asked != tc.asked {
				t.Errorf("%v, final %v; asked %d times, want %d", run.Err, failure != nil && failure.Final, asked, tc.asked)
			}
			if texts(run) != "pv annexes" || len(missed) != 1 || missed[0] != "DTA.pdf: "+tc.reason {
				t.Errorf("kept %q, missed %q", texts(run), missed)
			}
		})
	}
}

// TestARowWithoutAFile: the site names a paper that it does not have. That is no
// failure of the run, and the paper is named all the same.
func TestARowWithoutAFile(t *testing.T) {
	l := connectortest.NewLittle()
	l.Pieces["A"] = append(l.Pieces["A"], connectortest.Row(9, "Carnet d’entretien", "", ""))
	var missed []string
	run := visitLittle(t, l, littleRecipes(t, "date: .jour}", "date: .jour, fileless: .lien == \"\"}"), func(r *connectortest.Run) {
		r.Request = connector.Request{Missed: func(_ context.Context, doc connector.Remote, reason string) error {
			missed = append(missed, doc.Title+": "+reason)
			return nil
		}}
	})
	if run.Err != nil || texts(run) != "pv annexes" || fmt.Sprint(missed) != "[Carnet d’entretien: l’extranet le cite sans fichier]" {
		t.Errorf("kept %q, missed %q, %v", texts(run), missed, run.Err)
	}
}

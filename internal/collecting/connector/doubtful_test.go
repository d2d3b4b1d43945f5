package connector_test

import (
	"net/http"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/connector/connectortest"
)

// answers makes a little site answer a folder with data of the test's own, page
// after page.
func answers(l *connectortest.Little, pages ...map[string]any) {
	asked := 0
	l.Instead["GET /classeurs/A"] = func(w http.ResponseWriter, _ *http.Request) {
		connectortest.JSON(w, pages[min(asked, len(pages)-1)])
		asked++
	}
	l.Instead["GET /classeurs/B"] = func(w http.ResponseWriter, _ *http.Request) {
		connectortest.JSON(w, data(map[string]any{"total": 0}))
	}
}

// data is a page of a listing.
func data(more map[string]any, pieces ...connectortest.Piece) map[string]any {
	page := map[string]any{"pieces": append([]connectortest.Piece{}, pieces...)}
	for key, value := range more {
		page[key] = value
	}
	return page
}

// TestDoubtfulListings: what a listing says of itself is held against what it
// gives. Where they differ the site has changed, and nothing of it is taken.
func TestDoubtfulListings(t *testing.T) {
	const (
		query   = `get: "/classeurs/{{classeur.cote}}"`
		asPiece = "as: piece\n"
		space   = "date: .jour}"
	)
	pv := connectortest.Row(1, "PV 2025", "2025-04-10", "pv")
	cursor := []string{
		query, query + "\n          query: {suite: \"{{page}}\"}",
		asPiece, asPiece + "        pages: {next: {jq: 'select(.encore) | .curseur', optional: true}}\n",
	}
	counted := []string{
		query, query + "\n          query: {p: \"{{page}}\"}",
		asPiece, asPiece + "        pages: {first: 1, total: .total}\n",
	}
	spaced := []string{space, "date: .jour, space: .espace}"}
	inSpace := func(value any) map[string]any {
		row := map[string]any{"no": 1, "titre": "PV 2025", "jour": "", "lien": "pv"}
		if value != "absent" {
			row["espace"] = value
		}
		return map[string]any{"pieces": []any{row}}
	}
	for name, tc := range map[string]struct {
		changes []string
		pages   []map[string]any
		good    bool
	}{
		"more is announced, and comes":             {cursor, []map[string]any{data(map[string]any{"encore": true, "curseur": "x"}, pv), data(nil, connectortest.Row(2, "Plan", "", "annexes"))}, true},
		"more is announced, and an empty page":     {cursor, []map[string]any{data(map[string]any{"encore": true, "curseur": "x"}, pv), data(nil)}, false},
		"a total that holds":                       {counted, []map[string]any{data(map[string]any{"total": 1}, pv)}, true},
		"a total written as a text":                {counted, []map[string]any{data(map[string]any{"total": "1"}, pv)}, true},
		"a total in words":                         {counted, []map[string]any{data(map[string]any{"total": "une"}, pv)}, false},
		"a total that is null":                     {counted, []map[string]any{data(map[string]any{"total": nil}, pv), data(nil)}, false},
		"a total that is not there any more":       {counted, []map[string]any{data(nil, pv), data(nil)}, false},
		"a total below nought":                     {counted, []map[string]any{data(map[string]any{"total": -1}, pv), data(nil)}, false},
		"a total that is no whole number":          {counted, []map[string]any{data(map[string]any{"total": 1.5}, pv)}, false},
		"a total that is too small":                {counted, []map[string]any{data(map[string]any{"total": 0}, pv), data(map[string]any{"total": 0}, connectortest.Row(2, "Plan", "", "annexes")), data(map[string]any{"total": 0})}, true},
		"an empty title":                           {nil, []map[string]any{data(nil, connectortest.Row(1, "", "", "pv"))}, false},
		"a title of blanks":                        {nil, []map[string]any{data(nil, connectortest.Row(1, " \u00a0 ", "", "pv"))}, false},
		"a space that the site names":              {spaced, []map[string]any{inSpace("owner")}, true},
		"a space that is null":                     {spaced, []map[string]any{inSpace(nil)}, false},
		"a space under another key":                {spaced, []map[string]any{inSpace("absent")}, false},
		"a space that nobody knows":                {spaced, []map[string]any{inSpace("CONSEIL")}, false},
		"a space that is empty":                    {spaced, []map[string]any{inSpace("")}, false},
		"an announced count that is no number":     {append([]string{asPiece, asPiece + "        pages: {first: 1, until_empty: true, announced: \"{{classeur.nom}}\"}\n"}, query, query+"\n          query: {p: \"{{page}}\"}"), []map[string]any{data(nil, pv), data(nil)}, false},
		"an announced count that is not there":     {append([]string{asPiece, asPiece + "        pages: {first: 1, until_empty: true, announced: \"{{classeur.nombre}}\"}\n"}, query, query+"\n          query: {p: \"{{page}}\"}"), []map[string]any{data(nil, pv), data(nil)}, false},
		"a folder whose name is gone, by a filter": {[]string{"each: '.classeurs[]'", "each: '.classeurs[] | .nom = (.libelle // \"\")'"}, []map[string]any{data(nil, pv)}, false},
		"a folder named by signs alone":            {[]string{"each: '.classeurs[]'", "each: '.classeurs[] | .nom = \" / \"'"}, []map[string]any{data(nil, pv)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := connectortest.NewLittle()
			answers(l, tc.pages...)
			run := visitLittle(t, l, littleRecipes(t, tc.changes...), nil)
			if tc.good {
				if run.Err != nil || run.N != min(len(tc.pages), 2) {
					t.Errorf("kept %d, %v", run.N, run.Err)
				}
				return
			}
			failure := run.Failure()
			if failure == nil || failure.Code != predate.SiteChanged || failure.Stage != predate.StageList || run.N != 0 {
				t.Errorf("kept %d (%s), %v", run.N, texts(run), run.Err)
			}
			if run.Err != nil && strings.Contains(run.Err.Error(), "PV 2025") {
				t.Errorf("the failure repeats what the site says: %v", run.Err)
			}
		})
	}
}

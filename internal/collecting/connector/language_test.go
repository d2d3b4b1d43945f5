package connector_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/author"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
)

// ends fails a test whose run did not keep what is wanted.
func ends(t *testing.T, run *connectortest.Run, want string) {
	t.Helper()
	if run.Err != nil || texts(run) != want {
		t.Fatalf("kept %q, want %q: %v\n%s", texts(run), want, run.Err, strings.Join(run.Requests, "\n"))
	}
}

// TestFileWithinJSON: a file in base64 is found at any depth of an answer.
func TestFileWithinJSON(t *testing.T) {
	l := connectortest.NewLittle()
	for link, data := range l.Files {
		l.Instead["GET /pieces/"+link] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/graphql-response+json")
			fmt.Fprintf(w, `{"extensions":[{"content":"eA=="}],"data":{"n":1,"parts":[["x",{"a":[1,2]}],7,{"content":%q}]}}`, base64.StdEncoding.EncodeToString(data))
		}
	}
	ends(t, visitLittle(t, l, littleRecipes(t, "{{piece.lien}}\"}}", "{{piece.lien}}\"}, base64: data.parts.2.content}"), nil), "pv annexes")
	lost := visitLittle(t, l, littleRecipes(t, "{{piece.lien}}\"}}", "{{piece.lien}}\"}, base64: data.parts.3.content}"), nil)
	if failure := lost.Failure(); failure == nil || failure.Code != predate.DownloadFailed || lost.N != 0 {
		t.Errorf("%v", lost.Err)
	}
}

// TestOffsets: a listing goes on from an offset, which a JSON body has as a number.
func TestOffsets(t *testing.T) {
	l := connectortest.NewLittle()
	var asked []string
	l.Instead["POST /liste"] = func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, string(body))
		rows := []connectortest.Piece{connectortest.Row(1, "PV 2025", "2025-04-10", "pv"), connectortest.Row(2, "Annexes", "2025-04-10", "annexes"), connectortest.Row(3, "Décompte", "2025-04-10", "pv")}
		from := min(3, 2*(len(asked)-1))
		connectortest.JSON(w, map[string]any{"pieces": rows[from:min(3, from+2)], "total": 3})
	}
	recipes := littleRecipes(t, `get: "/classeurs/{{classeur.cote}}"`, `post: /liste
          json: {"{{classeur.cote}}": {debut: "{{page | number}}", combien: 2}}`,
		"        as: piece", "        pages: {first: 0, step: 2, total: .total}\n        as: piece", ".classeurs[]", ".classeurs[0]")
	run := visitLittle(t, l, recipes, nil)
	ends(t, run, "pv annexes pv")
	if want := []string{`{"A":{"combien":2,"debut":0}}`, `{"A":{"combien":2,"debut":2}}`}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	recipes = littleRecipes(t, `get: "/classeurs/{{classeur.cote}}"`, `post: /liste
          json: {debut: "{{classeur.cote | number}}"}`)
	if failure := visitLittle(t, l, recipes, nil).Failure(); failure == nil || failure.Code != predate.SiteChanged || !strings.Contains(failure.Err.Error(), "a number is wanted") {
		t.Errorf("%v", failure)
	}
}

// TestFieldsThatThePageLacks: a form is sent with what a script would add to it, and
// with names that the page gave.
func TestFieldsThatThePageLacks(t *testing.T) {
	l := connectortest.NewLittle()
	sent := map[string]string{}
	l.Instead["GET /chezmoi"] = func(w http.ResponseWriter, _ *http.Request) {
		connectortest.HTML(w, `<a href="/sortie">x</a><form id="menu" method="post" action="/menu"><input type="hidden" name="etat" value="v7"></form>`)
	}
	l.Instead["POST /menu"] = func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		for name := range r.PostForm {
			sent[name] = r.PostForm.Get(name)
		}
		connectortest.JSON(w, map[string]any{"pieces": l.Pieces["A"]})
	}
	recipes := littleRecipes(t, `get: "/classeurs/{{classeur.cote}}"`, `submit: "form#menu"
          add: {"menu:{{classeur.cote}}": "menu:{{classeur.cote}}", source: lien}`, ".classeurs[]", ".classeurs[0]")
	ends(t, visitLittle(t, l, recipes, nil), "pv")
	if fmt.Sprint(sent) != "map[etat:v7 menu:A:menu:A source:lien]" {
		t.Errorf("%v", sent)
	}
	for _, change := range []string{`add: {secret: "{{password}}"}`, `add: {"{{username}}": x}`} {
		text, err := connectortest.LittleRecipe(`expect: [inside]
logged_in`, change+"\n    expect: [inside]\nlogged_in")
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := author.Lint([]byte(text)); err == nil || !strings.Contains(err.Error(), "body of a login step") {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// TestNotReadyYet: what a site is making is asked for again after the time that it
// wants, so often and no more.
func TestNotReadyYet(t *testing.T) {
	l := connectortest.NewLittle()
	times, after := 3, 7
	l.Instead["GET /pieces/pv"] = func(w http.ResponseWriter, _ *http.Request) {
		if times--; times >= 0 {
			if after > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(after))
			}
			w.WriteHeader(http.StatusAccepted)
			return
		}
		_, _ = w.Write(l.Files["pv"])
	}
	recipes := littleRecipes(t, "{{piece.lien}}\"}}", "{{piece.lien}}\", poll: {every: 3s, times: 4}}}")
	run := visitLittle(t, l, recipes, nil)
	ends(t, run, "pv annexes")
	if n := count(run.Pauses, 7*time.Second); n != 3 {
		t.Errorf("waited %d times: %v", n, run.Pauses)
	}
	times, after = 99, 0
	var missed []string
	run = visitLittle(t, l, recipes, func(r *connectortest.Run) {
		r.Request.Missed = func(_ context.Context, doc connector.Remote, why string) error {
			missed = append(missed, doc.Title+" : "+why)
			return nil
		}
	})
	if failure := run.Failure(); failure == nil || failure.Code != predate.DownloadFailed || failure.Final || texts(run) != "annexes" || fmt.Sprint(missed) != "[PV 2025 : l’extranet prépare encore le fichier]" || count(run.Pauses, 3*time.Second) != 4 {
		t.Errorf("%v, %q, %v, %v", run.Err, texts(run), missed, run.Pauses)
	}
}

func count(all []time.Duration, one time.Duration) (n int) {
	for _, d := range all {
		if d == one {
			n++
		}
	}
	return n
}

// TestCookieOfARedirect: a cookie that is set on the way to a page is one of it.
func TestCookieOfARedirect(t *testing.T) {
	l := connectortest.NewLittle()
	l.Instead["GET /jeton"] = func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "csrf", Value: "c-81", Path: "/"})
		http.Redirect(w, r, "/chezmoi", http.StatusFound)
	}
	got := ""
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got == "" && r.URL.Path == "/classeurs" {
			got = r.Header.Get("X-Csrf")
		}
		l.ServeHTTP(w, r)
	})
	recipes := littleRecipes(t, "logged_in: {get: /chezmoi, expect: [inside]}", "logged_in: {get: /jeton, expect: [inside], extract: {csrf: {cookie: csrf, secret: true}}}",
		"get: /classeurs,", `get: /classeurs, headers: {X-Csrf: "{{csrf}}"},`)
	ends(t, visitLittle(t, answer, recipes, nil), "pv annexes")
	if got != "c-81" {
		t.Errorf("got %q", got)
	}
}

// TestABrokenLineIsASpace: words on two lines are two words.
func TestABrokenLineIsASpace(t *testing.T) {
	l := connectortest.NewLittle()
	l.Instead["GET /classeurs/A"] = func(w http.ResponseWriter, _ *http.Request) {
		connectortest.HTML(w, `<a href="/sortie">x</a><table><tr data-id="1"><td>PV<br>2025<br/><b>Assem</b>blée</td></tr></table>`)
	}
	recipes := littleRecipes(t, "expect: [data]\n        each: '.pieces[]'", `expect: [inside]
        rows: {css: "tr[data-id]", fields: {no: {attr: data-id}, titre: {css: td}}}`, "date: .jour", `date: '"2025-01-01"'`, ".classeurs[]", ".classeurs[0]", "{{piece.lien}}", "pv")
	run := visitLittle(t, l, recipes, nil)
	ends(t, run, "pv")
	if title := run.Kept[0].Title; title != "PV 2025 Assemblée" {
		t.Errorf("%q", title)
	}
}

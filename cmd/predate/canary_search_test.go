package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"predate/internal/commands/terminal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// writings are the forms in which a text may lie in bytes: as it is (and so in
// URLs, JSON and HTML), in hexadecimal, in base64 at each of its three places,
// and in UTF-16.
func writings(text string) map[string][]byte {
	forms := map[string][]byte{"plain": []byte(text), "hexadecimal": []byte(hex.EncodeToString([]byte(text)))}
	for shift := range 3 {
		padded := append(bytes.Repeat([]byte{0}, shift), text...)
		padded = padded[:len(padded)/3*3]
		inner := base64.StdEncoding.EncodeToString(padded)[(shift*8+5)/6:]
		forms[fmt.Sprint("base64 at ", shift)] = []byte(inner)
	}
	for name, wide := range map[string]func(uint16) []byte{
		"UTF-16LE": func(u uint16) []byte { return []byte{byte(u), byte(u >> 8)} },
		"UTF-16BE": func(u uint16) []byte { return []byte{byte(u >> 8), byte(u)} },
	} {
		for _, unit := range utf16.Encode([]rune(text)) {
			forms[name] = append(forms[name], wide(unit)...)
		}
	}
	return forms
}

// readable tells in which writings the canary is in some bytes; base64 alone
// depends on the case of letters.
func readable(content []byte) []string {
	var found []string
	low := bytes.ToLower(content)
	for name, form := range writings(canary) {
		if strings.HasPrefix(name, "base64") && bytes.Contains(content, form) ||
			!strings.HasPrefix(name, "base64") && bytes.Contains(low, bytes.ToLower(form)) {
			found = append(found, name)
		}
	}
	return found
}

// TestTheCanaryIsFound: the search finds what it must find.
func TestTheCanaryIsFound(t *testing.T) {
	password := canaryPassword(7)
	quoted, err := json.Marshal(password)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"plain": password, "upper case": strings.ToUpper(password), "JSON": string(quoted), "URL": url.QueryEscape(password), "path": url.PathEscape(password),
		"hexadecimal": "x" + hex.EncodeToString([]byte("a"+password)), "base64": base64.StdEncoding.EncodeToString([]byte(password)),
		"base64, shifted": base64.URLEncoding.EncodeToString([]byte("user:" + password)), "base64, shifted more": base64.StdEncoding.EncodeToString([]byte("A:" + password)),
	} {
		if len(readable([]byte(text))) == 0 {
			t.Errorf("not found: %s %q", name, text)
		}
	}
	if found := readable([]byte("nothing of the kind")); len(found) != 0 {
		t.Errorf("found %v in nothing", found)
	}
}

// look searches everything that the house has written, said or sent.
func (a *aviary) look(many int) {
	a.t.Helper()
	kept := a.jobs("SELECT COUNT(*) FROM credentials")
	if heard := a.heard.Load(); int(heard) < many*2/3 || kept == 0 {
		a.t.Fatalf("%d passwords reached a site, %d are kept sealed: the test tests nothing", heard, kept)
	}
	a.t.Logf("%d orders; %d logins heard, %d sealed passwords kept, %d collections failed", many, a.heard.Load(), kept,
		a.jobs("SELECT COUNT(*) FROM runs WHERE failure <> ''"))
	measured := httptest.NewRecorder()
	a.house.Admin.ServeHTTP(measured, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if err := measured.Result().Write(a.answered); err != nil || measured.Code != http.StatusOK {
		a.t.Errorf("metrics: %d, %v", measured.Code, err)
	}
	for _, path := range []string{"/order/?limit=100", "/order/events?limit=100", "/account/webhooks", "/openapi.yaml"} {
		a.call("GET", path, nil)
	}
	for _, order := range a.orders() {
		a.call("GET", "/order/"+order, nil)
	}
	a.lookAtConsole()
	backup := filepath.Join(a.data, "backup.db")
	if a.house.DB.Engine() == store.SQLite {
		if err := a.house.DB.Backup(a.t.Context(), backup); err != nil {
			a.t.Fatal(err)
		}
	}
	for name, content := range map[string]string{
		"the log": a.log.String(), "answers": a.answered.String(), "webhooks": a.pushed.String(), "rows": a.rows(), "commands": a.commands(),
	} {
		if len(content) == 0 {
			a.t.Errorf("%s: nothing was written", name)
		}
		a.clean(name, []byte(content))
	}
	a.lookAtFiles()
}

func (a *aviary) clean(where string, content []byte) {
	a.t.Helper()
	for _, form := range readable(content) {
		at := bytes.Index(bytes.ToLower(content), bytes.ToLower(writings(canary)[form]))
		a.t.Errorf("%s holds a password (%s): …%q…", where, form, content[max(0, at-300):max(0, min(len(content), at+60))])
	}
}

func (a *aviary) lookAtFiles() {
	a.t.Helper()
	seen := 0
	err := filepath.WalkDir(a.data, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil {
			seen++
			a.clean(path, content)
		}
		return err
	})
	if err != nil || seen < 4 {
		a.t.Errorf("%d files were read: %v", seen, err)
	}
}

func (a *aviary) orders() []string { return a.texts("SELECT id FROM orders") }

// texts gives the first column of a query.
func (a *aviary) texts(query string) (all []string) {
	a.t.Helper()
	err := a.house.DB.View(a.t.Context(), func(ctx context.Context, tx store.Tx) error {
		rows, err := tx.Query(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		all = nil
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			all = append(all, text)
		}
		return rows.Err()
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return all
}

// rows are all rows of all tables: a text may be cut in two by the pages of a
// file, and is whole here.
func (a *aviary) rows() string { return storetest.Dump(a.t, a.house.DB) }

// commands is what operators read on their terminals.
func (a *aviary) commands() string {
	a.t.Helper()
	var out bytes.Buffer
	where := []string{"--data", a.data}
	if a.database != "" {
		where = append(where, "--database", a.database)
	}
	for _, args := range [][]string{{"connector", "health"}, {"connector", "health", "--json"}, {"review", "list"}, {"keys", "list"}, {"account", "list"}} {
		status := run(a.t.Context(), terminal.World{
			Args: append(args, where...), Env: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
		})
		if status != 0 {
			a.t.Errorf("%v: status %d\n%s", args, status, tail(out.String()))
		}
	}
	return out.String()
}

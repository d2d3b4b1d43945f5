package connector_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"net/http"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
)

// packed makes an archive of names and what they hold.
func packed(t *testing.T, pairs ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(pairs); i += 2 {
		f, err := w.Create(pairs[i])
		if err == nil {
			_, err = f.Write([]byte(pairs[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// liar makes an archive whose one file says that it is smaller than it is.
func liar(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	body := append(connectortest.Paper("x"), bytes.Repeat([]byte("a"), 1<<20)...)
	f, err := w.CreateRaw(&zip.FileHeader{Name: "a.pdf", Method: zip.Store, CRC32: crc32.ChecksumIEEE(body), CompressedSize64: uint64(len(body)), UncompressedSize64: 4000})
	if err == nil {
		_, err = f.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestArchives: a ZIP is its papers, each once; what it holds in vain is named, and no
// bomb goes off.
func TestArchives(t *testing.T) {
	paper := func(text string) string { return string(connectortest.Paper(text)) }
	var crowd []string
	for i := range 201 {
		crowd = append(crowd, fmt.Sprint(i, ".pdf"), paper("x"))
	}
	for name, tc := range map[string]struct {
		zip    []byte
		kept   string // what is kept of it
		known  int    // documents that a second visit does not fetch
		missed string
		code   predate.FailureCode
	}{
		"papers":          {packed(t, "2025/pv.pdf", paper("un"), "annexe 1.pdf", paper("deux"), "__MACOSX/x", "x", ".DS_Store", "x", "dossier/", ""), "deux un", 3, "", ""},
		"one":             {packed(t, "pv.pdf", paper("un")), "un", 2, "", ""},
		"something else":  {packed(t, "pv.pdf", paper("un"), "../../lire.exe", "MZ\x90\x00"), "un", 2, "l’archive contient 1 fichiers que l’on ne peut garder, dont « lire.exe »", predate.DocumentInvalid},
		"an archive more": {packed(t, "pv.pdf", paper("un"), "b.zip", string(packed(t, "c.pdf", paper("c")))), "un", 2, "« b.zip » (format application/zip)", predate.DocumentInvalid},
		"a bomb":          {packed(t, "a.pdf", paper("a"), "b.pdf", "%PDF-"+strings.Repeat("\x00", 60<<20)), "a", 2, "« b.pdf » (plus de 50 Mo)", predate.DocumentInvalid},
		"a liar":          {liar(t), "", 1, "le fichier est incomplet", predate.DocumentInvalid},
		"a crowd":         {packed(t, crowd...), "", 1, "l’archive contient plus de 200 fichiers", predate.DocumentInvalid},
		"nothing":         {packed(t, "__MACOSX/x", "x"), "", 1, "l’archive est vide", predate.DocumentInvalid},
		"cut":             {packed(t, "pv.pdf", paper("un"))[:60], "", 1, "l’archive ne s’ouvre pas", predate.DocumentInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			l := connectortest.NewLittle()
			l.Files["pv"] = tc.zip
			recipes := littleRecipes(t, "{{piece.lien}}\"}}", "{{piece.lien}}\"}, archives: true}")
			var missed []string
			note := func(r *connectortest.Run) {
				r.Request.Missed = func(_ context.Context, doc connector.Remote, why string) error {
					missed = append(missed, doc.Title+" : "+why)
					return nil
				}
			}
			run := visitLittle(t, l, recipes, note)
			failure := run.Failure()
			if got := strings.TrimSpace(strings.TrimSuffix(texts(run), "annexes")); got != tc.kept || len(run.IDs()) != tc.known || (failure == nil) != (tc.code == "") || failure != nil && failure.Code != tc.code {
				t.Errorf("kept %q: %v", got, run.Err)
			}
			if told := strings.Join(missed, "\n"); !strings.Contains(told, tc.missed) || (told == "") != (tc.code == "") {
				t.Errorf("missed %q, want %q", told, tc.missed)
			}
			again := visitLittle(t, l, recipes, func(r *connectortest.Run) { note(r); r.Known = known(run) })
			if again.N != 0 && tc.code == "" || len(again.Kept) != 0 {
				t.Errorf("kept again: %q", texts(again))
			}
		})
	}
	titled := connectortest.NewLittle()
	titled.Files["pv"] = packed(t, "a/pv.pdf", paper("un"), "annexe 1.pdf", paper("deux"))
	run := visitLittle(t, titled, littleRecipes(t, "{{piece.lien}}\"}}", "{{piece.lien}}\"}, archives: true}"), nil)
	if len(run.Kept) != 3 || run.Kept[0].Title != "PV 2025 / annexe 1" || run.Kept[1].Title != "PV 2025 / pv" || strings.Contains(run.Kept[1].ID, "#") {
		t.Errorf("%+v", run.Kept)
	}
}

// TestWhatIsLeftOut: a rehearsal tells what the site lists and a collection leaves.
func TestWhatIsLeftOut(t *testing.T) {
	l := connectortest.NewLittle()
	l.Pieces["A"] = append(l.Pieces["A"], connectortest.Row(3, "Brouillon", "2025-01-01", "pv"), connectortest.Row(4, "Liste des copropriétaires", "2025-01-01", "pv"), connectortest.Row(5, "Plan", "2025-01-01", ""))
	l.Pieces["B"] = append(l.Pieces["B"], connectortest.Row(9, "Mot de p4&ss\"w<ord é", "2025-01-01", ""))
	server := overWire{serve(t, l)}
	recipes := littleRecipes(t, "        as: piece", "        skip: '.titre == \"Brouillon\"'\n        as: piece", "date: .jour}", "date: .jour, fileless: .lien == \"\"}",
		"logout:", "categories: [{title: copropriétaires, space: council}]\nlogout:")
	c := connector.New(recipes, func([]string) *http.Client { return &http.Client{Transport: server} }, connector.Options{
		Now: (&clock{}).now, Pause: connector.NoPause, DevHosts: map[string]string{connectortest.Host: "petit"},
	})
	found, err := c.Rehearse(context.Background(), connector.Request{URL: connectortest.Origin, Username: connectortest.Username, Password: connectortest.Password})
	if err != nil {
		t.Fatal(err)
	}
	told := fmt.Sprint(found.LeftOut)
	for _, want := range []string{`"titre":"Brouillon"`, "la recette l’écarte (skip)", "Liste des copropriétaires espace du conseil", "Plan citée sans fichier"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q lacks %q", told, want)
		}
	}
	if len(found.LeftOut) != 4 || strings.Contains(told, connectortest.Password) || strings.Contains(told, "classeur") {
		t.Errorf("%q", told)
	}
}

// TestSeveralDevelopmentHosts: in development, each host of a recipe may have an
// address of its own.
func TestSeveralDevelopmentHosts(t *testing.T) {
	l, files := connectortest.NewLittle(), 0
	store := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		files++
		_, _ = w.Write(l.Files[strings.TrimPrefix(r.URL.Path, "/f/")])
	})
	recipes := littleRecipes(t, "match: [petit.example.fr]", "match: [petit.example.fr]\nhosts: {fichiers: fichiers.petit.example.fr}", `get: "/pieces/`, `get: "{{fichiers}}/f/`)
	site, other := serve(t, l), serve(t, store)
	c := connector.New(recipes, func(hosts []string) *http.Client {
		if len(hosts) != 2 {
			t.Errorf("hosts %v", hosts)
		}
		return &http.Client{}
	}, connector.Options{Now: (&clock{}).now, Pause: connector.NoPause, DevHosts: map[string]string{site: "petit", other: "petit.fichiers"}})
	found, err := c.Rehearse(context.Background(), connector.Request{URL: "http://" + site, Username: connectortest.Username, Password: connectortest.Password})
	if err != nil || found.First == nil || files != 1 {
		t.Errorf("%+v, %d: %v", found, files, err)
	}
	if _, err := c.Rehearse(context.Background(), connector.Request{URL: "http://" + other, Username: "x", Password: "x"}); err == nil {
		t.Error("an order is taken for the host of the files")
	}
}

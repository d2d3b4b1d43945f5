package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

// registry is an installation without a server, whose commands tests run.
type registry struct {
	t    *testing.T
	data string
}

func (r registry) run(args ...string) (status int, said string) {
	r.t.Helper()
	var out bytes.Buffer
	if args[len(args)-1] != "--help" {
		args = append(args, "--data", r.data)
	}
	if args[0] == "erase" || args[0] == "export" {
		args = append(args, "--cache", filepath.Join(r.data, "cache"))
	}
	status = run(r.t.Context(), terminal.World{
		Args: args, Env: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
	})
	return status, strings.Join(strings.Fields(out.String()), " ")
}

// wants runs a command and looks for words of its answer.
func (r registry) wants(status int, words string, args ...string) {
	r.t.Helper()
	if have, said := r.run(args...); have != status || !strings.Contains(said, words) {
		r.t.Errorf("%v: status %d, want %d with %q:\n%s", args, have, status, words, said)
	}
}

// open builds the house of a server, which serves nobody.
func (r registry) open() *serving.House {
	r.t.Helper()
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: r.data, Dev: true}, ReaderFlags: readers.ReaderFlags{Tesseract: "none", CacheFlags: readers.CacheFlags{Cache: filepath.Join(r.data, "cache")}},
		Listen: "127.0.0.1:0", RateLimit: 50,
	}
	h, err := serving.Build(r.t.Context(), flags, meansOf(slog.New(slog.DiscardHandler)))
	if err != nil {
		r.t.Fatal(err)
	}
	return h
}

// place opens an installation for as long as it takes to place orders of sellers, each
// with a paper of his; what was made of that paper is there too.
func (r registry) place(owners ...predate.Owner) (ids []predate.OrderID, hashes []predate.Hash) {
	r.t.Helper()
	h := r.open()
	defer h.Close()
	account, _, err := h.Auth.CreateAccount(r.t.Context(), auth.NewAccount{Email: "etude@example.fr", Kind: predate.Premium, Password: "correct horse battery"})
	if err != nil {
		r.t.Fatal(err)
	}
	for _, owner := range owners {
		order, err := serving.SampleOrder()
		if err != nil {
			r.t.Fatal(err)
		}
		order.Owners, order.Method, order.TestMode = []predate.Owner{owner}, predate.MethodUpload, false
		paper := desk.Upload{
			Filename: "../titre de " + owner.Lastname + ".pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF de " + owner.Firstname), Origin: predate.FromClient,
		}
		placed, err := h.Desk.Place(r.t.Context(), desk.Placing{Account: account, Order: order, Documents: []desk.Upload{paper}})
		if err != nil {
			r.t.Fatal(err)
		}
		opened, err := h.Desk.Open(r.t.Context(), placed.ID)
		if err != nil {
			r.t.Fatal(err)
		}
		hash := opened.Documents[0].Hash
		ids, hashes = append(ids, placed.ID), append(hashes, hash)
		for _, path := range r.derived(hash) {
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				r.t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(owner.Lastname), 0o600); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	return ids, hashes
}

// derived are the places of what is made of a paper.
func (r registry) derived(hash predate.Hash) []string {
	return []string{
		filepath.Join(r.data, "cache", "pages", string(hash[:2]), string(hash)+"-e-p2"),
		filepath.Join(r.data, "drawings", string(hash[:2]), string(hash), "0123456789abcdef.png"),
	}
}

// files are those of an archive, by name.
func (r registry) files(path string) map[string]string {
	r.t.Helper()
	opened, err := zip.OpenReader(path)
	if err != nil {
		r.t.Fatal(err)
	}
	defer opened.Close()
	all := map[string]string{}
	for _, file := range opened.File {
		content, err := file.Open()
		if err != nil {
			r.t.Fatal(err)
		}
		body, err := io.ReadAll(content)
		if err != nil {
			r.t.Fatal(err)
		}
		all[file.Name] = string(body)
	}
	return all
}

// A seller is given what is kept of him, and what is kept of him is erased, with what was
// made of his papers; another's stays, and the record says who erased and why.
func TestAPersonIsExportedAndErased(t *testing.T) {
	t.Parallel()
	r := registry{t, t.TempDir()}
	ids, hashes := r.place(predate.Owner{Firstname: "Zoé", Lastname: "Vassorelle"}, predate.Owner{Firstname: "Paul", Lastname: "Vassorelle"})
	to := filepath.Join(r.data, "zoe.zip")
	r.wants(1, "Dites de quelles commandes", "export", "--to", to)
	r.wants(1, "Dites de quelles commandes", "erase", "--why", "demande", "--owner", "X", "--order", "ABC234")
	r.wants(1, "n’est pas une référence", "erase", "--why", "demande", "--order", "!")
	r.wants(0, "Aucune commande n’a ce vendeur", "export", "--owner", "Vassor, Zoé", "--to", to)
	if _, err := os.Lstat(to); err == nil {
		t.Error("an export of nobody is written")
	}
	r.wants(0, "1 commande(s) dans", "export", "--owner", "VASSORELLE, zoe", "--to", to)
	r.wants(1, "existe déjà", "export", "--owner", "Vassorelle, Zoé", "--to", to)
	files := r.files(to)
	var names []string
	for name, body := range files {
		names = append(names, name)
		if strings.Contains(body, "Paul") || strings.Contains(name, "..") {
			t.Errorf("%s: %s", name, body)
		}
	}
	folder := string(ids[0]) + "/"
	if !strings.Contains(files[folder+"commande.json"], `"vendeurs": [`) || !strings.Contains(files[folder+"commande.json"], "Zoé") || len(files) != 3 {
		t.Errorf("%v: %s", names, files[folder+"commande.json"])
	}
	r.wants(0, "Rien n’est effacé", "erase", "--why", "demande du 3 mai", "--owner", "Vassorelle, Zoé")
	r.wants(0, "Si c’est la même personne, nommez-les avec --order : – "+string(ids[1]), "erase", "--why", "demande", "--owner", "Vassorelle, Zoé")
	if _, err := os.Lstat(r.derived(hashes[0])[0]); err != nil {
		t.Errorf("what was only listed is erased: %v", err)
	}
	r.wants(0, "1 commande(s) effacée(s) : "+string(ids[0])+". Les sauvegardes ne sont pas atteintes", "erase", "--why", "demande du 3 mai", "--by", "A. Dupin", "--owner", "Vassorelle, Zoé", "--yes")
	r.wants(0, "A. Dupin order.erased · demande du 3 mai", "review", "log", string(ids[0]))
	err := filepath.WalkDir(r.data, func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.Contains(path, string(hashes[0])) {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range r.derived(hashes[1]) {
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("another’s is gone: %v", err)
		}
	}
	r.wants(0, "Aucune commande n’a ce vendeur", "erase", "--why", "demande", "--owner", "Vassorelle, Zoé", "--yes")
	r.wants(0, "effacée le", "export", "--order", string(ids[0]), "--to", filepath.Join(r.data, "after.zip"))
}

// A server drops what was made of papers that no order holds any more, whoever deleted
// them, and keeps the rest.
func TestWhatWasReadGoesWithItsPaper(t *testing.T) {
	t.Parallel()
	r := registry{t, t.TempDir()}
	_, hashes := r.place(predate.Owner{Firstname: "Zoé", Lastname: "Vassorelle"})
	held, gone := r.derived(hashes[0])[0], r.derived(predate.Hash(strings.Repeat("ab", 32)))[0]
	if err := errors.Join(os.MkdirAll(filepath.Dir(gone), 0o700), os.WriteFile(gone, []byte("Vassorelle"), 0o600)); err != nil {
		t.Fatal(err)
	}
	h := r.open()
	defer h.Close()
	h.Tidy(t.Context())
	if _, err := os.Lstat(gone); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was read of a paper that nobody holds is left: %v", err)
	}
	if _, err := os.Lstat(held); err != nil {
		t.Errorf("what was read of a paper that an order holds is gone: %v", err)
	}
}

// A paper that is damaged or gone is named, in the archive and on the terminal, and all
// else is given.
func TestAnExportGoesOnWithoutWhatIsDamaged(t *testing.T) {
	t.Parallel()
	r := registry{t, t.TempDir()}
	ids, hashes := r.place(predate.Owner{Firstname: "Zoé", Lastname: "Vassorelle"}, predate.Owner{Firstname: "Ali", Lastname: "Vassorelle"}, predate.Owner{Firstname: "Eve", Lastname: "Vassorelle"})
	paper := func(i int) string { return filepath.Join(r.data, "blobs", string(hashes[i][:2]), string(hashes[i])) }
	if err := errors.Join(os.WriteFile(paper(0), []byte("%PDX"), 0o600), os.Remove(paper(1))); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(r.data, "all.zip")
	status, said := r.run("export", "--order", string(ids[0])+","+string(ids[1])+","+string(ids[2]), "--to", to)
	if status != 0 || !strings.Contains(said, "2 fichier(s) manquent ou sont abîmés") || !strings.Contains(said, string(ids[0])+"/pieces/") {
		t.Errorf("status %d: %s", status, said)
	}
	files := r.files(to)
	for i, want := range []string{"est abîmé", "n’est plus gardé", ""} {
		if got := files[string(ids[i])+"/manque.txt"]; !strings.Contains(got, want) || (want == "") != (got == "") || files[string(ids[i])+"/commande.json"] == "" {
			t.Errorf("order %d: %q, %d files", i, got, len(files))
		}
	}
}

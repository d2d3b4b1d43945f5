package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/commands/readers"
	"predate/internal/commands/serving"
	"predate/internal/doors/api"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

// bureau is a whole house with a console, orders of the corpus, and an operator's
// browser in front of it.
type bureau struct {
	*serving.House
	t       testing.TB
	ctx     context.Context
	people  *auth.People
	console *url.URL
	account predate.Account
}

// newBureau serves as of a day, with the settings changed.
func newBureau(t testing.TB, day string, changes ...func(*serving.ServerFlags)) *bureau {
	t.Helper()
	b := &bureau{t: t}
	admin, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	public, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: t.TempDir(), Dev: true}, ReaderFlags: readers.ReaderFlags{Tesseract: "tesseract"},
		Listen: public.Addr().String(), TokenLife: time.Hour, RateLimit: 1 << 20, Workers: 2, Deliverers: 2, Collectors: 2, ReferenceDate: day,
	}
	for _, change := range changes {
		change(&flags)
	}
	ctx, stop := context.WithCancel(context.Background())
	b.ctx = ctx
	if b.House, err = serving.Build(ctx, flags, meansOf(slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})))); err != nil {
		t.Fatal(err)
	}
	if b.console, err = b.OpenConsole(flags, admin); err != nil {
		t.Fatal(err)
	}
	if b.people, err = b.House.People(b.console); err != nil {
		t.Fatal(err)
	}
	b.account = predate.Account{ID: "acc_etude", Email: "etude@example.fr", Kind: predate.Premium, SendDocuments: true, Created: time.Now()}
	if err := b.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &b.account) }); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- b.Serve(ctx, serving.Addresses{Public: public, Admin: admin}, func(string) {}) }()
	t.Cleanup(func() {
		stop()
		<-ended
		b.Close()
	})
	return b
}

// place orders a dossier of the corpus, without the files that are named.
func (b *bureau) place(dossier string, without ...string) predate.OrderID {
	b.t.Helper()
	return b.placeFiles(dossier, b.filesOf(dossier, without...))
}

// filesOf lists the files of a dossier of the corpus, without those that are named.
func (b *bureau) filesOf(dossier string, without ...string) []string {
	b.t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "corpus", dossier, "files", "*"))
	if err != nil || len(files) == 0 {
		b.t.Fatalf("no files of %s: %v", dossier, err)
	}
	return slices.DeleteFunc(files, func(file string) bool { return slices.Contains(without, filepath.Base(file)) })
}

// placeFiles orders a dossier of the corpus with other files.
func (b *bureau) placeFiles(dossier string, files []string) predate.OrderID {
	b.t.Helper()
	placed, err := b.Desk.Place(b.ctx, desk.Placing{Account: b.account, Order: b.order(dossier), Documents: b.uploads(files)})
	if err != nil {
		b.t.Fatal(err)
	}
	return placed.ID
}

// order is the order of a dossier of the corpus.
func (b *bureau) order(dossier string) predate.Order {
	b.t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "testdata", "corpus", dossier, "order.json"))
	if err != nil {
		b.t.Fatal(err)
	}
	order, err := api.DecodeOrder(body)
	if err != nil {
		b.t.Fatal(err)
	}
	return order
}

// uploads are files as a client sends them.
func (b *bureau) uploads(files []string) []desk.Upload {
	b.t.Helper()
	var all []desk.Upload
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			b.t.Fatal(err)
		}
		all = append(all, desk.Upload{Filename: filepath.Base(file), MediaType: "application/pdf", Content: bytes.NewReader(content), Origin: predate.FromClient})
	}
	return all
}

// await waits until an order is as a test wants it.
func (b *bureau) await(id predate.OrderID, what string, is func(desk.Opened) bool) desk.Opened {
	b.t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		opened, err := b.Desk.Open(b.ctx, id)
		if err != nil {
			b.t.Fatal(err)
		}
		if is(opened) {
			return opened
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("order %s is never %s: %s, run %+v", id, what, opened.Order.State, opened.Run)
		}
	}
}

// signedIn opens a browser in which an operator of a role is signed in.
func (b *bureau) signedIn(name string, role predate.Role) *browsertest.Tab {
	b.t.Helper()
	tab := browsertest.Open(b.t)
	tab.Cookie(b.console.String(), "predate_session", b.session(name, role).Reveal())
	return tab
}

// session invites an operator, who signs in by a password and a code.
func (b *bureau) session(name string, role predate.Role) predate.Secret {
	b.t.Helper()
	return joined(b.t, b.people, name, role)
}

// codeNow is the code of this moment, made as an app makes it (RFC 6238).
func codeNow(t testing.TB, secret predate.Secret) string { return codeAhead(t, secret, 0) }

// codeAhead is the code some half minutes from now: the server takes the next one too,
// so that a test need not wait for it.
func codeAhead(t testing.TB, secret predate.Secret, ahead int64) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, time.Now().Unix()/30+ahead) // a hash takes everything
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:])&0x7fffffff)%1_000_000)
}

// keep compares the page with its picture in docs/console, if it has one there. Where
// PREDATE_SHOTS names a folder, it writes a picture of the page instead.
func keep(tab *browsertest.Tab, name string) {
	if keepOnly(tab, name) {
		return
	}
	kept := filepath.Join("..", "..", "docs", "console", name+".png")
	if _, err := os.Stat(kept); err == nil {
		tab.CheckPicture(kept)
	}
}

// keepOnly writes a picture of the page where a folder is named, and reports whether it
// did: a page in the machine's own type looks otherwise on another one.
func keepOnly(tab *browsertest.Tab, name string) bool {
	folder := os.Getenv("PREDATE_SHOTS")
	if folder != "" {
		tab.Shot(filepath.Join(folder, name+".png"))
	}
	return folder != ""
}

// keepShapes keeps the page wide and light; where pictures are written, also dark, and
// on a telephone, for a person to look at.
func keepShapes(tab *browsertest.Tab, name string) {
	tab.Size(1440, 900)
	keep(tab, name)
	if os.Getenv("PREDATE_SHOTS") == "" {
		return
	}
	for _, dark := range []bool{false, true} {
		tab.Dark(dark)
		tab.Size(1440, 900)
		if dark {
			keep(tab, name+"-dark")
		}
		tab.Size(390, 844)
		keep(tab, name+map[bool]string{false: "-narrow", true: "-narrow-dark"}[dark])
	}
	tab.Size(1440, 900)
	tab.Dark(false)
}

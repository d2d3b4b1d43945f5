package serving

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"predate/internal/commands/readers"
	"predate/internal/keeping/store"
)

// Each thing that lacks is told with its cause; what hinders part of the work alone
// leaves the server ready.
func TestWhatReadinessTells(t *testing.T) {
	flags := ServerFlags{
		StoreFlags: StoreFlags{Data: t.TempDir(), Dev: true}, ReaderFlags: readers.ReaderFlags{Tesseract: "no-such-tesseract"}, Listen: "127.0.0.1:0",
		browserFlags: browserFlags{Browser: "http://127.0.0.1:1", BrowserKey: "k", BrowserHosts: []string{"extranet.example.fr"}},
	}
	h, err := Build(t.Context(), flags, meansOf(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	told := func(name string, ready bool, words string) {
		t.Helper()
		h.watch.held = nil
		for _, one := range h.checks(t.Context()) {
			if one.Name == name && (one.Ready != ready || words == "" != (one.Error == "") || !strings.Contains(one.Error, words)) {
				t.Errorf("%+v, want %v %q", one, ready, words)
			}
		}
	}
	for _, name := range []string{"database", "schema", "clock", "papers", "disk", "keys"} {
		told(name, true, "")
	}
	told("recognition", true, "scans are left to a person")
	told("browser", true, "does not answer")
	if err := h.ready(t.Context()); err != nil {
		t.Errorf("what hinders part of the work: %v", err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	later := time.Now().Add(time.Hour)
	must(os.Chtimes(filepath.Join(flags.Data, "predate.db"), later, later))
	told("clock", true, "was it set back?")
	must(os.Rename(filepath.Join(flags.Data, "keys"), filepath.Join(flags.Data, "elsewhere")))
	told("keys", true, "put them back")
	must(os.RemoveAll(filepath.Join(flags.Data, "blobs")))
	told("papers", false, "no such file")
	must(h.DB.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO schema_version (version_id, is_applied) VALUES (9999, TRUE)")
		return err
	}))
	told("schema", true, "install the newer predate")
	must(h.DB.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM schema_version WHERE version_id > 2")
		return err
	}))
	told("schema", false, "needs")
	if err := lookAtDisk(flags.Data, 1<<60); err == nil || !strings.Contains(err.Error(), "--disk-reserve") {
		t.Errorf("a disk without its reserve: %v", err)
	}
	if err := h.ready(t.Context()); err == nil {
		t.Error("a server without papers is ready")
	}
}

// However often readiness is asked, it is looked at once in a while; a look that
// hangs ends.
func TestReadinessIsLookedAtOnceInAWhile(t *testing.T) {
	now, looks := time.Now(), 0
	w := &watch{now: func() time.Time { return now }, probes: []probe{{"one", func(context.Context) error { looks++; return nil }}}}
	for range 10 {
		w.all(t.Context())
	}
	now = now.Add(lookHoldsOn)
	if got := w.all(t.Context()); looks != 2 || len(got) != 1 || !got[0].Ready {
		t.Errorf("%d looks, %+v", looks, got)
	}
}

// A look that hangs, as on a mount whose server is away, ends for who asked, is not
// begun again while it hangs, and holds no other check up.
func TestALookThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs, looks := make(chan struct{}), 0
		w := &watch{now: time.Now, probes: []probe{
			{"disk", func(context.Context) error { looks++; <-hangs; return nil }},
			{"papers", func(context.Context) error { return nil }},
		}}
		for range 3 {
			began := time.Now()
			all := w.all(t.Context())
			if all[0].Ready || !strings.Contains(all[0].Error, "no answer within 3s") || !all[1].Ready || looks != 1 {
				t.Errorf("%+v after %d looks", all, looks)
			}
			if took := time.Since(began); took > lookWithin {
				t.Errorf("it took %s", took)
			}
			time.Sleep(lookHoldsOn)
		}
		close(hangs)
		synctest.Wait()
		if all := w.all(t.Context()); !all[0].Ready || looks != 2 {
			t.Errorf("after it came back: %+v, %d looks", all, looks)
		}
	})
}

// A database that does not answer holds nobody who asks for ever, and one that was met
// damaged is told at once.
func TestReadinessOfTheDatabase(t *testing.T) {
	flags := ServerFlags{StoreFlags: StoreFlags{Data: t.TempDir(), Dev: true}, ReaderFlags: readers.ReaderFlags{Tesseract: "none"}, Listen: "127.0.0.1:0"}
	h, err := Build(t.Context(), flags, meansOf(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	limited := false
	for i, one := range h.watch.probes {
		if one.name == "database" {
			h.watch.probes[i].look = func(ctx context.Context) error { _, limited = ctx.Deadline(); return nil }
		}
	}
	if all := h.checks(t.Context()); !limited || all[0].Name != "database" || !all[0].Ready {
		t.Errorf("asked with a limit: %v; %+v", limited, all)
	}
}

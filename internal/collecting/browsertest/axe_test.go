package browsertest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain has Chromium there: without it nothing here can be said.
func TestMain(m *testing.M) {
	if said, err := exec.Command("../../../scripts/need.sh", "chromium").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s", said)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestAxeIsTheOneThatNPMHas(t *testing.T) {
	script, err := axe()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(script))
	if got := hex.EncodeToString(sum[:]); got != axeHash {
		t.Errorf("axe-core has the hash %s, want %s", got, axeHash)
	}
}

func TestAxeFindsWhatIsWrong(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!DOCTYPE html><html><head><title>x</title></head><body><main><h1>Une page</h1><img src="/none"><p style="color:#eee;background:#fff">pâle</p></main></body></html>`)
	}))
	defer site.Close()
	tab := Open(t)
	tab.Go(site.URL)
	found := strings.Join(tab.Axe(), "\n")
	for _, want := range []string{"html-has-lang", "image-alt", "color-contrast"} {
		if !strings.Contains(found, want) {
			t.Errorf("axe does not find %s in:\n%s", want, found)
		}
	}
	if hosts := tab.Hosts(); len(hosts) != 1 {
		t.Errorf("the page asked %v", hosts)
	}
}

// TestPreferencesStayBesideEachOther: who wants nothing to move wants it in the dark too.
func TestPreferencesStayBesideEachOther(t *testing.T) {
	tab := Open(t)
	tab.Still()
	for _, dark := range []bool{true, false} {
		tab.Dark(dark)
		got := Eval[[]bool](tab, `['(prefers-reduced-motion: reduce)', '(prefers-color-scheme: dark)'].map(q => matchMedia(q).matches)`)
		if !got[0] || got[1] != dark {
			t.Errorf("dark %v: still, dark are %v", dark, got)
		}
	}
}

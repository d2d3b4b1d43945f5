//go:build en16931

package invoice_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"predate/internal/statement/invoice"
)

// saxon is where Debian puts it.
const saxon = "/usr/share/java/Saxon-HE.jar"

// TestOfficialRules holds every invoice against the official stylesheet of EN 16931
// for CII, from the folder that EN16931 names, and a broken one too.
func TestOfficialRules(t *testing.T) {
	folder := os.Getenv("EN16931")
	if folder == "" {
		t.Fatal("EN16931 names no folder: run «make invoices EN16931=FOLDER», with the folder of EN16931-CII-validation.xslt")
	}
	dir := t.TempDir()
	check := func(name string, data []byte) string {
		t.Helper()
		file := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".xml")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := exec.CommandContext(t.Context(), "java", "-cp", saxon, "net.sf.saxon.Transform",
			"-s:"+file, "-xsl:"+filepath.Join(folder, "EN16931-CII-validation.xslt")).CombinedOutput()
		if err != nil || !strings.Contains(string(report), "svrl:fired-rule") {
			t.Fatalf("%s: %v\n%s", name, err, report)
		}
		return string(report)
	}
	for name, sample := range samples() {
		if report := check(name, invoice.XML(sample)); strings.Contains(report, "failed-assert") {
			t.Errorf("%s breaks a rule:\n%s", name, report)
		}
	}
	broken := strings.Replace(string(invoice.XML(samples()["plain"])), "46.80", "46.81", 1)
	if report := check("broken", []byte(broken)); !strings.Contains(report, "BR-CO-15") {
		t.Errorf("the stylesheet takes a wrong total:\n%s", report)
	}
}

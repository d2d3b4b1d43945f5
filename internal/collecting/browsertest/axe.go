package browsertest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"
)

//go:embed axe.min.js.gz
var axePacked []byte

// axeHash is the SHA-256 of axe.min.js of axe-core 4.14.1 as npm has it.
const axeHash = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"

// axe unpacks axe-core.
func axe() (string, error) {
	packed, err := gzip.NewReader(bytes.NewReader(axePacked))
	if err != nil {
		return "", err
	}
	script, err := io.ReadAll(packed)
	return string(script), err
}

// axeRun runs every rule of WCAG 2.2 A and AA, and the best practices.
const axeRun = `axe.run(document, {resultTypes: ["violations"]}).then((found) =>
	found.violations.map((one) => one.id + ": " + one.help + "\n" + one.nodes.map((node) => "    " + node.target.join(" ") + " — " + node.failureSummary.replaceAll("\n", " ")).join("\n")))`

// Axe returns the violations that axe finds on the page as it is, each with its
// places.
func (tab *Tab) Axe() []string {
	tab.t.Helper()
	if !Eval[bool](tab, `"axe" in window`) { // a page that was examined before has it
		script, err := axe()
		if err != nil {
			tab.t.Fatalf("unpack axe: %v", err)
		}
		Eval[bool](tab, script+"; true")
	}
	return Eval[[]string](tab, axeRun)
}

// CheckAxe fails the test for what axe finds on the page, in both colour schemes.
func (tab *Tab) CheckAxe(page string) {
	tab.t.Helper()
	for _, dark := range []bool{false, true} {
		tab.Dark(dark)
		if found := tab.Axe(); len(found) > 0 {
			tab.t.Errorf("%s", fmt.Sprintf("axe on %s, dark %v:\n", page, dark)+strings.Join(found, "\n"))
		}
	}
	tab.Dark(false)
}

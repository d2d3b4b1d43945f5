//go:build prove

package sdk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProveLibraries runs what needs a download or another compiler: the C#
// library under Mono, the READMEs of Go and TypeScript, the types of TypeScript and of Python, and a first
// order by the collection of Bruno.
func TestProveLibraries(t *testing.T) {
	s := serve(t)
	t.Run("csharp", func(t *testing.T) {
		s := s.as(t, "csharp")
		suite := filepath.Join(t.TempDir(), "suite.exe")
		s.suite(t, "csharp", mcs(t, suite, "Tests/Suite.cs")...)
		s.suite(t, "csharp", "mono", suite)
		s.firstOrderOfCSharp(t)
		receiverOfCSharp().judges(t)
	})
	t.Run("go", func(t *testing.T) {
		s.as(t, "go").firstOrder(t, "go")
	})
	t.Run("typescript", func(t *testing.T) {
		s := s.as(t, "typescript")
		dir := filepath.Join(t.TempDir(), "sdk", "typescript")
		if err := os.CopyFS(dir, os.DirFS("typescript")); err != nil {
			t.Fatal(err)
		}
		s.suite(t, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		s.suite(t, dir, "npm", "run", "check")
		notary := filepath.Join(dir, "../../examples/notary")
		if err := os.CopyFS(notary, os.DirFS("../examples/notary")); err != nil {
			t.Fatal(err)
		}
		s.suite(t, dir, "npx", "tsc", "-p", notary)
		s.firstOrder(t, "typescript")
	})
	t.Run("bruno", func(t *testing.T) {
		s := s.as(t, "bruno")
		dir := t.TempDir()
		s.suite(t, dir, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", dir, "@usebruno/cli@4.1.0")
		run := []string{"node", filepath.Join(dir, "node_modules/@usebruno/cli/bin/bru.js"), "run", "first-order", "--env", "local"}
		for name, value := range map[string]string{"base": s.base, "key": s.key, "email": s.email, "password": password} {
			run = append(run, "--env-var", name+"="+value)
		}
		s.suite(t, "bruno", run...)
	})
	t.Run("python", func(t *testing.T) {
		s.suite(t, "python", "/usr/bin/python3", "-m", "mypy", "--strict", "--python-version", "3.8", "--cache-dir", t.TempDir(), "predate")
	})
}

// TestProveIntegration plays the notary's software to two proven statements.
func TestProveIntegration(t *testing.T) {
	output := (&service{}).suite(t, "..", "bash", "scripts/demo-integration.sh")
	if !strings.Contains(output, "done: two orders, two statements, every delivery verified") {
		t.Errorf("the demonstration did not end as it should:\n%s", output)
	}
}

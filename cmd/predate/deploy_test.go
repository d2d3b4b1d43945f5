package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"

	"github.com/goccy/go-yaml"
)

// kit reads a file of the deployment kit.
func kit(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// asYAML reads one document, with the keys that its anchors give.
func asYAML(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := yaml.UnmarshalWithOptions(text, into, yaml.AllowDuplicateMapKey()); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// Each measure that an alert or the dashboard names is one that predate exports, with
// the labels by which it is chosen or gathered; and what docs/metrics.md says to be
// woken for, the alerts wake for.
func TestAlertsAndDashboardNameWhatIsMeasured(t *testing.T) {
	var alerts struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations map[string]string
			}
		}
	}
	asYAML(t, kit(t, "prometheus/alerts.yaml"), &alerts)
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(kit(t, "grafana/predate.json"), &board); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, rule := range alerts.Groups[0].Rules {
		if rule.Annotations["summary"] == "" || rule.Annotations["remedy"] == "" {
			t.Errorf("%s does not say what it is and what to do", rule.Alert)
		}
		all[rule.Alert] = rule.Expr
	}
	woken := strings.Join(strings.Fields(fmt.Sprint(all)), " ")
	for _, panel := range board.Panels {
		for i, target := range panel.Targets {
			all[fmt.Sprint(panel.Title, i)] = target.Expr
		}
	}
	if len(board.Panels) < 10 || len(alerts.Groups[0].Rules) < 7 {
		t.Fatalf("%d panels, %d rules", len(board.Panels), len(alerts.Groups[0].Rules))
	}
	for name, expr := range all {
		for _, wrong := range unmeasured(expr) {
			t.Errorf("%s: %s: %s", name, expr, wrong)
		}
	}
	page, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## What to be woken for")
	for _, name := range regexp.MustCompile(`(?m)^\| .(?:rate\()?(predate_[a-z_]+)`).FindAllStringSubmatch(table, -1) {
		if !strings.Contains(woken, name[1]) {
			t.Errorf("docs/metrics.md is woken by %s, and no alert is", name[1])
		}
	}
}

// unmeasured finds what an expression names and predate does not export.
func unmeasured(expr string) (wrong []string) {
	labels := []string{"instance", "job", "le"}
	for _, name := range regexp.MustCompile(`predate_[a-z_]+`).FindAllString(expr, -1) {
		m := serving.Named(name)
		for _, part := range []string{"_bucket", "_sum", "_count"} {
			if base, cut := strings.CutSuffix(name, part); cut && serving.Named(base).Kind == "histogram" {
				m = serving.Named(base)
			}
		}
		if m.Kind == "" || m.Kind == "histogram" && m.Name == name {
			wrong = append(wrong, name+" is not exported")
		}
		if m.Kind == "counter" && !regexp.MustCompile(`(rate|increase)\(`+name).MatchString(expr) {
			wrong = append(wrong, name+" is a counter that is not rated")
		}
		labels = append(labels, m.Labels...)
	}
	for _, group := range regexp.MustCompile(`(?:by|on) \(([a-z_, ]*)\)|\{([^}]*)\}`).FindAllStringSubmatch(expr, -1) {
		for _, label := range regexp.MustCompile(`(?:^|,)\s*([a-z_]+)`).FindAllStringSubmatch(group[1]+group[2], -1) {
			if !slices.Contains(labels, label[1]) {
				wrong = append(wrong, "no label "+label[1])
			}
		}
	}
	return wrong
}

func TestUnmeasuredIsFound(t *testing.T) {
	for expr, want := range map[string]int{
		`max by (kind) (predate_jobs) > 1`:                            0,
		`max by (door) (predate_jobs) > 1`:                            1,
		`predate_job > 1`:                                             1,
		`predate_blob_errors_total > 1`:                               1,
		`rate(predate_http_duration_seconds{door="public"}[5m])`:      1,
		`rate(predate_http_answers_total{status=~"5..",who="x"}[1m])`: 1,
	} {
		if got := unmeasured(expr); len(got) != want {
			t.Errorf("%s: %v", expr, got)
		}
	}
}

// systemd understands the units, and finds little that they leave open.
func TestUnits(t *testing.T) {
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []struct{ name, as, with string }{
		{"predate.service", "predate.service", ""},
		{"predate@.service", "predate@door.service", ""},
		{"predate-browser.service", "predate-browser.service", ""},
		{"predate.service", "predate.service", "port-443.conf"},
	} {
		text := bytes.ReplaceAll(kit(t, "systemd/"+unit.name), []byte("/usr/local/bin/predate"), []byte(program))
		if unit.with != "" { // what is read after the unit
			text = append(append(text, '\n'), kit(t, "systemd/"+unit.with)...)
		}
		file := filepath.Join(dir, unit.as)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("systemd-analyze", "verify", "--man=no", file).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s %s: %v\n%s", unit.as, unit.with, err, out)
		}
		if out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--threshold=25", "--no-pager", file).CombinedOutput(); err != nil {
			t.Errorf("%s %s: %v\n%s", unit.as, unit.with, err, out)
		}
	}
}

// The settings file of one machine holds settings that the server knows.
func TestSettingsOfOneMachine(t *testing.T) {
	c, out := command(t, "config", "--config", "../../deploy/predate.yaml")
	if status := run(t.Context(), c); status != 0 || strings.Count(out.String(), "configuration file") != 6 {
		t.Errorf("exit %d:\n%s", status, out)
	}
}

// A program tells what it is made of, the same twice.
func TestWhatAProgramIsMadeOf(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	first, err := terminal.BillOfProgram(program)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := terminal.BillOfProgram(program); err != nil || !bytes.Equal(first, again) {
		t.Errorf("another bill: %v", err)
	}
	var told terminal.Bill
	if err := json.Unmarshal(first, &told); err != nil || told.Metadata.Component.Name != "predate" || len(told.Components) < 30 {
		t.Errorf("%d components of %+v: %v", len(told.Components), told.Metadata, err)
	}
	for _, c := range told.Components[1:] {
		if c.Version == "" || len(c.Hashes) != 1 || len(c.Hashes[0].Content) != 64 {
			t.Errorf("%+v", c)
		}
	}
	if _, err := terminal.BillOfProgram("deploy_test.go"); err == nil {
		t.Error("a text is made of modules")
	}
}

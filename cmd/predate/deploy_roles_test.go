package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"predate/internal/commands/terminal"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"
)

// knownSettings are the variables that a command understands.
func knownSettings(t *testing.T, command string) map[string]bool {
	t.Helper()
	var c cli
	parser, err := kong.New(&c, kong.Name("predate"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, node := range parser.Model.Children {
		if node.Name != command {
			continue
		}
		for _, flag := range node.Flags {
			variable := terminal.EnvPrefix + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
			names[variable], names[variable+"_FILE"] = true, true
		}
	}
	return names
}

// checkSettings holds the variables of a process to those that it understands, and
// keeps secrets in files.
func checkSettings(t *testing.T, where, command string, settings []string) {
	t.Helper()
	known := knownSettings(t, command)
	for _, name := range settings {
		if !strings.HasPrefix(name, terminal.EnvPrefix) {
			continue
		}
		if !known[name] {
			t.Errorf("%s: predate %s knows no %s", where, command, name)
		}
		if slices.Contains([]string{"PREDATE_DATABASE", "PREDATE_S3_SECRET_KEY", "PREDATE_BROWSER_KEY"}, name) {
			t.Errorf("%s: %s is no secret there", where, name)
		}
	}
}

// The compose file has the processes that it promises, each shut in, with settings that
// predate knows and no secret; only the collector reaches the key that opens.
func TestCompose(t *testing.T) {
	var file struct {
		Services map[string]struct {
			Command     []string
			Environment map[string]string
			Secrets     []string
			Volumes     []string
			ReadOnly    bool `yaml:"read_only"`
			User        string
			CapDrop     []string `yaml:"cap_drop"`
			Image       string
			Tmpfs       []string
			MemLimit    string `yaml:"mem_limit"`
		}
		Secrets map[string]struct{ File string }
	}
	asYAML(t, kit(t, "compose.yaml"), &file)
	roles := map[string]int{}
	for name, service := range file.Services {
		if !service.ReadOnly {
			t.Errorf("%s: its root can be written", name)
		}
		for _, place := range service.Tmpfs {
			if !regexp.MustCompile(`[:,]size=\d+[mg](,|$)`).MatchString(place) {
				t.Errorf("%s: %s may take the machine’s memory", name, place)
			}
		}
		for _, secret := range service.Secrets {
			if !strings.HasPrefix(file.Secrets[secret].File, "secrets/") {
				t.Errorf("%s: the secret %s is no file", name, secret)
			}
		}
		if !strings.HasPrefix(service.Image, "predate") {
			continue
		}
		if service.MemLimit == "" {
			t.Errorf("%s: its memory has no limit", name)
		}
		if service.User != "10001:10001" || !slices.Equal(service.CapDrop, []string{"ALL"}) {
			t.Errorf("%s: user %q, without %v", name, service.User, service.CapDrop)
		}
		var settings []string
		for setting := range service.Environment {
			settings = append(settings, setting)
		}
		checkSettings(t, name, service.Command[0], settings)
		role := service.Environment["PREDATE_ROLE"]
		roles[role+service.Command[0]]++
		opens := slices.ContainsFunc(service.Volumes, func(v string) bool { return strings.HasPrefix(v, "./secrets/keys:") })
		if opens != (role == "collector") {
			t.Errorf("%s: holds the key that opens: %v", name, opens)
		}
	}
	if want := "map[browser:1 collectorserve:1 doorserve:2 workerserve:2]"; fmt.Sprint(roles) != want {
		t.Errorf("there are %v, want %s", roles, want)
	}
}

// render makes the manifests of the chart as Helm does, with the few functions of it
// that the templates use.
func render(t *testing.T, values map[string]any) []map[string]any {
	t.Helper()
	set := template.New("").Option("missingkey=error")
	indent := func(n int, text string) string {
		return "\n" + strings.Repeat(" ", n) + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", n))
	}
	set.Funcs(template.FuncMap{
		"list": func(all ...string) []string { return all }, "nindent": indent,
		"quote":  func(v any) string { return fmt.Sprintf("%q", fmt.Sprint(v)) },
		"toYaml": func(v any) (string, error) { text, err := yaml.Marshal(v); return strings.TrimSpace(string(text)), err },
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := set.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
	})
	template.Must(set.ParseGlob("../../deploy/helm/predate/templates/*"))
	var all []map[string]any
	for _, name := range []string{"roles.yaml", "browser.yaml", "ingress.yaml"} {
		var out bytes.Buffer
		if err := set.ExecuteTemplate(&out, name, map[string]any{"Values": values, "Release": map[string]any{"Name": "p"}}); err != nil {
			t.Fatal(err)
		}
		for decoder := yaml.NewDecoder(&out); ; {
			var one map[string]any
			err := decoder.Decode(&one)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if one != nil {
				all = append(all, one)
			}
		}
	}
	return all
}

// within follows keys and places into a manifest.
func within(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[step]
		case int:
			l, _ := v.([]any)
			if step >= len(l) {
				return nil
			}
			v = l[step]
		}
	}
	return v
}

// The chart makes what it promises with and without its options; its processes know
// their settings and are shut in, and one role alone gets the key that opens.
func TestChart(t *testing.T) {
	values := func() (v map[string]any) { asYAML(t, kit(t, "helm/predate/values.yaml"), &v); return v }
	full := values()
	full["browserHosts"] = "extranet.cabinet.example"
	within(full, "ingress").(map[string]any)["enabled"] = true
	for name, test := range map[string]struct {
		values map[string]any
		kinds  string
	}{
		"plain": {values(), "Deployment p-door, Deployment p-worker, Deployment p-collector, Service p, PodDisruptionBudget p-door"},
		"full": {full, "Deployment p-door, Deployment p-worker, Deployment p-collector, Service p, PodDisruptionBudget p-door, " +
			"Deployment p-browser, Service p-browser, Ingress p"},
	} {
		var kinds []string
		for _, one := range render(t, test.values) {
			kind := fmt.Sprint(one["kind"], " ", within(one, "metadata", "name"))
			if kinds = append(kinds, kind); one["kind"] != "Deployment" {
				continue
			}
			pod := within(one, "spec", "template", "spec")
			for _, pair := range [][2]any{
				{within(pod, "securityContext", "runAsNonRoot"), true},
				{within(pod, "containers", 0, "securityContext", "readOnlyRootFilesystem"), true},
				{within(pod, "containers", 0, "securityContext", "allowPrivilegeEscalation"), false},
				{fmt.Sprint(within(one, "spec", "selector", "matchLabels")), fmt.Sprint(within(one, "spec", "template", "metadata", "labels"))},
			} {
				if pair[0] != pair[1] {
					t.Errorf("%s, %s: %v, want %v", name, kind, pair[0], pair[1])
				}
			}
			var settings []string
			for _, setting := range within(pod, "containers", 0, "env").([]any) {
				settings = append(settings, fmt.Sprint(within(setting, "name")))
			}
			checkSettings(t, kind, fmt.Sprint(within(pod, "containers", 0, "args", 0)), settings)
			if opens := strings.Contains(fmt.Sprint(pod), "predate-keys-open"); opens != strings.HasSuffix(kind, "collector") {
				t.Errorf("%s, %s: gets the key that opens: %v", name, kind, opens)
			}
		}
		if got := strings.Join(kinds, ", "); got != test.kinds {
			t.Errorf("%s: %s\nwant %s", name, got, test.kinds)
		}
	}
}

package connector_test

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"predate"
	"predate/connectors"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/recipe"
)

// subject is what the order of the sample dossier says of its account.
func subject() connector.Request {
	return connector.Request{
		Address: predate.Address{Street: "12 rue Félix-Éboué", City: "Nantes", Zipcode: "44300"},
		Owners:  []predate.Owner{{Firstname: "Léa", Lastname: "Kerbrat"}},
		Lots:    "12, 45",
	}
}

// recipes are the built-in ones, read once for all tests.
var recipes = sync.OnceValues(func() ([]recipe.Recipe, error) { return recipe.Load(connectors.Files()) })

// drivable are the families that have a recipe.
func drivable() []extranetsim.Family {
	return slices.DeleteFunc(extranetsim.Families(), func(f extranetsim.Family) bool {
		_, err := fs.Stat(connectors.Files(), string(f)+".yaml")
		return err != nil
	})
}

// visit collects from a simulated site of a family, under its real names.
func visit(t *testing.T, f extranetsim.Family, source fs.FS, o extranetsim.Options, change func(*connectortest.Run)) (*connectortest.Run, *extranetsim.Site) {
	t.Helper()
	o.Family = f
	s, err := extranetsim.New(source, o)
	if err != nil {
		t.Fatal(err)
	}
	all, err := recipes()
	if err != nil {
		t.Fatal(err)
	}
	run := &connectortest.Run{
		Recipes: all, Transport: extranetsim.Transport(s), URL: f.URL(), Family: f.Hosts(), Request: subject(),
		Options: connector.Options{
			Settings: map[string]string{"vilogi_token": "app-3f9c"},
			Hosts:    bound(extranetsim.WebForms),
		},
	}
	if change != nil {
		change(run)
	}
	if err := run.Collect(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, leak := range run.Leaks() {
		t.Errorf("a credential is repeated: %s", leak)
	}
	if len(run.Outside) != 0 {
		t.Errorf("outside: %v", run.Outside)
	}
	return run, s
}

// bound binds the host of a family that has no host of its own, as an operator
// would.
func bound(f extranetsim.Family) map[string]string {
	hosts := map[string]string{}
	for _, host := range f.Hosts() {
		hosts[host] = string(f)
	}
	return hosts
}

// shown writes down what was kept.
func shown(run *connectortest.Run) string {
	var lines []string
	seen := map[string]bool{}
	for _, k := range run.Kept {
		if seen[string(k.Data)] { // a double under another id: one hash, one document
			continue
		}
		seen[string(k.Data)] = true
		lines = append(lines, fmt.Sprint(k.Title, "|", k.Space, "|", k.Date, "|", k.Hint, "|", k.MediaType))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestFamilies: each family in good health, and in each of its harmless shapes,
// gives the papers of the owner and of the building, and none of the council's.
func TestFamilies(t *testing.T) {
	want := strings.Join([]string{
		"Appel de fonds T2|owner|2026-03-17|0|application/pdf",
		"Fiche synthétique|building||1|application/pdf",
		"PV AG du 26/03/2026|building|2026-03-26|2|application/pdf",
		"Relevé de compte|owner|2026-05-11|0|application/pdf",
	}, "\n")
	for _, f := range drivable() {
		for _, shape := range append([]extranetsim.Shape{""}, extranetsim.Shapes()...) {
			if shape != "" && !f.Takes(shape) {
				continue
			}
			t.Run(string(f)+"/"+string(shape), func(t *testing.T) {
				o := extranetsim.Options{Username: connectortest.Username, Password: connectortest.Password}
				if shape != "" {
					o.Shapes = []extranetsim.Shape{shape}
				}
				run, s := visit(t, f, small(), o, nil)
				if run.Err != nil {
					t.Fatalf("%v\n%s", run.Err, strings.Join(run.Requests, "\n"))
				}
				want := want
				if shape == extranetsim.NoDates {
					want = regexp.MustCompile(`\d{4}-\d\d-\d\d`).ReplaceAllString(want, "")
				}
				if got := shown(run); got != want {
					t.Errorf("kept %d:\n%s", run.N, got)
				}
				if s.Open() != 0 && f != extranetsim.Foncia || s.Logins() != 1 { // that one knows no logout
					t.Errorf("%d sessions left open, %d logins", s.Open(), s.Logins())
				}
			})
		}
	}
}

// TestTitlesAreNoPages: what the titles of documents say is never taken for
// what the site says.
func TestTitlesAreNoPages(t *testing.T) {
	var entries []extranetsim.Entry
	for i, title := range []string{
		"Contrat de maintenance en cours", "Service momentanément indisponible", "Votre compte est bloqué : relance", "Mot de passe de l’interphone",
		"g-recaptcha", "<b>Gras</b> & \"guillemets\"", "l'eau {{username}} {{token}}", "../../etc/passwd", "Conditions générales",
	} {
		entries = append(entries, extranetsim.Entry{Title: title, Category: "Immeuble / Contrats", Space: "building", Date: "2025-01-01", File: fmt.Sprint(i, ".pdf")})
	}
	for _, f := range drivable() {
		run, _ := visit(t, f, dossier(entries), extranetsim.Options{}, nil)
		if run.Err != nil || run.N != len(entries) {
			t.Errorf("%s: kept %d: %v", f, run.N, run.Err)
			continue
		}
		for i, k := range run.Kept {
			if k.Title != entries[i].Title {
				t.Errorf("%s: %q, want %q", f, k.Title, entries[i].Title)
			}
		}
	}
}

// TestAnotherTown: an account of another town is not the order's, and nothing
// of it is listed. The JSON family does not say where its building is.
func TestAnotherTown(t *testing.T) {
	for _, f := range drivable() {
		run, _ := visit(t, f, small(), extranetsim.Options{}, func(r *connectortest.Run) { r.Request.Address.Zipcode = "75011" })
		failure := run.Failure()
		if f == extranetsim.Xnet {
			continue
		}
		if failure == nil || failure.Code != predate.AccountNotFound || failure.Stage != predate.StageAccount || run.N != 0 {
			t.Errorf("%s: kept %d: %v", f, run.N, run.Err)
		}
	}
}

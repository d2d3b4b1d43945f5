package recipe

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"predate"
	"predate/connectors"
)

func xnet(t *testing.T) string {
	t.Helper()
	text, err := fs.ReadFile(connectors.Files(), "xnet.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// withCommon adds what the recipes share.
func withCommon(t *testing.T, folder fstest.MapFS) fstest.MapFS {
	t.Helper()
	text, err := fs.ReadFile(connectors.Files(), commonFile)
	if err != nil {
		t.Fatal(err)
	}
	folder[commonFile] = &fstest.MapFile{Data: text}
	return folder
}

// TestBadRecipes: each mistake in a recipe is an error when it is loaded, not
// when an order needs it.
func TestBadRecipes(t *testing.T) {
	good := xnet(t)
	for _, tc := range []struct{ name, old, replacement, want string }{
		{"unknown key", "version: 3", "version: 2\nproxy: x", "unknown field"},
		{"unknown key inside", "    expect: [json]\n    require: '.auth", "    retry: 3\n    expect: [json]\n    require: '.auth", "unknown field"},
		{"the same key twice", "version: 3", "version: 2\nversion: 3", "already defined"},
		{"wrong type", "version: 3", "version: one", "version"},
		{"no id", "id: xnet", "id: ''", "id, title and version"},
		{"no version", "version: 3", "version: 0", "id, title and version"},
		{"wide host", `"*.mygercop.com"`, `"*"`, "not a host name"},
		{"top level host", `"*.mygercop.com"`, `"*.com"`, "not a host name"},
		{"host with a port", `"*.mygercop.com"`, `"a.mygercop.com:8443"`, "not a host name"},
		{"bad regex", `test("bloqu|verrouill"; "i"))'`, `test("bloqu"; "i"))'` + "\n        text: '('", "missing closing"},
		{"bad jq", "jq: '.authentication == false'", "jq: '.authentication =='", "jq"},
		{"jq reads more input", "require: '.authentication == true'", "require: 'input'", "input"},
		{"jq imports", "require: '.authentication == true'", "require: 'import \"a\" as a; true'", "jq"},
		{"bad css", `css: "input[type='password']"`, `css: "input["`, "recipe"},
		{"bad template", `login: "{{username}}"`, `login: "{{username"`, "written {{name}}"},
		{"unknown variable", `Origin: "{{origin}}"`, `Origin: "{{orign}}"`, "nothing defines orign"},
		{"password in a header", `Origin: "{{origin}}"`, `Origin: "{{password}}"`, "body of a login step"},
		{"password in a path", "get: /connexion/", `get: "/connexion/{{password}}"`, "body of a login step"},
		{"username after the login", "get: /api/current-logged-user", `get: "/api/{{username}}"`, "body of a login step"},
		{"other host", "get: /connexion/", "get: https://evil.example/", "begins with one slash"},
		{"other host, no scheme", "get: /connexion/", "get: //evil.example/", "begins with one slash"},
		{"get and post", "  - post: /authenticate", "  - post: /authenticate\n    get: /x", "one of get, post and submit"},
		{"body of a get", "  - get: /connexion/", "  - get: /connexion/\n    form: {a: b}", "a form with post or submit"},
		{"unknown page", "expect: [login_form, html, not_found]", "expect: [login_from]", `no class gives the page "login_from"`},
		{"nothing expected", "    expect: [login_form, html, not_found]\n", "", "expect is missing"},
		{"no proof of login", "  require: '.success == true and (.user | type == \"object\") and .user.id != null'\n", "", "positive proof"},
		{"unknown failure", "failure: session_lost", "failure: session_loss", "unknown failure"},
		{"a failure of ours", "failure: session_lost", "failure: unsupported_extranet", "unknown failure"},
		{"no condition", "  - failure: session_lost\n    status: [401, 403]", "  - failure: session_lost", "no condition"},
		{"a word of the interpreter's", "  - page: not_found", "  - page: not_found\n    said: x", "unknown field"},
		{"page and failure", "  - page: not_found", "  - page: not_found\n    failure: blocked", "a page or a failure"},
		{"two sources", "token: {jq: .authenticationToken,", "token: {jq: .authenticationToken, header: X,", "exactly one of"},
		{"attr without css", "token: {jq: .authenticationToken,", "token: {jq: .authenticationToken, attr: href,", "attr goes with css"},
		{"regex without group", "token: {jq: .authenticationToken,", "token: {regex: abc,", "one group"},
		{"variants that differ", "{api: /extranet, file: /extranet/documents/download}", "{api: /extranet}", "different variables"},
		{"unknown space", "download:", "categories: [{title: x, space: conseil}]\ndownload:", "unknown space"},
		{"hint out of range", "download:", "categories: [{title: x, hint: 11}]\ndownload:", "not one of 1 to 10"},
		{"empty category", "download:", "categories: [{hint: 8}]\ndownload:", "a pattern"},
		{"pages without total", "pages: {first: 1, total: .totalItemCount}", "pages: {first: 1}", "pages needs total"},
		{"no document", "    as: document\n    document:", "    as: document\n    then:", "recipe"},
		{"no download", "  request: {get: \"{{file}}/{{document.id}}\"}\n", "", "request is needed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bad := strings.Replace(good, tc.old, tc.replacement, 1)
			if bad == good {
				t.Fatal("the recipe no longer holds what the case replaces")
			}
			_, err := Load(withCommon(t, fstest.MapFS{"bad.yaml": {Data: []byte(bad)}}))
			if err == nil || !strings.Contains(err.Error(), "bad.yaml") && tc.want != "recipe" || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

func TestTwoRecipesForOneHost(t *testing.T) {
	other := strings.Replace(xnet(t), "id: xnet", "id: other", 1)
	_, err := Load(withCommon(t, fstest.MapFS{"a.yaml": {Data: []byte(xnet(t))}, "b.yaml": {Data: []byte(other)}}))
	if err == nil || !strings.Contains(err.Error(), "both have *.mygercop.com") {
		t.Fatal(err)
	}
	_, err = Load(withCommon(t, fstest.MapFS{"a.yaml": {Data: []byte(xnet(t))}, "b.yaml": {Data: []byte(xnet(t))}}))
	if err == nil || !strings.Contains(err.Error(), "both have id xnet") {
		t.Fatal(err)
	}
}

// TestPrograms: a program sees its data and nothing else, and ends.
func TestPrograms(t *testing.T) {
	compile := func(text string) *Program {
		p := &Program{}
		if err := p.UnmarshalYAML(func(v any) error { *v.(*string) = text; return nil }); err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Setenv("PREDATE_CANARY", "seen")
	for _, text := range []string{"env.PREDATE_CANARY", "$ENV.PREDATE_CANARY"} {
		if got, err := compile(text).Scalar(context.Background(), nil); got != "" || err != nil {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	if _, err := compile("range(1e9)").All(context.Background(), nil); err == nil {
		t.Error("a billion results were accepted")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := compile("def f: f; f").All(ctx, nil); err == nil {
		t.Error("an endless program ended well")
	}
	var data any
	d := json.NewDecoder(strings.NewReader(`{"id": 9007199254740993, "n": 1.50, "t": " x ", "b": true, "f": false, "z": null, "o": {}}`))
	d.UseNumber()
	if err := d.Decode(&data); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		".id": "9007199254740993", ".n": "1.50", ".t": "x", ".b": "true", ".f": "", ".z": "", ".absent": "", "empty": "", ".n * 2": "3", "1 + 1": "2",
	} {
		if got, err := compile(text).Scalar(context.Background(), data); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
	if _, err := compile(".o").Scalar(context.Background(), data); err == nil {
		t.Error("an object passed for a text")
	}
}

// TestHints: what the words of the extranet suggest.
func TestHints(t *testing.T) {
	recipes, err := Load(connectors.Files())
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		folder, title, space string
		hint                 predate.DocType
	}{
		{"Assemblées Générales", "Procès-verbal AG 2024", SpaceBuilding, predate.TypeMinutes},
		{"Assemblées Générales", "Convocation AG 2024", SpaceBuilding, 0},
		{"Contrat de syndic", "FICHE SYNTHÉTIQUE", SpaceBuilding, predate.TypeSummarySheet},
		{"Divers", "Carnet d’entretien", SpaceBuilding, predate.TypeMaintenanceLog},
		{"Divers", "DTA 2006", SpaceBuilding, predate.TypeAsbestos},
		{"Divers", "CREP parties communes", SpaceBuilding, predate.TypeLead},
		{"Divers", "PPPT", SpaceBuilding, predate.TypeDiagnostic},
		{"Règlement de copropriété", "Règlement de copropriété et EDD", SpaceBuilding, predate.TypeRules},
		{"Règlement de copropriété", "Règlement intérieur", SpaceBuilding, 0},
		{"Règlement de copropriété", "Plans du R+1", SpaceBuilding, predate.TypePlan},
		{"Divers", "Attestation d'immatriculation", SpaceBuilding, predate.TypeRegistration},
		{"Relevés des charges et produits", "T1", SpaceOwner, 0},
		{"Mes documents", "Relevé", SpaceOwner, 0},
		{"Documents de Charges", "2024", SpaceOwner, 0},
		{"Conseil syndical", "PV du conseil", SpaceCouncil, predate.TypeMinutes},
		{"Divers / CONSEIL SYNDICAL / 2024", "Liste", SpaceCouncil, 0},
	} {
		if space, hint := find(t, recipes, "xnet").Sort(tc.folder, tc.title); space != tc.space || hint != tc.hint {
			t.Errorf("%s / %s: %s, %d", tc.folder, tc.title, space, hint)
		}
	}
}

func find(t *testing.T, recipes []Recipe, id string) *Recipe {
	t.Helper()
	for i := range recipes {
		if recipes[i].ID == id {
			return &recipes[i]
		}
	}
	t.Fatalf("no recipe %s", id)
	return nil
}

// TestWhereItIsWrong: a mistake is told with its line, its step and what mends it.
func TestWhereItIsWrong(t *testing.T) {
	good := xnet(t)
	for _, tc := range []struct{ old, replacement, want string }{
		{"version: 3", "version: one", "bad.yaml:4: version: a whole number belongs there"},
		{"\nclassify:", "\nclasify:", "did you mean classify?"},
		{`css: "input[type='password']"`, `css: "input["`, `classify[2].css: selector "input[": `},
		{`css: "input[type='password']"`, `css: "input["`, "write a CSS selector"},
		{"require: '.authentication == true'", "require: '.authentication =='", `login[1].require: jq`},
		{"expect: [login_form, html, not_found]", "expect: [login_from]", `login[0]: no class gives the page "login_from"`},
		{"title: ", "\ttitle: ", "mind the indentation"},
	} {
		bad := strings.Replace(good, tc.old, tc.replacement, 1)
		line := 1 + strings.Count(good[:strings.Index(good, tc.old)], "\n") + strings.Count(strings.TrimRight(tc.old, "\n"), "\n")
		_, err := Load(withCommon(t, fstest.MapFS{"bad.yaml": {Data: []byte(bad)}}))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v, want %q", err, tc.want)
			continue
		}
		told := 0
		if _, err := fmt.Sscanf(err.Error(), "recipe bad.yaml:%d:", &told); err != nil || told > line || told < line-1 {
			t.Errorf("line %d, want %d: %v", told, line, err)
		}
	}
}

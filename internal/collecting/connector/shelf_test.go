package connector_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/recipe"
)

// shelfOf opens a shelf beside the built-in recipes.
func shelfOf(t *testing.T, folder fstest.MapFS) (*recipe.Shelf, error) {
	t.Helper()
	builtIn, err := recipes()
	if err != nil {
		t.Fatal(err)
	}
	return recipe.OpenShelf(builtIn, folder, func([]recipe.Recipe) error { return nil })
}

func little(t *testing.T, changes ...string) *fstest.MapFile {
	t.Helper()
	text, err := connectortest.LittleRecipe(changes...)
	if err != nil {
		t.Fatal(err)
	}
	return &fstest.MapFile{Data: []byte(text)}
}

// chosen names the recipe for an address.
func chosen(s *recipe.Shelf, address string) string {
	family, _ := connector.New(s.Recipes(), nil, connector.Options{}).Recipe(address)
	return fmt.Sprint(family.Of(), " ", family.File, " ", family.Replaces)
}

// settle looks until two looks agree.
func settle(s *recipe.Shelf) recipe.News {
	s.Look()
	return s.Look()
}

// TestAFolderOfRecipes: what is in the folder is beside the built-in recipes, takes the
// place of one of its name, and is taken up when it changes; a wrong file changes
// nothing, and is told once.
func TestAFolderOfRecipes(t *testing.T) {
	folder := fstest.MapFS{"petit.yaml": little(t), ".#petit.yaml": {Data: []byte("x")}, "README.md": {Data: []byte("x")}}
	shelf, err := shelfOf(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	const address = "https://petit.example.fr/entree"
	if got := chosen(shelf, address); got != "petit@1 petit.yaml 0" {
		t.Fatal(got)
	}
	if news := settle(shelf); news.Changed || news.Said != nil || news.Wrong != nil {
		t.Errorf("news of a folder that did not change: %+v", news)
	}
	folder["petit.yaml"] = little(t, "version: 1", "version: 2")
	if news := shelf.Look(); news.Changed || chosen(shelf, address) != "petit@1 petit.yaml 0" {
		t.Errorf("a file that may be on its way is taken up: %+v", news)
	}
	if news := shelf.Look(); !news.Changed || len(news.Said) != 1 || chosen(shelf, address) != "petit@2 petit.yaml 0" {
		t.Errorf("%+v, %s", news, chosen(shelf, address))
	}
	folder["petit.yaml"] = little(t, "version: 1", "version: 3", "jq: 'true'", "jq: 'tru e'")
	folder["xnet.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(string(folder["petit.yaml"].Data), "id: petit", "id: [xnet", 1))}
	news := settle(shelf)
	var wrong *recipe.Wrong
	if news.Changed || news.Wrong == nil || errors.As(news.Wrong, &wrong) || !strings.Contains(news.Wrong.Error(), "petit.yaml:17: ") || !strings.Contains(news.Wrong.Error(), "xnet.yaml:3: ") {
		t.Errorf("%+v", news)
	}
	if chosen(shelf, address) != "petit@2 petit.yaml 0" || settle(shelf).Wrong != nil {
		t.Error("the last good one is not at work, or the wrong one is told again")
	}
	folder["xnet.yaml"] = little(t, "id: petit", "id: xnet", "match: [petit.example.fr]", "match: [autre.example.fr]")
	delete(folder, "petit.yaml")
	if news := settle(shelf); len(news.Said) != 2 || chosen(shelf, address) != "@0  0" || chosen(shelf, "https://autre.example.fr/") != "xnet@1 xnet.yaml 3" {
		t.Errorf("%+v, %s", news, chosen(shelf, "https://autre.example.fr/"))
	}
	delete(folder, "xnet.yaml")
	if news := settle(shelf); !news.Changed || chosen(shelf, "https://agence.mygercop.com/") != "xnet@3  0" {
		t.Errorf("%+v", news)
	}
}

// TestAWrongFolder: at the start, a wrong file refuses; so do two recipes for one host,
// and hosts that are nobody's.
func TestAWrongFolder(t *testing.T) {
	for name, tc := range map[string]struct {
		file string
		text *fstest.MapFile
		want string
	}{
		"an unknown key":           {"petit.yaml", little(t, "classify:", "clasify:"), "petit.yaml:8: unknown field \"clasify\"; did you mean classify?"},
		"a host of another recipe": {"petit.yaml", little(t, "[petit.example.fr]", "['*.mygercop.com']"), "petit.yaml:6: *.mygercop.com is already of the recipe xnet"},
		"everybody's hosts":        {"petit.yaml", little(t, "match: [petit.example.fr]", "match: [petit.example.fr]\nhosts: {files: '*.amazonaws.com'}"), "not a host name of one house"},
		"the password elsewhere":   {"petit.yaml", little(t, "get: /chezmoi", "get: '/chezmoi/{{password}}'"), "petit.yaml:31: logged_in: password belongs in the body of a login step"},
		"what all share":           {"common.yaml", little(t), "the program’s own"},
		"another ending":           {"petit.yml", little(t), "ends in .yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := shelfOf(t, fstest.MapFS{tc.file: tc.text}); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

// TestTheMoreExactHost: a recipe for one agency goes before that for all of a vendor's.
func TestTheMoreExactHost(t *testing.T) {
	shelf, err := shelfOf(t, fstest.MapFS{"petit.yaml": little(t, "[petit.example.fr]", "[agence.mygercop.com]")})
	if err != nil {
		t.Fatal(err)
	}
	if got := chosen(shelf, "https://agence.mygercop.com/"); got != "petit@1 petit.yaml 0" {
		t.Error(got)
	}
	if got := chosen(shelf, "https://autre.mygercop.com/"); got != "xnet@3  0" {
		t.Error(got)
	}
}

// TestReplacedMeanwhile: a collection follows the recipe that was looked up for it, or
// is not begun.
func TestReplacedMeanwhile(t *testing.T) {
	run := visitLittle(t, connectortest.NewLittle(), littleRecipes(t), func(r *connectortest.Run) { r.Request.Recipe = "0123456789ab" })
	if !errors.Is(run.Err, connector.ErrReplaced) || len(run.Requests) > 0 {
		t.Errorf("%v after %v", run.Err, run.Requests)
	}
}

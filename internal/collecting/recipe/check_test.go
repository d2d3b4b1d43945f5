package recipe

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"predate/connectors"
)

// TestMoreBadRecipes: the mistakes that the other families' words allow.
func TestMoreBadRecipes(t *testing.T) {
	for _, tc := range []struct{ file, name, old, replacement, want string }{
		{"foncia", "a host of everybody's", `"*.s3.eu-west-3.amazonaws.com"`, `"*.amazonaws.com"`, "not a host name of one house"},
		{"foncia", "auth to a stranger", "to: [api]", "to: [cdn]", "no host of the recipe"},
		{"foncia", "a link in the middle", `get: "{{file}}"`, `get: "/x/{{file}}"`, "file may only begin a path"},
		{"foncia", "a text at the head", `get: "{{file}}"`, `get: "{{token}}"`, "begins with one slash, a host or a link"},
		{"foncia", "two leaves", "          space: .folder.space\n", "          space: .folder.space\n        account: {label: .id}\n", "one of then, account and document"},
		{"foncia", "no items", "- over:", "- oves:", "unknown field"},
		{"foncia", "a page in the place of a file", "      - failure: download_failed # a signature", "      - page: gone # a signature", "not the page"},
		{"foncia", "an engine to come", "engine: 2", "engine: 4", "this one is 3"},
		{"foncia", "never verified", "verified:\n  on: \"2026-11-21\"", "verified:\n  on: \"yesterday\"", "a recipe ages"},
		{"powimo", "a secret that can be guessed", "random: 48", "random: 8", "random (16 to 96 bytes)"},
		{"powimo", "a hash of nothing", `s256: "{{verifier}}"`, `s256: "{{verifer}}"`, "nothing defines verifer"},
		{"powimo", "two ways to send", "  - submit: \"form#kc-form-login\"\n", "  - submit: \"form#kc-form-login\"\n    get: /x\n", "one of get, post and submit"},
		{"powimo", "a password in a query", "      client_id: ect-spa\n      redirect_uri", "      login_hint: \"{{username}}\"\n      client_id: ect-spa\n      redirect_uri", "body of a login step"},
		{"ics", "up outside of rows", "message: {css: \".restreint\"}", "message: {up: body}", "or a regex on the body"},
		{"ics", "a regex without a group", `regex: "location\\.href='([^']+)'"`, `regex: "location"`, "one group"},
		{"ics", "another account's variable", `category: "{{folder.name}}"`, `category: "{{folders.name}}"`, "nothing defines folders.name"},
		{"eseis", "given by nobody", "logout:\n  - post", "logout:\n  - given: nothing\n    post", "nothing defines nothing"},
		{"eseis", "when outside of a list", "logged_in:\n  get", "logged_in:\n  when: body\n  get", "steps of a list"},
		{"eseis", "no end of pages", "pages: {first: 1, until_empty: true}\n    skip", "pages: {first: 1}\n    skip", "pages needs"},
		{"eseis", "no proof", "  require: '.id != null'\n\nrenew", "\nrenew", "positive proof"},
		{"eseis", "an account for a document", "      account:\n        label: .contract.display_name\n", "      document: {id: .id, title: .id, category: x, date: .id}\n      account:\n        label: .contract.display_name\n", "one of then, account and document"},
		{"vilogi", "data without each", "  data: \"{{homes}}\"\n  each: '.[]'\n", "  data: \"{{homes}}\"\n", "data needs each"},
		{"vilogi", "an unknown setting", "settings: [vilogi_token]", "settings: [token]", "nothing defines setting.vilogi_token"},
		{"webforms", "once outside of a download", "logout:\n  - get", "logout:\n  - once_per: x\n    get", "once_per with those of download.prepare"},
		{"webforms", "no mark", "probe:\n  - css: \"form input[name='__VIEWSTATE']\"", "probe:\n  - status: [200]", "a mark is something in a page"},
		{"foncia-web", "a deposit without its file", "      files: {field: \"piece[]\"}\n", "", "no step says where the files go"},
		{"foncia-web", "a deposit begun twice", "http:\n", "list_again: true\nhttp:\n", "not begun twice"},
		{"foncia-web", "no logout", "logout:\n  - get: /logout\n    expect: [login_form]\n", "", "left by a logout"},
		{"foncia-web", "rows without fields", "    rows:\n      css: \"li.Request\"\n      fields:\n        id: {attr: data-id}\n        subject: {up: li}\n", "    rows: {css: \"li.Request\"}\n", "rows have css and fields"},
	} {
		t.Run(tc.file+"/"+tc.name, func(t *testing.T) {
			text, err := fs.ReadFile(connectors.Files(), tc.file+".yaml")
			if err != nil {
				t.Fatal(err)
			}
			bad := strings.Replace(string(text), tc.old, tc.replacement, 1)
			if bad == string(text) {
				t.Fatal("the recipe no longer holds what the case replaces")
			}
			if _, err := Parse([]byte(bad)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

// TestBadCommon: what all recipes share is read as strictly.
func TestBadCommon(t *testing.T) {
	good, err := fs.ReadFile(connectors.Files(), commonFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ old, replacement, want string }{
		{"classify:", "classes:", "unknown field"},
		{"failure: captcha", "page: captcha", "is no failure"},
		{"space: council}", "space: building}", "which folders are the council's"},
		{"types:", "categorie:", "unknown field"},
	} {
		bad := strings.ReplaceAll(string(good), tc.old, tc.replacement)
		if _, err := Load(fstest.MapFS{commonFile: {Data: []byte(bad)}}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v", tc.replacement, err)
		}
	}
	if _, err := Load(fstest.MapFS{}); err == nil {
		t.Error("recipes were read without what they share")
	}
}

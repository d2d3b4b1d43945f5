package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	openapi "predate/api"
	"predate/internal/doors/web"
)

// Who asks for French is told so in French, but for the texts of the contract.
func TestAcceptLanguageDecides(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	french := c.with("Accept-Language", "fr-FR, en;q=0.5")
	speaks := func(got answer, language string) {
		t.Helper()
		if got.header.Get("Content-Language") != language || !strings.Contains(got.header.Get("Vary"), "Accept-Language") {
			t.Errorf("%s: header %v", got.request, got.header)
		}
	}
	speaks(c.do("GET", "/order/ZZZZZZ", nil).is(404, "Order not found"), "en")
	speaks(french.do("GET", "/order/ZZZZZZ", nil).is(404, "Commande inconnue"), "fr")
	speaks(c.do("GET", "/order/", nil).is(200, "Transactions"), "en")
	speaks(french.do("GET", "/order/", nil).is(200, "Commandes"), "fr")
	speaks(c.do("GET", "/order/events", nil).is(200, "Events"), "en")
	speaks(french.do("GET", "/order/events", nil).is(200, "Événements"), "fr")
	speaks(french.with("X-Auth-Key", "").do("GET", "/order/", nil).is(400, "Invalid API key"), "en")
	speaks(french.do("POST", "/order/", "{").is(500, "Failed to decode JSON object"), "en")
	speaks(french.do("POST", "/order/", order("syndic", nil)).is(400, "Missing or invalid syndic information for method 'extranet'"), "en")
	speaks(french.do("POST", "/order/", order("zipcode", "440", "owners", []any{map[string]any{}})).
		is(400, "Demande invalide\u00a0: zipcode\u00a0: doit être de cinq chiffres\u202f; owners[0].lastname\u00a0: est obligatoire"), "fr")
	speaks(french.do("GET", "/order/?limit=0", nil).is(400, "Demande invalide\u00a0: limit\u00a0: doit être un entier de 1 à 100"), "fr")
	english := c.do("GET", "/order/", nil).header.Get("ETag")
	if got := french.with("If-None-Match", english).do("GET", "/order/", nil); got.status != 200 {
		t.Errorf("the English answer passes for the French one: %d", got.status)
	}
	english = c.do("GET", "/order/events", nil).header.Get("ETag")
	if got := french.with("If-None-Match", english).do("GET", "/order/events", nil); got.status != 200 {
		t.Errorf("the English feed passes for the French one: %d", got.status)
	}
}

// The answer that an idempotency key was given is given again as it was.
func TestReplaysKeepTheirLanguage(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium).with("Idempotency-Key", "k1")
	first := c.with("Accept-Language", "fr").do("POST", "/order/", order()).is(200, "Commande créée")
	again := c.do("POST", "/order/", order()).is(200, "Commande créée")
	if again.header.Get("Idempotent-Replayed") != "true" || again.header.Get("Content-Language") != "fr" || string(again.body) != string(first.body) {
		t.Errorf("replay %v %s", again.header, again.body)
	}
}

type toldProblem struct {
	Title  string
	Detail string
	DocURL string `json:"doc_url"`
	Errors []struct{ Field, Code, Message string }
}

func (a answer) problem() (p toldProblem) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, &p); err != nil || a.header.Get("Content-Type") != "application/problem+json" {
		a.t.Fatalf("%s: no problem details: %v: %s", a.request, err, a.body)
	}
	return p
}

// Problem details name every refused field, with a code for programs and a sentence for
// people, and where the code is explained.
func TestProblemDetailsNameTheFields(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium).with("Accept", "application/problem+json")
	bad := order("zipcode", "440", "owners", []any{map[string]any{"firstname": 1}}, "documents", []any{map[string]any{"filename": "a.txt", "content": "YQ=="}})
	type fields = []struct{ Field, Code, Message string }
	want := fields{
		{"zipcode", "format", "must be five digits"},
		{"owners[0].firstname", "type", "must be a string"},
		{"owners[0].lastname", "required", "is required"},
		{"documents[0].content", "file", `"a.txt" is not a PDF, JPEG, PNG, TIFF, DOCX or XLSX file`},
	}
	got := c.do("POST", "/order/", bad).problem()
	if diff := cmp.Diff(want, got.Errors); diff != "" || got.DocURL != "https://api.example/docs/errors#invalid_request" || got.Title != "Bad Request" {
		t.Errorf("problem %+v (-want +got):\n%s", got, diff)
	}
	french := c.with("Accept-Language", "fr")
	want[0].Message, want[1].Message, want[2].Message = "doit être de cinq chiffres", "doit être un texte", "est obligatoire"
	want[3].Message = `"a.txt" n’est pas un fichier PDF, JPEG, PNG, TIFF, DOCX ou XLSX`
	if got = french.do("POST", "/order/", bad).problem(); cmp.Diff(want, got.Errors) != "" || got.Title != "Demande invalide" {
		t.Errorf("problem in French: %+v", got)
	}
	for _, test := range []struct {
		target string
		body   any
		want   fields
	}{
		{"/order/", order("syndic", nil), fields{{"syndic", "required", "is required"}}},
		{"/order/", order("syndic", "x"), fields{{"syndic", "type", "must be an object"}}},
		{"/order/", order("syndic", map[string]any{"name": "Cabinet Rivoire", "username": 1, "password": " ", "url": "http://e.example"}), fields{
			{"syndic.username", "type", "must be a string"},
			{"syndic.password", "required", "is required"},
			{"syndic.url", "format", "must be an absolute https address"},
		}},
		{"/account/auth", map[string]any{"email": "a@b.example"}, fields{{"password", "required", "is required"}}},
		{"/order/", order("method", "upload", "syndic", nil, "documents", []any{map[string]any{"filename": "a.pdf", "content": "JVBERi0xLjcK", "submit": true}}), fields{
			{"submit", "not_applicable", "the order names no extranet"},
		}},
	} {
		if diff := cmp.Diff(test.want, c.do("POST", test.target, test.body).problem().Errors); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", test.target, test.body, diff)
		}
	}
	if got := c.do("GET", "/order/ZZZZZZ", nil).problem(); got.Errors != nil || got.DocURL != "https://api.example/docs/errors#order_not_found" {
		t.Errorf("problem %+v", got)
	}
}

func TestEveryCodeIsDocumented(t *testing.T) {
	for _, sentence := range web.Refusals() {
		if !strings.Contains(string(openapi.Document()), "`"+sentence.Code+"`") {
			t.Errorf("predate-error %s is not in openapi.yaml", sentence.Code)
		}
	}
	for _, sentence := range web.Reasons() {
		if !strings.Contains(string(openapi.Document()), "`"+sentence.Code+"`") {
			t.Errorf("the code %s of a field is not in openapi.yaml", sentence.Code)
		}
	}
}

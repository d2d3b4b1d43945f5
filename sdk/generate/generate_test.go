package generate_test

import (
	"strings"
	"testing"

	"predate/sdk/generate"
)

const head = `paths:
  /things/{id}:
    get:
      tags: [things]
      operationId: listThings
      summary: List things.
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: after, in: query, schema: {type: string}}
        - PARAMETER
      responses:
        "200":
          content:
            application/json:
              schema: {$ref: "#/components/schemas/ThingsAnswer"}
components:
  schemas:
    WebhookEvent: {type: object, properties: {status: {type: string}}}
    ThingsAnswer:
      type: object
      properties:
        payload:
          type: object
          required: [things, next]
          properties:
            next: {type: [string, "null"]}
            things: {type: array, items: {type: object, properties: {name: MEMBER}}}
`

func reference(parameter, member string) []byte {
	return []byte(strings.NewReplacer("PARAMETER", parameter, "MEMBER", member).Replace(head))
}

const harmless = `{name: If-Match, in: header, schema: {type: string}}`

// TestFiles makes an operation of pages in every language.
func TestFiles(t *testing.T) {
	files, err := generate.Files(reference(harmless, `{type: [string, "null"], description: "What it is called."}`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"go/operations.go":              "func (c *Client) EachThing(ctx context.Context, id string, query ListThingsQuery, options ...Option) iter.Seq2[",
		"go/types.go":                   "Name *string `json:\"name\"`",
		"typescript/src/operations.ts":  "async *eachThing(id: string, query: ListThingsQuery = {}, options: CallOptions = {})",
		"typescript/src/types.ts":       "  name?: string | null;",
		"python/predate/_operations.py": "def each_thing(self, id: str, *, after: Optional[str] = None,",
		"python/predate/types.py":       "    name: Optional[str]",
		"php/src/Operations.php":        "public function eachThing(string $id, ?string $after = null, array $headers = []): \\Generator",
		"php/src/types.php":             "public readonly ?string $name = null,",
		"csharp/Predate/Operations.cs":  "EachThing(string id, string after = null,",
		"csharp/Predate/Types.cs":       "public string Name { get; set; }",
		"bruno/things/listThings.bru":   "  url: {{base}}/things/:id\n",
	} {
		if !strings.Contains(string(files[path]), want) {
			t.Errorf("%s has no %q:\n%s", path, want, files[path])
		}
	}
}

// TestBothWays: what a client writes and the server gives back is read and written.
func TestBothWays(t *testing.T) {
	both := strings.NewReplacer("      parameters:\n", `      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}
      parameters:
`, "get:", "post:").Replace(string(reference(harmless, `{$ref: "#/components/schemas/Thing"}`))) +
		"    Thing: {type: object, properties: {rows: {type: array, items: {type: array, items: {$ref: \"#/components/schemas/Cell\"}}}}}\n    Cell: {type: object, properties: {n: {type: integer}}}\n"
	files, err := generate.Files([]byte(both))
	if err != nil {
		t.Fatal(err)
	}
	for path, wants := range map[string][]string{
		"csharp/Predate/Types.cs": {"class Thing : IRequest", "internal static Thing From", "internal static Cell From", "inner => Json.List(inner, global::Predate.Cell.From)"},
		"php/src/types.php":       {"array_map(static fn ($one) => array_map(static fn ($one) => Cell::from($one), $one), $all['rows'])"},
	} {
		for _, want := range wants {
			if !strings.Contains(string(files[path]), want) {
				t.Errorf("%s has no %q:\n%s", path, want, files[path])
			}
		}
	}
	if n := strings.Count(string(files["php/src/types.php"]), "function toArray"); n != 2 {
		t.Errorf("%d types are written", n)
	}
}

// TestPages: what is for browsers is no method, and a reference may be described.
func TestPages(t *testing.T) {
	described := strings.Replace(string(reference(harmless, `{description: "Its word.", allOf: [{$ref: "#/components/schemas/Word"}]}`)), "components:\n", `  /page:
    get:
      tags: [things]
      operationId: showPage
      responses: {"200": {content: {text/html: {schema: {type: string}}}}}
components:
`, 1) + "    Word: {type: string, enum: [one, two]}\n"
	ids, pages, err := generate.Operations([]byte(described))
	if err != nil || len(ids) != 1 || len(pages) != 1 || pages[0] != "showPage" {
		t.Fatalf("operations %v, pages %v, %v", ids, pages, err)
	}
	files, err := generate.Files([]byte(described))
	if types := string(files["typescript/src/types.ts"]); err != nil || !strings.Contains(types, "name?: Word;") || strings.Contains(string(files["php/src/Operations.php"]), "showPage") {
		t.Errorf("%v\n%s", err, types)
	}
}

// TestRefusals: what no library would express rightly is an error.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ parameter, member, want string }{
		{`{name: If-Match, in: header, required: true, schema: {type: string}}`, `{type: string}`, "the parameter If-Match"},
		{`{name: ids, in: query, schema: {type: array, items: {type: string}}}`, `{type: string}`, "the parameter ids is no single value"},
		{`{$ref: "#/components/parameters/None"}`, `{type: string}`, "is not there"},
		{harmless, `{oneOf: [{type: string}, {type: integer}]}`, "an answer of several forms"},
		{harmless, `{allOf: [{type: string}, {minLength: 1}]}`, "the types []"},
		{harmless, `{anyOf: [{type: string}]}`, "the types []"},
		{harmless, `{type: [string, integer]}`, "the types [string integer]"},
		{harmless, `{type: tuple}`, "the type tuple"},
	} {
		if _, err := generate.Files(reference(c.parameter, c.member)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.parameter, c.member, err, c.want)
		}
	}
	if _, err := generate.Files([]byte("paths: [")); err == nil {
		t.Error("what is no YAML was taken")
	}
}

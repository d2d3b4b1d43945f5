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

// TestRefusals: what no library would express rightly is an error.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ parameter, member, want string }{
		{`{name: If-Match, in: header, required: true, schema: {type: string}}`, `{type: string}`, "the parameter If-Match"},
		{`{name: ids, in: query, schema: {type: array, items: {type: string}}}`, `{type: string}`, "the parameter ids is no single value"},
		{`{$ref: "#/components/parameters/None"}`, `{type: string}`, "is not there"},
		{harmless, `{oneOf: [{type: string}, {type: integer}]}`, "an answer of several forms"},
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

package typeset

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// finished is a file as qpdf reads it: its objects by "obj:12 0 R", values as
// JSON, names with their slash, strings marked "u:" or "b:".
type finished struct {
	t       testing.TB
	objects map[string]json.RawMessage
}

type (
	object = map[string]any
	mark   struct {
		tag  string // "/P", "/Artifact"
		id   int    // -1 for artifacts
		text string
	}
)

func inspect(t testing.TB, data []byte) finished {
	t.Helper()
	out := run(t, "qpdf", "--json=2", "--json-stream-data=inline", "--decode-level=generalized", write(t, data))
	var doc struct {
		QPDF []map[string]json.RawMessage `json:"qpdf"`
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	return finished{t, doc.QPDF[1]}
}

// get follows references down to a value; streams give their dictionary.
func (f finished) get(v any) any {
	r, ok := v.(string)
	if !ok || !strings.HasSuffix(r, " R") {
		return v
	}
	var o struct {
		Value  any `json:"value"`
		Stream struct {
			Dict object `json:"dict"`
		} `json:"stream"`
	}
	if err := json.Unmarshal(f.objects["obj:"+r], &o); err != nil {
		f.t.Fatalf("object %s: %v", r, err)
	}
	if o.Value == nil {
		return o.Stream.Dict
	}
	return o.Value
}

func (f finished) dict(v any) object {
	d, _ := f.get(v).(object)
	return d
}

func (f finished) list(v any) []any {
	l, _ := f.get(v).([]any)
	return l
}

// data gives the decoded bytes of a stream.
func (f finished) data(v any) []byte {
	var o struct {
		Stream struct {
			Data string `json:"data"`
		} `json:"stream"`
	}
	r, _ := v.(string)
	if err := json.Unmarshal(f.objects["obj:"+r], &o); err != nil {
		f.t.Fatalf("stream %v: %v", v, err)
	}
	out, err := base64.StdEncoding.DecodeString(o.Stream.Data)
	if err != nil {
		f.t.Fatal(err)
	}
	return out
}

func (f finished) trailer() object {
	var o struct {
		Value object `json:"value"`
	}
	if err := json.Unmarshal(f.objects["trailer"], &o); err != nil {
		f.t.Fatal(err)
	}
	return o.Value
}

func (f finished) catalog() object { return f.dict(f.trailer()["/Root"]) }

// title is what the file is called, before the dash.
func (f finished) title() string {
	whole, _ := f.dict(f.trailer()["/Info"])["/Title"].(string)
	name, _, _ := strings.Cut(strings.TrimPrefix(whole, "u:"), " — ")
	return name
}

func (f finished) pages() []any { return f.list(f.dict(f.catalog()["/Pages"])["/Kids"]) }

// marks reads the marked content of a page: what is shown between BDC and EMC.
// It fails on text and painting outside of marks.
func (f finished) marks(page any) []mark {
	f.t.Helper()
	var out []mark
	open := false
	var operands []string
	for _, token := range tokens(f.data(f.dict(page)["/Contents"])) {
		switch token {
		case "BDC":
			m := mark{tag: operands[0], id: -1}
			if i := strings.Index(strings.Join(operands, " "), "/MCID "); i >= 0 {
				fmt.Sscanf(strings.Join(operands, " ")[i:], "/MCID %d", &m.id)
			}
			out, open = append(out, m), true
		case "EMC":
			open = false
		case "Tj", "f", "S":
			if !open {
				f.t.Fatalf("%s outside of marks", token)
			}
			if token == "Tj" {
				out[len(out)-1].text += decodeUTF16(operands[len(operands)-1])
			}
		default:
			if !operator(token) {
				operands = append(operands, token)
				continue
			}
		}
		operands = nil
	}
	return out
}

// operator says that a token of a content stream is not an operand.
func operator(token string) bool {
	return strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*") == ""
}

func decodeUTF16(literal string) string {
	var units []uint16
	for i := 1; i+1 < len(literal); i += 2 {
		units = append(units, uint16(literal[i])<<8|uint16(literal[i+1]))
	}
	return string(utf16.Decode(units))
}

// tokens cuts a content stream; strings come unescaped behind a parenthesis.
func tokens(data []byte) []string {
	var out []string
	for i := 0; i < len(data); {
		switch c := data[i]; {
		case strings.IndexByte(" \n\r\t", c) >= 0:
			i++
		case c == '(':
			s := []byte{'('}
			for i++; data[i] != ')'; i++ {
				if data[i] == '\\' {
					i++
					if data[i] == 'r' {
						s = append(s, '\r')
						continue
					}
				}
				s = append(s, data[i])
			}
			i++
			out = append(out, string(s))
		default:
			from := i
			for i < len(data) && strings.IndexByte(" \n\r\t(", data[i]) < 0 {
				i++
			}
			out = append(out, string(data[from:i]))
		}
	}
	return out
}

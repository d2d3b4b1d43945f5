package taggedtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Dict is a dictionary of a PDF as qpdf writes it in JSON: names with their slash,
// strings marked "u:" or "b:", references as "12 0 R".
type Dict = map[string]any

// Stream is a dictionary with its bytes, inflated.
type Stream struct {
	Dict Dict
	Data []byte
}

// File is a finished file: its bytes, and its objects by reference.
type File struct {
	Bytes   []byte
	Trailer Dict
	t       testing.TB
	objects map[string]any
	header  json.RawMessage
	read    map[string]any // what was made of the objects already
}

// Open reads a file through qpdf.
func Open(t testing.TB, data []byte) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out := qpdf(t, "--json=2", "--json-key=qpdf", "--json-stream-data=inline", "--decode-level=generalized", path)
	var whole struct {
		QPDF []json.RawMessage `json:"qpdf"`
	}
	var values map[string]struct {
		Value  any `json:"value"`
		Stream *struct {
			Dict Dict   `json:"dict"`
			Data []byte `json:"data"`
		} `json:"stream"`
	}
	if err := json.Unmarshal(out, &whole); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(whole.QPDF[1], &values); err != nil {
		t.Fatal(err)
	}
	f := &File{Bytes: data, t: t, objects: map[string]any{}, header: whole.QPDF[0], read: map[string]any{}}
	for key, v := range values {
		switch at, isObject := strings.CutPrefix(key, "obj:"); {
		case !isObject:
			f.Trailer, _ = v.Value.(Dict)
		case v.Stream != nil:
			f.objects[at] = &Stream{Dict: v.Stream.Dict, Data: v.Stream.Data}
		default:
			f.objects[at] = v.Value
		}
	}
	return f
}

// Write gives the bytes of a file whose objects were changed.
func (f *File) Write() []byte {
	f.t.Helper()
	objects := map[string]any{"trailer": Dict{"value": f.Trailer}}
	for at, v := range f.objects {
		if s, ok := v.(*Stream); ok {
			objects["obj:"+at] = Dict{"stream": Dict{"dict": s.Dict, "data": base64.StdEncoding.EncodeToString(s.Data)}}
			continue
		}
		objects["obj:"+at] = Dict{"value": v}
	}
	text, err := json.Marshal(Dict{"qpdf": []any{f.header, objects}})
	if err != nil {
		f.t.Fatal(err)
	}
	folder := f.t.TempDir()
	from, to := filepath.Join(folder, "in.json"), filepath.Join(folder, "out.pdf")
	if err := os.WriteFile(from, text, 0o600); err != nil {
		f.t.Fatal(err)
	}
	qpdf(f.t, "--json-input", "--compress-streams=n", from, to)
	out, err := os.ReadFile(to)
	if err != nil {
		f.t.Fatal(err)
	}
	return out
}

// qpdf runs the program; what it only warns of is what some checks look for.
func qpdf(t testing.TB, arguments ...string) []byte {
	t.Helper()
	var stderr bytes.Buffer
	command := exec.Command("qpdf", append([]string{"--warning-exit-0"}, arguments...)...)
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("qpdf %v: %v\n%s", arguments, err, stderr.String())
	}
	return out
}

// once makes something of the objects when it is first asked for.
func once[T any](f *File, what string, of func() T) T {
	if have, ok := f.read[what].(T); ok {
		return have
	}
	out := of()
	f.read[what] = out
	return out
}

// Get follows references down to a value.
func (f *File) Get(v any) any {
	for {
		at, ok := v.(string)
		if !ok || !strings.HasSuffix(at, " R") {
			return v
		}
		v = f.objects[at]
	}
}

// Dict gives a dictionary, also that of a stream; nil for anything else.
func (f *File) Dict(v any) Dict {
	switch v := f.Get(v).(type) {
	case Dict:
		return v
	case *Stream:
		return v.Dict
	}
	return nil
}

// List gives an array; nil for anything else.
func (f *File) List(v any) []any {
	l, _ := f.Get(v).([]any)
	return l
}

// Data gives the bytes of a stream; nil for anything else.
func (f *File) Data(v any) []byte {
	if s, ok := f.Get(v).(*Stream); ok {
		return s.Data
	}
	return nil
}

// Catalog is the root of the document.
func (f *File) Catalog() Dict { return f.Dict(f.Trailer["/Root"]) }

// Pages lists the references of the pages.
func (f *File) Pages() []string {
	var out []string
	for _, kid := range f.List(f.Dict(f.Catalog()["/Pages"])["/Kids"]) {
		if at, ok := kid.(string); ok {
			out = append(out, at)
		}
	}
	return out
}

// add gives a new object its reference.
func (f *File) add(v any) string {
	last := 0
	for at := range f.objects {
		n, _ := strconv.Atoi(strings.Fields(at)[0])
		last = max(last, n)
	}
	at := strconv.Itoa(last+1) + " 0 R"
	f.objects[at] = v
	return at
}

// each visits every value of the file with the key that it stands under.
func (f *File) each(visit func(key string, v any)) {
	var down func(key string, v any)
	down = func(key string, v any) {
		visit(key, v)
		switch v := v.(type) {
		case Dict:
			for k, item := range v {
				down(k, item)
			}
		case []any:
			for _, item := range v {
				down(key, item)
			}
		case *Stream:
			down(key, v.Dict)
		}
	}
	for _, v := range f.objects {
		down("", v)
	}
	down("", f.Trailer)
}

// said is a string without qpdf's mark; empty for anything else.
func said(v any) string {
	s, _ := v.(string)
	for _, mark := range []string{"u:", "b:"} {
		if text, ok := strings.CutPrefix(s, mark); ok {
			return text
		}
	}
	return ""
}

// isName reports whether a value is a name: no string, no reference.
func isName(v any) bool {
	s, _ := v.(string)
	return strings.HasPrefix(s, "/")
}

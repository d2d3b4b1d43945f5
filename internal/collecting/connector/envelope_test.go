package connector

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestEnvelope(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"plain":             {`{"base64":"aGVsbG8="}`, "hello"},
		"last":              {`{"file_name":"a\"}{[b.pdf","n":-1.5e3,"ok":true,"none":null,"o":{"base64":"eA==","l":[1,"]",{"}":"{"}]},"base64" : "aGVsbG8="}`, "hello"},
		"escaped slashes":   {`{"base64":"\/\/8="}`, "\xff\xff"},
		"unicode escapes":   {`{"base64":"aGVsbG8\u003d"}`, "hello"},
		"cut into lines":    {"{\n \"base64\" : \"aGVs\\r\\nbG8=\\n\"\n}", "hello"},
		"empty":             {`{"base64":""}`, ""},
		"rest is not read":  {`{"base64":"aGVsbG8=", garbage`, "hello"},
		"empty object":      {`{}`, "error"},
		"empty list":        {`[]`, "error"},
		"no member":         {`{"success":false}`, "error"},
		"not a text":        {`{"base64":null}`, "error"},
		"object":            {`{"base64":{"base64":"eA=="}}`, "error"},
		"cut":               {`{"base64":"aGVsbG8`, "error"},
		"cut before":        {`{"file_name":"a`, "error"},
		"not base64":        {`{"base64":"h~llo==="}`, "error"},
		"beyond ASCII":      {`{"base64":"aGVs\u20acbG8="}`, "error"},
		"bad escape":        {`{"base64":"\u00zz"}`, "error"},
		"nothing":           {``, "error"},
		"endless name":      {`{"` + strings.Repeat("a", 1000) + `":1,"base64":"eA=="}`, "error"},
		"html":              {`<html></html>`, "error"},
		"number for a name": {`{1:2}`, "error"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tc.text), iotest.OneByteReader(strings.NewReader(tc.text))} {
				got, err := readEnvelope(r)
				if (err != nil) != (tc.want == "error") || err == nil && string(got) != tc.want {
					t.Errorf("%q, %v", got, err)
				}
			}
		})
	}
}

func readEnvelope(r io.Reader) ([]byte, error) {
	inner, err := openEnvelope(r, "base64")
	if err != nil {
		return nil, err
	}
	return io.ReadAll(inner)
}

// TestEnvelopeStreams: a file is given while its envelope is still arriving.
func TestEnvelopeStreams(t *testing.T) {
	read, write := io.Pipe()
	go func() {
		_, _ = io.WriteString(write, `{"base64":"`+base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("abc"), 40<<10)))
	}()
	inner, err := openEnvelope(read, "base64")
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 3000)
	if _, err := io.ReadFull(inner, got); err != nil || !bytes.HasPrefix(got, []byte("abcabc")) {
		t.Fatalf("%q, %v", got[:6], err)
	}
	_ = read.Close()
}

// FuzzEnvelope holds the scanner against encoding/json: what the library
// accepts as an object with one such member gives the same file.
func FuzzEnvelope(f *testing.F) {
	for _, seed := range []string{`{"base64":"aGVsbG8="}`, `{"a":[{"base64":"x"}],"base64":"eA=="}`, `{"a":"\\","base64":"eA=="}`, "{\"a\":1e5 ,\"base64\":\"\\/\\/8=\"}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := readEnvelope(bytes.NewReader(text))
		var whole map[string]json.RawMessage
		var want []byte
		if json.Unmarshal(text, &whole) != nil || bytes.Count(text, []byte("base64")) != 1 || json.Unmarshal(whole["base64"], &want) != nil || string(whole["base64"]) == "null" {
			return // not both sides can say something
		}
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%q: %q, %v; want %q", text, got, err, want)
		}
	})
}

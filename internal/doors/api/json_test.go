package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// everything is a shape that keeps what the tests write.
func everything() shape {
	leaf := fields("a", "b").and("list", listOf(1000, shape{}))
	return fields("a", "b", "text").and("inner", leaf).and("list", listOf(1000, leaf))
}

// plain gives what was read in the form of encoding/json.
func plain(value any) any {
	switch v := value.(type) {
	case object:
		all := map[string]any{}
		for name, member := range v.members {
			all[name] = plain(member)
		}
		return all
	case []any:
		all := []any{}
		for _, item := range v {
			all = append(all, plain(item))
		}
		return all
	}
	return value
}

// FuzzDecode holds the reading of a body to encoding/json: both take the same
// texts, and read the same of them.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `{}`, ` {"a" : 1 , "b":[ ] } `, `{"a":-0.5e+3}`, `{"a":01}`, `{"a":.5}`, `{"a":"\ud83d\ude00 \/ \u00e9"}`, `{"a":"\x"}`,
		`{"a":1}x`, `{"a":1} {}`, `{"a":nul}`, `{"a":true,}`, `{"inner":{"a":{"b":1}},"list":[{"a":1},2,[3]]}`, `{"a":"é"}`, "{\"a\":\"\xff\"}",
		"{\"a\":\"\n\"}", "\ufeff{}", `{"a":1 2}`, `{"a":"` + strings.Repeat("x", 100) + `"}`, `{"text`, `{"\u0061":1}`, `{"list":[1`, `[]`, `"a"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := decode(strings.NewReader(text), everything(), nil)
		var want map[string]any
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		bad := decoder.Decode(&want)
		valid := bad == nil && want != nil && json.Valid([]byte(text)) && utf8.ValidString(text)
		if deep(text) || longNumber(text) {
			return
		}
		if (err == nil) != valid {
			t.Fatalf("%q: %v, but encoding/json says %v", text, err, bad)
		}
		if err != nil && !errors.Is(err, errUndecodable) && !errors.Is(err, io.EOF) {
			t.Fatalf("%q: %v is no refusal", text, err)
		}
		if value, ok := got.members["a"].(string); ok && value != want["a"] && len(value) < longestText {
			t.Fatalf("%q: a is %q, want %q", text, value, want["a"])
		}
		if value, ok := got.members["b"].(json.Number); ok && value != want["b"] {
			t.Fatalf("%q: b is %q, want %v", text, value, want["b"])
		}
	})
}

func deep(text string) bool { return strings.Count(text, "[")+strings.Count(text, "{") > maxDepth }

func longNumber(text string) bool { return len(text) > longestWord }

func TestDecodeReadsWhatIsKnown(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		leaf := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
			rapid.Map(rapid.String(), func(s string) any { return s }), rapid.Map(rapid.IntRange(-9e9, 9e9), func(n int) any { return json.Number(fmt.Sprint(n)) }))
		inner := map[string]any{"a": leaf.Draw(r, "a"), "list": rapid.SliceOfN(leaf, 0, 5).Draw(r, "list")}
		known := map[string]any{"text": leaf.Draw(r, "text"), "inner": inner, "list": []any{inner, inner}}
		sent := map[string]any{"unknown": []any{inner, strings.Repeat("x", rapid.SampledFrom([]int{0, longestText, 3 * longestText}).Draw(r, "long"))}}
		for name, value := range known {
			sent[name] = value
		}
		text, err := json.Marshal(sent)
		if err != nil {
			r.Fatal(err)
		}
		if rapid.Bool().Draw(r, "spaced") {
			var spaced bytes.Buffer
			if err := json.Indent(&spaced, text, "\t ", "   "); err != nil {
				r.Fatal(err)
			}
			text = spaced.Bytes()
		}
		got, err := decode(bytes.NewReader(text), everything(), nil)
		if err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(any(known), plain(got)); diff != "" {
			r.Fatalf("%s\n%s", text, diff)
		}
	})
}

// A long content is decoded on its way in, whatever a writer of JSON escapes.
func TestLongContentsAreDecodedOnTheirWay(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		size := rapid.IntRange(longestText-100, 4*longestText).Draw(r, "size")
		want := bytes.Repeat([]byte{0xfb, 0xff, byte(size), byte(size >> 8), 7}, size/5+1)[:size]
		text := base64.StdEncoding.EncodeToString(want)
		switch rapid.IntRange(0, 3).Draw(r, "writer") {
		case 1:
			text = strings.ReplaceAll(text, "/", `\/`)
		case 2:
			text = strings.ReplaceAll(text, "+", `\u002b`)
		case 3:
			text = strings.Join(slices.Collect(chunks(text, 76)), `\r\n`)
		}
		into := &spool{dir: t.TempDir(), most: 1 << 30}
		defer into.close()
		got, err := decode(strings.NewReader(`{"b":"`+text+`","text":"`+text+`","a":1}`), everything(), into)
		if err != nil || got.members["a"] != json.Number("1") {
			r.Fatalf("%v, a is %v", err, got.members["a"])
		}
		for _, name := range []string{"b", "text"} {
			file, long := got.files[name]
			if !long {
				r.Fatalf("%s is not in the spool", name)
			}
			if content, err := io.ReadAll(file); err != nil || !bytes.Equal(content, want) || file.unclear || file.tooLarge {
				r.Fatalf("%s: %d bytes, want %d; %v, %+v", name, len(content), len(want), err, file)
			}
		}
	})
}

func chunks(text string, size int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for len(text) > 0 {
			n := min(size, len(text))
			if !yield(text[:n]) {
				return
			}
			text = text[n:]
		}
	}
}

func TestLongContentsThatAreNone(t *testing.T) {
	good := strings.Repeat("QUJD", longestText/2)
	for text, want := range map[string]section{
		good + "%%%%":               {unclear: true},
		good + "QUI=QUJD":           {unclear: true},
		good + "QUI=":               {},
		good + "QUJ":                {unclear: true},
		good + `\u00e9QUI`:          {unclear: true},
		"é" + good:                  {unclear: true},
		strings.Repeat(good, 8):     {tooLarge: true},
		good + `\n` + good + `\r\n`: {},
	} {
		into := &spool{dir: t.TempDir(), most: 4 * longestText}
		got, err := decode(strings.NewReader(`{"a":"`+text+`"}`), everything(), into)
		file := got.files["a"]
		if err != nil || file.unclear != want.unclear || file.tooLarge != want.tooLarge {
			t.Errorf("…%s: unclear %v, too large %v, %v", text[len(text)-10:], file.unclear, file.tooLarge, err)
		}
		if into.size > into.most {
			t.Errorf("the spool holds %d bytes", into.size)
		}
		into.close()
	}
}

// costOf is how many bytes were allocated by what is done.
func costOf(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What nobody asks for costs no memory, whatever its size.
func TestSkippingCostsNothing(t *testing.T) {
	const size = 8 << 20
	for name, text := range map[string]string{
		"objects":       `{"x":[` + strings.Repeat(`{},`, size/3) + `{}]}`,
		"known array":   `{"list":[` + strings.Repeat(`{"z":1},`, size/8) + `{}]}`,
		"members":       `{` + strings.Repeat(`"x":1,`, size/6) + `"a":1}`,
		"text":          `{"x":"` + strings.Repeat("a", size) + `"}`,
		"escapes":       `{"x":"` + strings.Repeat(`\u0041`, size/6) + `"}`,
		"name":          `{"` + strings.Repeat("a", size) + `":1}`,
		"blanks":        `{` + strings.Repeat(" ", size) + `"a":1}`,
		"known text":    `{"text":"` + strings.Repeat("a", size) + `"}`,
		"many texts":    `{"x":[` + strings.Repeat(`"`+strings.Repeat("a", 2*longestText)+`",`, size/longestText/2) + `1]}`,
		"known numbers": `{"inner":{"list":[` + strings.Repeat("1,", size/2) + `1]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			if cost := costOf(func() { _, err = decode(strings.NewReader(text), everything(), nil) }); cost > 1<<20 || err != nil {
				t.Errorf("%d MiB cost %d bytes, %v", len(text)>>20, cost, err)
			}
		})
	}
	for name, text := range map[string]string{
		"depth":      strings.Repeat("[", size),
		"known deep": strings.Repeat(`{"inner":`, size/9),
		"digits":     `{"x":` + strings.Repeat("1", size) + `}`,
		"broken off": `{"x":"` + strings.Repeat("a", size),
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			if cost := costOf(func() { _, err = decode(strings.NewReader(text), everything(), nil) }); cost > 1<<20 || !errors.Is(err, errUndecodable) {
				t.Errorf("%d MiB cost %d bytes, %v", len(text)>>20, cost, err)
			}
		})
	}
}

func TestWrittenTwiceOrWithHalfACharacter(t *testing.T) {
	in, err := readerOf(strings.NewReader(`{"a":1,"a":2,"x":1,"x":2,"b":"\ud800","text":"\ud83d\ude00","y":"\udfff","list":["\udc00x"]}`), everything(), nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "Invalid request: a: is given twice; b: must not contain half of a surrogate pair"
	if told := in.wrong.err(); told == nil || told.Error() != want {
		t.Errorf("told %v, want %s", told, want)
	}
	if in.members["text"] != "😀" {
		t.Errorf("text is %q", in.members["text"])
	}
}

func TestRequestsWithoutFilesMakeNoSpool(t *testing.T) {
	dir := t.TempDir() + "/absent"
	into := &spool{dir: dir, most: 1 << 20}
	if _, err := decode(strings.NewReader(`{"a":"x"}`), everything(), into); err != nil {
		t.Error(err)
	}
	if _, err := decode(strings.NewReader(`{"a":"`+strings.Repeat("QUJD", longestText)+`"}`), everything(), into); err == nil || errors.Is(err, errUndecodable) {
		t.Errorf("without a folder: %v, want a failure of ours", err)
	}
}

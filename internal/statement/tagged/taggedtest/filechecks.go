package taggedtest

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"
)

// fileChecks are those of the file itself (ISO 19005-3, 6.1).
func fileChecks() []Check {
	swap := func(old, to string) func([]byte) []byte {
		return func(data []byte) []byte { return bytes.Replace(data, []byte(old), []byte(to), 1) }
	}
	return []Check{
		{Refs: []string{"A6.1.2-1"}, Says: "the file begins with %PDF-1.n", Find: header, Corrupt: swap("%PDF-1.7", "%PDF-2.0")},
		{Refs: []string{"A6.1.2-2"}, Says: "four high bytes follow in a comment", Find: highBytes, Corrupt: swap("%\xE2\xE3\xCF\xD3", "%abcd")},
		{Refs: []string{"A6.1.3-1"}, Says: "the trailer identifies the file", Find: identified, Break: func(f *File) { f.Trailer["/ID"] = nil }, Corrupt: swap("/ID", "/IX")},
		{Refs: []string{"A6.1.3-2", "M26-001", "M26-002"}, Says: "the file is not encrypted", Find: open, Corrupt: swap("/ID [", "/Encrypt 1 0 R/ID [")},
		{Refs: []string{"A6.1.3-3"}, Says: "nothing follows the end", Find: ended, Corrupt: func(data []byte) []byte { return append(bytes.Clone(data), "more"...) }},
		{Refs: []string{"A6.1.4-2", "A6.1.9-1", "A6.1.7-2"}, Says: "keywords are set apart by one line end", Find: spaced, Corrupt: swap("\nendobj", " endobj")},
		{Refs: []string{"A6.1.6-1", "A6.1.6-2"}, Says: "strings in hexadecimal digits have whole bytes of them", Find: hexadecimal, Corrupt: swap("/ID [", "/X <4z>/ID [")},
		{Refs: []string{"A6.1.7-1"}, Says: "streams are as long as they say", Find: lengths, Corrupt: swap("/Length ", "/Length 1")},
		{Refs: []string{"A6.1.7-3"}, Says: "no stream is outside the file", Find: inside, Break: func(f *File) { f.Get(f.Catalog()["/Metadata"]).(*Stream).Dict["/F"] = "u:elsewhere" }},
		{Refs: []string{"A6.1.7-4", "A6.1.10-1"}, Says: "streams are deflated or plain", Find: filters, Corrupt: swap("/FlateDecode", "/LZWDecode  ")},
		{Refs: []string{"A6.1.8-1"}, Says: "names of fonts and types are UTF-8", Find: utf8Names, Break: func(f *File) { f.first("/P").dict["/S"] = "/P\xff" }},
		{Refs: []string{"A6.1.13-1", "A6.1.13-2", "A6.1.13-5"}, Says: "numbers are in range", Find: numbers, Break: func(f *File) { f.Catalog()["/Count"] = 3e9 }},
		{Refs: []string{"A6.1.13-3"}, Says: "strings have at most 32767 bytes", Find: strings32767, Break: func(f *File) { f.Catalog()["/Long"] = "u:" + long(32768) }},
		{Refs: []string{"A6.1.13-4"}, Says: "names have at most 127 bytes", Find: names127, Break: func(f *File) { f.Catalog()["/Long"] = "/" + long(128) }},
		{Refs: []string{"A6.1.13-7"}, Says: "the file has at most 8388607 objects", Find: numbered, Corrupt: func(data []byte) []byte {
			return regexp.MustCompile(`(?m)^\d+ 0 obj`).ReplaceAll(data, []byte("8388608 0 obj"))
		}},
	}
}

func header(f *File) []string {
	return found(!regexp.MustCompile(`^%PDF-1\.[0-7]\r?\n`).Match(f.Bytes), fmt.Sprintf("%q", f.Bytes[:min(len(f.Bytes), 12)]))
}

func highBytes(f *File) []string {
	_, rest, _ := bytes.Cut(f.Bytes, []byte("\n"))
	high := len(rest) > 5 && rest[0] == '%'
	for i := 1; high && i < 5; i++ {
		high = rest[i] > 127
	}
	return found(!high, fmt.Sprintf("%q", rest[:min(len(rest), 6)]))
}

// end is the last dictionary of the file: its trailer, or that of the stream which
// takes its place.
func end(data []byte) []byte {
	at := max(bytes.LastIndex(data, []byte("/Type /XRef")), bytes.LastIndex(data, []byte("trailer")))
	if at < 0 {
		return nil
	}
	from := max(0, bytes.LastIndex(data[:at], []byte(" obj")))
	return data[from:min(len(data), at+400)]
}

func identified(f *File) []string {
	return found(!bytes.Contains(end(f.Bytes), []byte("/ID [")), "no /ID")
}

func open(f *File) []string {
	return found(bytes.Contains(end(f.Bytes), []byte("/Encrypt")) || f.Trailer["/Encrypt"] != nil, "/Encrypt")
}

func ended(f *File) []string {
	return found(!bytes.HasSuffix(bytes.TrimSuffix(f.Bytes, []byte("\n")), []byte("%%EOF")), "the end is not the end")
}

// outer is the file without the bytes of its streams.
func outer(data []byte) []byte {
	return regexp.MustCompile(`(?s)\nstream\n.*?\nendstream`).ReplaceAll(data, []byte("\nstream\nendstream"))
}

func spaced(f *File) []string {
	plain := outer(f.Bytes)
	begun := len(regexp.MustCompile(`(?m)^\d+ \d+ obj$`).FindAll(plain, -1))
	over := len(regexp.MustCompile(`(?m)^endobj$`).FindAll(plain, -1))
	return found(begun == 0 || begun != over, fmt.Sprintf("%d objects begin on a line of their own, %d end on one", begun, over))
}

func hexadecimal(f *File) []string {
	plain := regexp.MustCompile(`(?s)\((?:\\.|[^\\()])*\)`).ReplaceAll(outer(f.Bytes), []byte("()"))
	plain = regexp.MustCompile(`<(?:[0-9A-Fa-f]{2})+>`).ReplaceAll(plain, []byte("()"))
	return found(regexp.MustCompile(`[^<]<[^<]`).Match(plain), "something else in angle brackets")
}

// lengths looks where each stream says that it ends.
func lengths(f *File) []string {
	var out []string
	for _, at := range regexp.MustCompile(`/Length (\d+)[^\n]*>>\nstream\n`).FindAllSubmatchIndex(f.Bytes, -1) {
		n := 0
		fmt.Sscanf(string(f.Bytes[at[2]:at[3]]), "%d", &n)
		stop := at[1] + n
		if stop > len(f.Bytes) || !bytes.HasPrefix(f.Bytes[stop:], []byte("\nendstream")) {
			out = append(out, fmt.Sprintf("the stream at byte %d", at[1]))
		}
	}
	return out
}

func inside(f *File) []string {
	var out []string
	for at, v := range f.objects {
		if s, ok := v.(*Stream); ok && (s.Dict["/F"] != nil || s.Dict["/FFilter"] != nil || s.Dict["/FDecodeParms"] != nil) {
			out = append(out, at)
		}
	}
	return out
}

func filters(f *File) []string {
	var out []string
	for _, filter := range regexp.MustCompile(`/Filter ([^/]*/?[\w.]*)`).FindAllSubmatch(outer(f.Bytes), -1) {
		if what := string(filter[1]); what != "/FlateDecode" && what != "/Adobe.PPKLite" { // who verifies a signature is called its filter
			out = append(out, string(filter[1]))
		}
	}
	return out
}

func utf8Names(f *File) []string {
	var out []string
	f.each(func(key string, v any) {
		if s, ok := v.(string); ok && isName(v) && (key == "/S" || key == "/BaseFont" || key == "/FontName") && (!utf8.ValidString(s) || bytes.ContainsRune([]byte(s), utf8.RuneError)) {
			out = append(out, fmt.Sprintf("%q", s))
		}
	})
	return out
}

func numbers(f *File) []string {
	var out []string
	f.each(func(key string, v any) {
		if n, ok := v.(float64); ok && (n != math.Trunc(n) && math.Abs(n) < 1.175e-38 || n > math.MaxInt32 || n < math.MinInt32) {
			out = append(out, fmt.Sprintf("%s %v", key, n))
		}
	})
	return out
}

func strings32767(f *File) []string {
	var out []string
	f.each(func(key string, v any) {
		n := len(said(v))
		if s, _ := v.(string); strings.HasPrefix(s, "b:") {
			n /= 2 // qpdf writes these bytes as digits
		}
		if n > 32767 {
			out = append(out, fmt.Sprintf("%s has %d", key, n))
		}
	})
	return out
}

func names127(f *File) []string {
	var out []string
	f.each(func(key string, v any) {
		if s, _ := v.(string); isName(v) && len(s) > 128 || len(key) > 128 {
			out = append(out, key)
		}
	})
	return out
}

func numbered(f *File) []string {
	var out []string
	for _, at := range regexp.MustCompile(`(?m)^(\d+) \d+ obj$`).FindAllSubmatch(f.Bytes, -1) {
		out = append(out, found(len(at[1]) > 7 || len(at[1]) == 7 && string(at[1]) > "8388607", string(at[1]))...)
	}
	return append(out, found(len(f.objects) > 8388607, "more")...)
}

func long(n int) string { return string(bytes.Repeat([]byte("n"), n)) }

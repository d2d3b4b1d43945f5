package api

import (
	"strings"
	"testing"
)

func BenchmarkDecode(b *testing.B) {
	for name, text := range map[string]string{
		"structure": `{"x":[` + strings.Repeat(`{},`, 1<<20) + `{}]}`,
		"members":   `{` + strings.Repeat(`"x":1,`, 1<<19) + `"a":1}`,
		"long text": `{"x":"` + strings.Repeat("abcd", 1<<20) + `"}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				into := &spool{dir: b.TempDir(), most: 1 << 30}
				if _, err := decode(strings.NewReader(text), everything(), into); err != nil {
					b.Fatal(err)
				}
				into.close()
			}
		})
	}
}

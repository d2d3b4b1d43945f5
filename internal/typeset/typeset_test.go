package typeset

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"predate"
)

var out = flag.String("out", "", "write the PDFs of the samples into this folder")

func samples() map[string]func() predate.Statement {
	return map[string]func() predate.Statement{"rich": richSample, "poor": poorSample, "extreme": extremeSample}
}

func set(t testing.TB, s predate.Statement, o Options) []byte {
	t.Helper()
	data, err := PDF(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The maps of the statement are walked in another order every time: the bytes
// must not tell.
func TestSameBytes(t *testing.T) {
	for name, sample := range samples() {
		t.Run(name, func(t *testing.T) {
			first := set(t, sample(), options())
			if *out != "" {
				if err := os.WriteFile(filepath.Join(*out, name+".pdf"), first, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for range 3 {
				if !bytes.Equal(first, set(t, sample(), options())) {
					t.Fatal("two settings of one statement differ")
				}
			}
		})
	}
}

func BenchmarkPDF(b *testing.B) {
	for name, sample := range samples() {
		b.Run(name, func(b *testing.B) {
			s := sample()
			for b.Loop() {
				b.ReportMetric(float64(len(set(b, s, options()))), "bytes")
			}
		})
	}
}

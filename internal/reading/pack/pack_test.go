package pack

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type shape interface{ sides() int }

type (
	square struct{ Side float64 }
	named  string
)

func (square) sides() int { return 4 }
func (named) sides() int  { return 0 }

type sample struct {
	Text    string
	Number  int64
	Small   int8
	Flag    bool
	Pair    [2]int
	List    []string
	Nested  [][]sample
	Shape   shape
	Measure float64
}

func kinds() Kinds { return KindsOf(square{}, named("")) }

func anySample(t *rapid.T, depth int) sample {
	s := sample{
		Text: rapid.String().Draw(t, "text"), Number: rapid.Int64().Draw(t, "number"), Small: rapid.Int8().Draw(t, "small"),
		Flag: rapid.Bool().Draw(t, "flag"), Pair: [2]int{rapid.Int().Draw(t, "a"), rapid.Int().Draw(t, "b")},
		Measure: rapid.Float64().Draw(t, "measure"),
	}
	if rapid.Bool().Draw(t, "listed") {
		s.List = rapid.SliceOf(rapid.String()).Draw(t, "list")
	}
	s.Shape = rapid.SampledFrom([]shape{nil, square{Side: 2.5}, named("cercle")}).Draw(t, "shape")
	if depth > 0 && rapid.Bool().Draw(t, "nested") {
		s.Nested = [][]sample{{anySample(t, depth-1)}, {}, nil}
	}
	return s
}

// TestRoundTrip: what is read back is what was written, nil slices and empty
// ones told apart.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := anySample(t, 2)
		data, err := Encode(want, kinds())
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode[sample](data, kinds())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(want, got) {
			t.Fatal(cmp.Diff(want, got))
		}
	})
}

// TestDamageIsSeen changes one byte, or cuts, anywhere.
func TestDamageIsSeen(t *testing.T) {
	t.Parallel()
	data, err := Encode(sample{Text: "solde", List: []string{"a", "b"}, Shape: named("x")}, kinds())
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		damaged := append([]byte(nil), data...)
		damaged[i] ^= 0x41
		if _, err := Decode[sample](damaged, kinds()); err == nil {
			t.Errorf("byte %d changed: read all the same", i)
		}
		if _, err := Decode[sample](data[:i], kinds()); err == nil {
			t.Errorf("cut at %d: read all the same", i)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, encode := range map[string]func() error{
		"is no listed kind": func() error { _, err := Encode(sample{Shape: named("x")}, nil); return err },
		"cannot be kept":    func() error { _, err := Encode(map[string]int{}, nil); return err },
		"is not exported":   func() error { _, err := Encode(struct{ hidden int }{1}, nil); return err },
	} {
		if err := encode(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want one that says %q", err, name)
		}
	}
	one, err := Encode(struct{ A, B int64 }{1, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode[struct{ A int64 }](one, nil); err == nil {
		t.Error("bytes of a longer type were read as a shorter one")
	}
}

// FuzzReader gives bytes without their checksum: an error or a value, nothing
// else, and no more memory than the bytes account for.
func FuzzReader(f *testing.F) {
	data, err := Encode(sample{Text: "solde", Nested: [][]sample{{{Text: "x"}}}, Shape: square{1}}, kinds())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:len(data)-sumSize])
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, data []byte) {
		var s sample
		r := reader{data: data, text: string(data), kinds: kinds()}
		_ = r.value(reflect.ValueOf(&s).Elem())
		if r.at > len(data) {
			t.Errorf("read %d of %d bytes", r.at, len(data))
		}
	})
}

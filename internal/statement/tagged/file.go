package tagged

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// file is the objects of a PDF, by number: dict, array, stream or another value.
type file struct {
	objects map[ref]any
	last    ref
	root    ref
	cores   int // on how many it may be worked

	table   ref // the cross-reference stream of the finished file
	tableAt int // where it begins
}

// maxStream bounds what a stream may hold once inflated.
const maxStream = 64 << 20

// parse reads a file as its simple writer left it: one cross-reference table,
// no encryption, lengths in place.
func parse(data []byte) (*file, error) {
	end := bytes.LastIndex(data, []byte("startxref"))
	if end < 0 {
		return nil, errors.New("no startxref")
	}
	s := &scanner{data: data, at: end + len("startxref")}
	s.skip()
	at, err := strconv.Atoi(s.plain())
	if err != nil || at < 0 || at >= len(data) {
		return nil, errors.New("startxref leads nowhere")
	}
	s.at = at
	offsets, err := s.table()
	if err != nil {
		return nil, err
	}
	v, err := s.value(0)
	trailer, ok := v.(dict)
	if err != nil || !ok {
		return nil, errors.New("no trailer")
	}
	if trailer["Encrypt"] != nil {
		return nil, errors.New("the file is encrypted")
	}
	f := &file{objects: map[ref]any{}}
	for number, offset := range offsets {
		if err := f.read(data, ref(number), offset); err != nil {
			return nil, fmt.Errorf("object %d: %w", number, err)
		}
		f.last = max(f.last, ref(number))
	}
	if f.root, ok = trailer["Root"].(ref); !ok {
		return nil, errors.New("no catalog")
	}
	return f, nil
}

// table reads the offsets of the objects and stops after the word trailer.
func (s *scanner) table() (map[int]int, error) {
	if !s.follows("xref") {
		return nil, errors.New("no cross-reference table")
	}
	offsets := map[int]int{}
	for !s.follows("trailer") {
		first, count, ok := s.two()
		if !ok {
			return nil, errors.New("cross-reference table: no section")
		}
		for i := range count {
			offset, _, ok := s.two()
			s.skip()
			kind := s.plain()
			if !ok || offset >= len(s.data) {
				return nil, fmt.Errorf("cross-reference table: entry %d", first+i)
			}
			if kind == "n" {
				offsets[first+i] = offset
			}
		}
	}
	return offsets, nil
}

func (s *scanner) two() (a, b int, ok bool) {
	s.skip()
	a, err := strconv.Atoi(s.plain())
	s.skip()
	b, err2 := strconv.Atoi(s.plain())
	return a, b, err == nil && err2 == nil && a >= 0 && b >= 0
}

// read takes in one object.
func (f *file) read(data []byte, number ref, offset int) error {
	s := &scanner{data: data, at: offset}
	if n, _, ok := s.two(); !ok || ref(n) != number || !s.follows("obj") {
		return errors.New("is not where the table says")
	}
	v, err := s.value(0)
	if err != nil {
		return err
	}
	d, ok := v.(dict)
	if !ok || !s.follows("stream") {
		f.objects[number] = v
		return nil
	}
	s.at++ // the line end: the source writes one byte
	length, ok := integer(d["Length"])
	if !ok || length < 0 || s.at+length > len(data) {
		return errors.New("stream of unknown length")
	}
	f.objects[number] = &stream{dict: d, data: data[s.at : s.at+length]}
	return nil
}

// add gives a new object its number.
func (f *file) add(v any) ref {
	f.last++
	f.objects[f.last] = v
	return f.last
}

// resolve follows a reference.
func (f *file) resolve(v any) any {
	if r, ok := v.(ref); ok {
		return f.objects[r]
	}
	return v
}

// dictAt gives a dictionary, also that of a stream; nil for anything else.
func (f *file) dictAt(v any) dict {
	switch v := f.resolve(v).(type) {
	case dict:
		return v
	case *stream:
		return v.dict
	}
	return nil
}

// pages lists the pages in order. The tree of the source is flat.
func (f *file) pages() ([]ref, error) {
	kids, _ := f.resolve(f.dictAt(f.dictAt(f.root)["Pages"])["Kids"]).(array)
	var out []ref
	for _, kid := range kids {
		r, ok := kid.(ref)
		if !ok || f.dictAt(r)["Type"] != name("Page") {
			return nil, errors.New("the tree of pages is not flat")
		}
		out = append(out, r)
	}
	return out, nil
}

// content gives the operators of a stream.
func (s *stream) content() ([]byte, error) {
	switch s.dict["Filter"] {
	case nil:
		return s.data, nil
	case name("FlateDecode"):
		r, err := zlib.NewReader(bytes.NewReader(s.data))
		if err != nil {
			return nil, fmt.Errorf("inflate: %w", err)
		}
		out, err := io.ReadAll(io.LimitReader(r, maxStream))
		if err != nil {
			return nil, fmt.Errorf("inflate: %w", err)
		}
		return out, nil
	}
	return nil, fmt.Errorf("filter %v", s.dict["Filter"])
}

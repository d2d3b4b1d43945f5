package tagged

import (
	"errors"
	"fmt"
)

// usage is what the content of the pages asks for: the codes shown in each font
// resource.
type usage map[name]map[uint16]bool

// operations reads a content stream, one operator with its operands at a time.
func operations(data []byte, each func(operator string, operands array) error) error {
	s := &scanner{data: data}
	var operands array
	for !s.done() {
		v, err := s.value(0)
		if err != nil {
			return err
		}
		operator, ok := v.(word)
		if !ok || numeric(operator) {
			operands = append(operands, v)
			continue
		}
		if err := each(string(operator), operands); err != nil {
			return err
		}
		operands = operands[:0]
	}
	return nil
}

func numeric(w word) bool {
	c := w[0]
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || w == "true" || w == "false" || w == "null"
}

// reading follows the marks and the text of one page.
type reading struct {
	used  usage
	font  name
	open  bool
	marks int
}

// inspect reads the content of all pages. It refuses content outside marks,
// marks that nest or stay open, and numbers that the tree does not know.
func (f *file) inspect(t *Tree, pages []ref) (usage, error) {
	used := usage{}
	for page := range t.marks {
		if page < 1 || page > len(pages) {
			return nil, fmt.Errorf("the tree has content on page %d of %d", page, len(pages))
		}
	}
	for i, page := range pages {
		s, ok := f.resolve(f.dictAt(page)["Contents"]).(*stream)
		if !ok {
			return nil, fmt.Errorf("page %d has no content", i+1)
		}
		data, err := s.content()
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", i+1, err)
		}
		r := &reading{used: used}
		if err := operations(data, r.follow); err != nil {
			return nil, fmt.Errorf("page %d: %w", i+1, err)
		}
		if r.open || r.marks != t.marks[i+1] {
			return nil, fmt.Errorf("page %d: %d sequences of content for %d in the tree, the last open: %v", i+1, r.marks, t.marks[i+1], r.open)
		}
	}
	return used, nil
}

// follow takes note of one operator.
func (r *reading) follow(operator string, operands array) error {
	switch operator {
	case "BDC", "BMC":
		if r.open {
			return errors.New("marks nest")
		}
		r.open = true
		if len(operands) == 0 || operands[0] != name("Artifact") {
			r.marks++
		}
	case "EMC":
		if !r.open {
			return errors.New("a mark ends that did not begin")
		}
		r.open = false
	case "Tf":
		if len(operands) > 0 {
			r.font, _ = operands[0].(name)
		}
	case "Tj", "TJ", "'", "\"":
		for _, shown := range operands {
			r.show(shown)
		}
		fallthrough
	case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Do", "sh", "BI":
		if !r.open {
			return fmt.Errorf("%s outside marks", operator)
		}
	case "gs":
		return errors.New("a graphics state that may be transparent")
	}
	return nil
}

// show takes note of the codes of a string: two bytes each.
func (r *reading) show(shown any) {
	if parts, ok := shown.(array); ok {
		for _, part := range parts {
			r.show(part)
		}
		return
	}
	codes, _ := shown.(text)
	if r.used[r.font] == nil {
		r.used[r.font] = map[uint16]bool{}
	}
	for i := 0; i+1 < len(codes); i += 2 {
		r.used[r.font][uint16(codes[i])<<8|uint16(codes[i+1])] = true
	}
}

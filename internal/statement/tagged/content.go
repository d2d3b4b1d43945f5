package tagged

import (
	"errors"
	"fmt"
	"maps"

	"golang.org/x/sync/errgroup"
)

// usage is what the content of the pages asks for: the codes shown in each font
// resource.
type usage map[name]map[uint16]bool

// operations reads a content stream, one operator at a time with its operands
// but for bare numbers, which nobody asks for and are most of a page.
func operations(data []byte, each func(operator string, operands array) error) error {
	s := &scanner{data: data}
	var operands array
	for !s.done() {
		if s.number() {
			continue
		}
		v, err := s.value(0)
		if err != nil {
			return err
		}
		operator, ok := v.(word)
		if !ok || constant(operator) {
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

func constant(w word) bool { return w == "true" || w == "false" || w == "null" }

// number passes over a number if one comes next.
func (s *scanner) number() bool {
	switch c := s.data[s.at]; {
	case c >= '0' && c <= '9', c == '-', c == '+', c == '.':
	default:
		return false
	}
	for s.at < len(s.data) && !delimiter(s.data[s.at]) {
		s.at++
	}
	return true
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
	read := make([]reading, len(pages))
	var group errgroup.Group
	group.SetLimit(f.cores)
	for i, page := range pages {
		group.Go(func() error {
			read[i].used = usage{}
			if err := f.inspectPage(page, &read[i], t.marks[i+1]); err != nil {
				return fmt.Errorf("page %d: %w", i+1, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, r := range read {
		for font, codes := range r.used {
			if used[font] == nil {
				used[font] = map[uint16]bool{}
			}
			maps.Copy(used[font], codes)
		}
	}
	return used, nil
}

func (f *file) inspectPage(page ref, r *reading, marks int) error {
	s, ok := f.resolve(f.dictAt(page)["Contents"]).(*stream)
	if !ok {
		return errors.New("it has no content")
	}
	data, err := s.content()
	if err != nil {
		return err
	}
	if err := operations(data, r.follow); err != nil {
		return err
	}
	if r.open || r.marks != marks {
		return fmt.Errorf("%d sequences of content for %d in the tree, the last open: %v", r.marks, marks, r.open)
	}
	return nil
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

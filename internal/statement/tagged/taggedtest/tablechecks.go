package taggedtest

import "fmt"

// tableChecks are those of the cells of tables (checkpoint 15).
func tableChecks() []Check {
	return []Check{
		{Refs: []string{"M15-003"}, Says: "heads say what they head", Find: scopes, Break: func(f *File) { delete(f.first("/TH").dict, "/A") }},
		{Refs: []string{"M15-003"}, Says: "each cell has a head in its row or over its column", Find: headed, Break: func(f *File) {
			for _, n := range f.every("/TH") {
				n.dict["/S"] = "/TD"
			}
		}},
		{Refs: []string{"M15-003"}, Says: "the rows of a table have as many cells", Find: regular, Break: func(f *File) {
			tr := f.first("/TBody").kids[0]
			tr.dict["/K"] = f.List(tr.dict["/K"])[:1]
		}},
	}
}

// rows lists those of a table.
func (n *node) rows() []*node {
	var out []*node
	for _, k := range n.kids {
		if k.role == "/TR" {
			out = append(out, k)
			continue
		}
		out = append(out, k.rows()...)
	}
	return out
}

// span is how many columns a cell takes.
func (f *File) span(n *node) int {
	if columns, ok := f.attribute(n, "/ColSpan").(float64); ok {
		return int(columns)
	}
	return 1
}

func scopes(f *File) []string {
	var out []string
	for _, n := range f.every("/TH") {
		scope := f.attribute(n, "/Scope")
		out = append(out, found(scope != "/Row" && scope != "/Column" && scope != "/Both", n.String())...)
	}
	return out
}

func headed(f *File) []string {
	var out []string
	for _, table := range f.every("/Table") {
		over := map[int]bool{} // columns with a head
		for _, row := range table.rows() {
			column, before := 0, false
			var bare []*node
			for _, c := range row.kids {
				scope := f.attribute(c, "/Scope")
				before = before || c.role == "/TH" && scope == "/Row"
				for range f.span(c) {
					if c.role == "/TH" && scope == "/Column" {
						over[column] = true
					}
					if c.role == "/TD" && !over[column] {
						bare = append(bare, c)
					}
					column++
				}
			}
			if !before {
				for _, c := range bare {
					out = append(out, fmt.Sprintf("%v in %v", c, table))
				}
			}
		}
	}
	return out
}

func regular(f *File) []string {
	var out []string
	for _, table := range f.every("/Table") {
		want := -1
		for _, row := range table.rows() {
			have := 0
			for _, c := range row.kids {
				have += f.span(c)
			}
			if want < 0 {
				want = have
			}
			out = append(out, found(have != want, fmt.Sprintf("%d in %v, %d in the first of %v", have, row, want, table))...)
		}
	}
	return out
}

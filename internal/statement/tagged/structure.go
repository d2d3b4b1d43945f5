package tagged

import (
	"errors"
	"fmt"
)

// builder writes the structure of a document into its file.
type builder struct {
	file  *file
	tree  *Tree
	pages []ref
	marks map[int][]ref // by page: the element of each sequence
	annot map[int][]ref // by page: the annotations
	owner map[ref]ref   // the element of each annotation
}

// structure adds the tree and its parent tree (ISO 32000-1, 14.7), and names
// them in the catalog, the pages and the annotations.
func (f *file) structure(t *Tree, pages []ref) error {
	b := &builder{file: f, tree: t, pages: pages, marks: map[int][]ref{}, annot: map[int][]ref{}, owner: map[ref]ref{}}
	if err := b.annotations(); err != nil {
		return err
	}
	for page := 1; page <= len(pages); page++ {
		b.marks[page] = make([]ref, t.marks[page])
	}
	root := f.add(nil)
	top, err := b.element(t.top, root)
	if err != nil {
		return err
	}
	parents, next := b.parents()
	f.objects[root] = dict{
		"Type": name("StructTreeRoot"), "K": top, "ParentTree": parents, "ParentTreeNextKey": next,
	}
	catalog := f.dictAt(f.root)
	catalog["StructTreeRoot"] = root
	catalog["MarkInfo"] = dict{"Marked": true}
	return nil
}

// annotations gives every link of every page an object of its own.
func (b *builder) annotations() error {
	for i, page := range b.pages {
		d := b.file.dictAt(page)
		links, _ := b.file.resolve(d["Annots"]).(array)
		if len(links) != b.tree.links[i+1] {
			return fmt.Errorf("page %d has %d links, of which %d are described", i+1, len(links), b.tree.links[i+1])
		}
		var refs array
		for _, link := range links {
			one := b.file.dictAt(link)
			if one["Subtype"] != name("Link") {
				return fmt.Errorf("page %d: annotation %v", i+1, one["Subtype"])
			}
			one["F"] = 4 // printed, and not hidden (ISO 19005-3, 6.3.2)
			r := b.file.add(one)
			refs = append(refs, r)
			b.annot[i+1] = append(b.annot[i+1], r)
		}
		if len(refs) > 0 {
			d["Annots"] = refs
		}
		d["Tabs"] = name("S")
	}
	return nil
}

// element adds an element and all that is below it.
func (b *builder) element(e *Element, parent ref) (ref, error) {
	out := dict{"S": name(e.role), "P": parent}
	self := b.file.add(out)
	page := e.page()
	if page > 0 {
		out["Pg"] = b.pages[page-1]
	}
	if e.Alt != "" {
		out["Alt"] = unicodeText(e.Alt)
	}
	if attributes := e.attributes(); attributes != nil {
		out["A"] = attributes
	}
	kids := array{}
	for _, k := range e.kids {
		v, err := b.kid(k, e, self, page)
		if err != nil {
			return 0, err
		}
		if v != nil {
			kids = append(kids, v)
		}
	}
	switch len(kids) {
	case 0:
	case 1:
		out["K"] = kids[0]
	default:
		out["K"] = kids
	}
	return self, nil
}

// page is that of the element's first content; 0 when it has none of its own.
func (e *Element) page() int {
	for _, k := range e.kids {
		if k.element == nil {
			return k.page
		}
	}
	return 0
}

// kid gives what stands for one child in the list of its parent; nil for an
// element that is left out.
func (b *builder) kid(k kid, parent *Element, self ref, page int) (any, error) {
	switch {
	case k.element != nil:
		if !k.element.kept() {
			return nil, nil
		}
		return b.element(k.element, self)
	case k.link > 0:
		annotation := b.annot[k.page][k.link-1]
		if parent.role != Link || parent.Alt == "" {
			return nil, errors.New("a link without a description")
		}
		b.file.dictAt(annotation)["Contents"] = unicodeText(parent.Alt)
		b.owner[annotation] = self
		return dict{"Type": name("OBJR"), "Obj": annotation, "Pg": b.pages[k.page-1]}, nil
	}
	b.marks[k.page][k.mark] = self
	if k.page == page {
		return k.mark, nil
	}
	return dict{"Type": name("MCR"), "Pg": b.pages[k.page-1], "MCID": k.mark}, nil
}

// attributes are what the role needs beside its name (14.8.5).
func (e *Element) attributes() any {
	out := dict{}
	switch e.role {
	case Header, Cell:
		if e.Scope != "" {
			out["Scope"] = name(e.Scope)
		}
		if e.Columns > 1 {
			out["ColSpan"] = e.Columns
		}
		if len(out) > 0 {
			out["O"] = name("Table")
		}
	case List:
		out["O"], out["ListNumbering"] = name("List"), name("None")
	case Figure:
		box := array{}
		for _, side := range e.Box {
			box = append(box, side)
		}
		out["O"], out["BBox"], out["Placement"] = name("Layout"), box, name("Block")
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// parents leads from every sequence of content and every annotation to its
// element (14.7.4.4).
func (b *builder) parents() (tree ref, next int) {
	numbers := array{}
	for i, page := range b.pages {
		owners := array{}
		for _, owner := range b.marks[i+1] {
			owners = append(owners, owner)
		}
		b.file.dictAt(page)["StructParents"] = next
		numbers = append(numbers, next, b.file.add(owners))
		next++
	}
	for i := range b.pages {
		for _, annotation := range b.annot[i+1] {
			b.file.dictAt(annotation)["StructParent"] = next
			numbers = append(numbers, next, b.owner[annotation])
			next++
		}
	}
	return b.file.add(dict{"Nums": numbers}), next
}

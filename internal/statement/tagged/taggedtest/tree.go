package taggedtest

import (
	"fmt"
	"strings"
)

// node is an element of the structure.
type node struct {
	own    string // its type as it stands in the file
	role   string // its standard type, after the role map; empty when there is none
	dict   Dict
	at     string // its reference
	up     *node
	kids   []*node
	marks  []place
	annots []string
}

// standard are the standard types of ISO 32000-1, 14.8.4.
func standard(role string) bool {
	const types = " /Document /Part /Art /Sect /Div /BlockQuote /Caption /TOC /TOCI /Index /NonStruct /Private /P /H /H1 /H2 /H3 /H4 /H5 /H6 /L /LI /Lbl /LBody" +
		" /Table /TR /TH /TD /THead /TBody /TFoot /Span /Quote /Note /Reference /BibEntry /Code /Link /Annot /Ruby /RB /RT /RP /Warichu /WT /WP /Figure /Formula /Form "
	return strings.Contains(types, " "+role+" ")
}

// mapped follows the role map to a standard type; empty when it leads to none, and
// circular when it leads back.
func (f *File) mapped(role string) (to string, circular bool) {
	roles := f.Dict(f.Dict(f.Catalog()["/StructTreeRoot"])["/RoleMap"])
	seen := map[string]bool{}
	for !standard(role) {
		if seen[role] {
			return "", true
		}
		seen[role] = true
		role, _ = roles[role].(string)
		if role == "" {
			return "", false
		}
	}
	return role, false
}

// tree reads the structure; nil when there is none.
func (f *File) tree() *node { return once(f, "tree", f.branches) }

func (f *File) branches() *node {
	root := f.Dict(f.Catalog()["/StructTreeRoot"])
	if root == nil {
		return nil
	}
	pages := map[string]int{}
	for i, page := range f.Pages() {
		pages[page] = i
	}
	top := &node{}
	f.kids(top, root["/K"], "", pages)
	return top
}

func (f *File) kids(n *node, v any, page string, pages map[string]int) {
	list, ok := f.Get(v).([]any)
	if !ok && v != nil {
		list = []any{v}
	}
	for _, k := range list {
		if id, ok := k.(float64); ok {
			n.marks = append(n.marks, place{pages[page], int(id)})
			continue
		}
		d := f.Dict(k)
		at, _ := d["/Pg"].(string)
		if at == "" {
			at = page
		}
		switch d["/Type"] {
		case "/MCR":
			id, _ := d["/MCID"].(float64)
			n.marks = append(n.marks, place{pages[at], int(id)})
		case "/OBJR":
			annot, _ := d["/Obj"].(string)
			n.annots = append(n.annots, annot)
		default:
			own, _ := d["/S"].(string)
			role, _ := f.mapped(own)
			kid := &node{own: own, role: role, dict: d, up: n}
			kid.at, _ = k.(string)
			f.kids(kid, d["/K"], at, pages)
			n.kids = append(n.kids, kid)
		}
	}
}

// each visits the elements below one, in reading order.
func (n *node) each(visit func(n *node)) {
	if n == nil {
		return
	}
	for _, k := range n.kids {
		visit(k)
		k.each(visit)
	}
}

// every lists the elements of a standard type.
func (f *File) every(role string) []*node {
	var out []*node
	f.tree().each(func(n *node) {
		if n.role == role {
			out = append(out, n)
		}
	})
	return out
}

// first is the first element of a type; a file that is to be broken has one of each.
func (f *File) first(role string) *node {
	found := f.every(role)
	if len(found) == 0 {
		f.t.Fatalf("the file has no %s", role)
	}
	return found[0]
}

// owners leads from the keys of the parent tree to what they name.
func (f *File) owners() map[int]any { return once(f, "owners", f.parents) }

func (f *File) parents() map[int]any {
	out := map[int]any{}
	var down func(v any)
	down = func(v any) {
		d := f.Dict(v)
		numbers := f.List(d["/Nums"])
		for i := 0; i+1 < len(numbers); i += 2 {
			key, _ := numbers[i].(float64)
			out[int(key)] = numbers[i+1]
		}
		for _, kid := range f.List(d["/Kids"]) {
			down(kid)
		}
	}
	down(f.Dict(f.Catalog()["/StructTreeRoot"])["/ParentTree"])
	return out
}

// says gives the words that stand for an element.
func (n *node) says() string { return said(n.dict["/Alt"]) + said(n.dict["/ActualText"]) }

// attribute reads one of the attributes of an element.
func (f *File) attribute(n *node, key string) any {
	for _, a := range append(f.List(n.dict["/A"]), n.dict["/A"]) {
		if d := f.Dict(a); d != nil && d[key] != nil {
			return d[key]
		}
	}
	return nil
}

func (n *node) String() string { return fmt.Sprintf("%s %s", n.own, n.at) }

// annotation is one of a page, with the element that its StructParent names.
type annotation struct {
	page   int
	dict   Dict
	parent Dict
}

// annotations lists those of all pages.
func (f *File) annotations() []annotation {
	var out []annotation
	owners := f.owners()
	for i, page := range f.Pages() {
		for _, v := range f.List(f.Dict(page)["/Annots"]) {
			a := annotation{page: i, dict: f.Dict(v)}
			if key, ok := a.dict["/StructParent"].(float64); ok {
				a.parent = f.Dict(owners[int(key)])
			}
			out = append(out, a)
		}
	}
	return out
}

// annotate adds an annotation to the first page.
func (f *File) annotate(d Dict) Dict {
	d["/Type"], d["/Rect"], d["/F"] = "/Annot", []any{10.0, 10.0, 20.0, 20.0}, 4.0
	page := f.Dict(f.Pages()[0])
	page["/Annots"] = append(append([]any(nil), f.List(page["/Annots"])...), f.add(d))
	return d
}

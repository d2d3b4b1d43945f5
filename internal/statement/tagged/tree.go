package tagged

import "fmt"

// Role is a standard structure type (ISO 32000-1, 14.8.4).
type Role string

// The roles of this house's documents.
const (
	Sect   Role = "Sect"
	H1     Role = "H1"
	H2     Role = "H2"
	H3     Role = "H3"
	P      Role = "P"
	Span   Role = "Span"
	List   Role = "L"
	Item   Role = "LI"
	Label  Role = "Lbl"
	Body   Role = "LBody"
	Table  Role = "Table"
	Head   Role = "THead"
	Rows   Role = "TBody"
	Row    Role = "TR"
	Header Role = "TH"
	Cell   Role = "TD"
	Figure Role = "Figure"
	Link   Role = "Link"
)

// Scope says which cells a Header heads.
type Scope string

// The scopes of a Header.
const (
	OverColumn Scope = "Column"
	OverRow    Scope = "Row"
)

// Element is a node of the structure: a role, and below it, in reading order,
// other elements and marked content.
type Element struct {
	role Role
	kids []kid
	// Alt says in words what a Figure shows or where a Link leads.
	Alt string
	// Scope of a Header; Columns that a Header or a Cell spans, 0 for one.
	Scope   Scope
	Columns int
	// Box of a Figure in points from the bottom left of its page.
	Box [4]float64
}

// kid is an element, or a sequence of marked content, or an annotation.
type kid struct {
	element *Element
	page    int // from 1, of content and annotations
	mark    int
	link    int // from 1, the annotation of the page; 0 for content
}

// Tree is the structure of a document while it is being written. It numbers the
// marked content of every page.
type Tree struct {
	top   *Element
	marks map[int]int // how many sequences a page has
	links map[int]int // how many annotations
}

// NewTree makes an empty structure.
func NewTree() *Tree {
	return &Tree{top: &Element{role: "Document"}, marks: map[int]int{}, links: map[int]int{}}
}

// Top is the element of the whole document.
func (t *Tree) Top() *Element { return t.top }

// Add makes a new last child.
func (e *Element) Add(r Role) *Element {
	child := &Element{role: r}
	e.kids = append(e.kids, kid{element: child})
	return child
}

// Mark gives the operator that begins a sequence of an element's content on a
// page, counted from 1. End closes it. Sequences must not nest.
func (t *Tree) Mark(e *Element, page int) string {
	mark := t.marks[page]
	t.marks[page]++
	e.kids = append(e.kids, kid{page: page, mark: mark})
	return fmt.Sprintf("/%s <</MCID %d>> BDC", e.role, mark)
}

// Annotate tells that the next link annotation of a page belongs to an element,
// a Link whose Alt says where it leads. To be called once for each annotation,
// in the order of the page's.
func (t *Tree) Annotate(e *Element, page int) {
	t.links[page]++
	e.kids = append(e.kids, kid{page: page, link: t.links[page]})
}

// End closes a sequence of content or an artifact.
const End = "EMC"

// Artifact names a kind of content that is not the document's own.
type Artifact string

// The kinds of artifacts (ISO 32000-1, 14.8.2.2).
const (
	// Layout is rules, grounds and other drawing.
	Layout Artifact = "/Artifact <</Type /Layout>> BDC"
	// Header is the running head, and what a page repeats of one before.
	RunningHead Artifact = "/Artifact <</Type /Pagination /Subtype /Header /Attached [/Top]>> BDC"
	// RunningFoot is the foot of the page.
	RunningFoot Artifact = "/Artifact <</Type /Pagination /Subtype /Footer /Attached [/Bottom]>> BDC"
	// Watermark lies below the text of every page.
	Watermark Artifact = "/Artifact <</Type /Pagination /Subtype /Watermark>> BDC"
	// Repeated is what is said again at the head of a page, such as a table's.
	Repeated Artifact = "/Artifact <</Type /Pagination>> BDC"
)

// empty says that nothing is below an element.
func (e *Element) empty() bool {
	for _, k := range e.kids {
		if k.element == nil || !k.element.empty() {
			return false
		}
	}
	return true
}

// kept says that an element stays in the tree: a table needs its blank cells.
func (e *Element) kept() bool {
	return e.role == Cell || e.role == Header || !e.empty()
}

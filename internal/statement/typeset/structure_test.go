package typeset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// The relationship of an associated file is PDF/A-3's own addition to PDF 1.7:
// pdfcpu lets it pass only when it is not strict. It is strict about all else.
func TestValid(t *testing.T) {
	api.DisableConfigDir()
	faces, err := loadFaces(false)
	if err != nil {
		t.Fatal(err)
	}
	for name, sample := range samples() {
		t.Run(name, func(t *testing.T) {
			conf := model.NewDefaultConfiguration()
			conf.ValidationMode = model.ValidationRelaxed
			for file, data := range both(t, sample(), options()) {
				if err := api.Validate(bytes.NewReader(data), conf); err != nil {
					t.Errorf("%s: %v", file, err)
				}
			}
			for _, b := range []book{figuresBook, proofBook} {
				c := compose(sample(), options(), newSheet(faces), b, outline{})
				d := c.document(nil)
				d.Files = nil
				data, err := c.sheet.bytes(d)
				if err != nil {
					t.Fatal(err)
				}
				strict := *conf
				strict.ValidationMode = model.ValidationStrict
				if err := api.Validate(bytes.NewReader(data), &strict); err != nil {
					t.Errorf("strictly: %v", err)
				}
			}
		})
	}
}

// node is an element of the structure as read back.
type node struct {
	role string
	dict object
	kids []node
	text string       // of content directly below
	mark contentPlace // of content
}

type contentPlace struct{ page, id int }

// walker reads a structure tree back, with the text that its marks hold.
type walker struct {
	finished
	shown map[contentPlace]string
	pages map[string]int // page numbers by reference
	order []contentPlace // content in reading order
}

func walk(t testing.TB, data []byte) (*walker, node) {
	t.Helper()
	w := &walker{finished: inspect(t, data), shown: map[contentPlace]string{}, pages: map[string]int{}}
	for i, page := range w.finished.pages() {
		w.pages[page.(string)] = i
		for _, m := range w.marks(page) {
			if m.id >= 0 {
				w.shown[contentPlace{i, m.id}] = m.text
			}
		}
	}
	root := w.dict(w.catalog()["/StructTreeRoot"])
	return w, w.node(root["/K"], "")
}

func (w *walker) node(v any, page string) node {
	d := w.dict(v)
	n := node{role: fmt.Sprint(d["/S"]), dict: d}
	if own, ok := d["/Pg"].(string); ok {
		page = own
	}
	kids := w.list(d["/K"])
	if kids == nil && d["/K"] != nil {
		kids = []any{d["/K"]}
	}
	for _, k := range kids {
		at, ok := page, true
		id, number := k.(float64)
		if !number {
			kid := w.dict(k)
			switch kid["/Type"] {
			case "/OBJR":
				n.kids = append(n.kids, node{role: "OBJR", dict: w.dict(kid["/Obj"])})
				continue
			case "/MCR":
				at, _ = kid["/Pg"].(string)
				id, ok = kid["/MCID"].(float64)
			default:
				n.kids = append(n.kids, w.node(k, page))
				continue
			}
		}
		m := contentPlace{w.pages[at], int(id)}
		text, known := w.shown[m]
		if !ok || !known {
			w.t.Errorf("%s has content %v that is on no page", n.role, m)
		}
		w.order = append(w.order, m)
		n.kids = append(n.kids, node{role: "content", text: text, mark: m})
	}
	return n
}

// all gives the text below a node, as its reader hears it.
func (n node) all() string {
	text := n.text
	for _, k := range n.kids {
		text += k.all()
	}
	return text
}

func (n node) each(f func(n, parent node)) {
	for _, k := range n.kids {
		f(k, n)
		k.each(f)
	}
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \n\f\u00a0\u202f", r) {
			return -1
		}
		return r
	}, s)
}

// Everything that is shown is read once: the content of the tree, in its order,
// is that of the pages, and with the artifacts all that poppler finds.
func TestReadingOrder(t *testing.T) {
	for name, sample := range samples() {
		s := sample()
		s.Order.TestMode = false // poppler sets the slanted letters of the mark elsewhere
		for file, data := range both(t, s, options()) {
			t.Run(name+"/"+file, func(t *testing.T) { readingOrder(t, name, data) })
		}
	}
}

func readingOrder(t *testing.T, name string, data []byte) {
	w, root := walk(t, data)
	if len(w.order) != len(w.shown) {
		t.Errorf("the tree has %d pieces of content of %d", len(w.order), len(w.shown))
	}
	seen := map[contentPlace]bool{}
	for _, m := range w.order {
		if seen[m] {
			t.Errorf("content %v is read twice", m)
		}
		seen[m] = true
	}
	raw := strings.Split(string(run(t, "pdftotext", "-raw", write(t, data), "-")), "\f")
	var content strings.Builder
	for i, page := range w.finished.pages() {
		var shown strings.Builder
		for _, m := range w.marks(page) {
			shown.WriteString(m.text)
			if m.id >= 0 {
				content.WriteString(m.text)
			}
		}
		if got, want := squeeze(raw[i]), squeeze(shown.String()); got != want {
			t.Errorf("page %d: poppler reads\n%s\nwhere the marks hold\n%s", i+1, got, want)
		}
	}
	// A cell that goes on over the page is read to its end before the next.
	if read := root.all(); name != "extreme" && squeeze(read) != squeeze(content.String()) {
		t.Errorf("the tree reads\n%s\nwhere the pages hold\n%s", read, content.String())
	}
}

// Words stand apart in the tree itself, whatever their places on the page.
func TestWordsStandApart(t *testing.T) {
	_, root := walk(t, set(t, richSample(), options()))
	var paragraphs []string
	root.each(func(n, _ node) {
		if n.role == "/P" || n.role == "/TD" || n.role == "/LBody" {
			paragraphs = append(paragraphs, flat(n.all()))
		}
	})
	text := strings.Join(paragraphs, "\n")
	for _, want := range []string{
		"Vente d’un lot de copropriété — information des parties avant la signature de l’avant-contrat",
		"calculé source 1", "calculé sources 5, 6", "Cabinet Orvellac-Brimont, syndic professionnel, mandat jusqu’au 30 juin 2027",
		"elle ne vaut ni zéro ni absence, et une pièce « non fournie » peut exister. Une information « à vérifier » est donnée différemment par plusieurs pièces.",
	} {
		if !strings.Contains(text, flat(want)) {
			t.Errorf("no paragraph reads %q", want)
		}
	}
}

func TestStructure(t *testing.T) {
	for name, sample := range samples() {
		for file, data := range both(t, sample(), options()) {
			t.Run(name+"/"+file, func(t *testing.T) { structure(t, file, data) })
		}
	}
}

func structure(t *testing.T, file string, data []byte) {
	_, root := walk(t, data)
	if root.role != "/Document" {
		t.Errorf("the tree begins with %s", root.role)
	}
	counts := map[string]int{}
	last := 0
	root.each(func(n, parent node) {
		counts[n.role]++
		switch n.role {
		case "/H1", "/H2", "/H3":
			level := int(n.role[2] - '0')
			if level > last+1 {
				t.Errorf("%s %q after level %d", n.role, n.all(), last)
			}
			last = level
		case "/Figure", "/Link":
			if alt, _ := n.dict["/Alt"].(string); len(alt) < 5 {
				t.Errorf("%s %q says %q", n.role, n.all(), alt)
			}
		case "/Table":
			sameCells(t, n)
		case "/TR":
			if parent.role != "/TBody" && parent.role != "/THead" {
				t.Errorf("a row in %s", parent.role)
			}
		case "OBJR":
			if contents, _ := n.dict["/Contents"].(string); parent.role != "/Link" || len(contents) < 5 || n.dict["/F"] != 4.0 {
				t.Errorf("the annotation %v in %s", n.dict, parent.role)
			}
		}
	})
	if counts["/H1"] != 1 || counts["/Table"] == 0 || counts["/TH"] == 0 {
		t.Errorf("the tree has %v", counts)
	}
	if file == "statement" && (counts["/L"] == 0 || counts["/H3"] < 8) {
		t.Errorf("the tree of the statement has %v", counts)
	}
	if counts["/Link"] != counts["OBJR"] {
		t.Errorf("%d links for %d annotations", counts["/Link"], counts["OBJR"])
	}
}

// sameCells holds a table to its shape: as many cells in every row, and heads that
// say what they head.
func sameCells(t *testing.T, table node) {
	t.Helper()
	want := 0
	table.each(func(n, _ node) {
		if n.role != "/TR" {
			return
		}
		cells := 0
		for _, c := range n.kids {
			span := 1
			attributes, _ := c.dict["/A"].(object)
			if s, ok := attributes["/ColSpan"].(float64); ok {
				span = int(s)
			}
			if c.role == "/TH" && attributes["/Scope"] == nil {
				t.Errorf("%q heads nothing", c.all())
			}
			if c.role != "/TH" && c.role != "/TD" {
				t.Errorf("%s in a row", c.role)
			}
			cells += span
		}
		if want == 0 {
			want = cells
		}
		if cells != want {
			t.Errorf("a row has %d cells, the first %d: %q", cells, want, n.all())
		}
	})
}

// Every number that the statement cites is a line of the proof; there a check leads to
// its sources, and a source back to the first check that cites it.
func TestEveryNumberIsALineOfTheProof(t *testing.T) {
	s := richSample()
	files := both(t, s, options())
	_, root := walk(t, files["statement"])
	cited := 0
	lines := map[string]string{}
	w, proof := walk(t, files["proof"])
	proof.each(func(n, _ node) {
		if n.role == "/TR" && len(n.kids) == 5 && n.kids[0].role == "/TH" {
			lines[strings.TrimSpace(n.kids[0].all())] = flat(n.all())
		}
	})
	root.each(func(n, _ node) {
		if n.role == "/Link" && strings.Contains(fmt.Sprint(n.dict["/Alt"]), "Source") {
			t.Errorf("%q leads into another file", n.all())
		}
		if n.role != "/TR" || len(n.kids) != 3 {
			return
		}
		for number := range strings.FieldsFuncSeq(n.kids[2].all(), func(r rune) bool { return r < '0' || r > '9' }) {
			cited++
			if lines[number] == "" {
				t.Errorf("%q cites %s, which is no line of the proof", flat(n.all()), number)
			}
		}
	})
	if cited < 30 || len(lines) < 50 {
		t.Errorf("%d numbers are cited, %d are in the proof", cited, len(lines))
	}
	toSource, back := 0, 0
	proof.each(func(n, _ node) {
		if n.role != "/Link" {
			return
		}
		for _, k := range n.kids {
			if k.role != "OBJR" || k.dict["/Dest"] == nil {
				continue
			}
			to := w.pages[fmt.Sprint(w.list(k.dict["/Dest"])[0])]
			alt, _ := n.dict["/Alt"].(string)
			switch {
			case strings.HasPrefix(alt, "u:Source") && to <= 2:
				toSource++
			case strings.HasPrefix(alt, "u:Retour") && to > 0:
				back++
			default:
				t.Errorf("the link %q, %q leads to page %d", n.all(), alt, to+1)
			}
		}
	})
	if toSource != 2 {
		t.Errorf("%d links to sources, %d back", toSource, back)
	}
}

// The statement names the file of its proof by its hash.
func TestTheStatementNamesItsProof(t *testing.T) {
	for name, sample := range samples() {
		files := both(t, sample(), options())
		sum := sha256.Sum256(files["proof"])
		text := strings.Join(pagesOf(t, files["statement"]), " ")
		if want := hex.EncodeToString(sum[:]); !strings.Contains(text, want) {
			t.Errorf("%s: the statement does not name the hash %s of its proof", name, want)
		}
	}
}

func TestAssociatedFile(t *testing.T) {
	f := inspect(t, set(t, richSample(), options()))
	catalog := f.catalog()
	associated := f.list(catalog["/AF"])
	named := f.list(f.dict(f.dict(catalog["/Names"])["/EmbeddedFiles"])["/Names"])
	if len(associated) != 1 || len(named) != 2 || named[1] != associated[0] {
		t.Fatalf("associated %v, named %v", associated, named)
	}
	file := f.dict(associated[0])
	if file["/AFRelationship"] != "/Data" || file["/F"] != "u:pre-etat-date-k7m2qx.json" || file["/UF"] != file["/F"] {
		t.Errorf("the file is %v", file)
	}
	embedded := f.dict(f.dict(file["/EF"])["/F"])
	if embedded["/Subtype"] != "/application/json" || f.dict(embedded["/Params"])["/ModDate"] == nil {
		t.Errorf("the stream is %v", embedded)
	}
}

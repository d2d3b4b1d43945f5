package form
import ("testing";"os";"context";"fmt"
"predate";"predate/internal/reading/layout";"predate/internal/reading/lexicon";"predate/internal/reading/pdftext/enginetest";"predate/papers")
func TestZ3(t *testing.T) {
	data, _ := os.ReadFile(os.Getenv("PDF"))
	pages, _ := enginetest.Printed(t).Read(context.Background(), data)
	words, _ := lexicon.Load(papers.Lexicon())
	doc := layout.Analyse(pages)
	if os.Getenv("UNWRAP") != "" { doc, _ = doc.Unwrapped() }
	r := readerOf(predate.KindChargeStatement, doc, words)
	c := &charges{reader: r, year: r.exercise()}
	fmt.Println(c.year)
	c.quotes, c.legends = r.quotes(), r.keyLegend()
	c.findKeys(); c.markWorks(); c.findLots(); c.keysOfGroups()
	for _, k := range c.keys { fmt.Println("key", k.lines, k.lot, k.ownLot, k.works, k.part.value(), k.share, k.base, len(k.part.children)) }
	for _, l := range c.lots { fmt.Println("lot", l.lot, l.found(), l.keys[0].works, len(l.keys)) }
	if os.Getenv("LINES") != "" { for i := range r.lines { fmt.Println(i, r.lines[i].page, r.sharesAt(i), r.lineText(i)); for _, n := range r.at[i] { fmt.Print(" ", n.value(), "/", len(n.children)) }; fmt.Println() } }
	for _, l := range c.lots { fmt.Println("LOT", l.lot, l.total.amount.Cents, l.hasCalled(), l.called.amount.Cents) }
 for n := len(c.lots); n > 0; n-- { cur := c.current(c.lots[:n]); tot, ok := c.total(cur); fmt.Println(n, c.worksFrom(n), len(cur), tot.Value, ok) }
for _, f := range c.figures() { fmt.Println(f.Key, f.Value) }
}

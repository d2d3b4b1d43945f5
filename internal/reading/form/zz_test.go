package form
import ("testing";"os";"context";"fmt"
"predate";"predate/internal/reading/layout";"predate/internal/reading/lexicon";"predate/internal/reading/pdftext/enginetest";"predate/papers")
func TestZZ(t *testing.T) {
	data, _ := os.ReadFile(os.Getenv("PDF"))
	pages, _ := enginetest.Printed(t).Read(context.Background(), data)
	words, _ := lexicon.Load(papers.Lexicon())
	r := readerOf(predate.KindAccountStatement, layout.Analyse(pages), words)
	es := r.entries()
	for _, e := range es { fmt.Print(e.line, " ", e.day, " role", e.role, " ", e.sub, " |", e.label, "| lot ", e.lot, e.opens); for _, p := range e.sums { fmt.Print("  [", p.cell.amount.Cents, " c", p.column, " m", p.mark, p.told, p.side, "]") }; fmt.Println() }
	cols, common := r.tableColumns(es)
	fmt.Println("cols", cols, common)
	for _, s := range shapes(es, cols, common) { f := r.under(s, es, 0, 0); if len(f) > 0 { for _, x := range f { fmt.Println(s.roles, len(x), "moves", x[0].last.moves, "believed", r.believed(x)); for _, l := range x { fmt.Println("   heads", r.headsSay(l)) } } } }
	l, ok := r.proved(es); fmt.Println(len(l), ok)
	if ok { fmt.Println("figures", len(r.accountFigures(l[0])), "closedOn", r.closedOn(l[0])) }
	if os.Getenv("LINES") != "" { for i := range r.lines { fmt.Println(i, r.lineText(i), r.lines[i].repeated) } }
}

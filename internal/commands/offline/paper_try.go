package offline

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
	"predate/internal/reading"
	"predate/internal/statement/typeset"
)

type paperTry struct {
	readers.ReaderFlags
	File string `arg:"" help:"The paper." type:"existingfile"`
	JSON bool   `name:"json" help:"Print one JSON object."`
}

// Run reads one file by itself and shows what was found in each paper of it.
func (t paperTry) Run(c *terminal.Context) error {
	reader, closeReader, err := t.Open(c, c.CommandMeans())
	if err != nil {
		return err
	}
	defer closeReader()
	trials, err := reader.Try(c, namedFile(t.File))
	if err != nil {
		return err
	}
	if t.JSON {
		return trialsJSON(c.Stdout, trials)
	}
	page := readSheet{terminal.NewPrinter(c.Stdout)}
	for _, trial := range trials {
		page.trial(trial)
	}
	return page.Err
}

// namedFile is a file under its own name, without its folder.
func namedFile(path string) reading.File {
	file := paperFile(path)
	file.Name = filepath.Base(path)
	return file
}

// trial prints one paper: what it is, its columns of amounts, its sums and its figures.
func (p readSheet) trial(t reading.Trial) {
	p.Heading(t.File + ", " + readers.PartLine(t.Part))
	for _, reason := range t.Part.Reasons {
		p.Item(2, reason)
	}
	if len(t.Part.Maybe) > 0 {
		p.Item(2, "ressemble à : "+kindNames(t.Part.Maybe))
	}
	p.Line(0, "Colonnes de montants")
	for _, column := range t.Columns {
		head := "sans en-tête"
		if column.Head.Words != "" {
			head = saidLine(column.Head)
		}
		p.Line(2, "p. %d, %d montants : %s", column.Page, column.Amounts, head)
	}
	p.noneOf(len(t.Columns), "aucune")
	p.Line(0, "Sommes")
	for _, s := range t.Sums {
		p.Line(2, "%s", sumLine(s))
	}
	p.none(len(t.Sums))
	p.Line(0, "Chiffres")
	for _, f := range t.Figures {
		p.Line(2, "%s", strings.Join(notEmpty(string(f.Key), typeset.FigureLine(f), scope(f)), " · "))
		for _, e := range f.Evidence {
			p.Item(6, spot(e))
		}
	}
	p.none(len(t.Figures))
}

// none prints a line for a list that is empty.
func (p readSheet) none(length int) { p.noneOf(length, "aucun") }

func (p readSheet) noneOf(length int, none string) {
	if length == 0 {
		p.Line(2, "%s", none)
	}
}

// sumLine returns the line of a sum: that it closes, or by how much it fails.
func sumLine(s reading.Sum) string {
	what := fmt.Sprintf("p. %d, « %s » %s", s.Page, strings.Join(strings.Fields(s.Words), " "), typeset.Words(predate.Money(s.Amount)))
	if s.Closed {
		return fmt.Sprintf("● %s : somme des %d montants au-dessus", what, len(s.Parts))
	}
	return fmt.Sprintf("✗ %s : les %d montants au-dessus font %s, soit %s d’écart",
		what, len(s.Parts), typeset.Words(predate.Money(s.Amount+s.Off)), typeset.Words(predate.Money(s.Off)))
}

// spot returns where something is printed, in French.
func spot(e predate.Evidence) string {
	return fmt.Sprintf("« %s » — p. %d, boîte %s — %s", strings.Join(strings.Fields(e.Text), " "), e.Page, boxed(e.Box), e.Rule)
}

// boxed writes a box in points, as --at reads it.
func boxed(b predate.Box) string { return fmt.Sprintf("%.0f,%.0f,%.0f,%.0f", b.X0, b.Y0, b.X1, b.Y1) }

func saidLine(s reading.Said) string {
	if len(s.Concepts) == 0 {
		return "« " + s.Words + " » → aucun concept"
	}
	return "« " + s.Words + " » → " + concepts(s)
}

func concepts(s reading.Said) string {
	var names []string
	for _, id := range s.Concepts {
		names = append(names, string(id))
	}
	return strings.Join(names, ", ")
}

func kindNames(kinds []predate.Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, typeset.KindName(k))
	}
	return strings.Join(names, ", ")
}

// triedPaper is a trial for machines.
type triedPaper struct {
	File      string         `json:"file"`
	Pages     [2]int         `json:"pages"`
	Kind      predate.Kind   `json:"kind"`
	Reasons   []string       `json:"reasons"`
	Resembles []predate.Kind `json:"resembles"`
	Columns   []triedColumn  `json:"columns"`
	Sums      []triedSum     `json:"sums"`
	Figures   []triedFigure  `json:"figures"`
}

type triedColumn struct {
	Page    int        `json:"page"`
	Box     [4]float64 `json:"box"`
	Amounts int        `json:"amounts"`
	Head    triedSaid  `json:"head"`
}

type triedSaid struct {
	Where    string   `json:"where,omitempty"`
	Words    string   `json:"words"`
	Concepts []string `json:"concepts"`
}

type triedSum struct {
	Page   int        `json:"page"`
	Box    [4]float64 `json:"box"`
	Words  string     `json:"words"`
	Amount string     `json:"amount"`
	Parts  int        `json:"parts"`
	Closed bool       `json:"closed"`
	Off    string     `json:"off"`
}

type triedFigure struct {
	Key    predate.Key     `json:"key"`
	Says   string          `json:"says"`
	Year   string          `json:"year"`
	AsOf   string          `json:"as_of"`
	Places []explainedSpot `json:"places"`
}

func trialsJSON(to io.Writer, trials []reading.Trial) error {
	papers := []triedPaper{}
	for _, t := range trials {
		paper := triedPaper{
			File: t.File, Pages: [2]int{t.Part.First, t.Part.Last}, Kind: t.Part.Kind, Reasons: slices.Concat([]string{}, t.Part.Reasons),
			Resembles: slices.Concat([]predate.Kind{}, t.Part.Maybe), Columns: []triedColumn{}, Sums: []triedSum{}, Figures: []triedFigure{},
		}
		for _, c := range t.Columns {
			paper.Columns = append(paper.Columns, triedColumn{Page: c.Page, Box: corners(c.Box), Amounts: c.Amounts, Head: triedSaidOf(c.Head)})
		}
		for _, s := range t.Sums {
			paper.Sums = append(paper.Sums, triedSumOf(s))
		}
		for _, f := range t.Figures {
			figure := triedFigure{Key: f.Key, Says: typeset.FigureLine(f), Year: f.Year.Label(), AsOf: f.AsOf.String(), Places: []explainedSpot{}}
			for _, e := range f.Evidence {
				figure.Places = append(figure.Places, spotOf(e))
			}
			paper.Figures = append(paper.Figures, figure)
		}
		papers = append(papers, paper)
	}
	return indented(to, struct {
		Papers []triedPaper `json:"papers"`
	}{papers})
}

func triedSumOf(s reading.Sum) triedSum {
	return triedSum{
		Page: s.Page, Box: corners(s.Box), Words: s.Words, Amount: s.Amount.Decimal(), Parts: len(s.Parts), Closed: s.Closed, Off: s.Off.Decimal(),
	}
}

func triedSaidOf(s reading.Said) triedSaid {
	said := triedSaid{Where: s.Where, Words: s.Words, Concepts: []string{}}
	for _, id := range s.Concepts {
		said.Concepts = append(said.Concepts, string(id))
	}
	return said
}

func spotOf(e predate.Evidence) explainedSpot {
	return explainedSpot{Page: e.Page, Box: corners(e.Box), Text: e.Text, Rule: e.Rule}
}

func corners(b predate.Box) [4]float64 { return [4]float64{b.X0, b.Y0, b.X1, b.Y1} }

// indented writes a JSON object for people and machines.
func indented(to io.Writer, object any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(object)
}

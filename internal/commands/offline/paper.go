package offline

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
	"predate/internal/reading"
	"predate/internal/reading/gloss"
)

// PaperCommand looks after what predate knows of papers.
type PaperCommand struct {
	Lint    paperLint    `cmd:"" help:"Say whether the lexicon of wordings and the forms of papers are in order."`
	Try     paperTry     `cmd:"" help:"Show what is found in one paper: kind, tables, sums and figures."`
	Why     paperWhy     `cmd:"" help:"Show where a figure comes from, step by step: box, words, concept, reading, check, statement."`
	Unknown paperUnknown `cmd:"" help:"List the words beside amounts that mean nothing to the lexicon."`
}

type paperLint struct {
	Lexicon string `help:"Folder of *.yaml files with wordings to read beside those built in, and of forms/*.yaml." type:"existingdir" placeholder:"DIR"`
	JSON    bool   `name:"json" help:"Print one JSON object."`
}

// Run reads the lexicon as the server does and says what is wrong with it. A
// remark is no error.
func (l paperLint) Run(c *terminal.Context) error {
	forms, err := readers.ReaderFlags{Lexicon: l.Lexicon}.Forms()
	if err != nil {
		return err
	}
	words := forms.Words()
	concepts, sayings, ways := words.Tally()
	papers, fields := forms.Tally()
	if l.JSON {
		return indented(c.Stdout, struct {
			Concepts int      `json:"concepts"`
			Forms    int      `json:"forms"`
			Ways     int      `json:"ways"`
			Papers   int      `json:"papers"`
			Fields   int      `json:"fields"`
			Remarks  []string `json:"remarks"`
		}{concepts, sayings, ways, papers, fields, slices.Concat([]string{}, words.Lint())})
	}
	c.Say("%d concepts, %d ways to say them, %d ways to write these: good", concepts, sayings, ways)
	c.Say("%d forms of papers, %d fields: good", papers, fields)
	for _, remark := range words.Lint() {
		c.Say("  remark: %s", remark)
	}
	return nil
}

type paperUnknown struct {
	readers.ReaderFlags
	Folder string `arg:"" help:"Folder of papers; folders in it are read too." type:"existingdir"`
	Most   int    `help:"How many wordings to list." default:"60"`
	JSON   bool   `name:"json" help:"Print one JSON object."`
}

// unknownWords is words that the lexicon does not know, where papers of a kind print
// them.
type unknownWords struct {
	kind  predate.Kind
	place gloss.Place
	words string
}

// Run reads every paper of the folder and lists the words that mean nothing,
// the most frequent first.
func (u paperUnknown) Run(c *terminal.Context) error {
	reader, closeReader, err := u.Open(c, c.CommandMeans())
	if err != nil {
		return err
	}
	defer closeReader()
	met, amounts, mute := map[unknownWords]int{}, 0, 0
	first := map[unknownWords]string{}
	err = filepath.WalkDir(u.Folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		papers, err := reader.Gloss(c, paperFile(path))
		if err != nil {
			c.Say("%v", err)
			return nil // the others may be read
		}
		for _, p := range papers {
			amounts, mute = amounts+p.Amounts, mute+p.Mute
			for _, w := range p.Unknown {
				key := unknownWords{p.Part.Kind, w.Place, w.Words}
				if met[key]++; met[key] == 1 {
					first[key] = fmt.Sprintf("%s:%d", filepath.Base(path), w.Page)
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the folder: %w", err)
	}
	if u.JSON {
		return u.json(c, gathered{met, first, amounts, mute})
	}
	c.Say("%d amounts; %d (%.1f %%) with no known word beside, over or under them", amounts, mute, 100*float64(mute)/float64(max(amounts, 1)))
	for _, w := range mostFirst(met, u.Most) {
		c.Say("%5d  %-18s %-6s  %s  (%s)", met[w], w.kind, w.place, w.words, first[w])
	}
	return nil
}

// gathered is what the papers of a folder have that the lexicon does not know.
type gathered struct {
	met           map[unknownWords]int
	first         map[unknownWords]string // where each was met first
	amounts, mute int
}

// json lists the same for machines.
func (u paperUnknown) json(c *terminal.Context, g gathered) error {
	type unknown struct {
		Count int          `json:"count"`
		Kind  predate.Kind `json:"kind"`
		Place gloss.Place  `json:"place"`
		Words string       `json:"words"`
		First string       `json:"first"`
	}
	list := []unknown{}
	for _, w := range mostFirst(g.met, u.Most) {
		list = append(list, unknown{g.met[w], w.kind, w.place, w.words, g.first[w]})
	}
	return indented(c.Stdout, struct {
		Amounts int       `json:"amounts"`
		Mute    int       `json:"mute"`
		Unknown []unknown `json:"unknown"`
	}{g.amounts, g.mute, list})
}

func mostFirst(met map[unknownWords]int, most int) []unknownWords {
	var list []unknownWords
	for w := range met {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b unknownWords) int {
		return cmp.Or(cmp.Compare(met[b], met[a]), cmp.Compare(a.kind, b.kind), cmp.Compare(a.words, b.words), cmp.Compare(a.place, b.place))
	})
	return list[:min(len(list), most)]
}

// paperFile is a file of a folder for the reader.
func paperFile(path string) reading.File {
	return reading.File{Name: path, Open: func(context.Context) (io.ReadCloser, error) { return os.Open(path) }}
}

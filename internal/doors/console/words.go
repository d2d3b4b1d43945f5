package console

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading"
)

// pageWords is a page for scripts: its size and words in points, as boxes of
// evidence are.
type pageWords struct {
	Page       int      `json:"page"`
	Pages      int      `json:"pages"`
	Width      float64  `json:"width"`
	Height     float64  `json:"height"`
	Unreadable string   `json:"unreadable,omitempty"`
	Words      [][5]any `json:"words"` // x0, y0, x1, y1, text
}

// wordsOf returns a page for scripts.
func wordsOf(pages []predate.Page, number int) pageWords {
	p := pages[number-1]
	out := pageWords{
		Page: number, Pages: len(pages), Width: hundredths(p.Width), Height: hundredths(p.Height),
		Unreadable: p.Unreadable, Words: [][5]any{},
	}
	if p.Left {
		out.Unreadable = "Page de texte courant, laissée sans être lue."
	}
	for _, w := range p.Words {
		out.Words = append(out.Words, [5]any{hundredths(w.Box.X0), hundredths(w.Box.Y0), hundredths(w.Box.X1), hundredths(w.Box.Y1), w.Text})
	}
	return out
}

// hundredths rounds to a hundredth of a point: no screen shows less.
func hundredths(v float64) float64 { return math.Round(v*100) / 100 }

// hit is a place in the papers of an order where a text stands.
type hit struct {
	Document predate.DocumentID `json:"document"`
	File     string             `json:"file"`
	Page     int                `json:"page"`
	Around   string             `json:"around"`
	Boxes    [][4]float64       `json:"boxes"` // of its words
}

// mostHits is how many places a search gives; more are too many to look at.
const mostHits = 200

// index finds words in papers. It is safe for concurrent use.
type index struct {
	sight sight
	most  int // words that are kept at once

	mu    sync.Mutex
	turn  int
	held  int // words
	files map[string]*indexed
}

// indexed is a file with its words folded.
type indexed struct {
	pages []indexedPage
	words int
	used  int
}

// indexedPage is a page as one run of letters, without spaces: an amount is found
// however it is parted. starts says where each word begins in it.
type indexedPage struct {
	number int
	words  []predate.Word
	run    string
	starts []int
}

// keptWords is some two hundred orders, in a few dozen megabytes.
const keptWords = 1_000_000

func newIndex(sight sight) *index {
	return &index{sight: sight, most: keptWords, files: map[string]*indexed{}}
}

// search finds a text in files, in their order. The words of a file are folded
// once.
func (x *index) search(ctx context.Context, files []reading.File, text string) ([]hit, error) {
	wanted := lettersOf(text)
	if wanted == "" {
		return nil, nil
	}
	var hits []hit
	for _, file := range files {
		one, err := x.file(ctx, file)
		if err != nil {
			return nil, err
		}
		for _, page := range one.pages {
			for _, found := range page.find(wanted, mostHits-len(hits)) {
				found.Document, found.File = file.Document, file.Name
				hits = append(hits, found)
			}
		}
		if len(hits) >= mostHits {
			break
		}
	}
	return hits, nil
}

// lettersOf folds a text to its letters and figures.
func lettersOf(text string) string { return strings.ReplaceAll(fold.Letters(text), " ", "") }

// file returns a file with its words folded.
func (x *index) file(ctx context.Context, file reading.File) (*indexed, error) {
	name := fmt.Sprint(file.Hash, file.Turns)
	x.mu.Lock()
	x.turn++
	known := x.files[name]
	if known != nil {
		known.used = x.turn
	}
	x.mu.Unlock()
	if known != nil {
		return known, nil
	}
	pages, _, err := x.sight.Seen(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", file.Name, err)
	}
	made := &indexed{}
	for _, page := range pages {
		made.pages = append(made.pages, indexedOf(page))
		made.words += len(page.Words)
	}
	x.keep(name, made)
	return made, nil
}

// keep holds a file among the others, and forgets those used longest ago.
func (x *index) keep(name string, made *indexed) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if before := x.files[name]; before != nil {
		x.held -= before.words
	}
	made.used = x.turn
	x.files[name] = made
	x.held += made.words
	for x.held > x.most && len(x.files) > 1 {
		oldest := ""
		for other, one := range x.files {
			if other != name && (oldest == "" || one.used < x.files[oldest].used) {
				oldest = other
			}
		}
		x.held -= x.files[oldest].words
		delete(x.files, oldest)
	}
}

func indexedOf(page predate.Page) indexedPage {
	out := indexedPage{number: page.Number, words: page.Words}
	var all strings.Builder
	for _, w := range page.Words {
		out.starts = append(out.starts, all.Len())
		all.WriteString(lettersOf(w.Text))
	}
	out.run = all.String()
	return out
}

// find returns the places of a run of letters on a page, up to some.
func (p indexedPage) find(wanted string, most int) []hit {
	var hits []hit
	for at := 0; len(hits) < most; {
		i := strings.Index(p.run[at:], wanted)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(wanted)
		first, last := p.wordAt(from), p.wordAt(to-1)
		one := hit{Page: p.number, Around: p.around(first, last), Boxes: [][4]float64{}}
		for _, w := range p.words[first : last+1] {
			one.Boxes = append(one.Boxes, [4]float64{hundredths(w.Box.X0), hundredths(w.Box.Y0), hundredths(w.Box.X1), hundredths(w.Box.Y1)})
		}
		hits = append(hits, one)
		at = to
	}
	return hits
}

// wordAt is the word in which a place of the run lies.
func (p indexedPage) wordAt(at int) int {
	i, found := slices.BinarySearch(p.starts, at)
	if !found {
		return i - 1
	}
	for i+1 < len(p.starts) && p.starts[i+1] == at { // words without letters
		i++
	}
	return i
}

// around returns some words as they are printed.
func (p indexedPage) around(first, last int) string {
	const before, after, most = 4, 6, 160
	var said []string
	for _, w := range p.words[max(0, first-before):min(len(p.words), last+after+1)] {
		said = append(said, w.Text)
	}
	text := strings.Join(said, " ")
	for len(text) > most {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

package pagestest

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"predate"
)

// Open reads a file of papers.
func Open(t testing.TB, path string) []Paper {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	papers, err := Read(file)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return papers
}

// Read reads what Write wrote.
func Read(from io.Reader) ([]Paper, error) {
	packed, err := gzip.NewReader(from)
	if err != nil {
		return nil, fmt.Errorf("read papers: %w", err)
	}
	r := reader{}
	lines := bufio.NewScanner(packed)
	for n := 1; lines.Scan(); n++ {
		if err := r.line(lines.Text()); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return r.papers, lines.Err()
}

// reader gathers papers line by line.
type reader struct {
	papers      []Paper
	words, rule place
}

func (r *reader) line(line string) error {
	mark, rest, _ := strings.Cut(line, " ")
	if mark == "paper" {
		hash, name, found := strings.Cut(rest, " ")
		if !found {
			return fmt.Errorf("a paper without a name: %q", line)
		}
		r.papers = append(r.papers, Paper{Name: name, Hash: predate.Hash(hash)})
		return nil
	}
	if len(r.papers) == 0 {
		return fmt.Errorf("no paper before %q", line)
	}
	paper := &r.papers[len(r.papers)-1]
	if mark == "page" {
		sizes, _, err := numbers(rest, 2)
		if err != nil {
			return err
		}
		r.words, r.rule = place{}, place{}
		paper.Pages = append(paper.Pages, predate.Page{Number: len(paper.Pages) + 1, Width: points(sizes[0]), Height: points(sizes[1])})
		return nil
	}
	if len(paper.Pages) == 0 {
		return fmt.Errorf("no page before %q", line)
	}
	return r.mark(&paper.Pages[len(paper.Pages)-1], mark, rest)
}

// mark adds a word or a line to a page.
func (r *reader) mark(page *predate.Page, mark, rest string) error {
	switch mark {
	case "w", "b":
		n, text, err := numbers(rest, 5)
		if err != nil {
			return err
		}
		page.Words = append(page.Words, predate.Word{Text: text, Box: r.words.from(n), Size: points(n[4]), Bold: mark == "b"})
	case "r":
		n, _, err := numbers(rest, 4)
		if err != nil {
			return err
		}
		page.Rules = append(page.Rules, predate.Rule{Box: r.rule.from(n)})
	default:
		return fmt.Errorf("unknown mark %q", mark)
	}
	return nil
}

// numbers reads so many numbers, and returns what comes after them.
func numbers(text string, count int) (all []int, rest string, err error) {
	for range count {
		var one string
		one, text, _ = strings.Cut(text, " ")
		n, err := strconv.Atoi(one)
		if err != nil {
			return nil, "", err
		}
		all = append(all, n)
	}
	return all, text, nil
}

// from is the box that lies a way from the one before; the place moves there.
func (p *place) from(n []int) predate.Box {
	x0, y0 := p.x+n[0], p.y+n[1]
	*p = place{x0 + n[2], y0}
	return predate.Box{X0: points(x0), Y0: points(y0), X1: points(x0 + n[2]), Y1: points(y0 + n[3])}
}

func points(hundredths int) float64 { return float64(hundredths) / 100 }

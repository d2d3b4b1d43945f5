package layout_test

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout"
)

// panelPage is a page with two stacked frames at its left, and a body whose lines
// stand at the heights of some lines of the frames.
func panelPage() predate.Page {
	p := predate.Page{Number: 1, Width: 595, Height: 842}
	put := func(x, y float64, text string) {
		for _, word := range strings.Fields(text) {
			w := 5 * float64(len(word))
			p.Words = append(p.Words, predate.Word{Text: word, Size: 9, Box: predate.Box{X0: x, Y0: y, X1: x + w, Y1: y + 9}})
			x += w + 3
		}
	}
	upright := func(x, y0, y1 float64) {
		p.Rules = append(p.Rules, predate.Rule{Box: predate.Box{X0: x, Y0: y0, X1: x, Y1: y1}})
	}
	for i := range 12 {
		put(40, 80+25*float64(i), "Tantièmes 391")
	}
	for i := range 15 {
		put(200, 80+20*float64(i), "Charges générales 129,06")
	}
	put(40, 800, "Cabinet Lenoir SIRET 000 111 222 00017 Carte professionnelle Garantie")
	for _, y := range [][2]float64{{75, 230}, {235, 400}} {
		upright(35, y[0], y[1])
		upright(165, y[0], y[1])
	}
	return p
}

// TestLinesBesideAPanel: lines of a panel and lines of the body at one height are
// two lines, the body's first, the foot of the page last.
func TestLinesBesideAPanel(t *testing.T) {
	var lines []string
	for _, l := range layout.Analyse([]predate.Page{panelPage()}).Pages[0].Lines {
		lines = append(lines, l.Text())
	}
	want := append(slices.Repeat([]string{"Charges générales 129,06"}, 15), slices.Repeat([]string{"Tantièmes 391"}, 12)...)
	want = append(want, "Cabinet Lenoir SIRET 000 111 222 00017 Carte professionnelle Garantie")
	if !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
}

// TestPanelsUnderHeadings: a heading that goes over the whole page parts two panels.
func TestPanelsUnderHeadings(t *testing.T) {
	page := panelPage()
	page.Words = slices.DeleteFunc(page.Words, func(w predate.Word) bool { return w.Box.Y0 > 290 && w.Box.Y0 < 340 })
	page.Rules = nil
	for _, y := range [][2]float64{{75, 290}, {345, 560}} {
		for _, x := range []float64{35, 165} {
			page.Rules = append(page.Rules, predate.Rule{Box: predate.Box{X0: x, Y0: y[0], X1: x, Y1: y[1]}})
		}
	}
	const heading = "Lot n° 45 – Cave, bâtiment A, sous-sol, détail des dépenses"
	x := 40.0
	for _, word := range strings.Fields(heading) {
		w := 5 * float64(len(word))
		page.Words = append(page.Words, predate.Word{Text: word, Size: 9, Box: predate.Box{X0: x, Y0: 315, X1: x + w, Y1: 324}})
		x += w + 3
	}
	var runs []string
	for _, l := range layout.Analyse([]predate.Page{page}).Pages[0].Lines {
		if text := l.Text(); len(runs) == 0 || runs[len(runs)-1] != text {
			runs = append(runs, text)
		}
	}
	want := []string{"Charges générales 129,06", "Tantièmes 391", heading, "Charges générales 129,06", "Tantièmes 391"}
	if len(runs) < len(want) || !slices.Equal(runs[:len(want)], want) {
		t.Errorf("lines %q, want %q", runs, want)
	}
}

// TestNoPanel: without frames, with a frame that is one of a row of cells, or
// with a rule or words across its side, lines at one height stay one line.
func TestNoPanel(t *testing.T) {
	joined := "Tantièmes 391 Charges générales 129,06"
	for name, alter := range map[string]func(p *predate.Page){
		"no frames": func(p *predate.Page) { p.Rules = nil },
		"a row of cells": func(p *predate.Page) {
			for _, r := range slices.Clone(p.Rules) {
				r.Box.X0, r.Box.X1 = r.Box.X0+200, r.Box.X1+200
				p.Rules = append(p.Rules, r)
			}
		},
		"a rule across": func(p *predate.Page) {
			p.Rules = append(p.Rules, predate.Rule{Box: predate.Box{X0: 35, X1: 500, Y0: 300, Y1: 300}})
		},
		"words across": func(p *predate.Page) {
			p.Words = append(p.Words, predate.Word{Text: "Récapitulatif", Size: 9, Box: predate.Box{X0: 130, X1: 195, Y0: 110, Y1: 119}})
		},
		"few frames": func(p *predate.Page) { p.Height = 2000 },
	} {
		p := panelPage()
		alter(&p)
		lines := layout.Analyse([]predate.Page{p}).Pages[0].Lines
		if !slices.ContainsFunc(lines, func(l layout.Line) bool { return l.Text() == joined }) {
			t.Errorf("%s: no line %q", name, joined)
		}
	}
}

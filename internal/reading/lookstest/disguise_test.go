package lookstest

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading"
	"predate/internal/reading/pdftext"
)

// disguise changes how a page writes what it says.
type disguise struct {
	name   string
	change func([]predate.Word) []predate.Word
}

var (
	slashedDay = regexp.MustCompile(`\b(\d\d)/(\d\d)/(\d{4})\b`)
	decimals   = regexp.MustCompile(`^([(+−-]?\d+),(\d\d)(\)?)$`)
	pointWord  = regexp.MustCompile(`^(?i:r[eé]solution|point|question|d[eé]cision)$`)
	pointMark  = regexp.MustCompile(`^(?i:n°)$`)
	pointOrder = regexp.MustCompile(`^\d{1,2}$`)
)

// disguises are other writings of days and numbers, capitals without accents, and
// other enumerators of points.
func disguises() []disguise {
	return []disguise{
		{"days with points", eachWord(func(w string) string { return slashedDay.ReplaceAllString(w, "$1.$2.$3") })},
		{"days with hyphens", eachWord(func(w string) string { return slashedDay.ReplaceAllString(w, "$1-$2-$3") })},
		{"decimals after a point", eachWord(func(w string) string { return decimals.ReplaceAllString(w, "$1.$2$3") })},
		{"capitals without accents", eachWord(func(w string) string { return strings.ToUpper(fold.Text(w)) })},
		{"points by a number and a bracket", enumerated(")")},
		{"points by a number and a full stop", enumerated(".")},
	}
}

// eachWord changes words one by one; one that would be nothing stays.
func eachWord(change func(string) string) func([]predate.Word) []predate.Word {
	return func(words []predate.Word) []predate.Word {
		for i, w := range words {
			if text := change(w.Text); text != "" {
				words[i].Text = text
			}
		}
		return words
	}
}

// enumerated writes "Résolution n° 5" as 5 with a mark.
func enumerated(mark string) func([]predate.Word) []predate.Word {
	return func(words []predate.Word) []predate.Word {
		for i := 0; i+2 < len(words); i++ {
			if pointWord.MatchString(words[i].Text) && pointMark.MatchString(words[i+1].Text) && pointOrder.MatchString(words[i+2].Text) {
				words[i+2].Box.X0 = words[i].Box.X0
				words[i+2].Text += mark
				words[i].Text, words[i+1].Text = "", ""
			}
		}
		return slices.DeleteFunc(words, func(w predate.Word) bool { return w.Text == "" })
	}
}

// disguised reads pages and changes how they are written.
type disguised struct {
	reading.Pages
	change func([]predate.Word) []predate.Word
	worn   *atomic.Bool // whether a word was changed
}

func (d disguised) Skim(ctx context.Context, data []byte, guide pdftext.Guide, known ...predate.Page) ([]predate.Page, error) {
	pages, err := d.Pages.Skim(ctx, data, guide, known...)
	for i := range pages {
		before := pages[i].Words
		if pages[i].Words = d.change(slices.Clone(before)); !slices.Equal(before, pages[i].Words) {
			d.worn.Store(true)
		}
	}
	return pages, err
}

// tryDisguises reads editions in disguises: no figure may be another than the
// papers say, though some may be lacking.
func tryDisguises(t *testing.T, list []Edition, in []disguise) {
	t.Helper()
	for _, d := range in {
		var worn atomic.Bool
		reader := readerOf(t, func(p reading.Pages) reading.Pages { return disguised{p, d.change, &worn} })
		for _, e := range list {
			t.Run(e.ID+" with "+d.name, func(t *testing.T) { trial(t, reader, e) })
		}
		if !worn.Load() {
			t.Errorf("no page was changed by %s", d.name)
		}
	}
}

// editionsNamed picks editions.
func editionsNamed(ids ...string) []Edition {
	return slices.DeleteFunc(editions(), func(e Edition) bool { return !slices.Contains(ids, e.ID) })
}

// TestDisguises reads one dossier in every disguise of its writing; with the tag
// prove all dossiers.
func TestDisguises(t *testing.T) { tryDisguises(t, editionsNamed("d13"), disguises()) }

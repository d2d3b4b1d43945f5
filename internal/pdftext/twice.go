package pdftext

import (
	"context"
	"errors"
	"image"
	"strings"

	"predate"
)

// A page is read twice. First as it lies, its ruling lines guiding the eye from
// block to block. Then without them, larger, the figures alone, what was passed
// over (lines between two blocks, columns far from all others) and what was not
// well read: words that a ruling line touches. One reading loses commas beside
// lines, the other takes lines for figures; where they do not agree on the
// digits, a figure is in doubt.
const (
	firstDPI = 200.0 // where tesseract finds blocks best
	scanDPI  = 300.0 // where it reads small figures best

	leastForgotten = 0.00008 // share of a page's pixels: a short word of small print
)

// recogniseInto fills a page from its image, or says why it cannot. A page that
// was scanned on its side or on its head is turned first.
func (r *Reader) recogniseInto(ctx context.Context, p *predate.Page, img *image.Gray, dpi float64) {
	ready := prepare(img, dpi)
	first, err := r.firstReading(ctx, ready)
	if err == nil && first.onItsSide() {
		p.Width, p.Height = p.Height, p.Width
		ready = prepare(quarterTurn(img), dpi)
		ready.turn += 90
		first, err = r.firstReading(ctx, ready)
	}
	if err == nil && first.doubtful() {
		other := ready.onItsHead()
		second, failed := r.firstReading(ctx, other)
		if failed == nil && second.confidence > first.confidence+10 && len(second.words) > len(first.words)/2 {
			ready, first = other, second
		}
	}
	if err == nil {
		first, err = r.secondReading(ctx, ready, first)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		p.Unreadable = "La reconnaissance de caractères dépasse le temps permis."
	case err != nil:
		p.Unreadable = "La reconnaissance de caractères a échoué."
	case len(first.words) == 0 && ready.ink > 0.001:
		p.Unreadable = "Aucun texte n’a été reconnu sur la page."
	case first.illegible():
		p.Unreadable = "Le scan est illisible, redemandez-le."
	default:
		p.Words, p.Rules, p.OCR, p.Turn = first.words, ready.rules, true, ready.turn
	}
}

// firstReading reads the whole page, block by block.
func (r *Reader) firstReading(ctx context.Context, p prepared) (recognition, error) {
	return r.recognise(ctx, scaled(p.straight, firstDPI/p.dpi), firstDPI, asBlocks)
}

// secondReading reads the figures of the page again, and what the first reading
// passed over or is weak in. A page that holds none of them is read once. What
// takes too long the second time stays what it was.
func (r *Reader) secondReading(ctx context.Context, p prepared, first recognition) (recognition, error) {
	m := merger{page: p, first: first.without(func(w predate.Word) bool { return !p.inked(w.Box) })}
	again, settled := m.again()
	rest := p.without(settled)
	if len(again) == 0 && ink(rest, inkGrey) < leastForgotten {
		return m.first, nil // mendDays has nothing to mend without figures
	}
	var err error
	if m.second, err = r.recognise(ctx, rest, p.dpi, asScattered); err != nil && ctx.Err() != nil {
		return recognition{}, err
	}
	out, spare := m.merged()
	out.words = p.settleStrays(out.words, spare)
	mask(out.words)
	mendDays(out.words)
	return out, nil
}

// mask takes the digits out of words in doubt, so that nobody takes them for an
// amount: one that lost a figure looks like a smaller one.
func mask(words []predate.Word) {
	for i, w := range words {
		if w.Doubt != "" {
			words[i].Doubt = w.Text + " | " + w.Doubt
			words[i].Text = strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return '?'
				}
				return r
			}, w.Text)
		}
	}
}

func hasFigure(w predate.Word) bool { return strings.ContainsAny(w.Text, "0123456789") }

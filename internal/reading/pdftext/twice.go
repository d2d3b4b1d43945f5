package pdftext

import (
	"context"
	"errors"
	"image"
	"slices"
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
		second, trouble := r.firstReading(ctx, other)
		if trouble == nil && second.confidence > first.confidence+10 && len(second.words) > len(first.words)/2 {
			ready, first = other, second
		}
	}
	if err == nil {
		first, err = r.secondReading(ctx, ready, first)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		p.Unreadable = tooLong
	case err != nil:
		p.Unreadable = failed
	case len(first.words) == 0 && ready.ink > 0.001:
		p.Unreadable = nothingSeen
	case first.illegible():
		p.Unreadable = illegible
	default:
		p.Words, p.Rules, p.OCR, p.Turn = first.words, ready.rules, true, ready.turn
	}
}

// firstReading reads the whole page, block by block.
func (r *Reader) firstReading(ctx context.Context, p prepared) (recognition, error) {
	return r.recognise(ctx, scaled(p.straight, firstDPI/p.dpi), firstDPI, asBlocks)
}

// secondReading reads the figures of the page again, and what the first reading
// passed over or is weak in. A page that holds next to none of them is read once:
// prose that was well read, such as the rules of a building. What takes too long
// the second time stays what it was.
func (r *Reader) secondReading(ctx context.Context, p prepared, first recognition) (recognition, error) {
	m := merger{page: p, first: first.without(func(w predate.Word) bool { return !p.inked(w.Box) })}
	again, settled := m.again()
	rest := p.without(settled)
	if m.prose(len(again)) && ink(p.without(m.first.words), inkGrey) < leastForgotten {
		mendDays(m.first.words)
		return m.first, nil
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

// prose reports whether a page that has so many words to read again is one of
// sentences in which no amount is printed.
func (m merger) prose(again int) bool {
	const leastWorth = 8 // one word in so many
	return again*leastWorth < len(m.first.words) &&
		!slices.ContainsFunc(m.first.words, func(w predate.Word) bool { return amountForm.MatchString(w.Text) })
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

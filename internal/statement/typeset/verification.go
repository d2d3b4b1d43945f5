package typeset

import (
	"strings"

	"rsc.io/qr"

	"predate/internal/statement/tagged"
)

// seal is the QR code at the foot of the first page: the address where anyone
// may ask whether the statement was issued and is the latest.
type seal struct {
	address string
	code    *qr.Code // nil when the statement has none
}

const (
	sealSide = 56.0
	sealGap  = 18.0 // between the legend and the code
)

// layVerification makes the QR code; there is none without an address, on
// specimens and on drafts. An address that no QR code holds is left out: the
// code of verification stands in the legend anyway.
func (c *composer) layVerification() seal {
	if c.options.VerifyAt == "" || !c.issued() {
		return seal{}
	}
	address := strings.TrimSuffix(c.options.VerifyAt, "/") + "/verify/" + string(c.known.code)
	code, err := qr.Encode(address, qr.M)
	if err != nil {
		return seal{}
	}
	return seal{address, code}
}

// room is the width that the seal takes from the legend.
func (s seal) room() float64 {
	if s.code == nil {
		return 0
	}
	return sealSide + sealGap
}

func (s seal) height() float64 {
	if s.code == nil {
		return 0
	}
	return sealSide
}

// drawVerification draws the QR code as rectangles, a run of modules each, and
// makes a link of it.
func (c *composer) drawVerification(seal seal, y float64) {
	if seal.code == nil {
		return
	}
	s, x := c.sheet, rightEdge-sealSide
	link := s.block.Add(tagged.Link)
	link.Alt = "Vérifier ce document" + nbsp + ": " + seal.address
	figure := link.Add(tagged.Figure)
	figure.Alt = "Code QR de l’adresse de vérification"
	figure.Box = bottomUp(box{x, y, sealSide, sealSide})
	module := sealSide / float64(seal.code.Size)
	s.within(figure, func() {
		for row := range seal.code.Size {
			for from := 0; from < seal.code.Size; from++ {
				to := from
				for to < seal.code.Size && seal.code.Black(to, row) {
					to++
				}
				if to > from {
					s.fill(x+float64(from)*module, y+float64(row)*module, float64(to-from)*module, module, ink)
				}
				from = to
			}
		}
	})
	if s.blind {
		return
	}
	s.pdf.LinkString(x, y, sealSide, sealSide, seal.address)
	s.tree.Annotate(link, s.page())
}

// bottomUp gives the sides of a place from the bottom left of the page.
func bottomUp(b box) [4]float64 {
	return [4]float64{b.x, pageHeight - b.y - b.h, b.x + b.w, pageHeight - b.y}
}

// verification tells the code under which the statement is issued.
func (c *composer) verification() string {
	if !c.issued() {
		return ""
	}
	said := "Code de vérification" + nbsp + ": " + strings.ReplaceAll(string(c.known.code), "-", hyphen)
	if c.options.VerifyAt != "" {
		said += " — " + strings.TrimPrefix(strings.TrimSuffix(c.options.VerifyAt, "/"), "https://") + "/verify"
	}
	return said
}

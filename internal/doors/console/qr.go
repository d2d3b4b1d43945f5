package console

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// qrView is a QR code as one path of squares, for an inline SVG: sharp at any size,
// and no address that would hold the secret.
type qrView struct {
	Size int // of the picture, its quiet margin included
	Path string
}

// qrMargin is the white around a code that cameras need.
const qrMargin = 4

func drawQR(text string) (qrView, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return qrView{}, fmt.Errorf("draw a QR code: %w", err)
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+qrMargin, y+qrMargin)
			}
		}
	}
	return qrView{Size: code.Size + 2*qrMargin, Path: path.String()}, nil
}

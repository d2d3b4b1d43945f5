package office

import (
	"context"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/blob"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/look"
)

// teachFlags let a ruling teach where its figure is printed.
type teachFlags struct {
	readers.ReaderFlags
	serving.BlobFlags
	At string `help:"Where a paper prints the value: FILE:PAGE:X0,Y0,X1,Y1 in points, or FILE:PAGE:WORDS that name it. It is then learnt for the papers of this look (predate look list)." placeholder:"FILE:PAGE:BOX"`
}

// placeForm is FILE:PAGE:BOX or FILE:PAGE:WORDS.
var placeForm = regexp.MustCompile(`^(.+?):(\d+):(.+)$`)

// pointed reads --at.
func (f teachFlags) pointed() (file string, p reading.Pointed, err error) {
	m := placeForm.FindStringSubmatch(f.At)
	if m == nil {
		return "", p, predate.Refuse(predate.CodeInvalid, "--at « %s » : écrivez FICHIER:PAGE:X0,Y0,X1,Y1 ou FICHIER:PAGE:MOTS.", f.At)
	}
	if p.Page, err = strconv.Atoi(m[2]); err != nil {
		return "", p, predate.Refuse(predate.CodeInvalid, "--at « %s » : « %s » n’est pas un numéro de page.", f.At, m[2])
	}
	var box [4]float64
	corners := strings.Split(m[3], ",")
	for i := range box {
		if len(corners) != len(box) {
			break
		}
		if box[i], err = strconv.ParseFloat(strings.TrimSpace(corners[i]), 64); err != nil {
			break
		}
	}
	if err != nil || len(corners) != len(box) {
		p.Words = m[3]
		return m[1], p, nil
	}
	p.Box = predate.Box{X0: box[0], Y0: box[1], X1: box[2], Y1: box[3]}
	return m[1], p, nil
}

// learn derives a look from the place at which an operator points in an order.
func (f teachFlags) learn(c *terminal.Context, d *desk.Desk, id predate.OrderID, data string, rulings []predate.Ruling) (look.Look, error) {
	name, p, err := f.pointed()
	if err != nil {
		return look.Look{}, err
	}
	if len(rulings) != 1 || rulings[0].Value == nil {
		return look.Look{}, predate.Refuse(predate.CodeInvalid, "--at désigne un seul chiffre : donnez un seul CLÉ=VALEUR.")
	}
	p.Key, p.Value = rulings[0].Key, rulings[0].Value
	i, err := d.Inquiry(c, id)
	if err != nil {
		return look.Look{}, err
	}
	read, err := d.Case(c, i.Run.ID)
	if err != nil {
		return look.Look{}, err
	}
	at := slices.IndexFunc(read.Documents, func(one predate.Document) bool { return one.Filename == name })
	if at < 0 || i.Run.ReportHash == "" {
		return look.Look{}, predate.Refuse(predate.CodeNotFound, "La commande %s n’a pas de pièce « %s » ; « predate review show %s » les nomme.", id, name, id)
	}
	blobs, err := f.Blobs(c, data)
	if err != nil {
		return look.Look{}, err
	}
	statement, err := storedStatement(c, blobs, i.Run.ReportHash)
	if err != nil {
		return look.Look{}, err
	}
	reader, closeReader, err := f.Open(c, c.CommandMeans())
	if err != nil {
		return look.Look{}, err
	}
	defer closeReader()
	return reader.Teach(c, storedFile(read.Documents[at], blobs), statement, p)
}

// storedFile is a document of the store of papers for the reader.
func storedFile(d predate.Document, blobs blob.Store) reading.File {
	return reading.File{
		Document: d.ID, Name: d.Filename, Hash: d.Hash,
		Open: func(ctx context.Context) (io.ReadCloser, error) { return blobs.Open(ctx, d.Hash) },
	}
}

// learned prints what was taught.
func (p sheet) learned(l look.Look) {
	p.Line(0, "Appris, et pas encore en service : %s.", l.Title())
	p.Line(2, "« predate look list » le montre ; « predate look replay » dit ce qu’il lirait des pièces gardées.")
}

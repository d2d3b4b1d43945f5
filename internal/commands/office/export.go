package office

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"predate"
	"predate/internal/commands/terminal"
	"predate/internal/orders/desk"
)

// ExportCommand writes all that is kept of a person’s orders.
type ExportCommand struct {
	personFlags
	To string `help:"File to write; it must not exist." required:"" type:"path" placeholder:"FILE.zip"`
}

// Run writes all that is kept of orders for the person they are about.
func (e ExportCommand) Run(c *terminal.Context) error {
	b, err := e.open(c, "")
	if err != nil {
		return err
	}
	defer b.house.Close()
	orders, err := e.chosen(c, b)
	if err != nil || len(orders) == 0 {
		return err
	}
	file, err := os.OpenFile(e.To, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return predate.Refuse(predate.CodeConflict, "« %s » existe déjà : donnez un autre nom à --to.", e.To)
	}
	if err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	gone, err := writeExport(c, file, b, orders)
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(fmt.Errorf("write the export: %w", err), os.Remove(e.To))
	}
	if len(gone) > 0 {
		c.Say("%d fichier(s) manquent ou sont abîmés ; manque.txt les nomme dans l’archive :\n  %s", len(gone), strings.Join(gone, "\n  "))
	}
	c.Say("%d commande(s) dans %s. Les pièces nomment aussi d’autres personnes : relisez-les avant de remettre le fichier.", len(orders), e.To)
	return nil
}

// exportReadMe is the first thing that a person reads of what is kept of him.
const exportReadMe = `Ce dossier contient tout ce que predate garde de vos commandes de pré-état daté, un dossier par commande.

commande.json    la commande et ce qui lui est arrivé : passages, pièces, échanges, décisions, événements, livraisons, actes
pieces/          les pièces reçues ou collectées, telles quelles
declarations/    les pré-états datés délivrés (PDF) et leurs chiffres (JSON)
manque.txt       s’il est là : les fichiers qui ne sont plus gardés, ou qui sont abîmés

N’y sont pas : les mots de passe (ils sont scellés, puis effacés), les copies d’une réponse déjà dans commande.json, les mots de recherche
qui en sont tirés, et qui a le dossier ouvert en ce moment.
`

// writeExport packs orders, and names the files that are gone or damaged.
func writeExport(ctx context.Context, to io.Writer, b *archive, orders []desk.Opened) (gone []string, err error) {
	pack := zip.NewWriter(to)
	if err := packText(pack, "LISEZMOI.txt", exportReadMe); err != nil {
		return nil, err
	}
	for _, order := range orders {
		data, err := b.Personal(ctx, order.Order.ID)
		if err != nil {
			return nil, err
		}
		more, err := packOrder(ctx, pack, b, data)
		if err != nil {
			return nil, err
		}
		gone = append(gone, more...)
	}
	return gone, pack.Close()
}

func packOrder(ctx context.Context, pack *zip.Writer, b *archive, data desk.PersonalData) (gone []string, err error) {
	folder := string(data.Order.ID) + "/"
	rows, err := json.MarshalIndent(data.Rows, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write order %s: %w", data.Order.ID, err)
	}
	if err := packText(pack, folder+"commande.json", string(rows)+"\n"); err != nil {
		return nil, err
	}
	add := func(name string, hash predate.Hash) error {
		if hash == "" {
			return nil
		}
		err := packFile(ctx, pack, folder+name, b, hash)
		switch {
		case errors.Is(err, predate.ErrNotFound):
			gone = append(gone, folder+name+" : n’est plus gardé")
		case errors.Is(err, predate.ErrDamaged):
			gone = append(gone, folder+name+" : est abîmé")
		default:
			return err
		}
		return nil
	}
	for _, document := range data.Documents {
		if err := add(fmt.Sprintf("pieces/%d %s", document.ID, plainName(document.Filename)), document.Hash); err != nil {
			return nil, err
		}
	}
	for _, run := range data.Runs {
		err := errors.Join(add(fmt.Sprintf("declarations/%d.pdf", run.Number), run.PDFHash), add(fmt.Sprintf("declarations/%d-preuve.pdf", run.Number), run.ProofHash),
			add(fmt.Sprintf("declarations/%d.json", run.Number), run.ReportHash))
		if err != nil {
			return nil, err
		}
	}
	if len(gone) == 0 {
		return nil, nil
	}
	return gone, packText(pack, folder+"manque.txt", "Ces fichiers ne sont plus là, ou sont abîmés :\n"+strings.Join(gone, "\n")+"\n")
}

func packText(pack *zip.Writer, name, text string) error {
	to, err := pack.Create(name)
	if err == nil {
		_, err = io.WriteString(to, text)
	}
	return err
}

func packFile(ctx context.Context, pack *zip.Writer, name string, b *archive, hash predate.Hash) error {
	content, err := b.blobs.Open(ctx, hash)
	if err != nil {
		return err
	}
	defer content.Close()
	to, err := pack.Create(name)
	if err != nil {
		return err
	}
	sum := sha256.New() // not every store looks at what it gives
	if _, err := io.Copy(io.MultiWriter(to, sum), content); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != string(hash) {
		return fmt.Errorf("%s: its bytes are others: %w", name, predate.ErrDamaged)
	}
	return nil
}

// plainName is the name of a file that leads into no other folder.
func plainName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`\/:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	return strings.TrimLeft(path.Base("/"+clean), ". ")
}

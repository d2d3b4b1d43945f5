package office

import (
	"fmt"
	"strings"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/orders/desk"
)

// personFlags name whose data a command is about: single orders, or all of one seller.
type personFlags struct {
	serving.StoreFlags
	serving.BlobFlags
	readers.CacheFlags
	Order []string `help:"The order, or several with commas." placeholder:"ORDER,…"`
	Owner string   `help:"The seller: «Vassorelle, Zoé», or the name alone of a company." placeholder:"NAME, FIRST NAME"`
	By    string   `help:"Who acts (default: the user of this machine); kept in the record." placeholder:"NAME"`
}

// check refuses a command that does not say whose data it is about.
func (p personFlags) check() error {
	if (len(p.Order) == 0) == (p.Owner == "") {
		return predate.Refuse(predate.CodeInvalid, "Dites de quelles commandes il s’agit : --order ABC234, ou --owner 'Nom, Prénom'.")
	}
	return nil
}

// archive is a desk with the files of its orders.
type archive struct {
	*desk.Desk
	blobs blob.Store
	house *serving.Cellar
}

// open opens a desk whose acts are those of whoever runs the command.
func (p personFlags) open(c *terminal.Context, why string) (*archive, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	house, err := serving.OpenCellar(c, p.StoreFlags, c.CommandMeans())
	if err != nil {
		return nil, err
	}
	b := &archive{house: house}
	if err := b.furnish(c, p); err != nil {
		house.Close()
		return nil, err
	}
	b.Desk = b.By(desk.Actor{Name: strings.TrimSpace(terminal.OrUser(p.By)), Why: strings.TrimSpace(why)})
	return b, nil
}

func (b *archive) furnish(c *terminal.Context, p personFlags) error {
	kept, err := p.Blobs(c, p.Data)
	if err != nil {
		return err
	}
	b.blobs = p.Thorough(kept, p.CacheFlags)
	q, err := b.house.NewQueue(queue.Options{})
	if err != nil {
		return err
	}
	b.Desk, err = b.house.FrontDesk(q, b.blobs, serving.DeskDates{})
	return err
}

// chosen lists the orders that a command is about, on the terminal too, and those that
// a person must judge.
func (p personFlags) chosen(c *terminal.Context, b *archive) ([]desk.Opened, error) {
	var ids []predate.OrderID
	var like []predate.Order
	for _, text := range p.Order {
		id, err := orderNamed(text)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	if p.Owner != "" {
		last, first, _ := strings.Cut(p.Owner, ",")
		his, others, err := b.OrdersOfPerson(c, desk.Person{Lastname: strings.TrimSpace(last), Firstname: strings.TrimSpace(first)})
		if err != nil {
			return nil, err
		}
		for _, order := range his {
			ids = append(ids, order.ID)
		}
		like = others
	}
	page := terminal.NewPrinter(c.Stdout)
	var all []desk.Opened
	for _, id := range ids {
		opened, err := b.Open(c, id)
		if err != nil {
			return nil, err
		}
		all = append(all, opened)
		page.Line(0, "%s", orderLine(opened.Order))
		page.Line(2, "%d pièce(s), %d événement(s), %d acte(s)", len(opened.Documents), len(opened.Events), len(opened.Acts))
	}
	if len(all) == 0 {
		page.Line(0, "Aucune commande n’a ce vendeur.")
	}
	if len(like) > 0 {
		page.Line(0, "Ces commandes ont un vendeur de ce nom parmi d’autres mots ; elles ne sont pas retenues. Si c’est la même personne, nommez-les avec --order :")
		for _, order := range like {
			page.Item(2, orderLine(order))
		}
	}
	return all, page.Err
}

// orderLine says which order it is: whose, of which building, since when.
func orderLine(o predate.Order) string {
	if !o.Erased.IsZero() {
		return fmt.Sprintf("%s · effacée le %s", o.ID, o.Erased.Local().Format("02/01/2006"))
	}
	var owners []string
	for _, owner := range o.Owners {
		owners = append(owners, strings.TrimSpace(owner.Firstname+" "+owner.Lastname))
	}
	return fmt.Sprintf("%s · %s · %s · placée le %s", o.ID, strings.Join(owners, ", "), o.Property.Line(), o.Created.Local().Format("02/01/2006"))
}

// EraseCommand erases all that is kept of orders.
type EraseCommand struct {
	personFlags
	Why string `help:"Why, without a name; kept in the record." required:"" placeholder:"TEXT"`
	Yes bool   `help:"Erase; without it, what would be erased is listed."`
}

// Run erases orders, and leaves the record that it did.
func (e EraseCommand) Run(c *terminal.Context) error {
	b, err := e.open(c, e.Why)
	if err != nil {
		return err
	}
	defer b.house.Close()
	orders, err := e.chosen(c, b)
	if err != nil || len(orders) == 0 {
		return err
	}
	if !e.Yes {
		c.Say("Rien n’est effacé. Pour effacer ces %d commande(s) pour toujours, relancez avec --yes.", len(orders))
		return nil
	}
	for i, order := range orders {
		if err := b.EraseOrder(c, order.Order.ID); err != nil {
			return fmt.Errorf("%d of %d orders are erased with their files; of order %s something is left: run it again: %w", i, len(orders), order.Order.ID, err)
		}
	}
	c.Say("%d commande(s) effacée(s) : %s.", len(orders), idList(orders))
	c.Say("Les sauvegardes ne sont pas atteintes : elles passent avec le temps. Notez ces références hors de cette machine : après une restauration, ces effacements sont à refaire.")
	return nil
}

// idList names orders.
func idList(orders []desk.Opened) string {
	var all []string
	for _, order := range orders {
		all = append(all, string(order.Order.ID))
	}
	return strings.Join(all, ", ")
}

package office

import (
	"fmt"
	"text/tabwriter"
	"time"

	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/orders/desk"
)

// KeysCommand manages the keys that seal secrets and credentials at rest.
type KeysCommand struct {
	List   keysList        `cmd:"" help:"List the keys and how much each of them seals."`
	Rotate keysRotate      `cmd:"" help:"Seal everything with new keys, beside a running server, and destroy the old ones."`
	Export keysExport      `cmd:"" help:"Write the keys of a door or a worker, which seals credentials and cannot open them."`
	Prune  keysPrune       `cmd:"" help:"Destroy the old keys that seal nothing any more."`
	Lost   keysReplaceLost `cmd:"" name:"replace-lost" help:"Draw fresh keys where those of the database are lost for good, and give up what they sealed."`
}

// keyRoom is what these commands work on: the rows, and both ends of the keys.
type keyRoom struct {
	*serving.Cellar
	desk   *desk.Desk
	opener *seal.Opener
}

func openKeyRoom(c *terminal.Context, f serving.StoreFlags) (*keyRoom, error) {
	below, err := serving.OpenCellar(c, f, c.CommandMeans())
	if err != nil {
		return nil, err
	}
	room := &keyRoom{Cellar: below}
	if room.desk, room.opener, err = bothEnds(below); err != nil {
		below.Close()
		return nil, err
	}
	return room, nil
}

// bothEnds opens a desk, which seals, and what opens its credentials.
func bothEnds(c *serving.Cellar) (*desk.Desk, *seal.Opener, error) {
	q, err := c.NewQueue(queue.Options{})
	if err != nil {
		return nil, nil, err
	}
	front, err := c.FrontDesk(q, nil, serving.DeskDates{})
	if err != nil {
		return nil, nil, err
	}
	opener, err := c.Credentials()
	return front, opener, err
}

// reseal seals anew what the given keys sealed, and counts everything.
func (r *keyRoom) reseal(c *terminal.Context, old map[uint32]bool) (desk.Resealed, error) {
	return r.desk.Reseal(c, desk.Resealing{Old: old, OpenCredential: r.opener.Open})
}

func idsOf(keys []seal.Key) map[uint32]bool {
	ids := map[uint32]bool{}
	for _, key := range keys {
		ids[key.ID] = true
	}
	return ids
}

type keysList struct{ serving.StoreFlags }

// Run prints a line for each key.
func (k keysList) Run(c *terminal.Context) error {
	room, err := openKeyRoom(c, k.StoreFlags)
	if err != nil {
		return err
	}
	defer room.Close()
	found, err := room.reseal(c, nil)
	if err != nil {
		return err
	}
	keys, err := seal.List(room.Keys)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	for _, key := range keys {
		use := "opens only"
		if key.Primary {
			use = "seals"
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%d sealed\n", key.Set, key.ID, use, found.ByKey[key.ID])
	}
	return table.Flush()
}

type keysRotate struct {
	serving.StoreFlags
	Settle  time.Duration `help:"How long to wait for what servers were sealing with the old keys, before the last look." default:"10s"`
	KeepOld bool          `name:"keep-old" help:"Keep the old keys: other machines work with copies of this folder. Copy it to them, then run «predate keys prune»."`
}

// Run makes new keys, seals everything anew, and destroys the old keys once
// nothing is sealed by them.
func (k keysRotate) Run(c *terminal.Context) error {
	room, err := openKeyRoom(c, k.StoreFlags)
	if err != nil {
		return err
	}
	defer room.Close()
	if err := seal.Rotate(room.Keys); err != nil {
		return err
	}
	if k.KeepOld {
		c.Say("New keys seal from now on. Copy %s to every machine, then run «predate keys prune» on this one.", room.Keys)
		return nil
	}
	return room.retire(c, k.Settle)
}

type keysPrune struct {
	serving.StoreFlags
	Settle time.Duration `help:"How long to wait for what servers were sealing with the old keys, before the last look." default:"10s"`
}

// Run seals anew what old keys still seal, and destroys them.
func (k keysPrune) Run(c *terminal.Context) error {
	room, err := openKeyRoom(c, k.StoreFlags)
	if err != nil {
		return err
	}
	defer room.Close()
	return room.retire(c, k.Settle)
}

// retire seals everything anew and drops the old keys. A request that sealed
// with an old key just before the rotation may write its row a moment after
// the first look: hence the second one, which must find nothing.
func (r *keyRoom) retire(c *terminal.Context, settle time.Duration) error {
	old, err := seal.Retired(r.Keys)
	if err != nil {
		return err
	}
	first, err := r.reseal(c, idsOf(old))
	if err != nil {
		return err
	}
	select {
	case <-c.Done():
		return c.Err()
	case <-time.After(settle):
	}
	second, err := r.reseal(c, idsOf(old))
	if err != nil {
		return err
	}
	c.Say("%d text(s) sealed anew", first.Changed+second.Changed)
	for _, context := range second.Lost {
		c.Say("cannot be opened by any key, and is left as it is: %s", context)
	}
	last, err := r.reseal(c, nil)
	if err != nil {
		return err
	}
	return r.drop(c, old, last.ByKey)
}

// drop destroys the keys that seal nothing and names those that still do.
func (r *keyRoom) drop(c *terminal.Context, old []seal.Key, inUse map[uint32]int) error {
	var unused []seal.Key
	for _, key := range old {
		if inUse[key.ID] == 0 {
			unused = append(unused, key)
			continue
		}
		c.Say("kept: %s %d still seals %d text(s); run «predate keys prune» later", key.Set, key.ID, inUse[key.ID])
	}
	if err := seal.Drop(r.Keys, unused); err != nil {
		return err
	}
	c.Say("%d old key(s) destroyed", len(unused))
	return nil
}

package office

import (
	"fmt"
	"os"
	"path/filepath"

	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/seal"
)

type keysExport struct {
	serving.StoreFlags
	To string `help:"Folder to write, for a door or a worker." required:"" type:"path" placeholder:"DIR"`
}

// Run writes the keys of a process that seals credentials and cannot open them.
func (k keysExport) Run(c *terminal.Context) error {
	from := k.KeyFolder()
	if _, err := os.Stat(filepath.Clean(from)); err != nil {
		return fmt.Errorf("there are no keys in %s: name their folder with --keys or --data", from)
	}
	if err := seal.Export(from, k.To); err != nil {
		return err
	}
	c.Say("The keys of a door or a worker are in %s. Copy them there and name the folder with --keys; they open no credentials, and everything else: keep them as secret as the others.", k.To)
	return nil
}

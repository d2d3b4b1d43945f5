package serving

import (
	"fmt"
	"net/url"
	"reflect"

	"predate"
	"predate/internal/commands/terminal"

	"github.com/alecthomas/kong"
)

// ConfigCommand takes the server's own flags, so that it prints what the
// server would use.
type ConfigCommand struct{ ServerFlags }

// Run prints every setting with its value and origin; secrets are masked.
func (s ConfigCommand) Run(c *terminal.Context, parsed *kong.Context) error {
	for _, flag := range parsed.Selected().Flags {
		if flag.Name == "help" {
			continue
		}
		shown := fmt.Sprint(reflect.Indirect(flag.Target).Interface())
		switch {
		case shown == "":
			shown = "–"
		case flag.Tag.Has("secret"):
			shown = predate.Secret(shown).String()
		case flag.Name == "database":
			shown = Redacted(shown)
		}
		c.Say("%-16s %-32s %s", flag.Name, shown, c.Settings.OriginOf(flag.Name))
	}
	return nil
}

// Redacted masks the password of a database URL.
func Redacted(database string) string {
	u, err := url.Parse(database)
	if err != nil {
		return predate.Secret(database).String()
	}
	return u.Redacted()
}

package main

import (
	"reflect"

	"github.com/alecthomas/kong"
)

// configCommand takes the server's own flags, so that it prints what the
// server would use.
type configCommand struct{ serverFlags }

// Run prints every setting with its value and origin; secrets are masked.
func (s configCommand) Run(c *commandContext, parsed *kong.Context) error {
	for _, flag := range parsed.Selected().Flags {
		if flag.Name == "help" {
			continue
		}
		value := reflect.Indirect(flag.Target).Interface()
		shown := value
		if flag.Tag.Has("secret") && !flag.Target.IsZero() {
			shown = "‹secret›"
		}
		c.say("%-16s %-32v %s", flag.Name, shown, c.settings.originOf(flag.Name))
	}
	return nil
}

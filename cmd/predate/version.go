package main

import "runtime/debug"

type versionCommand struct{}

// Run prints the version of the module and of the source it was built from.
func (versionCommand) Run(c *commandContext) error {
	version, revision := "devel", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			version = info.Main.Version
		}
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				revision = " " + setting.Value
			}
		}
	}
	c.say("predate %s%s", version, revision)
	return nil
}

package main

import "runtime/debug"

type versionCommand struct{}

// Run prints the version of the module and of the source it was built from.
func (versionCommand) Run(c *commandContext) error {
	version, revision, _ := built()
	if revision != "" {
		revision = " " + revision
	}
	c.say("predate %s%s", version, revision)
	return nil
}

// built says of which version and source this program was made, and with which Go.
func built() (version, revision, with string) {
	version = "devel"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version, "", ""
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			revision = setting.Value
		}
	}
	return version, revision, info.GoVersion
}

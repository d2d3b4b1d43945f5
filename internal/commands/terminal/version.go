package terminal

import (
	"fmt"
	"runtime/debug"
)

// VersionCommand prints the version, or what a program is made of.
type VersionCommand struct {
	SBOM string `name:"sbom" help:"Print what this file, a program of predate for any system, is made of, as CycloneDX." type:"existingfile" placeholder:"FILE"`
}

// Run prints the version of the module and of the source it was built from, or what a
// program is made of.
func (v VersionCommand) Run(c *Context) error {
	if v.SBOM != "" {
		text, err := BillOfProgram(v.SBOM)
		if err != nil {
			return err
		}
		if _, err := c.Stdout.Write(text); err != nil {
			return fmt.Errorf("print a bill of materials: %w", err)
		}
		return nil
	}
	version, revision, _ := Built()
	if revision != "" {
		revision = " " + revision
	}
	c.Say("predate %s%s", version, revision)
	return nil
}

// Built says of which version and source this program was made, and with which Go.
func Built() (version, revision, with string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel", "", ""
	}
	version, revision = versionOf(info)
	return version, revision, info.GoVersion
}

// versionOf says of which version and source a program was made.
func versionOf(info *debug.BuildInfo) (version, revision string) {
	version = "devel"
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			revision = setting.Value
		}
	}
	return version, revision
}

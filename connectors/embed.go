package connectors

import "embed"

// Files gives every recipe, as *.yaml.
func Files() embed.FS { return files }

//go:embed *.yaml
var files embed.FS

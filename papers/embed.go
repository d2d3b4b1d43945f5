package papers

import (
	"embed"
	"io/fs"
)

// Lexicon gives the files of the lexicon, as *.yaml.
func Lexicon() fs.FS {
	folder, err := fs.Sub(files, "lexicon")
	if err != nil {
		return files // only an invalid name fails, and this one is valid
	}
	return folder
}

//go:embed lexicon/*.yaml
var files embed.FS

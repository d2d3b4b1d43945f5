package papers

import (
	"embed"
	"io/fs"
)

// Lexicon gives the files of the lexicon, as *.yaml.
func Lexicon() fs.FS { return folder("lexicon") }

// Forms gives the files of the forms, as *.yaml.
func Forms() fs.FS { return folder("forms") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		return files // only an invalid name fails, and these are valid
	}
	return sub
}

//go:embed lexicon/*.yaml forms/*.yaml
var files embed.FS

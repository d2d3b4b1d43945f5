package readers

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"os"
)

// ThisBuild names the running program by what it was built from, so that
// nothing which another build understood is taken for its own. The linker of
// Go writes such a name, made from the hash of all that it links, into a note
// of the executable; one without the note is hashed as a whole.
func ThisBuild() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	program, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("open this program: %w", err)
	}
	defer program.Close()
	return nameOf(program)
}

func nameOf(program interface {
	io.Reader
	io.ReaderAt
},
) (string, error) {
	hash := sha256.New()
	if note := buildNote(program); len(note) > 0 {
		_, _ = hash.Write(note) // a hash takes all
	} else if _, err := io.Copy(hash, program); err != nil {
		return "", fmt.Errorf("hash this program: %w", err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// buildNote gives the linker's name for an ELF program; nil when there is none.
func buildNote(program io.ReaderAt) []byte {
	file, err := elf.NewFile(program)
	if err != nil {
		return nil
	}
	section := file.Section(".note.go.buildid")
	if section == nil {
		return nil
	}
	note, err := section.Data()
	if err != nil {
		return nil
	}
	return note
}

package backup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writes gives its bytes to a file.
type writes func(io.Writer) error

func fromBytes(raw []byte) writes {
	return func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(raw))
		return err
	}
}

func fromFile(path string) writes {
	return func(w io.Writer) error {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	}
}

// put writes a file aside, forces it to the disk, and gives it its name, so that
// half a file never bears it. It tells what was written, under the path it was given.
func put(path string, content writes) (File, error) {
	fail := func(err error) (File, error) { return File{}, fmt.Errorf("write %s: %w", path, err) }
	part := path + ".part"
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fail(err)
	}
	sum := sha256.New()
	err = content(io.MultiWriter(file, sum))
	var size int64
	if err == nil {
		size, err = file.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fail(errors.Join(err, os.Remove(part)))
	}
	if err := os.Rename(part, path); err != nil {
		return fail(err)
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return fail(err)
	}
	return File{Path: path, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// describe reads a file through.
func describe(path string) (File, error) {
	file, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	return File{Path: path, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

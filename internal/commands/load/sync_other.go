//go:build !linux

package load

import "os"

// syncData waits until the disk has what was written to a file.
func syncData(file *os.File) error { return file.Sync() }

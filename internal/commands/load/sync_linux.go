package load

import (
	"fmt"
	"os"
	"syscall"
)

// syncData waits until the disk has what was written to a file.
func syncData(file *os.File) error {
	if err := syscall.Fdatasync(int(file.Fd())); err != nil {
		return fmt.Errorf("wait for the disk: %w", err)
	}
	return nil
}

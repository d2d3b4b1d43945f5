//go:build !(linux || darwin || freebsd)

package serving

import "errors"

// SameDisk does not know the disks of this system.
func SameDisk(string, string) bool { return false }

// diskOf does not know the disks of this system.
func diskOf(string) (free, size uint64, err error) { return 0, 0, errors.ErrUnsupported }

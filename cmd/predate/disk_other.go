//go:build !(linux || darwin || freebsd)

package main

import "errors"

// sameDisk does not know the disks of this system.
func sameDisk(string, string) bool { return false }

// diskOf does not know the disks of this system.
func diskOf(string) (free, size uint64, err error) { return 0, 0, errors.ErrUnsupported }

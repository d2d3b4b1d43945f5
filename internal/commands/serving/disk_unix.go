//go:build linux || darwin || freebsd

package serving

import (
	"fmt"
	"syscall"
)

// SameDisk reports whether two folders lie on one disk.
func SameDisk(one, other string) bool {
	var first, second syscall.Stat_t
	return syscall.Stat(one, &first) == nil && syscall.Stat(other, &second) == nil && first.Dev == second.Dev
}

// diskOf gives the room left for this process on the disk of a folder, and the size
// of that disk, in bytes.
func diskOf(folder string) (free, size uint64, err error) {
	var said syscall.Statfs_t
	if err := syscall.Statfs(folder, &said); err != nil {
		return 0, 0, fmt.Errorf("room of %s: %w", folder, err)
	}
	block := uint64(said.Bsize)
	return uint64(said.Bavail) * block, uint64(said.Blocks) * block, nil
}

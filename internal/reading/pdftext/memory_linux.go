package pdftext

import "golang.org/x/sys/unix"

// commonRoom is how much of its memory an instance needs for most papers.
const commonRoom = 8 << 20

// preferLargePages asks for the first part of a room in large pages: an instance
// touches most of it, and small pages cost it as much time as to start. A system
// that has none gives small ones.
func preferLargePages(room []byte) {
	_ = unix.Madvise(room[:min(commonRoom, len(room))], unix.MADV_HUGEPAGE)
}

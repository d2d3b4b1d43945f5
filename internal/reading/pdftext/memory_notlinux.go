//go:build unix && !linux

package pdftext

// preferLargePages leaves the size of pages to the system.
func preferLargePages([]byte) {}

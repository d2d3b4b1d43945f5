//go:build prove

package pdftext

import "testing"

// TestProveScanBench reads every table of the bench in every quality.
func TestProveScanBench(t *testing.T) {
	tryScans(t, func(int, int) bool { return true })
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// BenchmarkReading measures "predate statement" on a public dossier of 38
// papers against poppler's "pdftotext -bbox" on the same files one after the
// other, side by side in one run. The engine is compiled once before; "first"
// has no page kept, "again" has them all.
func BenchmarkReading(b *testing.B) {
	poppler, err := exec.LookPath("pdftotext")
	if err != nil {
		b.Fatal("pdftotext is needed: apt-get install poppler-utils")
	}
	binary := filepath.Join(b.TempDir(), "predate")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	files, err := filepath.Glob("../../testdata/corpus/d01/files/*.pdf")
	if err != nil || len(files) == 0 {
		b.Fatalf("%d files, %v", len(files), err)
	}
	cache := b.TempDir()
	cold, _ := readOnce(b, binary, cache)
	var first, again, reference time.Duration
	var peak int64
	b.ResetTimer()
	for range b.N {
		if err := os.RemoveAll(filepath.Join(cache, "pages")); err != nil {
			b.Fatal(err)
		}
		took, memory := readOnce(b, binary, cache)
		first, peak = first+took, max(peak, memory)
		took, _ = readOnce(b, binary, cache)
		again += took
		began := time.Now()
		for _, file := range files {
			if err := exec.Command(poppler, "-bbox", file, os.DevNull).Run(); err != nil {
				b.Fatal(err)
			}
		}
		reference += time.Since(began)
	}
	n := float64(b.N)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(cold.Seconds(), "cold-s")
	b.ReportMetric(first.Seconds()/n, "first-s")
	b.ReportMetric(again.Seconds()/n, "again-s")
	b.ReportMetric(reference.Seconds()/n, "pdftotext-s")
	b.ReportMetric(first.Seconds()/reference.Seconds(), "first/pdftotext")
	b.ReportMetric(again.Seconds()/first.Seconds(), "again/first")
	b.ReportMetric(again.Seconds()/n/cold.Seconds(), "again/cold")
	b.ReportMetric(float64(peak)/1024, "peak-MB")
}

// readOnce runs the command and tells its time and its peak memory in KiB.
func readOnce(b *testing.B, binary, cache string) (time.Duration, int64) {
	b.Helper()
	corpus := "../../testdata/corpus/d01"
	command := exec.Command(binary, "statement", "--order", corpus+"/order.json", "--documents", corpus+"/files", "--at", "2026-05-18",
		"--cache", cache, "--json", filepath.Join(cache, "report.json"), "--pdf", filepath.Join(cache, "statement.pdf"))
	began := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("statement: %v\n%s", err, out)
	}
	usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.Fatal("no resource usage")
	}
	return time.Since(began), usage.Maxrss
}

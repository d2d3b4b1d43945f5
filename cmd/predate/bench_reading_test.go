package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// BenchmarkReading measures "predate statement" on a public dossier of 38
// papers, from the start of the program to its end, against poppler's
// "pdftotext -bbox" on the same files one after the other, side by side in one
// run. The engine is compiled once before; "first" has nothing kept of the
// papers, "again" all that the first kept. The medians are compared, so that a
// neighbour on the machine who wakes up for a moment does not count.
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
	cold := readOnce(b, binary, cache)
	var first, again, reference []spent
	b.ResetTimer()
	for range b.N {
		if err := os.RemoveAll(filepath.Join(cache, "pages")); err != nil {
			b.Fatal(err)
		}
		first = append(first, readOnce(b, binary, cache))
		again = append(again, readOnce(b, binary, cache))
		var all spent
		for _, file := range files {
			all = all.add(measure(b, exec.Command(poppler, "-bbox", file, os.DevNull)))
		}
		reference = append(reference, all)
	}
	b.ReportMetric(0, "ns/op")
	one, two, other := median(first), median(again), median(reference)
	if b.N == 1 {
		return // the warm-up
	}
	fmt.Printf(`
reading a dossier of %d papers, medians of %d rounds
                          clock    processors   memory
  engine not compiled   %7.0f ms   %7.0f ms   %4.0f MB
  first reading         %7.0f ms   %7.0f ms   %4.0f MB   at most 150 MB
  second reading        %7.0f ms   %7.0f ms   %4.0f MB
  pdftotext -bbox       %7.0f ms   %7.0f ms
  second / first          %5.3f        %5.3f          at most 0.100
  first / pdftotext       %5.2f        %5.2f           at most 2 and 3

`, len(files), b.N,
		ms(cold.wall), ms(cold.processor), cold.megabytes(), ms(one.wall), ms(one.processor), one.megabytes(),
		ms(two.wall), ms(two.processor), two.megabytes(), ms(other.wall), ms(other.processor),
		two.wall.Seconds()/one.wall.Seconds(), two.processor.Seconds()/one.processor.Seconds(),
		one.wall.Seconds()/other.wall.Seconds(), one.processor.Seconds()/other.processor.Seconds())
}

// spent is what a program took: time on the clock, time of processors, and
// memory at its peak.
type spent struct {
	wall, processor time.Duration
	peak            int64 // KiB
}

func (s spent) add(t spent) spent {
	return spent{s.wall + t.wall, s.processor + t.processor, max(s.peak, t.peak)}
}

func (s spent) megabytes() float64 { return float64(s.peak) / 1024 }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// median takes the middle of each measure by itself, and the highest peak.
func median(all []spent) spent {
	middle := func(of func(spent) time.Duration) time.Duration {
		var values []time.Duration
		for _, s := range all {
			values = append(values, of(s))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	m := spent{wall: middle(func(s spent) time.Duration { return s.wall }), processor: middle(func(s spent) time.Duration { return s.processor })}
	for _, s := range all {
		m.peak = max(m.peak, s.peak)
	}
	return m
}

// readOnce makes the statement of the dossier.
func readOnce(b *testing.B, binary, cache string) spent {
	b.Helper()
	corpus := "../../testdata/corpus/d01"
	return measure(b, exec.Command(binary, "statement", "--order", corpus+"/order.json", "--documents", corpus+"/files", "--at", "2026-05-18",
		"--cache", cache, "--json", filepath.Join(cache, "report.json"), "--pdf", filepath.Join(cache, "statement.pdf")))
}

// measure runs a program and tells what it took.
func measure(b *testing.B, command *exec.Cmd) spent {
	b.Helper()
	began := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", command.Args, err, out)
	}
	wall := time.Since(began)
	usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.Fatal("no resource usage")
	}
	return spent{wall, command.ProcessState.UserTime() + command.ProcessState.SystemTime(), usage.Maxrss}
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// BenchmarkScans measures "predate statement" on a dossier of twenty scans, from
// the start of the program to its end, against tesseract run once on each of the
// same pictures one after the other, side by side in one run. "first" has nothing
// kept of the papers, "again" all that the first kept. Compare the processors'
// time where the machine is shared.
func BenchmarkScans(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "predate")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	folder, cache := b.TempDir(), b.TempDir()
	pictures := scans(b, folder)
	read := func() spent {
		return measure(b, exec.Command(binary, "statement", "--order", "../../testdata/corpus/d01/order.json", "--documents", folder, "--at", "2026-05-18",
			"--cache", cache, "--json", filepath.Join(cache, "report.json"), "--pdf", filepath.Join(cache, "statement.pdf")))
	}
	read() // the engine is compiled once
	b.ResetTimer()
	var first, again, reference []spent
	for range b.N {
		if err := os.RemoveAll(filepath.Join(cache, "pages")); err != nil {
			b.Fatal(err)
		}
		first = append(first, read())
		again = append(again, read())
		var all spent
		for _, picture := range pictures {
			once := exec.Command("tesseract", picture, os.DevNull, "-l", "fra", "tsv")
			once.Env = append(once.Environ(), "OMP_THREAD_LIMIT=1")
			all = all.add(measure(b, once))
		}
		reference = append(reference, all)
	}
	b.ReportMetric(0, "ns/op")
	one, two, other := median(first), median(again), median(reference)
	fmt.Printf(`
reading a dossier of %d scans, medians of %d rounds
                          clock    processors   memory
  first reading         %7.0f ms   %7.0f ms   %4.0f MB   at most 25 s on two cores at peace
  second reading        %7.0f ms   %7.0f ms   %4.0f MB
  tesseract, once       %7.0f ms   %7.0f ms
  second / first          %5.3f        %5.3f          at most 0.150
  first / tesseract       %5.2f        %5.2f

`, len(pictures), b.N,
		ms(one.wall), ms(one.processor), one.megabytes(), ms(two.wall), ms(two.processor), two.megabytes(), ms(other.wall), ms(other.processor),
		two.wall.Seconds()/one.wall.Seconds(), two.processor.Seconds()/one.processor.Seconds(),
		one.wall.Seconds()/other.wall.Seconds(), one.processor.Seconds()/other.processor.Seconds())
}

// scans draws the first pages of twenty papers of the public dossier as a
// scanner gives them, and returns the pictures that lie in them.
func scans(b *testing.B, folder string) []string {
	b.Helper()
	files, err := filepath.Glob("../../testdata/corpus/d01/files/*.pdf")
	if err != nil {
		b.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		name := filepath.Base(file)
		return !strings.HasPrefix(name, "A") && !strings.HasPrefix(name, "D") && !strings.HasPrefix(name, "PV") && !strings.HasPrefix(name, "R")
	})[:20]
	pictures := make([]string, len(files))
	for i, file := range files {
		base := filepath.Join(b.TempDir(), fmt.Sprint(i))
		measure(b, exec.Command("pdftoppm", "-r", "150", "-gray", "-jpeg", "-jpegopt", "quality=55", "-f", "1", "-l", "1", "-singlefile", file, base))
		pictures[i] = base + ".jpg"
		pdf := fpdf.New("P", "pt", "A4", "")
		pdf.AddPage()
		pdf.Image(pictures[i], 0, 0, 595.28, 841.89, false, "JPG", 0, "")
		if err := pdf.OutputFileAndClose(filepath.Join(folder, filepath.Base(file))); err != nil {
			b.Fatal(err)
		}
	}
	return pictures
}

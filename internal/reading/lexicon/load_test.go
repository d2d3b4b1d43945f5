package lexicon_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"predate/internal/reading/lexicon"
)

var update = flag.Bool("update", false, "write the goldens anew")

// TestWrongFilesAreRefused reads archives of files with an error each and
// compares what is said of them, with file, line and remedy.
func TestWrongFilesAreRefused(t *testing.T) {
	archives, err := filepath.Glob("testdata/wrong/*.txtar")
	if err != nil || len(archives) < 5 {
		t.Fatalf("%d archives: %v", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := fstest.MapFS{"sources.yaml": {Data: []byte("sources:\n- {id: trade, what: usage}\n")}}, ""
			for _, f := range archive.Files {
				if f.Name == "says" {
					want = string(f.Data)
					continue
				}
				files[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			_, err = lexicon.Load(files)
			if err == nil {
				t.Fatal("it was read")
			}
			if *update {
				rewrite(t, name, archive, err.Error())
				return
			}
			if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(err.Error())); diff != "" {
				t.Errorf("says (-want +got):\n%s", diff)
			}
		})
	}
}

func rewrite(t *testing.T, name string, archive *txtar.Archive, says string) {
	for i := range archive.Files {
		if archive.Files[i].Name == "says" {
			archive.Files[i].Data = []byte(says + "\n")
		}
	}
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestAFolderWithoutFilesIsRefused(t *testing.T) {
	if _, err := lexicon.Load(fstest.MapFS{}); err == nil {
		t.Error("a folder without lexicon was read as one")
	}
}

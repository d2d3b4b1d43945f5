package serving

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"predate/internal/keeping/store/pgtest"
)

// Of processes that start at once on an empty database, each with keys of its
// own, one gives the database its keys and the others are refused; with the same
// keys all work, on the same secrets.
func TestTheFirstStartOnAnEmptyDatabase(t *testing.T) {
	cluster := &pgtest.Cluster{}
	t.Cleanup(cluster.Stop)
	const processes = 6
	for name, keysOf := range map[string]func(same string) string{
		"own keys":  func(string) string { return t.TempDir() },
		"same keys": func(same string) string { return same },
	} {
		t.Run(name, func(t *testing.T) {
			for range 3 {
				database, same := cluster.Database(t), t.TempDir()
				var began, ended sync.WaitGroup
				var working, refused atomic.Int64
				began.Add(1)
				for range processes {
					flags := StoreFlags{Data: t.TempDir(), Database: database, Keys: keysOf(same)}
					ended.Go(func() {
						began.Wait()
						switch opened, err := OpenCellar(context.Background(), flags, meansOf(slog.New(slog.DiscardHandler))); {
						case err == nil:
							working.Add(1)
							opened.Close()
						case strings.Contains(err.Error(), "are not those of this database"), strings.Contains(err.Error(), "the keys of this database are gone"):
							refused.Add(1)
						default:
							t.Error(err)
						}
					})
				}
				began.Done()
				ended.Wait()
				want := int64(1)
				if name == "same keys" {
					want = processes
				}
				if working.Load() != want || working.Load()+refused.Load() != processes {
					t.Errorf("%d work and %d are refused, want %d and the rest", working.Load(), refused.Load(), want)
				}
			}
		})
	}
}

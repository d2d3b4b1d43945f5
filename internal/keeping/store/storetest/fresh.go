package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
)

// File returns the path of a SQLite file of the test's own, which has the schema of this
// program and no row. It is a copy: the migrations run once in each test program, because
// they take longer than most tests. Tests of the migrations themselves begin without it.
func File(t testing.TB, schemas ...store.Schema) string {
	t.Helper()
	content, err := modelOf(schemas)()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "predate.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Database returns the URL of a PostgreSQL database of the test's own, as File does.
func Database(t testing.TB, cluster *pgtest.Cluster, schemas ...store.Schema) string {
	t.Helper()
	return cluster.Copy(t, nameOf(schemas), func(url string) error { return migrated(url, schemas) })
}

// models are the functions that return the content of a migrated file, by the types of
// its schemas.
var models sync.Map

func modelOf(schemas []store.Schema) func() ([]byte, error) {
	made := sync.OnceValues(func() (content []byte, err error) {
		dir, err := os.MkdirTemp("", "predate-model-")
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		path := filepath.Join(dir, "predate.db")
		if err := migrated(path, schemas); err != nil {
			return nil, err
		}
		return os.ReadFile(path)
	})
	model, _ := models.LoadOrStore(nameOf(schemas), made)
	return model.(func() ([]byte, error))
}

// nameOf names schemas by their types.
func nameOf(schemas []store.Schema) string {
	var name strings.Builder
	for _, schema := range schemas {
		fmt.Fprintf(&name, "%T ", schema)
	}
	return name.String()
}

// migrated migrates an empty database.
func migrated(url string, schemas []store.Schema) error {
	db, err := store.Open(context.Background(), url, store.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Migrate(context.Background(), schemas...)
}

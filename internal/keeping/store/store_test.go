package store_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
	"predate/internal/keeping/store/storetest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		fmt.Println(child(path))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		cluster.Stop()
		os.Exit(code)
	}))
}

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *store.DB { return storetest.SQLite(t) })
}

func TestSQLiteUngrouped(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *store.DB {
		return storetest.Open(t, storetest.File(t), store.Options{Ungrouped: true})
	})
}

func TestPostgres(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *store.DB {
		return storetest.Open(t, storetest.Database(t, &cluster), store.Options{})
	})
}

package pipeline_test

import (
	"os"
	"testing"

	"predate/internal/store/pgtest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	cluster.Stop()
	os.Exit(code)
}

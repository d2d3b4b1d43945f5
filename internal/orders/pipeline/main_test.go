package pipeline_test

import (
	"fmt"
	"os"
	"testing"

	"predate/internal/keeping/store/pgtest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	if told := os.Getenv(errandVariable); told != "" {
		fmt.Fprintln(os.Stderr, child(told))
		os.Exit(1)
	}
	code := m.Run()
	cluster.Stop()
	os.Exit(code)
}

//go:build prove

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"predate/internal/commands/load"

	"github.com/jackc/pgx/v5"
)

// A running server takes test orders alone; its endpoint is removed afterwards, and no
// order stays under way.
func TestProveBenchMeasuresARunningServer(t *testing.T) {
	f := newFort(t)
	a := f.account("banc@example.fr")
	f.start("--rate-limit", "1000000")
	a.login()
	report, status, said := measurement(t, "--for", "200ms", "--connections", "2", "--server", f.base, "--api-key", a.key, "--email", a.email, "--password", fortPassword)
	if status != 0 {
		t.Fatalf("exit %d: %s\n%+v", status, said, report)
	}
	whole(t, report, over([]int{2}, load.RowUploads, load.RowOrder, load.RowList, load.RowFeed, load.RowKnown, load.RowNew, load.RowSmall, load.RowDone, load.RowFlood, load.RowAside)...)
	a.login()
	if got := a.call("GET", "/account/webhooks", nil); strings.Contains(string(got.payload), "callback") {
		t.Errorf("endpoints left: %s", got.payload)
	}
	if got := a.call("GET", "/order/?test_mode=false", nil); !strings.Contains(string(got.payload), `"orders":[]`) {
		t.Errorf("real orders: %s", got.payload)
	}
	var listed struct {
		Orders []struct {
			OrderID   string
			Pending   bool
			State     string
			Cancelled *string
		}
	}
	if err := json.Unmarshal(a.call("GET", "/order/?limit=100", nil).payload, &listed); err != nil || len(listed.Orders) == 0 {
		t.Fatalf("%d orders: %v", len(listed.Orders), err)
	}
	for _, order := range listed.Orders {
		if order.Pending {
			t.Errorf("still under way: %+v", order)
		}
	}
	report, status, said = measurement(t, "--for", "200ms", "--connections", "1", "--server", f.base, "--api-key", a.key, "--email", a.email, "--password", "wrong")
	if status != 1 || !strings.Contains(said, "the server answers 401: Invalid credentials") || len(report.Rows) > 0 {
		t.Errorf("with another password: exit %d: %s", status, said)
	}
}

// On PostgreSQL it has databases of its own, which are gone afterwards.
func TestProveBenchMeasuresOnPostgreSQL(t *testing.T) {
	at := cluster.Database(t)
	report, status, said := measurement(t, "--for", "100ms", "--connections", "1", "--database", at)
	if status != 0 || !strings.Contains(report.Measured, "PostgreSQL") {
		t.Fatalf("exit %d: %s\n%s", status, said, report.Measured)
	}
	whole(t, report, over([]int{1}, load.RowOrders, load.RowUploads, load.RowOrder, load.RowList, load.RowFeed, load.RowKnown, load.RowNew, load.RowSmall, load.RowDone, load.RowFlood, load.RowAside)...)
	conn, err := pgx.Connect(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var databases, tables int
	err = conn.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM pg_database WHERE datname LIKE 'predate_bench_%'),"+
		" (SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public')").Scan(&databases, &tables)
	if err != nil || databases+tables != 0 {
		t.Errorf("left: %d databases, %d tables in that which was named: %v", databases, tables, err)
	}
}

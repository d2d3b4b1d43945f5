package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"predate/internal/keeping/store"
)

// before is a schema that earlier programs left behind, and the tables that came
// with later ones are not in it.
const before = 25

// old is a database of an earlier program, opened without the store.
type old struct {
	t    *testing.T
	db   *sql.DB
	lite bool
}

// openOld makes a database at the earlier schema, by the migrations of that time.
func openOld(t *testing.T, url string) *old {
	t.Helper()
	o := &old{t: t, lite: !strings.HasPrefix(url, "postgres")}
	driver, dialect := "pgx", goose.DialectPostgres
	if o.lite {
		driver, dialect = "sqlite", goose.DialectSQLite3
	}
	var err error
	if o.db, err = sql.Open(driver, url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.db.Close() })
	o.db.SetMaxOpenConns(1)
	steps, err := goose.NewProvider(dialect, o.db, os.DirFS("migrations"), goose.WithDisableGlobalRegistry(true), goose.WithTableName("schema_version"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.UpTo(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	return o
}

// rows are the texts of a query with one column.
func (o *old) rows(query string) (all []string) {
	o.t.Helper()
	rows, err := o.db.QueryContext(o.t.Context(), query)
	if err != nil {
		o.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			o.t.Fatal(err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		o.t.Fatal(err)
	}
	return all
}

// columns are those of each table, as "name type".
func (o *old) columns() map[string][]string {
	o.t.Helper()
	tables := "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
	columns := "SELECT column_name || ' ' || data_type FROM information_schema.columns WHERE table_name = '?' ORDER BY column_name"
	if o.lite {
		tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
		columns = "SELECT name || ' ' || type FROM pragma_table_info('?') ORDER BY name"
	}
	all := map[string][]string{}
	for _, table := range o.rows(tables) {
		if table != "schema_version" {
			all[table] = o.rows(strings.ReplaceAll(columns, "?", table))
		}
	}
	return all
}

// fill puts a row into every table: each names the same row of the others.
func (o *old) fill(tables map[string][]string) {
	o.t.Helper()
	loose := "SET session_replication_role = replica"
	if o.lite {
		loose = "PRAGMA foreign_keys = 0"
	}
	queries := []string{loose}
	for table, columns := range tables {
		var names, values []string
		for _, column := range columns {
			name, kind, _ := strings.Cut(column, " ")
			value := "'[]'"
			switch strings.ToLower(kind) {
			case "bigint", "integer", "double precision":
				value = "1"
			case "boolean":
				value = "TRUE"
			}
			names, values = append(names, name), append(values, value)
		}
		queries = append(queries, "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(values, ", ")+") ON CONFLICT DO NOTHING")
	}
	for _, query := range queries {
		if _, err := o.db.ExecContext(o.t.Context(), query); err != nil {
			o.t.Fatalf("%s: %v", query, err)
		}
	}
}

// content is every row as text, by its columns of before.
func (o *old) content(tables map[string][]string) []string {
	o.t.Helper()
	var all []string
	for table, columns := range tables {
		var values []string
		for _, column := range columns {
			name, _, _ := strings.Cut(column, " ")
			values = append(values, "CAST("+name+" AS TEXT)")
		}
		for _, row := range o.rows("SELECT " + strings.Join(values, " || ' ' || ") + " FROM " + table) {
			all = append(all, table+": "+row)
		}
	}
	slices.Sort(all)
	return all
}

// A database of an earlier program is brought forward with every row of every
// table, on both engines.
func TestUpgrade(t *testing.T) {
	for name, url := range map[string]string{
		"sqlite": filepath.Join(t.TempDir(), "predate.db"), "postgres": cluster.Database(t),
	} {
		t.Run(name, func(t *testing.T) {
			o := openOld(t, url)
			tables := o.columns()
			o.fill(tables)
			delete(tables, "recipe_pages") // dropped: no program reads it
			was := o.content(tables)
			if len(was) < 25 {
				t.Fatalf("only %d rows: the test tests nothing", len(was))
			}
			db, err := store.Open(t.Context(), url, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if have, want, err := db.Version(t.Context()); have != before || want <= before || err != nil {
				t.Fatalf("at schema %d of %d, %v", have, want, err)
			}
			if err := db.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if have, want, err := db.Version(t.Context()); have != want || err != nil {
				t.Errorf("brought to %d of %d, %v", have, want, err)
			}
			if diff := cmp.Diff(was, o.content(tables)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

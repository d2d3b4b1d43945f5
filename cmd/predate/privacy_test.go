package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"predate/internal/commands/serving"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/store"
)

// The record of processing says what the program does: each time with its bounds, each
// command that carries out a right, and each table that the database has.
func TestTheRecordOfProcessing(t *testing.T) {
	raw, err := os.ReadFile("../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	usual, _ := keeping(t)
	bounds := serving.KeepFlags{}.Bounds()
	for _, one := range bounds {
		_, line, found := strings.Cut(usual, one.Setting+" ")
		if !found {
			t.Errorf("%s is no setting", one.Setting)
			continue
		}
		row := fmt.Sprintf("| %s | `--%s` | %s – %s |", strings.Fields(line)[0], one.Setting, one.Least, one.Most)
		if !strings.Contains(page, row) {
			t.Errorf("the record lacks %s", row)
		}
	}
	if said := regexp.MustCompile("`--keep-[a-z-]+` \\|").FindAllString(page, -1); len(said) != len(bounds) {
		t.Errorf("the record has %d times, the program %d", len(said), len(bounds))
	}
	for _, command := range regexp.MustCompile("`predate ([a-z]+)").FindAllStringSubmatch(page, -1) {
		r := registry{t, t.TempDir()}
		r.wants(0, "Usage: predate "+command[1], command[1], "--help")
	}
	_, named, _ := strings.Cut(page, "## Tables")
	words := map[string]bool{}
	for _, word := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(named, -1) {
		words[word[1]] = true
	}
	for _, table := range tables(t) {
		if !words[table] {
			t.Errorf("the record does not say what %s holds", table)
		}
		delete(words, table)
	}
	if len(words) > 0 {
		t.Errorf("the record names tables that are none: %v", words)
	}
}

// tables lists those that hold what the house keeps.
func tables(t *testing.T) (all []string) {
	t.Helper()
	db, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "test.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context(), queue.Schema{}); err != nil {
		t.Fatal(err)
	}
	err = db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
		rows, err := tx.Query(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_version' ORDER BY name")
		if err != nil {
			return err
		}
		defer rows.Close()
		all = nil
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			all = append(all, name)
		}
		return rows.Err()
	})
	if err != nil || len(all) < 40 {
		t.Fatalf("tables %v: %v", all, err)
	}
	return all
}

package api_test

import (
	"context"
	"encoding/base64"
	"io"
	"io/fs"
	"syscall"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/blob"
)

// fullDisk has no room for a paper.
type fullDisk struct{ blob.Store }

// Put fails as a directory does.
func (fullDisk) Put(context.Context, io.Reader) (predate.Hash, int64, error) {
	return "", 0, &fs.PathError{Op: "write", Path: "blobs/x", Err: syscall.ENOSPC}
}

// A full disk is told to come again, and the house is ready once there is room.
func TestAFullDisk(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	paper := []any{map[string]any{"filename": "a.pdf", "content": base64.StdEncoding.EncodeToString([]byte("%PDF-1.4 x"))}}
	room := h.desk.Blobs
	h.desk.Blobs = fullDisk{room}
	got := c.do("POST", "/order/", order("method", "upload", "documents", paper)).is(503, "The service is short of space: try again later")
	if got.header.Get("Retry-After") != "60" {
		t.Errorf("header %v", got.header)
	}
	c.do("GET", "/readyz", nil).is(503, "Not ready")
	h.desk.Blobs = room
	h.clock.Pass(11 * time.Second)
	c.do("GET", "/readyz", nil).is(200, "Ready")
	c.do("POST", "/order/", order("method", "upload", "documents", paper)).is(200, "Transaction created")
}

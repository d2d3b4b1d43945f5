package blob_test

import (
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/blob/blobtest"
)

// newBucket serves an empty bucket in this process.
func newBucket(t *testing.T) (*s3mem.Backend, blob.S3Options) {
	t.Helper()
	backend := s3mem.New()
	server := httptest.NewTLSServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	if err := backend.CreateBucket("documents"); err != nil {
		t.Fatal(err)
	}
	return backend, blob.S3Options{
		Endpoint: strings.TrimPrefix(server.URL, "https://"), Bucket: "documents", Region: "eu-west-3",
		Prefix: "predate/", AccessKey: "access", SecretKey: "not-to-be-seen", Spool: t.TempDir(),
		Transport: server.Client().Transport,
	}
}

func TestS3(t *testing.T) {
	_, options := newBucket(t)
	store, err := blob.OpenS3(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	blobtest.Run(t, store)
	left, err := os.ReadDir(options.Spool)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 0 {
		t.Errorf("the spool still holds %d files", len(left))
	}
}

// What is on its way has no name: nothing of it outlives the process.
func TestS3SpoolIsNameless(t *testing.T) {
	_, options := newBucket(t)
	store, err := blob.OpenS3(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	shown := -1
	half := watch(func() {
		if entries, err := os.ReadDir(options.Spool); err == nil {
			shown = len(entries)
		}
	})
	if _, _, err := store.Put(t.Context(), io.MultiReader(strings.NewReader("half a statement"), half)); err != nil || shown != 0 {
		t.Errorf("%v; halfway the spool shows %d files", err, shown)
	}
}

func TestS3OverPlainHTTPKeepsItsPrefix(t *testing.T) {
	backend, options := newBucket(t)
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	options.Endpoint, options.PlainHTTP = strings.TrimPrefix(server.URL, "http://"), true
	store, err := blob.OpenS3(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	hash, _, err := store.Put(t.Context(), strings.NewReader("a statement"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := backend.HeadObject("documents", "predate/"+string(hash)); err != nil {
		t.Errorf("the object is not under its prefix: %v", err)
	}
	if size, err := store.Size(t.Context(), hash); err != nil || size != int64(len("a statement")) {
		t.Errorf("Size is %d, %v", size, err)
	}
}

func TestOpenS3WithoutBucket(t *testing.T) {
	_, options := newBucket(t)
	options.Bucket = "absent"
	_, err := blob.OpenS3(t.Context(), options)
	if !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("without its bucket: %v, want ErrNotFound", err)
	}
	if err != nil && strings.Contains(err.Error(), "not-to-be-seen") {
		t.Errorf("the error shows the secret key: %v", err)
	}
}

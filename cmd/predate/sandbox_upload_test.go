package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"

	"predate"
)

// fetch downloads a file without any credential.
func (b sandbox) fetch(path string) []byte {
	b.t.Helper()
	response, err := http.Get(b.Base + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: %d, %v", path, response.StatusCode, err)
	}
	return content
}

// The sample dossier and its order are there for anybody; uploaded, they come to a
// statement.
func (b sandbox) upload() {
	var body map[string]any
	if err := json.Unmarshal(b.fetch("/files/samples/order.json"), &body); err != nil {
		b.t.Fatal(err)
	}
	var placed seen
	if err := b.Call(b.t.Context(), http.MethodPost, "/order/", body, &placed); err != nil {
		b.t.Fatal(err)
	}
	packed := b.fetch("/files/samples/dossier.zip")
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		b.t.Fatal(err)
	}
	var papers []any
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			b.t.Fatal(err)
		}
		data, err := io.ReadAll(content)
		if err != nil {
			b.t.Fatal(err)
		}
		papers = append(papers, map[string]any{"filename": file.Name, "content": data})
	}
	if err := b.Call(b.t.Context(), http.MethodPost, "/order/"+placed.OrderID+"/documents", map[string]any{"documents": papers}, nil); err != nil {
		b.t.Fatal(err)
	}
	b.soon(placed.OrderID, "done", func() bool { return b.see(placed.OrderID).State == predate.Done })
}

package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"predate/internal/base/bench"
	"predate/internal/collecting/child"
	"predate/internal/commands/serving"
)

// benchDisk is a file that grows by blocks, each of which the disk has before the next
// is written: no database that waits for the disk once an order is faster.
type benchDisk struct {
	file  *os.File
	block []byte
}

// diskBlock is what is appended at once, in bytes.
const diskBlock = 4 << 10

func openBenchDisk(folder string) (*benchDisk, error) {
	file, err := os.Create(filepath.Join(folder, "bench-disk"))
	if err != nil {
		return nil, fmt.Errorf("make a file to measure the disk: %w", err)
	}
	return &benchDisk{file, bytes.Repeat([]byte{0xA5}, diskBlock)}, nil
}

func (d *benchDisk) append(context.Context, int) (bench.Done, error) {
	if _, err := d.file.Write(d.block); err != nil {
		return bench.Done{}, fmt.Errorf("write to the disk: %w", err)
	}
	return bench.Done{Bytes: diskBlock}, syncData(d.file)
}

func (d *benchDisk) close() {
	_ = d.file.Close() // nobody reads it
	_ = os.Remove(d.file.Name())
}

// pocketBase is a PocketBase that was started in a temporary folder, as it comes.
type pocketBase struct {
	run    *benchRun
	base   string
	http   *http.Client
	server *child.Process
}

// The superuser of a PocketBase that lives for a measurement.
const (
	pocketEmail    = "banc@predate.example"
	pocketPassword = "a measurement, nothing more"
)

// rival starts the PocketBase that is asked for and gives it as a side to measure, under a
// name; closing ends it. Without one there is no side.
func (r *benchRun) rival(name string, alone func() (over func())) (sides []bench.Side, closing func(), err error) {
	if r.PocketBase == "" {
		return nil, func() {}, nil
	}
	other, err := r.openPocketBase()
	if err != nil {
		return nil, nil, err
	}
	if !slices.Contains(r.report.Notes, pocketNote) {
		r.report.Note(pocketNote)
	}
	return []bench.Side{{Name: name, Do: other.create, Alone: alone}}, func() {
		r.report.Memory = append(r.report.Memory, peakOf("PocketBase", other.server))
		other.close()
	}, nil
}

const pocketNote = "A PocketBase as it comes does not wait for the disk at each record (SQLite’s synchronous=NORMAL); predate does at each order, and so does a PocketBase of scripts/pocketbase.sh full."

// openPocketBase starts a PocketBase with a collection that anyone may add to.
func (r *benchRun) openPocketBase() (*pocketBase, error) {
	r.say("starting PocketBase")
	program, err := filepath.Abs(r.PocketBase)
	if err != nil {
		return nil, fmt.Errorf("pocketbase: %w", err)
	}
	folder, err := os.MkdirTemp(r.folder, "pocketbase-")
	if err != nil {
		return nil, fmt.Errorf("make the folder of PocketBase: %w", err)
	}
	options := func(args ...string) child.Options {
		return child.Options{
			Path: program, Args: append([]string{program, "--dir", filepath.Join(folder, "data")}, args...), Env: bare(r.c.Environ()), Dir: folder,
		}
	}
	limited, cancel := context.WithTimeout(r.c, startWithin)
	defer cancel()
	if err := child.Run(limited, options("superuser", "upsert", pocketEmail, pocketPassword)); err != nil {
		return nil, fmt.Errorf("make the superuser of PocketBase: %w", err)
	}
	address, err := unusedPort()
	if err != nil {
		return nil, err
	}
	p := &pocketBase{run: r, base: "http://" + address, http: r.http()}
	if p.server, err = child.Start(options("serve", "--http", address)); err != nil {
		return nil, err
	}
	if err = r.answers(p.base+"/api/health", p.server); err == nil {
		err = p.collection()
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("pocketbase: %w", err)
	}
	return p, nil
}

func (p *pocketBase) close() { p.server.Stop(serving.StopTime) }

// collection makes a collection with fields like an order's.
func (p *pocketBase) collection() error {
	var login struct {
		Token string `json:"token"`
	}
	err := p.post("/api/collections/_superusers/auth-with-password", "", map[string]any{"identity": pocketEmail, "password": pocketPassword}, &login)
	if err != nil {
		return err
	}
	if login.Token == "" {
		return errors.New("its superuser gets no token")
	}
	fields := []map[string]string{}
	for _, name := range []string{"address", "additional", "city", "zipcode", "method", "lots", "comment", "external_id"} {
		fields = append(fields, map[string]string{"name": name, "type": "text"})
	}
	for _, name := range []string{"owners", "invoice", "syndic", "documents"} {
		fields = append(fields, map[string]string{"name": name, "type": "json"})
	}
	for _, name := range []string{"all_due_paid", "test_mode"} {
		fields = append(fields, map[string]string{"name": name, "type": "bool"})
	}
	return p.post("/api/collections", login.Token, map[string]any{"name": "orders", "type": "base", "fields": fields, "createRule": ""}, nil)
}

// create makes a record of what an order says.
func (p *pocketBase) create(context.Context, int) (bench.Done, error) {
	body, err := p.run.benchOrder("extranet")
	if err != nil {
		return bench.Done{}, err
	}
	p.run.ofItsOwn(body)
	began := p.run.c.Now()
	err = p.post("/api/collections/orders/records", "", body, nil)
	return bench.Done{Latency: p.run.c.Now().Sub(began)}, err
}

func (p *pocketBase) post(path, token string, body, answer any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	request, err := http.NewRequestWithContext(p.run.calm(), http.MethodPost, p.base+path, bytes.NewReader(encoded))
	if err != nil {
		return fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", token)
	}
	response, err := p.http.Do(request)
	if err != nil {
		return fmt.Errorf("call %s: %w", path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("read the answer of %s: %w", path, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("PocketBase answers %d: %.300s", response.StatusCode, text)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

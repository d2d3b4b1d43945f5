package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"strconv"
	"sync/atomic"

	"predate"
	"predate/internal/base/bench"
	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/remote"
	"predate/internal/commands/terminal"
)

// benchPaper is a paper of the sample dossier.
type benchPaper struct {
	name string
	data []byte
}

// samplePapers reads the sample dossier that the program brings along.
func samplePapers() ([]benchPaper, error) {
	names, err := fs.Glob(extranetsim.Sample(), "files/*.pdf")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("look for the sample dossier: %d papers, %w", len(names), err)
	}
	papers := make([]benchPaper, len(names))
	for i, name := range names {
		data, err := fs.ReadFile(extranetsim.Sample(), name)
		if err != nil {
			return nil, fmt.Errorf("read the sample dossier: %w", err)
		}
		papers[i] = benchPaper{name[len("files/"):], data}
	}
	return papers, nil
}

// unique gives a paper that nobody has read: the same pages, and a comment after their
// end that no other has.
func (r *benchRun) unique(p benchPaper) []byte {
	return fmt.Appendf(append([]byte(nil), p.data...), "\n%% bench %d %d\n", r.began.UnixNano(), r.number.Add(1))
}

// inline gives the dossier as documents of an order, with papers that nobody has read.
func (r *benchRun) inline() []map[string]any {
	all := make([]map[string]any, len(r.papers))
	for i, paper := range r.papers {
		all[i] = map[string]any{"filename": paper.name, "content": r.unique(paper)} // base64, as bytes are in JSON
	}
	return all
}

// form makes the body of a form with the dossier.
func (r *benchRun) form() (body *bytes.Buffer, media string, err error) {
	body = &bytes.Buffer{}
	form := multipart.NewWriter(body)
	for _, paper := range r.papers {
		part, err := form.CreateFormFile("documents", paper.name)
		if err == nil {
			_, err = part.Write(r.unique(paper))
		}
		if err != nil {
			return nil, "", fmt.Errorf("make a form: %w", err)
		}
	}
	if err := form.Close(); err != nil {
		return nil, "", fmt.Errorf("make a form: %w", err)
	}
	return body, form.FormDataContentType(), nil
}

// RowUploads is the row of papers: a whole dossier a request.
const RowUploads = "dossiers sent"

// uploads measures how fast papers are taken: an order is placed, and its dossier sent
// in one request, which is what is measured.
func (r *benchRun) uploads(t *benchTarget) error {
	if r.c.Err() != nil {
		return nil
	}
	size := 0
	for _, paper := range r.papers {
		size += len(paper.data)
	}
	r.report.Note("%s: each of %d papers, %.1f MB together; the order was placed before.", RowUploads, len(r.papers), float64(size)/1e6)
	return r.row(t, RowUploads, func(context.Context, int) (bench.Done, error) {
		body, err := r.benchOrder(predate.MethodUpload)
		if err != nil {
			return bench.Done{}, err
		}
		id, err := t.place(body)
		if err != nil {
			return bench.Done{}, err
		}
		form, media, err := r.form()
		if err != nil {
			return bench.Done{}, err
		}
		began := t.run.c.Now()
		err = t.patiently(func() error { return t.send("/order/"+string(id)+"/documents", media, bytes.NewReader(form.Bytes())) })
		return bench.Done{Bytes: int64(form.Len()), Latency: t.run.c.Now().Sub(began)}, err
	})
}

// send posts a body that is no JSON.
func (t *benchTarget) send(path, media string, body io.Reader) error {
	request, err := http.NewRequestWithContext(t.run.calm(), http.MethodPost, t.client.Base+path, body)
	if err != nil {
		return fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("Content-Type", media)
	request.Header.Set("X-Auth-Key", t.client.Key.Reveal())
	request.Header.Set("Authorization", "Bearer "+t.client.Token.Reveal())
	response, err := t.client.Http.Do(request)
	if err != nil {
		return fmt.Errorf("call %s: %w", path, err)
	}
	defer response.Body.Close()
	var envelope struct {
		Message string `json:"message"`
	}
	err = json.NewDecoder(response.Body).Decode(&envelope)
	if _, rest := io.Copy(io.Discard, response.Body); err == nil {
		err = rest // read to the end, so that the connection is used again
	}
	if response.StatusCode != http.StatusOK {
		return remote.RefusalOf(response, envelope.Message)
	}
	return err
}

// patiently does what takes a large body, and again after the time that the server
// names when it has too many of them, as a client does.
func (t *benchTarget) patiently(do func() error) error {
	for deadline := t.run.c.Now().Add(doneWithin); ; {
		err := do()
		refused := (*remote.Refusal)(nil)
		if !errors.As(err, &refused) || refused.Status != http.StatusServiceUnavailable || refused.Wait == 0 || t.run.c.Now().After(deadline) {
			return err
		}
		t.run.putOff.Add(1)
		if !terminal.Sleep(t.run.c, refused.Wait) {
			return err
		}
	}
}

// tellPutOff notes how often the server put large bodies off in a row.
func (r *benchRun) tellPutOff(operation string, connections int) {
	if n := r.putOff.Swap(0); n > 0 {
		r.report.Note("%s, connections %d: %d times the server had too many large requests at once (503), and got one again after the time that it named; the wait is in the latency.",
			operation, connections, n)
	}
}

// readOrders is how many different orders are read in turn.
const readOrders = 1000

// The rows of reads.
const (
	RowOrder = "an order read"
	RowList  = "first page of orders read"
	RowFeed  = "page of events read"
)

// some gives the orders that were placed, of which there is at least one.
func (t *benchTarget) some() ([]predate.OrderID, error) {
	if t.count() == 0 {
		if _, err := t.placing(t.run.calm(), 0); err != nil {
			return nil, err
		}
	}
	return t.since(0), nil
}

// reads measures what clients read, beside the orders that were placed before.
func (r *benchRun) reads(t *benchTarget) error {
	if r.c.Err() != nil {
		return nil
	}
	all, err := t.some()
	if err != nil {
		return err
	}
	r.report.Note("Reads: there were %d orders of this measurement.", len(all))
	var end remote.FeedPage
	if err := t.call(http.MethodGet, "/order/events?after="+remote.Latest, nil, &end); err != nil {
		return err
	}
	feed := "/order/events?after=" + strconv.FormatInt(max(0, end.Next-readOrders), 10)
	var at atomic.Int64
	for _, one := range []struct {
		name string
		path func() string
	}{
		{RowOrder, func() string { return "/order/" + string(all[int(at.Add(1))%min(len(all), readOrders)]) }},
		{RowList, func() string { return "/order/" }},
		{RowFeed, func() string { return feed }},
	} {
		err := r.row(t, one.name, func(context.Context, int) (bench.Done, error) {
			var payload json.RawMessage
			err := t.call(http.MethodGet, one.path(), nil, &payload)
			return bench.Done{}, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

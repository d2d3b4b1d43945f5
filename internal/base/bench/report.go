package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"
)

// Row is what was measured of one operation over one number of connections.
type Row struct {
	Operation   string   `json:"operation"`
	Connections int      `json:"connections"`
	Number      int      `json:"number"`
	PerSecond   float64  `json:"per_second"`
	Latency     *Latency `json:"latency_ms"` // nil where none was measured
	MBPerSecond *float64 `json:"mb_per_second"`
	Errors      int      `json:"errors"`
	Webhooks    *Tally   `json:"webhooks,omitempty"`
}

// NewRow makes the row of a sample; megabytes are counted where there are any.
func NewRow(operation string, connections int, s Sample) Row {
	row := Row{Operation: operation, Connections: connections, Number: len(s.Latencies), Latency: Summarize(s.Latencies), Errors: s.Errors}
	row.PerSecond = rate(float64(row.Number), s.Elapsed)
	if s.Bytes > 0 {
		mega := rate(float64(s.Bytes)/1e6, s.Elapsed)
		row.MBPerSecond = &mega
	}
	return row
}

func rate(number float64, elapsed time.Duration) float64 {
	if elapsed <= 0 {
		return 0
	}
	return number / elapsed.Seconds()
}

// Ratio compares two operations that were measured in turns.
type Ratio struct {
	Of          string  `json:"of"`
	To          string  `json:"to"`
	Connections int     `json:"connections"`
	Ratio       float64 `json:"ratio"` // of their numbers a second
}

// Memory is the most memory that a server has had.
type Memory struct {
	Server string `json:"server"`
	Peak   int64  `json:"peak_bytes"` // zero where the system does not tell
}

// Report is all that a measurement has to say.
type Report struct {
	Measured    string   `json:"measured"` // server and machine
	For         string   `json:"for"`
	Interrupted bool     `json:"interrupted"`
	Rows        []Row    `json:"rows"`
	Ratios      []Ratio  `json:"ratios"`
	Memory      []Memory `json:"memory"`
	Notes       []string `json:"notes"`
}

// Add enters a row, and what went wrong in it. One in which nothing was done is
// left out.
func (r *Report) Add(row Row, causes []string) {
	if row.Number == 0 && row.Errors == 0 && row.Webhooks == nil {
		return
	}
	r.Rows = append(r.Rows, row)
	for _, cause := range causes {
		r.Note("%s, connections %d: %s", row.Operation, row.Connections, cause)
	}
}

// Note enters a sentence that the figures need.
func (r *Report) Note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// Compare enters how many of one row are done in the time of one of another.
func (r *Report) Compare(of, to Row) {
	if to.PerSecond > 0 && of.PerSecond > 0 {
		r.Ratios = append(r.Ratios, Ratio{Of: of.Operation, To: to.Operation, Connections: of.Connections, Ratio: of.PerSecond / to.PerSecond})
	}
}

// Errors is how many operations failed, and webhooks were lost, in all.
func (r Report) Errors() (all int) {
	for _, row := range r.Rows {
		all += row.Errors
		if row.Webhooks != nil {
			all += row.Webhooks.Lost
		}
	}
	return all
}

// JSON writes the report for programs: one object, latencies in milliseconds.
func (r Report) JSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	if err := out.Encode(r); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// Table writes the report for people.
func (r Report) Table(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s a row\n", r.Measured, r.For)
	if r.Interrupted {
		text.WriteString("Interrupted: this is what was measured until then.\n")
	}
	text.WriteString("\n")
	r.rows(&text)
	r.webhooks(&text)
	for i, ratio := range r.Ratios {
		if i == 0 {
			text.WriteString("\nSide by side, in turns:\n")
		}
		fmt.Fprintf(&text, "  %s ÷ %s, connections %d: %.2f\n", ratio.Of, ratio.To, ratio.Connections, ratio.Ratio)
	}
	for i, memory := range r.Memory {
		if i == 0 {
			text.WriteString("\nMost memory:\n")
		}
		fmt.Fprintf(&text, "  %s: %s\n", memory.Server, mebi(memory.Peak))
	}
	for i, note := range r.Notes {
		if i == 0 {
			text.WriteString("\nNotes:\n")
		}
		fmt.Fprintf(&text, "  %s\n", note)
	}
	if _, err := io.WriteString(w, text.String()); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// rows writes the table: latencies in milliseconds.
func (r Report) rows(text *strings.Builder) {
	wide := utf8.RuneCountInString("operation")
	for _, row := range r.Rows {
		wide = max(wide, utf8.RuneCountInString(row.Operation))
	}
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	pad := func(operation string) string {
		return operation + strings.Repeat(" ", wide-utf8.RuneCountInString(operation))
	}
	fmt.Fprintf(table, "%s\tconnections\tnumber\tper second\tp50 ms\tp95 ms\tp99 ms\tmax ms\tMB/s\terrors\t\n", pad("operation"))
	for _, row := range r.Rows {
		cells := []string{pad(row.Operation), fmt.Sprint(row.Connections), fmt.Sprint(row.Number), figure(&row.PerSecond)}
		if l := row.Latency; l != nil {
			cells = append(cells, figure(&l.P50), figure(&l.P95), figure(&l.P99), figure(&l.Max))
		} else {
			cells = append(cells, none, none, none, none)
		}
		cells = append(cells, figure(row.MBPerSecond), fmt.Sprint(row.Errors))
		fmt.Fprintf(table, "%s\t\n", strings.Join(cells, "\t"))
	}
	_ = table.Flush() // a builder takes all
}

func (r Report) webhooks(text *strings.Builder) {
	first := true
	for _, row := range r.Rows {
		t := row.Webhooks
		if t == nil {
			continue
		}
		if first {
			text.WriteString("\nWebhooks:\n")
			first = false
		}
		fmt.Fprintf(text, "  %s, connections %d: %d expected, %d arrived, %d lost, %d doubled, %d out of order\n",
			row.Operation, row.Connections, t.Expected, t.Arrived, t.Lost, t.Doubled, t.OutOfOrder)
	}
}

// none stands where nothing was measured.
const none = "–"

// figure writes a number with as many digits as it is worth.
func figure(f *float64) string {
	switch {
	case f == nil:
		return none
	case *f >= 100:
		return fmt.Sprintf("%.0f", *f)
	case *f >= 10:
		return fmt.Sprintf("%.1f", *f)
	}
	return fmt.Sprintf("%.2f", *f)
}

func mebi(bytes int64) string {
	if bytes <= 0 {
		return none
	}
	return fmt.Sprintf("%d MiB", (bytes+1<<19)>>20)
}

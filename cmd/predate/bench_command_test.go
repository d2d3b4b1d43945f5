package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"predate/internal/base/bench"
	"predate/internal/commands/load"
)

// measurement runs predate bench as people do, and gives its report and the end of the
// process. Nothing of it may be left in its temporary folder.
func measurement(t *testing.T, args ...string) (report bench.Report, status int, said string) {
	t.Helper()
	command := benchProcess(t, args...)
	var out, complaint bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaint
	if err := command.Run(); err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &report); err != nil {
			t.Fatalf("the report: %v\n%s\n%s", err, out.String(), complaint.String())
		}
	}
	nothingLeft(t, command)
	return report, command.ProcessState.ExitCode(), complaint.String()
}

// benchProcess makes a bench among settings of an installation that it must not use.
func benchProcess(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	program, err := exec.LookPath("predate")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, append([]string{"bench", "--json"}, args...)...)
	command.Env = append(os.Environ(), "TMPDIR="+t.TempDir(), "PREDATE_S3_ENDPOINT=127.0.0.1:1", "PREDATE_S3_BUCKET=real", "PREDATE_KEYS=/nowhere", "PREDATE_DATA=/nowhere")
	return command
}

func nothingLeft(t *testing.T, command *exec.Cmd) {
	t.Helper()
	for _, one := range command.Environ() { // of settings that are named twice, the last
		if folder, ok := strings.CutPrefix(one, "TMPDIR="); ok {
			left, err := os.ReadDir(folder)
			if err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		}
	}
}

// whole compares the rows of a report with those that there must be: each with
// something done, no error and no webhook lost, doubled or out of order.
func whole(t *testing.T, report bench.Report, want ...string) {
	t.Helper()
	var got []string
	for _, row := range report.Rows {
		got = append(got, fmt.Sprintf("%s/%d", row.Operation, row.Connections))
		if row.Errors != 0 || row.Number == 0 && row.Operation != load.RowAside || row.Number > 0 && (row.PerSecond <= 0 || row.Latency == nil || row.Latency.Max < row.Latency.P50) {
			t.Errorf("%+v", row)
		}
		watched := slices.Contains([]string{load.RowKnown, load.RowNew, load.RowSmall, load.RowDone}, row.Operation)
		if (row.Webhooks != nil) != watched {
			t.Errorf("%s: webhooks %v", row.Operation, row.Webhooks)
		}
		if w := row.Webhooks; w != nil && (w.Expected < row.Number || w.Arrived != w.Expected || w.Lost+w.Doubled+w.OutOfOrder != 0) {
			t.Errorf("%s: webhooks %+v", row.Operation, *w)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}

// over names rows over some numbers of connections.
func over(connections []int, operations ...string) (all []string) {
	for _, operation := range operations {
		for _, n := range connections {
			all = append(all, fmt.Sprintf("%s/%d", operation, n))
		}
	}
	return all
}

// A short measurement has all rows, the disk and another server in turns with the
// orders, and what both took of memory.
func TestBenchMeasuresAServerOfItsOwn(t *testing.T) {
	other, err := exec.LookPath("pocketbase-likeness")
	if err != nil {
		t.Fatal(err)
	}
	report, status, said := measurement(t, "--for", "300ms", "--connections", "2", "--disk", "--pocketbase", other)
	if status != 0 || report.Interrupted {
		t.Fatalf("exit %d: %s", status, said)
	}
	whole(t, report, append(over([]int{2}, load.RowOrders, load.RowPocketBase, load.RowUploads, load.RowOrder, load.RowList, load.RowFeed, load.RowKnown, load.RowNew, load.RowSmall, load.RowDone, load.RowFlood, load.RowAside, load.RowPocketBaseAlone),
		load.RowDisk+"/1")...)
	for _, row := range report.Rows {
		if counted := slices.Contains([]string{load.RowUploads, load.RowDone, load.RowSmall, load.RowDisk}, row.Operation); counted != (row.MBPerSecond != nil) {
			t.Errorf("%s: MB/s is %v", row.Operation, row.MBPerSecond)
		}
	}
	if r := report.Ratios; len(r) != 3 || r[0].Of != load.RowOrders || r[0].Ratio <= 0 || r[2].Of != load.RowFlood || r[2].To != load.RowPocketBaseAlone || r[2].Ratio <= 0 {
		t.Errorf("ratios %+v", report.Ratios)
	}
	var servers []string
	for _, memory := range report.Memory {
		servers = append(servers, memory.Server)
		if _, err := os.Stat("/proc/self/status"); err == nil && memory.Peak < 1<<20 {
			t.Errorf("memory %+v", memory)
		}
	}
	if want := []string{"PocketBase", "server with idle workers", "PocketBase", "server that does everything"}; !slices.Equal(servers, want) {
		t.Errorf("memory of %q, want %q", servers, want)
	}
	if !strings.Contains(said, load.RowFlood+" and "+load.RowPocketBaseAlone+", connections 2\n") {
		t.Errorf("no word of how it goes:\n%s", said)
	}
}

// Those rows alone are measured that are asked for, on no more servers than they need.
func TestBenchMeasuresTheRowsThatAreAskedFor(t *testing.T) {
	for rows, want := range map[string]struct{ rows, servers []string }{
		"busy":        {over([]int{2}, load.RowFlood, load.RowAside), []string{"server that does everything"}},
		"reads":       {over([]int{2}, load.RowOrder, load.RowList, load.RowFeed), []string{"server with idle workers"}},
		"orders,busy": {over([]int{2}, load.RowOrders, load.RowFlood, load.RowAside), []string{"server with idle workers", "server that does everything"}},
	} {
		report, status, said := measurement(t, "--for", "200ms", "--connections", "2", "--rows", rows)
		if status != 0 || report.Interrupted {
			t.Fatalf("%s: exit %d: %s", rows, status, said)
		}
		whole(t, report, want.rows...)
		var servers []string
		for _, memory := range report.Memory {
			servers = append(servers, memory.Server)
		}
		if !slices.Equal(servers, want.servers) {
			t.Errorf("%s: servers %q, want %q", rows, servers, want.servers)
		}
	}
}

// An interrupt ends a measurement with the report of what there is.
func TestBenchEndsWhenItIsTold(t *testing.T) {
	command := benchProcess(t, "--for", "1m", "--connections", "1")
	var out, complaint lockedBuffer
	command.Stdout, command.Stderr = &out, &complaint
	underWay(t, command, &complaint)
	if err := command.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := command.Wait(); err != nil || time.Since(began) > 30*time.Second {
		t.Errorf("%v after %s:\n%s", err, time.Since(began), complaint.String())
	}
	var report bench.Report
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil || !report.Interrupted || len(report.Rows) != 1 || report.Rows[0].Errors != 0 {
		t.Errorf("the report of what there was: %v\n%s", err, out.String())
	}
	nothingLeft(t, command)
}

// When a measurement is killed, its server ends as well.
func TestBenchTakesItsServerAlong(t *testing.T) {
	command := benchProcess(t, "--for", "1m", "--connections", "1")
	var said lockedBuffer
	command.Stderr = &said
	server := underWay(t, command, &said)
	_ = command.Process.Kill()
	_ = command.Wait() // it was killed
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if server.Signal(syscall.Signal(0)) != nil {
			return
		}
		// Where nobody asks how it ended it stays known, without a program.
		if _, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", server.Pid)); err != nil && runtime.GOOS == "linux" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("its server goes on")
		}
	}
}

// When the server ends by itself the measurement ends too: it reports what it has measured and why it ended.
func TestBenchTellsThatItsServerIsGone(t *testing.T) {
	command := benchProcess(t, "--for", "2s", "--connections", "1,2")
	var out, complaint lockedBuffer
	command.Stdout, command.Stderr = &out, &complaint
	server := underWay(t, command, &complaint)
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait() // its status is looked at
	if command.ProcessState.ExitCode() != 1 || !strings.Contains(complaint.String(), "predate: the server with idle workers has ended by itself") {
		t.Errorf("exit %d: %s", command.ProcessState.ExitCode(), complaint.String())
	}
	var report bench.Report
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil || !report.Interrupted || len(report.Rows) != 1 || report.Rows[0].Errors == 0 {
		t.Errorf("the report of what there was: %v\n%s", err, out.String())
	}
	nothingLeft(t, command)
}

// underWay starts a measurement, waits until it loads its server, and gives that.
func underWay(t *testing.T, command *exec.Cmd, said *lockedBuffer) *os.Process {
	t.Helper()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() }) // it may have ended
	for deadline := time.Now().Add(time.Minute); !strings.Contains(said.String(), load.RowOrders); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("nothing is measured:\n%s", said.String())
		}
	}
	time.Sleep(300 * time.Millisecond)
	out, err := exec.Command("pgrep", "-P", strconv.Itoa(command.Process.Pid)).Output()
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatalf("its servers are %q", out)
	}
	server, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func TestBenchRefusesWrongSettings(t *testing.T) {
	t.Parallel()
	account := " --api-key k --email e@example.fr --password p"
	for args, says := range map[string]string{
		"--for 1ms":           "for: 1ms is too short or too long for a measurement: give between 100ms and 10m0s, such as --for 10s",
		"--connections 8,0":   "connections: 0 is not a number of connections: give between 1 and 1024, such as --connections 1,8,64",
		"--connections 8,8":   "connections: 8 is named twice: name each number once, such as --connections 1,8,64",
		"--rows orders,speed": `rows: there are no rows "speed" of this server: name some of ["orders" "uploads" "reads" "done" "webhooks" "busy"], or leave --rows out for all`,
		"--rows orders --server http://127.0.0.1:1" + account: `rows: there are no rows "orders" of this server: name some of ["done" "webhooks" "uploads" "reads" "busy"], or leave --rows out for all`,
		"--database other.db": "database: it is no PostgreSQL: name one like postgres://localhost/postgres, or leave --database out for SQLite",
		"--database postgres://u:hush@127.0.0.1:1/x?connect_timeout=1": "look at --database, whose user must be allowed to make databases",
		"--pocketbase nowhere":                           "pocketbase: there is no program nowhere: give the path of a PocketBase executable, or leave --pocketbase out",
		"--server http://127.0.0.1:1":                    "server: a running server wants an account: give --api-key, --email and --password too",
		"--disk --server http://127.0.0.1:1" + account:   "server: a running server has its own database and disk: leave --database, --disk and --pocketbase out, or --server",
		"--server http://predate.example.fr" + account:   "only https may carry keys, but to this machine itself",
		"--server http://127.0.0.1:1 --for 1s" + account: "connection refused",
		"--connections many":                             "many",
	} {
		c, out := command(t, append([]string{"bench"}, strings.Fields(args)...)...)
		status := run(t.Context(), c)
		if status == 0 || !strings.Contains(out.String(), says) || strings.Contains(out.String(), "hush") {
			t.Errorf("%s: exit %d, %s, want %q", args, status, out, says)
		}
	}
	for name, says := range map[string]string{
		"PREDATE_SERVER":   "server: it is set by the environment PREDATE_SERVER, and bench loads only what the command line names: leave it out there, or give --server",
		"PREDATE_DATABASE": "database: it is set by the environment PREDATE_DATABASE, and bench loads only what the command line names: leave it out there, or give --database",
	} {
		c, out := command(t, "bench")
		c.Env = func(asked string) (string, bool) {
			if asked == name {
				return "postgres://example.fr/real", true
			}
			return "", false
		}
		if status := run(t.Context(), c); status != 1 || !strings.Contains(out.String(), says) {
			t.Errorf("%s: exit %d, %s", name, status, out)
		}
	}
}

// pocketLikeness is a program that takes what PocketBase is told, for tests of what
// speaks to it: its superuser alone makes a collection, anyone a record.
func pocketLikeness() {
	args := os.Args[1:]
	var made atomic.Bool
	if len(args) < 3 || args[0] != "--dir" {
		os.Exit(1)
	}
	account := args[1] + ".superuser"
	if args[2] == "superuser" {
		if err := os.WriteFile(account, []byte(args[4]+" "+args[5]), 0o600); err != nil {
			os.Exit(1)
		}
		return
	}
	known, _ := os.ReadFile(account)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /api/collections/_superusers/auth-with-password", func(w http.ResponseWriter, r *http.Request) {
		var given struct{ Identity, Password string }
		if json.NewDecoder(r.Body).Decode(&given) == nil && given.Identity+" "+given.Password == string(known) {
			_, _ = io.WriteString(w, `{"token":"t"}`)
		}
	})
	mux.HandleFunc("POST /api/collections", func(w http.ResponseWriter, r *http.Request) {
		made.Store(r.Header.Get("Authorization") == "t")
		if !made.Load() {
			w.WriteHeader(http.StatusForbidden)
		}
	})
	mux.HandleFunc("POST /api/collections/orders/records", func(w http.ResponseWriter, r *http.Request) {
		var record struct{ Address string }
		if !made.Load() || json.NewDecoder(r.Body).Decode(&record) != nil || record.Address == "" {
			w.WriteHeader(http.StatusBadRequest)
		}
	})
	server := &http.Server{Addr: args[len(args)-1], Handler: mux, ReadHeaderTimeout: time.Minute}
	fmt.Fprintln(os.Stderr, server.ListenAndServe())
}

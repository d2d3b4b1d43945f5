package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"predate/internal/commands/office"
)

// fort is a server in a process of its own, that the tests of a siege attack as
// strangers do: over the network, and by ending the process.
type fort struct {
	t           *testing.T
	data, temp  string // its data folder, and its $TMPDIR
	base, admin string
	log         *lockedBuffer
	process     *exec.Cmd
	ended       chan error
}

const fortPassword = "correct horse battery staple"

func newFort(t *testing.T) *fort {
	t.Helper()
	return &fort{
		t: t, data: t.TempDir(), temp: t.TempDir(), log: &lockedBuffer{},
		base: "http://" + unusedAddress(t), admin: "http://" + unusedAddress(t),
	}
}

func unusedAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func (f *fort) command(args ...string) *exec.Cmd {
	f.t.Helper()
	program, err := exec.LookPath("predate")
	if err != nil {
		f.t.Fatal(err)
	}
	command := exec.Command(program, args...)
	command.Env = append(os.Environ(), "TMPDIR="+f.temp)
	return command
}

// run carries out a command on the data of the fort.
func (f *fort) run(args ...string) (status int, stdout, stderr string) {
	f.t.Helper()
	command := f.command(append(args, "--data", f.data)...)
	var out, complaint bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaint
	err := command.Run()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		f.t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), out.String(), complaint.String()
}

// start serves, and waits until it does.
func (f *fort) start(args ...string) {
	f.t.Helper()
	f.startBy(func(serve *exec.Cmd) *exec.Cmd { return serve }, args...)
}

// startBy serves by a command that something was made of.
func (f *fort) startBy(made func(serve *exec.Cmd) *exec.Cmd, args ...string) {
	f.t.Helper()
	args = append([]string{"serve", "--dev", "--data", f.data, "--listen", strings.TrimPrefix(f.base, "http://")}, args...)
	if f.admin != "" {
		args = append(args, "--admin-listen", strings.TrimPrefix(f.admin, "http://"))
	}
	f.process = made(f.command(args...))
	f.process.Stdout, f.process.Stderr = f.log, f.log
	if err := f.process.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.ended = make(chan error, 1)
	go func(process *exec.Cmd, ended chan error) { ended <- process.Wait() }(f.process, f.ended)
	f.t.Cleanup(f.kill)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if response, err := http.Get(f.base + "/readyz"); err == nil {
			response.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("the server does not answer:\n%s", f.log)
		}
	}
}

// kill ends the process as a power cut would.
func (f *fort) kill() {
	_ = f.process.Process.Kill() // it may have ended
	<-f.ended
	f.ended <- nil
}

// terminate asks the process to end and returns how it did.
func (f *fort) terminate() (status int, took time.Duration) {
	f.t.Helper()
	begun := time.Now()
	if err := f.process.Process.Signal(syscall.SIGTERM); err != nil {
		f.t.Fatal(err)
	}
	err := <-f.ended
	f.ended <- err
	return f.process.ProcessState.ExitCode(), time.Since(begun)
}

// peak is the most memory that the process has had, in MiB.
func (f *fort) peak() int {
	f.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", f.process.Process.Pid))
	if err != nil {
		f.t.Fatal(err)
	}
	found := regexp.MustCompile(`VmHWM:\s+(\d+)`).FindSubmatch(status)
	if found == nil {
		f.t.Fatalf("no VmHWM in %s", status)
	}
	kibi, err := strconv.Atoi(string(found[1]))
	if err != nil {
		f.t.Fatal(err)
	}
	return kibi >> 10
}

// attacker is an account with its credentials.
type attacker struct {
	*fort
	email, key, testKey string
	header              http.Header
}

// account opens an account; login lets it in.
func (f *fort) account(email string) *attacker {
	f.t.Helper()
	status, out, complaint := f.run("account", "create", "--email", email, "--password", fortPassword, "--json", "--dev")
	var opened office.Opened
	if err := json.Unmarshal([]byte(out), &opened); err != nil || status != 0 {
		f.t.Fatalf("account create: %d %s %s: %v", status, out, complaint, err)
	}
	return &attacker{fort: f, email: email, key: opened.APIKey, testKey: opened.TestAPIKey, header: http.Header{"X-Auth-Key": {opened.APIKey}}}
}

// login authenticates with the key at hand.
func (a *attacker) login() *attacker {
	a.t.Helper()
	got := a.call("POST", "/account/auth", map[string]string{"email": a.email, "password": fortPassword})
	var payload struct {
		Token string `json:"access_token"`
	}
	if got.status != 200 || json.Unmarshal(got.payload, &payload) != nil {
		a.t.Fatalf("authenticate: %d %s", got.status, got.payload)
	}
	a.header.Set("Authorization", "Bearer "+payload.Token)
	return a
}

// with is the same account with another key.
func (a *attacker) with(key string) *attacker {
	other := *a
	other.header = http.Header{"X-Auth-Key": {key}}
	return &other
}

type reply struct {
	status  int
	message string
	payload json.RawMessage
	header  http.Header
}

// call sends a request. Bytes and readers go as they are, another body as JSON.
func (a *attacker) call(method, path string, body any) reply {
	a.t.Helper()
	got, err := a.try(method, path, body)
	if err != nil {
		a.t.Fatalf("%s %s: %v", method, path, err)
	}
	return got
}

func (a *attacker) try(method, path string, body any) (reply, error) {
	var content io.Reader
	switch body := body.(type) {
	case nil:
	case []byte:
		content = bytes.NewReader(body)
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			return reply{}, err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, a.base+path, content)
	if err != nil {
		return reply{}, err
	}
	request.Header = a.header.Clone()
	if request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	var envelope struct {
		Message string
		Payload json.RawMessage
	}
	raw, err := io.ReadAll(response.Body)
	if err == nil && bytes.HasPrefix(raw, []byte("{")) {
		err = json.Unmarshal(raw, &envelope)
	}
	return reply{response.StatusCode, envelope.Message, envelope.Payload, response.Header}, err
}

// open connects and sends the head of a request, for a body that comes as the
// test likes.
func (a *attacker) open(path, media string, length int) net.Conn {
	a.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(a.base, "http://"))
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { _ = conn.Close() })
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n", path, media, length)
	for name, values := range a.header {
		head += name + ": " + values[0] + "\r\n"
	}
	if _, err := io.WriteString(conn, head+"\r\n"); err != nil {
		a.t.Fatal(err)
	}
	return conn
}

// together counts what so many at once come to see.
func together[T comparable](n int, do func(int) T) map[T]int {
	seen := map[T]int{}
	var group sync.WaitGroup
	var mu sync.Mutex
	for i := range n {
		group.Go(func() {
			one := do(i)
			mu.Lock()
			defer mu.Unlock()
			seen[one]++
		})
	}
	group.Wait()
	return seen
}

// plainOrder is a good order that waits for papers.
func plainOrder() map[string]any {
	return map[string]any{
		"address": "1 rue A", "city": "Lyon", "zipcode": "69003", "owners": []any{map[string]any{"firstname": "", "lastname": "X"}},
		"invoice": map[string]any{"address": "a", "city": "b", "zipcode": "75001", "lastname": "c"}, "method": "upload",
	}
}

// place opens an order.
func (a *attacker) place(order any) string {
	a.t.Helper()
	got := a.call("POST", "/order/", order)
	var payload struct{ OrderID string }
	if got.status != 200 || json.Unmarshal(got.payload, &payload) != nil {
		a.t.Fatalf("place: %d %s", got.status, got.message)
	}
	return payload.OrderID
}

// A server that is told to stop does, though a client never ends its request.
func TestStopWithAStalledClient(t *testing.T) {
	f := newFort(t)
	a := f.account("a@example.com")
	f.start()
	a.login()
	conn := a.open("/order/", "application/json", 500_000)
	if _, err := io.WriteString(conn, "{"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	if status, took := f.terminate(); status != 0 || took > 10*time.Second {
		t.Errorf("status %d after %s:\n%s", status, took, f.log)
	}
}

// What is for operators is on their address alone; a server that cannot have it
// says so.
func TestTheAddressForOperators(t *testing.T) {
	f := newFort(t)
	f.start()
	for url, want := range map[string]int{
		f.base + "/metrics": 404, f.admin + "/metrics": 200, f.admin + "/readyz": 200, f.admin + "/order/": 404,
	} {
		response, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s: %d %.200s, want %d", url, response.StatusCode, body, want)
		}
		if strings.HasSuffix(url, f.admin+"/readyz") && !strings.HasPrefix(string(body), `{"checks":[{"name":"database","ready":true},{"name":"schema","ready":true},{"name":"clock","ready":true},{"name":"papers","ready":true},{"name":"disk","ready":true},{"name":"keys","ready":true}`) {
			t.Errorf("readiness is %s", body)
		}
	}
	taken := strings.TrimPrefix(f.admin, "http://")
	second := newFort(t)
	status, _, complaint := second.run("serve", "--listen", strings.TrimPrefix(second.base, "http://"), "--admin-listen", taken)
	if status != 1 || !strings.Contains(complaint, "listen for operators on "+taken+" (choose another address with --admin-listen, or none)") {
		t.Errorf("a second server on the same address: %d %s", status, complaint)
	}
	// The usual address may be taken: a server for development takes another, one
	// for clients is not to be without it unawares.
	if usual, err := net.Listen("tcp", "127.0.0.1:8081"); err == nil {
		defer usual.Close()
	}
	status, _, complaint = second.run("serve", "--listen", strings.TrimPrefix(second.base, "http://"))
	if status != 1 || !strings.Contains(complaint, "listen for operators on 127.0.0.1:8081") {
		t.Errorf("a second server on the usual address: %d %s", status, complaint)
	}
	second.admin = ""
	second.start()
	status, _, complaint = second.run("serve", "--trusted-proxies", "10.0.0.0/8,everybody")
	if status != 1 || !strings.Contains(complaint, `trusted-proxies: "everybody" is neither`) {
		t.Errorf("nonsense as a proxy: %d %s", status, complaint)
	}
}

// An operator finds the key that leaked, ends it by the whole of it, and gives
// the account another password; what was got with them ends.
func TestKeysOnTheCommandLine(t *testing.T) {
	t.Parallel()
	f := newFort(t)
	a := f.account("a@example.com")
	f.start()
	a.login()
	status, out, complaint := f.run("account", "key", "create", "--email", a.email)
	if status != 0 {
		t.Fatalf("key create: %d %s", status, complaint)
	}
	leaked := strings.TrimSpace(out)
	b := a.with(leaked).login()
	status, out, _ = f.run("account", "key", "list", "--email", a.email)
	if status != 0 || strings.Count(out, "in use") != 3 || !strings.Contains(out, leaked[:13]+"…  live") || strings.Contains(out, leaked) {
		t.Errorf("key list: %d\n%s", status, out)
	}
	status, out, complaint = f.run("account", "key", "revoke", "--email", a.email, "--prefix", leaked)
	if status != 0 || !strings.Contains(out, leaked[:13]+"…  live") || !strings.Contains(out, "revoked") {
		t.Errorf("key revoke: %d %s %s", status, out, complaint)
	}
	if got := b.call("GET", "/order/", nil); got.status != 400 {
		t.Errorf("with the revoked key: %d %s", got.status, got.message)
	}
	// What the leaked key got does not pass with another key either.
	stolen := a.with(a.key)
	stolen.header.Set("Authorization", b.header.Get("Authorization"))
	for who, want := range map[*attacker]int{stolen: 401, a: 200} {
		if got := who.call("GET", "/order/", nil); got.status != want {
			t.Errorf("%d %s, want %d", got.status, got.message, want)
		}
	}
	status, out, complaint = f.run("account", "password", "--email", a.email, "--password", "une tout autre phrase")
	if status != 0 || !strings.Contains(out, "its tokens have ended") {
		t.Errorf("password: %d %s %s", status, out, complaint)
	}
	if got := a.call("GET", "/order/", nil); got.status != 401 {
		t.Errorf("after the change of password: %d %s", got.status, got.message)
	}
	if got := a.call("POST", "/account/auth", map[string]string{"email": a.email, "password": "une tout autre phrase"}); got.status != 200 {
		t.Errorf("with the new password: %d %s", got.status, got.message)
	}
	if status, _, complaint := f.run("account", "password", "--email", "nobody@example.com"); status != 1 || strings.Contains(complaint, "not shown again") {
		t.Errorf("an unknown account: %d %s", status, complaint)
	}
}

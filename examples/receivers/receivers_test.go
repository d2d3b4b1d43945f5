package receivers

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/delivering/webhook"
)

const (
	secret   = predate.Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	stranger = predate.Secret("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
)

// languages tells how each receiver is started, as its README does.
func languages(t *testing.T) map[string][]string {
	t.Helper()
	built := filepath.Join(t.TempDir(), "receiver")
	for _, args := range [][]string{{"vet", "."}, {"build", "-o", built, "."}} {
		command := exec.Command("go", args...)
		command.Dir = "go"
		command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, output)
		}
	}
	return map[string][]string{
		"go": {built}, "node": {"node", "receiver.js"}, "python": {"python3", "receiver.py"},
		"php": {"php", "-d", "post_max_size=64M", "-d", "memory_limit=512M", "-S", "127.0.0.1:$PORT", "receiver.php"},
	}
}

// running is a receiver that was started and what it has said.
type running struct {
	url, inbox string
	mu         sync.Mutex
	lines      []string
}

func start(t *testing.T, language string, command []string) *running {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Fatalf("%s is not installed: scripts/need.sh %s", command[0], language)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	_ = listener.Close()
	r := &running{url: "http://127.0.0.1:" + port + "/predate", inbox: filepath.Join(t.TempDir(), "inbox")}
	var args []string
	for _, arg := range command[1:] {
		args = append(args, strings.ReplaceAll(arg, "$PORT", port))
	}
	process := exec.Command(command[0], args...)
	process.Dir = language
	process.Env = append(os.Environ(), "PORT="+port, "INBOX="+r.inbox, "PREDATE_WEBHOOK_SECRET="+secret.Reveal(), "PHP_CLI_SERVER_WORKERS=4")
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var complaints bytes.Buffer
	process.Stderr = &complaints
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() { r.listen(output); close(read) }()
	t.Cleanup(func() {
		_ = syscall.Kill(-process.Process.Pid, syscall.SIGKILL) // with the workers that PHP forks
		<-read
		_ = process.Wait()
		if t.Failed() {
			t.Logf("said:\n%s\ncomplained:\n%s", strings.Join(r.lines, "\n"), complaints.String())
		}
	})
	r.await(t, func() bool {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, "listening")
	return r
}

func (r *running) listen(output io.Reader) {
	scanner := bufio.NewScanner(output)
	for scanner.Scan() {
		r.mu.Lock()
		r.lines = append(r.lines, scanner.Text())
		r.mu.Unlock()
	}
}

func (r *running) said(line string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	count := 0
	for _, one := range r.lines {
		if one == line {
			count++
		}
	}
	return count
}

func (r *running) await(t *testing.T, is func() bool, what string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not %s", what)
		}
	}
}

func (r *running) says(t *testing.T, line string) {
	t.Helper()
	r.await(t, func() bool { return r.said(line) > 0 }, fmt.Sprintf("saying %q", line))
}

// post is one delivery as the service makes it.
type post struct {
	id       string
	state    predate.State
	sequence int // 0 is a rehearsal
	secrets  []predate.Secret
	clock    time.Duration // how far the sender's clock is from ours
	attempt  int
	statement,
	alter []byte // alter replaces the body after it was signed
}

func (p post) send(t *testing.T, url string) predate.Attempt {
	t.Helper()
	event := predate.Event{
		ID: "evt_1", Order: "K7QF3M", ExternalID: "dossier-7", Seq: p.sequence, State: p.state,
		Simulated: p.sequence == 0, TestMode: true,
	}
	notice := webhook.Notice{Event: event}
	if p.state == predate.Done {
		notice.Statement = &webhook.Content{Size: int64(len(p.statement)), Open: func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(p.statement)), nil
		}}
	}
	body, err := webhook.NewBody(notice)
	if err != nil {
		t.Fatal(err)
	}
	if p.secrets == nil {
		p.secrets = []predate.Secret{secret}
	}
	host := strings.Split(url, "/")[2]
	client := egress.New(egress.Options{DevHosts: []string{host}}).Client(egress.Policy{})
	if p.alter != nil {
		client.Transport = altering{client.Transport, p.alter}
	}
	sender := webhook.NewSender(client, func() time.Time { return time.Now().Add(p.clock) })
	attempt, err := sender.Send(t.Context(), webhook.Sending{
		URL: url, Secrets: p.secrets, Event: event, Body: body,
		Delivery: predate.Delivery{ID: predate.DeliveryID(p.id), Order: event.Order, Seq: event.Seq, Attempts: p.attempt},
	})
	if err != nil {
		t.Fatal(err)
	}
	return attempt
}

// altering stands between the sender and the receiver.
type altering struct {
	http.RoundTripper
	body []byte
}

func (a altering) RoundTrip(request *http.Request) (*http.Response, error) {
	_ = request.Body.Close()
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(a.body)), int64(len(a.body))
	if len(a.body) == 0 {
		request.Body = http.NoBody
	}
	return a.RoundTripper.RoundTrip(request)
}

func TestReceivers(t *testing.T) {
	for language, command := range languages(t) {
		t.Run(language, func(t *testing.T) {
			r := start(t, language, command)
			for _, c := range []struct {
				what   string
				post   post
				status int
				says   string
			}{
				{"an event", post{id: "dlv_1", state: predate.Received, sequence: 2}, 204, "event received K7QF3M 2"},
				{"the same again", post{id: "dlv_1", state: predate.Received, sequence: 2, attempt: 1}, 204, "duplicate dlv_1"},
				{"an older one afterwards", post{id: "dlv_0", state: predate.Confirmed, sequence: 1}, 204, "late dlv_0"},
				{"a rehearsal", post{id: "dlv_2", state: predate.NeedRefresh}, 204, "event need-refresh K7QF3M 0"},
				{"while a secret rotates", post{id: "dlv_3", state: predate.Waiting, sequence: 3, secrets: []predate.Secret{stranger, secret}}, 204, "event waiting K7QF3M 3"},
				{"a statement", post{id: "dlv_4", state: predate.Done, sequence: 4, statement: bytes.Repeat([]byte("%PDF"), 1<<20)}, 204, "event done K7QF3M 4"},
				{"another's secret", post{id: "dlv_5", state: predate.Waiting, sequence: 5, secrets: []predate.Secret{stranger}}, 401, ""},
				{"ten minutes old", post{id: "dlv_6", state: predate.Waiting, sequence: 6, clock: -10 * time.Minute}, 401, ""},
				{"ten minutes ahead", post{id: "dlv_7", state: predate.Waiting, sequence: 7, clock: 10 * time.Minute}, 401, ""},
				{"another body", post{id: "dlv_8", state: predate.Waiting, sequence: 8, alter: []byte(`{"status":"done"}`)}, 401, ""},
				{"an empty body", post{id: "dlv_9", state: predate.Waiting, sequence: 9, alter: []byte{}}, 401, ""},
				{"an id that is a path", post{id: "../dlv_10", state: predate.Waiting, sequence: 10}, 401, ""},
			} {
				attempt := c.post.send(t, r.url)
				if attempt.Status != c.status {
					t.Errorf("%s: answered %d %q %s, want %d", c.what, attempt.Status, attempt.Answer, attempt.Error, c.status)
				}
				if c.says != "" {
					r.says(t, c.says)
				}
			}
			r.atOnce(t)
			r.kept(t, "dlv_0", "dlv_1", "dlv_11", "dlv_2", "dlv_3", "dlv_4")
		})
	}
}

// atOnce sends one delivery many times at the same moment: it counts once.
func (r *running) atOnce(t *testing.T) {
	t.Helper()
	var senders sync.WaitGroup
	for attempt := range 8 {
		senders.Go(func() {
			p := post{id: "dlv_11", state: predate.NeedRefresh, sequence: 11, attempt: attempt}
			if got := p.send(t, r.url); got.Status != 204 {
				t.Errorf("many at once: answered %d %s", got.Status, got.Error)
			}
		})
	}
	senders.Wait()
	r.await(t, func() bool { return r.said("duplicate dlv_11") == 7 }, "recognising seven duplicates")
	r.says(t, "event need-refresh K7QF3M 11")
	if n := r.said("event need-refresh K7QF3M 11"); n != 1 {
		t.Errorf("worked %d times on one event", n)
	}
}

// kept holds the inbox to what was taken, and the statement to its bytes.
func (r *running) kept(t *testing.T, want ...string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(r.inbox, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, file := range files {
		got = append(got, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	if !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	body, err := os.ReadFile(filepath.Join(r.inbox, "dlv_4.json"))
	if err != nil || len(body) < 4<<20*4/3 || !bytes.HasPrefix(body, []byte(`{"status":"done","orderid":"K7QF3M"`)) || !bytes.HasSuffix(body, []byte(`"}`)) {
		t.Errorf("the statement's body is not what was sent: %d bytes, %v", len(body), err)
	}
	if drafts, _ := filepath.Glob(filepath.Join(r.inbox, "draft-*")); len(drafts) > 0 {
		t.Errorf("drafts stay behind: %v", drafts)
	}
}

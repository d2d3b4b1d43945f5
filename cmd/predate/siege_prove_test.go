//go:build prove

package main

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// What a server may take at the worst, and how late it may answer that it is
// alive: beyond what the machine itself is late.
const (
	mostMemory    = 256 // MiB
	slowestAnswer = 250 * time.Millisecond
)

// besieged is a server with an account that was let in.
func besieged(t *testing.T) *attacker {
	t.Helper()
	f := newFort(t)
	a := f.account("a@example.com")
	f.start()
	return a.login()
}

// holds runs an attack and looks at what it costs: memory, and the time in which
// anybody else is answered. How late the machine itself is shows in a server that
// nobody attacks.
func (a *attacker) holds(attack func()) {
	a.t.Helper()
	spared := &attacker{fort: newFort(a.t), header: http.Header{}}
	spared.start()
	defer spared.kill()
	done := make(chan struct{})
	quiet := make(chan time.Duration, 1)
	go func() { quiet <- spared.slowest(done) }()
	go func() { defer close(done); attack() }()
	slow := a.slowest(done)
	late := <-quiet
	a.t.Logf("peak %d MiB, /livez within %s, of a server at peace within %s", a.peak(), slow, late)
	if a.peak() > mostMemory || slow > late+slowestAnswer {
		a.t.Errorf("peak %d MiB, /livez within %s; want at most %d MiB and %s", a.peak(), slow, mostMemory, late+slowestAnswer)
	}
}

// slowest is the longest wait for /livez until something is done.
func (a *attacker) slowest(done <-chan struct{}) time.Duration {
	slow := time.Duration(0)
	for {
		begun := time.Now()
		if got, err := a.try("GET", "/livez", nil); err != nil || got.status != 200 {
			a.t.Errorf("/livez: %d %v", got.status, err)
		}
		slow = max(slow, time.Since(begun))
		select {
		case <-done:
			return slow
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Bodies of nothing but structure, with an API key alone.
func TestProveBodiesOfStructure(t *testing.T) {
	a := besieged(t)
	small := []byte(`{"x":[` + strings.Repeat(`{},`, 349_000) + `{}]}`)
	stranger := a.with(a.key)
	a.holds(func() {
		seen := together(60, func(int) int { return stranger.call("POST", "/account/auth", small).status })
		if seen[400] != 60 {
			t.Errorf("answers %v", seen)
		}
	})
	large := []byte(`{"x":[` + strings.Repeat(`{},`, 30<<20) + `{}]}`)
	a.holds(func() {
		if got := a.call("POST", "/order/", large); got.status != 400 {
			t.Errorf("%d %s", got.status, got.message)
		}
	})
}

// Bodies as large as they may be, of what is read, many at once.
func TestProveLargeBodies(t *testing.T) {
	a := besieged(t)
	b := a.account("b@example.com").login()
	id := a.place(plainOrder())
	paper := base64.StdEncoding.EncodeToString(append([]byte("%PDF-1.4\n"), make([]byte, 48<<20)...))
	body := []byte(`{"documents":[{"content":"` + paper + `"}]}`) // refused at its end: what reads papers has memory of its own
	long := []byte(`{"method":"` + strings.Repeat("x", 90<<20) + `"}`)
	a.holds(func() {
		seen := together(8, func(i int) int {
			if i%2 == 0 {
				return a.call("POST", "/order/"+id+"/documents", body).status
			}
			return b.call("POST", "/order/", long).status
		})
		if seen[400]+seen[503] != 8 || seen[400] < 4 {
			t.Errorf("answers %v", seen)
		}
	})
}

// form is a body with one file.
func form(name string, content []byte) []byte {
	return []byte("--XX\r\nContent-Disposition: form-data; name=\"documents\"; filename=\"" + name + "\"\r\n\r\n" + string(content) + "\r\n--XX--\r\n")
}

func (a *attacker) withForm() *attacker {
	other := *a
	other.header = a.header.Clone()
	other.header.Set("Content-Type", "multipart/form-data; boundary=XX")
	return &other
}

// An archive whose directory has a million entries.
func TestProveCrowdedArchives(t *testing.T) {
	a := besieged(t)
	id := a.place(plainOrder())
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	if _, err := archive.Create("a"); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	end := bytes.Clone(whole[len(whole)-22:])
	start := binary.LittleEndian.Uint32(end[16:])
	directory := bytes.Repeat(whole[start:len(whole)-22], 1_000_000)
	head := append(bytes.Clone(whole[:start]), make([]byte, 5000)...)
	binary.LittleEndian.PutUint16(end[8:], 1_000_000&0xffff)
	binary.LittleEndian.PutUint16(end[10:], 1_000_000&0xffff)
	binary.LittleEndian.PutUint32(end[12:], uint32(len(directory)))
	binary.LittleEndian.PutUint32(end[16:], uint32(len(head)))
	crowded := form("a.docx", append(append(head, directory...), end...))
	a.holds(func() {
		seen := together(6, func(int) int { return a.withForm().call("POST", "/order/"+id+"/documents", crowded).status })
		if seen[400]+seen[503] != 6 || seen[400] == 0 {
			t.Errorf("answers %v", seen)
		}
	})
}

// Forms that never end leave nothing when the power is cut, and take no room
// where others keep their temporary files.
func TestProveFormsThatNeverEnd(t *testing.T) {
	a := besieged(t)
	id := a.place(plainOrder())
	piece := bytes.Repeat([]byte("A"), 1<<20)
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			conn := a.open("/order/"+id+"/documents", "multipart/form-data; boundary=XX", 530_000_000)
			if _, err := io.WriteString(conn, strings.TrimSuffix(string(form("a.pdf", []byte("%PDF-1.4\n"))), "\r\n--XX--\r\n")); err != nil {
				return
			}
			for range 40 {
				if _, err := conn.Write(piece); err != nil {
					return // turned away, and told so
				}
			}
		})
	}
	group.Wait()
	size := func(folder string) (bytes int64) {
		t.Helper()
		err := filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				var info os.FileInfo
				info, err = entry.Info()
				bytes += info.Size()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	if got := size(a.temp); got != 0 {
		t.Errorf("%d bytes of temporary files outside of the data folder", got)
	}
	a.kill()
	a.start()
	if got := size(filepath.Join(a.data, "incoming")); got != 0 {
		t.Errorf("%d bytes are left after the power was cut", got)
	}
	if a.peak() > mostMemory {
		t.Errorf("peak %d MiB", a.peak())
	}
}

// Twelve bodies of 30 MB want few seats: the refused ones read why.
func TestProveTheRefusedReadTheirRefusal(t *testing.T) {
	a := besieged(t)
	order := plainOrder()
	order["x"] = strings.Repeat("a", 30_000_000)
	body, err := json.Marshal(order) // once: the attacker is not to slow itself down
	if err != nil {
		t.Fatal(err)
	}
	a.holds(func() {
		seen := together(12, func(int) string {
			got, err := a.try("POST", "/order/", body)
			if err != nil {
				return err.Error()
			}
			return fmt.Sprint(got.status)
		})
		if seen["200"]+seen["503"] != 12 || seen["200"] == 0 {
			t.Errorf("answers %v", seen)
		}
	})
	if strings.Contains(a.log.String(), "level=ERROR") {
		t.Errorf("errors are logged:\n%s", a.log)
	}
}

// Sixty who ask at once get no more endpoints than one may have.
func TestProveEndpointsAreCapped(t *testing.T) {
	a := besieged(t)
	seen := together(60, func(int) int {
		return a.call("POST", "/account/webhooks", map[string]any{"url": "http://127.0.0.1:9/"}).status
	})
	if seen[200] != 20 || seen[409] != 40 {
		t.Errorf("answers %v, want 20 endpoints", seen)
	}
}

// A rotation without grace leaves one key that signs.
func TestProveRotationWithoutGrace(t *testing.T) {
	a := besieged(t)
	signatures := make(chan string, 16)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	receiver := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { signatures <- r.Header.Get("webhook-signature") })}
	go func() { _ = receiver.Serve(listener) }()
	t.Cleanup(func() { _ = receiver.Close() })
	got := a.call("POST", "/account/webhooks", map[string]any{"url": "http://" + listener.Addr().String() + "/"})
	endpoint := "/account/webhooks/" + textOf(t, got, "id") + "/rotate-secret"
	a.call("POST", endpoint, map[string]any{"grace_hours": 24})
	a.call("POST", endpoint, map[string]any{"grace_hours": 0})
	a.place(plainOrder())
	select {
	case one := <-signatures:
		if len(strings.Fields(one)) != 1 {
			t.Errorf("%d signatures", len(strings.Fields(one)))
		}
	case <-time.After(20 * time.Second):
		t.Error("nothing is delivered")
	}
}

// A test key can do nothing with what is live.
func TestProveTestKeys(t *testing.T) {
	a := besieged(t)
	tester := a.with(a.testKey).login()
	id := a.place(plainOrder())
	for _, one := range []struct {
		method, path string
		body         any
		status       int
	}{
		{"POST", "/order/", plainOrder(), 403},
		{"GET", "/order/" + id, nil, 404},
		{"POST", "/order/" + id + "/cancel", nil, 404},
		{"POST", "/order/needrefresh", map[string]any{"orderid": id, "method": "upload"}, 404},
		{"POST", "/account/webhooks", map[string]any{"url": "http://127.0.0.1:9/", "test_mode": false}, 403},
	} {
		if got := tester.call(one.method, one.path, one.body); got.status != one.status {
			t.Errorf("%s %s: %d %s, want %d", one.method, one.path, got.status, got.message, one.status)
		}
	}
}

// Odd requests: half a character, a member twice, long names and paths.
func TestProveOddRequests(t *testing.T) {
	a := besieged(t)
	for body, want := range map[string]string{
		`{"external_id":"\ud800"}`: "external_id: must not contain half of a surrogate pair",
		`{"city":"a","city":"b"}`:  "city: is given twice",
	} {
		if got := a.call("POST", "/order/", []byte(body)); got.status != 400 || !strings.Contains(got.message, want) {
			t.Errorf("%s: %d %s", body, got.status, got.message)
		}
	}
	twice := `{"email":"a@example.com","password":"wrong","password":"` + fortPassword + `"}`
	if got := a.call("POST", "/account/auth", []byte(twice)); got.status != 400 {
		t.Errorf("two passwords: %d", got.status)
	}
	if got := a.call("POST", "/account/webhooks", map[string]any{"url": "https://a." + strings.Repeat("b", 300) + ".com/"}); got.status != 400 {
		t.Errorf("a long name: %d", got.status)
	}
	before := len(a.log.String())
	for range 20 {
		a.call("GET", "/x/"+strings.Repeat("a", 55_000), nil)
	}
	if grown := len(a.log.String()) - before; grown == 0 || grown > 20<<10 {
		t.Errorf("the log grew by %d bytes", grown)
	}
	if got := a.call("GET", "/metrics", nil); got.status != 404 {
		t.Errorf("/metrics: %d", got.status)
	}
}

// A database whose keys are gone is not worked on, and gets no others.
func TestProveKeysThatAreGone(t *testing.T) {
	a := besieged(t)
	a.terminate()
	if err := os.RemoveAll(filepath.Join(a.data, "keys")); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"account", "list"}, {"serve", "--dev", "--listen", "127.0.0.1:0"}} {
		status, _, complaint := a.run(command...)
		if status != 1 || !strings.Contains(complaint, "the keys of this database are gone") {
			t.Errorf("%v: %d %s", command, status, complaint)
		}
	}
	if made, err := filepath.Glob(filepath.Join(a.data, "keys", "*")); err != nil || len(made) != 0 {
		t.Errorf("made %v, %v", made, err)
	}
}

func textOf(t *testing.T, got reply, name string) string {
	t.Helper()
	var payload map[string]any
	if err := json.Unmarshal(got.payload, &payload); err != nil || got.status != 200 {
		t.Fatalf("%d %s: %v", got.status, got.message, err)
	}
	text, _ := payload[name].(string)
	return text
}

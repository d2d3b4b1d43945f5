package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/office"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"

	"github.com/rogpeppe/go-internal/testscript"
)

// cluster is the PostgreSQL of all tests of the program.
var cluster pgtest.Cluster

// tests are those of the program, after which its PostgreSQL ends.
type tests struct{ *testing.M }

// Run runs the tests.
func (m tests) Run() int {
	defer cluster.Stop()
	return m.M.Run()
}

func TestMain(m *testing.M) {
	if strings.HasSuffix(os.Args[0], ".test") { // and not a story’s own predate
		flag.Parse()
		if err := flag.Set("test.parallel", "4"); err != nil { // stories wait for servers more than they compute
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	testscript.Main(tests{m}, map[string]func(){"predate": main, "pocketbase-likeness": pocketLikeness})
}

// TestStories plays the manual: real binary, real database, real HTTP, real
// files. Each story tells in its first lines what it is about.
func TestStories(t *testing.T) {
	cache := emptyCache(t) // shared by all stories
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/story",
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": cmdServe, "kill9": cmdKill, "simulate-extranet": cmdExtranet, "visit": cmdVisit, "mend-extranet": cmdMend, "hasten": cmdHasten, "health": cmdHealth, "sites": cmdSites, "account": cmdAccount,
			"call": cmdCall, "upload": cmdUpload, "until": cmdUntil, "events": cmdEvents, "many": cmdMany,
			"receiver": cmdReceiver, "postgres": func(ts *testscript.TestScript, _ bool, _ []string) { of(ts).set(ts, "DATABASE", cluster.Database(t)) }, "keep": cmdKeep, "queued": cmdQueued, "look": cmdLook, "erased": cmdErased, "restate": cmdRestate, "begins": cmdBegins, "proof": cmdProof, "verify": cmdVerify,
			"attempts": cmdAttempts, "listen": cmdListen, "heard": cmdHeard, "hangup": cmdHangUp,
		},
		Setup: func(env *testscript.Env) error {
			repository, err := filepath.Abs("../..")
			if err != nil {
				return err
			}
			env.Vars = append(env.Vars, "PREDATE_CACHE="+cache, "REPO="+repository, "HOME="+env.WorkDir)
			env.Values["story"] = &story{vars: map[string]string{}, sites: map[string]string{}}
			return nil
		},
	})
}

// storyPassword opens every account of a story.
const storyPassword = "correct horse battery"

// story is what the commands of one script share.
type story struct {
	base     string
	listen   string
	admin    string
	key      string
	token    string
	vars     map[string]string
	sites    map[string]string // of the simulated extranets, by family
	server   *exec.Cmd
	extranet *exec.Cmd
	output   *lockedBuffer
	receiver *receiver
	listener *exec.Cmd
	heard    *lockedBuffer
	listened int // bytes of it that were matched
}

func of(ts *testscript.TestScript) *story { return ts.Value("story").(*story) }

// cmdServe starts "predate serve --dev" with the arguments given and waits for
// its ready line. A second serve takes the same address again.
func cmdServe(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	if s.listen == "" {
		s.listen, s.admin = freeAddress(ts), freeAddress(ts)
	}
	args = append([]string{"serve", "--dev", "--data", "data", "--listen", s.listen}, args...)
	for i := range args {
		args[i] = s.expand(args[i])
	}
	command := exec.Command(lookPath(ts, "predate"), args...)
	command.Dir, command.Env = ts.MkAbs("."), environment(ts)
	command.Env = append(command.Env, "PREDATE_ADMIN_LISTEN="+s.admin)
	s.set(ts, "SERVER", "http://"+s.listen)
	s.set(ts, "ADMIN", "http://"+s.admin)
	s.output = &lockedBuffer{}
	command.Stdout, command.Stderr = s.output, s.output
	ts.Check(command.Start())
	s.server, s.base = command, "http://"+s.listen
	ts.Defer(func() { stop(command) })
	deadline := time.Now().Add(60 * time.Second)
	for !strings.Contains(s.output.String(), "ready") {
		if time.Now().After(deadline) {
			ts.Fatalf("the server is not ready:\n%s", s.output.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func stop(command *exec.Cmd) {
	if command.ProcessState != nil {
		return
	}
	_ = command.Process.Signal(syscall.SIGTERM)
	done := make(chan struct{})
	go func() { _ = command.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(15 * time.Second):
		_ = command.Process.Kill()
		<-done
	}
}

// cmdKill kills the server as a power cut would.
func cmdKill(ts *testscript.TestScript, _ bool, _ []string) {
	s := of(ts)
	if s.receiver != nil {
		s.receiver.expectCut()
	}
	ts.Check(s.server.Process.Kill())
	_ = s.server.Wait()
}

// cmdExtranet serves a dossier as an extranet in its own process, at an address
// of its own.
func cmdExtranet(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	address := freeAddress(ts)
	s.serveExtranet(ts, address, args)
	s.set(ts, "EXTRANET", "http://"+address+"/")
	s.set(ts, "EXTRANET_HOST", address)
	if k := slices.Index(args, "--family"); k >= 0 && k+1 < len(args) {
		s.sites[args[k+1]] = "http://" + address + extranetsim.Family(args[k+1]).Path()
		s.set(ts, "HOSTS", strings.TrimPrefix(s.vars["HOSTS"]+";"+address+"="+args[k+1], ";"))
	}
}

// cmdVisit turns the story to the extranet of a family.
func cmdVisit(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	if len(args) != 1 || s.sites[args[0]] == "" {
		ts.Fatalf("usage: visit FAMILY, of an extranet that is simulated")
	}
	s.set(ts, "EXTRANET", s.sites[args[0]])
}

// cmdMend has the extranet of the story behave otherwise, at its old address.
func cmdMend(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	stop(s.extranet)
	s.serveExtranet(ts, strings.Trim(strings.TrimPrefix(s.vars["EXTRANET"], "http://"), "/"), args)
}

func (s *story) serveExtranet(ts *testscript.TestScript, address string, args []string) {
	command := exec.Command(lookPath(ts, "predate"), append([]string{"extranet-sim", "--listen", address}, expandAll(s, args)...)...)
	command.Dir, command.Env = ts.MkAbs("."), environment(ts)
	output := &lockedBuffer{}
	command.Stdout, command.Stderr = output, output
	ts.Check(command.Start())
	s.extranet = command
	ts.Defer(func() { stop(command) })
	deadline := time.Now().Add(30 * time.Second)
	for {
		response, err := http.Get("http://" + address + "/connexion/")
		if err == nil {
			response.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("the extranet does not answer:\n%s", output.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// cmdHasten has the next try of a collection come at once: hasten [COUNT]
func cmdHasten(ts *testscript.TestScript, _ bool, args []string) {
	wanted := int64(1)
	if len(args) > 0 {
		n, err := strconv.ParseInt(args[0], 10, 64)
		ts.Check(err)
		wanted = n
	}
	db, err := store.Open(context.Background(), ts.MkAbs("data/predate.db"), store.Options{})
	ts.Check(err)
	defer db.Close()
	for deadline := time.Now().Add(30 * time.Second); wanted > 0; time.Sleep(50 * time.Millisecond) {
		ts.Check(db.InTx(context.Background(), func(ctx context.Context, tx store.Tx) error {
			n, err := tx.Exec(ctx, "UPDATE jobs SET due = 0 WHERE line = 'collect' AND due > 0 AND holder = ''")
			wanted -= n
			return err
		}))
		if time.Now().After(deadline) {
			ts.Fatalf("%d tries that are to come are missing", wanted)
		}
	}
}

// cmdAccount opens an account by the command line and authenticates over HTTP.
// Its callback is the story's receiver, if there is one.
func cmdAccount(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	flags := append([]string{"account", "create", "--data", "data", "--dev", "--json", "--password", storyPassword}, expandAll(s, args)...)
	if s.receiver != nil {
		flags = append(flags, "--callback-url", s.receiver.url())
	}
	command := exec.Command(lookPath(ts, "predate"), flags...)
	command.Dir, command.Env = ts.MkAbs("."), environment(ts)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	printed, err := command.Output()
	if err != nil {
		ts.Fatalf("account create: %v\n%s", err, complaint.String())
	}
	var opened office.Opened
	ts.Check(json.Unmarshal(printed, &opened))
	s.key = opened.APIKey
	s.set(ts, "KEY", opened.APIKey)
	s.set(ts, "TESTKEY", opened.TestAPIKey)
	if s.receiver != nil {
		ts.Check(s.receiver.trust(opened.WebhookSecret))
	}
	status, body := s.request(ts, "POST", "/account/auth", strings.NewReader(
		`{"email":"`+opened.Email+`","password":"`+storyPassword+`"}`), "application/json")
	if status != 200 {
		ts.Fatalf("authenticate: %d %s", status, body)
	}
	var answer struct {
		Payload struct {
			Token string `json:"access_token"`
		} `json:"payload"`
	}
	ts.Check(json.Unmarshal(body, &answer))
	s.token = answer.Payload.Token
}

// cmdCall sends a request and prints the status and the body:
// call STATUS METHOD PATH [BODYFILE] [header=value…]
func cmdCall(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	if len(args) < 3 {
		ts.Fatalf("usage: call STATUS METHOD PATH [BODYFILE] [Header=value…]")
	}
	var body io.Reader
	headers := map[string]string{}
	for _, arg := range args[3:] {
		name, value, isHeader := strings.Cut(arg, "=")
		if isHeader {
			headers[name] = s.expand(value)
			continue
		}
		body = strings.NewReader(s.expand(ts.ReadFile(arg)))
	}
	status, answer := s.requestWith(ts, args[1], s.expand(args[2]), body, headers)
	fmt.Fprintf(ts.Stdout(), "%d\n%s\n", status, answer)
	if want := args[0]; strconv.Itoa(status) != want {
		ts.Fatalf("%s %s: status %d, want %s\n%s", args[1], args[2], status, want, answer)
	}
	var placed struct {
		Payload struct {
			OrderID string `json:"orderid"`
		} `json:"payload"`
	}
	if json.Unmarshal(answer, &placed) == nil && placed.Payload.OrderID != "" {
		s.set(ts, "ORDER", placed.Payload.OrderID)
	}
}

// cmdUpload gives files to the story's order as a browser would:
// upload STATUS FILE…
func cmdUpload(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	for _, pattern := range args[1:] {
		matches, err := filepath.Glob(ts.MkAbs(s.expand(pattern)))
		ts.Check(err)
		if len(matches) == 0 {
			ts.Fatalf("upload: no file %s", pattern)
		}
		for _, path := range matches {
			part, err := writer.CreateFormFile("files", filepath.Base(path))
			ts.Check(err)
			content, err := os.ReadFile(path)
			ts.Check(err)
			_, err = part.Write(content)
			ts.Check(err)
		}
	}
	ts.Check(writer.Close())
	status, answer := s.request(ts, "POST", "/order/"+s.vars["ORDER"]+"/documents", &form, writer.FormDataContentType())
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("upload: status %d, want %s\n%s", status, args[0], answer)
	}
}

// cmdUntil waits until the story's order is in a state: until STATE
func cmdUntil(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	deadline := time.Now().Add(120 * time.Second)
	var answer []byte
	for {
		_, answer = s.request(ts, "GET", "/order/"+s.vars["ORDER"], nil, "")
		var order struct {
			Payload struct {
				State string `json:"state"`
			} `json:"payload"`
		}
		if json.Unmarshal(answer, &order) == nil && order.Payload.State == args[0] {
			fmt.Fprintf(ts.Stdout(), "%s\n", answer)
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("the order is not %s:\n%s\nserver:\n%s", args[0], answer, s.output.String())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

var variable = regexp.MustCompile(`\$[A-Z_]+|\$\{[A-Z_]+\}`)

// expand replaces $NAME by what the story set.
func (s *story) expand(text string) string {
	return variable.ReplaceAllStringFunc(text, func(name string) string {
		if value, ok := s.vars[strings.Trim(name, "${}")]; ok {
			return value
		}
		return name
	})
}

func expandAll(s *story, args []string) []string {
	expanded := make([]string, len(args))
	for i, arg := range args {
		expanded[i] = s.expand(arg)
	}
	return expanded
}

func (s *story) set(ts *testscript.TestScript, name, value string) {
	s.vars[name] = value
	ts.Setenv(name, value)
}

func (s *story) request(ts *testscript.TestScript, method, path string, body io.Reader, contentType string) (int, []byte) {
	headers := map[string]string{}
	if contentType != "" {
		headers["Content-Type"] = contentType
	}
	return s.requestWith(ts, method, path, body, headers)
}

func (s *story) requestWith(ts *testscript.TestScript, method, path string, body io.Reader, headers map[string]string) (int, []byte) {
	if strings.HasPrefix(path, "/") {
		path = s.base + path
	}
	request, err := http.NewRequest(method, path, body)
	ts.Check(err)
	request.Header.Set("X-Auth-Key", s.key)
	request.Header.Set("Authorization", "Bearer "+s.token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range headers {
		request.Header.Del(name)
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		ts.Fatalf("%s %s: %v\nserver:\n%s", method, path, err, s.output.String())
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	ts.Check(err)
	return response.StatusCode, answer
}

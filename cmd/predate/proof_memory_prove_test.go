//go:build prove

package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"predate/internal/collecting/extranetsim"
)

// cage is a control group with a limit of memory.
type cage string

// newCage makes one, and sees that the machine holds it to its limit; otherwise it
// says why it does not.
func newCage(t *testing.T, mebi int) (c cage, why string) {
	t.Helper()
	root, limit := "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
	if _, err := os.Stat("/sys/fs/cgroup/cgroup.controllers"); err == nil {
		root, limit = "/sys/fs/cgroup", "memory.max"
	}
	c = cage(filepath.Join(root, fmt.Sprintf("predate-proof-%d", os.Getpid())))
	if err := os.Mkdir(string(c), 0o755); err != nil {
		return c, "no control group can be made: " + err.Error()
	}
	t.Cleanup(func() {
		for range 50 { // it is busy until the kernel has buried who was in it
			if os.Remove(string(c)) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Errorf("%s is left", c)
	})
	set := func(mebi int) error {
		return os.WriteFile(filepath.Join(string(c), limit), []byte(strconv.Itoa(mebi<<20)), 0o644)
	}
	if err := set(32); err != nil {
		return c, "a control group of this machine takes no limit: " + err.Error()
	}
	var killed *exec.ExitError
	if err := c.inside(devour(128)).Run(); !errors.As(err, &killed) {
		return c, "this machine does not hold a control group to its limit"
	}
	if err := set(mebi); err != nil {
		return c, "a control group of this machine takes no other limit: " + err.Error()
	}
	return c, ""
}

// inside makes a command one that runs in the cage.
func (c cage) inside(command *exec.Cmd) *exec.Cmd { return c.enter(command, "0") }

// victim makes a command one that runs in the cage, and that the kernel kills first.
func (c cage) victim(command *exec.Cmd) *exec.Cmd { return c.enter(command, "900") }

func (c cage) enter(command *exec.Cmd, badness string) *exec.Cmd {
	const enter = `echo $$ > "$1/cgroup.procs" && echo "$2" > /proc/self/oom_score_adj && shift 2 && exec "$@"`
	inside := exec.Command("sh", append([]string{"-c", enter, "sh", string(c), badness}, command.Args...)...)
	inside.Env = command.Env
	return inside
}

// devour is a command that takes so much memory.
func devour(mebi int) *exec.Cmd {
	return exec.Command("sh", "-c", fmt.Sprintf("head -c %dM /dev/zero | tail > /dev/null", mebi))
}

// A server is held to little memory, and others in its control group take that from
// it until the kernel kills one of them. Started anew, as its supervisor does, it
// has lost nothing.
func TestProveAMemoryLimit(t *testing.T) {
	const mebi, strikes = 512, 3
	f, proof := proven(t, fmt.Sprintf("a control group of %d MiB, and kills for want of memory", mebi))
	c, why := newCage(t, mebi)
	if why != "" {
		proof.NotHere(why)
		return
	}
	a := f.account("a@example.com")
	serve := func() { f.startBy(c.victim, "--reference-date", extranetsim.ReferenceDate().String()) }
	serve()
	t.Cleanup(f.kill)
	client := newProofClient(a.login(), proof)
	paper := base64.StdEncoding.EncodeToString(append([]byte("%PDF-1.4\n"), make([]byte, 24<<20)...))
	killed := 0
	for n := range strikes {
		client.orders(2*n, sampleTestOrder(t))
		client.orders(2*n+1, sampleTestOrder(t))
		client.placing.Wait()
		together(4, func(int) int { // refused, and costly
			got, _ := client.try("POST", "/order/ABC234/documents", []byte(`{"documents":[{"content":"`+paper+`"}]}`))
			return got.status
		})
		client.expectCut()
		_ = c.inside(devour(2 * mebi)).Run() // whoever was killed
		if f.over() {
			killed++
			serve()
		}
	}
	client.judge(strikes)
	if killed == 0 {
		t.Error("the server was never killed: that proves nothing")
	}
	t.Logf("the server was killed %d times", killed)
}

// over reports whether the process has ended.
func (f *fort) over() bool {
	select {
	case err := <-f.ended:
		f.ended <- err
		return true
	case <-time.After(2 * time.Second):
		return false
	}
}

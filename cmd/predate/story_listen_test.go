package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// localSecret signs what predate listen sends on.
const localSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// cmdListen starts predate listen in front of the story's receiver, which from
// then on trusts the local secret: listen FLAGS…
func cmdListen(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	ts.Check(s.receiver.trust(localSecret))
	ts.Setenv("PREDATE_API_KEY", s.key)
	ts.Setenv("PREDATE_PASSWORD", storyPassword)
	args = append([]string{
		"listen", "--server", s.base, "--email", "etude@example.fr", "--forward-to", s.receiver.url(), "--secret", localSecret,
	}, expandAll(s, args)...)
	command := exec.Command(lookPath(ts, "predate"), args...)
	command.Dir = ts.MkAbs(".")
	command.Env = append(environment(ts), "PREDATE_API_KEY="+s.key, "PREDATE_PASSWORD="+storyPassword)
	s.heard, s.listened = &lockedBuffer{}, 0
	command.Stdout, command.Stderr = s.heard, s.heard
	ts.Check(command.Start())
	s.listener = command
	ts.Defer(func() { stop(command) })
}

// cmdHeard waits until a line of predate listen, after those that were matched
// before, matches an expression: heard PATTERN
func cmdHeard(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	pattern := regexp.MustCompile("(?m)" + args[0])
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		all := s.heard.String()
		if found := pattern.FindStringIndex(all[s.listened:]); found != nil {
			s.listened += found[1]
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("not heard: %s\nheard:\n%s\nserver:\n%s", args[0], all, s.output.String())
		}
	}
}

// cmdHangUp ends predate listen, which must go without complaint.
func cmdHangUp(ts *testscript.TestScript, _ bool, _ []string) {
	s := of(ts)
	stop(s.listener)
	if !s.listener.ProcessState.Success() {
		ts.Fatalf("predate listen ended by %s:\n%s", s.listener.ProcessState, s.heard.String())
	}
}

// cmdAttempts waits until the latest delivery to the account's endpoint has
// been delivered, by attempts that were answered with these statuses:
// attempts STATUS…
func cmdAttempts(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	var endpoints struct {
		Payload struct {
			Webhooks []struct {
				ID string `json:"id"`
			} `json:"webhooks"`
		} `json:"payload"`
	}
	_, answer := s.request(ts, "GET", "/account/webhooks", nil, "")
	ts.Check(json.Unmarshal(answer, &endpoints))
	if len(endpoints.Payload.Webhooks) != 1 {
		ts.Fatalf("the account has not one endpoint: %s", answer)
	}
	want := "delivered " + strings.Join(args, " ")
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		_, answer = s.request(ts, "GET", "/account/webhooks/"+endpoints.Payload.Webhooks[0].ID+"/deliveries?limit=1", nil, "")
		if latestAttempts(ts, answer) == want {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("the latest delivery is not %s:\n%s\nserver:\n%s", want, answer, s.output.String())
		}
	}
}

func latestAttempts(ts *testscript.TestScript, answer []byte) string {
	var listed struct {
		Payload struct {
			Deliveries []struct {
				Status   string `json:"status"`
				Attempts []struct {
					Status int `json:"http_status"`
				} `json:"attempts"`
			} `json:"deliveries"`
		} `json:"payload"`
	}
	ts.Check(json.Unmarshal(answer, &listed))
	if len(listed.Payload.Deliveries) == 0 {
		return ""
	}
	told := listed.Payload.Deliveries[0].Status
	for _, attempt := range listed.Payload.Deliveries[0].Attempts {
		told += fmt.Sprint(" ", attempt.Status)
	}
	return told
}

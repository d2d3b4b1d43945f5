package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

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

package connector_test

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
)

// leading is a site whose answers lead elsewhere.
type leading struct {
	next http.RoundTripper
	to   string // what every link becomes the beginning of
	way  string // redirects, links, addresses or answers
}

// RoundTrip answers as the site does, with other links.
func (l leading) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	switch l.way {
	case "redirects":
		if resp.Header.Get("Location") != "" {
			resp.Header.Set("Location", l.to+"/x")
		}
		return resp, nil
	case "answers": // every answer is a redirect
		resp.StatusCode = http.StatusFound
		resp.Header.Set("Location", l.to+"/x")
		return resp, nil
	}
	media := resp.Header.Get("Content-Type")
	if !strings.Contains(media, "html") && !strings.Contains(media, "json") {
		return resp, nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	text := string(body)
	if l.way == "links" {
		text = regexp.MustCompile(`(href|action)="[^"#]*"`).ReplaceAllString(text, `$1="`+l.to+`/x"`)
		text = regexp.MustCompile(`location\.href='[^']*'`).ReplaceAllString(text, `location.href='`+l.to+`/x'`)
	} else {
		text = regexp.MustCompile(`https://[^/"\\]+`).ReplaceAllString(text, l.to)
	}
	resp.Body = io.NopCloser(bytes.NewReader([]byte(text)))
	resp.ContentLength = -1
	resp.Header.Del("Content-Length")
	return resp, nil
}

// TestNothingLeavesTheFamily: whatever a site leads to, by redirects, by links
// in its pages, by addresses in its data, nobody outside the recipe's hosts is
// asked anything.
func TestNothingLeavesTheFamily(t *testing.T) {
	for _, f := range drivable() {
		for _, to := range []string{
			"https://ailleurs.example", "http://ailleurs.example", "//ailleurs.example", "https://169.254.169.254", "http://127.0.0.1:8080",
			"http://" + f.Hosts()[0], "https://" + f.Hosts()[0] + ":8443", "https://moi@" + f.Hosts()[0], "https://" + f.Hosts()[0] + ".ailleurs.example",
			"file:///etc", "https://ailleurs.example/https://" + f.Hosts()[0],
		} {
			for _, way := range []string{"redirects", "links", "addresses", "answers"} {
				run, _ := visit(t, f, small(), extranetsim.Options{}, func(r *connectortest.Run) {
					r.Transport = leading{r.Transport, to, way}
				})
				if run.Err == nil && run.N != 4 {
					t.Errorf("%s, %s to %s: kept %d and no failure", f, way, to, run.N)
				}
				for _, request := range run.Requests {
					if strings.Contains(request, "ailleurs") && !strings.HasPrefix(to, "https://ailleurs.example/https") {
						t.Errorf("%s, %s to %s: %s", f, way, to, request)
					}
				}
			}
		}
	}
}

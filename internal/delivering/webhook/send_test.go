package webhook_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/delivering/webhook"
)

func secret() predate.Secret { return secretOf(bytes.Repeat([]byte{7}, 32)) }

// receiver is a developer's server over TLS and the sender that may reach it.
type receiver struct {
	*httptest.Server
	sender *webhook.Sender
	mu     sync.Mutex
	got    []received
}

type received struct {
	header http.Header
	length int64
	body   []byte
}

// newReceiver keeps what it gets and answers with answer.
func newReceiver(t *testing.T, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			t.Logf("the receiver read %d bytes, then %v", len(body), err)
			return
		}
		r.mu.Lock()
		r.got = append(r.got, received{request.Header, request.ContentLength, body})
		r.mu.Unlock()
		answer(w, request)
	}))
	r.EnableHTTP2 = true
	r.StartTLS()
	t.Cleanup(r.Close)
	r.sender = webhook.NewSender(clientTo(r.Server, egress.Policy{}), time.Now)
	return r
}

// clientTo makes a guarded client that trusts the server and may reach it.
func clientTo(server *httptest.Server, policy egress.Policy) *http.Client {
	roots := x509.NewCertPool()
	if server.Certificate() != nil {
		roots.AddCert(server.Certificate())
	}
	return egress.New(egress.Options{DevHosts: []string{server.Listener.Addr().String()}, RootCAs: roots}).Client(policy)
}

func (r *receiver) last(t *testing.T) received {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.got) == 0 {
		t.Fatal("the receiver got nothing")
	}
	return r.got[len(r.got)-1]
}

func taken(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

func sending(url string, body *webhook.Body) webhook.Sending {
	return webhook.Sending{
		URL: url, Secrets: []predate.Secret{secret()}, Body: body, Event: event(predate.Received),
		Delivery: predate.Delivery{ID: "dlv_7", Event: "evt_1", Endpoint: "whe_1", Order: "ABC234", Seq: 3},
	}
}

func mustSend(t *testing.T, sender *webhook.Sender, s webhook.Sending) predate.Attempt {
	t.Helper()
	attempt, err := sender.Send(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return attempt
}

func TestSendIsTheRequestPromised(t *testing.T) {
	r := newReceiver(t, taken)
	for _, c := range []struct {
		name  string
		event predate.Event
		seq   string
		test  string
	}{
		{"real", event(predate.Received), "3", ""},
		{"of a test order", predate.Event{State: predate.Waiting, Seq: 2, TestMode: true}, "2", "true"},
		{"rehearsal", predate.Event{State: predate.Confirmed, Simulated: true, TestMode: true}, "", "true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sending(r.URL+"/hook?token=t", mustBody(t, webhook.Notice{Event: c.event}))
			s.Event, s.Delivery.Attempts = c.event, 4
			attempt := mustSend(t, r.sender, s)
			if !attempt.Succeeded() || attempt.Status != 204 || attempt.Number != 5 || attempt.Delivery != "dlv_7" || attempt.At.IsZero() {
				t.Errorf("attempt %+v, want the fifth to succeed", attempt)
			}
			got := r.last(t)
			want := map[string]string{
				"Content-Type": "application/json", "User-Agent": "predate-webhooks/1", "Webhook-Id": "dlv_7",
				"Predate-Event": string(c.event.State), "Predate-Attempt": "5", "Predate-Sequence": c.seq, "Predate-Test": c.test,
				"Webhook-Timestamp": fmt.Sprint(attempt.At.Unix()),
			}
			for name, value := range want {
				if got.header.Get(name) != value {
					t.Errorf("%s: %q, want %q", name, got.header.Get(name), value)
				}
			}
			if got.length != int64(len(got.body)) || string(got.body) != text(t, s.Body) {
				t.Errorf("sent %q with length %d", got.body, got.length)
			}
			if err := verify(t, secret(), got.header, got.body); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestEveryAttemptSendsTheSameBytes(t *testing.T) {
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	pdf := bytes.Repeat([]byte("statement "), 30_000)
	notice := webhook.Notice{Event: event(predate.Done), Statement: content(pdf), SendDocuments: true, Documents: documents()}
	older := secretOf(bytes.Repeat([]byte{9}, 24))
	var first []byte
	for made := range 4 {
		// The body is made anew, as by another process after a restart; the
		// secret rotates under way.
		s := sending(r.URL, mustBody(t, notice))
		s.Delivery.Attempts = made
		if made >= 2 {
			s.Secrets = []predate.Secret{secret(), older}
		} else {
			s.Secrets = []predate.Secret{older}
		}
		mustSend(t, r.sender, s)
		got := r.last(t)
		if first == nil {
			first = got.body
		}
		if !bytes.Equal(first, got.body) || got.header.Get("webhook-id") != "dlv_7" {
			t.Fatalf("attempt %d sent other bytes or another id", made+1)
		}
		if err := verify(t, older, got.header, got.body); err != nil {
			t.Errorf("attempt %d: %v", made+1, err)
		}
	}
}

// What an attempt bore can be told from what is kept of it.
func TestHeadersAreThoseThatWereSent(t *testing.T) {
	r := newReceiver(t, taken)
	s := sending(r.URL, mustBody(t, webhook.Notice{Event: event(predate.Received)}))
	attempt := mustSend(t, r.sender, s)
	sent := r.last(t).header
	sent.Del("Content-Length")
	sent.Del("Accept-Encoding")
	if diff := cmp.Diff(sent, webhook.Headers(s.Event, attempt)); diff != "" {
		t.Errorf("headers (-sent +told):\n%s", diff)
	}
}

func TestAnswersAreToldInWords(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		want   predate.Attempt
	}{
		{"taken with words", say(200, "", "merci"), predate.Attempt{Status: 200, Answer: "merci"}},
		{"refused", say(400, "", "no such dossier"), predate.Attempt{Status: 400, Answer: "no such dossier", Error: "Le récepteur a répondu 400 (Bad Request)"}},
		{"unknown status", say(599, "", ""), predate.Attempt{Status: 599, Error: "Le récepteur a répondu 599"}},
		{"retry in seconds", say(429, "120", ""), predate.Attempt{Status: 429, RetryAfter: 2 * time.Minute, Error: "Le récepteur a répondu 429 (Too Many Requests)"}},
		{"retry far away", say(503, "9999999", ""), predate.Attempt{Status: 503, RetryAfter: 24 * time.Hour, Error: "Le récepteur a répondu 503 (Service Unavailable)"}},
		{"retry in the past", say(503, "Mon, 02 Jan 2006 15:04:05 GMT", ""), predate.Attempt{Status: 503, Error: "Le récepteur a répondu 503 (Service Unavailable)"}},
		{"retry nonsense", say(503, "soon", ""), predate.Attempt{Status: 503, Error: "Le récepteur a répondu 503 (Service Unavailable)"}},
		{"redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, predate.Attempt{Status: 307, Error: "Le récepteur a répondu 307 ; les redirections ne sont pas suivies"}},
		{"bytes that are no text", say(500, "", "a\x00b\xffc"), predate.Attempt{Status: 500, Answer: "a\uFFFDb\uFFFDc", Error: "Le récepteur a répondu 500 (Internal Server Error)"}},
		{"a long answer", say(500, "", strings.Repeat("x", 100_000)), predate.Attempt{Status: 500, Answer: strings.Repeat("x", 16<<10), Error: "Le récepteur a répondu 500 (Internal Server Error)"}},
		{"an answer that breaks off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "half")
		}, predate.Attempt{Status: 200, Answer: "half"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newReceiver(t, c.answer)
			got := mustSend(t, r.sender, sending(r.URL, mustBody(t, webhook.Notice{Event: event(predate.Received)})))
			if got.Signature != r.last(t).header.Get("webhook-signature") {
				t.Errorf("the attempt notes the signature %q, and bore another", got.Signature)
			}
			got.Delivery, got.Number, got.At, got.Duration, got.Signature = "", 0, time.Time{}, 0, ""
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("attempt (-want +got):\n%s", diff)
			}
			if len(r.got) != 1 {
				t.Errorf("the receiver got %d requests", len(r.got))
			}
		})
	}
}

func say(status int, retryAfter, answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}
}

func TestRetryAfterAsADate(t *testing.T) {
	at := time.Now().Add(90 * time.Minute)
	r := newReceiver(t, say(503, at.UTC().Format(http.TimeFormat), ""))
	got := mustSend(t, r.sender, sending(r.URL, mustBody(t, webhook.Notice{Event: event(predate.Received)}))).RetryAfter
	if got < 89*time.Minute || got > 90*time.Minute {
		t.Errorf("retry after %s, want about 90 minutes", got)
	}
}

func TestFailuresAreToldInWords(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(taken))
	t.Cleanup(plain.Close)
	secure := newReceiver(t, taken)
	silent := newReceiver(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	rude := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(rude.Close)
	nobody := httptest.NewUnstartedServer(nil)
	nobody.Close()
	deaf := listenOnly(t)

	roots := x509.NewCertPool()
	roots.AddCert(secure.Certificate())
	otherName := egress.New(egress.Options{DevHosts: []string{"localhost"}, RootCAs: roots, Resolver: names{addr: "127.0.0.1"}})
	trusting := egress.New(egress.Options{DevHosts: []string{"127.0.0.1", "localhost"}})
	for _, c := range []struct {
		name   string
		client *http.Client
		url    string
		want   string
	}{
		{"inside our network", egress.New(egress.Options{}).Client(egress.Policy{}), secure.URL, "Adresse refusée : elle n’appartient pas à l’internet public"},
		{"a name that leads inside", egress.New(egress.Options{Resolver: names{addr: "10.0.0.1"}}).Client(egress.Policy{}), "https://hooks.example.com/", "Adresse refusée : elle n’appartient pas à l’internet public"},
		{"no such name", egress.New(egress.Options{Resolver: names{err: &net.DNSError{Err: "no such host", IsNotFound: true}}}).Client(egress.Policy{}), "https://hooks.example.com/", "Le nom d’hôte n’existe pas"},
		{"names do not work", egress.New(egress.Options{Resolver: names{err: &net.DNSError{Err: "server misbehaving"}}}).Client(egress.Policy{}), "https://hooks.example.com/", "Le nom d’hôte n’a pas pu être résolu"},
		{"unknown authority", trusting.Client(egress.Policy{}), secure.URL, "Le certificat n’est pas signé par une autorité connue ; sa chaîne est-elle complète ?"},
		{"wrong name", otherName.Client(egress.Policy{}), "https://localhost:" + port(secure.URL), "Le certificat n’est pas celui de ce nom d’hôte"},
		{"no TLS", trusting.Client(egress.Policy{}), "https" + strings.TrimPrefix(plain.URL, "http"), "Le serveur ne parle pas TLS sur ce port"},
		{"nobody listens", trusting.Client(egress.Policy{}), "https://" + nobody.Listener.Addr().String(), "Connexion refusée : rien n’écoute sur ce port"},
		{"no answer", clientTo(silent.Server, egress.Policy{Timeout: 200 * time.Millisecond}), silent.URL, "Aucune réponse dans le délai imparti"},
		{"no handshake", trusting.Client(egress.Policy{Timeout: 200 * time.Millisecond}), "https://" + deaf, "Aucune réponse dans le délai imparti"},
		{"hung up", clientTo(rude, egress.Policy{}), rude.URL, "La connexion a été fermée avant toute réponse"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sending(c.url+"/hook?token=hunter2", mustBody(t, webhook.Notice{Event: event(predate.Received)}))
			got := mustSend(t, webhook.NewSender(c.client, time.Now), s)
			if got.Error != c.want || got.Status != 0 || got.Succeeded() {
				t.Errorf("told %q (status %d), want %q", got.Error, got.Status, c.want)
			}
		})
	}
}

func port(url string) string { return url[strings.LastIndex(url, ":")+1:] }

// names is a DNS with one answer.
type names struct {
	addr string
	err  error
}

func (n names) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	if n.err != nil {
		return nil, n.err
	}
	return []netip.Addr{netip.MustParseAddr(n.addr)}, nil
}

// listenOnly accepts connections and says nothing.
func listenOnly(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return listener.Addr().String()
}

func TestOurOwnFailingsMakeNoAttempt(t *testing.T) {
	r := newReceiver(t, taken)
	good := sending(r.URL, mustBody(t, webhook.Notice{Event: event(predate.Received)}))

	noSecret := good
	noSecret.Secrets = nil
	badURL := good
	badURL.URL = "https://[hunter2"
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()

	for name, c := range map[string]struct {
		ctx     context.Context
		sending webhook.Sending
		want    error
	}{
		"no secret":                  {t.Context(), noSecret, nil},
		"unreadable URL":             {t.Context(), badURL, nil},
		"shutting down":              {cancelled, good, context.Canceled},
		"no statement":               {t.Context(), withStatement(t, r.URL, 0), webhook.ErrContent},
		"statement breaks in a send": {t.Context(), withStatement(t, r.URL, 1), webhook.ErrContent},
	} {
		attempt, err := r.sender.Send(c.ctx, c.sending)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want an error", name, err)
		}
		if attempt != (predate.Attempt{}) {
			t.Errorf("%s: made an attempt, %+v", name, attempt)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: the error shows the URL: %v", name, err)
		}
	}
	if len(r.got) != 0 {
		t.Errorf("the receiver got %d whole requests", len(r.got))
	}
}

// withStatement makes a done whose statement can be read whole so many times.
func withStatement(t *testing.T, url string, times int) webhook.Sending {
	data := make([]byte, 3<<20)
	opened := 0
	s := sending(url, mustBody(t, webhook.Notice{Event: event(predate.Done), Statement: &webhook.Content{
		Size: int64(len(data)),
		Open: func(context.Context) (io.ReadCloser, error) {
			opened++
			if opened <= times {
				return io.NopCloser(bytes.NewReader(data)), nil
			}
			return io.NopCloser(io.MultiReader(bytes.NewReader(data[:2<<20]), iotest.ErrReader(errors.New("disk")))), nil
		},
	}}))
	return s
}

// A statement of twenty megabytes passes through a few small buffers.
func TestMemoryOfALargeStatement(t *testing.T) {
	const size = 20 << 20
	server := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if n, err := io.Copy(io.Discard, r.Body); err != nil || n < size*4/3 {
			t.Errorf("the receiver got %d bytes, %v", n, err)
		}
	}))
	t.Cleanup(server.Close)
	sender := webhook.NewSender(clientTo(server, egress.Policy{}), time.Now)
	s := sending(server.URL, mustBody(t, webhook.Notice{Event: event(predate.Done), Statement: &webhook.Content{
		Size: size,
		Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(io.LimitReader(zeros{}, size)), nil },
	}}))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	attempt := mustSend(t, sender, s)
	runtime.ReadMemStats(&after)
	if !attempt.Succeeded() {
		t.Fatalf("attempt %+v", attempt)
	}
	// Both ends of the connection are counted, with the records of TLS.
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > size/2 {
		t.Errorf("sending %d bytes allocated %d", size, allocated)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

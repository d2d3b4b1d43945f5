package webhook_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
)

// message is a delivery as a receiver got it, and what it verifies with.
type message struct {
	Secrets []string          `json:"secrets"` // each must verify
	Retired []string          `json:"retired"` // none may, their grace is over
	Headers map[string]string `json:"headers"`
	Body    []byte            `json:"body"` // base64 in JSON
}

// proof holds deliveries that really went over TLS, before, during and after
// rotations of the secret: every kind of event, one to three secrets in force, a
// key pair among them now and then.
type proof struct {
	random  *rand.Rand
	secrets []predate.Secret // in force, the current one first
	retired []predate.Secret
	sent    []message
}

// rotate begins or ends a rotation, now and then.
func (p *proof) rotate() {
	if len(p.secrets) == 0 || len(p.secrets) < 3 && p.random.IntN(3) == 0 {
		p.secrets = append([]predate.Secret{secretOf(p.bytes(24 + p.random.IntN(9)))}, p.secrets...)
	}
	if last := len(p.secrets) - 1; last > 0 && p.random.IntN(3) == 0 {
		p.retired = append([]predate.Secret{p.secrets[last]}, p.retired...)
		p.secrets, p.retired = slices.Clone(p.secrets[:last]), p.retired[:min(len(p.retired), 2)]
	}
}

func reveal(secrets []predate.Secret) (plain []string) {
	for _, one := range secrets {
		plain = append(plain, one.Reveal())
	}
	return plain
}

func newProof(t *testing.T, many int) *proof {
	t.Helper()
	p := &proof{random: rand.New(rand.NewPCG(1, 2))}
	r := newReceiver(t, taken)
	for i := range many {
		state := predate.States()[i%len(predate.States())]
		notice := webhook.Notice{Event: event(state), SendMissing: i%2 == 0}
		notice.Event.ExternalID = strings.Repeat("é<&>\"\\ ", p.random.IntN(20))
		if state == predate.Done {
			notice.Statement = content(p.bytes(1 + p.random.IntN(60_000)))
			notice.SendDocuments, notice.Documents = true, documents()
		}
		s := sending(r.URL, mustBody(t, notice))
		s.Event = notice.Event
		s.Delivery.ID = predate.DeliveryID(fmt.Sprintf("dlv_%d", i))
		p.rotate()
		s.Secrets = p.secrets
		one := message{Headers: map[string]string{}, Secrets: reveal(p.secrets), Retired: reveal(p.retired)}
		if p.random.IntN(3) == 0 {
			pair, _, err := webhook.NewKey(predate.Ed25519, bytes.NewReader(p.bytes(32)))
			if err != nil {
				t.Fatal(err)
			}
			s.Secrets = append([]predate.Secret{pair}, s.Secrets...)
		}
		mustSend(t, r.sender, s)
		got := r.last(t)
		for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
			one.Headers[name] = got.header.Get(name)
		}
		one.Body = got.body
		p.sent = append(p.sent, one)
	}
	return p
}

func (p *proof) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(p.random.Uint32())
	}
	return b
}

// mutant changes one thing of a delivery, so that it must be refused.
func (p *proof) mutant() message {
	original := p.sent[p.random.IntN(len(p.sent))]
	m := message{Secrets: original.Secrets, Headers: map[string]string{}, Body: bytes.Clone(original.Body)}
	for name, value := range original.Headers {
		m.Headers[name] = value
	}
	switch p.random.IntN(8) {
	case 0:
		m.Body[p.random.IntN(len(m.Body))] ^= 1 << p.random.IntN(8)
	case 1:
		m.Body = m.Body[:p.random.IntN(len(m.Body))]
	case 2:
		m.Body = append(m.Body, ' ')
	case 3:
		m.Headers["webhook-id"] += "0"
	case 4:
		m.Headers["webhook-timestamp"] = fmt.Sprint(time.Now().Unix() - 30 - p.random.Int64N(100))
	case 5:
		m.Secrets = []string{secretOf(p.bytes(32)).Reveal()}
	case 6:
		m.Headers["webhook-signature"] = strings.Map(func(c rune) rune {
			if c >= 'a' && c < 'z' && c != 'v' {
				return c + 1
			}
			return c
		}, m.Headers["webhook-signature"])
	case 7:
		delete(m.Headers, []string{"webhook-id", "webhook-timestamp", "webhook-signature"}[p.random.IntN(3)])
	}
	return m
}

// byGo asks the official library of Go.
func (p *proof) byGo(t *testing.T, mutants int) {
	t.Helper()
	accepts := func(m message, secret string) bool {
		header := http.Header{}
		for name, value := range m.Headers {
			header.Set(name, value)
		}
		return verify(t, predate.Secret(secret), header, m.Body) == nil
	}
	for _, m := range p.sent {
		for _, secret := range m.Secrets {
			if !accepts(m, secret) {
				t.Errorf("the library of Go refuses %v", m.Headers)
			}
		}
		for _, secret := range m.Retired {
			if accepts(m, secret) {
				t.Errorf("the library of Go accepts %v by a secret that was retired", m.Headers)
			}
		}
	}
	for range mutants {
		if m := p.mutant(); accepts(m, m.Secrets[p.random.IntN(len(m.Secrets))]) {
			t.Errorf("the library of Go accepts a changed delivery: %v", m.Headers)
		}
	}
}

// verifier reads one delivery a line and answers with how many of its secrets
// accept it, those in force and those retired.
const verifier = `
const { Webhook } = require("standardwebhooks");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const m = JSON.parse(line), body = Buffer.from(m.body, "base64").toString();
  let accepted = 0;
  for (const secret of m.secrets.concat(m.retired || [])) {
    try { new Webhook(secret).verify(body, m.headers); accepted++; } catch (e) {
      if (e.constructor.name !== "WebhookVerificationError" && !(e instanceof SyntaxError)) throw e;
      if (e instanceof SyntaxError) accepted++; // verified, then not JSON
    }
  }
  console.log(accepted);
});`

// byNode asks the official library of Node.js.
func (p *proof) byNode(t *testing.T, mutants int) {
	t.Helper()
	dir := t.TempDir()
	install := exec.CommandContext(t.Context(), "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "standardwebhooks@1.0.0")
	if output, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v\n%s", err, output)
	}
	all := append([]message{}, p.sent...)
	for range mutants {
		all = append(all, p.mutant())
	}
	var lines bytes.Buffer
	for _, m := range all {
		if err := json.NewEncoder(&lines).Encode(m); err != nil {
			t.Fatal(err)
		}
	}
	node := exec.CommandContext(t.Context(), "node", "-e", verifier)
	node.Env = append(node.Environ(), "NODE_PATH="+filepath.Join(dir, "node_modules"))
	node.Stdin = &lines
	output, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	answers := strings.Fields(string(output))
	if len(answers) != len(all) {
		t.Fatalf("%d answers to %d deliveries", len(answers), len(all))
	}
	for i, m := range all {
		want := 0
		if i < len(p.sent) {
			want = len(m.Secrets)
		}
		if answers[i] != fmt.Sprint(want) {
			t.Errorf("the library of Node.js: %s of %d secrets accept %v, want %d", answers[i], len(m.Secrets), m.Headers, want)
		}
	}
}

func TestOfficialVerifiers(t *testing.T) {
	newProof(t, 60).byGo(t, 500)
}

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// assistant speaks to predate mcp as one does, over the pipes of a process.
type assistant struct {
	t       *testing.T
	session *sdk.ClientSession
}

func (g *guided) assistant(t *testing.T, server string, flags ...string) assistant {
	t.Helper()
	program := exec.Command(filepath.Join(g.commands, "predate"), append([]string{"mcp", "--server", server, "--email", "etude@example.fr"}, flags...)...)
	program.Env = append(os.Environ(), "PREDATE_API_KEY="+g.liveKey, "PREDATE_PASSWORD="+storyPassword, "PREDATE_SECRET=whsec_cHJlZGF0ZS1ndWlkZS1leGFtcGxlLXNlY3JldA==")
	said := &lockedBuffer{}
	program.Stderr = said
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: program}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("hang up: %v\n%s", err, said)
		}
		if said.String() != "" {
			t.Errorf("predate mcp complains: %s", said)
		}
	})
	return assistant{t, session}
}

// call uses a tool and gives what it answers, and whether that is a refusal.
func (a assistant) call(tool string, in map[string]any) (answer string, refused bool) {
	a.t.Helper()
	got, err := a.session.CallTool(a.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		return err.Error(), true
	}
	if got.IsError {
		return got.Content[0].(*sdk.TextContent).Text, true
	}
	structured, err := json.Marshal(got.StructuredContent)
	if err != nil {
		a.t.Fatal(err)
	}
	for _, opens := range []string{"signature=", "prd_live_", "prd_test_", "whsec_", storyPassword} {
		if strings.Contains(string(structured), opens) {
			a.t.Errorf("%s shows %s", tool, opens)
		}
	}
	return string(structured), false
}

func (a assistant) names() []string {
	a.t.Helper()
	list, err := a.session.ListTools(a.t.Context(), nil)
	if err != nil {
		a.t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Annotations.ReadOnlyHint == (tool.Name == "place_test_order") {
			a.t.Errorf("%s says of itself that it changes nothing: %v", tool.Name, tool.Annotations.ReadOnlyHint)
		}
	}
	return names
}

// TestAssistant: an assistant places a test order where it may, follows it, asks what it
// needs and where a figure comes from; and nothing that it is told opens a file.
func TestAssistant(t *testing.T) {
	g := serveGuided(t)
	reader, writer := g.assistant(t, g.base), g.assistant(t, g.base, "--write")
	if names := reader.names(); len(names) != 5 || slices.Contains(names, "place_test_order") {
		t.Errorf("who may only read has %v", names)
	}
	if said, refused := reader.call("place_test_order", nil); !refused {
		t.Errorf("who may only read has placed %s", said)
	}
	if names := writer.names(); !slices.Contains(names, "place_test_order") {
		t.Errorf("who may write has %v", names)
	}
	var placed struct {
		OrderID  string `json:"orderid"`
		TestMode bool   `json:"test_mode"`
	}
	said, refused := writer.call("place_test_order", map[string]any{"external_id": "dossier-9"})
	if err := json.Unmarshal([]byte(said), &placed); refused || err != nil || !placed.TestMode {
		t.Fatalf("placed: %s", said)
	}
	in := map[string]any{"order": placed.OrderID}
	for deadline := time.Now().Add(time.Minute); !strings.Contains(said, `"state":"done"`); time.Sleep(200 * time.Millisecond) {
		if said, refused = reader.call("order_status", in); refused || time.Now().After(deadline) {
			t.Fatalf("the order is not done: %s", said)
		}
	}
	for _, one := range []struct {
		tool string
		in   map[string]any
		says string
	}{
		{"order_status", in, `"sha256":"`},
		{"list_orders", map[string]any{"external_id": "dossier-9"}, `"orderid":"` + placed.OrderID + `"`},
		{"list_orders", map[string]any{"external_id": "dossier-10"}, `"orders":[]`},
		{"order_checklist", in, `"label":"plan pluriannuel de travaux"`},
		{"explain_figure", in, `"key":"condominium_arrears"`},
		{"explain_figure", map[string]any{"order": strings.ToLower(placed.OrderID), "figure": "condominium_arrears"}, `"page":3,"rule":"form.schedule_1.owners_debit"`},
	} {
		if said, refused := reader.call(one.tool, one.in); refused || !strings.Contains(said, one.says) {
			t.Errorf("%s %v: %s", one.tool, one.in, said)
		}
	}
	for _, one := range []struct {
		tool string
		in   map[string]any
		says string
	}{
		{"order_status", map[string]any{"order": "ZZZZZZ"}, "Order not found"},
		{"order_status", map[string]any{"order": "../account/webhooks"}, "six letters and digits"},
		{"explain_figure", map[string]any{"order": placed.OrderID, "figure": "nothing"}, `no figure "nothing"`},
		{"explain_figure", map[string]any{"order": "ZZZZZZ"}, "order_not_found"},
		{"list_orders", map[string]any{"state": "lost"}, "state"},
	} {
		if said, refused := reader.call(one.tool, one.in); !refused || !strings.Contains(said, one.says) {
			t.Errorf("%s %v: %s", one.tool, one.in, said)
		}
	}
}

// TestAssistantVerifiesOffline: a delivery is examined though no server answers.
func TestAssistantVerifiesOffline(t *testing.T) {
	program, err := exec.LookPath("predate")
	if err != nil {
		t.Fatal(err)
	}
	g := &guided{t: t, commands: filepath.Dir(program), liveKey: "prd_live_none"}
	a := g.assistant(t, "http://"+anyAddress(t))
	block, err := os.ReadFile("../../internal/doors/guide/pages/blocks/webhooks/verify.sh")
	if err != nil {
		t.Fatal(err)
	}
	_, signature, _ := strings.Cut(string(block), `"webhook-signature": "`)
	signature, _, _ = strings.Cut(signature, `"`)
	in := map[string]any{
		"webhook_id": "dlv_7", "webhook_timestamp": "1780000000", "webhook_signature": signature, "received": "2026-05-28T20:26:41Z",
		"body": `{"status":"waiting","orderid":"K7QF3M","external_id":"dossier-7"}`,
	}
	if said, refused := a.call("verify_webhook", in); refused || !strings.Contains(said, `"genuine":true`) {
		t.Errorf("a genuine delivery: %s", said)
	}
	in["body"] = `{"status":"done"}`
	if said, refused := a.call("verify_webhook", in); refused || !strings.Contains(said, `"genuine":false`) {
		t.Errorf("another body: %s", said)
	}
	if said, refused := a.call("list_orders", nil); !refused || !strings.Contains(said, "connection refused") {
		t.Errorf("without a server: %s", said)
	}
}

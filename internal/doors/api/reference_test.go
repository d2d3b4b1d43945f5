package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/google/go-cmp/cmp"

	openapi "predate/api"
	"predate/internal/doors/api"
	"predate/internal/keeping/store/pgtest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	openapi3filter.RegisterBodyDecoder("*/*", openapi3filter.FileBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/pdf", openapi3filter.FileBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/zip", openapi3filter.FileBodyDecoder)
	status := m.Run()
	cluster.Stop()
	os.Exit(status)
}

// reference is the OpenAPI file, made strict: an answer with a member that the
// file does not name fails, although clients are told to ignore such members.
func reference() (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Document())
	if err != nil {
		return nil, err
	}
	if err := doc.Validate(context.Background()); err != nil {
		return nil, err
	}
	doc.Servers = nil
	for name, schema := range doc.Components.Schemas {
		if answered(name) && schema.Value.Type.Is("object") {
			no := false
			schema.Value.AdditionalProperties = openapi3.BoolSchema{Has: &no}
		}
	}
	return doc, nil
}

// answered says whether a schema is only of answers.
func answered(name string) bool {
	for _, taken := range []string{"New", "Need", "Refresh", "Syndic", "EndpointChange", "Recovery", "Simulation", "Credentials", "Webhook"} {
		if strings.HasPrefix(name, taken) {
			return false
		}
	}
	return true
}

type finder struct {
	doc    *openapi3.T
	router routers.Router
}

var strictReference = sync.OnceValues(func() (finder, error) {
	doc, err := reference()
	if err != nil {
		return finder{}, err
	}
	router, err := gorillamux.NewRouter(doc)
	return finder{doc, router}, err
})

// holdToReference checks an exchange against the file: what was taken must be
// a request that the file allows, and what was answered an answer that it
// announces.
func holdToReference(t testing.TB, r *http.Request, sent []byte, got answer) {
	t.Helper()
	find, err := strictReference()
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	asked := r.Clone(context.Background())
	if asked.Method == http.MethodHead {
		asked.Method = http.MethodGet
	}
	if asked.URL.Path == "/order" {
		asked.URL.Path = "/order/"
	}
	route, variables, err := find.router.FindRoute(asked)
	if err != nil {
		if got.status != http.StatusNotFound && got.status != http.StatusMethodNotAllowed {
			t.Errorf("%s: answered %d but is not in openapi.yaml: %v", got.request, got.status, err)
		}
		return
	}
	options := &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true, SkipSettingDefaults: true}
	input := &openapi3filter.RequestValidationInput{Request: asked, PathParams: variables, Route: route, Options: options}
	asked.Body = io.NopCloser(bytes.NewReader(sent))
	asked.ContentLength = int64(len(sent))
	if got.status < 300 {
		if err := openapi3filter.ValidateRequest(t.Context(), input); err != nil {
			t.Errorf("%s: taken, though openapi.yaml refuses it: %v", got.request, err)
		}
	}
	if r.Method == http.MethodHead {
		return
	}
	err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: got.status, Header: got.header,
		Body: io.NopCloser(bytes.NewReader(got.body)), Options: options,
	})
	if err != nil {
		t.Errorf("%s: answer %d is not what openapi.yaml says: %v\n%s", got.request, got.status, err, got.body)
	}
}

// A member that no shape names would be passed over in silence.
func TestEveryMemberOfTheReferenceIsRead(t *testing.T) {
	doc, err := reference()
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range api.Members() {
		method, path, _ := strings.Cut(name, " ")
		operation := doc.Paths.Find(path).GetOperation(method)
		promised := promisedMembers(operation.RequestBody.Value.Content["application/json"].Schema.Value, "")
		slices.Sort(read)
		if diff := cmp.Diff(promised, read); diff != "" {
			t.Errorf("%s: members in openapi.yaml (-) and read (+):\n%s", name, diff)
		}
	}
}

func promisedMembers(schema *openapi3.Schema, path string) []string {
	found := map[string]bool{}
	var walk func(*openapi3.Schema, string)
	walk = func(schema *openapi3.Schema, path string) {
		for name, member := range schema.Properties {
			found[path+name] = true
			walk(member.Value, path+name+".")
		}
		if schema.Items != nil {
			walk(schema.Items.Value, path)
		}
		for _, parts := range []openapi3.SchemaRefs{schema.AllOf, schema.OneOf, schema.AnyOf} {
			for _, part := range parts {
				walk(part.Value, path)
			}
		}
	}
	walk(schema, path)
	return slices.Sorted(maps.Keys(found))
}

func TestReferenceIsValid(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") || len(doc.Webhooks) == 0 {
		t.Errorf("openapi %s with %d webhooks", doc.OpenAPI, len(doc.Webhooks))
	}
}

// Both forms of the reference say the same, and name this installation as the server.
func TestReferenceIsServedForThisInstallation(t *testing.T) {
	h := newHouse(t)
	nobody := &client{t: t, h: h, header: http.Header{}}
	var told []any
	for target, media := range map[string]string{"/openapi.yaml": "application/yaml", "/openapi.json": "application/json"} {
		got := nobody.do("GET", target, nil)
		if got.status != 200 || got.header.Get("Content-Type") != media {
			t.Errorf("%s: %d %v", target, got.status, got.header)
		}
		doc, err := openapi3.NewLoader().LoadFromData(got.body)
		if err != nil {
			t.Fatalf("%s: %v", target, err)
		}
		if len(doc.Servers) != 1 || doc.Servers[0].URL != "https://api.example" {
			t.Errorf("%s names the servers %v", target, doc.Servers)
		}
		encoded, err := doc.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal(encoded, &value); err != nil {
			t.Fatal(err)
		}
		told = append(told, value)
	}
	if diff := cmp.Diff(told[0], told[1]); diff != "" {
		t.Errorf("YAML and JSON differ:\n%s", diff)
	}
	if json := nobody.do("GET", "/openapi.json", nil).body; !bytes.HasPrefix(json, []byte("{\n \"openapi\": \"3.1.0\",\n \"info\"")) {
		t.Errorf("the members are not in the order of the file: %.80s", json)
	}
}

func TestReferenceAndRoutesAgree(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	written, served := map[string]bool{}, map[string]bool{}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			written[method+" "+path] = true
			if operation.OperationID == "" || operation.Summary == "" || len(operation.Tags) == 0 {
				t.Errorf("%s %s: no operationId, summary or tag", method, path)
			}
		}
	}
	for _, name := range api.RouteNames() {
		served[name] = true
		if !written[name] {
			t.Errorf("%s is served but not in openapi.yaml", name)
		}
	}
	for name := range written {
		if !served[name] {
			t.Errorf("%s is in openapi.yaml but not served", name)
		}
	}
}

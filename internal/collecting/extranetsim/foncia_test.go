package extranetsim

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const fonciaLoginQuery = `mutation login($request: LoginRequest!) { login(request: $request) { token } }`

const fonciaAccountsQuery = `query accounts { accounts { __typename uuid hasRestrictedAccess ... on CoownerAccount { lots } building { name address { address1 city zipCode } } } }`

const fonciaDocumentsQuery = `query documents($uuid: EncodedID!, $category: CustomerPortalFileCategoryEnum!, $first: Int, $after: Cursor) {
  account(uuid: $uuid) { documents(documentCategory: $category, first: $first, after: $after) {
    totalCount pageInfo { endCursor hasNextPage } edges { node { id hash: hashFile originalFilename createdAt } } } } }`

// graphql asks the gateway; errors end the visit.
func (v *visit) graphql(query string, variables map[string]any, into any) {
	var errors struct{ Errors []struct{ Message string } }
	var text struct{ Data any }
	text.Data = into
	gateway := "https://" + Foncia.Hosts()[3] + "/graphql"
	body := map[string]any{"query": query, "variables": variables}
	var raw map[string]any
	v.ask(gateway, body, &raw)
	if v.failed != nil {
		return
	}
	again, _ := jsonOf(raw)
	v.read(again, &errors)
	v.must(len(errors.Errors) == 0, "%v", errors.Errors)
	v.read(again, &text)
}

// walkFoncia goes through the gateway, one category after the other.
func walkFoncia(v *visit) {
	v.get("/")
	v.token = v.fonciaToken()
	v.graphql(`{ me { id } }`, nil, &struct{}{})
	var listed struct {
		Accounts []struct {
			UUID                string
			Lots                string
			HasRestrictedAccess bool
			Building            struct{ Address struct{ Address1 string } }
		}
	}
	v.graphql(fonciaAccountsQuery, nil, &listed)
	for _, a := range listed.Accounts {
		v.must(!a.HasRestrictedAccess, "restricted")
		if !strings.Contains(a.Building.Address.Address1, "Maraîchers") || a.Lots == "951" {
			continue
		}
		for _, category := range []string{"generalMeeting", "coownershipRules", "fundCall", "statement", "miscellaneous"} {
			v.fonciaCategory(a.UUID, category)
		}
	}
	v.must(len(listed.Accounts) > 0, "no account")
}

// fonciaToken logs in by the mutation, or by the form when there is none.
func (v *visit) fonciaToken() string {
	var login struct{ Login struct{ Token string } }
	v.graphql(fonciaLoginQuery, map[string]any{"request": map[string]any{"username": "camille", "password": v.password, "appId": "myfoncia"}}, &login)
	if v.failed == nil || !strings.Contains(v.failed.Error(), "400") {
		v.must(login.Login.Token != "", "no token")
		return login.Login.Token
	}
	first := v.failed
	v.failed = nil
	v.get("/login")
	stop := *v.http
	stop.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := stop.PostForm(v.origin+"/login_check", url.Values{"username": {"camille"}, "_password": {v.password}})
	if err != nil {
		v.failed = err
		return ""
	}
	defer func() { _ = resp.Body.Close() }()
	to, err := resp.Location()
	if err != nil {
		v.failed = first
		return ""
	}
	v.must(to.Host == Foncia.Hosts()[2], "led to %s", to.Host)
	return to.Query().Get("sso")
}

func (v *visit) fonciaCategory(uuid, category string) {
	seen := map[string]bool{}
	var after any
	for n := 0; n < 9 && v.failed == nil; n++ {
		var answer struct {
			Account struct {
				Documents struct {
					TotalCount int
					PageInfo   struct {
						EndCursor   any
						HasNextPage bool
					}
					Edges []struct {
						Node struct{ ID, Hash, OriginalFilename, CreatedAt string }
					}
				}
			}
		}
		v.graphql(fonciaDocumentsQuery, map[string]any{"uuid": uuid, "category": category, "first": 100, "after": after}, &answer)
		for _, edge := range answer.Account.Documents.Edges {
			if d := edge.Node; d.Hash != "" && !seen[d.ID] {
				seen[d.ID] = true
				v.bring(got{strings.TrimSuffix(d.OriginalFilename, ".pdf"), category, readInstant(d.CreatedAt), v.fonciaFile(d.Hash)})
			}
		}
		if !answer.Account.Documents.PageInfo.HasNextPage {
			return
		}
		after = answer.Account.Documents.PageInfo.EndCursor
	}
}

// fonciaFile asks for the address of a file and fetches it, with nothing that
// authenticates.
func (v *visit) fonciaFile(hash string) []byte {
	var answer struct{ DocumentURL string }
	v.graphql(`query getDocumentURL($hash: String!) {documentURL(hash: $hash)}`, map[string]any{"hash": hash}, &answer)
	v.must(answer.DocumentURL != "", "no address")
	token := v.token
	v.token = ""
	defer func() { v.token = token }()
	return []byte(v.get(answer.DocumentURL))
}

func fonciaVisit(t *testing.T, o Options) *visit {
	t.Helper()
	o.Family = Foncia
	site, err := New(papersFS(), o)
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	v.token = v.fonciaToken()
	return v
}

// TestFonciaQuirks: what the gateway refuses, and with which status.
func TestFonciaQuirks(t *testing.T) {
	v := fonciaVisit(t, Options{})
	var listed struct{ Accounts []struct{ UUID string } }
	v.graphql(fonciaAccountsQuery, nil, &listed)
	if v.failed != nil {
		t.Fatal(v.failed)
	}
	uuid := listed.Accounts[0].UUID
	for name, tc := range map[string]struct {
		query     string
		variables map[string]any
		want      string
	}{
		"empty cursor":     {fonciaDocumentsQuery, map[string]any{"uuid": uuid, "category": "fundCall", "after": ""}, "Cursor"},
		"no category":      {fonciaDocumentsQuery, map[string]any{"uuid": uuid}, "documentCategory"},
		"too many":         {fonciaDocumentsQuery, map[string]any{"uuid": uuid, "category": "fundCall", "first": 101}, "at most 100"},
		"unknown field":    {`{ accounts { uuid nom } }`, nil, `Cannot query field "nom" on type "CoownerAccount"`},
		"no subfields":     {`{ accounts }`, nil, "must have a selection"},
		"no query":         {`{ accounts { uuid }`, nil, "Syntax Error"},
		"login with token": {`mutation { login(request: {username: "a", password: "b"}) { token } }`, nil, "appId"},
	} {
		resp := v.ungraceful(t, tc.query, tc.variables)
		if !strings.Contains(resp, "400 ") || !strings.Contains(resp, tc.want) && !strings.Contains(resp, strings.ReplaceAll(tc.want, `"`, `\"`)) {
			t.Errorf("%s: %s", name, resp)
		}
	}
}

// ungraceful gives the status and the text of an answer, whatever it is.
func (v *visit) ungraceful(t *testing.T, query string, variables map[string]any) string {
	t.Helper()
	text, err := jsonOf(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, "https://"+Foncia.Hosts()[3]+"/graphql", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+v.token)
	return v.whatever(t, req)
}

// TestFonciaStore: the store takes a signed address and nothing beside it.
func TestFonciaStore(t *testing.T) {
	v := fonciaVisit(t, Options{})
	var answer struct{ DocumentURL string }
	dossier := papers()
	entries, err := readEntries(dossier.fs(), Options{}, firstDocument)
	if err != nil {
		t.Fatal(err)
	}
	v.graphql(`query ($h: String!) { documentURL(hash: $h) }`, map[string]any{"h": fonciaHash(entries[3])}, &answer)
	for name, tc := range map[string]struct {
		change func(*http.Request)
		want   string
	}{
		"signed":     {func(*http.Request) {}, "200 %PDF"},
		"bearer too": {func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") }, "400 <?xml"},
		"cookie too": {func(r *http.Request) { r.Header.Set("Cookie", "a=b") }, "400 <?xml"},
		"unsigned":   {func(r *http.Request) { r.URL.RawQuery = "" }, "403 <?xml"},
		"later":      {func(r *http.Request) { r.URL.RawQuery = strings.Replace(r.URL.RawQuery, storeNow, storeExpired, 1) }, "403 <?xml"},
	} {
		req, err := http.NewRequest(http.MethodGet, answer.DocumentURL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if tc.change(req); !strings.HasPrefix(v.whatever(t, req), tc.want) {
			t.Errorf("%s: %.60s", name, v.whatever(t, req))
		}
	}
	u, err := url.Parse(answer.DocumentURL)
	if err != nil || u.Host != Foncia.Hosts()[4] || !strings.Contains(u.Query().Get("response-content-disposition"), "filename=\"PV%20de%20l%27AG") && !strings.Contains(u.Query().Get("response-content-disposition"), "filename=\"PV%20de%20l'AG") {
		t.Errorf("%s", answer.DocumentURL)
	}
	elsewhere := fonciaVisit(t, Options{Storage: "http://127.0.0.1:8091"})
	elsewhere.graphql(`query ($h: String!) { documentURL(hash: $h) }`, map[string]any{"h": fonciaHash(entries[3])}, &answer)
	if !strings.HasPrefix(answer.DocumentURL, "http://127.0.0.1:8091/") {
		t.Errorf("%s", answer.DocumentURL)
	}
}

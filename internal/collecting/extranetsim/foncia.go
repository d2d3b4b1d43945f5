package extranetsim

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// foncia is the third generation of MyFoncia: a GraphQL gateway, and files of a
// store whose addresses are signed. The login of both generations, the accounts,
// the connection of documents with its quirks, the 403 after many calls, the
// signed addresses and their odd file names were seen in public clients. The
// proof of the session, the owner of an account, the names of most categories
// and the codes of the refusals are likeness.
type foncia struct{ *Site }

func (*foncia) token(r *http.Request) string { return fonciaToken(r) }

func (*foncia) deny(w http.ResponseWriter, _ *http.Request, status int) { denyFoncia(w, status) }

// routes are the pages of the family.
func (s *foncia) routes() {
	s.open("GET /{$}", shown(shellPage))
	s.open("GET /login", s.form)
	s.open("POST /login_check", s.signOn)
	s.open("POST /graphql", s.gateway)
	s.open("GET /{a}/{b}/{c}/{d}/{e}/{hash}", s.store)
}

// The hosts of the family that write addresses of one another.
const (
	fonciaPortal = 2
	fonciaFiles  = 4
)

// fonciaToken finds the token of a session in the last part of a JWT.
func fonciaToken(r *http.Request) string {
	jwt := bearer(r)
	return jwt[strings.LastIndex(jwt, ".")+1:]
}

// fonciaJWT writes a token as a JWT that is good for a long time.
func fonciaJWT(token string) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(`{"sub":"camille","exp":1893456000}`)) + "." + token
}

// denyFoncia is how the gateway denies a request: too many calls are forbidden,
// without a word of when they are not any more.
func denyFoncia(w http.ResponseWriter, status int) {
	if status == http.StatusTooManyRequests {
		w.Header().Del("Retry-After")
		status = http.StatusForbidden
	}
	answer(w, status, map[string]any{"message": http.StatusText(status)})
}

// fonciaError is an error that the gateway says, with its code.
type fonciaError struct{ code, sentence string }

func (e fonciaError) Error() string { return e.sentence }

// fonciaFail says an error as the gateway does.
func fonciaFail(w http.ResponseWriter, status int, err error) {
	said := map[string]any{"message": err.Error()}
	var coded fonciaError
	if errors.As(err, &coded) {
		said["extensions"] = map[string]any{"code": coded.code}
	}
	answer(w, status, map[string]any{"errors": []any{said}})
}

// form is the form of the second generation.
func (s *foncia) form(w http.ResponseWriter, _ *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "PHPSESSID", Value: "anonymous", Path: "/"})
	page(w, http.StatusOK, wrap("Connexion", `<form id="login-form" action="/login_check" method="post"><input name="username"><input type="password" name="_password"></form>`))
}

// signOn answers the form by a redirect that carries the token; any other
// answer is a refusal.
func (s *foncia) signOn(w http.ResponseWriter, r *http.Request) {
	if !s.shaped(SingleSignOn) {
		http.NotFound(w, r)
		return
	}
	if s.barred(w) {
		return
	}
	token, sentence := s.attempt(r.PostFormValue("username"), r.PostFormValue("_password"))
	if sentence != "" {
		page(w, http.StatusOK, wrap("Connexion", `<div class="error">`+sentence+`</div>`))
		return
	}
	http.Redirect(w, r, s.origin(r, fonciaPortal)+"/?sso="+fonciaJWT(token), http.StatusFound)
}

// gateway answers a query. Only the login needs no token.
func (s *foncia) gateway(w http.ResponseWriter, r *http.Request) {
	var sent struct {
		Query     string
		Variables map[string]any
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&sent); err != nil {
		fonciaFail(w, http.StatusBadRequest, errors.New("POST body missing, invalid Content-Type, or JSON object has no keys."))
		return
	}
	o, err := readOperation(sent.Query, sent.Variables)
	if err != nil {
		fonciaFail(w, http.StatusBadRequest, err)
		return
	}
	if o.mutation {
		s.mutation(w, o)
		return
	}
	s.inside(func(w http.ResponseWriter, r *http.Request) {
		data, err := s.query(r).pick(o.fields)
		switch {
		case errors.As(err, &fonciaError{}):
			fonciaFail(w, http.StatusOK, err)
		case err != nil:
			fonciaFail(w, http.StatusBadRequest, err)
		default:
			answer(w, http.StatusOK, map[string]any{"data": data})
		}
	})(w, r)
}

// mutation is the login.
func (s *foncia) mutation(w http.ResponseWriter, o operation) {
	if s.barred(w) {
		return
	}
	login := func(arguments map[string]any) (any, error) {
		request, _ := arguments["request"].(map[string]any)
		username, _ := request["username"].(string)
		password, _ := request["password"].(string)
		if request["appId"] != "myfoncia" {
			return nil, errors.New(`Field "appId" of required type "String!" was not provided.`)
		}
		token, err := s.login(username, password)
		if err != nil {
			return nil, err
		}
		var jwt any
		if token != "" {
			jwt = fonciaJWT(token)
		}
		return object{kind: "LoginResponse", members: map[string]any{"token": jwt}}, nil
	}
	members := map[string]any{"login": resolver(login)}
	if s.shaped(SingleSignOn) {
		members = nil
	}
	data, err := object{kind: "Mutation", members: members}.pick(o.fields)
	if err != nil {
		status := http.StatusBadRequest
		if s.has(BadPassword200) {
			status = http.StatusOK
		}
		fonciaFail(w, status, err)
		return
	}
	answer(w, http.StatusOK, map[string]any{"data": data})
}

func (s *foncia) login(username, password string) (string, error) {
	if s.captcha() {
		return "", fonciaError{"CAPTCHA_REQUIRED", "Merci de confirmer que vous n'êtes pas un robot."}
	}
	token, sentence := s.attempt(username, password)
	if sentence != "" {
		return "", fonciaError{"BAD_CREDENTIALS", sentence}
	}
	if i, ok := s.interlude(); ok {
		s.drop(token)
		return "", fonciaError{strings.ToUpper(strings.ReplaceAll(i.path[1:], "-", "_")), i.sentence}
	}
	return token, nil
}

// query is the root of the queries.
func (s *foncia) query(r *http.Request) object {
	account := resolver(func(arguments map[string]any) (any, error) {
		for i := range s.accounts {
			if arguments["uuid"] == fonciaUUID(&s.accounts[i]) {
				return s.accountOf(&s.accounts[i]), nil
			}
		}
		return nil, fonciaError{"NOT_FOUND", "Account not found"}
	})
	members := map[string]any{
		"me":             object{kind: "Customer", members: map[string]any{"id": fonciaID(1), "displayName": s.here().Owner}},
		"account":        account,
		"coownerAccount": account,
		"documentURL":    resolver(func(arguments map[string]any) (any, error) { return s.signedURL(r, arguments["hash"]) }),
		"invoiceURL":     resolver(func(arguments map[string]any) (any, error) { return s.signedURL(r, arguments["invoiceId"]) }),
	}
	if !s.has(NewSite) {
		var all []object
		for i := range s.accounts {
			all = append(all, s.accountOf(&s.accounts[i]))
		}
		members["accounts"] = all
	}
	return object{kind: "Query", members: members}
}

// fonciaID gives an identifier as the gateway's database does.
func fonciaID(n int) string { return fmt.Sprintf("64850e80%016x", n) }

// fonciaUUID gives the name of an account: an encoded object.
func fonciaUUID(a *account) string {
	return base64.RawStdEncoding.EncodeToString(fmt.Appendf(nil, `{"accountId":"%s","customerId":"%s","quality":"%s","buildingId":"%s","trusteeMember":false}`,
		fonciaID(a.number), fonciaID(1), or(a.Role, "CO_OWNER"), fonciaID(a.place)))
}

func (s *foncia) accountOf(a *account) object {
	kind := map[string]string{"LANDLORD": "LandlordAccount", "TENANT": "TenantAccount"}[a.Role]
	return object{kind: or(kind, "CoownerAccount"), kinds: []string{"Account"}, members: map[string]any{
		"uuid": fonciaUUID(a), "number": "70" + strconv.Itoa(a.number), "quality": or(a.Role, "CO_OWNER"), "hasRestrictedAccess": a.Restricted,
		"owner": nullable(a.Owner), "lots": nullable(a.Lots),
		"building": object{kind: "Building", members: map[string]any{
			"id": fonciaID(a.place), "name": a.Building, "number": "70" + strconv.Itoa(a.place),
			"address": object{kind: "Address", members: map[string]any{"address1": a.Street, "address2": "", "city": a.City, "zipCode": a.Zipcode}},
		}},
		"documents": resolver(func(arguments map[string]any) (any, error) { return s.documents(a, arguments) }),
	}}
}

// fonciaCategory files a document in the enumeration of the gateway, of which
// reportVisit, contract and councilReportVisit are known for certain.
func fonciaCategory(e Entry) string {
	if e.Space == spaceCouncil || e.Category == councilFolder {
		return "councilReportVisit"
	}
	table := []struct{ word, category string }{
		{"assemblées", "generalMeeting"},
		{"règlement", "coownershipRules"},
		{"synthétique", "summarySheet"},
		{"carnet", "maintenanceLog"},
		{"diagnostic", "diagnostics"},
		{"assurance", "insurance"},
		{"contrat", "contract"},
		{"visite", "reportVisit"},
		{"appel", "fundCall"},
		{"charges", "statement"},
		{"relevé", "statement"},
	}
	for _, text := range []string{strings.ToLower(e.Category), strings.ToLower(e.Title)} {
		for _, row := range table {
			if strings.Contains(text, row.word) {
				return row.category
			}
		}
	}
	return "miscellaneous"
}

// fonciaPage is a cursor: it names the page that it leads to.
type fonciaPage struct {
	PageNumber   int `json:"pageNumber"`
	ItemsPerPage int `json:"itemsPerPage"`
}

func (p fonciaPage) cursor() string {
	text, _ := json.Marshal(p) // two numbers
	return base64.RawStdEncoding.EncodeToString(text)
}

// paging reads the page that is asked for, with the quirks of the
// gateway: the first page is after null, an empty text is an error, and more
// than a hundred are too many.
func (s *foncia) paging(arguments map[string]any) (fonciaPage, error) {
	asked := 10.0
	if first, given := arguments["first"].(float64); given {
		asked = first
	}
	if asked < 1 || asked > 100 {
		return fonciaPage{}, errors.New(`Variable "$first" got invalid value: at most 100.`)
	}
	page := fonciaPage{1, s.size(int(asked))}
	after, given := arguments["after"]
	if !given || after == nil {
		return page, nil
	}
	text, err := base64.RawStdEncoding.DecodeString(fmt.Sprint(after))
	if err != nil || json.Unmarshal(text, &page) != nil || page.PageNumber < 2 {
		return page, errors.New(`Variable "$after" got invalid value; Expected type "Cursor".`)
	}
	return page, nil
}

// documents is the connection of the documents of one category.
func (s *foncia) documents(a *account, arguments map[string]any) (any, error) {
	category, given := arguments["documentCategory"].(string)
	if !given {
		category, given = arguments["customerPortalCategory"].(string)
	}
	if !given {
		return nil, errors.New(`Field "documents" argument "documentCategory" of type "CustomerPortalFileCategoryEnum!" is required, but it was not provided.`)
	}
	if a.Restricted {
		return nil, fonciaError{"FORBIDDEN", "Votre accès à cet espace est restreint."}
	}
	page, err := s.paging(arguments)
	if err != nil {
		return nil, err
	}
	var filed []Entry
	for _, e := range a.entries {
		if fonciaCategory(e) == category {
			filed = append(filed, e)
		}
	}
	list := s.rows(filed)
	rows, more := s.cut(list, page.PageNumber, page.ItemsPerPage)
	edges := []object{}
	for _, e := range rows {
		node := object{kind: "Document", members: map[string]any{
			"id": fonciaID(e.id), "hashFile": fonciaHash(e), "mimeType": "application/pdf", "originalFilename": e.Title + ".pdf",
			"category": category, "createdAt": s.midnight(e),
		}}
		edges = append(edges, object{kind: "DocumentNode", members: map[string]any{"node": node}})
	}
	var end any
	if more {
		end = fonciaPage{page.PageNumber + 1, page.ItemsPerPage}.cursor()
	}
	if s.has(SamePage) { // a cursor that leads back to where it comes from
		end = fonciaPage{2, page.ItemsPerPage}.cursor()
	}
	pages := (len(list) + page.ItemsPerPage - 1) / page.ItemsPerPage
	return object{kind: "DocumentConnection", members: map[string]any{
		"totalCount": s.total(list), "edges": edges,
		"pageInfo": object{kind: "PageInfo", members: map[string]any{
			"startCursor": page.cursor(), "endCursor": end, "hasNextPage": more, "hasPreviousPage": page.PageNumber > 1,
			"pageNumber": page.PageNumber, "itemsPerPage": page.ItemsPerPage, "totalPages": pages, "totalDisplayPages": pages,
		}},
	}}, nil
}

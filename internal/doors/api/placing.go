package api

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/orders/desk"
)

// maxOwners bounds the owners of one property.
const maxOwners = 50

// placingMembers are those of a new order, but for its papers.
func placingMembers() shape {
	return fields("method", "address", "additional", "city", "zipcode", "lots", "comment", "all_due_paid", "external_id", "test_mode").
		and("owners", listOf(maxOwners, fields("firstname", "lastname"))).
		and("invoice", fields("address", "city", "zipcode", "lastname")).
		and("syndic", fields("name", "username", "password", "url"))
}

// readPlacing reads the body of a new order. What is wrong with the syndic is
// told before all else, as the contract has it; the rest at once.
func (i intake) readPlacing(in reader) (desk.Placing, error) {
	var p desk.Placing
	method := predate.Method(in.required("method", maxLine))
	if in.members["method"] == string(predate.MethodExtranet) {
		if wrong := i.syndicProblems(in.members["syndic"]); len(wrong) > 0 {
			return p, about(errSyndic, wrong)
		}
	} else if in.given("method") && method != "" && method != predate.MethodUpload {
		in.fail("method", "must be extranet or upload")
	}
	p.Order = predate.Order{
		Method: method,
		Property: predate.Address{
			Street: in.required("address", maxLine), Additional: in.line("additional", maxLine),
			City: in.required("city", maxLine), Zipcode: in.zipcode("zipcode"),
		},
		Owners: in.owners(), Payer: in.payer(),
		Lots: in.lines("lots", maxText), Comment: in.lines("comment", maxText),
		AllDuePaid: in.flag("all_due_paid"), ExternalID: in.line("external_id", maxExternalID),
		TestMode: in.flag("test_mode"),
	}
	p.Order.Syndic, p.Credentials = in.syndic(method)
	p.Documents = i.readDocuments(in)
	return p, in.wrong.err()
}

// syndicProblems lists what is wrong with the syndic of method extranet, which is
// complete with four texts, of which the address is an absolute https URL.
func (i intake) syndicProblems(value any) []fieldProblem {
	syndic, wrong := syndicObject(value)
	if wrong != nil {
		return wrong
	}
	for _, name := range []string{"name", "username", "password", "url"} {
		text, ok := syndic.members[name].(string)
		switch {
		case syndic.members[name] == nil, ok && strings.TrimSpace(text) == "":
			wrong = append(wrong, fieldProblem{"syndic." + name, "is required"})
		case !ok:
			wrong = append(wrong, fieldProblem{"syndic." + name, "must be a string"})
		case name == "url" && !i.goodExtranet(strings.TrimSpace(text)):
			wrong = append(wrong, fieldProblem{"syndic." + name, "must be an absolute https address"})
		}
	}
	return wrong
}

// syndicObject takes a syndic that was written as an object, without a fault in it.
func syndicObject(value any) (syndic object, wrong []fieldProblem) {
	syndic, ok := value.(object)
	switch {
	case value == nil:
		return syndic, []fieldProblem{{"syndic", "is required"}}
	case !ok:
		return syndic, []fieldProblem{{"syndic", "must be an object"}}
	}
	for _, one := range syndic.faults {
		wrong = append(wrong, fieldProblem{"syndic." + one.name, one.reason})
	}
	return syndic, wrong
}

// goodExtranet accepts https addresses, and http for the hosts of a
// development machine. An address with a user name in it would carry a
// credential past the safe.
func (i intake) goodExtranet(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	if strings.ContainsFunc(address, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
		return false
	}
	return u.Scheme == "https" || (u.Scheme == "http" && slices.Contains(i.httpHosts, u.Hostname()))
}

// syndic reads the managing agent. Credentials are read for an extranet only:
// what has no use is not taken in.
func (in reader) syndic(method predate.Method) (predate.Syndic, desk.Credentials) {
	syndic, found := in.inner("syndic")
	if !found {
		return predate.Syndic{}, desk.Credentials{}
	}
	agent := predate.Syndic{
		Name: strings.TrimSpace(syndic.line("name", maxLine)),
		URL:  strings.TrimSpace(syndic.line("url", maxURL)),
	}
	if method != predate.MethodExtranet {
		return predate.Syndic{Name: agent.Name}, desk.Credentials{}
	}
	return agent, syndic.credentials()
}

// credentials reads what opens an extranet. A password is taken as it is,
// spaces included.
func (in reader) credentials() desk.Credentials {
	return desk.Credentials{
		Username: predate.Secret(strings.TrimSpace(in.line("username", maxLine))),
		Password: predate.Secret(in.line("password", maxLine)),
	}
}

func (in reader) owners() []predate.Owner {
	items := in.items("owners", maxOwners)
	if list, ok := in.members["owners"].([]any); !in.given("owners") || (ok && len(list) == 0) {
		in.fail("owners", "at least one owner is required")
	}
	var owners []predate.Owner
	for _, item := range items {
		owners = append(owners, predate.Owner{
			Firstname: strings.TrimSpace(item.line("firstname", maxLine)),
			Lastname:  item.required("lastname", maxLine),
		})
	}
	return owners
}

func (in reader) payer() predate.Payer {
	invoice, found := in.inner("invoice")
	if !found {
		if !in.given("invoice") {
			in.fail("invoice", "is required")
		}
		return predate.Payer{}
	}
	return predate.Payer{
		Address: invoice.required("address", maxLine), City: invoice.required("city", maxLine),
		Zipcode: invoice.zipcode("zipcode"), Lastname: invoice.required("lastname", maxLine),
	}
}

func (in reader) zipcode(name string) string {
	code := in.required(name, maxLine)
	if code != "" && !regexp.MustCompile(`^[0-9]{5}$`).MatchString(code) {
		in.fail(name, "must be five digits")
		return ""
	}
	return code
}

// refreshMembers are those of a refresh, and further ones.
func refreshMembers(further ...string) shape {
	return fields(append(further, "method", "comment", "all_due_paid")...).and("syndic", fields("name", "username", "password"))
}

// readRefreshing reads the body of a refresh.
func readRefreshing(in reader) (desk.Refreshing, error) {
	r := desk.Refreshing{
		Method:  predate.Method(in.required("method", maxLine)),
		Comment: in.lines("comment", maxText), AllDuePaid: in.flag("all_due_paid"),
	}
	if r.Method != "" && r.Method != predate.MethodExtranet && r.Method != predate.MethodUpload {
		in.fail("method", "must be extranet or upload")
	}
	if r.Method == predate.MethodExtranet && in.given("syndic") {
		if wrong := syndicChangeProblems(in.members["syndic"]); len(wrong) > 0 {
			return r, about(errSyndic, wrong)
		}
		syndic, _ := in.inner("syndic")
		r.SyndicName, r.Credentials = strings.TrimSpace(syndic.line("name", maxLine)), syndic.credentials()
	}
	return r, in.wrong.err()
}

// syndicChangeProblems lists what is wrong with what a refresh says of the syndic, an
// object whose known members are texts. Empty ones keep what is known.
func syndicChangeProblems(value any) []fieldProblem {
	syndic, wrong := syndicObject(value)
	if wrong != nil {
		return wrong
	}
	for _, name := range []string{"name", "username", "password"} {
		text, ok := syndic.members[name].(string)
		switch {
		case syndic.members[name] == nil:
		case !ok:
			wrong = append(wrong, fieldProblem{"syndic." + name, "must be a string"})
		case utf8.RuneCountInString(text) > maxLine:
			wrong = append(wrong, fieldProblem{"syndic." + name, fmt.Sprintf("must have at most %d characters", maxLine)})
		}
	}
	return wrong
}

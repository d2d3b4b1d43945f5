package desk_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
)

// The orders of a person are those of his very name, however it is written; who only
// bears it among other words is for a person to judge, and who bears more letters is
// somebody else.
func TestTheOrdersOfAPerson(t *testing.T) {
	o := open(t)
	ids := map[predate.OrderID]string{}
	for _, owner := range []predate.Owner{
		{Firstname: "Zoé", Lastname: "Vassorelle"},
		{Firstname: "ZOE", Lastname: "VASSORELLE"},
		{Lastname: "Mme Vassorelle Zoé"},
		{Firstname: "Zoé", Lastname: "Vassorelle-Dupin"},
		{Firstname: "Paul", Lastname: "Vassorelle"},
		{Lastname: "SCI Vassorelle"},
		{Firstname: "Zoé", Lastname: "Vassorelles"},
		{Firstname: "Zoé", Lastname: "Vassor"},
		{Firstname: "Vassorelline", Lastname: "Zoé"},
	} {
		placing := o.placing()
		placing.Order.Owners = []predate.Owner{{Firstname: "Jean", Lastname: "Martin"}, owner}
		ids[o.place(placing).ID] = strings.TrimSpace(owner.Firstname + " " + owner.Lastname)
	}
	names := func(orders []predate.Order) string {
		var all []string
		for _, order := range orders {
			all = append([]string{ids[order.ID]}, all...)
		}
		return strings.Join(all, ", ")
	}
	for _, one := range []struct {
		desk.Person
		his, like string
	}{
		{desk.Person{Lastname: "vassorelle", Firstname: "zoe"}, "Zoé Vassorelle, ZOE VASSORELLE, Mme Vassorelle Zoé", "Zoé Vassorelle-Dupin, Paul Vassorelle, SCI Vassorelle"},
		{desk.Person{Lastname: "SCI Vassorelle"}, "SCI Vassorelle", "Zoé Vassorelle, ZOE VASSORELLE, Mme Vassorelle Zoé, Zoé Vassorelle-Dupin, Paul Vassorelle"},
		{desk.Person{Lastname: "Vassorelle"}, "", "Zoé Vassorelle, ZOE VASSORELLE, Mme Vassorelle Zoé, Zoé Vassorelle-Dupin, Paul Vassorelle, SCI Vassorelle"},
		{desk.Person{Lastname: "Vassor", Firstname: "Zoé"}, "Zoé Vassor", ""},
		{desk.Person{Lastname: "Inconnu"}, "", ""},
	} {
		his, like, err := o.OrdersOfPerson(o.ctx, one.Person)
		if err != nil || len(his) != len(strings.Split(one.his, ", ")) && one.his != "" {
			t.Errorf("%+v: %d orders, %v", one.Person, len(his), err)
		}
		o.same(names(his), one.his)
		o.same(names(like), one.like)
	}
}

// same compares lists of names, in any order: orders of one instant have none.
func (o *office) same(have, want string) {
	o.t.Helper()
	left := strings.Split(have, ", ")
	for name := range strings.SplitSeq(want, ", ") {
		found := false
		for i, one := range left {
			if one == name {
				left, found = append(left[:i:i], left[i+1:]...), true
				break
			}
		}
		if !found {
			o.t.Errorf("%q lacks %q", have, name)
		}
	}
	if len(left) > 0 {
		o.t.Errorf("%q has %q too many", have, left)
	}
}

// All that the rows say of a person he is given, but for what the list explains; and
// that he was given it is an act.
func TestAPersonIsGivenWhatIsKept(t *testing.T) {
	explained := map[string]string{
		"replays":     "a copy of an answer that tells of the order",
		"queue_rows":  "words of the order, to find it by",
		"queue_words": "words of the order, to find it by",
		"jobs":        "names of rows alone",
	}
	onBothEngines(t, func(t *testing.T, o *office) {
		endpoint := o.callback(predate.Endpoint{})
		order := o.filled("%PDF Vassorelle")
		o.answered(endpoint)
		o.tx(func(ctx context.Context, tx store.Tx) error {
			return store.PutCorrection(ctx, tx, store.Correction{Order: order.ID, At: o.Now(), Correction: predate.Correction{
				About: predate.RemarkAbsent, Code: "minutes", Value: "Mme Vassorelle", By: "C. Aubrac", Why: "étage de Zoé", Declarant: predate.DeclaredByClient,
			}})
		})
		o.clock.Pass(time.Minute) // what is done at one instant has no order
		data := must[desk.PersonalData](t)(o.By(desk.Actor{Name: "A. Dupin"}).Personal(o.ctx, order.ID))
		written := string(must[[]byte](t)(json.Marshal(data.Rows)))
		kept := storetest.Dump(t, o.DB)
		for line := range strings.SplitSeq(kept, "\n") {
			table, row, _ := strings.Cut(line, ": ")
			for _, word := range private() {
				if strings.Contains(row, word) && explained[table] == "" && !strings.Contains(written, word) {
					t.Errorf("%s holds %q, which its person is not given", table, word)
				}
			}
		}
		for _, section := range []string{"commande", "passages", "pièces", "échanges", "événements", "livraisons", "envois", "corrections_de_pièces", "actes"} {
			if len(data.Rows[section]) == 0 {
				t.Errorf("no %s", section)
			}
		}
		for _, secret := range must[[][]byte](t)(o.sealed(order.ID)) {
			if strings.Contains(written, string(secret)) {
				t.Error("a sealed password is exported")
			}
		}
		acts := must[[]store.AuditEntry](t)(o.Acts(o.ctx, order.ID))
		if last := acts[len(acts)-1]; last.Act != "order.exported" && acts[0].Act != "order.exported" {
			t.Errorf("acts: %+v", acts)
		}
		_, err := o.Personal(o.ctx, "ZZZZZZ")
		refused(t, err, predate.CodeNotFound, "ZZZZZZ")
	})
}

// sealed returns the sealed credentials of an order.
func (o *office) sealed(id predate.OrderID) ([][]byte, error) {
	o.t.Helper()
	opened := must[desk.Opened](o.t)(o.Open(o.ctx, id))
	c, err := o.Case(o.ctx, opened.Run.ID)
	if c.Credentials == nil {
		o.t.Error("no credentials are kept: the test tests nothing")
	}
	return [][]byte{c.Credentials}, err
}

package compute

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// TestOwnRowsOfAList takes of a list of all owners the seller's rows and no
// namesake's.
func TestOwnRowsOfAList(t *testing.T) {
	julie := []predate.Owner{{Firstname: "Julie", Lastname: "Martin"}}
	for name, c := range map[string]struct {
		owners []predate.Owner
		lots   []string
		rows   []predate.ListedCall
		want   []predate.Cents
	}{
		"by lots": {julie, []string{"4", "11"}, []predate.ListedCall{
			{Owner: "Julie Martin", Lot: "4", Amount: 1}, {Owner: "Paul Martin", Lot: "5", Amount: 2}, {Owner: "Martin", Lot: "11", Amount: 3},
		}, []predate.Cents{1, 3}},
		"the lot under another name": {julie, []string{"4"}, []predate.ListedCall{
			{Owner: "Paul Durand", Lot: "4", Amount: 1}, {Owner: "Julie Martin", Lot: "5", Amount: 2},
		}, nil},
		"letters": {julie, []string{"A12"}, []predate.ListedCall{
			{Owner: "MARTIN Julie", Lot: "A-12", Amount: 1}, {Owner: "MARTIN Julie", Lot: "12", Amount: 2},
		}, []predate.Cents{1}},
		"by name": {julie, nil, []predate.ListedCall{
			{Owner: "Mme Julie Martin", Amount: 1}, {Owner: "Paul Martin", Amount: 2}, {Owner: "Julie Martinez", Amount: 3},
		}, []predate.Cents{1}},
		"two of one name": {julie, nil, []predate.ListedCall{
			{Owner: "Julie Martin", Amount: 1}, {Owner: "Julie Martin", Amount: 2},
		}, nil},
		"the only family name": {julie, nil, []predate.ListedCall{
			{Owner: "MARTIN", Amount: 1}, {Owner: "DURAND", Amount: 2},
		}, []predate.Cents{1}},
		"a family name beside a namesake": {julie, nil, []predate.ListedCall{
			{Owner: "MARTIN", Amount: 1}, {Owner: "MARTIN Paul", Amount: 2},
		}, nil},
		"a namesake alone": {julie, nil, []predate.ListedCall{
			{Owner: "MARTIN Paul", Amount: 1}, {Owner: "DURAND", Amount: 2},
		}, nil},
		"a company": {[]predate.Owner{{Lastname: "SCI Les Trois Forges"}}, nil, []predate.ListedCall{
			{Owner: "SCI Les Trois Forges", Amount: 1}, {Owner: "SCI Les Forges", Amount: 2},
		}, []predate.Cents{1}},
	} {
		r := &reckoning{}
		r.order.Owners, r.sold.numbers = c.owners, c.lots
		var rows []valued[predate.ListedCall]
		for _, l := range c.rows {
			rows = append(rows, valued[predate.ListedCall]{value: l})
		}
		var got []predate.Cents
		for _, l := range r.ownRows(rows) {
			got = append(got, l.value.Amount)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestPapersSentToOthers drops the papers of other owners in one file.
func TestPapersSentToOthers(t *testing.T) {
	sent := func(file, to string, lots ...string) *paper {
		p := &paper{Paper: Paper{File: file, Part: predate.Part{Kind: predate.KindFundCall, Addressee: to}}}
		for _, lot := range lots {
			p.Figures = append(p.Figures, predate.Figure{Key: predate.KeyLots, Value: predate.LotList{{Number: lot}}})
		}
		return p
	}
	for name, c := range map[string]struct {
		papers []*paper
		want   []string
	}{
		"ours among others": {[]*paper{sent("a", "Paul Durand"), sent("a", "Mme Julie Martin"), sent("a", "SCI Martin")}, []string{"Mme Julie Martin"}},
		"the family name":   {[]*paper{sent("a", "MARTIN"), sent("a", "Paul Durand")}, []string{"MARTIN"}},
		"a namesake":        {[]*paper{sent("a", "MARTIN Paul"), sent("a", "MARTIN Julie")}, []string{"MARTIN Julie"}},
		"none of ours":      {[]*paper{sent("a", "Paul Durand"), sent("a", "SCI du Puchot", "4")}, []string{"SCI du Puchot"}},
		"another file's":    {[]*paper{sent("a", "Julie Martin"), sent("b", "")}, []string{"Julie Martin", ""}},
	} {
		r := &reckoning{}
		r.order.Owners = []predate.Owner{{Firstname: "Julie", Lastname: "Martin"}}
		var got []string
		for _, p := range sentToUs(&r.dossier, c.papers) {
			got = append(got, p.Part.Addressee)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

package compute

import (
	"testing"

	"predate"
)

// What a paper says of the agent is taken where it names him: the address of the firm
// before, or of the building beside him, is not his.
func TestOfTheAgent(t *testing.T) {
	name := func(s string) predate.Figure {
		return predate.Figure{Key: predate.KeyManagingAgent, Value: predate.Text(s)}
	}
	at := func(s string) predate.Figure {
		return predate.Figure{Key: predate.KeyAgentAddress, Value: predate.Text(s)}
	}
	for what, tt := range map[string]struct {
		papers [][]predate.Figure // of 2024 on, a year apart
		want   predate.Value
		status predate.Status
	}{
		"told":             {[][]predate.Figure{{name("Cabinet Brulane"), at("4 place du Champ, 35000 Rennes")}}, predate.Text("4 place du Champ, 35000 Rennes"), predate.StatusConfirmed},
		"moved":            {[][]predate.Figure{{name("Cabinet Brulane"), at("4 place du Champ, 35000 Rennes")}, {name("Cabinet Brulane"), at("9 rue Haute, 35000 Rennes")}}, predate.Text("9 rue Haute, 35000 Rennes"), predate.StatusConfirmed},
		"of another firm":  {[][]predate.Figure{{name("Régie Tavernolle"), at("4 place du Champ, 35000 Rennes")}, {name("Cabinet Brulane")}}, nil, predate.StatusMissing},
		"of nobody":        {[][]predate.Figure{{at("4 place du Champ, 35000 Rennes")}}, nil, predate.StatusMissing},
		"told by no paper": {nil, nil, predate.StatusMissing},
		"of the building":  {[][]predate.Figure{{name("Cabinet Brulane"), at("PROPERTY")}}, nil, predate.StatusMissing},
	} {
		t.Run(what, func(t *testing.T) {
			order := predate.Order{Property: predate.Address{Street: "12 rue des Acacias", Zipcode: "35000", City: "Rennes"}}
			r := identityStage{dossier{order: order, at: date("2026-05-18")}, newSheet(Input{Order: order})}
			for i, figures := range tt.papers {
				for j := range figures {
					if figures[j].Value == predate.Text("PROPERTY") {
						figures[j].Value = predate.Text("12 rue des Acacias, 35000 Rennes")
					}
				}
				r.papers = append(r.papers, &paper{Paper: Paper{Figures: figures, Printed: predate.Date{Year: 2024 + i, Month: 3, Day: 1}}})
			}
			r.figures[predate.KeyManagingAgent] = name("Cabinet Brulane")
			if f := r.ofTheAgent(predate.KeyAgentAddress); f.Value != tt.want || f.Status != tt.status {
				t.Errorf("%v, %v", f.Status, f.Value)
			}
		})
	}
}

package report

import "predate"

// sample is a statement that shows every member of the report once.
func sample() predate.Statement {
	last := predate.Period{From: predate.Date{Year: 2025, Month: 1, Day: 1}, To: predate.Date{Year: 2025, Month: 12, Day: 31}}
	at := func(page int, text, rule string) []predate.Evidence {
		return []predate.Evidence{{
			File: "AG2026.pdf", Document: 41, Page: page, Box: predate.Box{X0: 430.25, Y0: 211.5, X1: 482, Y1: 220.75},
			Text: text, Rule: rule,
		}}
	}
	july := predate.Date{Year: 2026, Month: 7, Day: 1}
	s := predate.Statement{
		Order: predate.Order{
			ID: "K7M2QX", Account: "acc_private", ExternalID: "CLIENT-1", Comment: "rappeler le vendeur",
			Property: predate.Address{Street: "18 rue des Maraîchers-Fleuris", City: "Lyon", Zipcode: "69003"},
			Owners:   []predate.Owner{{Firstname: "Hélène", Lastname: "Vassorelle"}, {Lastname: "SCI <Brume> & fils"}},
			Payer:    predate.Payer{Lastname: "Étude des Tilleuls"},
			Method:   predate.MethodUpload, Syndic: predate.Syndic{Name: "Cabinet Orvellac", URL: "https://orvellac.example/"},
			Lots: "14, 38", AllDuePaid: true,
		},
		ReferenceDate: predate.Date{Year: 2026, Month: 5, Day: 18},
		Figures:       map[predate.Key]predate.Figure{},
		Gates: []predate.Gate{{
			ID: "schedule_1.balance", Status: predate.GateGreen, Detail: predate.Worded("10 400,00 € = 10 400,00 €"),
			Evidence: at(9, "10 400,00", "schedule_1.total"),
		}, {ID: "calls.sum", Status: predate.GateNotApplicable}},
		Outcome: predate.Outcome{
			State: predate.OutcomeWaiting,
			Missing: []predate.Gap{{
				Kind: predate.GapDocument, Code: "schedule_1", DocType: predate.TypeOther, FiscalYear: "2025",
				Message: "Annexe 1 de l’exercice 2025",
			}, {
				Kind: predate.GapDocument, Code: "summary_sheet", DocType: predate.TypeSummarySheet,
				Message: "La fiche synthétique de la copropriété.", Reserve: true,
			}},
			Reasons: []predate.Reason{predate.Worded("deux montants")}, Warnings: []predate.Reason{predate.Worded("syndic bénévole")},
		},
		Documents: []predate.ReadDocument{{
			Document: 41, File: "AG2026.pdf", Hash: "9f86d0", Pages: 12, Printed: predate.Date{Year: 2026, Month: 3, Day: 2},
			UnreadPages: []predate.UnreadPage{{Number: 5, Reason: "La page est endommagée."}},
			LeftPages:   []int{3, 4},
			Parts: []predate.Part{
				{First: 1, Last: 6, Kind: predate.KindMeetingNotice, DocType: predate.TypeOther, Reasons: []string{"« Convocation » en titre"}},
				{First: 7, Last: 12, Kind: predate.KindSchedule1, DocType: predate.TypeOther, Draft: true},
			},
		}, {
			File: "copie <2> & fin.pdf", Hash: "60303a", Pages: 1, Foreign: true,
			DuplicateOf: "AG <2026> & fin.pdf", SupersededBy: "AG2026.pdf", Unreadable: "document chiffré",
		}},
	}
	add := func(k predate.Key, status predate.Status, v predate.Value, evidence []predate.Evidence) {
		s.Figures[k] = predate.Figure{Key: k, Status: status, Value: v, Evidence: evidence}
	}
	add(predate.KeyArrears, predate.StatusConfirmed, predate.Money(274646), at(9, "2 746,46", "schedule_1.arrears"))
	add(predate.KeyAccountBalance, predate.StatusDeclared, predate.Money(-5), nil)
	add(predate.KeyFiscalYearN1, predate.StatusConfirmed, predate.Span(last), nil)
	add(predate.KeyAccountsDate, predate.StatusConfirmed, predate.Day(last.To), nil)
	add(predate.KeyOwners, predate.StatusConfirmed, predate.Texts{"Mme Vassorelle Hélène"}, nil)
	add(predate.KeyCondominiumName, predate.StatusConfirmed, predate.Text("Résidence « Les Glycines »"), nil)
	add(predate.KeyWorksFundExists, predate.StatusConfirmed, predate.Flag(true), nil)
	add(predate.KeyGuarantee, predate.StatusNone, nil, nil)
	add(predate.KeySupplierDebt, predate.StatusNotRequired, nil, nil)
	add(predate.KeySyndicFees, predate.StatusConflicting, nil, nil)
	add("meeting_count", predate.StatusComputed, predate.Count(3), nil)
	add(predate.FactOwnerRows, predate.StatusConfirmed, predate.OwnerRows{{Owner: "M. Voisin Secret"}}, nil)
	addLists(add, last)
	s.Figures[predate.KeyCashAdvance] = predate.Figure{
		Key: predate.KeyCashAdvance, Status: predate.StatusDeclared, Value: predate.Money(13865),
		Declared: predate.Declaration{By: predate.DeclaredByOperator, Name: "C. Aubrac", On: july, Why: "lu sur l'appel du 01/04/2026 <n° 2>"},
	}
	s.Figures[predate.KeyPaidCurrentN1] = predate.Figure{
		Key: predate.KeyPaidCurrentN1, Status: predate.StatusComputed, Value: predate.Money(93418),
		Year: last, AsOf: last.To, Derivation: predate.Worded("charges réelles − impayés : 934,18 € − 0,00 €"),
	}
	return s
}

func addLists(add func(predate.Key, predate.Status, predate.Value, []predate.Evidence), last predate.Period) {
	july := predate.Date{Year: 2026, Month: 7, Day: 1}
	add(predate.KeyLots, predate.StatusConfirmed, predate.LotList{
		{Number: "14", Type: "Appartement", Building: "A", Floor: "3e étage", Shares: 343, SharesTotal: 10000},
		{Number: "38", Type: "Cave", Building: "A", Floor: "Sous-sol", Shares: 8, SharesTotal: 10000, Ancillary: true},
	}, nil)
	add(predate.KeyAllocationKeys, predate.StatusConfirmed, predate.KeyList{
		{Code: "GEN", Label: "Charges communes générales", Total: 10000, LotShare: 351, Shares: map[string]int64{"38": 8, "14": 343}, Unit: "tantièmes"},
		{Label: "Eau froide", Metered: true, Unit: "m³"},
	}, nil)
	add(predate.KeyFutureBudget, predate.StatusComputed, predate.CallList{{Date: july, Amount: 24540, Nature: predate.NatureBudget}}, nil)
	add(predate.KeyFutureOffBudget, predate.StatusComputed, predate.CallList{{Date: july, Amount: 26676, Work: "Toiture-terrasse", Printed: true}}, nil)
	add(predate.KeyVotedWorks, predate.StatusConfirmed, predate.WorkList{{
		Title: "Toiture-terrasse", VotedOn: last.From, Amount: 3840000, Key: "GEN", WorksFund: 800000, Subsidy: 1, Loan: 2,
		LotCalled: 53352, LotToCall: 53352, Adopted: true, Concerns: true, InProgress: true,
		Calls: []predate.Call{{Date: july, Amount: 26676}},
	}}, nil)
	add(predate.KeyLoans, predate.StatusNone, predate.LoanList{}, nil)
	add("other_loans", predate.StatusConfirmed, predate.LoanList{{Object: "Ravalement", Outstanding: 1200000, Until: july}}, nil)
	add("movements", predate.StatusConfirmed, predate.MovementList{
		{Date: july, Label: "Appel 3e trimestre", Account: "450-1", Nature: predate.NatureBudget, Debit: 24540, Balance: 24540, HasBalance: true},
		{Date: july, Label: "Votre virement", Credit: 24540},
	}, nil)
	add(predate.KeyWorksFundContribution, predate.StatusConfirmed, predate.Contribution{Amount: 1178, Date: july}, nil)
	add(predate.KeyInsurance, predate.StatusConfirmed, predate.Policy{Insurer: "Mutuelle Assurbrelle", Number: "MRI 204 558 17", Until: last.To}, nil)
	add(predate.KeyPPT, predate.StatusConfirmed, predate.Paper{Date: july}, nil)
	add(predate.KeyCollectiveEPC, predate.StatusConfirmed, predate.Paper{Date: july}, nil)
	add(predate.KeyMinutes, predate.StatusConfirmed, predate.Days{last.From, july}, nil)
}

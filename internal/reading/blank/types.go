package blank

import "predate"

// Type is a type of values that fields name; package extract reads them.
type Type struct {
	Fills predate.FigureType // of the keys that it may fill
	// Exact types have nothing that would betray a letter recognised wrongly.
	Exact    bool
	Labelled bool // it is read beside a label only
	Sentence bool // it may be read in a sentence too
}

// Types of facts that the statement has no figures of.
const (
	typeCount predate.FigureType = "count"
	typeSpan  predate.FigureType = "span"
)

// Types lists the types that a field may have.
func Types() map[string]Type {
	return map[string]Type{
		"name":         {Fills: predate.TypeText, Labelled: true, Sentence: true}, // of a building, an agent, an insurer
		"address":      {Fills: predate.TypeText, Labelled: true, Sentence: true}, // with a postal code
		"number":       {Fills: predate.TypeText, Labelled: true, Sentence: true}, // of a contract
		"registration": {Fills: predate.TypeText, Exact: true},                    // in the register, anywhere in the paper
		"choice":       {Fills: predate.TypeText},                                 // the first that the paper says
		"phone":        {Fills: predate.TypeText, Labelled: true, Sentence: true}, // of France, ten digits
		"day":          {Fills: predate.TypeDate, Labelled: true, Sentence: true},
		"end":          {Fills: predate.TypeDate, Labelled: true, Sentence: true}, // a day, or the last of a period
		"amount":       {Fills: predate.TypeMoney, Exact: true, Labelled: true},
		"count":        {Fills: typeCount, Exact: true, Labelled: true},
		"years":        {Fills: typeSpan, Exact: true, Labelled: true}, // “1972”, “avant 1949”, “1961-1974”
		"paper":        {Fills: predate.TypePaper},                     // the day on which it was made
		"policy":       {Fills: predate.TypeInsurance},                 // an insurance, of three parts
	}
}

// factTypes are the facts that fields may fill.
func factTypes() map[predate.Key]predate.FigureType {
	return map[predate.Key]predate.FigureType{
		predate.FactSheetNetCharges: predate.TypeMoney, predate.FactSheetWorksCharges: predate.TypeMoney, predate.FactSheetDebts: predate.TypeMoney,
		predate.FactSheetArrears: predate.TypeMoney, predate.FactSheetWorksFund: predate.TypeMoney, predate.FactSheetDebtors: typeCount,
		predate.FactLotCount: typeCount, predate.FactMainLotCount: typeCount, predate.FactBuildingCount: typeCount,
		predate.FactLastUpdate: predate.TypeDate, predate.FactPurchase: predate.TypeDate, predate.FactConstruction: typeSpan,
	}
}

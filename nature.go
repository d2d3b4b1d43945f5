package predate

import "strings"

// Nature is the purpose of a sum called or owed, as in the sub-accounts of 450.
type Nature string

// The natures of a co-owner's debts.
const (
	NatureBudget    Nature = "budget"     // 450-1
	NatureWorks     Nature = "works"      // 450-2
	NatureAdvance   Nature = "advance"    // 450-3
	NatureLoan      Nature = "loan"       // 450-4
	NatureWorksFund Nature = "works_fund" // 450-5
	NatureFees      Nature = "fees"       // private fees, art. 10-1
	NatureUnknown   Nature = ""
)

// OwnersAccount reports whether code is an account of the co-owners, 450 to 459, or a
// sub-account of one: "450-1", "4501", "450.02".
func OwnersAccount(code string) bool {
	digits := accountDigits(code)
	return len(digits) >= 3 && len(digits) <= 6 && strings.HasPrefix(digits, "45") && strings.Trim(digits, "0123456789") == ""
}

func accountDigits(code string) string {
	return strings.NewReplacer("-", "", ".", "", " ", "").Replace(code)
}

// NatureOfAccount returns the nature of a sub-account of 450 (arrêté du 14 mars 2005).
// It is unknown for 459, which has doubtful debts of any nature.
func NatureOfAccount(code string) Nature {
	digits := accountDigits(code)
	if len(digits) < 4 || !strings.HasPrefix(digits, "450") {
		return NatureUnknown
	}
	switch strings.TrimLeft(digits[3:], "0") {
	case "1":
		return NatureBudget
	case "2":
		return NatureWorks
	case "3":
		return NatureAdvance
	case "4":
		return NatureLoan
	case "5":
		return NatureWorksFund
	}
	return NatureUnknown
}

package particulars

import (
	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/paper"
)

// Checks returns what each particular must be.
func Checks() map[predate.Key]paper.Check {
	name := paper.Check{Reason: "a name is no label, number, address, town or sentence, and is not cut at its line's end", Holds: paper.TextThat(isName)}
	return map[predate.Key]paper.Check{
		predate.KeyCondominiumName:    name,
		predate.KeyManagingAgent:      name,
		predate.KeyRegistrationNumber: {Reason: "the register gives two letters and seven digits", Holds: paper.TextThat(isRegistration)},
		predate.KeyBuildingAddress:    {Reason: "an address has a house number or a postal code, and is no label", Holds: paper.TextThat(isAddress)},
		predate.KeyAgentAddress:       {Reason: "an address has a house number or a postal code, and is no label", Holds: paper.TextThat(isAddress)},
		predate.KeyManagingAgentType:  {Reason: "an agent is one of three types", Holds: paper.TextThat(isAgentType)},
		predate.KeyInsurance:          {Reason: "who insures has a name, and a policy runs for some years at most", Holds: isPolicy},
	}
}

func isRegistration(_ paper.Paper, text string) bool { return registerForm.MatchString(text) }

func isAddress(_ paper.Paper, text string) bool {
	folded := fold.Text(text)
	return !labelWords.MatchString(folded) && (zipForm.MatchString(folded) || len(fold.Addresses(folded)) > 0)
}

func isAgentType(_ paper.Paper, text string) bool {
	return text == "professional" || text == "volunteer" || text == "cooperative"
}

func isPolicy(p paper.Paper, v predate.Value) bool {
	policy, ok := v.(predate.Policy)
	return !ok || isName(p, policy.Insurer) && policy.Until.Year >= insuredSince && policy.Until.Year < insuredSince+100 &&
		(policy.Number == "" || holdsNumber(policy.Number))
}

const insuredSince = 2000

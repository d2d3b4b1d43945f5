package lexicon

import (
	"slices"

	"predate"
)

// IsKind reports whether a name is that of a kind of paper.
func IsKind(k predate.Kind) bool {
	return slices.Contains([]predate.Kind{
		predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement, predate.KindExpenseStatement,
		predate.KindSchedule1, predate.KindSchedule2, predate.KindSchedule3, predate.KindSchedule4, predate.KindSchedule5,
		predate.KindMeetingNotice, predate.KindMinutes, predate.KindSummarySheet, predate.KindRules, predate.KindAmendment,
		predate.KindMaintenanceLog, predate.KindRegistration, predate.KindDTG, predate.KindPPT, predate.KindPPTDraft,
		predate.KindCollectiveEPC, predate.KindAsbestos, predate.KindLead, predate.KindInsurance, predate.KindAgentContract,
		predate.KindPlan, predate.KindLightAccounts, predate.KindOther,
	}, k)
}

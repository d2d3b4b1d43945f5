package classify

import (
	"slices"

	"predate"
	"predate/internal/reading/lexicon"
)

// A mark is a concept that speaks for a kind. Several concepts of one mark
// count once.
type mark struct {
	kind   predate.Kind
	weight int
	ids    []lexicon.ID
}

func speaks(kind predate.Kind, weight int, ids ...lexicon.ID) mark { return mark{kind, weight, ids} }

// titles are concepts with which a title begins. Several may be on one line:
// the heaviest speaks.
func titles() []mark {
	return slices.Concat(accountTitles(), scheduleTitles(), buildingTitles())
}

// accountTitles announce the accounts of an owner and the syndic's ledger.
func accountTitles() []mark {
	return []mark{
		speaks(predate.KindFundCall, 70, "title_fund_call"),
		speaks(predate.KindFundCall, 45, "title_fund_call_maybe"),
		speaks(predate.KindAccountStatement, 75, "title_account_statement"),
		speaks(predate.KindAccountStatement, 45, "title_account_statement_maybe"),
		speaks(predate.KindChargeStatement, 80, "title_charge_statement"),
		speaks(predate.KindChargeStatement, 60, "title_charge_statement_maybe"),
		speaks(predate.KindExpenseStatement, 80, "title_expense_statement"),
	}
}

// scheduleTitles announce annexes 1 to 5 of the accounts.
func scheduleTitles() []mark {
	return []mark{
		speaks(predate.KindSchedule1, 85, "title_schedule_1"),
		speaks(predate.KindSchedule2, 85, "title_schedule_2"),
		speaks(predate.KindSchedule3, 85, "title_schedule_3"),
		speaks(predate.KindSchedule4, 85, "title_schedule_4"),
		speaks(predate.KindSchedule5, 85, "title_schedule_5"),
		speaks(predate.KindSchedule1, numbered, "title_schedule_1_number"),
		speaks(predate.KindSchedule2, numbered, "title_schedule_2_number"),
		speaks(predate.KindSchedule3, numbered, "title_schedule_3_number"),
		speaks(predate.KindSchedule4, numbered, "title_schedule_4_number"),
		speaks(predate.KindSchedule5, numbered, "title_schedule_5_number"),
	}
}

// numbered is the weight of the bare number of a schedule. Where the same run
// says what the schedule is about, it is no mere mention of an annexe and weighs
// twice as much.
const numbered = 35

// buildingTitles announce the papers of meetings and of the register, deeds,
// technical papers, and what is none of ours.
func buildingTitles() []mark {
	return []mark{
		speaks(predate.KindMinutes, 65, "title_minutes"),
		speaks(predate.KindMinutes, 40, "title_minutes_maybe"),
		speaks(predate.KindMeetingNotice, 65, "title_meeting_notice"),
		speaks(predate.KindMeetingNotice, 35, "title_meeting_notice_maybe"),
		speaks(predate.KindSummarySheet, 80, "title_summary_sheet"),
		speaks(predate.KindRegistration, 75, "title_registration"),
		speaks(predate.KindMaintenanceLog, 70, "title_maintenance_log"),
		speaks(predate.KindAgentContract, 80, "title_agent_contract"),
		speaks(predate.KindLightAccounts, 55, "title_light_accounts"),
		speaks(predate.KindLightAccounts, strongTitle, "title_year_accounts"),
		speaks(predate.KindLightAccounts, 30, "title_light_accounts_maybe"),
		speaks(predate.KindRules, 70, "title_rules"),
		speaks(predate.KindRules, 50, "title_rules_maybe"),
		speaks(predate.KindAmendment, 85, "title_amendment"),
		speaks(predate.KindDTG, 80, "title_dtg"),
		speaks(predate.KindPPTDraft, 85, "title_ppt_draft"),
		speaks(predate.KindPPTDraft, 70, "title_ppt_draft_short"),
		speaks(predate.KindPPT, 80, "title_ppt"),
		speaks(predate.KindCollectiveEPC, 85, "title_collective_epc"),
		speaks(predate.KindCollectiveEPC, 35, "title_collective_epc_maybe"),
		speaks(predate.KindAsbestos, 70, "title_asbestos"),
		speaks(predate.KindAsbestos, 45, "title_asbestos_maybe"),
		speaks(predate.KindLead, 60, "title_lead"),
		speaks(predate.KindLead, 40, "title_lead_maybe"),
		speaks(predate.KindInsurance, 70, "title_insurance"),
		speaks(predate.KindPlan, 55, "title_plan"),
		speaks(predate.KindOther, 75, "title_other"),
	}
}

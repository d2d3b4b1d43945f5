package classify

import (
	"slices"

	"predate"
)

// contents are concepts that stand anywhere in a paper of the kind.
func contents() []mark {
	return slices.Concat(accountContents(), scheduleContents(), meetingContents(), fileContents())
}

// accountContents are the words of the accounts of an owner.
func accountContents() []mark {
	return []mark{
		speaks(predate.KindFundCall, 15, "amount_to_pay", "pay_before"),
		speaks(predate.KindFundCall, 15, "call_total", "call_nature"),
		speaks(predate.KindFundCall, 10, "due_date"),
		speaks(predate.KindFundCall, 10, "call_number"),
		speaks(predate.KindFundCall, 45, "call_is_part"),
		speaks(predate.KindFundCall, 8, "opening_balance", "payment_means"),
		speaks(predate.KindAccountStatement, 15, "brought_forward"),
		speaks(predate.KindAccountStatement, 15, "movements_total"),
		speaks(predate.KindAccountStatement, 12, "debit_credit"),
		speaks(predate.KindAccountStatement, 6, "movement_payment"),
		speaks(predate.KindAccountStatement, 8, "closing_balance", "column_balance"),
		speaks(predate.KindChargeStatement, 12, "column_apportioned"),
		speaks(predate.KindChargeStatement, 10, "provisions_total"),
		speaks(predate.KindChargeStatement, 10, "charges_total", "adjustment"),
		speaks(predate.KindChargeStatement, 5, "column_recoverable"),
		speaks(predate.KindChargeStatement, 8, "column_part", "column_share", "lot_total"),
		speaks(predate.KindExpenseStatement, 12, "column_reference"),
		speaks(predate.KindExpenseStatement, 12, "supplier"),
		speaks(predate.KindExpenseStatement, 8, "expenses_total", "column_apportioned"),
	}
}

// scheduleContents are the words of annexes 1 to 5.
func scheduleContents() []mark {
	return []mark{
		speaks(predate.KindSchedule1, 20, "account_bank"),
		speaks(predate.KindSchedule1, 8, "account_placed"),
		speaks(predate.KindSchedule1, 12, "account_owners_doubtful"),
		speaks(predate.KindSchedule1, 12, "account_owners_credit"),
		speaks(predate.KindSchedule1, 12, "account_owners_debit"),
		speaks(predate.KindSchedule1, 10, "part_owners_list"),
		speaks(predate.KindSchedule2, 10, "part_current_income", "part_current_charges", "part_current"),
		speaks(predate.KindSchedule2, 12, "part_works_income", "part_works_charges", "part_works_and_exceptional"),
		speaks(predate.KindSchedule2, 8, "part_budget_vote"),
		speaks(predate.KindSchedule2, 5, "subtotal"),
		speaks(predate.KindSchedule3, 12, "part_by_key"),
		speaks(predate.KindSchedule3, 18, "row_net_charges"),
		speaks(predate.KindSchedule3, 8, "part_budget_vote", "closed_and_done"),
		speaks(predate.KindSchedule3, 6, "row_owners_provisions"),
		speaks(predate.KindSchedule4, 18, "column_voted"),
		speaks(predate.KindSchedule4, 18, "closed_in_year"),
		speaks(predate.KindSchedule4, 5, "income_fund_used"),
		speaks(predate.KindSchedule4, 8, "row_exceptional_total", "part_exceptional"),
		speaks(predate.KindSchedule5, 18, "column_paid"),
		speaks(predate.KindSchedule5, 8, "column_done"),
		speaks(predate.KindSchedule5, 18, "not_closed"),
		speaks(predate.KindSchedule5, 6, "account_works_pending"),
	}
}

// meetingContents are the words of meetings and of the register.
func meetingContents() []mark {
	return []mark{
		speaks(predate.KindMinutes, 25, "met"),
		speaks(predate.KindMinutes, 25, "meeting_closed"),
		speaks(predate.KindMinutes, 25, "resolution_decided"),
		speaks(predate.KindMinutes, 12, "voted"),
		speaks(predate.KindMinutes, 8, "attendance"),
		speaks(predate.KindMinutes, 8, "opponents"),
		speaks(predate.KindMeetingNotice, 30, "you_are_called"),
		speaks(predate.KindMeetingNotice, 15, "will_meet"),
		speaks(predate.KindMeetingNotice, 8, "agenda"),
		speaks(predate.KindMeetingNotice, 12, "by_proxy"),
		speaks(predate.KindMeetingNotice, 10, "draft_resolution"),
		speaks(predate.KindSummarySheet, 20, "summary_sheet_law"),
		speaks(predate.KindSummarySheet, 8, "summary_identity"),
		speaks(predate.KindSummarySheet, 10, "summary_debtors"),
		speaks(predate.KindSummarySheet, 8, "summary_finances"),
		speaks(predate.KindRegistration, 20, "register_keeper"),
		speaks(predate.KindRegistration, 8, "registered_on"),
		speaks(predate.KindRegistration, 8, "national_register"),
		speaks(predate.KindMaintenanceLog, 20, "log_law"),
		speaks(predate.KindMaintenanceLog, 12, "major_works"),
		speaks(predate.KindMaintenanceLog, 6, "log_contracts"),
		speaks(predate.KindAgentContract, 20, "contract_law"),
		speaks(predate.KindAgentContract, 10, "agent_price"),
		speaks(predate.KindLightAccounts, 20, "light_law"),
		speaks(predate.KindLightAccounts, 12, "receipts"),
		speaks(predate.KindLightAccounts, 8, "cash_state"),
		speaks(predate.KindLightAccounts, 8, "expenses_total"),
	}
}

// fileContents are the words of deeds and technical papers.
func fileContents() []mark {
	return []mark{
		speaks(predate.KindRules, 20, "lots_table"),
		speaks(predate.KindRules, 15, "division"),
		speaks(predate.KindRules, 6, "notary"),
		speaks(predate.KindRules, 8, "parts_of_building"),
		speaks(predate.KindRules, 8, "land_register"),
		speaks(predate.KindAmendment, 15, "share_changed"),
		speaks(predate.KindAmendment, 10, "amendment_of"),
		speaks(predate.KindDTG, 15, "dtg_law"),
		speaks(predate.KindPPT, 5, "works_schedule"),
		speaks(predate.KindPPTDraft, 5, "works_schedule"),
		speaks(predate.KindCollectiveEPC, 25, "collective_building"),
		speaks(predate.KindCollectiveEPC, 10, "energy_class"),
		speaks(predate.KindAsbestos, 8, "asbestos_words"),
		speaks(predate.KindAsbestos, 8, "common_parts"),
		speaks(predate.KindLead, 10, "lead_words"),
		speaks(predate.KindLead, 8, "common_parts"),
		speaks(predate.KindInsurance, 12, "multirisk"),
		speaks(predate.KindInsurance, 10, "insurance_words"),
		speaks(predate.KindPlan, 12, "drawing_words"),
		speaks(predate.KindOther, 30, "private_unit"),
		speaks(predate.KindOther, 60, "builder_insurance"),
	}
}

package extract

// ownerRules lists the rules for the papers of the owner.
func ownerRules() []Rule { return nil }

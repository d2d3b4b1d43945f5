package layout

func tablesOf(Page) []Table { return nil }

func joinTables([]Page) []Table { return nil }

func pairsOf(Page) []Pair { return nil }

package main

// connectorCommand looks after the recipes of extranets.
type connectorCommand struct {
	Health connectorHealth `cmd:"" help:"Tell how each version of a recipe fares on real extranets, and what raises an alarm."`
	Resume connectorResume `cmd:"" help:"Let a paused recipe work again, and the orders that wait for it."`
	Close  connectorClose  `cmd:"" help:"Close an alarm."`
}

package office

// ConnectorCommand looks after the recipes of extranets.
type ConnectorCommand struct {
	List   connectorList   `cmd:"" help:"List the recipes of this program, and of a folder."`
	Lint   connectorLint   `cmd:"" help:"Read recipes as the server does, and say what is wrong with them."`
	Test   connectorTest   `cmd:"" help:"Rehearse a collection: log in, list, fetch one document, keep nothing."`
	Record connectorRecord `cmd:"" help:"Rehearse a collection and write each page that came, scrubbed."`
	Health connectorHealth `cmd:"" help:"Tell how each version of a recipe fares on real extranets, and what raises an alarm."`
	Resume connectorResume `cmd:"" help:"Let a paused recipe work again, and the orders that wait for it."`
	Close  connectorClose  `cmd:"" help:"Close an alarm."`
}

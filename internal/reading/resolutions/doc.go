// Package resolutions reads what a general meeting decided and was told, point by point: accounts
// approved, budgets, the works fund, works voted with their calendar and those given up, loans, the
// mandate of the managing agent, proceedings, a building in difficulty.
//
// It owns what the words of a point and its outcome state together, and what a statement of a
// proceeding or a difficulty must be. It refuses to cut minutes, which the room minutes does, and
// to choose: works whose outcome or amount the words leave open are given as conflicting, for a
// person to decide, and an exercise that a point names in two ways is none.
package resolutions

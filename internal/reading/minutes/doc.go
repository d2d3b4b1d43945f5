// Package minutes cuts the minutes of a general meeting (procès-verbal d'assemblée générale)
// into the points of their agenda: of which day the meeting was, and of each point its number,
// title, words, votes and outcome.
//
// It owns where a point begins and ends, whatever numbers it: the series of numbers with most
// votes between them is that of the points. It owns sentences, which a heading ends as a full
// stop does. It refuses to say what a point decides, beyond its subject: that is for the room
// resolutions. A day that the words tell in two ways is no day.
package minutes

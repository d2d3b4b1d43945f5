package layout

// Days in folded text (package fold), for regular expressions.
const (
	// DayForm is a printed day, as one group: ParseDate reads it.
	DayForm = `(\d{1,2}(?: ?er)? (?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre) \d{4}|\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})\b|\d{4}-\d{2}-\d{2})`
	// WeekdayForm is the name of a day of the week, which may stand before it.
	WeekdayForm = `(?:lundi |mardi |mercredi |jeudi |vendredi |samedi |dimanche )?`
)

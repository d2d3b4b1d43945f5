package console

import (
	"fmt"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
)

// doneChart is a bar for each day: what was done without a person, under what was done
// with one. Its lengths are those of a picture of chartWidth by chartHeight.
type doneChart struct {
	Bars           []doneBar
	Most           int // done in one day
	Done, Straight int
	Share          string
	Says           string // the picture in one sentence
	Rows           []doneBar
}

type doneBar struct {
	Day            string
	Done, Straight int
	Share          string
	X, Width       string
	Y, Height      string // of what was done without a person
	Top, Rest      string // of what was done with one
	Label          string // under the bar; empty under most
	Middle         string
}

// The picture, in its own units: the bars lie above a line for the days.
const (
	chartWidth  = 720
	chartHeight = 150
	mostLabels  = 12
)

func chartOf(days []desk.DoneDay) doneChart {
	var c doneChart
	for _, day := range days {
		c.Most, c.Done, c.Straight = max(c.Most, day.Done), c.Done+day.Done, c.Straight+day.Straight
	}
	c.Share = percent(c.Straight, c.Done)
	c.Says = fmt.Sprintf("%s en %s, dont %s sans personne.", number(c.Done, "commande faite", "commandes faites"), number(len(days), "jour", "jours"), c.Share)
	slot := float64(chartWidth) / float64(max(1, len(days)))
	every := (len(days) + mostLabels - 1) / mostLabels
	tall := func(n int) float64 { return chartHeight * float64(n) / float64(max(1, c.Most)) }
	for i, day := range days {
		low, high := tall(day.Straight), tall(day.Done)
		bar := doneBar{
			Day: wording.Day(day.Day), Done: day.Done, Straight: day.Straight, Share: percent(day.Straight, day.Done),
			X: length(slot*float64(i) + slot*.1), Width: length(slot * .8), Middle: length(slot * (float64(i) + .5)),
			Y: length(chartHeight - low), Height: length(low), Top: length(chartHeight - high), Rest: length(high - low),
		}
		if i%every == 0 {
			bar.Label = dayMonth(day.Day)
		}
		c.Bars = append(c.Bars, bar)
		if day.Done > 0 {
			c.Rows = append(c.Rows, bar)
		}
	}
	return c
}

func dayMonth(d predate.Date) string { return fmt.Sprintf("%02d/%02d", d.Day, int(d.Month)) }

func length(v float64) string { return fmt.Sprintf("%.1f", v) }

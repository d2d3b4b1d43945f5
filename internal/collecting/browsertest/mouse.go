package browsertest

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// shift is the bit of the key Shift in a mouse event.
const shift = 8

// Point is a place of the window, in CSS pixels.
type Point struct{ X, Y float64 }

// ClickAt clicks a place of the window.
func (tab *Tab) ClickAt(at Point) {
	tab.t.Helper()
	tab.do(mouse(input.DispatchMouseEventTypeMouseMoved, at, 0), mouse(input.DispatchMouseEventTypeMousePressed, at, 0), mouse(input.DispatchMouseEventTypeMouseReleased, at, 0))
}

// ShiftDrag presses at a place, moves to another and lets go there, with Shift held.
func (tab *Tab) ShiftDrag(from, to Point) {
	tab.t.Helper()
	between := Point{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
	tab.do(mouse(input.DispatchMouseEventTypeMouseMoved, from, shift), mouse(input.DispatchMouseEventTypeMousePressed, from, shift),
		mouse(input.DispatchMouseEventTypeMouseMoved, between, shift), mouse(input.DispatchMouseEventTypeMouseMoved, to, shift), mouse(input.DispatchMouseEventTypeMouseReleased, to, shift))
}

func mouse(what input.DispatchMouseEventType, at Point, held int64) chromedp.Action[chromedp.Void] {
	return chromedp.MouseEvent(what, at.X, at.Y, func(p *input.DispatchMouseEventParams) {
		p.Modifiers = held
		if what != input.DispatchMouseEventTypeMouseMoved {
			p.ClickCount = 1
		}
		p.Button = input.MouseButtonLeft
	})
}

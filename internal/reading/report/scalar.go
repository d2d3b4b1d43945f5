package report

import (
	"encoding/json"
	"fmt"
	"math"

	"predate"
)

// day is "2026-05-18", or null for no date.
type day predate.Date

func (d day) MarshalJSON() ([]byte, error) {
	if predate.Date(d).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(predate.Date(d).String())
}

func (d *day) UnmarshalJSON(data []byte) error {
	var text *string
	if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf("date: %w", err)
	}
	if text == nil {
		*d = day{}
		return nil
	}
	parsed, err := predate.ParseDate(*text)
	*d = day(parsed)
	return err
}

// euros is a decimal string: "-12.05".
type euros predate.Cents

func (e euros) MarshalJSON() ([]byte, error) {
	return json.Marshal(predate.Cents(e).Decimal())
}

func (e *euros) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf("amount: %w", err)
	}
	parsed, err := predate.ParseDecimal(text)
	*e = euros(parsed)
	return err
}

// box is [x0, y0, x1, y1] in points, to the hundredth, origin top left; null
// when the figure was not read at one place.
type box predate.Box

func (b box) MarshalJSON() ([]byte, error) {
	if b == (box{}) {
		return []byte("null"), nil
	}
	corners := [4]float64{b.X0, b.Y0, b.X1, b.Y1}
	for i, c := range corners {
		corners[i] = math.Round(c*100) / 100
	}
	return json.Marshal(corners)
}

func (b *box) UnmarshalJSON(data []byte) error {
	var corners [4]float64
	if err := json.Unmarshal(data, &corners); err != nil {
		return fmt.Errorf("box: %w", err)
	}
	*b = box{corners[0], corners[1], corners[2], corners[3]}
	return nil
}

// optional is text that may be absent: null for "".
type optional string

func (o optional) MarshalJSON() ([]byte, error) {
	if o == "" {
		return []byte("null"), nil
	}
	return marshal(string(o))
}

// period is an exercise, both days included.
type period struct {
	From day `json:"from"`
	To   day `json:"to"`
}

func toPeriod(p predate.Period) period { return period{day(p.From), day(p.To)} }

func (p period) period() predate.Period {
	return predate.Period{From: predate.Date(p.From), To: predate.Date(p.To)}
}

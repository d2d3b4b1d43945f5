package sketch

import "image/color"

func wordColour() color.Color { return color.NRGBA{70, 110, 190, 170} }

// columnColour tints neighbours differently, so that one sees where a column
// ends.
func columnColour(k int) color.Color {
	if k%2 == 0 {
		return color.NRGBA{150, 90, 200, 40}
	}
	return color.NRGBA{230, 190, 40, 50}
}

// colour is that of a fate: green, grey-brown, red.
func (f Fate) colour() color.NRGBA {
	return []color.NRGBA{Chosen: {0, 130, 40, 255}, SetAside: {200, 110, 0, 255}, Contradicts: {205, 0, 40, 255}}[f]
}

// name says a fate in French.
func (f Fate) name() string {
	return []string{Chosen: "lecture retenue", SetAside: "lecture écartée", Contradicts: "lectures contradictoires"}[f]
}

package typeset

// The page, in points. The grid is one column with a wide right edge for
// amounts; everything hangs from the left margin.
const (
	pageWidth    = 595.28
	pageHeight   = 841.89
	marginLeft   = 56.0
	marginRight  = 56.0
	bodyTop      = 74.0
	bodyBottom   = pageHeight - 62.0
	contentWidth = pageWidth - marginLeft - marginRight
	rightEdge    = pageWidth - marginRight
	columnGap    = 10.0
)

// color is an RGB colour.
type color struct{ r, g, b int }

// hue names the few colours of the page.
type hue int

const (
	ink       hue = iota // text
	grey                 // second text
	accent               // the one colour: letters, references, rules of parts
	hairline             // rules between rows
	wash                 // grounds
	ghost                // the mark of specimens, below the text
	accentMid            // the second and third of three parts
	accentPale
	white
)

func (h hue) color() color {
	return []color{
		ink:      {26, 32, 38},
		grey:     {96, 107, 117},
		accent:   {12, 92, 107},
		hairline: {205, 213, 219},
		wash:     {242, 246, 248},
		ghost:    {232, 236, 239},
		white:    {255, 255, 255},

		accentMid:  {112, 163, 173},
		accentPale: {196, 217, 221},
	}[h]
}

// style is a role of text on the page; look says how it is set.
type style int

const (
	body style = iota
	bodyBold
	bodyGrey
	bodyItalic
	small
	smallInk
	smallBold
	smallItalic
	reference
	columnHead
	amount
	amountBold
	absent
	toVerify
	headingPart
	headingSection
	headingLegal
	kicker
	title
	titleNarrow
	subtitle
	bigAmount
	midAmount
	smallAmount
	bigWords
	bigVerify
	letter
	furniture
	brandName
	brandLine
)

// look is how a style is set: sizes in points.
type look struct {
	face    face
	size    float64
	leading float64
	hue     hue
}

func (s style) look() look {
	return []look{
		body:           {regular, 9, 12.6, ink},
		bodyBold:       {bold, 9, 12.6, ink},
		bodyGrey:       {regular, 9, 12.6, grey},
		bodyItalic:     {italic, 9, 12.6, grey},
		small:          {regular, 7.4, 10, grey},
		smallInk:       {regular, 7.4, 10, ink},
		smallBold:      {bold, 7.4, 10, ink},
		smallItalic:    {italic, 7.4, 10, grey},
		reference:      {regular, 7.4, 10, accent},
		columnHead:     {bold, 7.4, 10, grey},
		amount:         {regular, 9, 12.6, ink},
		amountBold:     {bold, 9, 12.6, ink},
		absent:         {italic, 9, 12.6, grey},
		toVerify:       {bold, 9, 12.6, accent},
		headingPart:    {light, 17, 22, ink},
		headingSection: {bold, 10.5, 14, ink},
		headingLegal:   {bold, 9.6, 12.8, ink},
		kicker:         {bold, 7.4, 10, accent},
		title:          {light, 34, 38, ink},
		titleNarrow:    {light, 25, 30, ink},
		subtitle:       {regular, 10, 13.5, grey},
		bigAmount:      {regular, 16, 20, ink},
		midAmount:      {regular, 13, 20, ink},
		smallAmount:    {regular, 10, 20, ink},
		bigWords:       {italic, 11, 20, grey},
		bigVerify:      {bold, 11, 20, accent},
		letter:         {light, 30, 30, accent},
		furniture:      {regular, 7.2, 10, grey},
		brandName:      {bold, 6.4, 9, accent},
		brandLine:      {regular, 6.4, 9, grey},
	}[s]
}

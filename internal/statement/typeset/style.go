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
	noticeText
	noticeHead
	reference
	columnHead
	amount
	amountBold
	absent
	toVerify
	legalTotal
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
		body:           {regular, 8.8, 11.5, ink},
		bodyBold:       {bold, 8.8, 11.5, ink},
		bodyGrey:       {regular, 8.8, 11.5, grey},
		bodyItalic:     {italic, 8.8, 11.5, grey},
		small:          {regular, 7.2, 9.1, grey},
		smallInk:       {regular, 7.2, 9.1, ink},
		smallBold:      {bold, 7.2, 9.1, ink},
		smallItalic:    {italic, 7.2, 9.1, grey},
		noticeText:     {regular, 7.9, 10.3, ink},
		noticeHead:     {bold, 8.8, 11.6, ink},
		reference:      {regular, 7.2, 9.1, accent},
		columnHead:     {bold, 7.2, 9.1, grey},
		amount:         {regular, 8.8, 11.5, ink},
		amountBold:     {bold, 8.8, 11.5, ink},
		absent:         {italic, 8.8, 11.5, grey},
		toVerify:       {bold, 8.8, 11.5, accent},
		legalTotal:     {regular, 11.5, 15, ink},
		headingPart:    {light, 17, 22, ink},
		headingSection: {bold, 10.5, 14, ink},
		headingLegal:   {bold, 9.6, 12.8, ink},
		kicker:         {bold, 7.4, 10, accent},
		title:          {light, 31, 34, ink},
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

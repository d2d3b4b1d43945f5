package lexicon

import (
	"slices"

	"predate"
)

// Context is where words stand.
type Context struct {
	Kind       predate.Kind // of the paper; empty when it is not known
	Roles      []Role       // those looked for; none for all
	Recognised bool         // the page was read by character recognition
}

// Span is words that name a concept.
type Span struct {
	Concept  ID
	Role     Role
	From, To int    // printed words, the last not included
	Begins   bool   // nothing is printed before
	Whole    bool   // nothing else is printed in the text
	Form     string // as the lexicon writes it
	Cost     int    // letters that differ
	Weak     bool   // other papers say it of other things

	lo, hi   int32 // words of the text
	concept  int32
	refusing bool // the form looks like the concept and is not
}

// Spans marks a text: at each place the longest form, and only one form on any
// word, but for concepts of several roles that are said alike.
func (l *Lexicon) Spans(t Text, in Context) []Span { return l.AppendSpans(nil, t, in) }

// AppendSpans is Spans onto a list of the caller.
func (l *Lexicon) AppendSpans(spans []Span, t Text, in Context) []Span {
	f := l.finder(t, in)
	for i := int32(0); int(i) < len(t.words); {
		f.at(i)
		f.drop()
		best := Span{hi: i}
		for _, s := range f.found {
			if s.hi > best.hi || s.hi == best.hi && s.Cost < best.Cost {
				best = s
			}
		}
		for _, s := range f.found {
			if s.hi == best.hi && s.Cost == best.Cost {
				spans = append(spans, s)
			}
		}
		i = max(best.hi, i+1)
	}
	return spans
}

// Starts returns every concept that the text begins with, the longest form
// first.
func (l *Lexicon) Starts(t Text, in Context) []Span {
	if len(t.words) == 0 {
		return nil
	}
	f := l.finder(t, in)
	f.at(f.first)
	f.drop()
	slices.SortStableFunc(f.found, func(a, b Span) int { return int(b.hi - a.hi) })
	return f.found
}

// Is returns the concepts that the whole text says and nothing besides.
func (l *Lexicon) Is(t Text, in Context) []Span {
	return slices.DeleteFunc(l.Starts(t, in), func(s Span) bool { return !s.Whole })
}

// All returns every concept said anywhere, be it in the words of another. A form
// inside a longer one of its own role is left out: the longer means something
// else.
func (l *Lexicon) All(t Text, in Context) []Span {
	f := l.finder(t, in)
	var all []Span
	for i := range t.words {
		f.at(int32(i))
		f.drop()
		all = append(all, f.found...)
	}
	return slices.DeleteFunc(all, func(s Span) bool {
		return slices.ContainsFunc(all, func(o Span) bool {
			return o.concept != s.concept && o.Role == s.Role && o.lo <= s.lo && o.hi >= s.hi && o.hi-o.lo > s.hi-s.lo
		})
	})
}

// Has reports whether a concept is said anywhere in a text.
func (l *Lexicon) Has(t Text, in Context, id ID) bool {
	return slices.ContainsFunc(l.All(t, in), func(s Span) bool { return s.Concept == id })
}

// Count counts the words of a text that forms of the concepts use: what a
// heading that wraps over lines leaves on one of them. Words of one or two
// letters but the N of exercises stand anywhere, and do not count.
func (l *Lexicon) Count(t Text, in Context, ids ...ID) int {
	n := 0
	for _, w := range t.words {
		if w.id != 0 && w.class == plain && (w.hi-w.lo > 2 || t.letters[w.lo] == 'n') && slices.ContainsFunc(ids, func(id ID) bool { return l.uses(id, in.Kind, w.id) }) {
			n++
		}
	}
	return n
}

// uses reports whether a form of a concept has a word.
func (l *Lexicon) uses(id ID, kind predate.Kind, word uint32) bool {
	at, ok := l.index[id]
	if !ok {
		return false
	}
	for _, f := range l.concepts[at].Forms {
		if !f.Not && f.holdsIn(kind) && slices.Contains(f.vocabulary, word) {
			return true
		}
	}
	return false
}

// finder looks for forms in one text.
type finder struct {
	l       *Lexicon
	t       Text
	in      Context
	found   []Span
	refused []Span // spans of forms that are not their concept
	first   int32  // the first and last words that are neither dash nor pause
	last    int32
}

func (l *Lexicon) finder(t Text, in Context) finder {
	f := finder{l: l, t: t, in: in, last: int32(len(t.words)) - 1}
	for f.first < f.last && t.words[f.first].class >= dash {
		f.first++
	}
	for f.last > f.first && t.words[f.last].class >= dash {
		f.last--
	}
	return f
}

// at finds every form that begins at word i.
func (f *finder) at(i int32) {
	f.found = f.found[:0]
	f.follow(0, i, i, 0)
}

// follow goes from a node over the words of the text from next on.
func (f *finder) follow(node, start, next int32, cost int) {
	if int(next) == len(f.t.words) {
		return
	}
	w := f.t.words[next]
	child, exact := f.l.trie.next[key(node, w.id)]
	exact = exact && w.id != 0
	if exact {
		f.reach(child, start, next+1, cost)
	}
	if w.class == number {
		if child, ok := f.l.trie.next[key(node, wildcard)]; ok {
			f.reach(child, start, next+1, cost)
		}
	}
	if (w.class == small || w.class == dash) && next > start {
		f.follow(node, start, next+1, cost)
	}
	if f.in.Recognised && !exact && cost < 2 && w.class == plain && w.hi-w.lo >= 4 {
		for _, s := range f.l.trie.steps[node] {
			if nearlySame(f.t.of(w), f.l.spelling[s.word]) {
				f.reach(s.node, start, next+1, cost+1)
			}
		}
	}
}

// reach takes the forms that end at a node, and goes on.
func (f *finder) reach(node, start, end int32, cost int) {
	for _, e := range f.l.trie.leafs[node] {
		c := &f.l.concepts[e.concept]
		form := &c.Forms[e.form]
		whole := start <= f.first && end > f.last
		if f.holds(c, form, start, end) && (!form.Alone || whole) && 8*cost <= form.letters {
			f.keep(Span{
				Concept: c.ID, Role: c.Role, Form: form.Say, Cost: cost, Begins: start <= f.first, Whole: whole, Weak: form.Weak,
				From: int(f.t.words[start].from), To: int(f.t.words[end-1].from) + 1,
				lo: start, hi: end, concept: e.concept, refusing: form.Not,
			})
		}
	}
	f.follow(node, start, end, cost)
}

// keep adds a span once, whatever the ways that lead to it.
func (f *finder) keep(s Span) {
	for i := range f.found {
		if k := &f.found[i]; k.concept == s.concept && k.hi == s.hi && k.refusing == s.refusing {
			if s.Cost < k.Cost || s.Cost == k.Cost && k.Weak {
				*k = s
			}
			return
		}
	}
	f.found = append(f.found, s)
}

// holds reports whether a form means its concept where it stands.
func (f *finder) holds(c *Concept, form *Form, start, end int32) bool {
	switch {
	case len(f.in.Roles) > 0 && !slices.Contains(f.in.Roles, c.Role):
		return false
	case form.After && (start == 0 || f.t.words[start-1].class != number):
		return false
	case form.Before && (int(end) == len(f.t.words) || f.t.words[end].class != number):
		return false
	}
	return form.holdsIn(f.in.Kind)
}

// drop leaves out the concepts that a longer form says not to be meant, here
// and in the words that it covers.
func (f *finder) drop() {
	for _, s := range f.found {
		if s.refusing {
			f.refused = append(f.refused, s)
		}
	}
	f.found = slices.DeleteFunc(f.found, func(s Span) bool {
		return s.refusing || slices.ContainsFunc(f.refused, func(r Span) bool { return r.concept == s.concept && r.lo <= s.lo && r.hi >= s.hi })
	})
}

// nearlySame reports whether two words differ by one letter: another, one more
// or one less.
func nearlySame(a []byte, b string) bool {
	if len(a) < len(b) {
		return oneMore(b, string(a))
	}
	if len(a) > len(b) {
		return oneMore(string(a), b)
	}
	differ := 0
	for i := range a {
		if a[i] != b[i] {
			differ++
		}
	}
	return differ <= 1
}

// oneMore reports whether a is b with one more letter, and not at its
// beginning: a prefix makes another word (compte, décompte).
func oneMore(a, b string) bool {
	if len(a) != len(b)+1 || a[0] != b[0] {
		return false
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	return a[i+1:] == b[i:]
}

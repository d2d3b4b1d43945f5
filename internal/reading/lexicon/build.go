package lexicon

import (
	"fmt"
	"hash"
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
)

// builder makes a lexicon and gathers what is wrong with its files.
type builder struct {
	lexicon *Lexicon
	file    string
	made    map[ID]made // who made each concept
	errs    []error
	hash    hash.Hash // of what was read
}

// made is where a concept was made.
type made struct {
	layer int
	place string
}

var idForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// wrong records an error at a line of the file under reading.
func (b *builder) wrong(line int, format string, args ...any) {
	b.errs = append(b.errs, fmt.Errorf("%s:%d: %s", b.file, line, fmt.Sprintf(format, args...)))
}

func (b *builder) source(s sourceEntry) {
	_, known := b.lexicon.sources[s.ID.Value]
	switch {
	case !idForm.MatchString(s.ID.Value):
		b.wrong(s.ID.Line, "the source %q has no good name; use small letters, digits and _", s.ID.Value)
	case known:
		b.wrong(s.ID.Line, "the source %s is described twice; keep one", s.ID.Value)
	case strings.TrimSpace(s.What) == "":
		b.wrong(s.ID.Line, "the source %s says nothing of itself; fill in what", s.ID.Value)
	}
	b.lexicon.sources[s.ID.Value] = s.What
}

// sourced checks that a form or an abbreviation says where it comes from: a
// source of the list, then if need be an article or a page after a comma.
func (b *builder) sourced(source Scalar, line int, what string) {
	name, _, _ := strings.Cut(source.Value, ",")
	switch _, known := b.lexicon.sources[name]; {
	case name == "":
		b.wrong(line, "%s has no source; name one of the sources, such as trade for the usage of the trade", what)
	case !known:
		b.wrong(source.Line, "%s names the source %q, which no file describes; add it to sources or name another", what, name)
	}
}

func (b *builder) abbreviation(s shortEntry) {
	b.sourced(s.Source, s.Short.Line, "the abbreviation "+s.Short.Value)
	_, known := b.lexicon.short[s.Short.Value]
	switch {
	case s.Short.Value == "" || string(fold.Append(nil, s.Short.Value)) != s.Short.Value:
		b.wrong(s.Short.Line, "the abbreviation %q is not folded; write it in small letters without accents", s.Short.Value)
		return
	case known:
		b.wrong(s.Short.Line, "the abbreviation %s is explained twice; keep one", s.Short.Value)
		return
	case s.Full == "" || string(fold.Append(nil, s.Full)) != s.Full:
		b.wrong(s.Short.Line, "what %s stands for is not folded; write it in small letters without accents", s.Short.Value)
		return
	}
	b.lexicon.short[s.Short.Value] = short{s.Full, s.Stopped}
	source, _, _ := strings.Cut(s.Source.Value, ",")
	b.lexicon.explained = append(b.lexicon.explained, source)
}

// concept makes a concept, or adds forms to that of an earlier folder.
func (b *builder) concept(layer int, c conceptEntry) {
	id := ID(c.ID.Value)
	at, exists := b.lexicon.index[id]
	if b.made == nil {
		b.made = map[ID]made{}
	}
	switch {
	case !idForm.MatchString(c.ID.Value):
		b.wrong(c.ID.Line, "the concept %q has no good name; use small letters, digits and _", c.ID.Value)
		return
	case exists && b.made[id].layer == layer:
		b.wrong(c.ID.Line, "the concept %s is already at %s; add the forms there", id, b.made[id].place)
		return
	case exists && c.Role != "" && c.Role != b.lexicon.concepts[at].Role:
		b.wrong(c.ID.Line, "the concept %s has the role %s; leave the role out to add forms to it", id, b.lexicon.concepts[at].Role)
		return
	case !exists && !slices.Contains(Roles(), c.Role):
		b.wrong(c.ID.Line, "the concept %s has the role %q; take one of %v", id, c.Role, Roles())
		return
	case !exists && strings.TrimSpace(c.Means) == "":
		b.wrong(c.ID.Line, "the concept %s does not say what it means; fill in means", id)
		return
	case len(c.Forms) == 0:
		b.wrong(c.ID.Line, "the concept %s has no form; give one way to say it", id)
		return
	}
	if !exists {
		at = len(b.lexicon.concepts)
		b.lexicon.index[id] = at
		b.lexicon.concepts = append(b.lexicon.concepts, Concept{ID: id, Role: c.Role, Means: c.Means, Kind: c.Kind, Accounts: c.Accounts})
		b.made[id] = made{layer, fmt.Sprintf("%s:%d", b.file, c.ID.Line)}
		if c.Kind != "" && !IsKind(c.Kind) {
			b.wrong(c.ID.Line, "the concept %s announces the kind %q, which is none; see document.go for the kinds", id, c.Kind)
		}
	}
	for _, f := range c.Forms {
		if len(f.Kinds) == 0 {
			f.Kinds = c.Kinds
		}
		b.forms(at, f)
	}
	for _, not := range c.Not {
		b.form(at, not, Form{Not: true})
	}
}

// forms adds the forms of one source.
func (b *builder) forms(at int, f formEntry) {
	id := b.lexicon.concepts[at].ID
	line := f.Source.Line
	if len(f.Say) > 0 {
		line = f.Say[0].Line
	}
	b.sourced(f.Source, line, fmt.Sprintf("a form of %s", id))
	like := Form{Source: f.Source.Value, Kinds: f.Kinds, Alone: f.Alone, Weak: f.Weak, After: f.After == "number", Before: f.Before == "number"}
	if f.After != "" && !like.After || f.Before != "" && !like.Before {
		b.wrong(line, "a form of %s stands beside %q; only number is known here", id, f.After+f.Before)
	}
	for _, kind := range f.Kinds {
		if !IsKind(kind) {
			b.wrong(line, "a form of %s is for papers of kind %q, which is none; see document.go for the kinds", id, kind)
		}
	}
	if len(f.Say) == 0 {
		b.wrong(line, "a source of %s says nothing; fill in say", id)
	}
	for _, say := range f.Say {
		b.form(at, say, like)
	}
}

// form adds one form with all the ways to read it.
func (b *builder) form(at int, say Scalar, like Form) {
	like.Say, like.file, like.line = say.Value, b.file, say.Line
	ways, err := expand(say.Value)
	if err != nil {
		b.wrong(say.Line, "%v", err)
		return
	}
	for _, way := range ways {
		if folded := string(fold.Append(nil, way)); folded != way {
			b.wrong(say.Line, "%q is not folded; write %q", way, folded)
			return
		}
		words := b.lexicon.normalWords(way)
		if words == "" {
			b.wrong(say.Line, "%q holds no word; leave it out", say.Value)
			return
		}
		if !slices.Contains(like.words, words) {
			like.words = append(like.words, words)
		}
		if letters := len(strings.ReplaceAll(words, " ", "")); like.letters == 0 || letters < like.letters {
			like.letters = letters
		}
	}
	c := &b.lexicon.concepts[at]
	c.Forms = append(c.Forms, like)
}

// normalWords returns the words of a form as texts have them, without the small
// ones that a text may leave out.
func (l *Lexicon) normalWords(way string) string {
	const someNumber = "0000000"
	t := l.Words(strings.Fields(strings.ReplaceAll(way, anyNumber, someNumber)))
	var out []string
	for i, w := range t.words {
		letters := string(t.of(w))
		if letters == someNumber {
			letters = anyNumber
		}
		if w.class != small && w.class != dash || i == 0 || i == len(t.words)-1 {
			out = append(out, letters)
		}
	}
	return strings.Join(out, " ")
}

// finish puts every form into the tree and refuses those that two concepts of
// one role claim in one context.
func (b *builder) finish() {
	l := b.lexicon
	for at := range l.concepts {
		for f := range l.concepts[at].Forms {
			for _, words := range l.concepts[at].Forms[f].words {
				node := l.trie.root()
				form := &l.concepts[at].Forms[f]
				for w := range strings.FieldsSeq(words) {
					id := l.learn(w)
					node = l.trie.step(node, id)
					if !slices.Contains(form.vocabulary, id) {
						form.vocabulary = append(form.vocabulary, id)
					}
				}
				b.enter(node, formRef{int32(at), int32(f)})
			}
		}
	}
	l.trie.seal()
}

// learn returns the number of a word, which it adds to the vocabulary if it is new.
func (l *Lexicon) learn(w string) uint32 {
	id, known := l.vocabulary[w]
	if !known {
		id = uint32(len(l.spelling))
		l.vocabulary[w] = id
		l.spelling = append(l.spelling, w)
	}
	return id
}

// enter lets a form end at a node.
func (b *builder) enter(node int32, e formRef) {
	l := b.lexicon
	mine, form := &l.concepts[e.concept], &l.concepts[e.concept].Forms[e.form]
	for _, other := range l.trie.ends(node) {
		theirs := &l.concepts[other.concept]
		with := &theirs.Forms[other.form]
		switch {
		case theirs.Role != mine.Role || e.concept == other.concept || !form.meets(with):
		case !form.Not && !with.Not:
			b.errs = append(b.errs, fmt.Errorf("%s: %q says %s, and %s too at %s, both %s; keep one, or name the kinds of paper in which each holds",
				form.place(), form.Say, mine.ID, theirs.ID, with.place(), mine.Role))
			return
		}
	}
	l.trie.end(node, e)
}

package recipe

import (
	"fmt"
	"slices"
)

// loop checks a listing that ends with accounts or documents. The variables of
// the accounts stay for what comes after them.
func (c *checker) loop(where string, l Loop, end string) {
	c.asked(where, l)
	if l.As == "" {
		c.fail("%s: as is needed: the name of an item", where)
	}
	c.loops = append(c.loops, l.As)
	if l.Rows != nil {
		for name, from := range l.Rows.Fields {
			c.source(where+".rows.fields."+name, from, true)
			if from.Link {
				c.links[l.As+"."+name] = true
			}
		}
	}
	if end == "deposit" && len(l.Then) == 0 && l.Account == nil && l.Document == nil {
		return // its items are what it is for
	}
	if one(len(l.Then) > 0, l.Account != nil, l.Document != nil) != 1 {
		c.fail("%s: one of then, account and document", where)
		return
	}
	switch {
	case len(l.Then) > 0:
		c.siblings(where+".then", l.Then, end)
	case l.Account != nil && end != "account", l.Document != nil && end != "document":
		c.fail("%s: %s is meant here", where, end)
	case l.Account != nil:
		if l.Account.Label == nil {
			c.fail("%s: an account has a label", where)
		}
	default:
		c.document(where, *l.Document)
	}
}

// siblings checks loops beside one another: none knows the items of another,
// and what comes after them knows those of all.
func (c *checker) siblings(where string, list []Loop, end string) {
	above := len(c.loops)
	var items []string
	for i, l := range list {
		c.loops = c.loops[:above:above]
		c.loop(fmt.Sprintf("%s[%d]", where, i), l, end)
		items = append(items, c.loops[above:]...)
	}
	c.loops = append(c.loops[:above:above], items...)
}

// asked checks where the items of a loop come from.
func (c *checker) asked(where string, l Loop) {
	if one(l.Request != nil, len(l.Over) > 0, l.Data != nil) != 1 {
		c.fail("%s: one of request, over and data", where)
		return
	}
	if l.Request == nil {
		if l.Rows != nil || l.Pages != nil || (l.Each != nil) != (l.Data != nil) {
			c.fail("%s: over has its items already, and data needs each", where)
		}
		if l.Data != nil {
			c.template(where+".data", *l.Data, false)
		}
		return
	}
	if l.Each == nil && l.Rows == nil {
		c.fail("%s: each or rows is needed", where)
	}
	if l.Rows != nil && (l.Rows.CSS == nil || len(l.Rows.Fields) == 0) {
		c.fail("%s: rows have css and fields", where)
	}
	if l.Pages == nil {
		c.step(where+".request", *l.Request)
		return
	}
	if l.Pages.Announced != nil {
		c.template(where+".pages.announced", *l.Pages.Announced, false)
	}
	if p := l.Pages; p.Total == nil && p.Next == nil && !p.Empty {
		c.fail("%s: pages needs total, next or until_empty", where)
	}
	if p := l.Pages; p.Step < 0 || p.Step > 0 && p.Next != nil {
		c.fail("%s.pages: step is what a page adds to its number; next counts nothing", where)
	}
	c.defined["page"] = true
	c.links["page"] = l.Pages.Next != nil && l.Pages.Next.Link && l.Pages.Then != nil
	c.step(where+".request", *l.Request)
	if l.Pages.Next != nil {
		c.source(where+".pages.next", *l.Pages.Next, false)
	}
	if l.Pages.Then != nil {
		c.step(where+".pages.request", *l.Pages.Then)
	}
	if l.Then == nil {
		return // the documents of a page know it
	}
	delete(c.defined, "page")
	delete(c.links, "page")
}

func (c *checker) document(where string, d Document) {
	if d.ID == nil || d.Title == nil || d.Category == nil || d.Date == nil {
		c.fail("%s: a document has id, title, category, date", where)
		return
	}
	c.template(where+".document.category", *d.Category, false)
}

func (c *checker) categories(list []category) {
	for i, entry := range list {
		if entry.Category == nil && entry.Title == nil || entry.Space == "" && entry.Hint == 0 {
			c.fail("categories[%d]: a pattern, and a space or a hint", i)
		}
		if entry.Hint != 0 && !entry.Hint.Valid() {
			c.fail("categories[%d]: hint %d is not one of 1 to 10", i, entry.Hint)
		}
		if entry.Space != "" && !slices.Contains([]string{SpaceOwner, SpaceBuilding, SpaceCouncil}, entry.Space) {
			c.fail("categories[%d]: unknown space %q", i, entry.Space)
		}
	}
}

func (c *checker) download(d download) {
	if one(d.Request.Get != nil, d.Request.Post != nil, d.Request.Submit != nil) != 1 {
		c.fail("download: request is needed: get, post or submit")
		return
	}
	c.defined["document.id"] = true
	c.steps("download.prepare", d.Prepare)
	for _, s := range d.Prepare {
		if s.Once != nil {
			c.template("download.prepare once_per", *s.Once, false)
		}
	}
	c.request("download.request", d.Request)
	for _, cl := range d.Request.Classify {
		if cl.Failure == "" {
			c.fail("download.request: what comes in the place of a file is a failure, not the page %q", cl.Page)
		}
	}
}

func (c *checker) deposit(d deposition) {
	if len(d.Steps) == 0 {
		c.fail("deposit: steps are needed")
	}
	if c.recipe.ListAgain {
		c.fail("deposit: not together with list_again: a deposit is not begun twice")
	}
	c.loop("deposit.made", d.Made, "deposit")
	c.defined["deposit.subject"] = true
	c.steps("deposit.steps", d.Steps)
	files := slices.ContainsFunc(d.Steps, func(s Step) bool { return s.Files != nil })
	if !files {
		c.fail("deposit: no step says where the files go")
	}
}

package tagged

// outlines counts the bookmarks: the source leaves all counts at zero, which an
// item with others below it must not have (ISO 32000-1, 12.3.3). Items begin
// closed.
func (f *file) outlines() {
	root := f.dictAt(f.dictAt(f.root)["Outlines"])
	if root == nil {
		return
	}
	if n := f.bookmarks(root, map[ref]bool{}); n > 0 {
		root["Count"] = n
	}
}

// bookmarks counts the items right below one, and tells each of them its own. An
// item that was met before ends its list.
func (f *file) bookmarks(parent dict, met map[ref]bool) int {
	n := 0
	for at, _ := parent["First"].(ref); !met[at]; {
		item := f.dictAt(at)
		if item == nil {
			break
		}
		met[at] = true
		at, _ = item["Next"].(ref)
		n++
		delete(item, "Count")
		if below := f.bookmarks(item, met); below > 0 {
			item["Count"] = -below
		}
	}
	return n
}

package desk

import (
	"strings"
	"testing"
)

func TestHostileNamesOfFilesAreMadePlain(t *testing.T) {
	for name, want := range map[string]string{
		`C:\Users\x\annexe.pdf`: "annexe.pdf", "../../etc/passwd": "passwd", "a\x00b\r\n.pdf": "ab.pdf", "": "document", "/": "document",
		"\u202egnp.pdf": "gnp.pdf", strings.Repeat("x", 400) + ".pdf": strings.Repeat("x", 251) + ".pdf", "a\xff.pdf": "a.pdf",
	} {
		if got := plainName(name); got != want {
			t.Errorf("%.40q becomes %.40q, want %.40q", name, got, want)
		}
	}
}

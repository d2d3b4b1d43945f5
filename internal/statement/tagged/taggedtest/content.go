package taggedtest

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// place is a sequence of marked content: the index of its page, and its number there.
type place struct{ page, id int }

// mark is a sequence of marked content. Its id is -1 where it has none.
type mark struct {
	tag      string
	id       int
	within   []mark
	language bool
}

// artifact reports whether the mark says that it holds no content of the document.
func (m mark) artifact() bool { return m.tag == "/Artifact" }

// painted is an operator that shows something, with the marks that it stands in.
type painted struct {
	operator string
	within   []mark
	font     string
	codes    []uint16
}

// sheet is the content of a page as its operators tell it.
type sheet struct {
	marks     []mark
	painted   []painted
	operators []string
	depth     int // of saved states
	wrong     []string
}

// tokens cuts a content stream. Strings begin with a parenthesis and are unescaped,
// dictionaries are one token.
func tokens(data []byte) []string {
	var out []string
	for i := 0; i < len(data); {
		from := i
		switch c := data[i]; {
		case white(c):
			i++
			continue
		case c == '(':
			var s string
			s, i = literal(data, i)
			out = append(out, s)
			continue
		case c == '<' && i+1 < len(data) && data[i+1] == '<':
			for depth := 0; i < len(data); {
				if strings.HasPrefix(string(data[i:min(len(data), i+2)]), "<<") {
					depth, i = depth+1, i+2
				} else if strings.HasPrefix(string(data[i:min(len(data), i+2)]), ">>") {
					depth, i = depth-1, i+2
					if depth == 0 {
						break
					}
				} else {
					i++
				}
			}
		case c == '[' || c == ']':
			i++
		default:
			for i++; i < len(data) && !white(data[i]) && strings.IndexByte("([]</", data[i]) < 0; i++ {
			}
		}
		out = append(out, string(data[from:i]))
	}
	return out
}

func white(c byte) bool { return strings.IndexByte(" \n\r\t\f\x00", c) >= 0 }

// literal reads a string in parentheses and where it ends.
func literal(data []byte, i int) (string, int) {
	out, depth := []byte{'('}, 0
	for ; i < len(data); i++ {
		switch c := data[i]; {
		case c == '\\' && i+1 < len(data):
			i++
			if at := strings.IndexByte("nrtbf", data[i]); at >= 0 {
				out = append(out, "\n\r\t\b\f"[at])
			} else {
				out = append(out, data[i])
			}
		case c == '(':
			if depth++; depth > 1 {
				out = append(out, c)
			}
		case c == ')':
			if depth--; depth == 0 {
				return string(out), i + 1
			}
			out = append(out, c)
		default:
			out = append(out, c)
		}
	}
	return string(out), i
}

// content reads the operators of a page.
func (f *File) content(page string) sheet {
	return once(f, "content of "+page, func() sheet { return f.operate(page) })
}

func (f *File) operate(page string) sheet {
	var out sheet
	var stack []mark
	var operands []string
	font := ""
	saved := 0
	for _, token := range tokens(f.Data(f.Dict(page)["/Contents"])) {
		if !operator(token) {
			operands = append(operands, token)
			continue
		}
		out.operators = append(out.operators, token)
		switch token {
		case "BDC", "BMC":
			m := opened(operands)
			m.within = append([]mark(nil), stack...)
			stack, out.marks = append(stack, m), append(out.marks, m)
		case "EMC":
			if len(stack) == 0 {
				out.wrong = append(out.wrong, "a mark ends that did not begin")
				break
			}
			stack = stack[:len(stack)-1]
		case "q":
			saved++
			out.depth = max(out.depth, saved)
		case "Q":
			saved--
		case "Tf":
			font = operands[0]
		case "Tj", "TJ", "'", "\"", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Do", "sh", "BI":
			out.painted = append(out.painted, painted{token, append([]mark(nil), stack...), font, codes(operands)})
		}
		operands = nil
	}
	if len(stack) > 0 {
		out.wrong = append(out.wrong, "a mark does not end")
	}
	return out
}

// operator reports whether a token is no operand.
func operator(token string) bool {
	return token != "" && strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*'\"01") == "" && !strings.ContainsAny(token[:1], "01") &&
		token != "true" && token != "false" && token != "null"
}

// opened reads what begins a sequence of marked content.
func opened(operands []string) mark {
	m := mark{id: -1}
	if len(operands) > 0 {
		m.tag = operands[0]
	}
	if len(operands) > 1 {
		if _, after, ok := strings.Cut(operands[1], "/MCID "); ok {
			fmt.Sscanf(after, "%d", &m.id)
		}
		m.language = strings.Contains(operands[1], "/Lang")
	}
	return m
}

// codes are those of the strings that are shown, two bytes each.
func codes(operands []string) []uint16 {
	var out []uint16
	for _, o := range operands {
		if !strings.HasPrefix(o, "(") {
			continue
		}
		for i := 1; i+1 < len(o); i += 2 {
			out = append(out, binary.BigEndian.Uint16([]byte(o[i:i+2])))
		}
	}
	return out
}

// sheets reads all pages.
func (f *File) sheets() []sheet {
	var out []sheet
	for _, page := range f.Pages() {
		out = append(out, f.content(page))
	}
	return out
}

// rewrite changes the content of the first page.
func (f *File) rewrite(change func(content string) string) {
	s := f.Get(f.Dict(f.Pages()[0])["/Contents"]).(*Stream)
	s.Data = []byte(change(string(s.Data)))
}

func onPage(i int, format string, a ...any) string {
	return "page " + strconv.Itoa(i+1) + ": " + fmt.Sprintf(format, a...)
}

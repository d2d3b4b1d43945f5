package generate

// kind says what a value is on the wire.
type kind int

const (
	text kind = iota
	whole
	decimal
	truth
	httpDate
	anything
	list
	named
)

// ref is the type of a value.
type ref struct {
	kind     kind
	name     string // of a named type
	of       *ref   // of a list
	enum     []string
	base64   bool // a text that is bytes
	nullable bool
}

// prop is a member of an object.
type prop struct {
	wire, doc string
	required  bool
	ref       ref
	clears    bool // null means something else than absence
	zero      bool // 0, false or an empty text means the same as absence
}

// object is a named type: an object, or with enum a set of words.
type object struct {
	name, doc string
	props     []prop
	enum      []string
	request   bool // a client writes it
	answer    bool // the server writes it
}

// param is a parameter of a path or a query.
type param struct {
	name, doc string
	required  bool
	ref       ref
}

// answer says what a method gives.
type answer int

const (
	nothing  answer = iota // the envelope bears null
	payload                // what the envelope bears
	document               // JSON without an envelope
	file                   // bytes
)

// credentials says what a request must bear.
type credentials string

const (
	noCredentials  credentials = "none"
	keyCredentials credentials = "key"
	allCredentials credentials = "all"
)

// pager says how the pages of a list follow one another.
type pager struct {
	member     string // of the answer, that has the items
	item       ref
	byPosition bool // next is a number, and an empty page is the end
}

// operation is one method of a client.
type operation struct {
	id, method, path, tag string
	summary, doc          string
	deprecated, keyed     bool
	credentials           credentials
	pathParams, query     []param
	body                  *ref
	bodyRequired          bool
	example               string // a body, as JSON
	answer                answer
	gives                 ref
	pager                 *pager
}

// reference is what the libraries need of the OpenAPI file.
type reference struct {
	operations []operation
	types      []object
	pages      []string // operations that are for browsers alone
}

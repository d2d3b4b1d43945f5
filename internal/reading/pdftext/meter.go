package pdftext

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The runtime can stop a running module by itself, but then looks out of the
// sandbox at each turn of each loop, which makes the engine four times slower.
// So the engine is given a meter of its own before it is compiled: each turn
// of a loop takes one from a counter, and only when it is used up does the
// engine call out, to the import named by pulse. An answer other than zero
// makes it trap.

// pulse is the import that the metered engine calls now and then. The engine
// has it for the date; it takes nothing and answers a float64.
const pulse = "emscripten_date_now"

// pulseEvery is how many turns of loops pass between two pulses: a few
// milliseconds of work.
const pulseEvery = 1 << 20

// Section numbers of a WebAssembly module (core specification, §5.5.2).
const (
	sectionImport = 2
	sectionGlobal = 6
	sectionCode   = 10
)

var errForeignModule = errors.New("module cannot be metered")

// metered returns the module with the meter in every loop.
func metered(module []byte) ([]byte, error) {
	const headerSize = 8
	if len(module) < headerSize {
		return nil, errForeignModule
	}
	m := meter{pulse: -1}
	out := bytes.NewBuffer(make([]byte, 0, len(module)+len(module)/8))
	out.Write(module[:headerSize])
	r := &wasmReader{b: module, at: headerSize}
	for r.at < len(r.b) && r.err == nil {
		id := r.byte()
		section := r.bytes(int(r.u32()))
		switch id {
		case sectionImport:
			m.imports(&wasmReader{b: section})
		case sectionGlobal:
			section = m.globals(section)
		case sectionCode:
			section = m.code(section)
		}
		out.WriteByte(id)
		out.Write(leb(uint32(len(section))))
		out.Write(section)
	}
	if err := errors.Join(r.err, m.err); err != nil || m.loops == 0 {
		return nil, errors.Join(errForeignModule, err)
	}
	return out.Bytes(), nil
}

// meter rewrites the sections of one module.
type meter struct {
	pulse    int // index of the imported function
	imported uint32
	fuel     uint32 // index of the counter
	loops    int
	err      error
}

func (m *meter) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// imports finds the pulse and counts the imported globals.
func (m *meter) imports(r *wasmReader) {
	functions := 0
	for n := r.u32(); n > 0 && r.err == nil; n-- {
		r.bytes(int(r.u32()))
		name := string(r.bytes(int(r.u32())))
		switch kind := r.byte(); kind {
		case 0: // function
			r.u32()
			if name == pulse {
				m.pulse = functions
			}
			functions++
		case 1: // table
			r.byte()
			r.limits()
		case 2: // memory
			r.limits()
		case 3: // global
			r.bytes(2)
			m.imported++
		default:
			m.fail(fmt.Errorf("import of kind %d", kind))
		}
	}
	m.fail(r.err)
}

// globals adds the counter after the module's own globals.
func (m *meter) globals(section []byte) []byte {
	r := &wasmReader{b: section}
	n := r.u32()
	m.fuel = m.imported + n
	out := append(leb(n+1), section[r.at:]...)
	out = append(out, 0x7f, 0x01, 0x41) // mutable i32, i32.const
	out = append(out, sleb(pulseEvery)...)
	return append(out, 0x0b)
}

// code puts the meter into the loops of every function.
func (m *meter) code(section []byte) []byte {
	if m.pulse < 0 || m.fuel == 0 {
		m.fail(errors.New("no pulse or no globals"))
		return section
	}
	r := &wasmReader{b: section}
	n := r.u32()
	out := append(make([]byte, 0, len(section)+len(section)/8), leb(n)...)
	check := m.check()
	var body []byte
	for ; n > 0 && r.err == nil; n-- {
		body = m.function(body[:0], r.bytes(int(r.u32())), check)
		out = append(out, leb(uint32(len(body)))...)
		out = append(out, body...)
	}
	m.fail(r.err)
	return out
}

// check is what goes at the head of a loop:
//
//	fuel = fuel - 1; if fuel == 0 { fuel = pulseEvery; if pulse() != 0 { unreachable } }
func (m *meter) check() []byte {
	fuel := leb(m.fuel)
	var c []byte
	c = append(append(c, 0x23), fuel...) // global.get
	c = append(c, 0x41, 0x01, 0x6b)      // i32.const 1, i32.sub
	c = append(append(c, 0x24), fuel...) // global.set
	c = append(append(c, 0x23), fuel...)
	c = append(c, 0x45, 0x04, 0x40, 0x41) // i32.eqz, if, i32.const
	c = append(c, sleb(pulseEvery)...)
	c = append(append(c, 0x24), fuel...)
	c = append(append(c, 0x10), leb(uint32(m.pulse))...) // call
	c = append(c, 0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0x62)    // f64.const 0, f64.ne
	return append(c, 0x04, 0x40, 0x00, 0x0b, 0x0b)       // if, unreachable, end, end
}

// function copies a body, with the check after each loop instruction.
func (m *meter) function(out, body, check []byte) []byte {
	r := &wasmReader{b: body}
	for n := r.u32(); n > 0 && r.err == nil; n-- { // locals
		r.u32()
		r.byte()
	}
	copied := 0
	for r.at < len(body) && r.err == nil {
		const loop = 0x03
		if r.instruction() == loop {
			out = append(out, body[copied:r.at]...)
			out = append(out, check...)
			copied = r.at
			m.loops++
		}
	}
	m.fail(r.err)
	return append(out, body[copied:]...)
}

func leb(n uint32) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// sleb encodes a signed number that is not negative.
func sleb(n uint32) []byte {
	out := leb(n)
	if last := len(out) - 1; out[last]&0x40 != 0 {
		out[last] |= 0x80
		out = append(out, 0)
	}
	return out
}

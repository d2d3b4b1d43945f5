package pdftext

import "fmt"

// wasmReader reads the binary form of a WebAssembly module (core
// specification, §5). The first error ends it: every later read gives zeros.
type wasmReader struct {
	b   []byte
	at  int
	err error
}

func (r *wasmReader) byte() byte {
	if r.err != nil || r.at >= len(r.b) {
		r.bytes(1) // says what is wrong
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

func (r *wasmReader) bytes(n int) []byte {
	if r.err == nil && (n < 0 || n > len(r.b)-r.at) {
		r.err = fmt.Errorf("module ends at byte %d", r.at)
	}
	if r.err != nil {
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at]
}

// u32 reads an unsigned number.
func (r *wasmReader) u32() uint32 {
	var n uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return uint32(n)
		}
	}
	r.err = fmt.Errorf("number too long at byte %d", r.at)
	return 0
}

// skip passes a number of any size.
func (r *wasmReader) skip() {
	for r.err == nil && r.byte() >= 0x80 { //nolint:revive // the read moves on
	}
}

func (r *wasmReader) limits() {
	bounded := r.byte()&1 != 0
	r.skip()
	if bounded {
		r.skip()
	}
}

// address passes the alignment and the offset of a memory access.
func (r *wasmReader) address() {
	const otherMemory = 0x40
	if r.u32()&otherMemory != 0 {
		r.skip()
	}
	r.skip()
}

// instruction passes one instruction and gives its first byte.
func (r *wasmReader) instruction() byte {
	op := r.byte()
	switch {
	case op == 0x02 || op == 0x03 || op == 0x04: // block, loop, if
		r.skip()
	case op == 0x0c || op == 0x0d || op == 0x10 || op == 0x12: // br, br_if, call, return_call
		r.skip()
	case op == 0x0e: // br_table
		for n := r.u32() + 1; n > 0 && r.err == nil; n-- {
			r.skip()
		}
	case op == 0x11 || op == 0x13: // call_indirect, return_call_indirect
		r.skip()
		r.skip()
	case op == 0x1c: // select with types
		r.bytes(int(r.u32()))
	case op >= 0x20 && op <= 0x26, op == 0xd0, op == 0xd2: // variables, tables, references
		r.skip()
	case op >= 0x28 && op <= 0x3e: // loads and stores
		r.address()
	case op >= 0x3f && op <= 0x42: // memory.size, memory.grow, i32.const, i64.const
		r.skip()
	case op == 0x43: // f32.const
		r.bytes(4)
	case op == 0x44: // f64.const
		r.bytes(8)
	case op == 0xfc:
		r.bulk()
	case op == 0xfd:
		r.vector()
	case op <= 0x01 || op == 0x05 || op == 0x0b || op == 0x0f || op == 0x1a || op == 0x1b || op == 0xd1:
	case op >= 0x45 && op <= 0xc4: // numbers
	default:
		r.err = fmt.Errorf("unknown instruction %#x at byte %d", op, r.at)
	}
	return op
}

// bulk passes the rest of an instruction of the 0xfc family.
func (r *wasmReader) bulk() {
	switch op := r.u32(); {
	case op <= 7: // saturating conversions
	case op == 9 || op == 11 || op == 13 || op >= 15 && op <= 17:
		r.skip()
	case op == 8 || op == 10 || op == 12 || op == 14:
		r.skip()
		r.skip()
	default:
		r.err = fmt.Errorf("unknown bulk instruction %d at byte %d", op, r.at)
	}
}

// vector passes the rest of an instruction of the 0xfd family.
func (r *wasmReader) vector() {
	switch op := r.u32(); {
	case op <= 11 || op == 92 || op == 93:
		r.address()
	case op == 12 || op == 13:
		r.bytes(16)
	case op >= 21 && op <= 34:
		r.byte()
	case op >= 84 && op <= 91:
		r.address()
		r.byte()
	}
}

package tagged

import (
	"encoding/binary"
	"math"
)

// profile is a display profile of the colour space sRGB (IEC 61966-2-1), in
// version 2.1 of the format of the International Color Consortium. Its colours
// are those of sRGB, adapted to the white D50 as profiles want them.
func profile() []byte {
	tags := []struct {
		name string
		data []byte
	}{
		{"cprt", iccText("No copyright, use freely")},
		{"desc", iccDescription("sRGB IEC61966-2.1")},
		{"wtpt", iccXYZ(0.9642, 1, 0.8249)},
		{"rXYZ", iccXYZ(0.4360747, 0.2225045, 0.0139322)},
		{"gXYZ", iccXYZ(0.3850649, 0.7168786, 0.0971045)},
		{"bXYZ", iccXYZ(0.1430804, 0.0606169, 0.7141733)},
		{"rTRC", iccCurve()},
		{"gTRC", nil}, // the curve of red
		{"bTRC", nil},
	}
	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	var data []byte
	start := iccHeader + 4 + 12*len(tags)
	at, size := 0, 0
	for _, tag := range tags {
		if tag.data != nil {
			at, size = start+len(data), len(tag.data)
			data = append(data, tag.data...)
			for len(data)%4 != 0 {
				data = append(data, 0)
			}
		}
		table = append(table, tag.name...)
		table = binary.BigEndian.AppendUint32(table, uint32(at))
		table = binary.BigEndian.AppendUint32(table, uint32(size))
	}
	return append(append(header(start+len(data)), table...), data...)
}

// iccHeader is the size of a profile's header.
const iccHeader = 128

func header(size int) []byte {
	out := make([]byte, iccHeader)
	binary.BigEndian.PutUint32(out, uint32(size))
	binary.BigEndian.PutUint32(out[8:], 0x02100000) // version 2.1
	copy(out[12:], "mntrRGB XYZ ")
	for i, part := range []uint16{2026, 1, 1, 0, 0, 0} { // its date, always the same
		binary.BigEndian.PutUint16(out[24+2*i:], part)
	}
	copy(out[36:], "acsp")
	copy(out[68:], iccXYZ(0.9642, 1, 0.8249)[8:]) // the illuminant
	return out
}

func iccText(s string) []byte {
	return append([]byte("text\x00\x00\x00\x00"+s), 0)
}

// iccDescription has the text in ASCII; its places for Unicode and for Script
// are empty.
func iccDescription(s string) []byte {
	out := []byte("desc\x00\x00\x00\x00")
	out = binary.BigEndian.AppendUint32(out, uint32(len(s)+1))
	out = append(append(out, s...), 0)
	return append(out, make([]byte, 4+4+2+1+67)...)
}

func iccXYZ(values ...float64) []byte {
	out := []byte("XYZ \x00\x00\x00\x00")
	for _, v := range values {
		out = binary.BigEndian.AppendUint32(out, uint32(math.Round(v*65536)))
	}
	return out
}

// iccCurve samples the curve from sRGB's values to light.
func iccCurve() []byte {
	const samples = 1024
	out := []byte("curv\x00\x00\x00\x00")
	out = binary.BigEndian.AppendUint32(out, samples)
	for i := range samples {
		v := float64(i) / (samples - 1)
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		out = binary.BigEndian.AppendUint16(out, uint16(math.Round(v*65535)))
	}
	return out
}

package pdftext

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
)

// The engine is the very file that its notice names.
func TestEngineIsTheOneNoticed(t *testing.T) {
	notice, err := os.ReadFile("pdfium/NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(pdfiumWasm)
	if !strings.Contains(string(notice), hex.EncodeToString(sum[:])) {
		t.Errorf("pdfium.wasm is not the file of the notice: %x", sum)
	}
}

// An endless loop runs until the context ends, and then stops.
func TestMeterStopsEndlessLoop(t *testing.T) {
	// (module (import "env" "emscripten_date_now" (func (result f64)))
	//   (global i32 (i32.const 0)) (func (export "spin") (loop (br 0))))
	module := []byte("\x00asm\x01\x00\x00\x00" +
		"\x01\x08\x02\x60\x00\x01\x7c\x60\x00\x00" +
		"\x02\x1b\x01\x03env\x13emscripten_date_now\x00\x00" +
		"\x03\x02\x01\x01" +
		"\x06\x06\x01\x7f\x00\x41\x00\x0b" +
		"\x07\x08\x01\x04spin\x00\x01" +
		"\x0a\x09\x01\x07\x00\x03\x40\x0c\x00\x0b\x0b")
	out, err := metered(module)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	runtime := wazero.NewRuntime(ctx)
	defer func() { _ = runtime.Close(context.Background()) }()
	f := hostFunction(pulse, 0, true)
	if _, err := runtime.NewHostModuleBuilder("env").NewFunctionBuilder().WithGoModuleFunction(f, nil, []byte{0x7c}).Export(pulse).Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	m, err := runtime.Instantiate(ctx, out)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err = m.ExportedFunction("spin").Call(ctx); err == nil || ctx.Err() == nil {
		t.Errorf("the loop ended by itself: %v", err)
	}
	if spent := time.Since(start); spent > 2*time.Second {
		t.Errorf("stopped after %v", spent)
	}
}

// What is not a whole module is refused, not rewritten.
func TestMeterRefusesBrokenModules(t *testing.T) {
	for n := 0; n < 4000; n += 7 {
		if _, err := metered(pdfiumWasm[:n]); !errors.Is(err, errForeignModule) {
			t.Fatalf("module of %d bytes: %v", n, err)
		}
	}
}

package pdftext

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/emscripten"
)

//go:embed pdfium/pdfium.wasm
var pdfiumWasm []byte

//go:embed pdfium/sweep.wasm
var sweepWasm []byte

// sandbox is the compiled engine; instances of it share nothing but code.
type sandbox struct {
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	pdfium  wazero.CompiledModule
	sweep   wazero.CompiledModule
}

// newSandbox compiles the engine, or takes it from the compile cache.
func newSandbox(ctx context.Context, o Options) (*sandbox, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(o.MemoryLimitPages)
	s := &sandbox{}
	if o.CompileCache != "" {
		cache, err := wazero.NewCompilationCacheWithDir(o.CompileCache)
		if err != nil {
			return nil, fmt.Errorf("open compile cache %s: %w", o.CompileCache, err)
		}
		s.cache = cache
		config = config.WithCompilationCache(cache)
	}
	s.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := s.compile(ctx); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	return s, nil
}

// compile compiles the engine on all cores: whoever opens it for the first time waits
// for it.
func (s *sandbox) compile(ctx context.Context) error {
	ctx = experimental.WithCompilationWorkers(ctx, runtime.NumCPU())
	module, err := metered(pdfiumWasm)
	if err != nil {
		return fmt.Errorf("meter PDF engine: %w", err)
	}
	if s.pdfium, err = s.runtime.CompileModule(ctx, module); err != nil {
		return fmt.Errorf("compile PDF engine: %w", err)
	}
	if s.sweep, err = s.runtime.CompileModule(ctx, sweepWasm); err != nil {
		return fmt.Errorf("compile page sweeps: %w", err)
	}
	if err = s.hosts(ctx); err != nil {
		return fmt.Errorf("build host of PDF engine: %w", err)
	}
	return nil
}

func (s *sandbox) close(ctx context.Context) error {
	err := s.runtime.Close(ctx)
	if s.cache != nil {
		err = errors.Join(err, s.cache.Close(ctx))
	}
	return err
}

// noSuchCall is what every system call of the sandbox answers.
const noSuchCall = 52 // ENOSYS of WASI

// hosts builds the modules that the engine imports: memory copies, longjmp,
// heap growth; every file, clock and environment call answers "no such call".
func (s *sandbox) hosts(ctx context.Context) error {
	longjmp, err := emscripten.NewFunctionExporterForModule(s.pdfium)
	if err != nil {
		return err
	}
	env := s.runtime.NewHostModuleBuilder("env")
	longjmp.ExportFunctions(env)
	wasi := s.runtime.NewHostModuleBuilder("wasi_snapshot_preview1")
	for _, f := range s.pdfium.ImportedFunctions() {
		module, name, _ := f.Import()
		builder, refusal := env, int64(-noSuchCall)
		if module == "wasi_snapshot_preview1" {
			builder, refusal = wasi, noSuchCall
		}
		if fn := hostFunction(name, refusal, len(f.ResultTypes()) > 0); fn != nil {
			builder.NewFunctionBuilder().WithGoModuleFunction(fn, f.ParamTypes(), f.ResultTypes()).Export(name)
		}
	}
	if _, err := env.Instantiate(ctx); err != nil {
		return err
	}
	_, err = wasi.Instantiate(ctx)
	return err
}

// hostFunction is our answer to one import; nil for those of wazero.
func hostFunction(name string, refusal int64, answers bool) api.GoModuleFunc {
	switch {
	case len(name) > 7 && name[:7] == "invoke_", name == "_emscripten_throw_longjmp":
		return nil
	case name == "_emscripten_memcpy_js":
		return func(_ context.Context, m api.Module, p []uint64) {
			if src, ok := m.Memory().Read(uint32(p[1]), uint32(p[2])); ok {
				m.Memory().Write(uint32(p[0]), src)
			}
		}
	case name == "emscripten_resize_heap":
		return growHeap
	case name == pulse:
		return stopWhenDone
	case name == "environ_sizes_get":
		return func(_ context.Context, m api.Module, p []uint64) {
			m.Memory().WriteUint32Le(uint32(p[0]), 0)
			m.Memory().WriteUint32Le(uint32(p[1]), 0)
			p[0] = 0
		}
	case name == "environ_get":
		return func(_ context.Context, _ api.Module, p []uint64) { p[0] = 0 }
	case !answers: // aborts, too: the engine runs into a trap of its own after them
		return func(context.Context, api.Module, []uint64) {}
	}
	return func(_ context.Context, _ api.Module, p []uint64) { p[0] = api.EncodeI32(int32(refusal)) }
}

// stopWhenDone answers the pulse of a metered engine: zero lets it go on.
func stopWhenDone(ctx context.Context, _ api.Module, p []uint64) {
	p[0] = api.EncodeF64(0)
	if ctx.Err() != nil {
		p[0] = api.EncodeF64(1)
	}
}

// growHeap answers the engine's wish for a heap of so many bytes.
func growHeap(_ context.Context, m api.Module, p []uint64) {
	const page = 1 << 16
	have := m.Memory().Size()
	want := uint32(p[0])
	p[0] = 1
	if want > have {
		if _, ok := m.Memory().Grow((want - have + page - 1) / page); !ok {
			p[0] = 0
		}
	}
}

// engine is one fresh instance, for one document and one goroutine.
type engine struct {
	pdfium, sweep api.Module
	stack         []uint64
	// functions are those called before, by name: each has a stack of its own,
	// which is made once.
	functions map[string]api.Function
}

// errCrashed says that the engine trapped, ran out of memory or of time.
var errCrashed = errors.New("PDF engine stopped")

func (s *sandbox) start(ctx context.Context) (*engine, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	pdfium, err := s.runtime.InstantiateModule(withPagedMemory(ctx), s.pdfium, config)
	if err != nil {
		return nil, fmt.Errorf("start PDF engine: %w", err)
	}
	e := &engine{pdfium: pdfium, stack: make([]uint64, 16), functions: map[string]api.Function{}}
	bound := experimental.WithImportResolver(ctx, func(name string) api.Module {
		if name == "pdfium" {
			return pdfium
		}
		return nil
	})
	if e.sweep, err = s.runtime.InstantiateModule(bound, s.sweep, config); err != nil {
		return nil, errors.Join(fmt.Errorf("start page sweeps: %w", err), pdfium.Close(ctx))
	}
	for _, name := range []string{"emscripten_stack_init", "__wasm_call_ctors", "PDFiumExt_Init"} {
		if pdfium.ExportedFunction(name) == nil {
			continue
		}
		if _, err = e.call(ctx, name); err != nil {
			return nil, errors.Join(err, e.close(ctx))
		}
	}
	return e, nil
}

func (e *engine) close(ctx context.Context) error {
	return errors.Join(e.sweep.Close(ctx), e.pdfium.Close(ctx))
}

// call runs an exported function; the result is the raw one, zero for none.
func (e *engine) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	return e.run(ctx, e.pdfium, name, args)
}

// loop runs one of our own sweeps.
func (e *engine) loop(ctx context.Context, name string, args ...uint64) (uint64, error) {
	return e.run(ctx, e.sweep, name, args)
}

// run calls a function of a module; no two modules have one of the same name.
func (e *engine) run(ctx context.Context, module api.Module, name string, args []uint64) (uint64, error) {
	f := e.functions[name]
	if f == nil {
		if f = module.ExportedFunction(name); f == nil {
			return 0, fmt.Errorf("%w: no function %s", errCrashed, name)
		}
		e.functions[name] = f
	}
	clear(e.stack)
	copy(e.stack, args)
	err := f.CallWithStack(ctx, e.stack)
	if ctx.Err() != nil {
		err = errors.Join(err, ctx.Err())
	}
	if err != nil {
		return 0, fmt.Errorf("%w in %s: %w", errCrashed, name, err)
	}
	return e.stack[0], nil
}

// i32 runs a function that answers an int.
func (e *engine) i32(ctx context.Context, name string, args ...uint64) (int, error) {
	v, err := e.call(ctx, name, args...)
	return int(int32(v)), err
}

// alloc reserves n bytes in the sandbox until the instance ends or free.
func (e *engine) alloc(ctx context.Context, n int) (uint32, error) {
	p, err := e.call(ctx, "malloc", uint64(n))
	if err == nil && uint32(p) == 0 {
		err = fmt.Errorf("%w: no memory for %d bytes", errCrashed, n)
	}
	return uint32(p), err
}

func (e *engine) free(ctx context.Context, p uint32) error {
	_, err := e.call(ctx, "free", uint64(p))
	return err
}

// read returns a view of the sandbox's memory, valid until the next call.
func (e *engine) read(p uint32, n int) ([]byte, error) {
	b, ok := e.pdfium.Memory().Read(p, uint32(n))
	if !ok {
		return nil, fmt.Errorf("%w: memory %d+%d out of range", errCrashed, p, n)
	}
	return b, nil
}

//go:build unix

package pdftext

import (
	"context"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// withPagedMemory returns a context in which instances use pages mapped from the system:
// only pages that the engine touches are cleared and held, growing copies nothing,
// and the memory is released as soon as the instance ends.
func withPagedMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, most uint64) experimental.LinearMemory {
		room, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
		if err != nil {
			return &pagedMemory{room: make([]byte, most)}
		}
		preferLargePages(room)
		return &pagedMemory{room: room, mapped: true}
	}))
}

// pagedMemory is the whole room that an instance may ever use.
type pagedMemory struct {
	room   []byte
	mapped bool // by the system; else it is ordinary memory
}

// Reallocate returns the first size bytes of the room; nil when it is too small.
func (m *pagedMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.room)) {
		return nil
	}
	return m.room[:size]
}

// Free unmaps the memory. Unmapping a complete mapping does not fail.
func (m *pagedMemory) Free() {
	if m.mapped {
		_ = syscall.Munmap(m.room)
	}
	m.room, m.mapped = nil, false
}

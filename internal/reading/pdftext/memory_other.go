//go:build !unix

package pdftext

import "context"

// withPagedMemory leaves the memory of instances to the runtime.
func withPagedMemory(ctx context.Context) context.Context { return ctx }

package tagged

import (
	"bytes"
	"compress/zlib"
	"sync"
)

// deflate compresses streams that are not yet, side by side, but for metadata,
// which other programs find by searching. A compressor is far larger than what
// it compresses: each core has one for all that it takes.
func (f *file) deflate(streams []ref) {
	work := make(chan *stream, len(streams))
	for _, r := range streams {
		if s := f.objects[r].(*stream); s.dict["Filter"] == nil && s.dict["Type"] != name("Metadata") {
			work <- s
		}
	}
	close(work)
	var running sync.WaitGroup
	for range min(len(work), f.cores) {
		running.Go(func() {
			zip := zlib.NewWriter(nil)
			for s := range work {
				var out bytes.Buffer
				zip.Reset(&out)
				_, _ = zip.Write(s.data) // writes to memory do not fail
				_ = zip.Close()
				s.dict["Filter"], s.data = name("FlateDecode"), out.Bytes()
			}
		})
	}
	running.Wait()
}

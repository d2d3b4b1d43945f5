package prooftest

import (
	"net"
	"sync"
	"testing"
)

// Wire carries connections to a server, until a test cuts it. It is safe for
// concurrent use.
type Wire struct {
	listener net.Listener
	network  string
	address  string

	mu    sync.Mutex
	moves *sync.Cond
	state wireState
	ends  map[net.Conn]bool
	wait  sync.WaitGroup
}

type wireState int

const (
	wireWhole wireState = iota
	wireHeld
	wireCut
)

// Lay lays a wire to a server that listens on an address of a network, "tcp" or
// "unix". It lasts as long as the test.
func Lay(t testing.TB, network, address string) *Wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &Wire{listener: listener, network: network, address: address, ends: map[net.Conn]bool{}}
	w.moves = sync.NewCond(&w.mu)
	w.wait.Go(w.accept)
	t.Cleanup(func() {
		_ = listener.Close()
		w.Cut()
		w.wait.Wait()
	})
	return w
}

// Address is where the wire begins, as host:port.
func (w *Wire) Address() string { return w.listener.Addr().String() }

// Cut breaks all connections, and each that is tried until the wire is mended.
func (w *Wire) Cut() {
	w.become(wireCut)
	w.mu.Lock()
	defer w.mu.Unlock()
	for end := range w.ends {
		_ = end.Close()
	}
}

// Hold lets nothing through, and tells nobody: what is sent arrives when the wire
// is mended.
func (w *Wire) Hold() { w.become(wireHeld) }

// Mend makes the wire whole.
func (w *Wire) Mend() { w.become(wireWhole) }

func (w *Wire) become(s wireState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = s
	w.moves.Broadcast()
}

func (w *Wire) accept() {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return // the test is over
		}
		w.wait.Go(func() { w.carry(near) })
	}
}

// carry connects one who calls, unless the wire is cut.
func (w *Wire) carry(near net.Conn) {
	if !w.join(near) {
		return
	}
	defer w.part(near)
	if !w.passes() {
		return
	}
	far, err := net.Dial(w.network, w.address)
	if err != nil || !w.join(far) {
		return
	}
	defer w.part(far)
	back := make(chan struct{})
	go func() {
		defer close(back)
		w.pump(near, far)
	}()
	w.pump(far, near)
	<-back
}

// join keeps a connection to be cut; one that comes to a wire that is cut is closed.
func (w *Wire) join(end net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state == wireCut {
		if tcp, ok := end.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = end.Close()
		return false
	}
	w.ends[end] = true
	return true
}

func (w *Wire) part(end net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.ends, end)
	_ = end.Close()
}

// passes waits while the wire is held, and reports whether it is whole then.
func (w *Wire) passes() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.state == wireHeld {
		w.moves.Wait()
	}
	return w.state == wireWhole
}

// pump carries what comes from one end to the other. The end of one is the end of
// both.
func (w *Wire) pump(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			if !w.passes() {
				return
			}
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			_ = w.passes() // an end does not show through a wire that is held
			return
		}
	}
}

package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// inFlight is how many calls of a pipe run at once. If a client doesn't read its answers,
// no more of its calls are read.
const inFlight = 16

// pipe is a connection over standard input and output, with one message on each line.
// Unlike the SDK's it survives a broken line, which it answers, and bounds what is in
// flight.
type pipe struct {
	lines  chan []byte // closed at the end of the input
	out    io.Writer
	slots  chan struct{} // has an element for each call without an answer
	closed chan struct{}
	close  func()

	writing sync.Mutex // guards out and calls
	calls   map[jsonrpc.ID]bool
}

func newPipe(in io.Reader, out io.Writer) *pipe {
	p := &pipe{lines: make(chan []byte), out: out, slots: make(chan struct{}, inFlight), closed: make(chan struct{}), calls: map[jsonrpc.ID]bool{}}
	p.close = sync.OnceFunc(func() { close(p.closed) })
	go p.read(bufio.NewReaderSize(in, maxBody))
	return p
}

// read sends the lines to p.lines until the input ends. It can't be interrupted while it
// waits for input, so it ends with the program. For a line that is too long it sends an
// empty one, which isn't a message.
func (p *pipe) read(in *bufio.Reader) {
	defer close(p.lines)
	for {
		line, err := in.ReadSlice('\n')
		line = bytes.Clone(line)
		for errors.Is(err, bufio.ErrBufferFull) {
			line = []byte{}
			_, err = in.ReadSlice('\n')
		}
		if err == nil || len(line) > 0 {
			select {
			case p.lines <- line:
			case <-p.closed:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Connect implements sdk.Transport.
func (p *pipe) Connect(context.Context) (sdk.Connection, error) { return p, nil }

// SessionID implements sdk.Connection.
func (p *pipe) SessionID() string { return "" }

// Close implements sdk.Connection.
func (p *pipe) Close() error {
	p.close()
	return nil
}

// Read implements sdk.Connection. At the end of the input it waits until every call has
// its answer.
func (p *pipe) Read(ctx context.Context) (m jsonrpc.Message, err error) {
	for m == nil && err == nil {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return nil, p.enter(ctx, inFlight, io.EOF)
			}
			m, err = p.decode(ctx, line)
		case <-p.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return m, err
}

// decode returns the message of a line, nil if there is none. For a call it waits for a
// slot.
func (p *pipe) decode(ctx context.Context, line []byte) (jsonrpc.Message, error) {
	if len(line) > 0 && len(bytes.TrimSpace(line)) == 0 {
		return nil, nil
	}
	m, err := jsonrpc.DecodeMessage(line)
	r, ok := m.(*jsonrpc.Request)
	call := ok && r.IsCall()
	if err != nil || call && p.knows(r.ID) {
		return nil, p.write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"not a JSON-RPC message on one line of up to %d bytes, or a request whose id another one has"}}`, jsonrpc.CodeParseError, maxBody))
	}
	if call {
		err = p.enter(ctx, 1, nil)
	}
	return m, err
}

// knows reports whether a call with that id is still unanswered, and records the id.
func (p *pipe) knows(id jsonrpc.ID) bool {
	p.writing.Lock()
	defer p.writing.Unlock()
	known := p.calls[id]
	p.calls[id] = true
	return known
}

// enter takes n slots, waits for each, and then returns after.
func (p *pipe) enter(ctx context.Context, n int, after error) error {
	for range n {
		select {
		case p.slots <- struct{}{}:
		case <-p.closed:
			return io.EOF
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return after
}

// Write implements sdk.Connection.
func (p *pipe) Write(_ context.Context, m jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(m)
	if err == nil {
		err = p.write(text)
	}
	if r, ok := m.(*jsonrpc.Response); ok {
		p.writing.Lock()
		delete(p.calls, r.ID)
		p.writing.Unlock()
		<-p.slots
	}
	return err
}

func (p *pipe) write(text []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	_, err := p.out.Write(append(text, '\n'))
	return err
}

//go:build unix

package redistest

import (
	"syscall"
	"time"
)

// Stall stops the server for a while, as a disk does that doesn't answer. The error says that the
// process is gone.
func (s *Server) Stall(d time.Duration) error {
	if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	time.Sleep(d)
	return s.cmd.Process.Signal(syscall.SIGCONT)
}

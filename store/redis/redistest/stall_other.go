//go:build !unix

package redistest

import (
	"errors"
	"time"
)

// Stall isn't possible here: it returns errors.ErrUnsupported.
func (s *Server) Stall(time.Duration) error { return errors.ErrUnsupported }

package activity

import "time"

// Hasten removes the pauses before v asks Discord again.
func (v *Visitors) Hasten() { v.waits = make([]time.Duration, len(waits)) }

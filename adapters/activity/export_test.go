package activity

import "time"

// Hasten has v ask Discord again as often as ever, but without waiting.
func (v *Visitors) Hasten() { v.waits = make([]time.Duration, len(waits)) }

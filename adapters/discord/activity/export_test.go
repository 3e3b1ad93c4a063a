package activity

import "time"

// Hasten removes the pauses before v asks Discord again.
func (v *Visitors) Hasten() { v.waits = make([]time.Duration, len(waits)) }

// Within bounds how long a request of a session waits for Discord.
func (v *Visitors) Within(d time.Duration) { v.within = d }

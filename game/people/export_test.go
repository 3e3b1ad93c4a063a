package people

// AwaitSweep waits until no scan of the store is running or pending.
func (b *Book) AwaitSweep() {
	b.sweeper.mu.Lock()
	done := b.sweeper.done
	b.sweeper.mu.Unlock()
	if done != nil {
		<-done
	}
}

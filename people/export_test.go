package people

// AwaitLook waits until nobody is looked for in the store.
func (b *Book) AwaitLook() {
	b.sweeper.mu.Lock()
	done := b.sweeper.done
	b.sweeper.mu.Unlock()
	if done != nil {
		<-done
	}
}

package sentence

// forget empties the memo, so that the next text is worked out.
func (m *memo[V]) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.values)
}

package discord_test

func (b *bot) connect() { b.t.Fatal("not yet") }

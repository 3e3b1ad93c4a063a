package sim

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// habit is something that people do in channels of their own.
type habit interface {
	plays(ctx context.Context) // until ctx ends
	check()                    // what came of it, when everything is at rest
}

// plays lets people do things for a while, then checks what must hold.
func (w *world) plays() {
	ctx, cancel := context.WithTimeout(context.Background(), w.o.For)
	defer cancel()
	var doing sync.WaitGroup
	crowd := w.crowd()
	habits := w.habits(crowd)
	later := func(do func(context.Context)) {
		d := time.Duration(w.random.Int64N(int64(5 * time.Second)))
		doing.Go(func() {
			time.Sleep(d) // so that nobody begins at the same instant
			do(ctx)
		})
	}
	for _, p := range crowd {
		later(func(ctx context.Context) { p.lives(ctx, crowd) })
	}
	for _, h := range habits {
		later(h.plays)
	}
	doing.Go(func() { w.chaos(ctx) })
	doing.Go(func() { w.store.expires(ctx) })
	doing.Go(func() { w.rests(ctx) })
	if w.o.stuck != nil {
		<-w.o.stuck
	}
	doing.Wait()
	w.faults.Wait()
	time.Sleep(2 * time.Minute)
	w.model.checkRest(context.Background(), w.channels())
	w.collects()
	for _, h := range habits {
		h.check()
	}
	w.model.checkPlatform()
	w.model.checkLinear()
	w.model.checkNewer()
	w.end()
	w.model.checkEnd()
}

// habits makes those who do something of their own.
func (w *world) habits(crowd []*person) (all []habit) {
	for i := range 1 + w.o.People/20 {
		c := channelID(100 + i)
		all = append(all, &counted{world: w, channel: c, players: pairOf(w.meet(2, c)), seen: map[int]int{}, table: newReference(pile)})
		c = channelID(200 + i)
		all = append(all, &match{world: w, channel: c, players: pairOf(w.meet(2, c))})
	}
	c := channelID(300)
	all = append(all, &vanishes{world: w, channel: c, players: pairOf(w.meet(2, c))})
	c = channelID(400)
	people := w.meet(4, c)
	all = append(all, &class{world: w, channel: c, leader: people[0], students: people[1:], most: map[string]int{}})
	c = channelID(500)
	all = append(all, &daily{person: w.meet(1, c)[0], channel: c})
	c = channelID(600)
	all = append(all, &mentions{person: w.meet(1, c)[0], channel: c, said: map[string]time.Time{}})
	c = channelID(700)
	all = append(all, &locked{vanishes{world: w, channel: c, players: pairOf(w.meet(2, c))}})
	for i := range 1 + w.o.People/20 {
		c = channelID(800 + i)
		all = append(all, &unheard{world: w, channel: c, players: pairOf(w.meet(2, c))})
	}
	for i, p := range crowd[:max(1, len(crowd)/10)] {
		c = channelID(900 + i)
		p.own = append(p.own, c)
		all = append(all, &leaves{person: p, channel: c, until: w.o.For/4 + time.Duration(w.random.Int64N(int64(w.o.For/4)))})
	}
	c = channelID(otherGuilds)
	crowd[len(crowd)-1].own = append(crowd[len(crowd)-1].own, c)
	all = append(all, &removed{
		world: w, channel: c, people: append(w.meet(2, c), crowd[len(crowd)-1]), until: w.o.For/4 + time.Duration(w.random.Int64N(int64(w.o.For/4))),
	})
	return append(all, w.slackers()...)
}

func pairOf(people []*person) [2]*person { return [2]*person(people) }

// The lulls: every ten minutes nobody does anything for a while, so that everything comes to rest.
const (
	lullEvery = 10 * time.Minute
	lullFor   = 110 * time.Second
)

// awaitLull waits until the present lull is over, if there is one.
func (w *world) awaitLull(r *rand.Rand) {
	since := time.Since(w.began) % lullEvery
	if since > lullEvery-lullFor {
		time.Sleep(lullEvery - since + time.Duration(r.Int64N(int64(5*time.Second))))
	}
}

// rests checks at the end of each lull what must hold at rest, until ctx ends.
func (w *world) rests(ctx context.Context) {
	for sleep(ctx, lullEvery-time.Since(w.began)%lullEvery-time.Second) {
		if now := time.Now(); !w.disturbedWithin(now.Add(-lullFor+20*time.Second), now) {
			w.model.checkRest(ctx, w.channels())
			w.model.checkGateway(now.Add(-lullFor+time.Minute), now)
		}
		time.Sleep(2 * time.Second)
	}
}

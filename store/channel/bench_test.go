package channel_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/store/channel"
)

// sample returns a document with a running game and the given number of deliveries,
// evenly spread over the last ten minutes; every is their interval.
func sample(deliveries int) (c channel.Document, now time.Time, every time.Duration) {
	c = channel.Document{
		Version: 1_800_000_000_000_000,
		Play: channel.Play{Turn: 13, Game: &channel.Game{
			ID: "1k2j3h4g5f", Key: "nim", Ending: "normal", Start: "9 8 7 6 5",
			Players: [2]channel.Player{{ID: "123456789012345678", Name: "Ana"}, {ID: "223456789012345678", Name: "Bob"}},
			Events:  strings.TrimSpace(strings.Repeat("A1 B1 C2 D1 ", 3)), Since: 1_800_000_000,
		}},
		Delivery: channel.Delivery{Message: "323456789012345678", Locale: "en-GB"},
	}
	now, every = time.Unix(1_800_000_000, 0), 10*time.Minute/time.Duration(deliveries)
	for i := range deliveries {
		now = now.Add(every)
		c.Remember(strconv.Itoa(i), now)
	}
	return c, now, every
}

// BenchmarkDocument measures encoding, decoding and Remember for a typical document and
// for the largest possible one.
func BenchmarkDocument(b *testing.B) {
	for _, size := range []struct {
		name       string
		deliveries int
	}{{"usual", 12}, {"fullest", 1024}} {
		c, now, every := sample(size.deliveries)
		data := c.Encode()
		b.Run("encode/"+size.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				c.Encode()
			}
		})
		b.Run("decode/"+size.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := channel.Decode(data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("remember/"+size.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() { // each call also drops one old entry
				now = now.Add(every)
				if id := strconv.FormatInt(now.UnixNano(), 10); !c.Knows(id) && c.CanRemember(now) {
					c.Remember(id, now)
				}
			}
			b.ReportMetric(float64(len(strings.Fields(c.Recent))), "remembered")
		})
	}
}

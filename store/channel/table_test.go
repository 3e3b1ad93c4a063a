package channel_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"nimbot/store"
	"nimbot/store/channel"
)

// onTable returns a table with a running game of two people.
func onTable(number int, id string) channel.Table {
	return channel.Table{Number: number, Play: channel.Play{Turn: 1, Game: &channel.Game{
		ID: id, Key: "nim", Ending: "normal", Start: "3 4 5", Players: [2]channel.Player{{ID: "ana"}, {ID: "bob"}},
	}}}
}

// A document names its further tables only while there are some, in order.
func TestTablesAreEncoded(t *testing.T) {
	c := channel.Document{Version: 1}
	c.Put(onTable(1, "a"))
	alone := string(c.Encode())
	if want := `{"v":3,"n":1,"turn":1,"game":{"id":"a",`; !strings.HasPrefix(alone, want) || strings.Contains(alone, "tables") {
		t.Errorf("with one table: %s, want it to begin with %s and to name no tables", alone, want)
	}
	c.Put(onTable(3, "c"))
	c.Put(onTable(2, "b"))
	both := string(c.Encode())
	if !strings.HasPrefix(both, `{"v":3,"n":1,"turn":1,"game":{"id":"a",`) || !strings.Contains(both, `"tables":[{"table":2,`) {
		t.Errorf("with three tables: %s, want the tables in order", both)
	}
	got, err := channel.Decode([]byte(both))
	if err != nil || got.Table(3).Game.ID != "c" || got.Table(1).Game.ID != "a" {
		t.Errorf("Decode = %+v, %v, want what was encoded", got, err)
	}
	c.Drop(2)
	c.Drop(3)
	c.Drop(1) // stays
	if again := string(c.Encode()); again != alone {
		t.Errorf("with one table again: %s, want %s", again, alone)
	}
}

// A goroutine that still reads a document doesn't see what another one changes in its copy.
func TestPutChangesNoOtherCopy(t *testing.T) {
	var c channel.Document
	c.Put(onTable(2, "b"))
	other := c
	c.Put(onTable(2, "changed"))
	c.Put(onTable(4, "d"))
	if len(other.Tables) != 1 || other.Table(2).Game.ID != "b" {
		t.Errorf("the other copy holds %+v, want table 2 with game b", other.Tables)
	}
	c.Drop(2)
	if len(c.Tables) != 1 || len(other.Tables) != 1 {
		t.Errorf("after a table was dropped: %+v and %+v", c.Tables, other.Tables)
	}
}

func TestImpossibleTables(t *testing.T) {
	const game = `"turn":1,"game":{"id":"x","game":"nim","ending":"normal","start":"1","players":[{"id":"a"},{"id":"b"}],"events":"","since":1}`
	for tables, want := range map[string]string{
		`{"table":2,` + game + `},{"table":2,` + game + `}`: "tables out of order",
		`{"table":3,` + game + `},{"table":2,` + game + `}`: "tables out of order",
		`{"table":1,` + game + `}`:                          "an impossible number",
		`{"table":65,` + game + `}`:                         "an impossible number",
		`{"table":0,` + game + `}`:                          "an impossible number",
		`{"table":2,"turn":-1}`:                             "a negative turn",
	} {
		_, err := channel.Decode([]byte(`{"v":3,"n":1,"turn":0,"tables":[` + tables + `]}`))
		if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), want) {
			t.Errorf("Decode of the tables %s = %v, want %q", tables, err, want)
		}
	}
}

func TestForgetCoversAllTables(t *testing.T) {
	c := channel.Document{Meant: []channel.Meant{{Who: "ana", Table: 2, Until: 9}, {Who: "bob", Table: 2, Until: 9}}}
	c.Put(onTable(2, "b"))
	c.Put(onTable(3, "c"))
	forgot, seen := c.Forget("ana", 100, 101, func(table int) bool { return table == 3 })
	if !forgot || len(seen) != 1 || seen[0] != 2 {
		t.Errorf("Forget = %v, %v, want table 2 alone to show it", forgot, seen)
	}
	if got := strings.Join(c.People(), " "); got != "forgotten bob ana bob bob" {
		t.Errorf("then People = %q", got)
	}
}

// However the tables of a document change, also in copies of it, Encode writes it as if for
// the first time.
func TestEncodeWritesTheCurrentTables(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]channel.Document, 3)
	for step := range 2000 {
		c := &all[random.IntN(len(all))]
		number := 1 + random.IntN(6)
		switch random.IntN(8) {
		case 0:
			*c = all[random.IntN(len(all))]
		case 1:
			c.Drop(number)
		case 2:
			c.Forget("ana", store.Unix(step), 0, func(table int) bool { return table%2 == 0 })
		case 3:
			c.PlaysPrivately(strconv.Itoa(step % 5))
		default:
			table := c.Table(number)
			table.Turn++
			table.Game = &channel.Game{ID: strconv.Itoa(step), Key: "nim", Since: store.Unix(step), Players: [2]channel.Player{{ID: "ana"}, {ID: "bob"}}}
			c.Put(table)
		}
		got := string(c.Encode())
		if want, err := store.Marshal(c); err != nil || got != string(want) {
			t.Fatalf("step %d: Encode() = %s\nwant %s, %v", step, got, want, err)
		}
	}
}

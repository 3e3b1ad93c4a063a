package redistest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"nimbot/internal/freeport"
)

// slots is the number of slots of every cluster.
const slots = 16384

// Cluster is a cluster of three masters without replicas.
type Cluster struct {
	Nodes [3]*Server
	ids   [3]string
	owner [slots]int // the node of each slot
}

// StartCluster starts a cluster and stops it at the end of the test.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{}
	for i := range c.Nodes {
		bus := freeport.Address(t)
		c.Nodes[i] = Start(t, "--cluster-enabled", "yes", "--cluster-port", strconv.Itoa(port(bus)),
			"--cluster-config-file", "nodes.conf", "--cluster-node-timeout", "5000")
	}
	if err := c.join(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// URL returns the cluster's address as a store's URL.
func (c *Cluster) URL() string {
	addrs := make([]string, len(c.Nodes))
	for i, n := range c.Nodes {
		addrs[i] = n.Addr
	}
	return "redis+cluster://" + strings.Join(addrs, ",")
}

// join gives each node its share of the slots and makes them known to each
// other.
func (c *Cluster) join(ctx context.Context) error {
	share := slots/len(c.Nodes) + 1
	for i, n := range c.Nodes {
		first, last := i*share, min((i+1)*share, slots)-1
		for slot := first; slot <= last; slot++ {
			c.owner[slot] = i
		}
		id, err := n.client.ClusterMyID(ctx).Result()
		if err != nil {
			return err
		}
		c.ids[i] = id
		bus, err := n.client.ConfigGet(ctx, "cluster-port").Result()
		if err != nil {
			return err
		}
		first0 := c.Nodes[0].client
		for _, cmd := range []*redis.Cmd{
			n.client.Do(ctx, "cluster", "set-config-epoch", i+1),
			n.client.Do(ctx, "cluster", "addslotsrange", first, last),
			first0.Do(ctx, "cluster", "meet", "127.0.0.1", port(n.Addr), bus["cluster-port"]),
		} {
			if err := cmd.Err(); err != nil {
				return err
			}
		}
	}
	return c.waitReady(ctx)
}

// waitReady waits until every node knows that all slots are served.
func (c *Cluster) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	for _, n := range c.Nodes {
		for {
			info, err := n.client.ClusterInfo(ctx).Result()
			if err != nil {
				return fmt.Errorf("the cluster did not come up: %w", err)
			}
			if strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:3") {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	return c.waitAgreed(ctx)
}

// MoveSlot moves the slot of a key to the next node, as resharding does, with
// all keys in it. The error is Redis's.
func (c *Cluster) MoveSlot(ctx context.Context, key string) error {
	n, err := c.Nodes[0].client.ClusterKeySlot(ctx, key).Result()
	if err != nil {
		return err
	}
	slot := int(n)
	from, to := c.owner[slot], (c.owner[slot]+1)%len(c.Nodes)
	source, target := c.Nodes[from], c.Nodes[to]
	for _, cmd := range []*redis.Cmd{
		target.client.Do(ctx, "cluster", "setslot", slot, "importing", c.ids[from]),
		source.client.Do(ctx, "cluster", "setslot", slot, "migrating", c.ids[to]),
	} {
		if err := cmd.Err(); err != nil {
			return err
		}
	}
	for {
		keys, err := source.client.ClusterGetKeysInSlot(ctx, slot, 20).Result()
		if err != nil {
			return err
		}
		if len(keys) == 0 {
			break
		}
		// One at a time, so that the slot is half moved for a while.
		for _, key := range keys {
			err := source.client.Migrate(ctx, "127.0.0.1", strconv.Itoa(port(target.Addr)), key, 0, 5*time.Second).Err()
			if err != nil {
				return err
			}
		}
	}
	c.owner[slot] = to
	// The new owner first, then the old one, then the third, which sends clients there, too.
	for _, i := range []int{to, from, (to + 1) % len(c.Nodes)} {
		if err := c.Nodes[i].client.Do(ctx, "cluster", "setslot", slot, "node", c.ids[to]).Err(); err != nil {
			return err
		}
	}
	return c.waitAgreed(ctx)
}

// waitAgreed waits until all nodes know the latest change. Two nodes that take
// over slots without knowing of each other would conflict.
func (c *Cluster) waitAgreed(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	for {
		epochs := map[string]bool{}
		for _, n := range c.Nodes {
			info, err := n.client.ClusterInfo(ctx).Result()
			if err != nil {
				return fmt.Errorf("the cluster does not agree: %w", err)
			}
			_, rest, _ := strings.Cut(info, "cluster_current_epoch:")
			epoch, _, _ := strings.Cut(rest, "\r\n")
			epochs[epoch] = true
		}
		if len(epochs) == 1 {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
}

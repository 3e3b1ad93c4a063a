package serve

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"nimbot/cmd/bot/config"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/redis"
)

// redisProblem describes a failure to use Redis.
func redisProblem(at config.StoreURL, err error) config.Problem {
	p := config.Problem{Key: "store", Value: at.String(), Remedy: config.Plain(err) + "; correct the URL, or look at the server", Cause: err}
	var known *redis.ServerError
	if errors.As(err, &known) {
		why := known.What
		if known.Cause != nil {
			why += " (" + config.Reason(known.Cause) + ")"
		}
		p.Remedy = why + "; " + known.Remedy
	}
	return p
}

// StoreProblem returns the Problem, with its remedy, for an error of a store that was already
// open: a server's, or a full disk's. Other errors stay as they are.
func StoreProblem(err error) error {
	var (
		server *redis.ServerError
		file   *fs.PathError
	)
	switch {
	case errors.As(err, new(config.Problem)):
		return err
	case errors.As(err, &server):
		return redisProblem(config.StoreURL(server.Address), err)
	case errors.Is(err, store.ErrFull) && errors.As(err, &file):
		return fileProblem(config.StoreURL("bolt:"+file.Path), err)
	}
	return err
}

// fileProblem describes a failure to open a file, for an operator, in one line.
func fileProblem(at config.StoreURL, err error) config.Problem {
	p := config.Problem{Key: "store", Value: at.String(), Cause: err}
	path, _ := at.File()
	why := strings.TrimPrefix(config.Reason(err), path+": ")
	switch {
	case errors.Is(err, store.ErrInUse):
		p.Remedy = "another process uses this file; stop it first, or name another file with --store if you meant another"
	case errors.Is(err, store.ErrNewer):
		p.Remedy = "a newer version of this program wrote the file (" + why + "); update, or name another file with --store bolt:other.db"
	case errors.Is(err, store.ErrOlder):
		p.Remedy = "an older version of this program wrote the file (" + why + "), and it was left as it is; run that version, or begin anew with --store bolt:other.db"
	case errors.Is(err, bolt.ErrEmpty):
		p.Remedy = "the file is empty, so what it held is lost; restore a backup, or delete it to begin anew"
	case errors.Is(err, store.ErrCorrupt):
		p.Remedy = "the file is not a store of this program or is damaged, and was left as it is; restore a backup, or name another file with --store (" + why + ")"
	case errors.Is(err, store.ErrFull), errors.Is(err, syscall.ENOSPC):
		p.Remedy = "there is no room on the disk; make some, or name a file on another disk with --store"
	case errors.Is(err, syscall.EROFS):
		p.Remedy = "its file system is read-only; mount it writable, or name a file elsewhere with --store"
	case errors.Is(err, fs.ErrPermission):
		p.Remedy = "the file or its folder may not be written by this user; change its owner, or name another file with --store"
	case errors.Is(err, fs.ErrNotExist):
		p.Remedy = "its folder does not exist; create it, or name another file with --store"
	default:
		p.Remedy = "cannot be opened (" + why + "); name another file with --store"
	}
	return p
}

// listenProblem describes a failure to listen on an address.
func listenProblem(key, at string, err error) config.Problem {
	p := config.Problem{Key: key, Value: at, Cause: err}
	switch {
	case errors.Is(err, fs.ErrPermission):
		p.Remedy = "this user may not listen there (" + config.Reason(err) + "); choose a port from 1024 up"
	case errors.Is(err, syscall.EADDRINUSE):
		p.Remedy = "another program listens there (" + config.Reason(err) + "); stop it, or choose another port"
	default:
		p.Remedy = "cannot listen there (" + config.Reason(err) + "); choose another address"
	}
	return p
}

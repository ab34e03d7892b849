package calibrate

import (
	"context"
	"os"
	"time"
)

// retry is how often a lock that another process holds is asked for again; it is held for the time of one small file.
const retry = 5 * time.Millisecond

// lock takes an advisory lock on a file, which it makes if need be, and waits for it until ctx is done. The system lets go
// of it when the process ends, however it ends; so the file itself means nothing and stays.
func lock(ctx context.Context, path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		ok, err := tryLock(f)
		if ok {
			return func() { f.Close() }, nil
		}
		if err != nil {
			f.Close()
			return nil, err
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(retry):
		}
	}
}

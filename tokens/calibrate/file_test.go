package calibrate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func load(t testing.TB, path string) *Calibration {
	t.Helper()
	c, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "calibration.json")
	c := load(t, path)
	if len(c.Keys()) != 0 {
		t.Fatalf("a file that is not there has %v", c.Keys())
	}
	if err := c.Save(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing was observed, but a file was made: %v", err)
	}
	other := Key{Provider: "<b&w>", Model: "m\u2028", Framing: ""}
	at := time.Date(2026, 11, 30, 8, 0, 0, 5, time.UTC)
	if err := c.Observe(Observation{Key: other, Estimate: 7, Server: 9, At: at}); err != nil {
		t.Fatal(err)
	}
	feed(t, c, house, true, line(1.3, 100), 1000, 2000, 3000)
	if err := c.Save(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	again := load(t, path)
	if !reflect.DeepEqual(again.Keys(), []Key{other, house}) || !reflect.DeepEqual(again.observed(other), c.observed(other)) {
		t.Errorf("%v\n%v", again.Keys(), again.observed(other))
	}
	if got, want := again.Fit(house, true, Prior{}), c.Fit(house, true, Prior{}); got != want || !got.Learned {
		t.Errorf("%+v, want %+v", got, want)
	}
	// Saving twice adds nothing twice.
	feed(t, c, house, true, line(1.3, 100), 4000)
	for range 3 {
		if err := c.Save(t.Context(), path); err != nil {
			t.Fatal(err)
		}
	}
	if f := load(t, path).Fit(house, true, Prior{}); f.N != 4 {
		t.Errorf("%d observations, want 4", f.N)
	}
}

func TestSaveThroughLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.json"), filepath.Join(dir, "link.json")
	c := new(Calibration)
	feed(t, c, house, true, line(1, 0), 10)
	if err := c.Save(t.Context(), target); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	feed(t, c, house, true, line(1, 0), 20)
	if err := c.Save(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	if f := load(t, target).Fit(house, true, Prior{}); f.N != 2 {
		t.Errorf("%d observations behind the link, want 2", f.N)
	}
}

// Several processes save to one file while their own goroutines observe and read.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "calibration.json")
	const writers, each = 6, 10
	var all sync.WaitGroup
	for w := range writers {
		c := load(t, path)
		k := Key{Provider: "house", Model: fmt.Sprint(w)}
		all.Go(func() {
			var inner sync.WaitGroup
			for i := range each {
				inner.Go(func() {
					feed(t, c, k, true, line(1.2, 0), 1000+100*i)
					feed(t, c, house, false, line(1.2, 0), 1000*(w+1)+i)
					f := c.Fit(house, false, Prior{})
					f.Predict(10)
					if err := c.Save(t.Context(), path); err != nil {
						t.Error(err)
					}
				})
			}
			inner.Wait()
			if f := c.Fit(k, true, Prior{}); f.N != each {
				t.Errorf("writer %d knows %d of its own observations, want %d", w, f.N, each)
			}
		})
	}
	all.Wait()
	c := load(t, path)
	for w := range writers {
		if f := c.Fit(Key{Provider: "house", Model: fmt.Sprint(w)}, true, Prior{}); f.N != each {
			t.Errorf("writer %d: %d observations in the file, want %d", w, f.N, each)
		}
	}
	if f := c.Fit(house, false, Prior{}); f.N != min(window, writers*each) {
		t.Errorf("%d observations of all, want %d", f.N, min(window, writers*each))
	}
	if left, _ := filepath.Glob(path + ".*.tmp"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestDamaged(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"empty":       {"", "the file is empty"},
		"blank":       {" \n", "the file is empty"},
		"cut off":     {`{"schema":"schema-bench/calibration/v1","series":[{"prov`, "at offset"},
		"foreign":     {`{"models":[]}`, `schema ""; known: "schema-bench/calibration/v1"`},
		"newer":       {`{"schema":"schema-bench/calibration/v2","fits":[]}`, `schema "schema-bench/calibration/v2"; known`},
		"array":       {`[]`, "at offset"},
		"member":      {`{"schema":"schema-bench/calibration/v1","fits":[]}`, `unknown field "fits"`},
		"after it":    {`{"schema":"schema-bench/calibration/v1","series":[]} {}`, "at offset"},
		"count":       {`{"schema":"schema-bench/calibration/v1","series":[{"model":"m","observations":[{"estimate":5,"server":6},{"estimate":5,"server":0}]}]}`, "/series/0/observations/1: estimate 5, server 0"},
		"huge count":  {`{"schema":"schema-bench/calibration/v1","series":[{"model":"m","observations":[{"estimate":5,"server":1e300}]}]}`, "at offset"},
		"without m":   {`{"schema":"schema-bench/calibration/v1","series":[{"observations":[{"estimate":5,"server":6}]}]}`, "/series/0/observations/0: no model"},
		"twice":       {`{"schema":"schema-bench/calibration/v1","series":[{"model":"m","observations":[{"estimate":5,"server":6}]},{"model":"m","observations":[{"estimate":5,"server":6}]}]}`, "/series/1: a second one"},
		"zero bytes":  {"\x00\x00\x00", "at offset"},
		"bottomless":  {strings.Repeat("[", 20_000), "exceeded max depth"},
		"other types": {`{"schema":5}`, "at offset"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "calibration.json")
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Load(path)
			var damaged *FileError
			if !errors.As(err, &damaged) || damaged.Path != path || !strings.Contains(err.Error(), test.want) || !strings.Contains(damaged.Hint(), "move it away") {
				t.Fatalf("%v, want %q", err, test.want)
			}
			c := new(Calibration)
			feed(t, c, house, true, line(1, 0), 10, 20, 30)
			if err := c.Save(t.Context(), path); !errors.As(err, &damaged) {
				t.Errorf("saved over it: %v", err)
			}
			if b, err := os.ReadFile(path); err != nil || string(b) != test.text {
				t.Errorf("the file has changed: %q, %v", b, err)
			}
			if f := c.Fit(house, true, Prior{}); f.N != 3 {
				t.Errorf("%d observations are left, want 3", f.N)
			}
		})
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	if _, err := decode(bytes.Repeat([]byte(" "), maxFile+1)); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Error(err)
	}
	// The largest that is ever written can be read: an eighth of it has less than an eighth of the bytes.
	var b book
	for i := range maxKeys / 8 {
		k := Key{Provider: strings.Repeat("p", maxName), Model: fmt.Sprintf("%0*d", maxName, i), Framing: strings.Repeat("\x01", maxName)}
		for j := range 2 * window {
			b.add(Observation{Key: k, Estimate: maxCount - j, Server: maxCount, Tools: j%2 == 0, At: time.Unix(1e9, 1)})
		}
	}
	data, err := encode(&b)
	if err != nil || len(data) > 4e6/8 {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if again, err := decode(data); err != nil || !reflect.DeepEqual(again.order, b.order) {
		t.Error(err)
	}
}

func TestUnwritable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	full := filepath.Join(dir, "dir")
	if err := os.MkdirAll(filepath.Join(full, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	c := new(Calibration)
	feed(t, c, house, true, line(1, 0), 10, 20)
	for name, path := range map[string]string{
		"below a file":   filepath.Join(file, "calibration.json"),
		"no directory":   filepath.Join(dir, "none", "calibration.json"),
		"is a directory": full,
	} {
		if err := c.Save(t.Context(), path); err == nil || !strings.HasPrefix(err.Error(), "calibrate: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := replace(full, []byte("{}")); err == nil {
		t.Error("put a file in place of a directory")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	feed(t, c, house, true, line(1, 0), 30)
	path := filepath.Join(dir, "calibration.json")
	if err := c.Save(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if got := load(t, path).observed(house); len(got) != 3 || got[0].Estimate != 10 || got[2].Estimate != 30 {
		t.Errorf("%+v", got)
	}
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has a file that is always full")
	}
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(f, []byte("{}")); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	if err := f.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the file is still open: %v", err)
	}
}

func TestLocked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "calibration.json")
	unlock, err := lock(t.Context(), path+".lock")
	if err != nil {
		t.Fatal(err)
	}
	c := new(Calibration)
	feed(t, c, house, true, line(1, 0), 10, 20, 30)
	ctx, cancel := context.WithCancel(t.Context())
	saved := make(chan error, 1)
	go func() { saved <- c.Save(ctx, path) }()
	// While Save waits, others observe and read.
	feed(t, c, house, true, line(1, 0), 40)
	if f := c.Fit(house, true, Prior{}); f.N != 4 {
		t.Errorf("%d observations while saving, want 4", f.N)
	}
	cancel()
	if err := <-saved; !errors.Is(err, context.Canceled) {
		t.Errorf("saved under another's lock: %v", err)
	}
	unlock()
	if err := c.Save(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if got := load(t, path).observed(house); len(got) != 4 {
		t.Errorf("%+v", got)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"schema":"schema-bench/calibration/v1","series":[{"provider":"p","model":"m","framing":"f","observations":[{"estimate":5,"server":6,"tools":true,"at":"2026-11-30T08:00:00Z"}]}]}`))
	f.Add([]byte(`{"schema":"schema-bench/calibration/v1","series":[{"model":"\ud800","observations":null},{}]}`))
	f.Add([]byte(`{"schema":"schema-bench/calibration/v1","series":null}`))
	f.Add([]byte("{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decode(data)
		if err != nil {
			return
		}
		once, err := encode(&b)
		if err != nil {
			t.Fatal(err)
		}
		again, err := decode(once)
		if err != nil {
			t.Fatalf("%v in %s", err, once)
		}
		if twice, err := encode(&again); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s\n%s, %v", once, twice, err)
		}
		c := Calibration{filed: b}
		for _, k := range c.Keys() {
			fit := c.Fit(k, true, Prior{})
			if p := fit.Predict(1000); p.Kind == "" || p.Low > p.High {
				t.Fatalf("%v: %+v", k, p)
			}
		}
	})
}

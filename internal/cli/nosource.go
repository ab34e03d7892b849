package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/schema-bench/schema-bench/catalog/load"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// noSource lists the client configurations of this machine, with what measuring them would start. Nothing is started
// that the user did not name.
func noSource(e *env) error {
	found := load.FindConfigs(&load.FindOptions{Dir: e.Dir, Home: e.Home, LookupEnv: e.lookup})
	w := e.Err
	if len(found) == 0 {
		return withHint(usageError{errors.New("no source is named, and no client configuration was found")},
			"name a tools file, a URL, or a server: schema-bench -- COMMAND; schema-bench demo shows what comes out")
	}
	fmt.Fprintln(w, "The client configurations of this machine; nothing was started:")
	for _, c := range found {
		fmt.Fprintf(w, "\n  schema-bench %s    (%s)\n", shellWord(safetext.Plain(c.Path)), safetext.Plain(c.Client))
		if c.Err != nil {
			fmt.Fprintf(w, "    cannot be read: %s\n", message(c.Err))
		}
		for _, s := range c.Servers {
			what := s.Start
			if s.Off != "" {
				what = "not started: " + s.Off
			}
			fmt.Fprintf(w, "    #%-20s %s\n", safetext.Plain(s.Name), safetext.Plain(strings.TrimSpace(what)))
		}
	}
	fmt.Fprintln(w)
	return withHint(usageError{errors.New("no source is named")}, "name one of the above, or one of its servers with #NAME")
}

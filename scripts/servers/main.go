// Servers holds real MCP servers of the npm registry against themselves behind the proxy.
//
//	go run ./scripts/servers [-dir DIR] [-only NAMES] [-levels safe,proved] [CONFIG]
//
// CONFIG is a client's configuration whose servers are started by npx with a pinned package; .ci/servers.json if it is
// not named. Each package is installed below DIR once. Of every server and level it says whether all tools that are served
// are proved against those of the server (by the verify command, on two processes), how many of their references lead
// nowhere, and how many messages of a recorded session were compared and found the same on both sides of the proxy.
//
// It exits 1 on any fault, and 3 if a server could not be started or the servers are not the mix that is asked for: at least
// twenty, five with references, three with more than a hundred tools, and two dialects.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/internal/recorded"
)

func main() {
	if os.Getenv(recorded.TeeVar) != "" {
		os.Exit(recorded.Tee(os.Args[1:]))
	}
	dir := flag.String("dir", filepath.Join(os.TempDir(), "schema-bench-servers"), "where packages are installed")
	only := flag.String("only", "", "these servers alone, by name, and no demands on the mix")
	levels := flag.String("levels", "safe,proved", "the levels to serve at")
	flag.Parse()
	config := filepath.Join(".ci", "servers.json")
	if flag.NArg() > 0 {
		config = flag.Arg(0)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, config, *dir, *only, strings.Split(*levels, ",")))
}

type server struct {
	name    string
	Command string
	Args    []string
	Env     map[string]string
}

// run checks all servers and returns the exit code.
func run(ctx context.Context, config, dir, only string, levels []string) int {
	servers, err := load(config, only)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	bench := filepath.Join(dir, "schema-bench")
	if err = os.MkdirAll(dir, 0o755); err == nil {
		err = command(ctx, nil, "go", "build", "-o", bench, ".").Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schema-bench cannot be built:", err)
		return 3
	}
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	code := 0
	var m mix
	fmt.Printf("%-20s %6s %5s %-8s %-22s %9s %7s  %s\n", "server", "tools", "$ref", "level", "verify", "dangling", "frames", "faults")
	for _, s := range servers {
		argv, env, err := s.install(ctx, dir)
		if err != nil {
			fmt.Printf("%-20s cannot be installed: %v\n", s.name, err)
			code = 3
			continue
		}
		for i, level := range levels {
			r, proof, err := check(ctx, bench, self, level, argv, env)
			if err != nil {
				fmt.Printf("%-20s %v\n", s.name, err)
				code = 3
				break
			}
			if i == 0 {
				m.add(r)
			}
			fmt.Printf("%-20s %6d %5d %-8s %-22s %9d %7d  %s\n", s.name, r.Tools, r.References, level, proof, len(r.Dangling), r.Frames, strings.Join(r.Faults, "; "))
			if want := fmt.Sprintf("%d of %d proved", r.Tools, r.Tools); proof != want || len(r.Dangling) > 0 || len(r.Faults) > 0 {
				code = max(code, 1)
			}
		}
	}
	fmt.Println(m.String())
	if only == "" && !m.enough() {
		fmt.Fprintln(os.Stderr, "the servers are not the mix that is asked for")
		return 3
	}
	return code
}

// check records a session and has the tools verified.
func check(ctx context.Context, bench, self, level string, argv, env []string) (*recorded.Result, string, error) {
	wrap := []string{bench, "wrap", "--level", level, "--target", "any"}
	var r *recorded.Result
	var err error
	for range 2 { // one that is slow to start the first time may be quicker the second
		if r, err = recorded.Play(ctx, recorded.Options{Proxy: wrap, Tee: []string{self}, Server: argv, Env: env, Timeout: 2 * time.Minute}); err == nil {
			break
		}
	}
	if err != nil {
		return nil, "", err
	}
	quoted := make([]string, len(argv))
	for i, a := range argv {
		quoted[i] = "'" + a + "'"
	}
	cmd := command(ctx, env, bench, "verify", "--timeout", "2m", "mcp:"+strings.Join(quoted, " "), "mcp:"+strings.Join(append(append(wrap, "--"), quoted...), " "))
	out, _ := cmd.Output() // the code says no more than the text
	proof := "not proved"
	if found := regexp.MustCompile(`^(\d+ of \d+) tools? (is|are) proved`).FindSubmatch(out); found != nil {
		proof = string(found[1]) + " proved"
	}
	return r, proof, nil
}

// A mix says what kinds of servers were seen.
type mix struct {
	servers, references, large int
	dialects                   map[string]bool
}

func (m *mix) add(r *recorded.Result) {
	m.servers++
	if r.References > 0 {
		m.references++
	}
	if r.Tools > 100 {
		m.large++
	}
	if m.dialects == nil {
		m.dialects = map[string]bool{}
	}
	for d := range r.Dialects {
		m.dialects[strings.TrimSuffix(d, "#")] = true
	}
}

func (m *mix) enough() bool {
	return m.servers >= 20 && m.references >= 5 && m.large >= 3 && len(m.dialects) >= 2
}

func (m *mix) String() string {
	return fmt.Sprintf("%d servers, %d with references, %d with more than 100 tools, %d dialects", m.servers, m.references, m.large, len(m.dialects))
}

func load(config, only string) ([]*server, error) {
	b, err := os.ReadFile(config)
	if err != nil {
		return nil, err
	}
	var c struct{ McpServers map[string]*server }
	if err := json.Unmarshal(b, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", config, err)
	}
	var out []*server
	for name, s := range c.McpServers {
		s.name = name
		if only == "" || slices.Contains(strings.Split(only, ","), name) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b *server) int { return strings.Compare(a.name, b.name) })
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: none of its servers is called %s", config, only)
	}
	return out, nil
}

// install installs the package of a server and returns the command that starts it, and its environment.
func (s *server) install(ctx context.Context, dir string) (argv, env []string, err error) {
	if s.Command != "npx" || len(s.Args) < 2 || s.Args[0] != "-y" {
		return nil, nil, fmt.Errorf("it is not started by npx -y PACKAGE@VERSION")
	}
	for name, value := range s.Env {
		env = append(env, name+"="+value)
	}
	at := strings.LastIndex(s.Args[1], "@")
	if at <= 0 {
		return nil, nil, fmt.Errorf("the version of %s is not pinned", s.Args[1])
	}
	home := filepath.Join(dir, s.name)
	manifest := filepath.Join(home, "node_modules", filepath.FromSlash(s.Args[1][:at]), "package.json")
	var p struct {
		Version string
		Bin     json.RawMessage
	}
	read := func() error {
		b, err := os.ReadFile(manifest)
		if err == nil {
			err = json.Unmarshal(b, &p)
		}
		return err
	}
	if read() != nil || p.Version != s.Args[1][at+1:] {
		// Scripts of packages download browsers and ask for other installers; none is needed to start a server.
		cmd := command(ctx, env, "npm", "install", "--ignore-scripts", "--prefix", home, "--no-audit", "--no-fund", "--silent", s.Args[1])
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("%w: %.300s", err, out)
		}
		if err := read(); err != nil {
			return nil, nil, err
		}
	}
	script, err := program(p.Bin, s.Args[1][:at])
	if err != nil {
		return nil, nil, err
	}
	return append([]string{"node", filepath.Join(filepath.Dir(manifest), filepath.FromSlash(script))}, s.Args[2:]...), env, nil
}

// program returns the script that npx runs: the only one, or the one that is called as the package is.
func program(bin json.RawMessage, pkg string) (string, error) {
	var one string
	if json.Unmarshal(bin, &one) == nil {
		return one, nil
	}
	var many map[string]string
	if err := json.Unmarshal(bin, &many); err != nil {
		return "", err
	}
	if script, ok := many[pkg[strings.LastIndex(pkg, "/")+1:]]; ok {
		return script, nil
	}
	for _, script := range many {
		if len(many) == 1 {
			return script, nil
		}
	}
	return "", fmt.Errorf("npx would not know which of its programs to run")
}

func command(ctx context.Context, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

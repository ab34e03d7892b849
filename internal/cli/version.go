package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/tokens"
)

// version returns the version of the module, or the revision that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v, revision, modified := info.Main.Version, "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " (modified)"
		}
	}
	if v == "" || v == "(devel)" {
		v = "devel"
		if revision != "" {
			v += " " + revision + modified
		}
	}
	return v
}

// versionText is what version and --version print.
func versionText() string {
	return fmt.Sprintf("schema-bench %s\n%s %s/%s\nencodings: %s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, join(tokens.Encodings()))
}

func newVersion(e *env) *cobra.Command {
	check := false
	cmd := &cobra.Command{
		Use: "version", Short: "Print the version, and check the counters", Args: arguments(cobra.NoArgs, "no arguments"),
		Example: `  schema-bench version
  schema-bench version --self-check`,
	}
	cmd.Flags().BoolVar(&check, "self-check", false, "count texts whose tokens are known, and exit 3 if any count is off")
	cmd.RunE = func(*cobra.Command, []string) error {
		if _, err := io.WriteString(e.Out, versionText()); err != nil || !check {
			return err
		}
		return selfCheck(e.Out, tokens.SelfCheck())
	}
	return cmd
}

// selfCheck writes what a check of the counters found. A counter that is off measures nothing.
func selfCheck(w io.Writer, checks []tokens.Check) error {
	var b strings.Builder
	var wrong []string
	for _, c := range checks {
		verdict := "right"
		if !c.OK() {
			verdict = "WRONG"
			wrong = append(wrong, c.Kind+" "+c.Name)
		}
		fmt.Fprintf(&b, "%s %-14s %3d checked, %s\n", c.Kind, c.Name, c.Checked, verdict)
		for _, line := range c.Wrong {
			fmt.Fprintf(&b, "  %s\n", safetext.Plain(line))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if len(wrong) > 0 || len(checks) == 0 {
		return withHint(fmt.Errorf("self-check: no number of this program can be trusted: %s", strings.Join(wrong, ", ")), "build it anew from an unchanged copy of its source")
	}
	return nil
}

func newCompletion(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for a shell",
		Example: `  source <(schema-bench completion bash)
  schema-bench completion zsh > "${fpath[1]}/_schema-bench"`,
		Args:      arguments(cobra.ExactArgs(1), "the name of a shell"),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch args[0] {
		case "bash":
			return cmd.Root().GenBashCompletionV2(e.Out, true)
		case "zsh":
			return cmd.Root().GenZshCompletion(e.Out)
		case "fish":
			return cmd.Root().GenFishCompletion(e.Out, true)
		case "powershell":
			return cmd.Root().GenPowerShellCompletionWithDesc(e.Out)
		}
		return usagef("there is no completion for the shell %q: use bash, zsh, fish or powershell", args[0])
	}
	return cmd
}

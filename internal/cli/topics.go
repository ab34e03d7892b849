package cli

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
	"github.com/schema-bench/schema-bench/tokens"
)

// topics are what help explains beside the commands.
func topics() []*cobra.Command {
	return []*cobra.Command{
		topic("sources", "What can be measured, and how it is named", sourcesText),
		topic("openapi", "What becomes of OpenAPI documents", openapiText),
		topic("units", "What a token number counts", unitsText),
		writtenTopic("models", "Models, their windows and prices, and files with more", writeModels),
		writtenTopic("clients", "MCP clients, and what they make of tools", writeClients),
		writtenTopic("targets", "Consumers, what they refuse, and which rewrites they take", writeTargets),
		topic("transforms", "Levels, transforms and what they promise", transformsText()),
		writtenTopic("config", "The configuration file", writeConfig),
		writtenTopic("environment", "Environment variables", writeVariables),
		topic("exit-codes", "What the exit code says", exitText),
	}
}

func topic(name, short, text string) *cobra.Command {
	return &cobra.Command{Use: name, Short: short, Long: text}
}

// writtenTopic is a topic whose text is made when it is asked for.
func writtenTopic(name, short string, write func(cmd *cobra.Command, w io.Writer) error) *cobra.Command {
	cmd := &cobra.Command{Use: name, Short: short}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if err := write(cmd, cmd.OutOrStdout()); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "schema-bench: %s\n", message(err))
		}
	})
	return cmd
}

const sourcesText = `A source is anything that has tools. What it is, is found in what it holds and never in its name alone; an unknown shape is an error that lists the known ones.

  FILE                a list of tools or a complete request, in the form of MCP, OpenAI, Anthropic, Gemini or Bedrock; JSON, JSON Lines or YAML. Or an OpenAPI or Swagger document: schema-bench help openapi
  -                   the same from standard input, which is also read if no source is named
  'GLOB*.json'        several files
  REV:PATH            a file of a git revision: HEAD~1:tools.json
  URL                 a document, or an MCP endpoint; mcp+http://… and mcp+https://… are always one
  -- COMMAND ARGS…    an MCP server that is started, at the end of the command line; flags of schema-bench stand before --
  "mcp:COMMAND ARGS"  the same as one word, where two sources are named
  CONFIG              the configuration of an MCP client: all of its servers
  CONFIG#NAME         one server of it, also one that is disabled

LABEL=SOURCE gives a source a name. A file that is named like a command is written ./NAME.

Nothing is started unless you name it. Without a source, on a terminal, the client configurations of this machine are listed with what each would start. What a document refers to is not followed, unless --allow-file or --allow-remote say so of OpenAPI documents.

A server or file that fails loses no other: it is reported, the numbers say that it is missing, and the exit code is 3.`

const openapiText = `OpenAPI 3.0, 3.1 and 3.2 and Swagger 2.0, JSON or YAML, are sources like any other: each operation is a tool, or a problem that says why it is none. That a document has such operations is no error; that it has no other is.

Which operations become tools. A flag takes several values, separated by commas, of which one has to match; several flags have to match all. In globs, * stands for what has no slash in it.
  --tag GLOBS        with such a tag
  --path GLOBS       with such a path, as the document writes it: '/users/*'
  --method METHODS   such as get,head
  --operation GLOBS  with such an operationId
  --no-deprecated    that are not deprecated

What is made of them:
  --name-prefix P    begins all names with P, to tell documents apart
  --max-name N       bounds names, the prefix included (default 64, which most consumers take)
  --nullable WORD    strict reads nullable as OpenAPI 3.0 defines it, where it changes nothing but a type beside it; intent allows null wherever the word stands, as most authors mean it
  --keep-read-only   leaves readOnly properties in arguments

References to other files are problems unless they are allowed:
  --allow-file             reads files in the folder of the document and below, or, in a git revision, those of the revision
  --allow-file=DIR         reads files in DIR and below
  --allow-remote           fetches from the host that the document came from
  --allow-remote=HOST,HOST fetches from these hosts too, by https
At most 200 files are read, each of 32 MiB at most. No link leads out of the folder. Into the network goes no header, cookie or password, also none of --header; redirects are held to the same hosts, and addresses that are not public are refused, but for the one that the document came from and those that are written down as hosts. Proxies are not used.

floor --naive compares with converters that put every definition where it is used.

lint --diagnose and import --diagnose ask kin-openapi as well, which many servers and tools in Go read documents with. What it objects to is a problem like any other and decides nothing: tools and exit codes stay as they are. It looks at one file only, and not at examples, defaults and patterns; large documents take it seconds, a minute at most.`

const unitsText = `Every token number has a unit of four words, such as "model, o200k_base, json, compact". Two numbers with different units are never compared.

  ruler          what is counted
    wire         every member of the tools array as its source sent it, whitespace between tokens removed
    model        name, description and input schema: what a host hands on to the model (the default)
    rendered     the text that a framing makes of it, and what the model's provider is known to add
    billed       what the counting endpoint of the model's provider says (OpenAI, Anthropic, Google), one request with the tools and one without; the parts are shown as rendered. Keys come from OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY. Answers are kept in --cache, and after three of them the counts for that model are corrected by what was learned.
  encoding       the vocabulary that counts: o200k_base (the default), cl100k_base, o200k_harmony, or that of a --tokenizer. For models with another tokenizer the output shows bounds, where somebody has published any, and otherwise a warning.
  framing        how a provider turns the tools into text:
    json         the tools array of OpenAI's API, compact; anthropic and gemini are those of the others
    json-spaced  the same with a blank after commas and colons, as Python writes it; hermes (Qwen) and mistral hold it
    openai-ts    TypeScript types, as for GPT-3.5 and GPT-4; harmony and gptoss-jinja as for later models
    llama3       JSON indented by four
  serialisation  how schemas are spelled in it: compact, spaced, indented or typescript

The floor is what an agent sends again at every step: the system message, the instructions of its MCP servers, and the tools.

The tools of one catalog are counted as one array, whole. An encoding cuts that text into pieces, some of which reach across the border of two parts or two tools; each token of the array belongs to the part in which its piece begins. So the parts of a tool add up to the tool and the tools to the array, exactly, and what a tool costs can differ by a token or two with the tools next to it. Framing is what no author wrote: member names, quotes, and what stands between tools.`

const exitText = `The codes are the same for every command and format.

  0    the command did what it was asked
  1    it worked and found what it looks for. verify: a verdict or a change that --allow does not name. lint: a finding of severity error, or what --fail-on says. compact: with --strict a tool that fell back, with --max-total a catalog that does not fit; what -o names is written all the same. --exit-zero makes this 0.
  2    the command line or the configuration asks for something that cannot be
  3    something could not be read, measured or written, be it one of several sources
  130  it was interrupted; nothing was written, or all of it
`

func transformsText() string {
	return `A level is a set of transforms. --with adds one to it and --without leaves one out.

` + levelHelp() + `

A transform makes a claim, which is verified on the bytes that are written; a tool that is not proved is written as it came.

` + claimHelp() + `
Names are never changed, and of properties, required entries and values of enums none is lost. Types, bounds and other keywords go where they have no effect, and may be said in another way by what is equivalent. The exceptions have to be asked for: widen-pattern drops patterns, so that more is accepted, which no proof covers; drop-output-schema drops what says what results look like.

The structural rewrites of level proved are not harmless to every consumer. A target takes these or not, each by a name, and a transform does what its target takes (schema-bench help targets):

` + rewriteHelp() + `
inert changes no form that a consumer is known to mind, and is made for every target.`
}

// claimHelp lists what transforms promise, each claim with the transforms that make it.
func claimHelp() string {
	var b strings.Builder
	for _, c := range []struct {
		claim schemacompact.Claim
		text  string
	}{
		{schemacompact.ClaimIdentical, "the schemas are the same but for what has no effect"},
		{schemacompact.ClaimAnnotations, "only text that says nothing about validation is gone, and nothing that informs"},
		{schemacompact.ClaimEquivalent, "the schema says the same in another way, and no text is changed"},
		{schemacompact.ClaimMoved, "the same text is still in the request, elsewhere"},
		{schemacompact.ClaimLossy, "text that a model could read is gone. That the arguments are the same is proved, but for widen-pattern; whether a model chooses tools as well is not measured."},
	} {
		fmt.Fprintf(&b, "  %-11s  %s\n", c.claim, c.text)
	}
	return b.String()
}

func writeConfig(cmd *cobra.Command, w io.Writer) error {
	keys := slices.DeleteFunc(keysOf(reflect.TypeFor[config]()), func(key string) bool { return key == "unit" })
	slices.Sort(keys)
	_, err := io.WriteString(w, fold(`The configuration is the file of --config, or that of SCHEMA_BENCH_CONFIG, or the nearest .schema-bench.yaml, .schema-bench.yml or .schema-bench.json up to the root of the repository. The command line wins over the environment, which wins over the file.

Keys are the names of flags, without the dashes; source and unit come on top. An unknown key is an error. A key that is no flag of a command has no effect on it. Where a flag can be repeated, the key takes a list. Paths and sources count from the directory of the file.

  # .schema-bench.yaml
  source: [tools.json, other=more.json]
  unit: {ruler: model, encoding: o200k_base}
  model: claude-sonnet-4-5
  steps: 40
  growth: 1500
  level: standard
  with: [say-once]
  hide: ['debug_*']

A file that was found and not named starts nothing and writes nothing: commands and client configurations among its sources are errors, and its report is left out. Name it with --config, if you trust it.

The keys:
  `+strings.Join(keys, ", ")+`
  unit, with the keys `+strings.Join(keysOf(reflect.TypeFor[unitConfig]()), ", ")+`; ruler, encoding and framing may stand outside of it too

For the command line and the environment alone, be it that they hold secrets or that they say what is written or started:
  `+strings.Join(flagsAlone(cmd.Root()), ", "), helpWidth)+"\n")
	return err
}

func writeModels(_ *cobra.Command, w io.Writer) error {
	table, err := tokens.Models()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(fold(`The models that are known. Window in tokens; US dollars per million tokens of input, of input read from the cache, and of output. "-" is not known. Counts are exact where the model's own vocabulary is built in, and an estimate elsewhere. Prices are list prices of a request of moderate length. Dated snapshots and ids with a provider in front (openai/gpt-5) are found as well.`, helpWidth))
	row := func(cells ...string) {
		line := fmt.Sprintf("%-22s  %7s  %5s  %6s  %5s  %-10s  %s", cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6])
		fmt.Fprintf(&b, "%s\n", strings.TrimRight(line, " "))
	}
	b.WriteString("\n\n")
	row("id", "window", "in", "cached", "out", "as of", "counts")
	for _, m := range table.List() {
		counts := "estimate"
		if m.Exact {
			counts = "exact"
		}
		window := "-"
		if m.Window > 0 {
			window = strconv.Itoa(m.Window)
		}
		row(m.ID, window, rate(m.Price.In), rate(m.Price.Cached), rate(m.Price.Out), m.AsOf, counts)
	}
	fmt.Fprintf(&b, "\n%s\n", fold(`--models FILE adds models or replaces figures of those above. The file is JSON of either shape:

  {"schema":"schema-bench/models/v1","as_of":"2026-11-30","models":[
    {"id":"mine","encoding":"o200k_base","window":32768,
     "price":{"in":0.5,"cached":0.05,"out":1.5}}]}

where an entry for a known model changes only the members that it has, or LiteLLM's model_prices_and_context_window.json, with prices per token:

  {"mine":{"mode":"chat","max_input_tokens":32768,
           "input_cost_per_token":5e-7,"output_cost_per_token":1.5e-6}}

--window, --price-in, --price-cached and --price-out set single figures.`, helpWidth))
	_, err = io.WriteString(w, b.String())
	return err
}

func writeClients(_ *cobra.Command, w io.Writer) error {
	table, err := targets.Clients()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(fold(`MCP clients, and what each makes of the tools of a server before a model reads them. floor --client ID measures what that client sends. Nothing is done about what is unknown; what is not confirmed is listed and not applied.`, helpWidth))
	b.WriteByte('\n')
	for _, c := range table.List() {
		fmt.Fprintf(&b, "\n%s: %s", c.ID, c.Title)
		if c.AsOf != "" {
			fmt.Fprintf(&b, ", as of %s", c.AsOf)
		}
		b.WriteByte('\n')
		for _, f := range c.Facts() {
			text := f.Figure + ": " + f.Value
			if f.Source != "" && !f.Confirmed {
				text += " (not confirmed)"
			}
			b.WriteString("  " + strings.ReplaceAll(fold(text, helpWidth-4), "\n", "\n    ") + "\n")
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func rate(r tokens.Rate) string {
	if !r.Known {
		return "-"
	}
	return strconv.FormatFloat(r.PerMillion, 'f', -1, 64)
}

func writeVariables(cmd *cobra.Command, w io.Writer) error {
	var b strings.Builder
	b.WriteString(fold("Every flag can be set by a variable. The command line wins, then the environment, then the configuration file. The variables:\n\n", helpWidth))
	seen := map[string]bool{"help": true, "version": true}
	for _, c := range append([]*cobra.Command{cmd.Root()}, cmd.Root().Commands()...) {
		if c.Name() == "demo" { // nothing changes the tour
			continue
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !seen[f.Name] {
				seen[f.Name] = true
				fmt.Fprintf(&b, "  %-28s --%s\n", envName(f.Name), f.Name)
			}
		})
	}
	b.WriteString("\n" + fold(`  SCHEMA_BENCH_INPUT_<ID>      the value of ${input:ID} in a client config
  OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY
                               keys for --ruler billed; they are taken from nowhere else
  OPENAI_BASE_URL (with /v1), ANTHROPIC_BASE_URL, GOOGLE_GEMINI_BASE_URL or GEMINI_BASE_URL
                               where these APIs are reached, if not at the providers' own addresses
  NO_COLOR, CLICOLOR_FORCE     colour, as usual
  COLUMNS                      how wide text is where the output is no terminal

Tokens and keys for servers are taken from the environment through the client config's ${VAR}; they are never printed.`, helpWidth) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

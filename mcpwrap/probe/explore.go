package probe

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// explore asks for what the lists name, and for what there is not. Nothing is called that may change something.
func (p *player) explore(ctx context.Context) error {
	for _, part := range []func(context.Context) error{p.logging, p.prompts, p.resources, p.tasks, p.calls, p.errors} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) logging(ctx context.Context) error {
	if !p.rec.offers("logging") {
		return nil
	}
	_, err := p.do(ctx, "logging", "debug", "logging/setLevel", params("level", `"debug"`))
	return err
}

func (p *player) tasks(ctx context.Context) error {
	if !p.rec.offers("tasks", "list") {
		return nil
	}
	_, err := p.do(ctx, "tasks", "list", "tasks/list", nil)
	return err
}

// offer asks what the server offers for an argument, and returns the first of it.
func (p *player) offer(ctx context.Context, about, ref, name, context string) (string, error) {
	if p.offered++; p.offered > maxOffers || !p.rec.offers("completions") {
		return `"1"`, nil
	}
	with := params("ref", ref, "argument", string(params("name", quote(name), "value", `""`)))
	if context != "{}" {
		with = params("ref", ref, "argument", string(params("name", quote(name), "value", `""`)), "context", string(params("arguments", context)))
	}
	a, err := p.do(ctx, "completion", about+" "+name, "completion/complete", with)
	if err != nil {
		return "", err
	}
	if first := itemsOf(memberOf(a.result, "completion"), "values"); len(first) > 0 {
		return string(first[0]), nil
	}
	return `"1"`, nil
}

func (p *player) prompts(ctx context.Context) error {
	for _, prompt := range atMost(p.rec.items(listPrompts, "prompts"), maxReads) {
		name := textOf(prompt, "name")
		var given []string
		for _, a := range itemsOf(prompt, "arguments") {
			arg := textOf(a, "name")
			value, err := p.offer(ctx, name, string(params("type", `"ref/prompt"`, "name", quote(name))), arg, object(given))
			if err != nil {
				return err
			}
			if bytes.Equal(memberOf(a, "required"), []byte("true")) {
				given = append(given, quote(arg)+":"+value)
			}
		}
		if _, err := p.do(ctx, "prompts read", name, "prompts/get", params("name", quote(name), "arguments", object(given))); err != nil {
			return err
		}
	}
	return nil
}

func object(members []string) string { return "{" + strings.Join(members, ",") + "}" }

var variable = regexp.MustCompile(`\{[^{}]*\}`)

func (p *player) resources(ctx context.Context) error {
	var uris []string
	for _, r := range atMost(p.rec.items(listResources, "resources"), maxReads) {
		uris = append(uris, quote(textOf(r, "uri")))
	}
	for _, uri := range uris {
		if _, err := p.do(ctx, "resources read", uri, "resources/read", params("uri", uri)); err != nil {
			return err
		}
	}
	if len(uris) > 0 && p.rec.offers("resources", "subscribe") {
		for _, method := range []string{"resources/subscribe", "resources/unsubscribe"} {
			if _, err := p.do(ctx, "subscription", uris[0], method, params("uri", uris[0])); err != nil {
				return err
			}
		}
	}
	for _, t := range atMost(p.rec.items(listTemplates, "resourceTemplates"), maxReads) {
		template := textOf(t, "uriTemplate")
		uri := template
		for _, v := range variable.FindAllString(template, -1) {
			name := strings.Trim(v, "{}+#./;?&*")
			value, err := p.offer(ctx, template, string(params("type", `"ref/resource"`, "uri", quote(template))), name, "{}")
			if err != nil {
				return err
			}
			uri = strings.ReplaceAll(uri, v, strings.Trim(value, `"`))
		}
		if _, err := p.do(ctx, "templates read", template, "resources/read", params("uri", quote(uri))); err != nil {
			return err
		}
	}
	return nil
}

// calls calls the tools that say of themselves that they only read, those that are for asking the client and destroy
// nothing, and those that the user names.
func (p *player) calls(ctx context.Context) error {
	left := maxTools
	var plain map[string]bool
	called := map[string]bool{}
	for _, raw := range p.rec.tools {
		t, err := one(raw)
		if err != nil || called[t.Name] {
			continue
		}
		given, named := p.Calls[t.Name]
		if !named {
			if p.NoCalls || left == 0 {
				continue
			}
			if !hint(raw, "readOnlyHint", "true") {
				if !hint(raw, "destructiveHint", "false") {
					continue
				}
				// A tool that is there for clients alone that can be asked something is there to ask them.
				if plain == nil {
					if plain, err = p.plain(ctx); err != nil {
						return err
					}
				}
				if plain[t.Name] {
					continue
				}
			}
		}
		called[t.Name] = true
		if given == nil {
			var ok bool
			if given, ok = arguments(t.Input); !ok {
				p.rec.skipped = append(p.rec.skipped, fmt.Sprintf("%s was not called: no arguments could be made up; name it in --call with some", t.Name))
				continue
			}
		}
		left--
		with := params("name", quote(t.Name), "arguments", string(given), "_meta", string(params("progressToken", strconv.Itoa(p.id+1))))
		if _, err := p.do(ctx, "calls", t.Name, "tools/call", with); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Calls)) {
		if !called[name] {
			return &UnknownToolError{name}
		}
	}
	return nil
}

func hint(tool []byte, name, value string) bool {
	return string(memberOf(memberOf(tool, "annotations"), name)) == value
}

// errors asks for what no server has.
func (p *player) errors(ctx context.Context) error {
	const nothing = `"schema-bench-no-such-thing"`
	for _, s := range []step{
		{about: "an unknown method", method: "schema-bench/no-such-method", params: []byte("{}")},
		{about: "an unknown tool", method: "tools/call", params: params("name", nothing, "arguments", "{}")},
		{about: "an unknown prompt", method: "prompts/get", params: params("name", nothing)},
		{about: "an unknown resource", method: "resources/read", params: params("uri", `"schema-bench:no-such-thing"`)},
		{about: "a cursor of nobody", method: "resources/list", params: params("cursor", nothing)},
	} {
		if _, err := p.do(ctx, "errors", s.about, s.method, s.params); err != nil {
			return err
		}
	}
	return nil
}

func atMost(items [][]byte, n int) [][]byte { return slices.Clip(items[:min(len(items), n)]) }

// An UnknownToolError says that the server lists no tool of a name that was to be called.
type UnknownToolError struct{ Name string }

func (e *UnknownToolError) Error() string { return fmt.Sprintf("the server lists no tool %q", e.Name) }

package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap"
	"github.com/schema-bench/schema-bench/mcpwrap/login"
)

// reach reads where the server is, and what every request to it carries.
func (o *wrapOptions) reach(e *env) (*url.URL, http.Header, error) {
	to, err := url.Parse(o.url)
	if err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" {
		return nil, nil, withHint(usagef("--url is no URL of http or https"), "an MCP endpoint often ends in /mcp or /sse") // it may hold secrets
	}
	headers, err := (&sourceOptions{headers: o.headers}).parseHeaders(e)
	if err != nil {
		return nil, nil, err
	}
	h := http.Header{}
	for name, value := range headers {
		h.Set(name, value)
	}
	return to, h, nil
}

// reachHTTP stands between a client on standard input and output and a server that is reached by a URL.
func (o *wrapOptions) reachHTTP(ctx context.Context, e *env, rewriter *mcpwrap.Rewriter, watch *wrapWatch) error {
	to, header, err := o.reach(e)
	if err != nil {
		return err
	}
	r := &mcpwrap.Remote{URL: to, Header: header, In: e.In, Out: e.Out, Log: e.Err, Rewriter: rewriter, Observer: watch.observer, Late: watch.late, CheckArgs: o.checkArgs}
	if store, ok := e.logins(); ok {
		r.Auth = login.NewSession(store, to, func(text string) { fmt.Fprintf(e.Err, "schema-bench wrap: %s\n", safetext.Line(text)) })
	}
	done := e.interrupts.serve()
	defer done()
	return r.Run(ctx)
}

// serveHTTP lets clients in over HTTP until it is interrupted.
func (o *wrapOptions) serveHTTP(ctx context.Context, e *env, rewriter *mcpwrap.Rewriter, watch *wrapWatch, command []string) error {
	token := ""
	if o.token != "" {
		if token, _ = e.lookup(o.token); token == "" {
			return withHint(usagef("the environment variable %s, which --token names, is not set", o.token), "set it to a long random text")
		}
	}
	var handler http.Handler
	if o.url != "" {
		to, header, err := o.reach(e)
		if err != nil {
			return err
		}
		h := &mcpwrap.HTTP{URL: to, Header: header, Token: token, Rewriter: rewriter, Observer: watch.observer, Say: func(text string) {
			fmt.Fprintf(e.Err, "schema-bench wrap: %s\n", safetext.Line(text))
		}}
		if handler, err = mcpwrap.NewHTTP(h); err != nil {
			return usageError{err}
		}
	} else {
		l := mcpwrap.NewLocal(&mcpwrap.Local{Command: command, Dir: e.Dir, Log: e.Err, Token: token, Rewriter: rewriter, Observer: watch.observer, CheckArgs: o.checkArgs})
		defer l.Close()
		handler = l
	}
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return withHint(usagef("--listen %s: %w", o.listen, cause(err)), "an address has a host and a port, such as 127.0.0.1:8080; port 0 takes one that is free")
	}
	if addr, ok := listener.Addr().(*net.TCPAddr); !ok || !addr.IP.IsLoopback() && token == "" {
		listener.Close()
		return withHint(usagef("--listen %s is open to other machines", o.listen), "listen on 127.0.0.1, or name a variable with a token by --token")
	}
	fmt.Fprintf(e.Err, "schema-bench wrap: listening at http://%s/mcp\n", listener.Addr())
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 30 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	done := e.interrupts.serve()
	defer done()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return interrupted(ctx)
}

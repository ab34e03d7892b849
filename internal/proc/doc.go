// Package proc runs the child processes behind stdio servers and ends them completely.
//
// A server started through a launcher such as npx is a small tree of processes, not one. Every
// child therefore gets a group of its own (a process group on Unix, a job object on Windows), and
// what ends is always the group: when the caller stops it, when the context it was started with is
// cancelled, and when the first process of the tree dies by itself.
//
// Three things are promised to callers. Standard error is always drained, so that a talkative
// child never blocks on a full pipe, and its last lines stay available for error messages. Stop
// returns in bounded time, whatever the child does with its signals. After Done is closed no
// goroutine of this package is left.
//
// What leaves the group on purpose (a daemon that calls setsid) is not followed.
package proc

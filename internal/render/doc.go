// Package render writes results as text, JSON, Markdown, CSV, JUnit XML and workflow commands of GitHub.
//
// A command has one report, a value that holds everything there is to say, and each format is one function from that
// report to bytes. Nothing is measured or decided here, and the same report gives the same bytes.
//
// Names and messages come from tools and servers and are not trusted: no format lets them move a cursor, reorder text,
// leave their table cell, mention somebody or become a formula.
package render

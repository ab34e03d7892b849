// Package catalog holds lists of tools, and reads and writes them in the wire forms of the model providers.
//
// [Read] takes a document in any form that tools are handed around in, tells by its content which one it is, and gives a
// [Catalog]. Nothing that a source declared is lost: every tool keeps its bytes as they came, members that have no field
// of their own are kept in order in [Tool.Extra], and what is odd about a tool is reported as a [Problem] beside it
// instead of dropping the tool.
//
// A tool is written back with [Tool.Wire], in the form that it came in and with what has been edited in its place;
// [Catalog.EncodeSource] writes the whole document around the tools as well, and [Catalog.Encode] the tools alone in a
// form of choice. [Catalog.Convert] says what a change of form costs.
//
// Schemas are kept as trees that remember member order and spelling. To edit one, clone it and give the tool the clone:
// an edit inside a shared tree is not noticed.
package catalog

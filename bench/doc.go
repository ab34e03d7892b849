// Package bench measures what an agent pays for its tools.
//
// The floor is what is sent again at every step: the system prompt, the instructions of the servers and the tools. The
// growth is what a step adds to the history on top of it. [Measure] takes the floor of one catalog and [MeasureAll] of
// several; [Project] runs a floor and a growth over the steps of a session and prices them; [Diff] compares two floors
// tool by tool; [Weigh] takes one tool apart down to its properties.
//
// Every token number belongs to a [Unit]. Two numbers of different units are never compared: that is an error.
//
// # How the parts add up
//
// The tools of a catalog are counted as one text, because that is what a model reads: the tokens of a floor's tools are
// those of the whole array. An encoding cuts that text into pieces before it merges bytes, and some pieces reach across
// the border of two tools or two parts, such as the `}},{"` between two tools; their tokens go to the part in which the
// piece begins. So the parts add up to the tool and the tools to the array, exactly, no part is ever negative, and what a
// tool costs depends on the tools next to it by a token or two at most.
//
// The parts are what an author wrote: the texts of name and description without their quotes, and the schemas. Framing is
// everything else: member names, quotes, punctuation between tools, and all other members that the ruler counts.
package bench

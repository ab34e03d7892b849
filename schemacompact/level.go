package schemacompact

import (
	"fmt"
	"slices"
)

// A Level is a named set of transforms. The zero value is LevelSafe.
type Level string

// The levels. They lie on two axes, so that proof and judgement never mix: proved rewrites schemas and no text, standard
// shortens text and no schema, and tight does both.
const (
	LevelNone     Level = "none"     // nothing
	LevelSafe     Level = "safe"     // annotations and dead weight; no description changes
	LevelProved   Level = "proved"   // safe, and the structural rewrites that the target allows
	LevelStandard Level = "standard" // safe, all titles and examples, and shorter parameter descriptions
	LevelTight    Level = "tight"    // proved and standard
)

// Levels returns the levels. Each holds what those before it hold, except that standard does not hold proved.
func Levels() []Level {
	return []Level{LevelNone, LevelSafe, LevelProved, LevelStandard, LevelTight}
}

// ParseLevel returns the level with that name; an unknown name is an error that lists the known ones.
func ParseLevel(name string) (Level, error) {
	if l := Level(name); slices.Contains(Levels(), l) {
		return l, nil
	}
	return "", fmt.Errorf("schemacompact: unknown level %q (known: %s)", name, list(Levels()))
}

// orDefault is the level that the zero value stands for.
func (l Level) orDefault() Level {
	if l == "" {
		return LevelSafe
	}
	return l
}

// includes reports whether l holds the transforms of other.
func (l Level) includes(other Level) bool {
	l = l.orDefault()
	switch {
	case other == "":
		return false
	case l == LevelStandard && other == LevelProved:
		return false
	}
	return slices.Index(Levels(), l) >= slices.Index(Levels(), other)
}

// below returns the levels to fall back to, in the order in which to try them. Unproved is nearly always a structural
// rewrite, so the level without them comes first.
func (l Level) below() []Level {
	switch l.orDefault() {
	case LevelTight:
		return []Level{LevelStandard, LevelProved, LevelSafe}
	case LevelStandard, LevelProved:
		return []Level{LevelSafe}
	}
	return nil
}

package verify

import "fmt"

// A Direction says how what a second schema accepts relates to what the first one does. The zero value is Undirected.
type Direction int

// The directions.
const (
	Undirected   Direction = iota // not known
	Equal                         // it accepts the same
	Narrower                      // it refuses some of what the first accepts, and accepts nothing else
	Wider                         // it accepts all that the first does, and more
	Incomparable                  // each accepts something that the other refuses
)

func directionNames() [5]string {
	return [...]string{"", "equal", "narrower", "wider", "incomparable"}
}

// String returns the text form: equal, narrower, wider, incomparable, or nothing for Undirected.
func (d Direction) String() string {
	names := directionNames()
	if d < 0 || int(d) >= len(names) {
		return fmt.Sprintf("direction(%d)", int(d))
	}
	return names[d]
}

// MarshalText returns the text form. A value that is none of the constants is an error.
func (d Direction) MarshalText() ([]byte, error) {
	if d < Undirected || d > Incomparable {
		return nil, fmt.Errorf("verify: %s is no direction", d)
	}
	return []byte(d.String()), nil
}

package verify

import "fmt"

// A Verdict says how two schemas relate. The zero value is Unknown and is not a pass.
type Verdict int

// The verdicts, from no knowledge through a known difference to the strongest proof. Only Decided, Canonical and
// Identical are proofs of equivalence.
const (
	Unknown        Verdict = iota // nothing is known
	Different                     // an instance is known that only one of them accepts
	NotValidatable                // at least one of them is no valid schema
	Tested                        // no difference was found on generated instances
	Decided                       // a decision procedure showed inclusion both ways
	Canonical                     // they are equal after rewrites that keep meaning
	Identical                     // they are equal but for what has no effect on what is accepted
)

func verdictNames() [7]string {
	return [...]string{"unknown", "different", "not-validatable", "tested", "decided", "canonical", "identical"}
}

// String returns the text form: unknown, different, not-validatable, tested, decided, canonical or identical.
func (v Verdict) String() string {
	names := verdictNames()
	if v < 0 || int(v) >= len(names) {
		return fmt.Sprintf("verdict(%d)", int(v))
	}
	return names[v]
}

// Proved reports whether v is a proof that the schemas accept the same instances.
func (v Verdict) Proved() bool { return v == Decided || v == Canonical || v == Identical }

// MarshalText returns the text form. A value that is none of the constants is an error.
func (v Verdict) MarshalText() ([]byte, error) {
	if v < Unknown || v > Identical {
		return nil, fmt.Errorf("verify: %s is no verdict", v)
	}
	return []byte(v.String()), nil
}

// UnmarshalText reads the text form; the error for anything else lists the forms.
func (v *Verdict) UnmarshalText(text []byte) error {
	names := verdictNames()
	for i, name := range names {
		if name == string(text) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("verify: unknown verdict %q: want one of %q", text, names)
}

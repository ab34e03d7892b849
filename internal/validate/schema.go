package validate

// Guessed returns the patterns of the document that no engine takes, each once. If the document was compiled with
// GuessPatterns, a verdict that depends on them is a guess.
func (s *Schema) Guessed() []string { return s.guessed }

// Accepts tells whether the schema accepts a JSON text. With an error there is no verdict.
func (s *Schema) Accepts(text []byte) (bool, error) {
	v, err := Decode(text, s.limits)
	if err != nil {
		return false, err
	}
	return s.AcceptsDecoded(v)
}

// direct is how many evaluations are few enough to need no watch.
const direct = 20_000

// AcceptsDecoded tells whether the schema accepts a value. With an error there is no verdict.
func (s *Schema) AcceptsDecoded(v *Instance) (bool, error) {
	nodes := max(v.nodes, 1)
	if s.weight == 0 || s.weight > direct/nodes {
		n, err := s.evaluations(v)
		if err != nil {
			return false, err
		}
		if n > direct {
			var ok bool
			if err := within(s.limits.Time, func() error {
				accepted := s.root.Validate(v.value) == nil
				ok = accepted
				return nil
			}); err != nil {
				return false, err
			}
			return ok, nil
		}
	}
	var ok bool
	err := recovered(func() error {
		ok = s.root.Validate(v.value) == nil
		return nil
	})
	return ok && err == nil, err
}

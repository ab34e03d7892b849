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

// What is below these bounds is over before a watch for it would pay.
const (
	direct      = 20_000     // evaluations
	directBytes = 64 << 10   // of an instance, whose strings may be measured by every evaluation
	directSteps = 20_000_000 // instructions of all patterns times bytes of the instance
)

// AcceptsDecoded tells whether the schema accepts a value. With an error there is no verdict.
func (s *Schema) AcceptsDecoded(v *Instance) (bool, error) {
	// Where dynamic references lead is not known before, and a backtracking engine can take its time again and again.
	watched := s.weigher.dynamic || s.backtracks || v.size > directBytes || s.programs > directSteps/max(v.size, 1)
	if weight := s.weigher.all[s.root]; s.weigher.cyclic || weight > direct/max(v.nodes, 1) {
		n, err := s.evaluations(v)
		if err != nil {
			return false, err
		}
		watched = watched || n > direct
	}
	var accepted bool
	validate := func() error {
		if s.refuse != nil {
			accepted = s.refuse.Validate(v.value) != nil
		} else {
			accepted = s.root.Validate(v.value) == nil
		}
		return nil
	}
	if watched {
		if err := within(s.limits.Time, validate); err != nil {
			return false, err
		}
		return accepted, nil
	}
	if err := recovered(validate); err != nil {
		return false, err
	}
	return accepted, nil
}

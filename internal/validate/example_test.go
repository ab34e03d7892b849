package validate_test

import (
	"errors"
	"fmt"

	"github.com/schema-bench/schema-bench/internal/validate"
)

func Example() {
	s, err := validate.Compile([]byte(`{"type":"object","properties":{"days":{"type":"integer","maximum":14}}}`), nil)
	fmt.Println(err)
	fmt.Println(s.Accepts([]byte(`{"days":14}`)))
	fmt.Println(s.Accepts([]byte(`{"days":14.0000000000000000000001}`)))

	_, err = validate.Compile([]byte(`{"properties":{"days":{"$ref":"#/$defs/days"}}}`), nil)
	var invalid *validate.InvalidError
	fmt.Println(errors.As(err, &invalid), invalid.Pointer)
	// Output:
	// <nil>
	// true <nil>
	// false <nil>
	// true /properties/days/$ref
}

// Package strictjson decodes the JSON files of the program and of its users, of which nothing may be passed over.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Decode decodes one JSON value into v. Unknown members and whatever stands behind the value are errors; an error of
// syntax or type says at which offset.
func Decode(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return Position(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text after the JSON value")
	}
	return nil
}

// Position adds the offset that the JSON package knows but does not print. Other errors are returned as they are.
func Position(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("%w at offset %d", err, syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Errorf("%w at offset %d", err, kind.Offset)
	}
	return err
}

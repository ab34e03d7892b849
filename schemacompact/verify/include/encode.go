package include

import (
	"math/big"
	"strconv"

	"github.com/schema-bench/schema-bench/schema"
)

// key returns a text that is the same for values that are the same.
func (v *value) key() string {
	if v.id == "" {
		v.id = string(v.appendKey(nil))
	}
	return v.id
}

// appendKey appends the key. Every kind begins with another byte and says where it ends, so that keys of different values
// differ, also inside of longer keys.
func (v *value) appendKey(dst []byte) []byte {
	switch v.kind {
	case kindNull:
		return append(dst, 'n')
	case kindBool:
		return strconv.AppendBool(dst, v.truth)
	case kindNumber:
		return append(append(append(dst, '#'), v.num.RatString()...), ';')
	case kindString:
		return appendText(dst, v.text)
	}
	dst = append(dst, "[{"[v.kind-kindArray])
	for i, item := range v.items {
		if v.kind == kindObject {
			dst = appendText(dst, v.names[i])
		}
		dst = item.appendKey(dst)
	}
	return append(dst, ']')
}

// appendText appends a string so that nothing that follows can be taken for a part of it.
func appendText(dst []byte, s string) []byte {
	dst = strconv.AppendInt(append(dst, '"'), int64(len(s)), 10)
	return append(append(dst, ':'), s...)
}

// appendJSON appends compact JSON. It reports false for a number that no decimal fraction is equal to.
func (v *value) appendJSON(dst []byte) (out []byte, ok bool) {
	switch v.kind {
	case kindNull:
		return append(dst, "null"...), true
	case kindBool:
		return strconv.AppendBool(dst, v.truth), true
	case kindNumber:
		text, ok := decimal(v.num)
		return append(dst, text...), ok
	case kindString:
		return schema.NewString(v.text).Append(dst), true
	}
	dst = append(dst, "[{"[v.kind-kindArray])
	for i, item := range v.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		if v.kind == kindObject {
			dst = append(schema.NewString(v.names[i]).Append(dst), ':')
		}
		if dst, ok = item.appendJSON(dst); !ok {
			return dst, false
		}
	}
	return append(dst, "]}"[v.kind-kindArray]), true
}

// decimal writes a number out as JSON. It reports false if the fraction has no end, which is so unless its denominator
// is a product of twos and fives.
func decimal(r *big.Rat) (string, bool) {
	if r.IsInt() {
		return r.Num().String(), true
	}
	digits := 0
	rest := new(big.Int).Set(r.Denom())
	for _, prime := range []*big.Int{big.NewInt(2), big.NewInt(5)} {
		count, q, m := 0, new(big.Int), new(big.Int)
		for {
			if q.QuoRem(rest, prime, m); m.Sign() != 0 {
				break
			}
			rest.Set(q)
			count++
		}
		digits = max(digits, count)
	}
	if rest.Cmp(big.NewInt(1)) != 0 {
		return "", false
	}
	return r.FloatString(digits), true
}

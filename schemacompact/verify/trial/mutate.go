package trial

import (
	"math/rand/v2"

	"github.com/schema-bench/schema-bench/schema"
)

// mutate edits a value at a place that is found at random.
func mutate(v *value, random *rand.Rand) *value {
	children := len(v.fields) + len(v.items)
	if children > 0 && random.IntN(4) > 0 {
		i := random.IntN(children)
		if v.kind == schema.Object {
			return v.with(v.fields[i].name, mutate(v.fields[i].value, random))
		}
		return v.withItem(i, mutate(v.items[i], random))
	}
	switch edit := random.IntN(5); {
	case v.kind == schema.Object && edit < 2 && children > 0:
		return v.without(v.fields[random.IntN(children)].name)
	case v.kind == schema.Object && edit < 3:
		names := append(strangers(), "extra0")
		return v.with(names[random.IntN(len(names))], anything(random))
	case v.kind == schema.Object && edit < 4 && children > 1:
		from, to := random.IntN(children), random.IntN(children)
		return v.with(v.fields[to].name, v.fields[from].value)
	case v.kind == schema.Array && edit < 2 && children > 0:
		return v.withoutItem(random.IntN(children))
	case v.kind == schema.Array && edit < 4 && children > 0:
		return v.withItem(children, v.items[random.IntN(children)])
	case v.kind == schema.String && edit < 3:
		s, _ := v.text()
		chars := []rune(s)
		at := random.IntN(len(chars) + 1)
		return text(string(chars[:at]) + string([]rune{'a', '0', '-', ' ', 'Z', 'é', '\n'}[random.IntN(7)]) + string(chars[at:]))
	case v.kind == schema.String && edit < 4:
		s, _ := v.text()
		return text(withoutLast(s))
	case v.kind == schema.Number && edit < 4:
		if r := ratOf(literal(v.raw)); r != nil {
			by := one()
			if edit == 0 {
				by = half(by)
			}
			if random.IntN(2) == 0 {
				by.Neg(by)
			}
			return number(ratText(add(r, by)))
		}
	}
	return anything(random)
}

// anything returns some value, most of them of a kind that is not expected.
func anything(random *rand.Rand) *value {
	return []*value{
		null(), boolean(true), boolean(false), number("0"), number("1"), number("-1"), number("2.5"), number("1000000"),
		text(""), text("a"), text("1"), array(), array(null()), object(), object(field{"a", number("1")}),
	}[random.IntN(15)]
}

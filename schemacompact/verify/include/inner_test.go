package include

import (
	"fmt"
	"math/big"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/validate"
)

func TestDefaultsAreThoseOfTheDocumentation(t *testing.T) {
	t.Parallel()
	var none *Options
	want := Options{Steps: 700_000, Terms: 4096, Depth: 1000, Schemas: 200_000}
	if got := none.orDefault(); got != want {
		t.Errorf("%+v", got)
	}
	want.Terms = 7
	if got := (&Options{Terms: 7}).orDefault(); got != want {
		t.Errorf("%+v", got)
	}
	if got := (&Options{Depth: 20_000}).orDefault(); got.Depth != 10_000 {
		t.Errorf("goals may be nested %d deep", got.Depth)
	}
}

func TestNumbersUpToTheLimit(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"1e2000": true, "1e2001": false, "1e-2000": true, "1e-2001": false,
		strings.Repeat("7", 2000): true, strings.Repeat("7", 2001): false,
	} {
		if _, err := read(parse(t, text)); (err == nil) != ok {
			t.Errorf("%.20s…, %d characters: %v", text, len(text), err)
		}
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][2]int{
		`^`: {0, 0}, `$`: {0, 0}, ``: {0, 0}, `\b`: {0, 0}, `^ab$`: {2, 2}, `a?`: {0, 1}, `(?:ab|c)`: {1, 2}, `[a-z]{2,5}x`: {3, 6}, `a+`: {1, maxText}, `.*`: {0, maxText},
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if low, high := span(re); low != want[0] || high != want[1] {
			t.Errorf("%s takes %d to %d characters, not %v", pattern, low, high, want)
		}
	}
}

// Of two sides of a union a value is worth more than the knowledge that there is one.
func TestEither(t *testing.T) {
	t.Parallel()
	v := scalar(kindNull)
	sure, with, none, guess, open := found{status: inhabited}, found{status: inhabited, val: v}, found{status: empty}, found{val: v}, found{}
	for _, c := range []struct {
		name string
		a, b found
		want found
	}{
		{"value behind", sure, with, with}, {"value before", with, sure, with}, {"nothing and value", none, with, with}, {"value and nothing", with, none, with},
		{"nothing on both sides", none, none, none}, {"open and sure", open, sure, sure}, {"open and nothing", open, none, open}, {"nothing and open", none, open, open},
		{"guess behind", open, guess, guess}, {"guess before", guess, open, guess}, {"sure and open", sure, open, sure},
	} {
		if got := either(c.a, c.b); got != c.want {
			t.Errorf("%s: %+v, not %+v", c.name, got, c.want)
		}
	}
}

// What is added to one alternative of a clause is not in another, whatever room the slices have.
func TestForksAreApart(t *testing.T) {
	t.Parallel()
	b := branch{seen: make([]lit, 1, 8), clauses: make([]clause, 2, 8), cons: make([]*node, 0, 8), excluded: make([]*value, 0, 8), is: make([]int, 0, 8), isnt: make([]int, 0, 8),
		queue: []item{{op: opHas}}}
	c, d := b.fork(), b.fork()
	for i, x := range []*branch{c, d} {
		x.seen = append(x.seen, lit(i))
		x.clauses[0].positive = i == 0
		x.clauses = append(x.clauses, clause{positive: i == 0})
		x.is, x.isnt = append(x.is, i), append(x.isnt, i)
		x.excluded = append(x.excluded, boolean(i == 0))
		x.cons = append(x.cons, &node{id: i})
	}
	for i, x := range []*branch{c, d} {
		if x.seen[1] != lit(i) || x.clauses[0].positive != (i == 0) || x.clauses[2].positive != (i == 0) || x.is[0] != i || x.isnt[0] != i || x.cons[0].id != i || x.excluded[0].key() != boolean(i == 0).key() {
			t.Errorf("copy %d holds what was put into the other", i)
		}
		if len(x.queue) != 0 {
			t.Errorf("copy %d is to do again what waits in the original", i)
		}
	}
	if b.clauses[0].positive {
		t.Error("the original is changed")
	}
}

func TestStringsUpToTheLongestThatIsMade(t *testing.T) {
	t.Parallel()
	at := fmt.Sprintf(`{"type":"string","minLength":%d}`, maxText)
	if answer, witness, why := Inhabited(read2020(t, at), nil); answer != Yes || len(witness) != maxText+2 {
		t.Errorf("%v with %d bytes, %v", answer, len(witness), why)
	}
	above := fmt.Sprintf(`{"type":"string","minLength":%d}`, maxText+1)
	if answer, witness, _ := Inhabited(read2020(t, above), nil); answer != Unknown || len(witness) != 0 {
		t.Errorf("%v with %d bytes of a text that is not made", answer, len(witness))
	}
}

// Schemas that say the same in another order are one class, so that nothing has to be searched.
func TestOrderMakesNoOtherClass(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, a, b string }{
		{"enum", `{"enum":["b",[1],"a"]}`, `{"enum":[[1],"a","b"]}`},
		{"oneOf", `{"oneOf":[{"minLength":2},{"pattern":"x"}]}`, `{"oneOf":[{"pattern":"x"},{"minLength":2}]}`},
		{"anyOf", `{"anyOf":[{"minLength":2},{"pattern":"x"}]}`, `{"anyOf":[{"pattern":"x"},{"minLength":2}]}`},
		{"allOf", `{"allOf":[{"minLength":2},{"pattern":"x"}]}`, `{"allOf":[{"pattern":"x"},{"minLength":2}]}`},
		{"required", `{"required":["b","a"]}`, `{"required":["a","b"]}`},
	} {
		p, o := compile((*Options)(nil).orDefault(), read2020(t, c.a), read2020(t, c.b))
		if o != nil {
			t.Fatal(o)
		}
		if p.roots[0] != p.roots[1] {
			t.Errorf("%s: two classes", c.name)
		}
	}
	p, o := compile((*Options)(nil).orDefault(), read2020(t, `{"prefixItems":[{"minLength":2},{"pattern":"x"}]}`), read2020(t, `{"prefixItems":[{"pattern":"x"},{"minLength":2}]}`))
	if o != nil || p.roots[0] == p.roots[1] {
		t.Errorf("the order of a tuple is lost: %v", o)
	}
}

// An item that may be one of those that an array has to contain keeps the array possible.
func TestContainsWhatIsNotCertain(t *testing.T) {
	t.Parallel()
	const doc = `{"type":"array","contains":{"type":"string","pattern":"^(?!a)[a-z]+$"},"minContains":%d,"maxContains":%d}`
	for _, c := range []struct {
		min, max int
		instance string
		want     truth
	}{
		{1, 9, `["b"]`, maybe}, {2, 9, `["b"]`, no}, {2, 9, `["b","c",7]`, maybe}, {1, 1, `["b","c"]`, maybe}, {1, 9, `[7]`, no}, {1, 9, `[]`, no}, {0, 1, `["b","c"]`, maybe}, {0, 2, `["b","c"]`, yes},
	} {
		p, o := compile((*Options)(nil).orDefault(), read2020(t, fmt.Sprintf(doc, c.min, c.max)))
		if o != nil {
			t.Fatal(o)
		}
		v, err := read(parse(t, c.instance))
		if err != nil {
			t.Fatal(err)
		}
		e := evaluation{p: p, reading: ignored, steps: 1000}
		if got := e.eval(p.roots[0], v); got != c.want {
			t.Errorf("%s with %d to %d of them: %v, not %v", c.instance, c.min, c.max, got, c.want)
		}
	}
}

// All of a thousand numbers behind the product of the primes below a thousand have one of these as a divisor, so that
// nothing near the bound is good. One more than a multiple of the product is.
func TestNumberBehindALongRunOfMultiples(t *testing.T) {
	t.Parallel()
	product := big.NewInt(1)
	var not []string
	for n := int64(2); n < 1000; n++ {
		if p := big.NewInt(n); p.ProbablyPrime(0) {
			product.Mul(product, p)
			not = append(not, fmt.Sprintf(`{"multipleOf":%d}`, n))
		}
	}
	times := func(n, plus int64) *big.Int {
		return new(big.Int).Add(new(big.Int).Mul(product, big.NewInt(n)), big.NewInt(plus))
	}
	for name, bounds := range map[string]string{
		"two bounds":  fmt.Sprintf(`"minimum":%s,"maximum":%s`, times(1, 2), times(3, 0)),
		"from below":  fmt.Sprintf(`"minimum":%s`, times(1, 2)),
		"from above":  fmt.Sprintf(`"maximum":%s`, times(-1, -2)),
		"both behind": fmt.Sprintf(`"minimum":%s,"maximum":%s`, times(-3, 0), times(-1, -2)),
	} {
		doc := fmt.Sprintf(`{"type":"integer",%s,"not":{"anyOf":[%s]}}`, bounds, strings.Join(not, ","))
		answer, witness, why := Inhabited(read2020(t, doc), nil)
		if answer != Yes {
			t.Errorf("%s: %v, %v", name, answer, why)
			continue
		}
		if !accepts(t, validator(t, doc, validate.AsDraft), string(witness)) {
			t.Errorf("%s: %s is refused", name, witness)
		}
	}
}

// Package trial compares two JSON Schemas by trying instances on both.
//
// It proves nothing. It finds differences, each with an instance that a validator has judged, and where it finds none it
// says how hard it looked: how many instances it tried, and which share of the faults that were put into the second schema
// on purpose these very instances would have found.
//
// # Instances
//
// [Run] reads both schemas and makes instances from each: valid ones, small and full, for every branch of a choice and for
// pairs of branches; then instances that are valid but for one place, with a value there that is just inside or just
// outside of what a keyword allows, or of another kind; then random edits of valid instances. What a schema seems to
// allow only guides the choice. The verdicts are those of package internal/validate, so a wrong reading of a schema can
// miss a difference and never invent one.
//
// # Faults
//
// A fault is one edit of the second schema: a keyword dropped, a bound moved by one, a value, a required name or a branch
// removed, an object closed or opened, a reference led elsewhere. It is killed if one of the instances gets another verdict
// from the faulty schema. A fault that nothing tells from the schema may be none, since schemas can say things twice. It
// still counts against the rate unless it is proved to be none, and it is listed.
//
// All that is done is bounded: the number and size of instances, the places that are looked into, the time.
package trial

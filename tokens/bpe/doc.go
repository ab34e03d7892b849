// Package bpe counts, encodes and decodes text by the byte pair encodings of OpenAI's models, exactly
// and offline: the vocabularies are compiled in.
//
// An encoding cuts text into pieces by a pattern, which is followed here by hand written code over the
// classes of Unicode 16, the version of the reference implementation. A piece that is a token is one
// token, and the bytes of any other are merged, pair by pair, the pair that makes the token of lowest
// rank first. Time is linear in the length of the text, whatever the text. Bytes that are not valid
// UTF-8 are outside the definition of the encodings; each is taken for one character that is neither
// letter, mark, number nor space.
package bpe

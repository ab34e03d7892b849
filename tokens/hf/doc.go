// Package hf counts, encodes and decodes text by the tokenizer of a tokenizer.json, the file format in which
// open models publish theirs (Llama, Qwen, DeepSeek, Mistral, Gemma and others), exactly and offline.
//
// Supported are byte pair encodings with the normalizers NFC, NFD, NFKC, NFKD, Lowercase, Strip, Prepend,
// Replace and ByteLevel, the pre-tokenizers ByteLevel, Split, Digits, Metaspace, Whitespace, WhitespaceSplit and
// Punctuation, sequences of either, and added tokens. Anything else is an error: there is no estimate here.
//
// Regular expressions are matched by code of this package, in time linear in the text and with the tables of
// the reference implementation, version 0.23 of the Rust library tokenizers: Unicode 16 for expressions, Unicode 9
// for normalization. An expression that cannot be matched in linear time is refused when the file is read.
package hf

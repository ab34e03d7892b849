"""Writes the small tokenizers of this folder and golden.json: what the reference implementation (pip install
tokenizers==0.23.3) makes of every text, with text that looks like a special token taken as ordinary."""
import json
import pathlib

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

here = pathlib.Path(__file__).parent
CORPUS = [
    "A counter reads the tools once and says what each of them costs, name by name and line by line.",
    "Die Werkzeuge kosten Platz; wer sie kürzt, gewinnt Schritte. Größe zählt, Straße auch.",
    'func Count(text []byte) int {\n\treturn len(text)\n}\n\n{"type": "object", "properties": {"path": {"type": "string"}}}',
    "Les outils déjà décrits coûtent à chaque étape. 12 outils, 345 mots, 6789 jetons en 2024.",
    "счётчик считает слова и слова считают счётчик; 工具很多，工具很贵，工具要数。ツールを数える。",
    "It's what they've said: we'll count, you'd better count, I'm counting. IT'S CAPS.",
] * 4

TEXTS = [
    "", " ", "  ", "a", " a", "a ", "The tools cost what they cost.", "it's we'll THEY'VE I'Dx 'sx", "it'ſ K'S",
    "count(text)\n\n\n  \t return\r\n\r\n", "   leading and trailing   ", "tabs\t\tand\u00a0no-break\u3000wide\u2028line",
    "1 12 123 1234 12345 3.14 ½ ² Ⅷ ٣٤٥ １２", "Straße Größe naïve de\u0301ja\u0300 A\u030a \u1100\u1161\u11a8 ﬁ ① Å",
    "счётчик Счёт СЛОВА", "工具很多，工具 ツールを数える。한국어", "🙂 👩‍👩‍👧 🇩🇪 ❤️", '{"a":[1,2,{"b":null}],"c":"d\\n"}',
    "camelCase HTTPServer snake_case x-y a/b//c", "!!! ... --- ==> «q» “z” $1 €2 <b>", "<s> </s> <special> <tool>x</tool> <tool >",
    "a <pad> b<pad>c", "word words sword word", "Day day DAY", "▁ ▁a a▁b ▁▁", "Ġ ĠĠ Ċ", "<0x0A> <0xFF> <unk>", "\x00\x01\x7f\x1b[0m",
    "\U000140f3's \U00010d4a\n \U0001ccf3 \u0378 \U0010ffff", "q" * 50, "ab" * 120, " " * 40 + "x", "\n" * 10 + " x",
    "a\u0315\u0323\u0301\u0302 " + "e" + "\u0301" * 40, "İstanbul ΣΑΣ ǅ", "x\u200dy\u200c \ufeffz", "x\u0c3c\u0334 \U00011935\U00011930",
]

CL = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
CAMEL = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+%s|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*%s|\p{N}%s| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
SHORT = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
POSSESSIVE = r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
IDEOGRAPHS = "[一-龥\u3040-ゟ゠-ヿ]+"
DEEP = "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+"

P, N, D = pre_tokenizers, normalizers, decoders


def split(expression, behavior="isolated", invert=False):
    return P.Split(Regex(expression), behavior, invert)


def bytes_after(*steps):
    return P.Sequence([*steps, P.ByteLevel(add_prefix_space=False, use_regex=False)])


SENTENCEPIECE = D.Sequence([D.Replace("▁", " "), D.ByteFallback(), D.Fuse(), D.Strip(" ", 1, 0)])
FALLBACK = ["<unk>"] + [f"<0x{b:02X}>" for b in range(256)]
golden = {}


def make(name, pre, normalizer=None, decoder=None, added=(), size=420, initial=None, edit=None, **model):
    """Trains a tokenizer, changes its file by edit, and records what the reference makes of it."""
    t = Tokenizer(models.BPE(**model))
    if normalizer:
        t.normalizer = normalizer
    if pre:
        t.pre_tokenizer = pre
    if decoder:
        t.decoder = decoder
    byte_level = isinstance(decoder, D.ByteLevel)
    trainer = trainers.BpeTrainer(
        vocab_size=size, show_progress=False, special_tokens=initial or [], max_token_length=12,
        initial_alphabet=P.ByteLevel.alphabet() if byte_level else list("etaoinshrdlu ▁"),
        **{k: v for k, v in model.items() if k in ("continuing_subword_prefix", "end_of_word_suffix")})
    t.train_from_iterator(CORPUS, trainer)
    t.add_special_tokens(["<s>", "</s>"])
    t.add_tokens(list(added))
    file = json.loads(t.to_str())
    file["added_tokens"] = [a for a in file["added_tokens"] if a["content"] not in FALLBACK[1:]]
    if edit:
        edit(file)
    text = json.dumps(file, ensure_ascii=False, separators=(",", ":"))
    (here / f"{name}.json").write_text(text + "\n")
    t = Tokenizer.from_str(text)
    t.encode_special_tokens = True
    ids = [t.encode(text, add_special_tokens=False).ids for text in TEXTS]
    golden[name] = [{"ids": i, "decoded": t.decode(i, skip_special_tokens=False)} for i in ids]


def legacy(file):
    """Writes merges as older versions did, and leaves out what they had not."""
    model = file["model"]
    model["merges"] = [" ".join(pair) for pair in model["merges"]]
    for name in ("type", "byte_fallback", "ignore_merges"):
        del model[name]


BYTES = D.ByteLevel()
tool = AddedToken("<tool>", normalized=False)
make("bytelevel", P.ByteLevel(add_prefix_space=True), decoder=BYTES, edit=legacy)
make("bytes-nfkc", P.ByteLevel(add_prefix_space=False), N.NFKC(), BYTES)
make("cl", bytes_after(split(CL)), decoder=BYTES, edit=lambda f: f["model"].update(ignore_merges=True))
make("possessive", bytes_after(split(POSSESSIVE, "removed", True)), decoder=BYTES)
make("single-digits-nfc", bytes_after(split(CL.replace("{1,3}", ""))), N.NFC(), BYTES, [tool, AddedToken("</tool>", normalized=False)])
make("camel", bytes_after(split(CAMEL % (SHORT, SHORT, "{1,3}"), "removed", True)), decoder=BYTES)
make("camel-single-digits", bytes_after(split(CAMEL % ("", "", ""))), decoder=BYTES)
make("three-splits", bytes_after(split(r"\p{N}{1,3}"), split(IDEOGRAPHS), split(DEEP)), N.Sequence([]), BYTES, [AddedToken("<tool>")])
make("digits-bytes", P.Sequence([P.Digits(True), P.ByteLevel(add_prefix_space=False)]), decoder=BYTES)
make("bytes-inside", P.Sequence([P.Punctuation("contiguous"), P.ByteLevel(add_prefix_space=False), P.Digits(False), split("[0-9][0-9][0-9]")]), decoder=BYTES)
make("bytes-normalizer", None, N.Sequence([N.NFD(), N.ByteLevel()]), BYTES)
make("prepend-fallback", None, N.Sequence([N.Prepend("▁"), N.Replace(" ", "▁")]), SENTENCEPIECE, [tool], 620, FALLBACK, unk_token="<unk>", fuse_unk=True, byte_fallback=True)
make("metaspace-first", P.Metaspace(prepend_scheme="first", split=False), None, SENTENCEPIECE, [tool], 620, FALLBACK, unk_token="<unk>", byte_fallback=True)
make("metaspace-first-stripped", P.Sequence([P.WhitespaceSplit(), P.Metaspace(prepend_scheme="first")]), N.Strip(), D.Metaspace(prepend_scheme="first"), size=300, unk_token="<unk>", initial=["<unk>"])
make("metaspace-always", P.Metaspace(), N.NFKD(), D.Metaspace(), [AddedToken("tools", normalized=True)], 300, ["<unk>"], unk_token="<unk>", fuse_unk=True)
make("metaspace-never", P.Metaspace(prepend_scheme="never"), None, D.Metaspace(prepend_scheme="never"), size=300)
make("blank-split", P.Split(" ", "merged_with_previous"), N.Replace(" ", "▁"), D.Sequence([D.Replace("▁", " "), D.ByteFallback(), D.Fuse()]), [tool, AddedToken("\n\n", normalized=False)], 620, FALLBACK, unk_token="<unk>", fuse_unk=True, byte_fallback=True)
make("words-lower", P.Whitespace(), N.Sequence([N.NFD(), N.Lowercase(), N.Strip()]), None, [AddedToken("Day", normalized=True), AddedToken("word", single_word=True)], 300, ["[UNK]"], unk_token="[UNK]")
make("suffix", P.Sequence([P.WhitespaceSplit(), P.Punctuation()]), N.Replace(Regex(r"[\p{Nd}]+"), "0"), D.BPEDecoder("</w>"), size=300, end_of_word_suffix="</w>", unk_token="<unk>", initial=["<unk>"])
make("prefix", P.Sequence([P.WhitespaceSplit(), split(r"[\w&&[^\d_]]+|[^\w\s]", "merged_with_next")]), None, None, size=300, continuing_subword_prefix="##", unk_token="<unk>", initial=["<unk>"])
make("added", P.Split(Regex(r"\s"), "contiguous"), N.Lowercase(), D.Fuse(), [
    AddedToken("<pad>", lstrip=True, rstrip=True, normalized=False), AddedToken("<tool", rstrip=True, normalized=False),
    AddedToken("Word", single_word=True, normalized=True), AddedToken("<special>", special=True), AddedToken("  ", lstrip=True)], 300, ["<unk>"], unk_token="<unk>")
make("merged-previous", split(r"(?:an|er)|[aeiou]{2,3}|\s+$", "merged_with_previous", True), None, D.Fuse(), size=300)

(here / "golden.json").write_text(json.dumps({"texts": TEXTS, "tokenizers": golden}, separators=(",", ":")) + "\n")

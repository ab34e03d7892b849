package schemacompact

import (
	"slices"
	"strings"
	"unicode"
)

// A bond is the way in which a sentence binds the argument. What the schema node enforces itself need not be said
// again: an enum says which values are valid, a format what a date looks like, maximum where a number ends.
type bond uint8

const (
	bondDuty   bond = 1 << iota // must, never, only, required, danger, deprecation
	bondBound                   // maximum, up to, at least
	bondForm                    // format, ISO 8601, comma-separated
	bondChoice                  // one of, valid values
	bondUnit                    // in seconds, UTC
	bondAbsent                  // default, if omitted
)

// spared are the bonds that the node states without prose.
func (c proseContext) spared() bond {
	var b bond
	if c.hasEnum {
		b |= bondChoice | bondForm
	}
	if c.hasFormat {
		b |= bondForm | bondUnit
	}
	if c.hasPattern {
		b |= bondForm
	}
	if c.hasDefault {
		b |= bondAbsent
	}
	if c.hasBound {
		b |= bondBound
	}
	return b
}

// bondOf returns how one word alone binds, or 0.
func bondOf(w string) bond {
	switch w {
	case "must", "mustnt", "never", "cannot", "cant", "only", "required", "mandatory", "forbidden", "prohibited", "disallowed",
		"unique", "mutually", "deprecated", "obsolete", "irreversible", "irreversibly", "permanently", "destructive", "dangerous",
		"danger", "warning", "caution", "undone":
		return bondDuty
	case "maximum", "minimum", "max", "min", "between", "range", "inclusive", "exclusive":
		return bondBound
	case "format", "formatted", "iso", "rfc", "regex", "encoded", "base64", "separated", "delimited", "sensitive", "insensitive", "lowercase",
		"uppercase", "syntax", "wildcard", "wildcards", "escaped":
		return bondForm
	case "either", "allowed", "acceptable":
		return bondChoice
	case "milliseconds", "ms", "seconds", "minutes", "hours", "bytes", "kb", "mb", "gb", "pixels", "px", "percent", "%", "percentage", "degrees",
		"cents", "utc", "gmt", "timezone", "unit", "units", "meters", "metres", "kilometers", "miles", "characters", "tokens":
		return bondUnit
	case "default", "defaults", "defaulting", "omitted", "omit", "unset", "unspecified":
		return bondAbsent
	}
	return foreignBond(w)
}

// foreignBond is bondOf for German, French, Spanish, Portuguese, Italian, Russian, Hindi, Arabic and Korean.
func foreignBond(w string) bond {
	switch w {
	case "muss", "müssen", "darf", "dürfen", "nie", "niemals", "nicht", "nur", "pflichtfeld", "erforderlich", "eindeutig",
		"doit", "doivent", "jamais", "seulement", "uniquement", "obligatoire", "obligatoires", "requis", "requise", "interdit",
		"debe", "deben", "nunca", "solo", "sólo", "solamente", "únicamente", "obligatorio", "requerido",
		"deve", "devem", "somente", "apenas", "obrigatório", "não", "devono", "mai", "soltanto", "obbligatorio",
		"должен", "должна", "должно", "должны", "нельзя", "только", "обязательно", "обязательный", "обязательное", "никогда", "не",
		"अनिवार्य", "केवल", "आवश्यक", "नहीं", "चाहिए", "कभी", "يجب", "فقط", "مطلوب", "لا", "반드시", "필수", "금지", "불가", "만":
		return bondDuty
	case "mindestens", "höchstens", "maximal", "minimal", "zwischen", "máximo", "mínimo", "rango", "entre", "intervalo", "massimo", "minimo",
		"максимум", "минимум", "максимальное", "минимальное", "диапазон", "अधिकतम", "न्यूनतम", "सीमा", "الحد", "최대", "최소", "이상", "이하":
		return bondBound
	case "formato", "формат", "формате", "प्रारूप", "تنسيق", "형식", "형식은":
		return bondForm
	case "einheit", "sekunden", "unité", "secondes", "unidad", "segundos", "unidade", "secondi", "секундах", "секунд", "सेकंड", "ثانية", "단위", "초",
		"zeichen", "caractères", "caracteres", "caratteri", "символов":
		return bondUnit
	case "standardmäßig", "standardwert", "défaut", "predeterminado", "defecto", "padrão", "predefinito", "умолчанию", "डिफ़ॉल्ट", "افتراضي",
		"الافتراضي", "기본값", "기본값은", "생략":
		return bondAbsent
	}
	return 0
}

// The lists below are compared with words joined by single spaces; one phrase per line.
const (
	dutyPhrases = `do not use
do not pass
do not include
do not set
do not guess
does not accept
should not
dont use
dont pass
dont include
dont set
not supported
not allowed
read only
write only
has to be
have to be
not its
empty list
empty array
empty string
replaces all
overwrites`

	boundPhrases = `up to
at least
at most
no more than
no less than
no longer than`

	formPhrases = `e 164
bcp 47
yyyy
hh mm
two letter
three letter
two letters
three letters
case sensitive`

	choicePhrases = `one of
possible values
supported values
accepted values
values are
values include
valid values
valid types
valid options
supported types
supported formats
a valid`

	absentPhrases = `if not
if omitted
leave blank
leave empty
leave out
omit to
omit for
not provided
not specified`

	examplePhrases = `e g
eg
for example
for instance
example
examples
z b
par exemple
por ejemplo
por exemplo
zum beispiel
например`

	// Chinese and Japanese write no spaces and Korean glues endings, so these are found anywhere in a text.
	exampleMarks = `例如 比如 示例 例： 例えば 예: 예시 예를 उदाहरण`
	dutyMarks    = `必须 必須 必需 必填 不可 不能 不得 不要 不支持 禁止 仅 僅 只能 只有 只支持 唯一 必要 のみ だけ ません ください 반드시 필수 금지 불가 해야`
	boundMarks   = `最大 最小 最多 最少 最长 最短 上限 下限 至少 至多 范围 範圍 範囲 之间 以内 以下 以上 未満 不超过 まで 최대 최소 이상 이하`
	formMarks    = `格式 形式 逗号 分隔 형식`
	choiceMarks  = `可选值 取值 枚举`
	unitMarks    = `单位 單位 単位 毫秒 秒 字节 文字以 단위`
	absentMarks  = `默认 默認 預設 缺省 省略 为空 為空 既定 デフォルト 기본값 생략`

	// referencePhrases open a sentence that points to other text.
	referencePhrases = `see
refer to
learn more
read more
more info
more details
for more
for further
for details
for additional information
for a full list
for a complete list
documentation
docs`

	// asidePhrases open remarks on how a value is queried, not on what to pass.
	asidePhrases = `supports filter
supports orderby
supports search
supports expand
requires select
returned by default
returned only on select
not returned by default
inherited from
simplified from`

	// strongPhrases make a reference worth keeping.
	strongPhrases = `must
never
only
required
cannot
iso
rfc
format
syntax
valid
allowed
following
one of`
)

// bondsOf returns every way in which a sentence binds. s is its text, words and padded its words.
func bondsOf(s string, words []string, padded string) bond {
	var b bond
	for i, w := range words {
		w := bondOf(w)
		if w == bondUnit && !measures(words, i) {
			continue // "the timezone of the user" is no unit
		}
		if words[i] == "only" && !restricts(words, i) {
			continue // "if you only need a summary" forbids nothing
		}
		b |= w
	}
	for _, l := range []struct {
		bond           bond
		phrases, marks string
	}{
		{bondDuty, dutyPhrases, dutyMarks},
		{bondBound, boundPhrases, boundMarks},
		{bondForm, formPhrases, formMarks},
		{bondChoice, choicePhrases, choiceMarks},
		{bondUnit, "", unitMarks},
		{bondAbsent, absentPhrases, absentMarks},
	} {
		if b&l.bond == 0 && (l.phrases != "" && hasPhrase(padded, l.phrases) || hasAny(s, l.marks)) {
			b |= l.bond
		}
	}
	if b&bondBound != 0 && !hasNumber(words) && !hasAny(s, boundMarks) {
		b &^= bondBound // "the maximum is applied" bounds nothing
	}
	if b&bondAbsent != 0 && slices.Contains(words, "unchanged") {
		b &^= bondAbsent // "omit to leave it unchanged" is what leaving out means everywhere
	}
	if assignsValues(s) {
		b |= bondChoice
	}
	return b
}

// measures reports whether the unit at words[i] stands where a unit does: behind a number, "in", "of", or first.
func measures(words []string, i int) bool {
	if i == 0 || foreignBond(words[i]) != 0 {
		return true
	}
	switch prev := words[i-1]; prev {
	case "in", "as", "number", "per", "is", "are":
		return true
	default:
		return prev[0] >= '0' && prev[0] <= '9'
	}
}

func hasNumber(words []string) bool {
	for _, w := range words {
		if strings.ContainsFunc(w, unicode.IsDigit) {
			return true
		}
	}
	return false
}

// restricts reports whether the "only" at words[i] limits something: it opens the sentence, or stands beside a verb or
// a condition.
func restricts(words []string, i int) bool {
	if i == 0 {
		return true
	}
	switch words[i-1] {
	case "currently", "can", "must", "may", "should", "is", "are", "applies", "supports", "accepts", "works", "used", "required", "valid", "allowed", "available",
		"supported", "true", "use", "returns", "read", "write":
		return true
	}
	if i+1 == len(words) {
		return true
	}
	switch words[i+1] {
	case "pass", "use", "set", "include", "specify", "provide", "send", "when", "if", "for", "with", "in", "one", "on", "applies", "used", "available", "valid", "supported", "allowed", "works", "required",
		"applicable", "after", "once", "accepts", "supports", "a", "to", "letters", "numbers", "digits":
		return true
	}
	return false
}

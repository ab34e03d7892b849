package schemacompact

// hasConstraintWord reports whether one word alone shows that a sentence constrains the argument.
func hasConstraintWord(words []string) bool {
	for _, w := range words {
		if isConstraintWord(w) {
			return true
		}
	}
	return false
}

func isConstraintWord(w string) bool {
	switch w {
	// Duty and prohibition.
	case "must", "mustnt", "never", "cannot", "cant", "dont", "shouldnt", "wont", "not", "only", "required", "requires", "require", "mandatory",
		"forbidden", "prohibited", "disallowed", "invalid", "unsupported", "rejected", "rejects", "fails", "error", "always", "exactly",
		"either", "unless", "except", "without", "ignored", "ignores", "overrides", "overridden", "supersedes", "takes", "no":
		return true
	// Bounds and counts.
	case "maximum", "minimum", "max", "min", "limit", "limited", "limits", "between", "range", "least", "most", "longer",
		"shorter", "greater", "fewer", "inclusive", "exclusive", "length", "precision", "unique", "positive", "negative", "empty", "null":
		return true
	// Form.
	case "format", "formats", "formatted", "iso", "rfc", "regex", "pattern", "syntax", "encoded", "base64", "uuid", "hex", "hexadecimal",
		"slug", "separated", "delimited", "delimiter", "sensitive", "insensitive", "lowercase", "uppercase", "prefix", "prefixed",
		"wildcard", "wildcards", "absolute", "relative", "escaped", "json", "cron", "e164", "iana":
		return true
	// Units.
	case "milliseconds", "millisecond", "ms", "seconds", "minutes", "minute", "hours", "days", "bytes", "byte", "kb", "mb",
		"gb", "kib", "mib", "characters", "pixels", "pixel", "px", "percent", "%", "percentage", "degrees", "cents", "utc", "gmt", "timezone", "epoch",
		"timestamp", "unit", "units", "meters", "metres", "kilometers", "miles", "tokens":
		return true
	// Choice and absence.
	case "default", "defaults", "defaulting", "omitted", "omit", "omitting", "unset", "unspecified", "absent", "allowed", "permitted",
		"valid", "acceptable", "accepts", "supported", "options", "alternatively", "mutually", "conflicts", "instead":
		return true
	// Danger and life cycle.
	case "deprecated", "obsolete", "irreversible", "irreversibly", "permanently", "destructive", "dangerous", "danger", "warning", "caution",
		"important", "immutable", "readonly", "undone", "overwrites", "overwrite":
		return true
	}
	return isForeignConstraint(w)
}

// isForeignConstraint is isConstraintWord for German, French, Spanish, Portuguese, Italian, Russian, Hindi, Arabic and
// Korean.
func isForeignConstraint(w string) bool {
	switch w {
	case "muss", "müssen", "darf", "dürfen", "nie", "niemals", "nicht", "nur", "mindestens", "höchstens", "maximal", "minimal", "standardmäßig",
		"standardwert", "zwischen", "einheit", "sekunden", "pflichtfeld", "erforderlich", "falls", "wenn", "eindeutig", "kein", "keine", "zeichen", "werte":
		return true
	case "doit", "doivent", "jamais", "seulement", "uniquement", "défaut", "obligatoire", "obligatoires", "entre", "unité", "requis",
		"requise", "secondes", "caractères", "interdit", "pas", "moins", "valeurs":
		return true
	case "debe", "deben", "nunca", "solo", "sólo", "solamente", "máximo", "mínimo", "predeterminado", "defecto", "obligatorio", "requerido",
		"formato", "rango", "unidad", "segundos", "únicamente", "valores", "caracteres":
		return true
	case "deve", "devem", "somente", "apenas", "padrão", "obrigatório", "intervalo", "unidade", "não", "devono", "mai", "soltanto", "massimo",
		"minimo", "predefinito", "obbligatorio", "secondi", "caratteri":
		return true
	case "должен", "должна", "должно", "должны", "нельзя", "только", "формат", "формате", "максимум", "минимум", "максимальное",
		"минимальное", "обязательно", "обязательный", "обязательное", "умолчанию", "диапазон", "секундах", "секунд", "если", "никогда", "не", "символов":
		return true
	case "अनिवार्य", "केवल", "प्रारूप", "अधिकतम", "न्यूनतम", "डिफ़ॉल्ट", "आवश्यक", "नहीं", "चाहिए", "सीमा", "कभी", "सेकंड", "यदि", "अगर":
		return true
	case "يجب", "فقط", "تنسيق", "افتراضي", "الافتراضي", "مطلوب", "الحد", "إذا", "لا", "ثانية":
		return true
	case "반드시", "필수", "기본값", "기본값은", "최대", "최소", "형식", "형식은", "이상", "이하", "금지", "불가", "생략", "단위", "초", "만":
		return true
	}
	return false
}

// The lists below are compared with words joined by single spaces; one phrase per line.
const (
	constraintPhrases = `up to
more than
less than
at a time
one of
any of
set to
possible values
values are
accepted values
can be used
can be set
can be passed
should be
should match
if not
if set
if true
if false
if provided
if specified
if you
if this
if the
if a
when set
when true
when false
when the
when using
leave blank
leave out
not set
used when
used for
used with
applies to
together with
depends on
read only
write only
opt in
opt out
how many
e 164
bcp 47
has to be
have to be
needs to be
need to
yyyy mm
yyyy mm dd
hh mm
two letter
three letter`

	examplePhrases = `e g
eg
for example
for instance
example
examples
such as
z b
par exemple
por ejemplo
por exemplo
zum beispiel
например`

	exampleMarks = `例如 比如 示例 例： 例えば 예: 예시 예를 उदाहरण`

	// constraintMarks are found anywhere in a text, because Chinese and Japanese write no spaces and Korean glues endings.
	constraintMarks = `必须 必須 必需 必填 不可 不能 不得 不要 不支持 禁止 仅 僅 只能 只有 只支持 最大 最小 最多 最少 最长 最短 上限 下限 至少 至多 范围 範圍 範囲 格式
默认 默認 預設 缺省 单位 單位 毫秒 秒 字节 字節 可选值 取值 枚举 如果 省略 为空 為空 唯一 之间 以内 以下 以上 未満 不超过 逗号 分隔
必要 形式 既定 デフォルト のみ だけ 単位 まで 場合 文字以 ません ください 반드시 필수 기본값 최대 최소 형식 이상 이하 금지 불가 해야 생략 단위`

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
inherited from`

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

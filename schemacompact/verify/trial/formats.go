package trial

// formatSamples returns strings that are of a format and strings that are not. It knows the formats that validators
// check; the others have none.
func formatSamples(name string) (good, bad []string) {
	switch name {
	case "date-time":
		return []string{"2024-02-29T23:59:59Z", "1999-12-31T00:00:00.5+01:00", "1999-12-31t00:00:00z"}, []string{"2023-02-29T10:00:00Z", "2024-01-31", "now"}
	case "date":
		return []string{"2024-02-29", "1999-12-31"}, []string{"2023-02-29", "31.12.1999"}
	case "time":
		return []string{"08:30:06Z", "23:59:59.25+02:00"}, []string{"24:00:00Z", "08:30"}
	case "duration":
		return []string{"P3DT12H", "PT36M"}, []string{"3 days", "P"}
	case "email", "idn-email":
		return []string{"joe@example.com", "a.b+c@mail.example.org"}, []string{"joe.example.com", "@"}
	case "hostname", "idn-hostname":
		return []string{"www.example.com", "localhost"}, []string{"-bad-.example.com", "a_b!"}
	case "ipv4":
		return []string{"192.168.0.1", "10.0.0.255"}, []string{"256.1.1.1", "1.2.3"}
	case "ipv6":
		return []string{"::1", "2001:db8::8a2e:370:7334"}, []string{"1::2::3", "192.168.0.1"}
	case "uri", "iri":
		return []string{"https://example.com/a?b=c#d", "urn:isbn:0451450523"}, []string{"/relative/path", "not a uri"}
	case "uri-reference", "iri-reference":
		return []string{"/relative/path", "https://example.com/"}, []string{`\\host\share`, "%zz"}
	case "uri-template":
		return []string{"https://example.com/{id}", "/a/b"}, []string{"/a/{b", "{a{b}}"}
	case "uuid":
		return []string{"2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08-aa98-91ea-74aa-73b441d16380"}, []string{"2eb8aa08-aa98-11ea-b4aa", "2eb8aa08aa9811eab4aa73b441d16380"}
	case "json-pointer":
		return []string{"/a/b~1c", ""}, []string{"a/b", "/a~2"}
	case "relative-json-pointer":
		return []string{"1/a", "0#"}, []string{"/a", "-1"}
	case "regex":
		return []string{"^a+$", "[0-9]"}, []string{"(", "[a"}
	}
	return nil, nil
}

//! Messages of the TOML parser as phrases: its syntax errors, and those of files with a fixed format.
//!
//! The library has no error codes, so messages are recognised by their English text. Unknown messages are
//! returned unchanged.

use crate::{Phrase, Value};

const SYNTAX: &[(&str, &str)] = &[
    ("toml-underscore", "`_` may only go between digits"),
    ("toml-too-deep", "cannot recurse further; max recursion depth met"),
    ("toml-carriage-return", "carriage return must be followed by newline"),
    ("toml-extra-equals", "extra `=`"),
    ("toml-extra-assignment", "extra assignment between key-value pairs"),
    ("toml-extra-comma-array", "extra comma in array"),
    ("toml-extra-comma-table", "extra comma in inline table"),
    ("toml-signed-radix", "integers with a radix cannot be signed"),
    ("toml-comment-sign", "invalid comment character"),
    ("toml-table-element", "invalid inline table element"),
    ("toml-key-value", "invalid key-value pair"),
    ("toml-unquoted-key", "invalid unquoted key"),
    ("toml-invalid-value", "invalid value"),
    ("toml-key-alone", "key with no value"),
    ("toml-key-basic", "keys cannot be multi-line basic strings"),
    ("toml-key-literal", "keys cannot be multi-line literal strings"),
    ("toml-array-opening", "missing array opening"),
    ("toml-no-assignment", "missing assignment between key-value pairs"),
    ("toml-no-comma-array", "missing comma between array elements"),
    ("toml-no-comma-pairs", "missing comma between key-value pairs"),
    ("toml-comment-start", "missing comment start"),
    ("toml-escaped-value", "missing escaped value"),
    ("toml-table-opening", "missing inline table opening"),
    ("toml-table-key", "missing key for inline table element"),
    ("toml-opening-quote", "missing opening quote"),
    ("toml-table-open", "missing table open"),
    ("toml-no-value-for-key", "missing value for key"),
    ("toml-no-value", "missing value"),
    ("toml-radix-case", "radix must be lowercase"),
    ("toml-redundant-prefix", "redundant integer number prefix"),
    ("toml-redundant-sign", "redundant numeric sign"),
    ("toml-unquoted", "string values must be quoted"),
    ("toml-unicode-digits", "too few unicode value digits"),
    ("toml-unclosed-array-table", "unclosed array table"),
    ("toml-unclosed-array", "unclosed array"),
    ("toml-unclosed-inline", "unclosed inline table"),
    ("toml-unclosed-table", "unclosed table"),
    ("toml-equals-in-array", "unexpected `=` in array"),
    ("toml-after-comment", "unexpected content between comment and newline"),
    ("toml-content", "unexpected content"),
    ("toml-key-or-value", "unexpected key or value"),
    ("toml-leading-zero", "unexpected leading zero"),
    ("toml-unexpected-sign", "unexpected sign"),
    ("toml-empty-key", "unquoted keys cannot be empty"),
    ("toml-unquoted-string", "invalid unquoted string"),
    ("toml-basic-string", "invalid basic string"),
    ("toml-literal-string", "invalid literal string"),
    ("toml-duplicate-key", "duplicate key"),
    ("toml-float-overflow", "floating-point number overflowed"),
    ("toml-integer-overflow", "integer number overflowed"),
    ("toml-recursion-limit", "recursion limit"),
    ("toml-want-basic", "basic string"),
    ("toml-want-literal", "literal string"),
    ("toml-want-multi-line", "multi-line basic string"),
    ("toml-want-characters", "characters"),
    ("toml-want-digits", "digits"),
    ("toml-want-key", "key"),
    ("toml-want-letters", "letters"),
    ("toml-want-numbers", "numbers"),
    ("toml-want-value", "value"),
    ("toml-want-newline", "newline"),
    ("toml-want-printable", "printable characters"),
    ("toml-want-no-double-quote", "non-double-quote visible characters"),
    ("toml-want-no-single-quote", "non-single-quote characters"),
    ("toml-want-no-single-quote-visible", "non-single-quote visible characters"),
    ("toml-want-unicode", "unicode hexadecimal value"),
];

/// Returns the phrase for a TOML parser's message with its position. For a repeated table, the parser only
/// reports a repeated key.
pub fn toml_message_at(message: &str, text: &str, at: usize) -> Value {
    let line = text.get(..at).and_then(|before| before.rsplit('\n').next()).map_or(0, str::len);
    let line = text.get(at.saturating_sub(line)..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let header =
        line.trim().trim_start_matches('[').split(']').next().filter(|_| line.trim().starts_with('['));
    match header.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) if message.trim() == "duplicate key" => {
            phrase("toml-table-twice", [("name", name.into())])
        }
        _ => toml_message(message),
    }
}

/// Returns the phrase of a message of the TOML reader.
pub fn toml_message(message: &str) -> Value {
    let unknown = message.strip_prefix("unknown field `");
    if let Some((unknown, known)) = unknown.and_then(|rest| rest.split_once("`, expected one of ")) {
        return phrase("toml-unknown-field", [("field", unknown.into()), ("known", known.into())]);
    }
    let of_type = message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "));
    if let Some((found, expected)) = of_type {
        return phrase("toml-invalid-type", [("found", found.into()), ("expected", expected.into())]);
    }
    for (prefix, key) in
        [("missing field `", "toml-missing-field"), ("duplicate field `", "toml-duplicate-field")]
    {
        if let Some(field) = message.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('`')) {
            return phrase(key, [("field", field.into())]);
        }
    }
    let Some((what, expected)) = message.split_once(", expected ") else { return known(message) };
    let what = known(what);
    if expected == "nothing" {
        return phrase("toml-expected-nothing", [("what", what)]);
    }
    let expected = Value::List(expected.split(", ").map(known).collect());
    phrase("toml-expected", [("what", what), ("expected", expected)])
}

fn phrase<const N: usize>(key: &'static str, arguments: [(&'static str, Value); N]) -> Value {
    Phrase::new(key, arguments.into()).into()
}

fn known(english: &str) -> Value {
    let found = SYNTAX.iter().find(|(_, known)| *known == english);
    found.map_or_else(|| english.into(), |(key, _)| phrase(key, []))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, Lang};

    fn key(message: &str) -> Option<&'static str> {
        match toml_message(message) {
            Value::Phrase(phrase) => {
                assert_eq!(phrase.to_string(), message, "its English is kept");
                Some(phrase.key())
            }
            value => {
                assert_eq!(value.to_string(), message);
                None
            }
        }
    }

    #[test]
    fn syntax_messages_have_their_english_in_the_catalogue() {
        for (key, english) in SYNTAX {
            assert_eq!(Catalogue::new(Lang::En).label(key), *english);
        }
    }

    #[test]
    fn duplicate_table_and_duplicate_key_errors_differ() {
        let message = |text: &str| {
            let errors = toml::de::DeTable::parse_recoverable(text).1;
            let error = errors.first().unwrap();
            toml_message_at(error.message(), text, error.span().unwrap().start).to_string()
        };
        let twice = "`round` is defined as a table twice; for several, write `[[round]]` before each";
        assert_eq!(message("a = 1\n[round]\nbids = 1\n\n[round]\nbids = 2\n"), twice);
        assert_eq!(message("[[round]]\nbids = 1\n[round]\nbids = 2\n"), twice);
        assert_eq!(message("[round]\nbids = 1\n[[round]]\nbids = 2\n"), twice);
        assert_eq!(message("[round]\nbids = 1\nbids = 2\n"), "duplicate key");
    }

    #[test]
    fn messages_of_the_reader_are_known_and_others_are_kept() {
        let message = |text: &str| {
            let errors = toml::de::DeTable::parse_recoverable(text).1;
            errors.first().map(|error| error.message().to_owned()).unwrap_or_default()
        };
        for (text, wanted) in [
            ("a = = 1", "toml-expected-nothing"),
            ("a", "toml-expected"),
            ("a = [1", "toml-expected"),
            ("[a", "toml-expected"),
            ("a = 1\na = 2", "toml-duplicate-key"),
        ] {
            assert_eq!(key(&message(text)), Some(wanted), "{text}: {}", message(text));
        }
        let unknown = "unknown field `goals`, expected one of `name`, `roster`";
        assert_eq!(key(unknown), Some("toml-unknown-field"));
        assert_eq!(key("missing field `name`"), Some("toml-missing-field"));
        assert_eq!(key("invalid type: string \"x\", expected u32"), Some("toml-invalid-type"));
        assert_eq!(key("something else"), None);
    }
}

//! The messages of the TOML reader as phrases: those that it has for the syntax, and those of files with a fixed shape.
//!
//! The library has sentences and no codes, so they are known by their English. One that is not known is told as it is.

use crate::{Figure, Phrase, PhraseTemplate, phrases};

phrases! {
    /// Message of the TOML reader.
    pub(crate) enum TomlWording {
        Expected { what, expected } = "toml-expected", "{what}, expected {expected}";
        ExpectedNothing { what } = "toml-expected-nothing", "{what}, expected nothing";
        UnknownField { field, known } =
            "toml-unknown-field", "unknown field `{field}`, expected one of {known}";
        InvalidType { found, expected } =
            "toml-invalid-type", "invalid type: {found}, expected {expected}";
        MissingField { field } = "toml-missing-field", "missing field `{field}`";
        DuplicateField { field } = "toml-duplicate-field", "duplicate field `{field}`";
        TableTwice { name } = "toml-table-twice",
            "`{name}` is a table twice; write `[[{name}]]` before each of several";
    }
}

/// The messages without figures.
pub(crate) const SYNTAX: &[PhraseTemplate] = &[
    fixed("toml-underscore", "`_` may only go between digits"),
    fixed("toml-too-deep", "cannot recurse further; max recursion depth met"),
    fixed("toml-carriage-return", "carriage return must be followed by newline"),
    fixed("toml-extra-equals", "extra `=`"),
    fixed("toml-extra-assignment", "extra assignment between key-value pairs"),
    fixed("toml-extra-comma-array", "extra comma in array"),
    fixed("toml-extra-comma-table", "extra comma in inline table"),
    fixed("toml-signed-radix", "integers with a radix cannot be signed"),
    fixed("toml-comment-sign", "invalid comment character"),
    fixed("toml-table-element", "invalid inline table element"),
    fixed("toml-key-value", "invalid key-value pair"),
    fixed("toml-unquoted-key", "invalid unquoted key"),
    fixed("toml-invalid-value", "invalid value"),
    fixed("toml-key-alone", "key with no value"),
    fixed("toml-key-basic", "keys cannot be multi-line basic strings"),
    fixed("toml-key-literal", "keys cannot be multi-line literal strings"),
    fixed("toml-array-opening", "missing array opening"),
    fixed("toml-no-assignment", "missing assignment between key-value pairs"),
    fixed("toml-no-comma-array", "missing comma between array elements"),
    fixed("toml-no-comma-pairs", "missing comma between key-value pairs"),
    fixed("toml-comment-start", "missing comment start"),
    fixed("toml-escaped-value", "missing escaped value"),
    fixed("toml-table-opening", "missing inline table opening"),
    fixed("toml-table-key", "missing key for inline table element"),
    fixed("toml-opening-quote", "missing opening quote"),
    fixed("toml-table-open", "missing table open"),
    fixed("toml-no-value-for-key", "missing value for key"),
    fixed("toml-no-value", "missing value"),
    fixed("toml-radix-case", "radix must be lowercase"),
    fixed("toml-redundant-prefix", "redundant integer number prefix"),
    fixed("toml-redundant-sign", "redundant numeric sign"),
    fixed("toml-unquoted", "string values must be quoted"),
    fixed("toml-unicode-digits", "too few unicode value digits"),
    fixed("toml-unclosed-array-table", "unclosed array table"),
    fixed("toml-unclosed-array", "unclosed array"),
    fixed("toml-unclosed-inline", "unclosed inline table"),
    fixed("toml-unclosed-table", "unclosed table"),
    fixed("toml-equals-in-array", "unexpected `=` in array"),
    fixed("toml-after-comment", "unexpected content between comment and newline"),
    fixed("toml-content", "unexpected content"),
    fixed("toml-key-or-value", "unexpected key or value"),
    fixed("toml-leading-zero", "unexpected leading zero"),
    fixed("toml-unexpected-sign", "unexpected sign"),
    fixed("toml-empty-key", "unquoted keys cannot be empty"),
    fixed("toml-unquoted-string", "invalid unquoted string"),
    fixed("toml-basic-string", "invalid basic string"),
    fixed("toml-literal-string", "invalid literal string"),
    fixed("toml-duplicate-key", "duplicate key"),
    fixed("toml-float-overflow", "floating-point number overflowed"),
    fixed("toml-integer-overflow", "integer number overflowed"),
    fixed("toml-recursion-limit", "recursion limit"),
    fixed("toml-want-basic", "basic string"),
    fixed("toml-want-literal", "literal string"),
    fixed("toml-want-multi-line", "multi-line basic string"),
    fixed("toml-want-characters", "characters"),
    fixed("toml-want-digits", "digits"),
    fixed("toml-want-key", "key"),
    fixed("toml-want-letters", "letters"),
    fixed("toml-want-numbers", "numbers"),
    fixed("toml-want-value", "value"),
    fixed("toml-want-newline", "newline"),
    fixed("toml-want-printable", "printable characters"),
    fixed("toml-want-no-double-quote", "non-double-quote visible characters"),
    fixed("toml-want-no-single-quote", "non-single-quote characters"),
    fixed("toml-want-no-single-quote-visible", "non-single-quote visible characters"),
    fixed("toml-want-unicode", "unicode hexadecimal value"),
];

const fn fixed(key: &'static str, english: &'static str) -> PhraseTemplate {
    PhraseTemplate { key, english, gaps: &[] }
}

/// Returns the phrase of a message of the TOML reader about the place of a text where it stands. Of `[round]` twice the reader
/// says only that a key is there twice.
pub fn toml_message_at(message: &str, text: &str, at: usize) -> Figure {
    let line = text.get(..at).and_then(|before| before.rsplit('\n').next()).map_or(0, str::len);
    let line = text.get(at.saturating_sub(line)..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let header =
        line.trim().trim_start_matches('[').split(']').next().filter(|_| line.trim().starts_with('['));
    match header.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) if message.trim() == "duplicate key" => {
            TomlWording::TableTwice { name: name.into() }.into()
        }
        _ => toml_message(message),
    }
}

/// Returns the phrase of a message of the TOML reader.
pub fn toml_message(message: &str) -> Figure {
    let field = |rest: &str| rest.strip_suffix('`').map(Figure::from);
    let unknown = message.strip_prefix("unknown field `");
    if let Some((unknown, known)) = unknown.and_then(|rest| rest.split_once("`, expected one of ")) {
        return TomlWording::UnknownField { field: unknown.into(), known: known.into() }.into();
    }
    let of_type = message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "));
    if let Some((found, expected)) = of_type {
        return TomlWording::InvalidType { found: found.into(), expected: expected.into() }.into();
    }
    if let Some(field) = message.strip_prefix("missing field `").and_then(field) {
        return TomlWording::MissingField { field }.into();
    }
    if let Some(field) = message.strip_prefix("duplicate field `").and_then(field) {
        return TomlWording::DuplicateField { field }.into();
    }
    let Some((what, expected)) = message.split_once(", expected ") else { return known(message) };
    let what = known(what);
    if expected == "nothing" {
        return TomlWording::ExpectedNothing { what }.into();
    }
    let expected = expected.split(", ").map(known).collect();
    TomlWording::Expected { what, expected: Figure::List(expected) }.into()
}

/// Returns the phrase with this English, or the text as it is.
fn known(english: &str) -> Figure {
    let template = SYNTAX.iter().find(|template| template.english == english);
    template.map_or_else(
        || english.into(),
        |template| Phrase::new(template.key, english.to_owned(), Vec::new()).into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(message: &str) -> Option<&'static str> {
        match toml_message(message) {
            Figure::Phrase(phrase) => {
                assert_eq!(phrase.english(), message, "its English is kept");
                Some(phrase.key())
            }
            figure => {
                assert_eq!(figure.to_string(), message);
                None
            }
        }
    }

    #[test]
    fn tables_of_one_name_are_told_from_keys_of_one_name() {
        let told = |text: &str| {
            let errors = toml::de::DeTable::parse_recoverable(text).1;
            let error = errors.first().unwrap();
            toml_message_at(error.message(), text, error.span().unwrap().start).to_string()
        };
        let twice = "`round` is a table twice; write `[[round]]` before each of several";
        assert_eq!(told("a = 1\n[round]\nbids = 1\n\n[round]\nbids = 2\n"), twice);
        assert_eq!(told("[[round]]\nbids = 1\n[round]\nbids = 2\n"), twice);
        assert_eq!(told("[round]\nbids = 1\n[[round]]\nbids = 2\n"), twice);
        assert_eq!(told("[round]\nbids = 1\nbids = 2\n"), "duplicate key");
    }

    #[test]
    fn messages_of_the_reader_are_known_and_others_are_kept() {
        let told = |text: &str| {
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
            assert_eq!(key(&told(text)), Some(wanted), "{text}: {}", told(text));
        }
        let unknown = "unknown field `goals`, expected one of `name`, `roster`";
        assert_eq!(key(unknown), Some("toml-unknown-field"));
        assert_eq!(key("missing field `name`"), Some("toml-missing-field"));
        assert_eq!(key("invalid type: string \"x\", expected u32"), Some("toml-invalid-type"));
        assert_eq!(key("something else"), None);
    }
}

//! Both catalogues have the same keys, and every key that the program uses is in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Field, Fields, Ident, Item, LitStr, MetaNameValue};

const ENGLISH: &str = include_str!("../../catalogue/en.ftl");
const JAPANESE: &str = include_str!("../../catalogue/ja.ftl");

/// Returns every message's key with its gaps, in the order of the file.
fn messages(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let resource =
        parse(text).unwrap_or_else(|(_, faults)| panic!("the catalogue does not parse: {faults:?}"));
    let mut messages = Vec::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                assert!(message.attributes.is_empty(), "{}: attributes are never said", message.id.name);
                let mut gaps = BTreeSet::new();
                let pattern = message.value.unwrap_or_else(|| panic!("{} says nothing", message.id.name));
                collect(&pattern, &mut gaps);
                messages.push((message.id.name.to_owned(), gaps));
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("neither a message nor a comment: {other:?}"),
        }
    }
    messages
}

fn collect(pattern: &Pattern<&str>, gaps: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            collect_from(expression, gaps);
        }
    }
}

fn collect_from(expression: &Expression<&str>, gaps: &mut BTreeSet<String>) {
    let inline = match expression {
        Expression::Inline(inline) => inline,
        Expression::Select { selector, variants } => {
            for variant in variants {
                collect(&variant.value, gaps);
            }
            selector
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => {
            gaps.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        InlineExpression::Placeable { expression } => collect_from(expression, gaps),
        other => panic!("the catalogue uses nothing but gaps and plain text: {other:?}"),
    }
}

#[test]
fn languages_have_same_keys_in_same_order() {
    let keys = |text| messages(text).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    assert_eq!(keys(ENGLISH), keys(JAPANESE));
}

#[test]
fn languages_have_same_placeholders() {
    let japanese: BTreeMap<_, _> = messages(JAPANESE).into_iter().collect();
    for (key, gaps) in messages(ENGLISH) {
        assert_eq!(Some(&gaps), japanese.get(&key), "the gaps of {key}");
    }
}

#[test]
fn catalogue_keys_are_unique() {
    for text in [ENGLISH, JAPANESE] {
        let mut seen = BTreeSet::new();
        for (key, _) in messages(text) {
            assert!(seen.insert(key.clone()), "{key} stands twice");
        }
    }
}

#[test]
fn catalogue_files_parse_without_junk() {
    // The parser returns unreadable entries as junk. Neither file may have any.
    for text in [ENGLISH, JAPANESE] {
        let junk = parse(text).unwrap().body.into_iter().filter(|entry| matches!(entry, Entry::Junk { .. }));
        assert_eq!(junk.count(), 0);
    }
}

/// Every key that is used literally in the code is in the catalogue.
#[test]
fn used_keys_are_in_catalogue() {
    let known: BTreeSet<String> = messages(ENGLISH).into_iter().map(|(key, _)| key).collect();
    let mut unknown = Vec::new();
    for (source, text) in sources("rs") {
        for call in [".say(", ".label(", "Phrase::new(", " phrase(", "Basis::Text("] {
            for (at, _) in text.match_indices(call) {
                let argument = text[at + call.len()..].trim_start();
                let key = argument.strip_prefix('"').and_then(|argument| argument.split('"').next());
                if let Some(key) = key.filter(|key| !known.contains(*key) && is_key(key)) {
                    unknown.push(format!("{}: {key}", source.display()));
                }
            }
        }
    }
    for (source, text) in sources("rs") {
        let bases =
            text.split('"').filter(|literal| literal.starts_with("basis-") && !known.contains(*literal));
        unknown.extend(bases.map(|key| format!("{}: {key}", source.display())));
    }
    assert!(unknown.is_empty(), "keys that are not in the catalogue: {unknown:#?}");
}

/// Prefixes of composed keys. The name of a reason, a fact or a figure follows.
const FAMILIES: [&str; 15] = [
    "fault-",
    "competition-",
    "criterion-",
    "cli-event-done-",
    "tournament-ask-",
    "count-",
    "crowd-",
    "name-",
    "phase-",
    "stage-",
    "cli-head-",
    "rehearsal-head-",
    "rehearsal-before",
    "rehearsal-paid",
    "rehearsal-left",
];

/// Every key of the catalogue is used by the code: literally, or as one of a family.
#[test]
fn catalogue_keys_are_used() {
    let used: BTreeSet<String> = sources("rs")
        .into_iter()
        .chain(sources("js"))
        .flat_map(|(_, text)| text.split(['"', '\'', '`']).map(str::to_owned).collect::<Vec<_>>())
        .filter(|text| is_key(text))
        .collect();
    let derived: BTreeSet<String> = derived_messages().into_iter().map(|(_, key, _)| key).collect();
    let is_used = |key: &String| {
        used.contains(key) || derived.contains(key) || FAMILIES.iter().any(|family| key.starts_with(family))
    };
    let unsaid: Vec<String> =
        messages(ENGLISH).into_iter().map(|(key, _)| key).filter(|key| !is_used(key)).collect();
    assert!(unsaid.is_empty(), "keys that nobody says: {unsaid:#?}");
}

/// Every derived message has a text with the message's arguments as its gaps.
#[test]
fn derived_messages_match_the_catalogue() {
    let texts: BTreeMap<_, _> = messages(ENGLISH).into_iter().collect();
    let faults: Vec<String> = derived_messages()
        .into_iter()
        .filter(|(_, key, arguments)| texts.get(key) != Some(arguments))
        .map(|(source, key, arguments)| {
            format!("{}: {key} has {arguments:?}, the catalogue {:?}", source.display(), texts.get(&key))
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Returns file, key and arguments of each variant or struct that derives `Message`.
fn derived_messages() -> Vec<(PathBuf, String, BTreeSet<String>)> {
    let mut found = Vec::new();
    for (source, text) in sources("rs") {
        if text.contains("Message)]") || text.contains("phrases! {") {
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
            derived_in(&file.items, &mut |key, arguments| found.push((source.clone(), key, arguments)));
        }
    }
    found
}

fn derived_in(items: &[Item], found: &mut dyn FnMut(String, BTreeSet<String>)) {
    let is_derived = |attributes: &[Attribute]| {
        attributes.iter().any(|attribute| {
            let derives = attribute.path().is_ident("derive");
            derives
                && attribute
                    .to_token_stream()
                    .to_string()
                    .split([' ', ',', '(', ')'])
                    .any(|name| name == "Message")
        })
    };
    for item in items {
        match item {
            Item::Enum(item) if is_derived(&item.attrs) && key_of(&item.attrs).is_some() => {
                let prefix = key_of(&item.attrs).unwrap_or_default();
                for variant in &item.variants {
                    if has_word(&variant.attrs, "transparent") {
                        continue;
                    }
                    let key = key_of(&variant.attrs)
                        .unwrap_or_else(|| format!("{prefix}-{}", kebab(&variant.ident.to_string())));
                    found(key, arguments_of(&variant.attrs, &variant.fields));
                }
            }
            Item::Struct(item) if is_derived(&item.attrs) && key_of(&item.attrs).is_some() => {
                found(key_of(&item.attrs).unwrap_or_default(), arguments_of(&item.attrs, &item.fields));
            }
            Item::Macro(item)
                if item.mac.path.segments.last().is_some_and(|name| name.ident == "phrases") =>
            {
                let Phrases(phrases) = item.mac.parse_body().unwrap_or_else(|error| panic!("{error}"));
                for (key, arguments) in phrases {
                    found(key, arguments);
                }
            }
            Item::Mod(item) => {
                if let Some((_, items)) = &item.content {
                    derived_in(items, found);
                }
            }
            _ => {}
        }
    }
}

/// Keys and arguments of the macro `phrases!`.
struct Phrases(Vec<(String, BTreeSet<String>)>);

impl Parse for Phrases {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_outer)?;
        input.parse::<syn::Visibility>()?;
        input.parse::<syn::Token![enum]>()?;
        input.parse::<Ident>()?;
        input.parse::<syn::Token![=]>()?;
        let prefix = input.parse::<LitStr>()?.value();
        let variants;
        syn::braced!(variants in input);
        let mut phrases = Vec::new();
        while !variants.is_empty() {
            let attributes = variants.call(Attribute::parse_outer)?;
            let name: Ident = variants.parse()?;
            let mut arguments = BTreeSet::new();
            if variants.peek(syn::token::Brace) {
                let fields;
                syn::braced!(fields in variants);
                let fields = fields.parse_terminated(Ident::parse, syn::Token![,])?;
                arguments.extend(fields.iter().map(ToString::to_string));
            }
            variants.parse::<syn::Token![;]>()?;
            let key = key_of(&attributes).unwrap_or_else(|| format!("{prefix}-{}", kebab(&name.to_string())));
            phrases.push((key, arguments));
        }
        Ok(Self(phrases))
    }
}

/// Returns the words of `#[message(...)]`, in the order of the source, without constants.
fn words_of(attributes: &[Attribute]) -> Vec<String> {
    let of_message = attributes.iter().filter(|attribute| attribute.path().is_ident("message"));
    let words = of_message.filter(|attribute| constants_of(attribute).is_empty());
    let words = words.filter_map(|attribute| attribute.meta.require_list().ok());
    words.flat_map(|list| list.tokens.clone()).map(|word| word.to_string()).collect()
}

/// Returns the key of a message, or the name of an argument.
fn key_of(attributes: &[Attribute]) -> Option<String> {
    words_of(attributes).iter().find_map(|word| Some(word.strip_prefix('"')?.strip_suffix('"')?.to_owned()))
}

fn has_word(attributes: &[Attribute], word: &str) -> bool {
    words_of(attributes).iter().any(|found| found == word)
}

fn arguments_of(attributes: &[Attribute], fields: &Fields) -> BTreeSet<String> {
    let is_source = |field: &Field| {
        field
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("source") || attribute.path().is_ident("from"))
            || field.ident.as_ref().is_some_and(|name| name == "source")
    };
    let arguments = fields.iter().filter(|field| !is_source(field) && !has_word(&field.attrs, "skip"));
    arguments
        .filter_map(|field| key_of(&field.attrs).or_else(|| field.ident.as_ref().map(ToString::to_string)))
        .chain(attributes.iter().flat_map(constants_of))
        .collect()
}

/// Returns the names in `#[message(least = 1, most = 2)]`.
fn constants_of(attribute: &Attribute) -> Vec<String> {
    let constants = Punctuated::<MetaNameValue, syn::Token![,]>::parse_terminated;
    let constants = attribute.parse_args_with(constants).into_iter().flatten();
    constants.filter_map(|constant| constant.path.get_ident().map(ToString::to_string)).collect()
}

fn kebab(name: &str) -> String {
    let words = name.char_indices().flat_map(|(at, sign)| {
        let dash = (at > 0 && sign.is_uppercase()).then_some('-');
        dash.into_iter().chain(sign.to_lowercase())
    });
    words.collect()
}

/// Returns the source files of this kind without their tests, which may use unknown keys on purpose.
fn sources(kind: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rooms = [
        "proto/words/src",
        "proto/words/catalogue/src",
        "proto/words/printout/src",
        "proto/words/command/src",
        "proto/client",
        "proto/page",
        "server",
        "judge-tui",
        "team-client",
        "scenarios",
    ];
    let mut files = Vec::new();
    for room in rooms {
        files_of(&root.join(room), kind, &mut files);
    }
    assert!(!files.is_empty(), "the sources are not found");
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
        (file, text)
    };
    files.into_iter().map(read).collect()
}

/// Returns whether a text could be a key; other code may have methods with the same name.
fn is_key(text: &str) -> bool {
    text.contains('-')
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn files_of(folder: &Path, kind: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_of(&path, kind, found);
        } else if path.extension().is_some_and(|extension| extension == kind) {
            found.push(path);
        }
    }
}

/// Latin words in Japanese sentences: names of keys, files and rules, units, or characters of an id.
const LATIN: &str = "A B D E G GROUP H I ID L M NAME README STAGE T TD TG TK TL TOML TS TSUYAMA UTF Unicode W Z a by false game ja \
                     lists md organiser scenarios stage starts toml true x z";

/// Findings of linters are in Japanese, except quoted and bracketed text, which is from the file.
#[test]
fn findings_are_japanese_without_english_words() {
    let mut english = Vec::new();
    let resource = parse(JAPANESE).unwrap();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let is_finding =
            ["lint-", "basis-", "toml-"].iter().any(|family| message.id.name.starts_with(family));
        let Some(pattern) = message.value.filter(|_| is_finding) else { continue };
        let text: String = pattern
            .elements
            .iter()
            .map(|element| if let PatternElement::TextElement { value } = element { value } else { "" })
            .collect();
        let outside = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let outside = outside.replace("[[", "[").replace("]]", "]");
        let outside = outside.split(['[', ']']).step_by(2).collect::<Vec<_>>().join(" ");
        let words = outside.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        let left: Vec<_> =
            words.filter(|word| !LATIN.split_whitespace().any(|known| known == *word)).collect();
        if !left.is_empty() {
            english.push(format!("{}: {left:?}", message.id.name));
        }
    }
    assert!(english.is_empty(), "{english:#?}");
}

/// Nouns with a number in the catalogue.
const COUNTED: [&str; 22] = [
    "stones", "bids", "teams", "rounds", "lines", "wins", "records", "lots", "copies", "squares", "games",
    "things", "items", "prices", "raises", "steps", "gaps", "heads", "events", "winners", "places", "turns",
];
/// Keys with a figure that is never 1, or with a noun that doesn't belong to the figure before it.
const NEVER_ONE: [&str; 22] = [
    // A verdict needs twenty games.
    "fairness-few-games",
    "fairness-note",
    // A game and a tie have at least two teams (`G2`).
    "console-ask-seats",
    "console-ask-start-seated",
    "console-unusual-seats",
    "board-sealed-rebids",
    "practice-place",
    "team-mark-final",
    "team-result-place",
    "fault-wrong-seats",
    "verify-in-order",
    // The noun belongs to the limit, which follows the figure.
    "team-total",
    "cli-solve-wall",
    // A whole game has many receipts and records.
    "rehearsal-check-receipts",
    "cli-checked",
    "practice-verified",
    "verify-chain",
    "verify-openings",
    "verify-rules",
    // No screen is that small.
    "console-too-small",
    "board-too-small",
    "team-too-small",
];

/// Collects the gaps in plain text with the nouns that follow them, except gaps that select the variant.
fn flat(pattern: &Pattern<&str>, chosen_by: &[String], found: &mut Vec<(String, String)>) {
    let mut before: Option<String> = None;
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                if let Some(gap) = before.take().filter(|gap| !chosen_by.contains(gap)) {
                    let noun = value
                        .split(|sign: char| !sign.is_alphabetic() && sign != ' ')
                        .next()
                        .unwrap_or_default();
                    found.push((gap, noun.trim().to_owned()));
                }
            }
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => {
                before = Some(id.name.to_owned());
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                before = None;
                let mut chosen_by = chosen_by.to_vec();
                if let InlineExpression::VariableReference { id } = selector {
                    chosen_by.push(id.name.to_owned());
                }
                for variant in variants {
                    flat(&variant.value, &chosen_by, found);
                }
            }
            PatternElement::Placeable { .. } => before = None,
        }
    }
}

/// English must not say "1 stones used".
#[test]
fn english_counts_have_singular_form() {
    let resource = parse(ENGLISH).unwrap();
    let mut plural = Vec::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut found = Vec::new();
        if let Some(pattern) = &message.value {
            flat(pattern, &[], &mut found);
        }
        for (gap, unit) in found {
            let is_counted = unit.split(' ').take(2).any(|word| COUNTED.contains(&word));
            let is_of_another = unit.starts_with("of ") || unit.starts_with("in ");
            // The English of linters' and verifiers' findings is the finding's own text, which handles
            // plurals.
            let is_of_finding =
                ["lint-", "roster-", "violation-"].iter().any(|family| message.id.name.starts_with(family));
            if is_counted && !is_of_another && !is_of_finding && !NEVER_ONE.contains(&message.id.name) {
                plural.push(format!("{}: {{ ${gap} }} {unit}", message.id.name));
            }
        }
    }
    assert!(plural.is_empty(), "one of these reads wrong: {plural:#?}");
}

#[test]
fn japanese_texts_have_full_width_colons() {
    /// Formats that programs read.
    const FORMATS: [&str; 3] = ["join-bad-line", "lint-finding", "lint-located"];
    let mut key = "";
    let mut half_width = Vec::new();
    for line in JAPANESE.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, _)) = line.split_once(" = ").filter(|(name, _)| is_key(name)) {
            key = name;
        }
        if (line.contains(": ") || line.ends_with(':')) && !FORMATS.contains(&key) {
            half_width.push(line);
        }
    }
    assert_eq!(half_width, [""; 0]);
}

//! Test harness for a page's scripts: checks that the model writes all state that they read.
//!
//! Scripts are scanned by token. A read is a name in an object pattern, or a name after a dot without a call or an
//! assignment.

mod token;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use token::{Token, tokens};

/// Returns the keys of all objects in these values, as a whole.
pub fn keys<'a>(values: impl IntoIterator<Item = &'a Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Value> = values.into_iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(list) => open.extend(list),
            Value::Object(object) => {
                found.extend(object.keys().cloned());
                open.extend(object.values());
            }
            _ => {}
        }
    }
    found
}

/// Checks that scripts read only keys of the examples, and the listed names that aren't state: `.name` for
/// browser properties, `thing.name` and `thing.*` for their own objects.
///
/// # Panics
///
/// If they read something else, if a browser's name is also a key and so ambiguous, or if they don't read a
/// listed name.
pub fn check(scripts: &[(&str, &str)], examples: &[Value], no_state: &[&str]) {
    let keys = keys(examples);
    let mut idle: BTreeSet<&str> = no_state.iter().copied().collect();
    let mut unknown: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (script, text) in scripts {
        for Read { thing, name } in reads(text) {
            let listed = [format!(".{name}"), format!("{thing}.{name}"), format!("{thing}.*")];
            match no_state.iter().find(|entry| listed.iter().any(|listed| listed == **entry)) {
                Some(entry) => drop(idle.remove(entry)),
                None if keys.contains(&name) => {}
                None => drop(unknown.entry(format!("{thing}.{name}")).or_default().insert(*script)),
            }
        }
    }
    let unclear: Vec<&&str> = no_state
        .iter()
        .filter(|entry| entry.strip_prefix('.').is_some_and(|name| keys.contains(name)))
        .collect();
    assert!(unknown.is_empty(), "scripts read what the model does not write: {unknown:?}");
    assert!(unclear.is_empty(), "{unclear:?} are keys of the model as well");
    assert!(idle.is_empty(), "no script reads {idle:?}");
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    thing: String,
    name: String,
}

fn reads(script: &str) -> BTreeSet<Read> {
    let tokens = tokens(script);
    let at = |place: usize| tokens.get(place).map_or("", Token::text);
    let mut found = BTreeSet::new();
    for place in 0..tokens.len() {
        let text = at(place);
        if [".", "?."].contains(&text)
            && let Some(Token::Name(name)) = tokens.get(place + 1)
        {
            let is_written = ["=", "+=", "-="].contains(&at(place + 2));
            let is_called = at(place + 2) == "(" || at(place + 2) == "?." && at(place + 3) == "(";
            if place > 0 && !is_written && !is_called {
                found.insert(Read { thing: at(place - 1).to_owned(), name: name.clone() });
            }
        }
        if text == "{" && is_pattern(&tokens, place) {
            let mut depth = 0;
            for inner in place..tokens.len() {
                match at(inner) {
                    "{" | "[" | "(" => depth += 1,
                    "}" | "]" | ")" => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                if let (1, Some(Token::Name(name)), "{" | ",") = (depth, tokens.get(inner), at(inner - 1)) {
                    found.insert(Read { thing: "{}".into(), name: name.clone() });
                }
            }
        }
    }
    found
}

fn is_pattern(tokens: &[Token], place: usize) -> bool {
    let at = |place: usize| tokens.get(place).map_or("", Token::text);
    let Some(before) = place.checked_sub(1).map(at) else { return false };
    let Some(end) = closing(tokens, place) else { return false };
    if ["const", "let"].contains(&before) {
        return ["=", "of"].contains(&at(end + 1));
    }
    if !["(", ","].contains(&before) {
        return false;
    }
    // For a parameter, the function follows its bracket.
    let mut depth = 0_i32;
    for outer in end + 1..tokens.len() {
        match at(outer) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth > 0 => depth -= 1,
            ")" => return ["=>", "{"].contains(&at(outer + 1)),
            "]" | "}" | ";" => return false,
            _ => {}
        }
    }
    false
}

fn closing(tokens: &[Token], place: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate().skip(place) {
        match token.text() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(script: &str) -> Vec<String> {
        reads(script).into_iter().map(|read| format!("{}.{}", read.thing, read.name)).collect()
    }

    #[test]
    fn read_finds_fields_neither_called_nor_assigned() {
        for (script, found) in [
            ("game.title", vec!["game.title"]),
            ("game?.title ?? game . id", vec!["game.id", "game.title"]),
            ("a.b.c(d.e)", vec!["a.b", "d.e"]),
            ("a.b = c.d; a.e += 1; a.f === 2; a.g?.(3)", vec!["a.f", "c.d"]),
            ("f(x)[0].cells", vec!["].cells"]),
            (r#"say("a.b", `c.d ${e.f} ${`g.h ${i.j}`}`) // k.l"#, vec!["e.f", "i.j"]),
            ("/* a.b */ text.match(/c.d[/]e.f/g) / g.h", vec!["g.h"]),
            ("const { a, b: { c }, d = e.f } = state;", vec!["e.f", "{}.a", "{}.b", "{}.d"]),
            ("list.map(({ lot, cells: own }, at) => own)", vec!["{}.cells", "{}.lot"]),
            ("function table({ caption }) { return { heads }; }", vec!["{}.caption"]),
            ("act({ do: \"hold\", piece }); if (a) { b }", vec![]),
            ("...game.rows, 1.5, a.b2", vec!["a.b2", "game.rows"]),
        ] {
            assert_eq!(read(script), found, "{script}");
        }
    }

    #[test]
    fn check_accepts_fields_of_model() {
        let examples = [json!({ "games": [{ "id": "g", "clock": { "left": 1 } }] })];
        check(&[("a.js", "board.games[0].clock.left + at.root + x.length")], &examples, &["at.*", ".length"]);
    }

    #[test]
    #[should_panic(expected = "scripts read what the model does not write: {\"game.heading\": {\"a.js\"}}")]
    fn check_reports_field_missing_from_model() {
        check(&[("a.js", "game.heading")], &[json!({ "title": "" })], &[]);
    }

    #[test]
    #[should_panic(expected = "[\".title\"] are keys of the model as well")]
    fn check_reports_exempt_key_of_model() {
        check(&[("a.js", "game.title")], &[json!({ "title": "" })], &[".title"]);
    }
}

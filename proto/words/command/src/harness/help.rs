//! Checks of a program's help in both languages.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use ishigaki_words::columns::width;

use crate::help::translation::{Entry, Translation};
use crate::help::{answer_in, foot_parts};

const UPDATE: &str = "ISHIGAKI_UPDATE_HELP";

/// Checks that the texts of a program's help match its translations, and that Japanese pages fit into their
/// columns.
pub(super) fn helps_in_both_languages(program: &Command, japanese: &str) {
    let mut built = program.clone();
    built.build();
    let name = built.get_name();
    let mut texts = Translation::read(japanese);
    let entries = updated(&built, &texts);
    let file = written(name, &entries);
    let mut is_in_order = file == japanese;
    if std::env::var_os(UPDATE).is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../catalogue/help/{name}.po"));
        fs::write(path, &file).expect("the translation is written");
        texts = Translation(entries.clone());
        is_in_order = true;
    }
    let faults = faults(&texts, &entries);
    assert!(
        faults.is_empty(),
        "proto/words/catalogue/help/{name}.po: run this test with {UPDATE}=1, then translate what is new.\n{}",
        faults.join("\n")
    );
    assert!(
        is_in_order,
        "proto/words/catalogue/help/{name}.po is not in order: run this test with {UPDATE}=1"
    );
    each(&built, &[], &mut |_, path| {
        for flag in ["-h", "--help"] {
            assert_wholly_japanese(program, path, flag, &texts);
        }
    });
}

/// Returns the entries that a program's help needs. Translations of changed texts are kept and marked.
fn updated(program: &Command, known: &Translation) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    each(program, &[], &mut |command, path| {
        for (place, english) in texts_of(command, &path.join(" ")) {
            if entries.iter().any(|entry| entry.english == english) {
                continue;
            }
            let same = known.0.iter().find(|entry| entry.english == english);
            let older = || known.0.iter().find(|entry| entry.place == place);
            let (translated, is_fuzzy) = match same {
                Some(same) => (same.translated.clone(), same.is_fuzzy),
                None => older().map(|older| (older.translated.clone(), true)).unwrap_or_default(),
            };
            entries.push(Entry { place, is_fuzzy, english, translated });
        }
    });
    entries
}

fn faults(known: &Translation, needed: &[Entry]) -> Vec<String> {
    let is_japanese = |sign: char| matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    let fault = |entry: &Entry| {
        let fault = match known.0.iter().find(|known| known.english == entry.english) {
            None if entry.is_fuzzy => "changed",
            None => "missing",
            Some(known) if known.is_fuzzy => "changed, and the translation marked as fuzzy",
            Some(known) if !known.translated.chars().any(is_japanese) => "not translated",
            Some(_) => return None,
        };
        Some(format!("{}: {fault}: {}", entry.place, entry.english))
    };
    let is_unused = |known: &&Entry| !needed.iter().any(|entry| entry.english == known.english);
    let unused = known.0.iter().filter(is_unused);
    let unused = unused.map(|known| format!("{}: superfluous: {}", known.place, known.english));
    needed.iter().filter_map(fault).chain(unused).collect()
}

fn texts_of(command: &Command, path: &str) -> Vec<(String, String)> {
    let path = if path.is_empty() { command.get_name() } else { path };
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string);
    let foot = text(command.get_after_help()).map(|foot| foot_parts(&foot).0);
    let mut texts = vec![
        (path.to_owned(), text(command.get_about())),
        (format!("{path}, in full"), text(command.get_long_about())),
        (format!("{path}, at the foot"), foot),
    ];
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        if matches!(argument.get_id().as_str(), "help" | "version") {
            continue;
        }
        let place = format!("{path} {argument}");
        texts.push((place.clone(), text(argument.get_help())));
        texts.push((format!("{place}, in full"), text(argument.get_long_help())));
        for value in argument.get_possible_values().iter().filter(|value| !value.is_hide_set()) {
            texts.push((format!("{place}, {}", value.get_name()), text(value.get_help())));
        }
    }
    let filled =
        |(place, text): (String, Option<String>)| Some((place, text.filter(|text| !text.is_empty())?));
    texts.into_iter().filter_map(filled).collect()
}

/// Checks that a Japanese page fits into its columns and has English sentences only in examples.
fn assert_wholly_japanese(program: &Command, path: &[String], flag: &str, texts: &Translation) {
    let name = program.get_name();
    let words = [name].into_iter().chain(path.iter().map(String::as_str)).chain([flag]);
    let line: Vec<OsString> = words.map(OsString::from).collect();
    for columns in [80, 200] {
        let page = answer_in(program, &line, texts, columns).expect("the page of a command");
        let page = page.render().to_string();
        for line in page.split("\n例：").next().unwrap_or_default().lines() {
            // clap doesn't wrap usage lines and names.
            let is_kept = line.trim_start().starts_with(['-', '<', '[']) || line.contains(name);
            assert!(width(line) <= columns || is_kept, "{path:?}: too wide: {line}");
            let has_note =
                ["[env:", "[default:", "[possible", "[alias"].iter().any(|note| line.contains(note));
            assert!(!has_note && !has_english_sentence(line), "{path:?} is not all Japanese: {line}");
        }
    }
}

fn has_english_sentence(line: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let words: Vec<&str> = line.split(' ').map(|word| word.trim_end_matches(['.', ';', ':'])).collect();
    !line.contains('`') && words.windows(3).any(|three| three.iter().all(|word| is_word(word)))
}

fn each(command: &Command, path: &[String], visit: &mut impl FnMut(&Command, &[String])) {
    visit(command, path);
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
        each(sub, &[path, &[sub.get_name().to_owned()]].concat(), visit);
    }
}

fn written(program: &str, entries: &[Entry]) -> String {
    let mut file = format!(
        "# The Japanese of {program} --help. {UPDATE}=1 in the program's tests brings the English up to date.\n"
    );
    for Entry { place, is_fuzzy, english, translated } in entries {
        let mark = if *is_fuzzy { "#, fuzzy\n" } else { "" };
        let (english, translated) = (quoted(english), quoted(translated));
        file.extend(["\n#: ", place, "\n", mark, "msgid ", &english, "\nmsgstr ", &translated, "\n"]);
    }
    file
}

fn quoted(text: &str) -> String {
    let line =
        |line: &str| format!("\"{}\"", line.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    let lines: Vec<String> = text.split_inclusive('\n').map(line).collect();
    if lines.len() > 1 { format!("\"\"\n{}", lines.join("\n")) } else { line(text) }
}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    fn program(about: &'static str, help: &'static str) -> Command {
        let game = || Arg::new("game").long("game").help(help);
        let command = |name: &'static str| Command::new(name).about(about).arg(game());
        let mut toy = Command::new("toy").about("A \"toy\"").subcommands([command("one"), command("two")]);
        toy.build();
        toy
    }

    #[test]
    fn update_keeps_known_translations_and_marks_the_rest() {
        let known = "msgid \"A \\\"toy\\\"\"\nmsgstr \"玩具\"\n\n\
                     #: one --game <game>\nmsgid \"A game\"\nmsgstr \"試合\"\n\nmsgid \"Gone\"\nmsgstr \"無\"\n";
        let known = Translation::read(known);
        let entries = updated(&program("Does\nit", "The game"), &known);
        let expected = "\n#: toy\nmsgid \"A \\\"toy\\\"\"\nmsgstr \"玩具\"\n\
                        \n#: one\nmsgid \"\"\n\"Does\\n\"\n\"it\"\nmsgstr \"\"\n\
                        \n#: one --game <game>\n#, fuzzy\nmsgid \"The game\"\nmsgstr \"試合\"\n";
        let file = written("toy", &entries);
        assert_eq!(file.split_once('\n').unwrap().1, expected);
        assert_eq!(Translation::read(&file).0, entries);
        let found = faults(&known, &entries);
        let expected = [
            "one: missing: Does\nit",
            "one --game <game>: changed: The game",
            "one --game <game>: superfluous: A game",
            ": superfluous: Gone",
        ];
        assert_eq!(found, expected);
        let found = faults(&Translation::read(&file), &entries);
        let fuzzy = "one --game <game>: changed, and the translation marked as fuzzy: The game";
        assert_eq!(found, ["one: not translated: Does\nit", fuzzy]);
    }

    #[test]
    fn three_plain_words_are_a_sentence() {
        assert!(has_english_sentence("  ここは not yet translated です"));
        assert!(!has_english_sentence("  id、name、kana と steady thrifty の --lang en"));
    }
}

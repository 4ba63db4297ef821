//! What is held of a program's help in both languages.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use ishigaki_words::columns::width;
use ishigaki_words::{Lang, Words};

use crate::help::{PageStyle, Texts, japanese as read, key};

/// The variable that asks for the English catalogue to be written instead of compared.
const UPDATE: &str = "ISHIGAKI_UPDATE_HELP";

/// Holds that a program's English catalogue says what its command line says, that its Japanese one has the same keys, and
/// that pages in Japanese are laid out as clap lays out the English ones.
pub(super) fn helps_in_both_languages(mut program: Command, japanese: &str) {
    program.build();
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../catalogue/help")
        .join(program.get_name())
        .join("en.ftl");
    let english = catalogue(&program);
    let written = written(program.get_name(), &english);
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&file, &written).expect("the English catalogue is written");
    }
    let stands = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        stands == written,
        "{} is not what the command line says: write it with {UPDATE}=1, and change the Japanese beside it.\n{}",
        file.display(),
        first_difference(&stands, &written),
    );
    let keys: Vec<&str> = english.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys_of(japanese), keys, "the Japanese catalogue has other keys than the English one");
    let texts = read(japanese);
    for (key, said) in &english {
        let text = texts.get(key).unwrap_or_else(|| panic!("{key} cannot be read"));
        assert!(text.chars().any(is_japanese), "{key} is not Japanese: {text}, for {said}");
    }
    each(&program, &[], &mut |command, path| {
        for is_long in [false, true] {
            assert_laid_out_as_by_clap(&program, command, path, is_long);
            assert_wholly_japanese(&program, path, is_long, &texts);
        }
    });
}

/// Holds that a page in English is what clap shows.
fn assert_laid_out_as_by_clap(program: &Command, command: &Command, path: &[String], is_long: bool) {
    for columns in [64, 80, 100, 200] {
        let mut sized = command.clone().term_width(columns);
        let shown = if is_long { sized.render_long_help() } else { sized.render_help() }.to_string();
        // clap counts full-width signs as one column, and indents texts that there are not.
        let shown: String = shown.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        if shown.is_ascii() {
            let page = PageStyle { texts: &Texts::AsTheyAre, words: Words::new(Lang::En), is_long, columns };
            let page = plain(&page.of(program, path).expect("the page of a command"));
            assert!(page == shown, "{path:?} at {columns}:\n{}", first_difference(&page, &shown));
        }
    }
}

/// Holds that a page in Japanese fits into its columns and has no English sentence outside of examples.
fn assert_wholly_japanese(program: &Command, path: &[String], is_long: bool, texts: &Texts) {
    let words = Words::new(Lang::Ja);
    for columns in [80, 200] {
        let page =
            PageStyle { texts, words, is_long, columns }.of(program, path).expect("the page of a command");
        let page = plain(&page);
        let said = page.split(&words.label("help-examples")).next().unwrap_or_default();
        for line in said.lines() {
            // clap breaks neither the line of the usage nor a name.
            let is_name = line.trim_start().starts_with(['-', '<', '[']);
            let is_kept = is_name || line.contains(program.get_name());
            assert!(width(line) <= columns || is_kept, "{path:?}: too wide: {line}");
            assert!(!has_english_sentence(line), "{path:?} is not all Japanese: {line}");
        }
    }
}

/// Whether three words that are neither names nor code follow each other.
fn has_english_sentence(line: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let words: Vec<&str> = line.split(' ').map(|word| word.trim_end_matches(['.', ';', ':'])).collect();
    !line.contains('`') && words.windows(3).any(|three| three.iter().all(|word| is_word(word)))
}

fn is_japanese(sign: char) -> bool {
    matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

fn plain(page: &str) -> String {
    StyledStr::from(page.to_owned()).to_string()
}

fn first_difference(one: &str, other: &str) -> String {
    let pairs = one.lines().zip(other.lines()).enumerate().find(|(_, (one, other))| one != other);
    let lines = || format!("{} and {} lines", one.lines().count(), other.lines().count());
    pairs.map_or_else(lines, |(at, (one, other))| format!("line {}:\n  {one:?}\n  {other:?}", at + 1))
}

/// A program's texts by their keys: first those that several commands have alike, then those of one command after another.
fn catalogue(program: &Command) -> Vec<(String, String)> {
    let mut places = Vec::new();
    each(program, &[], &mut |command, path| collect(command, path, &mut places));
    let mut alike: Vec<(String, String)> = Vec::new();
    let mut counted: BTreeMap<&str, Vec<(&str, usize)>> = BTreeMap::new();
    for HelpText { argument, text, .. } in &places {
        let Some(argument) = argument else { continue };
        let texts = counted.entry(argument).or_default();
        match texts.iter_mut().find(|(known, _)| known == text) {
            Some((_, count)) => *count += 1,
            None => texts.push((text, 1)),
        }
    }
    for (argument, texts) in &counted {
        let most = texts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let common = texts.iter().find(|(_, count)| *count == most).filter(|_| most > 1);
        alike
            .extend(common.map(|(text, _)| (key::of_argument(&[], argument)[1].clone(), (*text).to_owned())));
    }
    let own = places.iter().filter_map(|HelpText { path, argument, key, text }| {
        let Some(argument) = argument else { return Some((key.clone(), text.clone())) };
        let [own, shared] = key::of_argument(path, argument);
        let is_shared = alike.iter().any(|(key, common)| *key == shared && common == text);
        (!is_shared).then(|| (own, text.clone()))
    });
    let own: Vec<(String, String)> = own.collect();
    [alike, own].concat()
}

/// A text of a command line.
struct HelpText {
    path: Vec<String>,
    /// The argument, and which of its texts; none for a text of the command itself.
    argument: Option<String>,
    /// The key of a text of the command itself.
    key: String,
    text: String,
}

fn collect(command: &Command, path: &[String], places: &mut Vec<HelpText>) {
    let mut of_command = |key: String, text: String| {
        if !text.is_empty() {
            places.push(HelpText { path: path.to_vec(), argument: None, key, text });
        }
    };
    let key = key::of_command(path);
    of_command(key.clone(), command.get_about().map(ToString::to_string).unwrap_or_default());
    of_command(key + key::LONG, command.get_long_about().map(ToString::to_string).unwrap_or_default());
    let foot = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    of_command(key::of_foot(path), key::parts(&foot).0);
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let id = argument.get_id().as_str();
        if matches!(id, "help" | "version") {
            continue;
        }
        let mut texts = vec![
            (id.to_owned(), argument.get_help().map(ToString::to_string)),
            (id.to_owned() + key::LONG, argument.get_long_help().map(ToString::to_string)),
        ];
        for value in argument.get_possible_values().iter().filter(|value| !value.is_hide_set()) {
            texts.push((key::value(id, value.get_name()), value.get_help().map(ToString::to_string)));
        }
        for (argument, text) in texts {
            let Some(text) = text.filter(|text| !text.is_empty()) else { continue };
            places.push(HelpText { path: path.to_vec(), argument: Some(argument), key: String::new(), text });
        }
    }
}

/// Every command that is shown, with the names above it below the program's.
fn each(command: &Command, path: &[String], look: &mut impl FnMut(&Command, &[String])) {
    look(command, path);
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
        each(sub, &[path, &[sub.get_name().to_owned()]].concat(), look);
    }
}

/// A catalogue as a file.
fn written(program: &str, texts: &[(String, String)]) -> String {
    let mut file = format!(
        "# What {program} --help says, in English, as its command line has it: written by the program's tests, with\n\
         # {UPDATE}=1. The Japanese stands in ja.ftl, under the same keys in the same order.\n\n"
    );
    for (key, text) in texts {
        let text = escaped(text);
        if text.contains('\n') {
            file = file + key + " =\n";
            for line in text.lines() {
                file = file + format!("    {line}").trim_end() + "\n";
            }
        } else {
            file = file + key + " = " + &text + "\n";
        }
    }
    file
}

/// A text in which no sign means anything to a catalogue.
fn escaped(text: &str) -> String {
    let sign = |sign: char| if "{}".contains(sign) { format!("{{\"{sign}\"}}") } else { sign.to_string() };
    text.chars().map(sign).collect()
}

/// The keys of a catalogue, in its order.
fn keys_of(catalogue: &str) -> Vec<&str> {
    let begins = |line: &&str| line.starts_with(|sign: char| sign.is_ascii_alphabetic());
    catalogue.lines().filter(begins).filter_map(|line| line.split_once(" =")).map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction, ValueEnum, value_parser};

    use super::*;

    #[derive(Clone, ValueEnum)]
    enum Pace {
        /// Twice as fast as people are, for whoever has seen it all before and wants to know how it ends.
        Fast,
        /// As slow as people are.
        Slow,
    }

    fn program() -> Command {
        let long = "Says a thing that takes more than the eighty columns of a terminal, so that it has to go on below";
        let pace = Arg::new("pace").long("pace").value_name("PACE").value_parser(value_parser!(Pace));
        let play = Command::new("play")
            .about("Plays.")
            .after_help("Exit codes:\n  0  done\n\nExamples:\n  toy play there --pace fast")
            .arg(Arg::new("place").required(true).help("Where"))
            .arg(Arg::new("times").value_name("N").num_args(0..))
            .arg(pace.default_value("slow").help(long))
            .arg(Arg::new("quiet").short('q').action(ArgAction::SetTrue).help("Says nothing"))
            .arg(Arg::new("path").long("path").env("NO_SUCH_VARIABLE").help(long).global(true))
            .arg(Arg::new("to").short('t').long("to").visible_alias("until").long_help(long).help("To"));
        let mut toy = Command::new("toy")
            .version("1")
            .about("A toy.")
            .long_about(format!("A toy.\n\n{long}"))
            .subcommand(play)
            .subcommand(
                Command::new("a-command-with-a-very-long-name-indeed").about(long).visible_alias("long"),
            )
            .subcommand(Command::new("hidden").hide(true));
        toy.build();
        toy
    }

    #[test]
    fn pages_are_laid_out_as_clap_lays_them_out() {
        let toy = program();
        each(&toy, &[], &mut |command, path| {
            for is_long in [false, true] {
                assert_laid_out_as_by_clap(&toy, command, path, is_long);
            }
        });
    }

    #[test]
    fn what_several_commands_say_alike_has_one_key() {
        let alike = || Arg::new("game").long("game").help("The game's id");
        let command = |name: &'static str| Command::new(name).about("Does it").arg(alike());
        let other = Command::new("three").arg(Arg::new("game").long("game").help("Another {game}"));
        let mut toy = Command::new("toy").about("A toy").subcommands([command("one"), command("two"), other]);
        toy.build();
        let expected = "all--game = The game's id\nprogram = A toy\none = Does it\ntwo = Does it\n\
                        three--game = Another {\"{\"}game{\"}\"}\n";
        let written = written("toy", &catalogue(&toy));
        assert_eq!(written.split_once("\n\n").unwrap().1, expected);
        assert_eq!(keys_of(&written), ["all--game", "program", "one", "two", "three--game"]);
        let texts = read(&written);
        assert_eq!(texts.get("three--game").as_deref(), Some("Another {game}"));
    }

    #[test]
    fn three_plain_words_are_a_sentence() {
        assert!(has_english_sentence("  ここは not yet translated です"));
        assert!(!has_english_sentence("  id、name、kana と steady thrifty の --lang en"));
    }
}

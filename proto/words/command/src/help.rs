//! Help in Japanese: the pages that clap would show, with texts of the program's catalogue.
//!
//! The doc comments of a program's options are the only source of its English, and clap shows that. Its Japanese stands in
//! `proto/words/catalogue/help`, by the keys of [`key`], and is looked up when a page is asked for, not before: clap wraps
//! at spaces only, counts characters, and has its own words in its sources, so the page is laid out here, as clap does it.

pub(crate) mod key;
mod page;

use std::ffi::{OsStr, OsString};

use clap::Command;
use clap::error::ErrorKind;
use ishigaki_words::Words;
use ishigaki_words::help::HelpTexts;

pub(crate) use page::{PageStyle, Texts};

/// The columns of a page that nobody sees on a terminal; clap's figure.
const COLUMNS: usize = 100;

/// clap's answer to a command line that asks for help, in the language of `words`. `None`: it does not ask for help.
pub(crate) fn answer(
    command: &Command,
    given: &[OsString],
    texts: &Texts,
    words: Words,
) -> Option<clap::Error> {
    let wanted = HelpPageRequest::of(command, given)?;
    let mut program = command.clone();
    program.build();
    let page = PageStyle { texts, words, is_long: wanted.is_long, columns: columns() };
    let page = page.of(&program, &wanted.path)?;
    let shown = overridden(command.clone(), &wanted.path, &page);
    asked(&shown, given)
}

/// Reads a program's Japanese.
pub(crate) fn japanese(catalogue: &str) -> Texts {
    Texts::Catalogue(HelpTexts::read(catalogue))
}

/// A page of help.
struct HelpPageRequest {
    /// The names of the command and those above it, without the program's.
    path: Vec<String>,
    /// Whether it is `--help`, not `-h`.
    is_long: bool,
}

impl HelpPageRequest {
    /// Which page a command line asks for, as clap finds it: every command is made to show nothing but which one it is.
    fn of(command: &Command, given: &[OsString]) -> Option<Self> {
        let error = asked(&marked(command.clone(), &[]), given)?;
        let text = error.render().to_string();
        let mut lines = text.lines();
        let is_long = lines.next()? == LONG;
        Some(Self { path: lines.map(str::to_owned).collect(), is_long })
    }
}

const SHORT: &str = "short";
const LONG: &str = "long";

/// The same commands, each of which shows how long its page is to be, and its path.
fn marked(command: Command, path: &[String]) -> Command {
    let template = std::iter::once("{about}").chain(path.iter().map(String::as_str)).collect::<Vec<_>>();
    let command = command.about(SHORT).long_about(LONG).help_template(template.join("\n"));
    command.mut_subcommands(|sub| {
        let path = [path, &[sub.get_name().to_owned()]].concat();
        marked(sub, &path)
    })
}

/// The same commands, of which the one at this path has this page.
fn overridden(command: Command, path: &[String], page: &str) -> Command {
    match path {
        [] => command.override_help(page.to_owned()),
        [name, below @ ..] => command.mut_subcommand(name, |sub| overridden(sub, below, page)),
    }
}

/// What clap answers to a command line that asks for help. An option `--lang` that stands where the command has none is no
/// reason to show nothing.
pub(crate) fn asked(command: &Command, given: &[OsString]) -> Option<clap::Error> {
    let read = |line: &[OsString]| command.clone().try_get_matches_from(line).err();
    let is_missing = |kind| kind == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let error =
        read(given).filter(|error| is_missing(error.kind()) || error.kind() == ErrorKind::DisplayHelp);
    error.or_else(|| read(&without_language(given)).filter(|error| error.kind() == ErrorKind::DisplayHelp))
}

/// The same command line without `--lang`.
fn without_language(given: &[OsString]) -> Vec<OsString> {
    let named = given.iter().position(|word| word == "--").unwrap_or(given.len());
    let (named, rest) = given.split_at(named);
    let mut before: Option<&OsStr> = None;
    let kept = named.iter().filter(|word| {
        let is_language = word.to_string_lossy().starts_with("--lang=")
            || *word == "--lang"
            || before == Some(OsStr::new("--lang"));
        before = Some(word.as_os_str());
        !is_language
    });
    kept.chain(rest).cloned().collect()
}

/// The columns of the terminal, else those that the environment names.
fn columns() -> usize {
    let terminal = terminal_size::terminal_size().map(|(wide, _)| usize::from(wide.0));
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(named).unwrap_or(COLUMNS)
}

#[cfg(test)]
mod tests {
    use clap::Arg;
    use ishigaki_words::Lang;

    use super::*;

    const CATALOGUE: &str = "\
all--game = 試合のID。終わったものも指定できます。終わったものは記録から読みます。開始待ちのものは待ちます
program = 試しのプログラム
go = 行います
";

    fn program() -> Command {
        let game = Arg::new("game").long("game").help("The game's id").default_value("a");
        let go = Command::new("go").about("Goes").arg(game);
        let stay = Command::new("stay").about("Stays").arg(Arg::new("lang").long("lang"));
        Command::new("toy").about("A toy").subcommand_required(true).subcommands([go, stay])
    }

    fn page(line: &str) -> Option<String> {
        let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = answer(&program(), &given, &japanese(CATALOGUE), Words::new(Lang::Ja))?;
        Some(error.render().to_string())
    }

    #[test]
    fn help_is_japanese_however_it_is_asked_for() {
        let go = page("toy go --help").unwrap();
        assert!(
            go.starts_with("行います\n\n使い方：toy go [OPTIONS]\n\nオプション：\n      --game <game>\n"),
            "{go}"
        );
        assert!(go.contains("[既定：a]"), "{go}");
        assert_eq!(page("toy help go").as_ref(), Some(&go));
        // Wherever the language stands, also where the command has no such option.
        for line in ["toy go --help --lang ja", "toy --lang ja go --help", "toy --lang=ja help go"] {
            assert_eq!(page(line).as_ref(), Some(&go), "{line}");
        }
        let program = page("toy --help").unwrap();
        assert!(
            program.contains("コマンド：\n  go    行います\n  stay  Stays\n  help  このヘルプ"),
            "{program}"
        );
        assert_ne!(page("toy go -h").as_ref(), Some(&go), "the short page has texts beside the names");
    }

    #[test]
    fn what_asks_for_no_help_gets_none() {
        for line in ["toy go", "toy go --gone", "toy go -- --help", "toy stay --lang ja"] {
            assert_eq!(page(line), None, "{line}");
        }
    }

    #[test]
    fn full_width_text_keeps_to_its_columns() {
        let mut program = program();
        program.build();
        let texts = japanese(CATALOGUE);
        for columns in [40, 80] {
            for is_long in [false, true] {
                let page = PageStyle { texts: &texts, words: Words::new(Lang::Ja), is_long, columns };
                let page = page.of(&program, &["go".to_owned()]).unwrap();
                let page = clap::builder::StyledStr::from(page).to_string();
                let widest = page.lines().map(ishigaki_words::columns::width).max();
                assert!(widest <= Some(columns), "{page}");
                assert!(!page.lines().any(|line| line.trim_start().starts_with('。')), "{page}");
            }
        }
    }
}

//! Help in Japanese: clap's pages of a command whose texts are translated.
//!
//! The doc comments of a program's options are the only source of its English, and clap shows that. Its Japanese is in
//! `proto/words/catalogue/help`, by the English text.

mod layout;
pub(crate) mod translation;

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use layout::{TEXT_START, laid_out};
use translation::Translation;

/// The columns of a page without a terminal, as clap has it.
const COLUMNS: usize = 100;

/// The Japanese of clap's own words.
const CLAP: &str = include_str!("../../catalogue/help/clap.po");

/// The heading of what is code at the foot of a page.
const EXAMPLES: &str = "Examples:\n";

/// clap's answer to a command line that asks for help, in Japanese. `None`: it does not ask for help.
pub(crate) fn answer(command: &Command, given: &[OsString], japanese: &str) -> Option<clap::Error> {
    asked(command, given)?;
    answer_in(command, given, &Translation::read(japanese), columns())
}

/// The same, on a page of this width.
pub(crate) fn answer_in(
    command: &Command,
    given: &[OsString],
    texts: &Translation,
    columns: usize,
) -> Option<clap::Error> {
    let clap = Translation::read(CLAP);
    // Without a width, clap breaks no line.
    let mut command = command.clone().term_width(0);
    command.build();
    let text = |english: &str| texts.of(english).or_else(|| clap.of(english)).unwrap_or(english).to_owned();
    let command = translated(command, &text);
    let page = asked(&command, given)?.render().ansi().to_string();
    asked(&overridden(command, &laid_out(&page, &clap, columns)), given)
}

/// The same commands with other texts.
fn translated(command: Command, text: &impl Fn(&str) -> String) -> Command {
    let marked = |english: &StyledStr| StyledStr::from(format!("{TEXT_START}{}", text(&english.to_string())));
    let styled = |english: Option<&StyledStr>| Resettable::from(english.map(marked));
    let (about, long) = (styled(command.get_about()), styled(command.get_long_about()));
    let foot = command.get_after_help().map(|foot| {
        let foot = foot.to_string();
        let (said, examples) = foot_parts(&foot);
        let said = (!said.is_empty()).then(|| text(&said));
        let examples = examples.into_iter().map(|code| format!("{EXAMPLES}{code}"));
        StyledStr::from(said.into_iter().chain(examples).collect::<Vec<_>>().join("\n\n"))
    });
    let in_values = |value: PossibleValue| {
        let help = styled(value.get_help());
        value.help(help)
    };
    let in_argument = |argument: Arg| {
        let (help, long) = (styled(argument.get_help()), styled(argument.get_long_help()));
        let values = argument.get_possible_values();
        let argument = argument.help(help).long_help(long);
        if values.iter().all(|value| value.get_help().is_none()) {
            return argument;
        }
        argument.value_parser(PossibleValuesParser::new(values.into_iter().map(in_values)))
    };
    let command =
        command.about(about).long_about(long).after_help(Resettable::from(foot)).mut_args(in_argument);
    command.mut_subcommands(|sub| translated(sub, text))
}

/// What is at the foot of a page: its text, and the examples without their heading.
pub(crate) fn foot_parts(foot: &str) -> (String, Vec<&str>) {
    let (examples, said): (Vec<&str>, Vec<&str>) =
        foot.split("\n\n").partition(|block| block.starts_with(EXAMPLES));
    (said.join("\n\n"), examples.into_iter().filter_map(|block| block.strip_prefix(EXAMPLES)).collect())
}

/// The same commands, all with this page.
fn overridden(command: Command, page: &str) -> Command {
    command.override_help(page.to_owned()).mut_subcommands(|sub| overridden(sub, page))
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
    use ishigaki_words::columns::width;

    use super::*;

    const JAPANESE: &str = "
msgid \"The game's id\"
msgstr \"試合のID。終わったものも指定できます。終わったものは記録から読みます。開始待ちのものは待ちます\"

msgid \"A toy\"
msgstr \"試しのプログラム\"

msgid \"Goes\"
msgstr \"行います\"
";

    fn program() -> Command {
        let game = Arg::new("game").long("game").help("The game's id").default_value("a");
        let go = Command::new("go").about("Goes").arg(game);
        let stay = Command::new("stay").about("Stays").arg(Arg::new("lang").long("lang"));
        Command::new("toy").about("A toy").subcommand_required(true).subcommands([go, stay])
    }

    fn page_in(line: &str, columns: usize) -> Option<String> {
        let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = answer_in(&program(), &given, &Translation::read(JAPANESE), columns)?;
        Some(error.render().to_string())
    }

    fn page(line: &str) -> Option<String> {
        page_in(line, COLUMNS)
    }

    #[test]
    fn help_is_japanese_however_it_is_asked_for() {
        let go = page("toy go --help").unwrap();
        assert!(
            go.starts_with(
                "行います\n\n使い方：toy go [OPTIONS]\n\nオプション：\n      --game <game>  試合のID"
            ),
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
    }

    #[test]
    fn what_asks_for_no_help_gets_none() {
        for line in ["toy go", "toy go --gone", "toy go -- --help", "toy stay --lang ja"] {
            assert_eq!(page(line), None, "{line}");
        }
    }

    #[test]
    fn full_width_text_keeps_to_its_columns() {
        for columns in [40, 80] {
            for line in ["toy go -h", "toy go --help", "toy -h"] {
                let page = page_in(line, columns).unwrap();
                let widest = page.lines().map(width).max();
                assert!(widest <= Some(columns), "{page}");
                assert!(!page.lines().any(|line| line.trim_start().starts_with('。')), "{page}");
            }
        }
    }
}

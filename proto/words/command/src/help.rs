//! Japanese help: clap's pages with translated texts.
//!
//! The doc comments of options are the only source of the English texts. Their translations are in
//! `proto/words/catalogue/help`, by English text.

mod layout;
pub(crate) mod translation;

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use layout::{TEXT_START, layout};
use translation::Translation;

/// Width of a page without a terminal, as in clap.
const COLUMNS: usize = 100;

const CLAP: &str = include_str!("../../catalogue/help/clap.po");

const EXAMPLES: &str = "Examples:\n";

/// Returns clap's answer to a request for help, in Japanese; `None` for any other command line.
pub(crate) fn answer(command: &Command, given: &[OsString], japanese: &str) -> Option<clap::Error> {
    help_request(command, given)?;
    answer_in(command, given, &Translation::read(japanese), columns())
}

pub(crate) fn answer_in(
    command: &Command,
    given: &[OsString],
    texts: &Translation,
    columns: usize,
) -> Option<clap::Error> {
    let clap = Translation::read(CLAP);
    // Without a width, clap doesn't break lines.
    let mut command = command.clone().term_width(0);
    command.build();
    let text = |english: &str| texts.of(english).or_else(|| clap.of(english)).unwrap_or(english).to_owned();
    let command = translated(command, &text);
    let page = help_request(&command, given)?.render().ansi().to_string();
    help_request(&overridden(command, &layout(&page, &clap, columns)), given)
}

fn translated(command: Command, text: &impl Fn(&str) -> String) -> Command {
    let marked = |english: &StyledStr| StyledStr::from(format!("{TEXT_START}{}", text(&english.to_string())));
    let styled = |english: Option<&StyledStr>| Resettable::from(english.map(marked));
    let (about, long) = (styled(command.get_about()), styled(command.get_long_about()));
    let foot = command.get_after_help().map(|foot| {
        let foot = foot.to_string();
        let (description, examples) = foot_parts(&foot);
        let description = (!description.is_empty()).then(|| text(&description));
        let examples = examples.into_iter().map(|code| format!("{EXAMPLES}{code}"));
        StyledStr::from(description.into_iter().chain(examples).collect::<Vec<_>>().join("\n\n"))
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

pub(crate) fn foot_parts(foot: &str) -> (String, Vec<&str>) {
    let (examples, description): (Vec<&str>, Vec<&str>) =
        foot.split("\n\n").partition(|block| block.starts_with(EXAMPLES));
    (
        description.join("\n\n"),
        examples.into_iter().filter_map(|block| block.strip_prefix(EXAMPLES)).collect(),
    )
}

fn overridden(command: Command, page: &str) -> Command {
    command.override_help(page.to_owned()).mut_subcommands(|sub| overridden(sub, page))
}

/// Returns clap's answer to a request for help. A `--lang` at a command without this option doesn't prevent
/// the help.
pub(crate) fn help_request(command: &Command, given: &[OsString]) -> Option<clap::Error> {
    let read = |line: &[OsString]| command.clone().try_get_matches_from(line).err();
    let is_missing = |kind| kind == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let error =
        read(given).filter(|error| is_missing(error.kind()) || error.kind() == ErrorKind::DisplayHelp);
    error.or_else(|| read(&without_language(given)).filter(|error| error.kind() == ErrorKind::DisplayHelp))
}

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
    fn help_is_japanese_in_each_form_of_request() {
        let go = page("toy go --help").unwrap();
        assert!(
            go.starts_with(
                "行います\n\n使い方：toy go [OPTIONS]\n\nオプション：\n      --game <game>  試合のID"
            ),
            "{go}"
        );
        assert!(go.contains("[既定：a]"), "{go}");
        assert_eq!(page("toy help go").as_ref(), Some(&go));
        // `--lang` works at every position, even for a command without this option.
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
    fn line_without_help_request_gets_no_help() {
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

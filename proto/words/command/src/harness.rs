//! Tests of a program's command line. Panics if a check fails.
#![expect(clippy::expect_used, reason = "a test that cannot go on fails")]

mod help;
mod pages;
mod reference;
mod shell;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::Command as Process;

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::Exit;
use help::helps_in_both_languages;

/// Checks a program's command line: help pages with examples and known exit codes, `japanese` as their
/// translation, bash completion, and its lines in the project's pages.
pub fn check<C: CommandFactory>(japanese: &str) {
    reference::is_current(&crate::command::<C>());
    helps_in_both_languages(&crate::command::<C>(), japanese);
    helps_with_every_command::<C>();
    completes_every_command::<C>();
    ends_with_known_exit_codes::<C>();
    pages::are_read::<C>();
}

/// Returns bash's completions of the last of these words; the first one is the program.
pub fn completed<C: CommandFactory>(words: &[&str]) -> BTreeSet<String> {
    let mut script = tempfile::NamedTempFile::new().expect("a file");
    script.write_all(crate::completions::completions::<C>(Shell::Bash).as_bytes()).expect("a script");
    let completion_script = r#"
source "$1"; shift
spec=$(complete -p "$1") || exit 3
[[ $spec =~ -F\ ([^ ]+) ]] || exit 4
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
"${BASH_REMATCH[1]}" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"
"#;
    let path = script.path().to_str().expect("a path of text");
    let output =
        Process::new("bash").args(["--norc", "-c", completion_script, "bash", path]).args(words).output();
    let output = output.expect("bash is needed to test its completions");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Checks that bash completes the options of every command, and the subcommands.
fn completes_every_command<C: CommandFactory>() {
    let mut program = crate::command::<C>();
    program.build();
    each(&program, &[], &mut |command, path| {
        let words: Vec<&str> = path.iter().map(String::as_str).chain(["--"]).collect();
        let offered = completed::<C>(&words);
        for option in command.get_opts().filter(|option| !option.is_hide_set()) {
            if let Some(long) = option.get_long() {
                assert!(offered.contains(&format!("--{long}")), "{words:?}: no --{long} in {offered:?}");
            }
        }
        let words: Vec<&str> = path.iter().map(String::as_str).chain([""]).collect();
        let offered = completed::<C>(&words);
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            assert!(offered.contains(sub.get_name()), "{words:?}: no {} in {offered:?}", sub.get_name());
        }
    });
}

/// Checks that every exit code on a program's help pages is one of [`Exit`], in ascending order.
fn ends_with_known_exit_codes<C: CommandFactory>() {
    let mut program = crate::command::<C>();
    program.build();
    assert!(!exit_codes(&program).is_empty(), "the help has no exit codes");
    each(&program, &[], &mut |command, path| {
        let codes = exit_codes(command);
        assert!(codes.is_sorted(), "{path:?}: {codes:?}");
        for code in codes {
            assert!(Exit::ALL.iter().any(|exit| exit.code() == code), "{path:?} ends with {code}");
        }
    });
}

fn exit_codes(command: &Command) -> Vec<u8> {
    let help = command.clone().render_long_help().to_string();
    let page = help.split("Exit codes:\n").nth(1).unwrap_or_default();
    let lines = page.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect()
}

/// Checks that every command's help has examples that parse, and lists its own options before the common
/// ones.
fn helps_with_every_command<C: CommandFactory>() {
    let mut program = crate::command::<C>();
    program.build();
    each(&program, &[], &mut |command, path| {
        if command.has_subcommands() || command.get_name() == "help" || command.is_hide_set() {
            return;
        }
        let help = command.clone().render_long_help().to_string();
        let examples = help.split("Examples:\n").nth(1).unwrap_or_default();
        let examples: Vec<&str> =
            examples.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        assert!(!examples.is_empty(), "{path:?} has no examples:\n{help}");
        for example in examples {
            // Checks all parts of a pipeline that run this program.
            for line in shell::commands(example).into_iter().filter(|line| line[0] == path[0]) {
                let read = crate::command::<C>().try_get_matches_from(&line);
                let why = read.err().map_or_else(String::new, |error| error.to_string());
                assert!(why.is_empty(), "{}: {why}", line.join(" "));
            }
        }
        if let (Some(own), Some(common)) = (help.find("\nOptions:"), help.find(crate::COMMON)) {
            assert!(own < common, "{path:?} has its own options behind the common ones:\n{help}");
        }
    });
}

fn each(command: &Command, above: &[String], visit: &mut impl FnMut(&Command, &[String])) {
    let path: Vec<String> = above.iter().cloned().chain([command.get_name().to_owned()]).collect();
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    visit(command, &path);
    for sub in command.get_subcommands() {
        each(sub, &path, visit);
    }
}

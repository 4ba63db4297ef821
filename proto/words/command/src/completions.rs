//! Shell completions.

use clap::{Args, Command, CommandFactory};
use clap_complete::{Shell, generate};

/// Print shell completions for the shell's start-up file
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Completions {
    /// Shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

impl Completions {
    /// Returns the text for the shell's start-up file.
    pub fn of<C: CommandFactory>(self) -> String {
        completions::<C>(self.shell)
    }
}

/// Adds an example to the command `completions`.
pub(crate) fn with_examples(program: Command) -> Command {
    const COMMAND: &str = "completions";
    if program.find_subcommand(COMMAND).is_none() {
        return program;
    }
    let name = program.get_name();
    let folder = "~/.local/share/bash-completion/completions";
    let example = format!("Examples:\n  {name} {COMMAND} bash > {folder}/{name}");
    program.mut_subcommand(COMMAND, |command| command.after_help(example))
}

/// Returns the completions of a program for a shell.
pub(crate) fn completions<C: CommandFactory>(shell: Shell) -> String {
    let mut command = crate::command::<C>();
    let name = command.get_name().to_owned();
    if shell != Shell::Bash {
        return generated(shell, &mut command, &name);
    }
    // For bash, clap_complete spells a hyphen in the program's name in two ways, so no subcommand would be
    // completed. The program gets a name without one, and the last line the right name.
    let plain = name.replace('-', "_");
    let text = generated(shell, &mut command, &plain);
    let line = |line: &str| {
        let is_last = line.trim_start().starts_with("complete -F ");
        match line.strip_suffix(&format!(" {plain}")).filter(|_| is_last) {
            Some(start) => format!("{start} {name}\n"),
            None => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

fn generated(shell: Shell, command: &mut Command, name: &str) -> String {
    let mut text = Vec::new();
    generate(shell, command, name, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

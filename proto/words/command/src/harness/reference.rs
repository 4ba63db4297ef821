//! The page of the reference with a program's commands, made from its help.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use clap::Command;

/// Environment variable that makes the test write the pages.
const UPDATE: &str = "ISHIGAKI_UPDATE_PAGES";

const COLUMNS: usize = 100;

/// Checks that `docs/reference/commands/PROGRAM.md` has the help of every command of the program.
pub(super) fn is_current(program: &Command) {
    let mut built = program.clone().term_width(COLUMNS);
    built.build();
    let name = built.get_name().to_owned();
    let mut page = format!(
        "# Commands of {name}\n\n`{name} COMMAND --help` prints the same. Options under *{}* belong to every \
         command and are listed once.\n",
        crate::COMMON
    );
    super::each(&built, &[], &mut |command, path| {
        let help = command.clone().render_long_help().to_string();
        let is_program = path.len() == 1;
        let help = if is_program { help } else { without_common(&help) };
        let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        write!(page, "\n## {}\n\n```text\n{}\n```\n", path.join(" "), lines.join("\n")).expect("a text");
    });
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../docs/reference/commands/{name}.md"));
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, &page).expect("the page is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "{} is out of date: run this test with {UPDATE}=1", path.display());
}

/// Returns a command's help without the section of common options.
fn without_common(help: &str) -> String {
    let Some((before, section)) = help.split_once(&format!("{}:\n", crate::COMMON)) else {
        return help.to_owned();
    };
    // The next section begins in the first column.
    let is_next = |line: &&str| line.starts_with(|sign: char| !sign.is_whitespace());
    let after: Vec<&str> = section.lines().skip_while(|line| !is_next(line)).collect();
    format!("{before}{}", after.join("\n"))
}

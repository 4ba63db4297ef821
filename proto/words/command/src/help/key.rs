//! Keys of help texts: what a text of a command line is called in the program's catalogue.
//!
//! A command's text has the command's path, `event-create`, or `program`; an argument's text the command's path and the
//! argument's id, `event-create--preset`. Where several commands of a program say the same of an argument, that text has
//! the key `all--preset` instead. Behind stand what is not the short text (`--long`, `--after`) and the value that is told
//! of (`--is-fast`).

/// The key of what stands behind the short text of something.
pub(crate) const LONG: &str = "--long";

/// The start of what is alike in several commands.
const ALL: &str = "all";

/// The heading of what is code at the foot of a page.
const EXAMPLES: &str = "Examples:\n";

/// The key of a command, by the names below the program's.
pub(crate) fn of_command(path: &[String]) -> String {
    if path.is_empty() { "program".to_owned() } else { path.join("-") }
}

/// The key of what stands below a command's page, the examples apart.
pub(crate) fn of_foot(path: &[String]) -> String {
    of_command(path) + "--after"
}

/// The keys of an argument's text, the first of which that there is counts.
pub(crate) fn of_argument(path: &[String], argument: &str) -> [String; 2] {
    [of_command(path), ALL.to_owned()].map(|above| format!("{above}--{argument}"))
}

/// The name of a value of an argument, behind the argument's own.
pub(crate) fn value(argument: &str, value: &str) -> String {
    format!("{argument}--is-{value}")
}

/// What stands below a page: what is said there, and the examples without their heading.
pub(crate) fn parts(foot: &str) -> (String, Vec<&str>) {
    let blocks = || foot.split("\n\n");
    let said: Vec<&str> = blocks().filter(|block| !block.starts_with(EXAMPLES)).collect();
    (said.join("\n\n"), blocks().filter_map(|block| block.strip_prefix(EXAMPLES)).collect())
}

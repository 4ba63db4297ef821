//! Environment of child processes, without this project's variables.

use std::ffi::OsString;
use std::process::Command;

/// Prefix of this project's variables. They contain tokens, keys and URLs with passwords, and paths to them.
const VARIABLE_PREFIX: &str = "ISHIGAKI_";

/// Removes this project's variables from a command's environment.
pub fn withhold(command: &mut Command) {
    for name in project_variables(std::env::vars_os().map(|(name, _)| name)) {
        command.env_remove(name);
    }
}

fn project_variables(names: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    names.filter(|name| name.to_string_lossy().to_ascii_uppercase().starts_with(VARIABLE_PREFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keys_and_places_are_withheld() {
        let names =
            ["PATH", "ISHIGAKI_TOKEN", "ISHIGAKI_TOKEN_FILE", "ISHIGAKI_JOURNAL", "HOME", "MY_ISHIGAKI_"];
        let withheld: Vec<_> = project_variables(names.into_iter().map(OsString::from)).collect();
        assert_eq!(withheld, ["ISHIGAKI_TOKEN", "ISHIGAKI_TOKEN_FILE", "ISHIGAKI_JOURNAL"]);
    }
}

//! The environment of programs that this one starts: without what is this program's own.

use std::ffi::OsString;
use std::process::Command;

/// Start of the names of this project's variables. They hold tokens, keys and URLs with passwords, and paths to them.
const OWN: &str = "ISHIGAKI_";

/// Keeps this project's variables from a program.
pub fn withhold(command: &mut Command) {
    for name in own_names(std::env::vars_os().map(|(name, _)| name)) {
        command.env_remove(name);
    }
}

fn own_names(names: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    names.filter(|name| name.to_string_lossy().to_ascii_uppercase().starts_with(OWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keys_and_places_are_withheld() {
        let names =
            ["PATH", "ISHIGAKI_TOKEN", "ISHIGAKI_TOKEN_FILE", "ISHIGAKI_JOURNAL", "HOME", "MY_ISHIGAKI_"];
        let withheld: Vec<_> = own_names(names.into_iter().map(OsString::from)).collect();
        assert_eq!(withheld, ["ISHIGAKI_TOKEN", "ISHIGAKI_TOKEN_FILE", "ISHIGAKI_JOURNAL"]);
    }
}

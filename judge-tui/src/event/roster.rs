//! Rosters (名簿) from files.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use ishigaki_roster::{IdRule, RosterDraft, RosterFileError, RosterRules};
use ishigaki_words::{Value as Gap, Words};

/// Error of a roster file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RosterError {
    File(Gap),
    Faulty(Vec<RosterFileError>),
}

impl RosterError {
    pub(crate) fn sentence(&self, file: &str, words: Words) -> String {
        match self {
            Self::File(what) => words.say("cli-enter-file", &[("file", file.into()), ("what", what.clone())]),
            Self::Faulty(errors) => {
                let first =
                    errors.first().map(|error| words.message(&error.in_file(file))).unwrap_or_default();
                match errors.len() {
                    0 | 1 => first,
                    count => {
                        let gaps =
                            [("first", first.into()), ("more", (count - 1).into()), ("file", file.into())];
                        words.say("tournament-roster-faults", &gaps)
                    }
                }
            }
        }
    }
}

pub(crate) fn roster_fault_sentences(file: &str, errors: &[RosterFileError], words: Words) -> String {
    errors.iter().map(|error| words.message(&error.in_file(file))).collect::<Vec<_>>().join("\n")
}

/// Reads the roster of an event with these classes of seeds; `-` is standard input.
pub(crate) fn read_roster(file: &Path, classes: &[String]) -> Result<RosterDraft, RosterError> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.map_err(|error| RosterError::File((&error).into()))?;
    let rules = RosterRules { seed_classes: Some(classes), ids: IdRule::Any };
    ishigaki_roster::read_roster(&bytes, rules).map_err(RosterError::Faulty)
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::*;

    #[test]
    fn roster_faults_on_a_screen_are_the_first_and_a_count() {
        let rules = RosterRules { seed_classes: Some(&[]), ids: IdRule::Any };
        let errors = ishigaki_roster::read_roster(b"id,name\n,x\nP1,\nP1,x\n", rules).unwrap_err();
        let sentence = RosterError::Faulty(errors).sentence("players.csv", Words::new(Lang::En));
        assert!(sentence.contains("line 2") && sentence.contains(" 2 more"), "{sentence}");
    }
}

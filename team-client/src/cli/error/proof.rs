//! The errors of a record's proof, in words.

use std::path::PathBuf;

use ishigaki_client::Kit;
use ishigaki_client::receipts::ReadReceiptsError;
use ishigaki_record::tournament::EventViolation;
use ishigaki_record::transcript::LineError;
use ishigaki_record::verify::{ReceiptViolation, TranscriptViolation};
use ishigaki_words::{Value, Words};
use team_client_sdk::CheckError;

/// Error of a record that is not in order, or cannot be looked at.
#[derive(Debug)]
pub(crate) enum ProofError {
    /// The file that is to be checked cannot be read.
    Unreadable {
        /// Path of the file.
        file: String,
        /// Description of what is wrong.
        what: Value,
    },
    /// The file cannot be written.
    File {
        /// Path of the file.
        file: String,
        /// Description of what is wrong.
        what: Value,
    },
    /// The record does not hold.
    NotInOrder(Box<TranscriptViolation>),
    /// The record is that of an event, where a game's was meant.
    OfEvent,
    /// The record of an event does not hold.
    EventNotInOrder(Box<EventViolation>),
    /// The server gave lines that are no record.
    NoRecord(LineError),
    /// The receipts that are kept cannot be read.
    Receipts(ReadReceiptsError),
    /// A receipt that is kept is not what its server signed.
    Altered { file: PathBuf, counter: u64 },
    /// There are no receipts of the game where they were said to be.
    NoReceipts { folder: PathBuf, game: String },
    /// A team's own lists are not in the record as it sent them.
    Own { team: String, fault: Box<ReceiptViolation> },
    /// The server has lost what a kept receipt is for; which one, has been said.
    Lost,
    /// The record is in order as far as it could be checked; what is left open, unless it has been said.
    Partly(Option<String>),
}

/// Says what is not in order at an opening.
pub(crate) fn say_check(error: &CheckError, words: &Words) -> String {
    let what = match error {
        CheckError::Unreadable(error) => words.with_sources(error),
        CheckError::NotInOrder(violation) => words.record_violation(violation),
        error => words.message(error),
    };
    words.not_in_order(&what)
}

impl ProofError {
    pub(crate) fn sentence(&self, words: &Words) -> String {
        let what = match self {
            Self::Unreadable { file, what } | Self::File { file, what } => {
                let gaps = [("file", file.as_str().into()), ("what", what.clone())];
                return words.say("cli-file", &gaps);
            }
            Self::Receipts(ReadReceiptsError::File { file, what }) => {
                let gaps = [("file", file.display().to_string().into()), ("what", what.into())];
                return words.say("cli-file", &gaps);
            }
            Self::Receipts(error) => {
                return words.say("cli-receipts", &[("what", words.message(error).into())]);
            }
            Self::Altered { file, counter } => {
                let gaps =
                    [("file", file.display().to_string().into()), ("counter", counter.to_string().into())];
                return words.say("cli-receipt-altered", &gaps);
            }
            Self::NoReceipts { folder, game } => {
                let gaps = [("folder", folder.display().to_string().into()), ("game", game.as_str().into())];
                return words.say("cli-no-receipts", &gaps);
            }
            Self::Own { team, fault } => {
                let gaps = [("team", team.as_str().into()), ("what", words.message(fault).into())];
                return words.say("cli-own-not-in-order", &gaps);
            }
            Self::NotInOrder(violation) => {
                let authority = Kit::here().authority().map(|authority| authority.fingerprint());
                let said = words.not_in_order(&words.record_violation(violation));
                let hint = words.which_fingerprint(violation, authority);
                return [said].into_iter().chain(hint).collect::<Vec<_>>().join("\n");
            }
            Self::OfEvent => return words.label("record-of-event"),
            Self::EventNotInOrder(violation) => words.event_record_violation(violation),
            Self::NoRecord(error) => words.with_sources(error),
            Self::Partly(open) => return open.clone().unwrap_or_default(),
            Self::Lost => return String::new(),
        };
        words.not_in_order(&what)
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } | Self::File { .. } => "FILE",
            Self::OfEvent => "OF_EVENT",
            Self::Receipts(_) | Self::Altered { .. } => "RECEIPTS",
            Self::NoReceipts { .. } => "NO_RECEIPTS",
            Self::Own { .. } => "OWN_LISTS",
            Self::Partly(_) => "PARTLY_CHECKED",
            Self::Lost => "RECEIPT_LOST",
            Self::NotInOrder(_) | Self::EventNotInOrder(_) | Self::NoRecord(_) => "NOT_IN_ORDER",
        }
    }
}

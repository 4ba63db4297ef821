//! Arguments of a command that verifies a record.

use clap::Args;
use clap::builder::TypedValueParser;
use ishigaki_command::{ValueError, value_of};
use ishigaki_record::chain::{HeadError, NotedHead};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::verify::{Expected, Gap};
use ishigaki_words::Words;

/// Arguments of a command that verifies a record.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ProofArgs {
    /// Fingerprint of the server's key, from a team's sheet or the board. Without it, the signer is not
    /// checked
    #[arg(long, value_name = "FINGERPRINT")]
    pub key: Option<Fingerprint>,
    /// Last signed head shown by the console, board or feed, at least 16 digits. Without it, a second game
    /// with this name is not ruled out
    #[arg(long, value_name = "HEAD", value_parser = noted_head())]
    pub head: Option<NotedHead>,
    /// Accept a record that is only partly checked: without --key, or with an unsigned end
    #[arg(long)]
    pub partial: bool,
}

impl ProofArgs {
    /// Returns why a valid but partly checked record is rejected; `None` if it is accepted.
    pub fn refusal(&self, gaps: &[Gap], words: &Words) -> Option<String> {
        words.partly_checked(gaps, false).filter(|_| !self.partial)
    }

    /// Returns the expectations about the record.
    pub fn expected(&self) -> Expected {
        Expected { key: self.key, head: self.head.clone() }
    }
}

/// Parses a noted head.
fn noted_head() -> impl TypedValueParser<Value = NotedHead> {
    value_of(|_: &HeadError| ValueError::new("usage-form-head"))
}

//! The arguments of a command that verifies a record.

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
    /// The fingerprint of the server's key, from the team sheet or the board. Without it the record is checked in itself,
    /// and nobody can say who signed it.
    #[arg(long, value_name = "FINGERPRINT")]
    pub key: Option<Fingerprint>,
    /// The last signed head, as the console, the board or a feed showed it when the result was declared: its first 16 digits
    /// or more; dashes do not matter. Without it nobody can say whether the server signed two games of this name.
    #[arg(long, value_name = "HEAD", value_parser = noted_head())]
    pub head: Option<NotedHead>,
    /// Take a record as good that is in order as far as it could be checked: without --key, or with an end that nobody has
    /// signed.
    #[arg(long)]
    pub partial: bool,
}

impl ProofArgs {
    /// Returns why nothing is made of a record that is in order as far as it could be checked; nothing if that is enough.
    pub fn refusal(&self, gaps: &[Gap], words: &Words) -> Option<String> {
        words.partly_checked(gaps, false).filter(|_| !self.partial)
    }

    /// Returns what is known of the record.
    pub fn expected(&self) -> Expected {
        Expected { key: self.key, head: self.head.clone() }
    }
}

/// A noted head, as clap reads it.
fn noted_head() -> impl TypedValueParser<Value = NotedHead> {
    value_of(|_: &HeadError| ValueError::new("usage-form-head"))
}

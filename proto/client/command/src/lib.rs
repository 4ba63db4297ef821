//! The clients' command lines: what all of them take to reach their server, how they join one, and what they say of what
//! goes wrong. What else a client can be asked is its own.
//!
//! Knows words, output and exit codes; no audience's calls.

mod arguments;
mod error;
mod joining;
mod proof;
mod question;
mod record_file;
mod transcript;
mod wording;

use ishigaki_command::Output;
use ishigaki_words::Words;

use ishigaki_client::{Address, Kit, examine};

pub use arguments::{ConnectArgs, TokenError, pin, secret};
pub use error::Error;
pub use joining::{Joining, join};
pub use proof::ProofArgs;
pub use question::QuestionEntry;
pub use record_file::{Unplayable, read_record};
pub use transcript::{TranscriptError, write_transcript};
pub use wording::{mirror_error, missing_sealing};

impl ConnectArgs {
    /// Returns the server's address. Warns of a connection without encryption, and of a token from the environment that is
    /// used in place of the one in this folder.
    ///
    /// # Errors
    /// A folder or a file that does not say it, an address to which nothing may be sent.
    pub fn address(&self, words: &Words, out: &mut Output) -> Result<Address, Error> {
        let address = Kit::here().address(self.server_options())?;
        if address.is_exposed() {
            let server = address.to_string();
            out.remark(&words.say("line-exposed", &[("server", server.into())]))?;
        }
        if let Some(variable) = self.overriding_variable() {
            out.remark(&words.say("cli-token-overridden", &[("variable", variable.into())]))?;
        }
        Ok(address)
    }

    /// As [`ConnectArgs::address`], for a screen that waits for its server: one that never will let it in is told before the
    /// screen is there.
    ///
    /// # Errors
    /// Those of [`ConnectArgs::address`], no token, and what is wrong with the connection.
    pub async fn examined_address(&self, words: &Words, out: &mut Output) -> Result<Address, Error> {
        // Whoever has no token need not wait.
        self.token()?;
        let address = self.address(words, out)?;
        // A host that says nothing is waited for, some seconds long.
        out.remark(&words.say("cli-connecting", &[("server", address.to_string().into())]))?;
        match examine(&address).await {
            Some(trouble) => Err(Error::Line(trouble)),
            None => Ok(address),
        }
    }
}

//! Common parts of clients' command lines: options for the server, joining, and error texts.

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
pub use record_file::read_record;
pub use transcript::write_transcript;
pub use wording::{mirror_error, missing_sealing};

impl ConnectArgs {
    /// Returns the server's address. Warns of a connection without encryption, and of an environment token
    /// that overrides this directory's.
    ///
    /// # Errors
    ///
    /// Fails without an address in options or directory, or if the address is unsafe.
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

    /// Returns the address like [`ConnectArgs::address`] for a screen that waits for its server; permanent
    /// errors are reported before it opens.
    ///
    /// # Errors
    ///
    /// Those of [`ConnectArgs::address`], a missing token, and connection problems.
    pub async fn examined_address(&self, words: &Words, out: &mut Output) -> Result<Address, Error> {
        // Without a token there is nothing to wait for.
        self.token()?;
        let address = self.address(words, out)?;
        // Connecting may take some seconds if the host is silent.
        out.remark(&words.say("cli-connecting", &[("server", address.to_string().into())]))?;
        match examine(&address).await {
            Some(trouble) => Err(Error::Line(trouble)),
            None => Ok(address),
        }
    }
}

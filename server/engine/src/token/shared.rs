//! Shared tokens: the union of all servers' token files, in a note that their journal keeps.
//!
//! A token that one server's file has is good at all of them, and one that any file has as revoked is revoked at all of
//! them for good. The note has hashes, as the files have; it lets nobody in.

use std::path::Path;

use ishigaki_catalogue::Message;
use ishigaki_journal::{Error as JournalError, Membership};

use super::{Error, TokenRegistry, TokenStore};

/// The note's name.
const NOTE: &str = "tokens";

/// Keeps the note and a registry as each other.
#[derive(Debug)]
pub struct SharedTokens {
    registry: TokenRegistry,
    /// The version of the note that was seen last, 0 if there was none.
    version: u64,
    /// Tokens that it says; `None` if it cannot be read.
    shared: Option<TokenStore>,
}

/// Error in sharing tokens.
#[derive(Debug, thiserror::Error, Message)]
#[message("share")]
pub enum ShareError {
    /// The journal does not take or give.
    #[message(transparent)]
    Journal(#[from] JournalError),
    /// The tokens cannot be written down.
    #[message(transparent)]
    Tokens(#[from] Error),
}

impl SharedTokens {
    /// Shares the tokens of this registry.
    pub fn new(registry: TokenRegistry) -> Self {
        Self { registry, version: 0, shared: Some(TokenStore::new()) }
    }

    /// Takes up what the note says, if it has changed, and adds to it what it does not have.
    pub async fn look(&mut self, members: &dyn Membership) -> Result<(), ShareError> {
        loop {
            if let Some(note) = members.note(NOTE, self.version).await? {
                self.version = note.version;
                self.shared = read(&note.bytes);
                match &self.shared {
                    Some(shared) => self.registry.share(shared.clone()).tell(),
                    None => {
                        tracing::error!(
                            "THE SERVERS' SHARED TOKENS CANNOT BE READ: each goes by its own token file"
                        );
                    }
                }
            }
            let union = self.registry.union();
            if self.shared.as_ref().is_none_or(|shared| *shared == union) {
                return Ok(());
            }
            if members.write_note(NOTE, self.version, union.text()?.into()).await? {
                self.version += 1;
                self.registry.share(union.clone()).tell();
                self.shared = Some(union);
                return Ok(());
            }
            // Another server was quicker: its tokens come first, whichever version that has made.
            self.version = 0;
        }
    }
}

/// Reads what a note says; `None` if it is none of tokens.
fn read(bytes: &[u8]) -> Option<TokenStore> {
    let text = std::str::from_utf8(bytes).ok()?;
    TokenStore::parse(Path::new(NOTE), text).ok()
}

#[cfg(test)]
mod tests {
    use super::super::{AuthError, Principal, Role};
    use super::*;
    use crate::entropy::SystemEntropy;

    fn with_token(name: &str) -> (TokenStore, String) {
        let mut store = TokenStore::new();
        let principal = Principal { name: name.into(), role: Role::Board };
        let token = store.issue(principal, &SystemEntropy).unwrap();
        (store, token.reveal().to_owned())
    }

    #[test]
    fn a_token_of_any_server_is_good_and_one_that_any_has_revoked_is_not_whatever_a_file_says_later() {
        let ((own, ours), (mut others, theirs)) = (with_token("one"), with_token("two"));
        let registry = TokenRegistry::new(own.clone());
        assert_eq!(registry.admit(&theirs).unwrap_err(), AuthError::Unknown);
        registry.share(others.clone());
        assert_eq!(registry.admit(&theirs).unwrap().principal().name, "two");
        assert!(registry.admit(&ours).is_ok());
        let unrevoked = others.clone();
        others.revoke("two");
        registry.share(registry.union().union(&others));
        assert_eq!(registry.admit(&theirs).unwrap_err(), AuthError::Revoked);
        registry.replace(own.union(&unrevoked));
        assert_eq!(registry.admit(&theirs).unwrap_err(), AuthError::Revoked);
    }
}

//! Shared tokens: the union of all servers' token files, in a note in their journal.
//!
//! A token in one server's file is valid on all servers, and a token revoked in any file is revoked on all
//! servers for good. The note has only hashes.

use std::path::Path;

use ishigaki_catalogue::Message;
use ishigaki_journal::{Error as JournalError, Membership};

use super::{Error, TokenRegistry, TokenStore};

const NOTE: &str = "tokens";

/// Synchronises the note and a registry.
#[derive(Debug)]
pub struct SharedTokens {
    registry: TokenRegistry,
    /// Version of the last seen note; 0 if there was none.
    version: u64,
    /// Its tokens; `None` if it can't be read.
    shared: Option<TokenStore>,
}

/// Error in sharing tokens.
#[derive(Debug, thiserror::Error, Message)]
#[message("share")]
pub enum ShareError {
    #[message(transparent)]
    Journal(#[from] JournalError),
    #[message(transparent)]
    Tokens(#[from] Error),
}

impl SharedTokens {
    /// Shares the tokens of this registry.
    pub fn new(registry: TokenRegistry) -> Self {
        Self { registry, version: 0, shared: Some(TokenStore::new()) }
    }

    /// Loads the note if it has changed, and adds missing tokens to it.
    pub async fn look(&mut self, members: &dyn Membership) -> Result<(), ShareError> {
        loop {
            if let Some(note) = members.note(NOTE, self.version).await? {
                self.version = note.version;
                self.shared = read(&note.bytes);
                match &self.shared {
                    Some(shared) => self.registry.share(shared.clone()).tell(),
                    None => {
                        tracing::error!("can't read the shared tokens: each server uses its own token file");
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
            // Another server wrote first, so load its version.
            self.version = 0;
        }
    }
}

/// Reads a note; `None` if it isn't one of tokens.
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
    fn shared_tokens_are_valid_until_any_server_revokes_them() {
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

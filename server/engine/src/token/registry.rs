//! The registry of valid tokens, with notification of revocations.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use super::{Error, KnownToken, Principal, TokenStore};
use crate::clock::{Clock, Monotonic};

/// Polling interval of the token file, in milliseconds.
const POLL_INTERVAL: u64 = 250;

/// Registry of valid tokens. Clones share their contents.
#[derive(Clone)]
pub struct TokenRegistry {
    store: Arc<watch::Sender<TokenStore>>,
    parts: Arc<Mutex<RegistryParts>>,
}

#[derive(Default)]
struct RegistryParts {
    own: TokenStore,
    /// Tokens shared by all servers of the journal; empty with an own journal.
    shared: TokenStore,
}

/// Error of a rejected token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthError {
    Unknown,
    Revoked,
}

/// Access granted to a principal by a token. Cheap to clone. `Debug` shows only the token's id.
#[derive(Clone)]
pub struct AccessGrant {
    known: Arc<KnownToken>,
    registry: TokenRegistry,
}

/// Gives the registry's content whenever it changes.
pub struct RegistryUpdates {
    updates: watch::Receiver<TokenStore>,
}

/// Checks whether a grant is still valid. Usually that is one look at whether any token has changed, so it
/// can be checked before every answer.
pub struct Validity {
    grant: AccessGrant,
    updates: watch::Receiver<TokenStore>,
}

/// Changes between two token lists, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenChanges {
    pub issued: BTreeSet<String>,
    pub revoked: BTreeSet<String>,
}

impl TokenRegistry {
    /// Makes a registry of these tokens.
    pub fn new(store: TokenStore) -> Self {
        let parts = RegistryParts { own: store.clone(), shared: TokenStore::new() };
        Self { store: Arc::new(watch::Sender::new(store)), parts: Arc::new(Mutex::new(parts)) }
    }

    /// Replaces this server's own tokens. Shared ones stay valid.
    pub fn replace(&self, store: TokenStore) -> TokenChanges {
        self.change(|parts| parts.own = store)
    }

    /// Sets the valid and revoked tokens shared by all servers of a journal.
    pub(crate) fn share(&self, shared: TokenStore) -> TokenChanges {
        self.change(|parts| parts.shared = shared)
    }

    pub(crate) fn union(&self) -> TokenStore {
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.shared.union(&parts.own)
    }

    fn change(&self, change: impl FnOnce(&mut RegistryParts)) -> TokenChanges {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut parts);
        let store = parts.shared.union(&parts.own);
        let mut changes = TokenChanges::default();
        self.store.send_if_modified(|current| {
            changes = TokenChanges::between(current, &store);
            let is_changed = current.known != store.known;
            *current = store;
            is_changed
        });
        changes
    }

    /// Returns the current content and all later changes.
    pub fn news(&self) -> RegistryUpdates {
        let mut updates = self.store.subscribe();
        updates.mark_changed();
        RegistryUpdates { updates }
    }

    /// Authenticates a token.
    ///
    /// # Errors
    ///
    /// [`AuthError::Unknown`] if the token is unknown, [`AuthError::Revoked`] if it is revoked.
    pub fn admit(&self, presented: &str) -> Result<AccessGrant, AuthError> {
        let store = self.store.borrow();
        let known = store.find(presented).ok_or(AuthError::Unknown)?;
        if known.is_revoked {
            return Err(AuthError::Revoked);
        }
        Ok(AccessGrant { known: Arc::clone(known), registry: self.clone() })
    }
}

impl fmt::Debug for TokenRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "registry of {} tokens", self.store.borrow().known.len())
    }
}

impl RegistryUpdates {
    /// Returns the text of a token file with these tokens as hashes; `None` if it hasn't changed since the
    /// last call.
    pub fn take(&mut self) -> Result<Option<String>, Error> {
        // The registry is gone, so nothing will change.
        if !self.updates.has_changed().unwrap_or(false) {
            return Ok(None);
        }
        self.updates.borrow_and_update().text().map(Some)
    }
}

impl Validity {
    /// Returns whether the grant is currently valid.
    pub fn holds(&mut self) -> bool {
        // The sender lives as long as the grant.
        if !self.updates.has_changed().unwrap_or(true) {
            return true;
        }
        let is_good = self.grant.is_good(&self.updates.borrow_and_update());
        if !is_good {
            self.updates.mark_changed();
        }
        is_good
    }
}

impl AccessGrant {
    pub fn principal(&self) -> &Principal {
        &self.known.principal
    }

    /// Returns the token's id, which isn't secret.
    pub fn token_id(&self) -> &str {
        &self.known.id
    }

    /// Returns a check of the token's validity from now on.
    pub fn validity(&self) -> Validity {
        let mut updates = self.registry.store.subscribe();
        // It may have changed since access was granted.
        updates.mark_changed();
        Validity { grant: self.clone(), updates }
    }

    /// Ends as soon as the token is revoked or changed.
    pub fn revoked(&self) -> impl Future<Output = ()> + Send + use<> {
        let grant = self.clone();
        async move {
            let mut updates = grant.registry.store.subscribe();
            // The sender lives as long as the grant.
            _ = updates.wait_for(|store| !grant.is_good(store)).await;
        }
    }

    fn is_good(&self, store: &TokenStore) -> bool {
        store.known.get(&self.known.id).is_some_and(|known| {
            let KnownToken { id: _, principal, hash, is_revoked } = &**known;
            !is_revoked && *hash == self.known.hash && *principal == self.known.principal
        })
    }
}

impl fmt::Debug for AccessGrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "access grant of {:?}, token {}", self.known.principal, self.known.id)
    }
}

impl TokenChanges {
    pub(super) fn tell(self) {
        for id in self.issued {
            tracing::info!(token = id, "token issued");
        }
        for id in self.revoked {
            tracing::warn!(token = id, "token revoked; its feeds end");
        }
    }

    fn between(old: &TokenStore, new: &TokenStore) -> Self {
        let good = |store: &TokenStore| -> BTreeSet<String> {
            store.known.iter().filter(|(_, known)| !known.is_revoked).map(|(id, _)| id.clone()).collect()
        };
        let (old, new) = (good(old), good(new));
        Self { issued: &new - &old, revoked: &old - &new }
    }
}

/// Keeps a registry in sync with its file while polled. The file is read four times a second, because some
/// disks record modification times too coarsely. An unreadable or damaged file changes nothing and is logged
/// once.
pub async fn follow(path: PathBuf, registry: TokenRegistry, clock: Arc<dyn Clock>) -> Infallible {
    let mut seen = None;
    loop {
        let file = path.clone();
        // Waits only for the disk.
        let read = tokio::task::spawn_blocking(move || fs::read_to_string(file)).await;
        let found =
            read.unwrap_or_else(|stopped| Err(io::Error::other(stopped))).map_err(|error| error.kind());
        if seen.as_ref() != Some(&found) {
            take_up(&path, &registry, &found);
            seen = Some(found);
        }
        clock.reach(Monotonic(clock.now().0.saturating_add(POLL_INTERVAL))).await;
    }
}

fn take_up(path: &Path, registry: &TokenRegistry, found: &Result<String, io::ErrorKind>) {
    let store = match found {
        Ok(text) => TokenStore::parse(path, text),
        Err(kind) => Err(Error::Read { path: path.into(), source: (*kind).into() }),
    };
    match store {
        Ok(store) => {
            registry.replace(store).tell();
        }
        // The error omits the file's contents, which may be a mistyped token.
        Err(error) => tracing::error!(
            %error,
            "can't read the token file: earlier tokens stay valid, new ones are rejected"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Role;
    use super::*;
    use crate::entropy::SystemEntropy;

    fn team() -> Principal {
        Principal { name: "t1".into(), role: Role::Team { team: "t1".into() } }
    }

    /// Returns a store with one token, the token, and the text of the store's file.
    fn store() -> (TokenStore, String, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let mut store = TokenStore::new();
        let token = store.issue(team(), &SystemEntropy).unwrap();
        store.save(&path).unwrap();
        (store, token.reveal().to_owned(), fs::read_to_string(path).unwrap())
    }

    fn copy(text: &str) -> TokenStore {
        TokenStore::parse(Path::new("t.toml"), text).unwrap()
    }

    #[tokio::test]
    async fn grant_ends_when_token_is_revoked_or_changed() {
        for way in ["revoked", "gone", "another's", "remade"] {
            let (store, token, text) = store();
            let registry = TokenRegistry::new(store);
            let grant = registry.admit(&token).unwrap();
            let mut revoked = std::pin::pin!(grant.revoked());
            let mut validity = grant.validity();
            assert_eq!(registry.replace(copy(&text)), TokenChanges::default());
            let still =
                tokio::select! { biased; () = &mut revoked => false, () = std::future::ready(()) => true };
            assert!(still && validity.holds(), "the same file changes nothing");
            let mut changed = copy(&text);
            let known = Arc::make_mut(changed.known.values_mut().next().unwrap());
            match way {
                "revoked" => known.is_revoked = true,
                "gone" => changed.known.clear(),
                "another's" => known.principal.name = "t2".into(),
                _ => known.hash = [0; 32],
            }
            registry.replace(changed);
            revoked.await;
            assert!(!validity.holds() && !validity.holds() && !grant.validity().holds());
            let expected = match way {
                "revoked" => Err(AuthError::Revoked),
                "another's" => Ok("t2".to_owned()),
                _ => Err(AuthError::Unknown),
            };
            assert_eq!(registry.admit(&token).map(|grant| grant.principal().name.clone()), expected, "{way}");
        }
    }

    #[test]
    fn damaged_file_keeps_earlier_tokens_valid() {
        let (store, token, text) = store();
        let registry = TokenRegistry::new(store);
        let path = Path::new("t.toml");
        for found in [
            Ok("token = 1".to_owned()),
            Ok(text.replace("sha256 = \"", "sha256 = \"x")),
            Err(io::ErrorKind::NotFound),
        ] {
            take_up(path, &registry, &found);
            assert!(registry.admit(&token).is_ok(), "{found:?}");
        }
        take_up(path, &registry, &Ok(String::new()));
        assert_eq!(registry.admit(&token).unwrap_err(), AuthError::Unknown);
    }

    #[test]
    fn debug_output_shows_token_id_without_hash() {
        let (store, token, _) = store();
        let registry = TokenRegistry::new(store);
        let grant = registry.admit(&token).unwrap();
        let shown = format!("{registry:?} {grant:?}");
        assert!(
            shown.contains(grant.token_id()) && !shown.contains(&hex::encode(grant.known.hash)),
            "{shown}"
        );
    }
}

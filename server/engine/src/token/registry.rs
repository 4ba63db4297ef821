//! The registry of the tokens that are good at this moment; tells when one no longer is.

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

/// The interval between looks at the token file, in milliseconds.
const LOOK: u64 = 250;

/// Registers the tokens that are good now. Cheap to clone; all copies are one.
#[derive(Clone)]
pub struct TokenRegistry {
    store: Arc<watch::Sender<TokenStore>>,
    parts: Arc<Mutex<RegistryParts>>,
}

#[derive(Default)]
struct RegistryParts {
    /// The tokens of this server's file.
    own: TokenStore,
    /// Those that several servers over one journal share; none where a server is alone.
    shared: TokenStore,
}

/// Error of a presented token that lets nobody in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthError {
    Unknown,
    /// It was good once.
    Revoked,
}

/// Access granted to a principal by a token. Cheap to clone. Silent in `Debug` about the token beyond its id.
#[derive(Clone)]
pub struct AccessGrant {
    known: Arc<KnownToken>,
    registry: TokenRegistry,
}

/// Gives the registry's content each time that it has changed, for whoever keeps a copy of it.
pub struct RegistryUpdates {
    updates: watch::Receiver<TokenStore>,
}

/// Checks whether one grant is still good, for whoever asks before everything that it lets somebody have: nearly always that is
/// one look at whether any token has changed.
pub struct Validity {
    grant: AccessGrant,
    updates: watch::Receiver<TokenStore>,
}

/// Changes between two lists of tokens, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenChanges {
    /// Those that have become good.
    pub issued: BTreeSet<String>,
    /// Those that are no longer.
    pub revoked: BTreeSet<String>,
}

impl TokenRegistry {
    /// Makes a registry in which these tokens are good.
    pub fn new(store: TokenStore) -> Self {
        let parts = RegistryParts { own: store.clone(), shared: TokenStore::new() };
        Self { store: Arc::new(watch::Sender::new(store)), parts: Arc::new(Mutex::new(parts)) }
    }

    /// From now on these tokens of this server's own are good, and no others but shared ones.
    pub fn replace(&self, store: TokenStore) -> TokenChanges {
        self.change(|parts| parts.own = store)
    }

    /// From now on these tokens are good and revoked as well: all servers over one journal have them.
    pub(crate) fn share(&self, shared: TokenStore) -> TokenChanges {
        self.change(|parts| parts.shared = shared)
    }

    /// All tokens, this server's own and shared ones.
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

    /// Returns what it says now, and from then on whenever it has changed.
    pub fn news(&self) -> RegistryUpdates {
        let mut updates = self.store.subscribe();
        updates.mark_changed();
        RegistryUpdates { updates }
    }

    /// Lets in whoever presents a good token.
    ///
    /// # Errors
    /// [`AuthError::Unknown`] if there is no such token, [`AuthError::Revoked`] if it is no longer good.
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
    /// Returns what a token file says that has just these tokens, hashes only; `None` if that was told already.
    pub fn take(&mut self) -> Result<Option<String>, Error> {
        // The register is gone: there will be no news.
        if !self.updates.has_changed().unwrap_or(false) {
            return Ok(None);
        }
        self.updates.borrow_and_update().text().map(Some)
    }
}

impl Validity {
    /// Checks whether the grant is good at this moment.
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
    /// Returns who it is.
    pub fn principal(&self) -> &Principal {
        &self.known.principal
    }

    /// The token's id, which may be told.
    pub fn token_id(&self) -> &str {
        &self.known.id
    }

    /// Returns whether the token is good, from now on.
    pub fn validity(&self) -> Validity {
        let mut updates = self.registry.store.subscribe();
        // It may have changed since access was granted.
        updates.mark_changed();
        Validity { grant: self.clone(), updates }
    }

    /// Ends as soon as the token is no longer good, or no longer for the same.
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
    /// Tells them in the log.
    pub(super) fn tell(self) {
        for id in self.issued {
            tracing::info!(token = id, "a token has been issued");
        }
        for id in self.revoked {
            tracing::warn!(token = id, "a token has been revoked; its feeds end");
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

/// Keeps a registry as its file is, for as long as this is polled. The file is looked at four times a second, and not only
/// when its time has changed, which some disks keep too coarsely to be relied on. A file that cannot be read or is
/// damaged changes nothing and is told once.
pub async fn follow(path: PathBuf, registry: TokenRegistry, clock: Arc<dyn Clock>) -> Infallible {
    let mut seen = None;
    loop {
        let file = path.clone();
        // Nobody but the disk is waited for.
        let read = tokio::task::spawn_blocking(move || fs::read_to_string(file)).await;
        let found =
            read.unwrap_or_else(|stopped| Err(io::Error::other(stopped))).map_err(|error| error.kind());
        if seen.as_ref() != Some(&found) {
            take_up(&path, &registry, &found);
            seen = Some(found);
        }
        clock.reach(Monotonic(clock.now().0.saturating_add(LOOK))).await;
    }
}

/// Takes up what a token file says now, and tells what that has changed.
fn take_up(path: &Path, registry: &TokenRegistry, found: &Result<String, io::ErrorKind>) {
    let store = match found {
        Ok(text) => TokenStore::parse(path, text),
        Err(kind) => Err(Error::Read { path: path.into(), source: (*kind).into() }),
    };
    match store {
        Ok(store) => {
            registry.replace(store).tell();
        }
        // What stands in the file is not told: it may be a token with a slip.
        Err(error) => tracing::error!(
            %error,
            "THE TOKEN FILE IS NOT TAKEN UP: the tokens that were good stay good, and nobody else gets in"
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

    /// A store with one token, and what its file would say.
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
    async fn a_pass_ends_when_its_token_does_in_whichever_way() {
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
    fn a_damaged_file_leaves_the_good_tokens_good() {
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
    fn debug_output_shows_ids_and_nothing_that_lets_in() {
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

//! The tokens that are good at this moment, and who is told when one no longer is.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::watch;

use super::{Desk, Error, Known, Principal};
use crate::clock::{Clock, Monotonic};

/// How often the token file is looked at, in milliseconds.
const LOOK: u64 = 250;

/// The tokens that are good now. Cheap to clone; all copies are one.
#[derive(Clone)]
pub struct Register {
    desk: Arc<watch::Sender<Desk>>,
}

/// A token was presented that lets nobody in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nobody knows it.
    Unknown,
    /// It was good once.
    Revoked,
}

/// Somebody who was let in, and with which token. Silent in `Debug` about the token beyond its id.
#[derive(Clone)]
pub struct Pass {
    /// Who it is.
    pub principal: Principal,
    id: String,
    hash: [u8; 32],
    register: Register,
}

/// What a register says each time that it has changed, for somebody who keeps a copy of it.
pub struct News {
    desks: watch::Receiver<Desk>,
}

/// Whether one pass is still good, for whoever asks before everything that it lets somebody have: nearly always that is
/// one look at whether any token has changed.
pub struct Validity {
    pass: Pass,
    desks: watch::Receiver<Desk>,
}

/// What has changed between two lists of tokens, by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Those that have become good.
    pub issued: BTreeSet<String>,
    /// Those that are no longer.
    pub revoked: BTreeSet<String>,
}

impl Register {
    /// A register in which these tokens are good.
    pub fn new(desk: Desk) -> Self {
        Self { desk: Arc::new(watch::Sender::new(desk)) }
    }

    /// From now on these tokens are good and no others.
    pub fn replace(&self, desk: Desk) -> Changes {
        let mut changes = Changes::default();
        self.desk.send_if_modified(|current| {
            changes = Changes::between(current, &desk);
            let is_changed = current.known != desk.known;
            *current = desk;
            is_changed
        });
        changes
    }

    /// What it says now, and from then on whenever it has changed.
    pub fn news(&self) -> News {
        let mut desks = self.desk.subscribe();
        desks.mark_changed();
        News { desks }
    }

    /// Lets in whoever presents a good token.
    pub fn admit(&self, presented: &str) -> Result<Pass, Refused> {
        let desk = self.desk.borrow();
        let (id, known) = desk.find(presented).ok_or(Refused::Unknown)?;
        if known.is_revoked {
            return Err(Refused::Revoked);
        }
        Ok(Pass {
            principal: known.principal.clone(),
            id: id.to_owned(),
            hash: known.hash,
            register: self.clone(),
        })
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "register of {} tokens", self.desk.borrow().known.len())
    }
}

impl News {
    /// What a token file says that has just these tokens, hashes only; `None` if that was told already.
    pub fn take(&mut self) -> Result<Option<String>, Error> {
        // The register is gone: there will be no news.
        if !self.desks.has_changed().unwrap_or(false) {
            return Ok(None);
        }
        self.desks.borrow_and_update().text().map(Some)
    }
}

impl Validity {
    /// Whether the pass is good at this moment.
    pub fn holds(&mut self) -> bool {
        // The sender lives as long as the pass.
        if !self.desks.has_changed().unwrap_or(true) {
            return true;
        }
        let is_good = self.pass.is_good(&self.desks.borrow_and_update());
        if !is_good {
            self.desks.mark_changed();
        }
        is_good
    }
}

impl Pass {
    /// The token's id, which may be told.
    pub fn token_id(&self) -> &str {
        &self.id
    }

    /// Whether the token is good, from now on.
    pub fn validity(&self) -> Validity {
        let mut desks = self.register.desk.subscribe();
        // It may have changed since the pass was given.
        desks.mark_changed();
        Validity { pass: self.clone(), desks }
    }

    /// Ends as soon as the token is no longer good, or no longer for the same.
    pub fn revoked(&self) -> impl Future<Output = ()> + Send + use<> {
        let pass = self.clone();
        async move {
            let mut desks = pass.register.desk.subscribe();
            // The sender lives as long as the pass.
            _ = desks.wait_for(|desk| !pass.is_good(desk)).await;
        }
    }

    fn is_good(&self, desk: &Desk) -> bool {
        desk.known.get(&self.id).is_some_and(|known| {
            let Known { principal, hash, is_revoked } = known;
            !is_revoked && *hash == self.hash && *principal == self.principal
        })
    }
}

impl fmt::Debug for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass of {:?}, token {}", self.principal, self.id)
    }
}

impl Changes {
    fn between(old: &Desk, new: &Desk) -> Self {
        let good = |desk: &Desk| -> BTreeSet<String> {
            desk.known.iter().filter(|(_, known)| !known.is_revoked).map(|(id, _)| id.clone()).collect()
        };
        let (old, new) = (good(old), good(new));
        Self { issued: &new - &old, revoked: &old - &new }
    }
}

/// Keeps a register as its file is, for as long as this is polled. The file is looked at four times a second, and not only
/// when its time has changed, which some disks keep too coarsely to be relied on. A file that cannot be read or is
/// damaged changes nothing and is told once.
pub async fn follow(path: PathBuf, register: Register, clock: Arc<dyn Clock>) -> Infallible {
    let mut seen = None;
    loop {
        let file = path.clone();
        // Nobody but the disk is waited for.
        let read = tokio::task::spawn_blocking(move || fs::read_to_string(file)).await;
        let found =
            read.unwrap_or_else(|stopped| Err(io::Error::other(stopped))).map_err(|error| error.kind());
        if seen.as_ref() != Some(&found) {
            take_up(&path, &register, &found);
            seen = Some(found);
        }
        clock.reach(Monotonic(clock.now().0.saturating_add(LOOK))).await;
    }
}

/// Takes up what a token file says now, and tells what that has changed.
fn take_up(path: &Path, register: &Register, found: &Result<String, io::ErrorKind>) {
    let desk = match found {
        Ok(text) => Desk::parse(path, text),
        Err(kind) => Err(Error::Read { path: path.into(), source: (*kind).into() }),
    };
    match desk {
        Ok(desk) => {
            let Changes { issued, revoked } = register.replace(desk);
            for id in issued {
                tracing::info!(token = id, "a token has been issued");
            }
            for id in revoked {
                tracing::warn!(token = id, "a token has been revoked; its feeds end");
            }
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

    /// A desk with one token, and what its file would say.
    fn desk() -> (Desk, String, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let mut desk = Desk::new();
        let token = desk.issue(team(), &SystemEntropy).unwrap();
        desk.save(&path).unwrap();
        (desk, token.reveal().to_owned(), fs::read_to_string(path).unwrap())
    }

    fn copy(text: &str) -> Desk {
        Desk::parse(Path::new("t.toml"), text).unwrap()
    }

    #[tokio::test]
    async fn a_pass_ends_when_its_token_does_in_whichever_way() {
        for way in ["revoked", "gone", "another's", "remade"] {
            let (desk, token, text) = desk();
            let register = Register::new(desk);
            let pass = register.admit(&token).unwrap();
            let mut revoked = std::pin::pin!(pass.revoked());
            let mut validity = pass.validity();
            assert_eq!(register.replace(copy(&text)), Changes::default());
            let still =
                tokio::select! { biased; () = &mut revoked => false, () = std::future::ready(()) => true };
            assert!(still && validity.holds(), "the same file changes nothing");
            let mut changed = copy(&text);
            let known = changed.known.values_mut().next().unwrap();
            match way {
                "revoked" => known.is_revoked = true,
                "gone" => changed.known.clear(),
                "another's" => known.principal.name = "t2".into(),
                _ => known.hash = [0; 32],
            }
            register.replace(changed);
            revoked.await;
            assert!(!validity.holds() && !validity.holds() && !pass.validity().holds());
            let expected = match way {
                "revoked" => Err(Refused::Revoked),
                "another's" => Ok("t2".to_owned()),
                _ => Err(Refused::Unknown),
            };
            assert_eq!(register.admit(&token).map(|pass| pass.principal.name), expected, "{way}");
        }
    }

    #[test]
    fn a_damaged_file_leaves_the_good_tokens_good() {
        let (desk, token, text) = desk();
        let register = Register::new(desk);
        let path = Path::new("t.toml");
        for found in [
            Ok("token = 1".to_owned()),
            Ok(text.replace("sha256 = \"", "sha256 = \"x")),
            Err(io::ErrorKind::NotFound),
        ] {
            take_up(path, &register, &found);
            assert!(register.admit(&token).is_ok(), "{found:?}");
        }
        take_up(path, &register, &Ok(String::new()));
        assert_eq!(register.admit(&token).unwrap_err(), Refused::Unknown);
    }

    #[test]
    fn debug_output_shows_ids_and_nothing_that_lets_in() {
        let (desk, token, _) = desk();
        let register = Register::new(desk);
        let pass = register.admit(&token).unwrap();
        let shown = format!("{register:?} {pass:?}");
        assert!(shown.contains(pass.token_id()) && !shown.contains(&hex::encode(pass.hash)), "{shown}");
    }
}

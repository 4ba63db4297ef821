//! Sessions of devices, stored encrypted on disk.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use ishigaki_catalogue::Message;
use ishigaki_client::Token;
use ishigaki_private_file::{self as private_file, make_private_folder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

const ID_BYTES: usize = 32;
/// Context of the key that encrypts a session's token.
const KEY_INFO: &[u8] = b"ishigaki page session";
const EXTENSION: &str = "session";

/// Secret id of a session: the value of its cookie. Debug output omits it.
#[derive(Clone)]
pub(crate) struct SessionId(Zeroizing<[u8; ID_BYTES]>);

/// Hash of a session's id, which names its file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SessionHash(String);

/// Hash of a token, which identifies the team of a session without revealing the token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Holder(String);

impl SessionId {
    #[expect(clippy::disallowed_methods, reason = "a session's id belongs to no game")]
    fn random() -> io::Result<Self> {
        let mut bytes = Zeroizing::new([0; ID_BYTES]);
        getrandom::fill(&mut *bytes).map_err(io::Error::other)?;
        Ok(Self(bytes))
    }

    /// Returns the cookie's value.
    pub(crate) fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(*self.0)
    }

    pub(crate) fn hash(&self) -> SessionHash {
        SessionHash(hex::encode(Sha256::digest(*self.0)))
    }

    fn cipher(&self) -> ChaCha20Poly1305 {
        let mut key = Zeroizing::new([0; 32]);
        // It fails only for lengths above 8,160 bytes.
        let _ = Hkdf::<Sha256>::new(None, &*self.0).expand(KEY_INFO, &mut *key);
        ChaCha20Poly1305::new(&Key::from(*key))
    }
}

impl FromStr for SessionId {
    type Err = ();

    fn from_str(cookie: &str) -> Result<Self, ()> {
        let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(cookie).map_err(|_| ())?);
        Ok(Self(Zeroizing::new(bytes.as_slice().try_into().map_err(|_| ())?)))
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId")
    }
}

impl SessionHash {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Holder {
    pub(crate) fn of(token: &Token) -> Self {
        Self(hex::encode(Sha256::digest(token.reveal())))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSession {
    holder: Holder,
    /// The token, encrypted with a key derived from the session's id.
    token: String,
}

/// Error of the stored sessions.
#[derive(Debug, thiserror::Error, Message)]
#[message("fail-unwritten")]
pub struct StoreError {
    path: PathBuf,
    source: io::Error,
}

/// The stored sessions.
#[derive(Debug)]
pub(crate) struct SessionStore {
    folder: PathBuf,
    sessions: BTreeMap<SessionHash, Holder>,
}

impl SessionStore {
    /// Reads the sessions in a directory, and creates it if missing. Unreadable files are ignored.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, StoreError> {
        let failed = |source| StoreError { path: folder.clone(), source };
        make_private_folder(&folder).map_err(failed)?;
        let mut sessions = BTreeMap::new();
        for file in fs::read_dir(&folder).map_err(failed)?.filter_map(Result::ok) {
            let path = file.path();
            let Some(hash) = path.file_stem().and_then(|name| name.to_str()) else { continue };
            if path.extension().is_some_and(|extension| extension == EXTENSION)
                && let Some(stored) = read(&path)
            {
                sessions.insert(SessionHash(hash.to_owned()), stored.holder);
            }
        }
        Ok(Self { folder, sessions })
    }

    pub(crate) fn create(&mut self, token: &Token) -> Result<(SessionId, Holder), StoreError> {
        let failed = |source| StoreError { path: self.folder.clone(), source };
        let id = SessionId::random().map_err(failed)?;
        let (hash, holder) = (id.hash(), Holder::of(token));
        let payload = Payload { msg: token.reveal().as_bytes(), aad: hash.as_str().as_bytes() };
        // A key encrypts only one message, so the nonce may be constant.
        let sealed = id.cipher().encrypt(&Nonce::default(), payload);
        let sealed = sealed.map_err(|_| failed(io::Error::other("encryption failed")))?;
        let stored = StoredSession { holder: holder.clone(), token: URL_SAFE_NO_PAD.encode(sealed) };
        let path = self.path(&hash);
        let bytes = serde_json::to_vec(&stored).map_err(|error| failed(error.into()))?;
        private_file::write(&path, &bytes).map_err(|source| StoreError { path, source })?;
        self.sessions.insert(hash, holder.clone());
        Ok((id, holder))
    }

    /// Returns the token of a session; `None` without such a session.
    pub(crate) fn token(&self, id: &SessionId) -> Option<(Token, Holder)> {
        let hash = id.hash();
        let holder = self.sessions.get(&hash)?;
        let sealed = URL_SAFE_NO_PAD.decode(read(&self.path(&hash))?.token).ok()?;
        let payload = Payload { msg: &sealed, aad: hash.as_str().as_bytes() };
        let token = Zeroizing::new(id.cipher().decrypt(&Nonce::default(), payload).ok()?);
        let token: Token = std::str::from_utf8(&token).ok()?.parse().ok()?;
        (Holder::of(&token) == *holder).then(|| (token, holder.clone()))
    }

    pub(crate) fn of_holder(&self, holder: &Holder) -> Vec<SessionHash> {
        let own = self.sessions.iter().filter(|(_, of)| *of == holder);
        own.map(|(hash, _)| hash.clone()).collect()
    }

    pub(crate) fn remove(&mut self, hash: &SessionHash) {
        self.sessions.remove(hash);
        // A file that can't be deleted holds no usable token.
        let _ = fs::remove_file(self.path(hash));
    }

    fn path(&self, hash: &SessionHash) -> PathBuf {
        self.folder.join(hash.as_str()).with_extension(EXTENSION)
    }
}

fn read(path: &Path) -> Option<StoredSession> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "ishi.843f0330.AAECAwQFBgcICQoLDA0ODw";

    #[test]
    fn session_survives_restart_and_its_file_hides_token_and_id() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SessionStore::open(folder.path().to_owned()).unwrap();
        let token: Token = TOKEN.parse().unwrap();
        let (id, holder) = store.create(&token).unwrap();
        let store = SessionStore::open(folder.path().to_owned()).unwrap();
        let cookie: SessionId = id.reveal().parse().unwrap();
        assert_eq!(store.token(&cookie), Some((token, holder.clone())));
        assert_eq!(store.of_holder(&holder), [id.hash()]);
        let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
        let text = fs::read_to_string(&files[0]).unwrap() + &files[0].display().to_string();
        let secret = TOKEN.rsplit('.').next().unwrap();
        assert!(!text.contains(secret) && !text.contains(&id.reveal()), "{text}");
        assert_eq!(format!("{id:?}"), "SessionId");
    }

    #[test]
    fn unknown_changed_and_removed_sessions_have_no_token() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SessionStore::open(folder.path().to_owned()).unwrap();
        let token: Token = TOKEN.parse().unwrap();
        let (id, _) = store.create(&token).unwrap();
        assert!(store.token(&SessionId::random().unwrap()).is_none());
        for cookie in ["", "x", &id.reveal()[1..], "../../token"] {
            assert!(cookie.parse::<SessionId>().is_err(), "{cookie}");
        }
        // Files of two sessions, swapped.
        let (other, _) = store.create(&"ishi.843f0331.AAECAwQFBgcICQoLDA0ODw".parse().unwrap()).unwrap();
        fs::copy(store.path(&other.hash()), store.path(&id.hash())).unwrap();
        assert!(store.token(&id).is_none());
        store.remove(&other.hash());
        assert!(store.token(&other).is_none());
    }
}

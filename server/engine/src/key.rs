//! The server's key file: it signs, and wraps the keys of sealed lists.
//!
//! The file is made at the first start and belongs to the journal from then on. Without it, sealed contents
//! can't be opened, and another key can't continue the signatures. It is separate, so that a copy of the
//! journal alone reveals no sealed list.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_private_file::{self as private_file, FileMode};
use ishigaki_record::sealing::WrappingKey;
use ishigaki_record::signing::{Fingerprint, PublicKey, SigningKey};
use serde::{Deserialize, Serialize};

use crate::authenticator::JournalKey;
use crate::entropy::{Entropy, Purpose, Unavailable, bytes};
use crate::receipt_signer::ReceiptSigner;

pub(crate) const FORMAT: u32 = 1;

const NOTE: &str = "\
# The key of a contest server. Whoever has it can open sealed lists and sign in the server's name: keep it to
# yourself, and keep a copy apart from this machine. Without it the journal beside it cannot be served again.

";

/// Key that a server signs, wraps and authenticates with. `Debug` omits it.
pub struct ServerKey {
    signing: Arc<SigningKey>,
    receipts: Arc<ReceiptSigner>,
    wrapping: WrappingKey,
    journal: JournalKey,
}

/// Error of reading or making the server's key.
#[derive(Debug, thiserror::Error, Message)]
#[message("key")]
pub enum Error {
    Missing {
        path: PathBuf,
        game: String,
        #[message(display)]
        needed: Fingerprint,
    },
    NotYet(#[message("path")] PathBuf),
    Foreign {
        path: PathBuf,
        game: String,
        #[message(display)]
        found: Fingerprint,
        #[message(display)]
        needed: Fingerprint,
    },
    Exposed {
        path: PathBuf,
        mode: FileMode,
    },
    Read {
        path: PathBuf,
        source: io::Error,
    },
    Write {
        path: PathBuf,
        source: io::Error,
    },
    /// The file isn't a key file. The error omits its contents, which may still be a key.
    Garbled(#[message("path")] PathBuf),
    UnknownFormat {
        path: PathBuf,
        #[message(display)]
        found: u32,
        #[message(display)]
        known: u32,
    },
    Randomness(#[from] Unavailable),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    format: u32,
    /// The seed of the ed25519 key, in hexadecimal.
    signing: String,
    wrapping: String,
}

impl ServerKey {
    /// Makes a key without writing it.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] if the machine provides no randomness.
    pub fn make(entropy: &dyn Entropy) -> Result<Self, Unavailable> {
        let [signing, wrapping] = seeds(entropy)?;
        Ok(Self::of(signing, wrapping))
    }

    /// Returns the key for a journal that has games with these public keys. It is read from the file. If
    /// there is no file and no game, a new key is made and written to the file.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if a game needs the missing file, [`Error::Foreign`] if all games need another key,
    /// [`Error::Write`] or [`Error::Randomness`] for a new one; otherwise those of [`ServerKey::load`].
    pub fn obtain(
        path: &Path,
        games: &BTreeMap<String, PublicKey>,
        entropy: &dyn Entropy,
    ) -> Result<Self, Error> {
        let key = match Self::load(path) {
            Ok(key) => key,
            Err(Error::NotYet(path)) => {
                return match games.iter().next() {
                    None => Self::make_file(&path, entropy),
                    Some((game, key)) => {
                        Err(Error::Missing { path, game: game.clone(), needed: key.fingerprint() })
                    }
                };
            }
            Err(error) => return Err(error),
        };
        // One game with this key is enough. Contradictions in other games are reported when they are opened.
        if games.values().any(|needed| *needed == key.public()) {
            return Ok(key);
        }
        match games.iter().next() {
            None => Ok(key),
            Some((game, needed)) => Err(Error::Foreign {
                path: path.into(),
                game: game.clone(),
                found: key.fingerprint(),
                needed: needed.fingerprint(),
            }),
        }
    }

    /// Reads a key file.
    ///
    /// # Errors
    ///
    /// [`Error::NotYet`] if it doesn't exist, [`Error::Exposed`] if others can read it, [`Error::Read`], or
    /// [`Error::Garbled`] or [`Error::UnknownFormat`] for its contents.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let unread = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound => Error::NotYet(path.into()),
            _ => Error::Read { path: path.into(), source },
        };
        if let Some(mode) = private_file::exposed(path).map_err(unread)? {
            return Err(Error::Exposed { path: path.into(), mode });
        }
        let text = fs::read_to_string(path).map_err(unread)?;
        let garbled = || Error::Garbled(path.into());
        let file: KeyFile = toml::from_str(&text).map_err(|_| garbled())?;
        if file.format != FORMAT {
            return Err(Error::UnknownFormat { path: path.into(), found: file.format, known: FORMAT });
        }
        let [mut signing, mut wrapping] = [[0; 32]; 2];
        hex::decode_to_slice(&file.signing, &mut signing).map_err(|_| garbled())?;
        hex::decode_to_slice(&file.wrapping, &mut wrapping).map_err(|_| garbled())?;
        Ok(Self::of(signing, wrapping))
    }

    pub(crate) fn receipts(&self) -> &Arc<ReceiptSigner> {
        &self.receipts
    }

    /// Returns the key that signs heads.
    pub fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// Returns the key that wraps the keys of rounds.
    pub fn wrapping(&self) -> &WrappingKey {
        &self.wrapping
    }

    /// Returns the key that authenticates journal records.
    pub fn journal(&self) -> &JournalKey {
        &self.journal
    }

    /// Returns the public key.
    pub fn public(&self) -> PublicKey {
        self.signing.public()
    }

    /// Returns the fingerprint that people compare.
    pub fn fingerprint(&self) -> Fingerprint {
        self.public().fingerprint()
    }

    fn of(signing: [u8; 32], wrapping: [u8; 32]) -> Self {
        let journal = JournalKey::of(&wrapping);
        let signing = Arc::new(SigningKey::from_seed(signing));
        let receipts = Arc::new(ReceiptSigner::new(Arc::clone(&signing)));
        Self { signing, receipts, wrapping: WrappingKey(wrapping), journal }
    }

    /// Makes a key and writes it before anything is sealed with it.
    fn make_file(path: &Path, entropy: &dyn Entropy) -> Result<Self, Error> {
        let [signing, wrapping] = seeds(entropy)?;
        let [seed, wrap] = [signing, wrapping].map(hex::encode);
        let text = format!("{NOTE}format = {FORMAT}\nsigning = \"{seed}\"\nwrapping = \"{wrap}\"\n");
        private_file::write(path, text.as_bytes())
            .map_err(|source| Error::Write { path: path.into(), source })?;
        Ok(Self::of(signing, wrapping))
    }
}

impl fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerKey({})", self.fingerprint())
    }
}

/// Random seeds of a new key, for signing and wrapping.
fn seeds(entropy: &dyn Entropy) -> Result<[[u8; 32]; 2], Unavailable> {
    Ok([bytes(entropy, Purpose::ServerKey)?, bytes(entropy, Purpose::ServerKey)?])
}

/// Returns the default path of the key file: next to the journal, with its name.
pub fn default_path(journal: &Path) -> PathBuf {
    journal.with_extension("key")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::SystemEntropy;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("contest.key");
        (folder, path)
    }

    fn obtain(path: &Path, games: &[(&str, PublicKey)]) -> Result<ServerKey, Error> {
        let games = games.iter().map(|(game, key)| ((*game).to_owned(), *key)).collect();
        ServerKey::obtain(path, &games, &SystemEntropy)
    }

    #[test]
    fn first_start_creates_key_and_later_starts_read_it() {
        let (_folder, path) = folder();
        let first = obtain(&path, &[]).unwrap();
        let again = obtain(&path, &[("g", first.public())]).unwrap();
        assert_eq!(again.public(), first.public());
        assert_eq!(again.wrapping(), first.wrapping());
        #[cfg(unix)]
        assert_eq!(private_file::exposed(&path).unwrap(), None);
    }

    #[test]
    fn missing_key_error_names_needed_fingerprint() {
        let (_folder, path) = folder();
        let lost = ServerKey::make(&SystemEntropy).unwrap();
        let error = obtain(&path, &[("g", lost.public())]).unwrap_err();
        assert!(matches!(error, Error::Missing { .. }), "{error}");
        assert!(error.to_string().contains(&lost.fingerprint().to_string()), "{error}");
        assert!(!path.exists(), "nothing is made in its stead");
    }

    #[test]
    fn foreign_key_is_rejected_with_both_fingerprints() {
        let (_folder, path) = folder();
        let created = obtain(&path, &[]).unwrap();
        let other = ServerKey::make(&SystemEntropy).unwrap();
        let error = obtain(&path, &[("h", other.public())]).unwrap_err();
        let message = error.to_string();
        for part in [created.fingerprint().to_string(), other.fingerprint().to_string(), "game h".into()] {
            assert!(message.contains(&part), "{message} lacks {part}");
        }
        // If one game has this key, a game with another key is damaged.
        obtain(&path, &[("g", created.public()), ("h", other.public())]).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn exposed_key_is_rejected_with_chmod_command() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_folder, path) = folder();
        obtain(&path, &[]).unwrap();
        for mode in [0o640, 0o604, 0o644, 0o620] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let error = obtain(&path, &[]).unwrap_err();
            assert!(matches!(error, Error::Exposed { .. }), "{mode:o}: {error}");
            assert!(error.to_string().contains(&format!("chmod 600 {}", path.display())), "{error}");
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
        obtain(&path, &[]).unwrap();
    }

    #[test]
    fn invalid_key_file_is_rejected_without_quoting_it() {
        let (_folder, path) = folder();
        let digits = "ab".repeat(32);
        for text in [
            String::new(),
            format!("format = 1\nsigning = \"{digits}\""),
            format!("format = 1\nsigning = \"{digits}0\"\nwrapping = \"{digits}\""),
            format!("format = 1\nsigning = {digits}\nwrapping = \"{digits}\""),
            format!("format = 2\nsigning = \"{digits}\"\nwrapping = \"{digits}\""),
        ] {
            private_file::write(&path, text.as_bytes()).unwrap();
            let error = obtain(&path, &[]).unwrap_err();
            assert!(matches!(error, Error::Garbled(_) | Error::UnknownFormat { found: 2, .. }), "{error}");
            assert!(!format!("{error} {error:?}").contains("abab"), "{error:?}");
        }
    }

    #[test]
    fn debug_output_shows_only_fingerprint() {
        let (_folder, path) = folder();
        let key = obtain(&path, &[]).unwrap();
        assert_eq!(format!("{key:?}"), format!("ServerKey({})", key.fingerprint()));
    }
}

//! The server's key file: what it signs with, and what it wraps the keys of sealed lists with.
//!
//! The file is made at the first start and belongs to the journal from then on: without it nobody can open what is
//! sealed in there, and another key could not sign on. It stands apart from the journal so that a copy of the
//! journal alone shows no sealed list. Knows files and keys; nothing of games.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_record::sealing::WrappingKey;
use ishigaki_record::signing::{Fingerprint, PublicKey, SigningKey};
use serde::{Deserialize, Serialize};

use crate::authenticator::JournalKey;
use crate::entropy::{Entropy, Purpose, Unavailable, bytes};
use crate::private_file;
use crate::private_file::FileMode;
use crate::receipt_signer::ReceiptSigner;

/// The format of the file that this server reads and writes.
pub(crate) const FORMAT: u32 = 1;

/// Text of the file to whoever opens it.
const NOTE: &str = "\
# The key of a contest server. Whoever has it can open sealed lists and sign in the server's name: keep it to
# yourself, and keep a copy apart from this machine. Without it the journal beside it cannot be served again.

";

/// Key that a server signs, wraps and authenticates with. Silent in `Debug`.
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
    /// The file is gone, and games need it.
    Missing {
        /// Path at which it should be.
        path: PathBuf,
        /// A game that needs it.
        game: String,
        /// The fingerprint the file must have.
        #[message(display)]
        needed: Fingerprint,
    },
    /// There is no key file yet.
    NotYet(#[message("path")] PathBuf),
    /// The file is the key of another journal.
    Foreign {
        path: PathBuf,
        /// A game that needs another one.
        game: String,
        #[message(display)]
        found: Fingerprint,
        /// The fingerprint the file must have.
        #[message(display)]
        needed: Fingerprint,
    },
    /// Others than the owner can read the file.
    Exposed { path: PathBuf, mode: FileMode },
    /// The file cannot be read.
    Read {
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The file cannot be written.
    Write {
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The file is not a key file. What is in it is not told: it may well be a key all the same.
    Garbled(#[message("path")] PathBuf),
    /// The file is of a format this server does not know.
    UnknownFormat {
        path: PathBuf,
        #[message(display)]
        found: u32,
        /// The format that this server knows.
        #[message(display)]
        known: u32,
    },
    /// The machine gives no randomness.
    Randomness(#[from] Unavailable),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    format: u32,
    /// The seed of the ed25519 key, in hexadecimal.
    signing: String,
    /// The key that wraps the keys of rounds, in hexadecimal.
    wrapping: String,
}

impl ServerKey {
    /// Makes a key; it is not written anywhere.
    ///
    /// # Errors
    /// [`Unavailable`] if the machine gives no randomness.
    pub fn make(entropy: &dyn Entropy) -> Result<Self, Unavailable> {
        let [signing, wrapping] = seeds(entropy)?;
        Ok(Self::of(signing, wrapping))
    }

    /// The key to serve a journal with, in which these games were sealed under these public keys: the file's; a
    /// new one, which is written there, if there is no file and no game yet.
    ///
    /// # Errors
    /// [`Error::Missing`] if there is no file and a game needs it, [`Error::Foreign`] if all games need another one;
    /// [`Error::Write`] or [`Error::Randomness`] of a new one; else those of [`ServerKey::load`].
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
        // A journal that has any game of this key is the one that belongs to it: what says otherwise in there is told when
        // that game is brought back.
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
    /// [`Error::NotYet`] if there is none, [`Error::Exposed`] if others can read it, [`Error::Read`];
    /// [`Error::Garbled`] or [`Error::UnknownFormat`] of what stands in it.
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

    /// Signs receipts.
    pub(crate) fn receipts(&self) -> &Arc<ReceiptSigner> {
        &self.receipts
    }

    /// Signs heads.
    pub fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// Wraps the keys of rounds.
    pub fn wrapping(&self) -> &WrappingKey {
        &self.wrapping
    }

    /// Authenticates the records of journals.
    pub fn journal(&self) -> &JournalKey {
        &self.journal
    }

    /// Returns what everybody may know of it.
    pub fn public(&self) -> PublicKey {
        self.signing.public()
    }

    /// Returns what people compare it by.
    pub fn fingerprint(&self) -> Fingerprint {
        self.public().fingerprint()
    }

    fn of(signing: [u8; 32], wrapping: [u8; 32]) -> Self {
        let journal = JournalKey::of(&wrapping);
        let signing = Arc::new(SigningKey::from_seed(signing));
        let receipts = Arc::new(ReceiptSigner::new(Arc::clone(&signing)));
        Self { signing, receipts, wrapping: WrappingKey(wrapping), journal }
    }

    /// Makes a key and writes it down before anything is sealed under it.
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

/// The secret halves of a new key: what signs, what wraps.
fn seeds(entropy: &dyn Entropy) -> Result<[[u8; 32]; 2], Unavailable> {
    Ok([bytes(entropy, Purpose::ServerKey)?, bytes(entropy, Purpose::ServerKey)?])
}

/// Returns the default path of the key file: beside the journal, under the journal's name.
pub fn beside(journal: &Path) -> PathBuf {
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
    fn the_first_start_makes_the_file_and_later_ones_read_it() {
        let (_folder, path) = folder();
        let first = obtain(&path, &[]).unwrap();
        let again = obtain(&path, &[("g", first.public())]).unwrap();
        assert_eq!(again.public(), first.public());
        assert_eq!(again.wrapping(), first.wrapping());
        #[cfg(unix)]
        assert_eq!(private_file::exposed(&path).unwrap(), None);
    }

    #[test]
    fn a_missing_key_names_the_copy_that_is_needed() {
        let (_folder, path) = folder();
        let lost = ServerKey::make(&SystemEntropy).unwrap();
        let error = obtain(&path, &[("g", lost.public())]).unwrap_err();
        assert!(matches!(error, Error::Missing { .. }), "{error}");
        assert!(error.to_string().contains(&lost.fingerprint().to_string()), "{error}");
        assert!(!path.exists(), "nothing is made in its stead");
    }

    #[test]
    fn a_foreign_key_is_refused_naming_both_fingerprints() {
        let (_folder, path) = folder();
        let mine = obtain(&path, &[]).unwrap();
        let other = ServerKey::make(&SystemEntropy).unwrap();
        let error = obtain(&path, &[("h", other.public())]).unwrap_err();
        let told = error.to_string();
        for part in [mine.fingerprint().to_string(), other.fingerprint().to_string(), "game h".into()] {
            assert!(told.contains(&part), "{told} lacks {part}");
        }
        // Where one game is of this key, another one is damaged.
        obtain(&path, &[("g", mine.public()), ("h", other.public())]).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_can_read_is_refused_with_what_to_type() {
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
    fn a_file_that_is_no_key_is_refused_without_showing_what_it_holds() {
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
    fn debug_output_shows_the_fingerprint_and_no_key() {
        let (_folder, path) = folder();
        let key = obtain(&path, &[]).unwrap();
        assert_eq!(format!("{key:?}"), format!("ServerKey({})", key.fingerprint()));
    }
}

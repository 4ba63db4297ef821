//! Tokens: who may call (`G6`).
//!
//! A token is `ishi.<id>.<secret>`: the id finds its entry, the secret, 256 random bits, proves it. Only the
//! SHA-256 of the secret is stored; a stolen token file lets nobody in. This room knows roles and files, not
//! the network.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::entropy::{Entropy, Purpose, Unavailable, bytes};
use crate::private_file;

/// What somebody may do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "role")]
pub enum Role {
    /// Runs the contest: sees all games, and may do what the judge may.
    Organiser,
    /// The chief judge.
    Judge,
    /// A team, by its code in the contest file.
    Team {
        /// The code.
        team: String,
    },
    /// The hall's board: sees what is public.
    Board,
    /// The machine that could take over: copies the journal, and sees no game.
    Standby,
}

/// Somebody who may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The name the token was issued under; it stands in the record beside every act.
    pub name: String,
    /// What it may do.
    pub role: Role,
}

/// A token as its owner holds it. It shows in no debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The text to be handed to the owner, once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// Why tokens cannot be read, written or made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The token file cannot be read.
    #[error("cannot read the token file {path}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The token file is not what it should be.
    #[error("the token file {path} is not valid")]
    Parse {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Box<toml::de::Error>,
    },
    /// A stored hash is not 64 hexadecimal digits.
    #[error("the token file {path} holds no SHA-256 hash for token {id}")]
    Hash {
        /// The file.
        path: PathBuf,
        /// The token's id.
        id: String,
    },
    /// The token file cannot be written.
    #[error("cannot write the token file {path}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The entries cannot be put into words.
    #[error("cannot write tokens down")]
    Encode(#[from] toml::ser::Error),
    /// The machine gives no randomness.
    #[error("no token can be made")]
    Randomness(#[from] Unavailable),
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct File {
    #[serde(default)]
    token: Vec<Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    id: String,
    name: String,
    #[serde(flatten)]
    role: Role,
    sha256: String,
}

/// All tokens that are good, by id.
#[derive(Debug, Default)]
pub struct Desk {
    known: BTreeMap<String, Known>,
}

#[derive(Debug)]
struct Known {
    principal: Principal,
    hash: [u8; 32],
}

impl Desk {
    /// A desk that lets nobody in.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a token file.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|source| Error::Read { path: path.into(), source })?;
        let file: File = toml::from_str(&text)
            .map_err(|source| Error::Parse { path: path.into(), source: Box::new(source) })?;
        let mut known = BTreeMap::new();
        for Entry { id, name, role, sha256 } in file.token {
            let mut hash = [0; 32];
            if hex::decode_to_slice(&sha256, &mut hash).is_err() {
                return Err(Error::Hash { path: path.into(), id });
            }
            known.insert(id, Known { principal: Principal { name, role }, hash });
        }
        Ok(Self { known })
    }

    /// Writes the token file: ids, names, roles and hashes. Readable by its owner only.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let token = self.known.iter().map(|(id, known)| Entry {
            id: id.clone(),
            name: known.principal.name.clone(),
            role: known.principal.role.clone(),
            sha256: hex::encode(known.hash),
        });
        let text = toml::to_string_pretty(&File { token: token.collect() })?;
        private_file::write(path, text.as_bytes())
            .map_err(|source| Error::Write { path: path.into(), source })
    }

    /// Makes a token of 256 random bits for somebody. The token is not kept, only its hash.
    pub fn issue(&mut self, principal: Principal, entropy: &dyn Entropy) -> Result<Token, Error> {
        let id = loop {
            let id = hex::encode(bytes::<4>(entropy, Purpose::Token)?);
            if !self.known.contains_key(&id) {
                break id;
            }
        };
        let secret = URL_SAFE_NO_PAD.encode(bytes::<32>(entropy, Purpose::Token)?);
        let hash = Sha256::digest(secret.as_bytes()).into();
        let token = Token(format!("ishi.{id}.{secret}"));
        self.known.insert(id, Known { principal, hash });
        Ok(token)
    }

    /// Whether somebody can come in as this team.
    pub fn knows_team(&self, code: &str) -> bool {
        self.known.values().any(|known| matches!(&known.principal.role, Role::Team { team } if team == code))
    }

    /// Who presents this token; `None` if it is not good. The secret is compared in constant time.
    pub fn check(&self, presented: &str) -> Option<&Principal> {
        let (id, secret) = presented.strip_prefix("ishi.")?.split_once('.')?;
        let known = self.known.get(id)?;
        let hash: [u8; 32] = Sha256::digest(secret.as_bytes()).into();
        bool::from(hash.ct_eq(&known.hash)).then_some(&known.principal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::SystemEntropy;

    fn judge() -> Principal {
        Principal { name: "judge".into(), role: Role::Judge }
    }

    #[test]
    fn an_issued_token_is_good_and_any_other_is_not() {
        let mut desk = Desk::new();
        let token = desk.issue(judge(), &SystemEntropy).unwrap();
        assert_eq!(desk.check(token.reveal()), Some(&judge()));
        let mut wrong = token.reveal().to_owned();
        let last = wrong.pop().unwrap();
        wrong.push(if last == 'A' { 'B' } else { 'A' });
        for bad in
            [wrong.as_str(), "", "ishi", "ishi..", "ishi.00000000.", token.reveal().trim_end_matches(last)]
        {
            assert_eq!(desk.check(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_saved_desk_knows_its_tokens_and_its_file_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let mut desk = Desk::new();
        let team = Principal { name: "Ishi".into(), role: Role::Team { team: "t1".into() } };
        let token = desk.issue(team.clone(), &SystemEntropy).unwrap();
        desk.issue(judge(), &SystemEntropy).unwrap();
        desk.save(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let secret = token.reveal().rsplit('.').next().unwrap();
        assert_eq!(secret.len(), 43, "32 bytes in base64");
        assert!(!text.contains(secret));
        assert_eq!(Desk::load(&path).unwrap().check(token.reveal()), Some(&team));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn debug_output_does_not_show_a_token() {
        let mut desk = Desk::new();
        let token = desk.issue(judge(), &SystemEntropy).unwrap();
        let secret = token.reveal().rsplit('.').next().unwrap();
        assert!(!format!("{token:?} {desk:?}").contains(secret));
    }
}

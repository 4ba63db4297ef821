//! Tokens, which authorise callers (`G6`).
//!
//! A token is `ishi.<id>.<secret>`. The id finds its entry, and the secret of 128 random bits proves it; a
//! team types it from its sheet. Only the SHA-256 of the secret is stored, so a stolen token file can't be
//! used to authenticate. The file can be edited during games ([`edit()`]), and a running server applies
//! changes at once ([`TokenRegistry`], [`follow`]).

mod edit;
mod registry;
mod shared_tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ishigaki_catalogue::Message;
use ishigaki_private_file as private_file;
use ishigaki_rules::check_line;
use ishigaki_scenarios::{Contest, EventSpec, JudgeSpec};
use ishigaki_tournament::{GroupGame, GroupId, StageId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::entropy::{Entropy, Purpose, Unavailable, bytes};
use crate::planned_config;
use crate::toml_error::TomlError;

pub use edit::edit;
pub use registry::{AccessGrant, AuthError, RegistryUpdates, TokenChanges, TokenRegistry, Validity, follow};
pub use shared_tokens::{ShareError, SharedTokens};

/// Role of a caller.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "role")]
pub enum Role {
    /// Runs the contest: sees all games and may act as judge.
    Organiser,
    Judge,
    /// A judge of some games and of their spare games (`G4`). Other games are hidden from them.
    #[serde(skip)]
    JudgeOf {
        games: BTreeSet<String>,
    },
    Team {
        team: String,
    },
    Board,
    /// The desk of events: enters attendance and result slips. Sees the public part of games.
    Desk,
    /// The referee of events, who alone makes rulings (`TV3`). Sees the public part of games.
    Referee,
    /// A standby server: copies the journal and sees no game.
    Standby,
}

/// A token's holder: name and role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The token's name, which is recorded with every act.
    pub name: String,
    pub role: Role,
}

impl Principal {
    /// Checks that the contest has the principal's team or games. Games of the contest file's event are known
    /// from its plan, because they are made later; those of other events once they have been served here.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownTeam`], or [`Error::UnknownGame`] with the first unknown one.
    pub fn check_scope(&self, contest: &Contest, served: &BTreeSet<String>) -> Result<(), Error> {
        let has_team = |code: &String| contest.teams.iter().any(|spec| spec.code == *code);
        let has_game = |game: &String| {
            contest.game(game).is_some() || served.contains(game) || plans_game(contest, game)
        };
        match &self.role {
            Role::Team { team } if !has_team(team) => Err(Error::UnknownTeam(team.clone())),
            Role::JudgeOf { games } => match games.iter().find(|game| !has_game(game)) {
                Some(game) => Err(Error::UnknownGame(game.clone())),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Returns a judge as the contest file describes it.
    pub fn judge(spec: &JudgeSpec) -> Self {
        Self { name: spec.id.clone(), role: Role::JudgeOf { games: spec.games.iter().cloned().collect() } }
    }
}

/// Returns whether the plan of an event of the contest file can have a game with this id: a stage, a group of
/// at least two teams, and a spare only if planned.
fn plans_game(contest: &Contest, id: &str) -> bool {
    contest.events.iter().any(|event| event_plans_game(event, id))
}

fn event_plans_game(event: &EventSpec, id: &str) -> bool {
    let Ok(config) = planned_config::of(event) else { return false };
    let Some(plan) = config.plan().groups() else { return false };
    let groups = event.entrants.len() / 2;
    plan.stages.iter().enumerate().any(|(at, stage)| {
        let game = |group, spare| GroupGame { stage: StageId::at(at), group: GroupId::at(group), spare };
        let has_spare = stage.variants.iter().any(|variant| variant.spare.is_some());
        let ids =
            (0..groups).flat_map(|group| [Some(game(group, false)), has_spare.then(|| game(group, true))]);
        !stage.variants.is_empty() && ids.flatten().any(|game| game.name(&event.id, &stage.name) == id)
    })
}

/// A token in plain text. `Debug` omits it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Zeroizing<String>);

impl Token {
    /// Returns its public part, which identifies it in token file and log.
    pub fn id(&self) -> &str {
        self.0.split('.').nth(1).unwrap_or_default()
    }

    /// Returns the text, to be handed to the owner once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// Maximum length of a holder's name, in characters. It is part of a file name, which has at most 255 bytes.
pub const MAX_NAME: usize = 60;

/// Error of reading, writing or making tokens.
#[derive(Debug, thiserror::Error, Message)]
#[message("token")]
pub enum Error {
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    /// The token file can't be parsed.
    Parse {
        path: PathBuf,
        #[message(display)]
        line: usize,
        /// The parser's error. It may quote the file, so it is for the file's owner and not for a log.
        source: TomlError,
    },
    /// A stored hash is not 64 hexadecimal digits.
    Hash {
        path: PathBuf,
        id: String,
    },
    Write {
        path: PathBuf,
        source: std::io::Error,
    },
    NoJudge {
        path: PathBuf,
        id: String,
    },
    /// A judge of some games has no usual name.
    NoName,
    /// A holder's name is not one line of 1 to [`MAX_NAME`] characters with a visible one.
    BadName {
        name: String,
        #[message(display)]
        most: usize,
    },
    /// Games are named for a token that is not a judge's.
    GamesOfJudge,
    UnknownTeam(#[message("team")] String),
    UnknownGame(#[message("game")] String),
    NotFound {
        path: PathBuf,
        who: String,
    },
    Ambiguous {
        who: String,
    },
    /// The file of a new token holds another valid one.
    Taken {
        path: PathBuf,
        name: String,
    },
    Encode(#[from] toml::ser::Error),
    Randomness(#[from] Unavailable),
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct TokenFile {
    #[serde(default)]
    token: Vec<TokenEntry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct TokenEntry {
    id: String,
    name: String,
    #[serde(flatten)]
    role: Role,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    games: BTreeSet<String>,
    sha256: String,
    /// Kept after revocation, so that its holder gets a specific error.
    #[serde(default, skip_serializing_if = "is_false")]
    revoked: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// All tokens by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenStore {
    known: BTreeMap<String, Arc<KnownToken>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct KnownToken {
    id: String,
    principal: Principal,
    hash: [u8; 32],
    is_revoked: bool,
}

/// A token in a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedToken<'a> {
    pub id: &'a str,
    pub principal: &'a Principal,
    pub is_revoked: bool,
}

impl TokenStore {
    /// Returns an empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a token file.
    ///
    /// # Errors
    ///
    /// [`Error::Read`]; [`Error::Parse`], [`Error::Hash`] or [`Error::NoJudge`] for the first invalid entry.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|source| Error::Read { path: path.into(), source })?;
        Self::parse(path, &text)
    }

    /// Parses the text of a token file.
    pub fn parse(path: &Path, text: &str) -> Result<Self, Error> {
        let file: TokenFile = toml::from_str(text).map_err(|source| {
            let before = source.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count().saturating_add(1);
            Error::Parse { path: path.into(), line, source: source.into() }
        })?;
        let mut known = BTreeMap::new();
        for TokenEntry { id, name, role, games, sha256, revoked } in file.token {
            let role = match role {
                role if games.is_empty() => role,
                Role::Judge => Role::JudgeOf { games },
                _ => return Err(Error::NoJudge { path: path.into(), id }),
            };
            let mut hash = [0; 32];
            if hex::decode_to_slice(&sha256, &mut hash).is_err() {
                return Err(Error::Hash { path: path.into(), id });
            }
            let principal = Principal { name, role };
            known.insert(id.clone(), Arc::new(KnownToken { id, principal, hash, is_revoked: revoked }));
        }
        Ok(Self { known })
    }

    /// Returns the text of the token file: ids, names, roles and hashes, but no secrets.
    pub(crate) fn text(&self) -> Result<String, Error> {
        let token = self.known.iter().map(|(id, known)| TokenEntry {
            id: id.clone(),
            name: known.principal.name.clone(),
            role: match &known.principal.role {
                Role::JudgeOf { .. } => Role::Judge,
                role => role.clone(),
            },
            games: match &known.principal.role {
                Role::JudgeOf { games } => games.clone(),
                _ => BTreeSet::new(),
            },
            sha256: hex::encode(known.hash),
            revoked: known.is_revoked,
        });
        Ok(toml::to_string_pretty(&TokenFile { token: token.collect() })?)
    }

    /// Writes the token file, readable only by its owner.
    ///
    /// # Errors
    ///
    /// [`Error::Write`]; [`Error::Encode`] if a name can't be encoded.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        private_file::write(path, self.text()?.as_bytes())
            .map_err(|source| Error::Write { path: path.into(), source })
    }

    /// Issues a token of 128 random bits. Only its hash is stored.
    ///
    /// # Errors
    ///
    /// [`Error::BadName`]; [`Error::Randomness`].
    pub fn issue(&mut self, principal: Principal, entropy: &dyn Entropy) -> Result<Token, Error> {
        if check_line(&principal.name, MAX_NAME).is_err() {
            return Err(Error::BadName { name: principal.name.escape_debug().to_string(), most: MAX_NAME });
        }
        let id = loop {
            let id = hex::encode(bytes::<4>(entropy, Purpose::Token)?);
            if !self.known.contains_key(&id) {
                break id;
            }
        };
        let secret =
            Zeroizing::new(URL_SAFE_NO_PAD.encode(*Zeroizing::new(bytes::<16>(entropy, Purpose::Token)?)));
        let hash = Sha256::digest(secret.as_bytes()).into();
        let token = Token(Zeroizing::new(format!("ishi.{id}.{}", *secret)));
        self.known.insert(id.clone(), Arc::new(KnownToken { id, principal, hash, is_revoked: false }));
        Ok(token)
    }

    /// Returns all tokens, including revoked ones, by role and name.
    pub fn list(&self) -> Vec<ListedToken<'_>> {
        let listed = self.known.iter().map(|(id, known)| ListedToken {
            id,
            principal: &known.principal,
            is_revoked: known.is_revoked,
        });
        let mut listed: Vec<_> = listed.collect();
        listed.sort_by_key(|token| (&token.principal.role, &token.principal.name, token.is_revoked));
        listed
    }

    /// Revokes the token with this id, or all tokens with this name. Returns the newly revoked ones by id.
    pub fn revoke(&mut self, owner: &str) -> BTreeMap<String, Principal> {
        let is_id = self.known.contains_key(owner);
        let mut revoked = BTreeMap::new();
        for (id, known) in &mut self.known {
            let is_meant = if is_id { id == owner } else { known.principal.name == owner };
            if is_meant && !known.is_revoked {
                Arc::make_mut(known).is_revoked = true;
                revoked.insert(id.clone(), known.principal.clone());
            }
        }
        revoked
    }

    /// Checks that this id or name is unambiguous.
    ///
    /// # Errors
    ///
    /// Fails if valid tokens of several holders match, for example of a team and a judge with the same name.
    pub fn reject_ambiguous(&self, owner: &str) -> Result<(), Error> {
        if self.known.contains_key(owner) {
            return Ok(());
        }
        let named = self.known.values().filter(|known| known.principal.name == owner && !known.is_revoked);
        // Judges of different games with one name are the same person.
        let owners: BTreeSet<Role> = named
            .map(|known| match &known.principal.role {
                Role::JudgeOf { .. } => Role::Judge,
                role => role.clone(),
            })
            .collect();
        if owners.len() > 1 { Err(Error::Ambiguous { who: owner.to_owned() }) } else { Ok(()) }
    }

    /// The union of both stores. A token revoked in either is revoked; principals are those of `self`.
    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut union = self.clone();
        for (id, theirs) in &other.known {
            let known = union.known.entry(id.clone()).or_insert_with(|| theirs.clone());
            if theirs.is_revoked && !known.is_revoked {
                Arc::make_mut(known).is_revoked = true;
            }
        }
        union
    }

    /// Returns the codes of all teams with a valid token.
    pub fn teams(&self) -> BTreeSet<&str> {
        let roles = self.good().map(|known| &known.principal.role);
        roles
            .filter_map(|role| if let Role::Team { team } = role { Some(team.as_str()) } else { None })
            .collect()
    }

    /// Returns whether there is a valid token with this name and role.
    pub fn knows(&self, principal: &Principal) -> bool {
        self.good().any(|known| known.principal == *principal)
    }

    /// Returns the principal of a valid token. The secret is compared in constant time.
    pub fn check(&self, presented: &str) -> Option<&Principal> {
        let known = self.find(presented)?;
        (!known.is_revoked).then_some(&known.principal)
    }

    fn good(&self) -> impl Iterator<Item = &Arc<KnownToken>> {
        self.known.values().filter(|known| !known.is_revoked)
    }

    /// The entry of a token, valid or revoked. The secret is compared in constant time.
    fn find(&self, presented: &str) -> Option<&Arc<KnownToken>> {
        let (id, secret) = presented.strip_prefix("ishi.")?.split_once('.')?;
        let known = self.known.get(id)?;
        let hash: [u8; 32] = Sha256::digest(secret.as_bytes()).into();
        bool::from(hash.ct_eq(&known.hash)).then_some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::SystemEntropy;

    #[test]
    fn issuing_with_invalid_name_is_rejected() {
        let mut store = TokenStore::default();
        for name in ["", " ", "a\u{1b}[31m", "a\nb", "\u{200b}", &"x".repeat(MAX_NAME + 1)] {
            let issued = store.issue(Principal { name: name.into(), ..judge() }, &SystemEntropy);
            assert!(matches!(issued, Err(Error::BadName { .. })), "{name:?}");
        }
        assert!(store.list().is_empty());
        let longest = Principal { name: "審".repeat(MAX_NAME), ..judge() };
        store.issue(longest, &SystemEntropy).unwrap();
    }

    fn judge() -> Principal {
        Principal { name: "judge".into(), role: Role::Judge }
    }

    #[test]
    fn only_issued_token_is_accepted() {
        let mut store = TokenStore::new();
        let token = store.issue(judge(), &SystemEntropy).unwrap();
        assert_eq!(store.check(token.reveal()), Some(&judge()));
        let mut invalid = token.reveal().to_owned();
        let last = invalid.pop().unwrap();
        invalid.push(if last == 'A' { 'B' } else { 'A' });
        for bad in
            [invalid.as_str(), "", "ishi", "ishi..", "ishi.00000000.", token.reveal().trim_end_matches(last)]
        {
            assert_eq!(store.check(bad), None, "{bad}");
        }
    }

    #[test]
    fn saved_store_accepts_token_and_hides_its_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let mut store = TokenStore::new();
        let team = Principal { name: "Ishi".into(), role: Role::Team { team: "t1".into() } };
        let token = store.issue(team.clone(), &SystemEntropy).unwrap();
        store.issue(judge(), &SystemEntropy).unwrap();
        store.save(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let secret = token.reveal().rsplit('.').next().unwrap();
        assert_eq!(secret.len(), 22, "16 bytes in base64");
        assert!(!text.contains(secret));
        assert_eq!(TokenStore::load(&path).unwrap().check(token.reveal()), Some(&team));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn revoked_token_is_kept_and_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let mut store = TokenStore::new();
        let (first, second) =
            (store.issue(judge(), &SystemEntropy).unwrap(), store.issue(judge(), &SystemEntropy).unwrap());
        assert_eq!(store.revoke(first.id()).into_keys().collect::<Vec<_>>(), [first.id()]);
        store.save(&path).unwrap();
        let mut store = TokenStore::load(&path).unwrap();
        assert_eq!((store.check(first.reveal()), store.check(second.reveal())), (None, Some(&judge())));
        assert!(store.find(first.reveal()).is_some_and(|known| known.is_revoked));
        assert_eq!(store.revoke("judge").into_keys().collect::<Vec<_>>(), [second.id()], "by name, and once");
        assert!(store.revoke("judge").is_empty() && store.revoke("nobody").is_empty());
        assert!(!store.knows(&judge()));
    }

    #[test]
    fn ambiguous_name_is_rejected_and_token_id_is_accepted() {
        let mut store = TokenStore::new();
        let team = Principal { name: "U01".into(), role: Role::Team { team: "U01".into() } };
        let board = Principal { name: "U01".into(), role: Role::Board };
        let token = store.issue(team.clone(), &SystemEntropy).unwrap();
        store.issue(team, &SystemEntropy).unwrap();
        assert!(store.reject_ambiguous("U01").is_ok(), "two tokens of one team");
        store.issue(board, &SystemEntropy).unwrap();
        assert!(matches!(store.reject_ambiguous("U01"), Err(Error::Ambiguous { who }) if who == "U01"));
        assert!(store.reject_ambiguous(token.id()).is_ok());
    }

    #[test]
    fn judges_games_must_be_planned_or_served() {
        let teams = (1..=9)
            .map(|team| format!("{{ id = \"t{team}\", name = \"T{team}\" }}"))
            .collect::<Vec<_>>()
            .join(",");
        let text = format!(
            "team = [{teams}]\nevent = [{{ id = \"cup\", preset = \"ishigaki\", lottery_date = \"2026-12-05\" }}]\n"
        );
        let contest = Contest::parse("contest.toml", &text).unwrap();
        let served = BTreeSet::from(["two-heats-1".to_owned()]);
        let knows = |game: &str| {
            let games = BTreeSet::from([game.to_owned()]);
            let judge = Principal { name: "second".into(), role: Role::JudgeOf { games } };
            judge.check_scope(&contest, &served).is_ok()
        };
        for game in ["cup-heats-1", "cup-heats-4", "cup-heats-1-spare", "cup-final-1", "two-heats-1"] {
            assert!(knows(game), "{game}");
        }
        for game in ["cup-heat-1", "cup-heats-0", "cup-heats-5", "cup-heats-99", "cup-", "cup", "two-heats-2"]
        {
            assert!(!knows(game), "{game}");
        }
    }

    #[test]
    fn judges_games_are_saved_and_rejected_for_other_roles() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let mut store = TokenStore::new();
        let games = BTreeSet::from(["heat-1".to_owned(), "heat-2".to_owned()]);
        let second = Principal { name: "second".into(), role: Role::JudgeOf { games } };
        let token = store.issue(second.clone(), &SystemEntropy).unwrap();
        store.save(&path).unwrap();
        assert_eq!(TokenStore::load(&path).unwrap().check(token.reveal()), Some(&second));
        let text = fs::read_to_string(&path).unwrap().replace("role = \"judge\"", "role = \"board\"");
        assert!(matches!(TokenStore::parse(&path, &text), Err(Error::NoJudge { .. })), "{text}");
    }

    #[test]
    fn damaged_file_error_has_the_line_number_but_no_content() {
        let text = "[[token]]\nid = \"a\"\nsecret-slip\n";
        let error = TokenStore::parse(Path::new("t.toml"), text).unwrap_err();
        assert_eq!(error.to_string(), "invalid token file t.toml (line 3)");
    }

    #[test]
    fn debug_output_hides_token() {
        let mut store = TokenStore::new();
        let token = store.issue(judge(), &SystemEntropy).unwrap();
        let secret = token.reveal().rsplit('.').next().unwrap();
        assert!(!format!("{token:?} {store:?}").contains(secret));
    }
}

//! The tokens: who may call (`G6`).
//!
//! A token is `ishi.<id>.<secret>`: the id finds its entry, the secret, 128 random bits, proves it; a team types it from its
//! sheet. Only the SHA-256 of the secret is stored; a stolen token file lets nobody in. The file can be changed while games run
//! ([`edit()`]), and a server that serves by it takes that up at once ([`TokenRegistry`], [`follow`]). This room knows roles and
//! files, not the network.

mod edit;
mod registry;
mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ishigaki_catalogue::Message;
use ishigaki_scenarios::{Contest, JudgeSpec};
use ishigaki_tournament::{GroupGame, GroupId, StageId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::entropy::{Entropy, Purpose, Unavailable, bytes};
use crate::planned_config;
use crate::private_file;
use crate::toml_error::TomlError;

pub use edit::edit;
pub use registry::{AccessGrant, AuthError, RegistryUpdates, TokenChanges, TokenRegistry, Validity, follow};
pub use shared::{ShareError, SharedTokens};

/// Role: what somebody may do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "role")]
pub enum Role {
    /// Runs the contest: sees all games, and may do what the judge may.
    Organiser,
    /// The chief judge, of all games.
    Judge,
    /// A judge of some games, and of what is played in their stead (`G4`): no others exist for them.
    #[serde(skip)]
    JudgeOf { games: BTreeSet<String> },
    /// A team, by its code in the contest file.
    Team { team: String },
    /// The hall's board: sees what is public.
    Board,
    /// The desk of events: enters who is there and result slips. Of games it sees what is public.
    Desk,
    /// The referee of events, who alone rules (`TV3`). Of games sees what is public.
    Referee,
    /// The machine that could take over: copies the journal, and sees no game.
    Standby,
}

/// Principal of a token: its holder's name and role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The name the token was issued under; it stands in the record beside every act.
    pub name: String,
    pub role: Role,
}

impl Principal {
    /// Checks that the contest has the team, or the games, that this is of. Games of the contest file's event are known
    /// by its plan, since they are made later; those of other events once they were served from here.
    ///
    /// # Errors
    /// [`Error::UnknownTeam`], or [`Error::UnknownGame`] with the first that it has not got.
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

    /// A judge of some games, as the contest file has them.
    pub fn judge(spec: &JudgeSpec) -> Self {
        Self { name: spec.id.clone(), role: Role::JudgeOf { games: spec.games.iter().cloned().collect() } }
    }
}

/// Returns whether the contest file's event can come to a game of this id: a stage of its plan, a group of at least two
/// teams, and a spare only where the plan has one.
fn plans_game(contest: &Contest, id: &str) -> bool {
    let Some(event) = &contest.event else { return false };
    let Ok(config) = planned_config::of(event) else { return false };
    let Some(plan) = config.plan().groups() else { return false };
    let groups = contest.teams.len() / 2;
    plan.stages.iter().enumerate().any(|(at, stage)| {
        let game = |group, spare| GroupGame { stage: StageId::at(at), group: GroupId::at(group), spare };
        let has_spare = stage.variants.iter().any(|variant| variant.spare.is_some());
        let ids =
            (0..groups).flat_map(|group| [Some(game(group, false)), has_spare.then(|| game(group, true))]);
        !stage.variants.is_empty() && ids.flatten().any(|game| game.name(&event.id, &stage.name) == id)
    })
}

/// A token as its owner holds it. It shows in no debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Zeroizing<String>);

impl Token {
    /// The part of it that may be told: by it the token file and the log name it.
    pub fn id(&self) -> &str {
        self.0.split('.').nth(1).unwrap_or_default()
    }

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

/// Error of reading, writing or making tokens.
#[derive(Debug, thiserror::Error, Message)]
#[message("token")]
pub enum Error {
    /// The token file cannot be read.
    Read {
        path: PathBuf,
        /// Error of the system.
        source: std::io::Error,
    },
    /// The token file is not what it should be.
    Parse {
        path: PathBuf,
        /// The line, from 1.
        #[message(display)]
        line: usize,
        /// Error of the reader. It may repeat what stands there, so it is for the file's owner and not for a
        /// log.
        source: TomlError,
    },
    /// A stored hash is not 64 hexadecimal digits.
    Hash { path: PathBuf, id: String },
    /// The token file cannot be written.
    Write {
        path: PathBuf,
        /// Error of the system.
        source: std::io::Error,
    },
    /// Only a judge's token is for some games.
    NoJudge { path: PathBuf, id: String },
    /// The contest has no such team.
    UnknownTeam(#[message("team")] String),
    /// The contest has no such game.
    UnknownGame(#[message("game")] String),
    /// Nobody has such a token.
    Nobody {
        path: PathBuf,
        /// The id or name that was given.
        who: String,
    },
    /// Several people are meant, of whom one was to be.
    Ambiguous {
        /// The name that was given.
        who: String,
    },
    /// The file of a new token holds another one that is good.
    Taken {
        path: PathBuf,
        /// Whose token it is.
        name: String,
    },
    /// The entries cannot be put into words.
    Encode(#[from] toml::ser::Error),
    /// The machine gives no randomness.
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
    /// Of a judge: the games that are theirs; none named, all.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    games: BTreeSet<String>,
    sha256: String,
    /// Kept, so that whoever still presents it can be told.
    #[serde(default, skip_serializing_if = "is_false")]
    revoked: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Stores all tokens there are, by id.
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

/// A token as a list shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedToken<'a> {
    pub id: &'a str,
    /// Principal that it belongs to.
    pub principal: &'a Principal,
    /// Whether it is no longer good.
    pub is_revoked: bool,
}

impl TokenStore {
    /// Makes a store that lets nobody in.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a token file.
    ///
    /// # Errors
    /// [`Error::Read`]; [`Error::Parse`], [`Error::Hash`] or [`Error::NoJudge`] of the first entry that is none.
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

    /// Returns the text of the token file: ids, names, roles and hashes, nothing that lets anybody in.
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

    /// Writes the token file. Readable by its owner only.
    ///
    /// # Errors
    /// [`Error::Write`]; [`Error::Encode`] if a name cannot be put into words.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        private_file::write(path, self.text()?.as_bytes())
            .map_err(|source| Error::Write { path: path.into(), source })
    }

    /// Makes a token of 128 random bits for somebody. The token is not kept, only its hash.
    ///
    /// # Errors
    /// [`Error::Randomness`].
    pub fn issue(&mut self, principal: Principal, entropy: &dyn Entropy) -> Result<Token, Error> {
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

    /// All tokens, also those that are no longer good, by role and name.
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

    /// Makes the token with this id, or all tokens of this name, no longer good; whose they were, by id. Empty if there
    /// is none that was good.
    pub fn revoke(&mut self, who: &str) -> BTreeMap<String, Principal> {
        let is_id = self.known.contains_key(who);
        let mut revoked = BTreeMap::new();
        for (id, known) in &mut self.known {
            let is_meant = if is_id { id == who } else { known.principal.name == who };
            if is_meant && !known.is_revoked {
                Arc::make_mut(known).is_revoked = true;
                revoked.insert(id.clone(), known.principal.clone());
            }
        }
        revoked
    }

    /// Fails if good tokens of several people are meant by this id or name.
    ///
    /// # Errors
    /// If they are; a name is of several where a team and a judge have it, say.
    pub fn refuse_several(&self, who: &str) -> Result<(), Error> {
        if self.known.contains_key(who) {
            return Ok(());
        }
        let named = self.known.values().filter(|known| known.principal.name == who && !known.is_revoked);
        // A judge of other games is the same person, with more to do.
        let owners: BTreeSet<Role> = named
            .map(|known| match &known.principal.role {
                Role::JudgeOf { .. } => Role::Judge,
                role => role.clone(),
            })
            .collect();
        if owners.len() > 1 { Err(Error::Ambiguous { who: who.to_owned() }) } else { Ok(()) }
    }

    /// These tokens and others': what is revoked in either is revoked, and whose a token is, is as here.
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

    /// The codes of the teams as which somebody can come in.
    pub fn teams(&self) -> BTreeSet<&str> {
        let roles = self.good().map(|known| &known.principal.role);
        roles
            .filter_map(|role| if let Role::Team { team } = role { Some(team.as_str()) } else { None })
            .collect()
    }

    /// Returns whether somebody can come in under this name and with this role.
    pub fn knows(&self, principal: &Principal) -> bool {
        self.good().any(|known| known.principal == *principal)
    }

    /// Returns who presents this token; `None` if it is not good. The secret is compared in constant time.
    pub fn check(&self, presented: &str) -> Option<&Principal> {
        let known = self.find(presented)?;
        (!known.is_revoked).then_some(&known.principal)
    }

    fn good(&self) -> impl Iterator<Item = &Arc<KnownToken>> {
        self.known.values().filter(|known| !known.is_revoked)
    }

    /// The entry of a token, good or not. The secret is compared in constant time.
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

    fn judge() -> Principal {
        Principal { name: "judge".into(), role: Role::Judge }
    }

    #[test]
    fn an_issued_token_is_good_and_any_other_is_not() {
        let mut store = TokenStore::new();
        let token = store.issue(judge(), &SystemEntropy).unwrap();
        assert_eq!(store.check(token.reveal()), Some(&judge()));
        let mut wrong = token.reveal().to_owned();
        let last = wrong.pop().unwrap();
        wrong.push(if last == 'A' { 'B' } else { 'A' });
        for bad in
            [wrong.as_str(), "", "ishi", "ishi..", "ishi.00000000.", token.reveal().trim_end_matches(last)]
        {
            assert_eq!(store.check(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_saved_desk_knows_its_tokens_and_its_file_does_not() {
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
    fn a_revoked_token_is_kept_and_lets_nobody_in() {
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
    fn a_name_of_several_people_is_nobodys_and_an_id_is_one_persons() {
        let mut store = TokenStore::new();
        let team = Principal { name: "U01".into(), role: Role::Team { team: "U01".into() } };
        let board = Principal { name: "U01".into(), role: Role::Board };
        let token = store.issue(team.clone(), &SystemEntropy).unwrap();
        store.issue(team, &SystemEntropy).unwrap();
        assert!(store.refuse_several("U01").is_ok(), "two tokens of one team");
        store.issue(board, &SystemEntropy).unwrap();
        assert!(matches!(store.refuse_several("U01"), Err(Error::Ambiguous { who }) if who == "U01"));
        assert!(store.refuse_several(token.id()).is_ok());
    }

    #[test]
    fn a_judges_games_are_those_that_the_contests_event_can_come_to_or_that_were_served() {
        let teams = (1..=9)
            .map(|team| format!("{{ id = \"t{team}\", name = \"T{team}\" }}"))
            .collect::<Vec<_>>()
            .join(",");
        let text = format!(
            "team = [{teams}]\nevent = {{ id = \"cup\", preset = \"ishigaki\", lottery_date = \"2026-12-05\" }}\n"
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
    fn a_judge_of_some_games_is_kept_with_them_and_nobody_else_has_any() {
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
    fn a_damaged_file_is_refused_by_its_line_and_what_stands_there_is_not_repeated() {
        let text = "[[token]]\nid = \"a\"\nsecret-slip\n";
        let error = TokenStore::parse(Path::new("t.toml"), text).unwrap_err();
        assert_eq!(error.to_string(), "the token file t.toml is not valid (line 3)");
    }

    #[test]
    fn debug_output_does_not_show_a_token() {
        let mut store = TokenStore::new();
        let token = store.issue(judge(), &SystemEntropy).unwrap();
        let secret = token.reveal().rsplit('.').next().unwrap();
        assert!(!format!("{token:?} {store:?}").contains(secret));
    }
}

//! `token`: manages tokens while games run.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ishigaki_command::{Exit, Language};
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::token::{Error, ListedToken, Principal, Role, Token, TokenStore, edit};
use ishigaki_scenarios::Contest;
use ishigaki_words::{Align, Table, Words};

use crate::folder::{self, Folder};
use anyhow::Context as _;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::{object, say};

/// Acts on the token file. A running server applies changes within a second.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// List tokens
    #[command(after_help = "Examples:\n  ishigaki-server token list --folder contest")]
    List {
        #[command(flatten)]
        at: TokenLocation,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Issue an additional token. It is printed only once, and saved in the contest's folder
    #[command(
        after_help = "Examples:\n  ishigaki-server token issue --folder contest --team oak\n  ishigaki-server token issue --folder contest --role judge --name \"Judge 2\""
    )]
    Issue {
        #[command(flatten)]
        at: TokenLocation,
        #[command(flatten)]
        whom: TokenOwner,
    },
    /// Revoke a token: its feeds end and its calls are rejected
    #[command(after_help = "Examples:\n  ishigaki-server token revoke oak --folder contest")]
    Revoke {
        #[command(flatten)]
        at: TokenLocation,
        /// Id of the token, or a holder's name for all its tokens
        who: String,
    },
    /// Revoke a holder's tokens and issue a new one, with a new sheet in the contest's folder
    #[command(after_help = "Examples:\n  ishigaki-server token reissue oak --folder contest")]
    Reissue {
        #[command(flatten)]
        at: TokenLocation,
        /// Id of the token, or its holder's name, such as a team's code
        who: String,
    },
}

/// Location of the token file.
#[derive(Debug, Args)]
pub struct TokenLocation {
    /// Contest's folder, created by `init`
    #[arg(long, value_name = "FOLDER", env = "ISHIGAKI_FOLDER", conflicts_with = "tokens")]
    folder: Option<PathBuf>,
    /// Token file
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKENS", default_value = "tokens.toml")]
    tokens: PathBuf,
    #[command(flatten)]
    language: Language,
}

/// Holder of a new token.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("whom").required(true))]
pub struct TokenOwner {
    /// Code of a team in the contest file
    #[arg(long, value_name = "CODE", group = "whom")]
    team: Option<String>,
    /// Role of a staff member
    #[arg(long, value_name = "ROLE", group = "whom")]
    role: Option<StaffRole>,
    /// Id of a game that this judge may judge; can be repeated. Without it, all games
    #[arg(long, value_name = "GAME", conflicts_with = "team")]
    game: Vec<String>,
    /// Name recorded with actions; without it, the team's code or the role. It also names the file in the
    /// contest's folder
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StaffRole {
    Organiser,
    Judge,
    Board,
    Desk,
    Referee,
    Standby,
}

pub fn run(task: Task) -> anyhow::Result<Exit> {
    match task {
        Task::List { at, json } => {
            let store = TokenStore::load(&at.file())?;
            if json {
                object(&json!({ "ok": true, "tokens": store.list().iter().map(one).collect::<Vec<_>>() }))?;
                return Ok(Exit::Done);
            }
            say(&listed(&store, at.language.words()))?;
        }
        Task::Issue { at, whom } => {
            let principal = whom.principal()?;
            if let Some(folder) = at.folder() {
                let contest = Contest::load(&folder.contest())?;
                let served = folder.served_games();
                let place = || {
                    let path = folder.root().display().to_string();
                    at.language.words().say("fail-in-folder", &[("path", path.into())])
                };
                principal.check_scope(&contest, &served).with_context(place)?;
            }
            let token = edit(&at.file(), |store| {
                at.refuse_to_replace(store, &principal)?;
                store.issue(principal.clone(), &SystemEntropy)
            })?;
            at.hand_out(&principal, &token)?;
        }
        Task::Revoke { at, who: owner } => {
            let file = at.file();
            let revoked = edit(&file, |store| {
                store.reject_ambiguous(&owner)?;
                let revoked = store.revoke(&owner);
                if revoked.is_empty() {
                    Err(Error::NotFound { path: file.clone(), who: owner })
                } else {
                    Ok(revoked)
                }
            })?;
            for (id, principal) in revoked {
                let gaps = [("id", id.into()), ("name", principal.name.into())];
                say(&(at.language.words().say("token-revoked", &gaps) + "\n"))?;
            }
        }
        Task::Reissue { at, who: owner } => {
            let (principal, token) = edit(&at.file(), |store| reissue(store, &at, owner))?;
            at.hand_out(&principal, &token)?;
        }
    }
    Ok(Exit::Done)
}

/// Revokes the matching tokens, which must belong to one holder, and issues a new one.
fn reissue(store: &mut TokenStore, at: &TokenLocation, owner: String) -> Result<(Principal, Token), Error> {
    let mut owners =
        store.list().into_iter().filter(|token| token.id == owner || token.principal.name == owner);
    let Some(first) = owners.next() else { return Err(Error::NotFound { path: at.file(), who: owner }) };
    let principal = first.principal.clone();
    if owners.any(|token| *token.principal != principal) {
        return Err(Error::Ambiguous { who: owner });
    }
    store.revoke(&owner);
    at.refuse_to_replace(store, &principal)?;
    let token = store.issue(principal.clone(), &SystemEntropy)?;
    Ok((principal, token))
}

impl TokenLocation {
    fn folder(&self) -> Option<Folder> {
        self.folder.clone().map(Folder::at)
    }

    fn file(&self) -> PathBuf {
        self.folder().map_or_else(|| self.tokens.clone(), |folder| folder.tokens())
    }

    /// Rejects a token if its file in the directory has another holder's valid token.
    fn refuse_to_replace(&self, store: &TokenStore, principal: &Principal) -> Result<(), Error> {
        self.folder().map_or(Ok(()), |folder| folder.refuse_to_replace(store, principal))
    }

    /// Prints a new token and saves it for its holder.
    fn hand_out(&self, principal: &Principal, token: &Token) -> anyhow::Result<()> {
        say(&format!("{:<12} {}\n", principal.name, token.reveal()))?;
        let words = self.language.words();
        if let Some(folder) = self.folder() {
            folder.hand_out(principal, token, words.lang()).map_err(|error: folder::Error| {
                anyhow::Error::from(error).context(words.label("token-not-in-folder"))
            })?;
        }
        Ok(())
    }
}

impl TokenOwner {
    fn principal(self) -> Result<Principal, Error> {
        let games = BTreeSet::from_iter(self.game);
        let (role, usual) = match (self.team, self.role) {
            (Some(team), _) => (Role::Team { team: team.clone() }, team),
            (None, Some(StaffRole::Judge)) if games.is_empty() => (Role::Judge, "judge".into()),
            (None, Some(StaffRole::Judge)) => (Role::JudgeOf { games: games.clone() }, String::new()),
            (None, Some(StaffRole::Board)) => (Role::Board, "board".into()),
            (None, Some(StaffRole::Desk)) => (Role::Desk, "desk".into()),
            (None, Some(StaffRole::Referee)) => (Role::Referee, "referee".into()),
            (None, Some(StaffRole::Standby)) => (Role::Standby, "standby".into()),
            // clap requires one of the two.
            (None, Some(StaffRole::Organiser) | None) => (Role::Organiser, "organiser".into()),
        };
        if !games.is_empty() && !matches!(role, Role::JudgeOf { .. }) {
            return Err(Error::GamesOfJudge);
        }
        let name = self.name.unwrap_or(usual);
        if name.is_empty() {
            return Err(Error::NoName);
        }
        Ok(Principal { name, role })
    }
}

/// Describes a token as JSON, never the token itself.
fn one(token: &ListedToken<'_>) -> Value {
    let (role, team) = match &token.principal.role {
        Role::Organiser => ("organiser", None),
        Role::Judge | Role::JudgeOf { .. } => ("judge", None),
        Role::Board => ("board", None),
        Role::Desk => ("desk", None),
        Role::Referee => ("referee", None),
        Role::Standby => ("standby", None),
        Role::Team { team } => ("team", Some(team)),
    };
    let name = &token.principal.name;
    let games = match &token.principal.role {
        Role::JudgeOf { games } => Some(games),
        _ => None,
    };
    let revoked = token.is_revoked;
    let mut one = json!({ "id": token.id, "name": name, "role": role, "team": team, "revoked": revoked });
    if let Some(games) = games {
        one["games"] = json!(games);
    }
    one
}

fn listed(store: &TokenStore, words: Words) -> String {
    let mut table = Table::new([""; 4].map(|head| (head, Align::Start)));
    for token in store.list() {
        let role = match &token.principal.role {
            Role::Organiser => words.label("name-organiser"),
            Role::Judge => words.label("name-judge"),
            Role::JudgeOf { games } => {
                words.say("token-judge-of", &[("games", words.list(games.iter().cloned()).into())])
            }
            Role::Board => words.label("name-board"),
            Role::Desk => words.label("name-desk"),
            Role::Referee => words.label("name-referee"),
            Role::Standby => words.label("token-standby"),
            Role::Team { team } => words.say("token-team", &[("team", team.as_str().into())]),
        };
        let state = words.label(if token.is_revoked { "token-is-revoked" } else { "token-is-good" });
        table.row([token.id.to_owned(), token.principal.name.clone(), role, state]);
    }
    table.to_string()
}

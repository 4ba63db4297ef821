//! Credentials of a rehearsal's clients: the server's token file, and all tokens.

use ishigaki_client::Token;
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::token::{Principal, Role, TokenStore};
use ishigaki_rules::Secret;

use crate::server::ServerFiles;

/// Tokens of all clients of a rehearsal.
#[derive(Clone, Debug)]
pub struct Credentials {
    pub organiser: Token,
    pub judge: Token,
    pub desk: Token,
    pub referee: Token,
    pub board: Token,
    pub standby: Secret<String>,
    pub teams: Vec<Token>,
    pub team_secrets: Vec<Secret<String>>,
}

impl Credentials {
    /// Issues a token to each official and each team, and writes the token file.
    ///
    /// # Errors
    /// If there is no randomness, or the file can't be written.
    pub fn issue(
        files: &ServerFiles,
        teams: impl IntoIterator<Item = impl Into<String>>,
    ) -> anyhow::Result<Self> {
        let mut store = TokenStore::new();
        let mut issue = |name: &str, role| -> anyhow::Result<Secret<String>> {
            let token = store.issue(Principal { name: name.to_owned(), role }, &SystemEntropy)?;
            Ok(Secret(token.reveal().to_owned()))
        };
        let team_secrets = teams.into_iter().map(|code| {
            let team: String = code.into();
            issue(&team.clone(), Role::Team { team })
        });
        let team_secrets = team_secrets.collect::<anyhow::Result<Vec<_>>>()?;
        let credentials = Self {
            organiser: issue("organiser", Role::Organiser)?.0.parse()?,
            judge: issue("judge", Role::Judge)?.0.parse()?,
            desk: issue("desk", Role::Desk)?.0.parse()?,
            referee: issue("referee", Role::Referee)?.0.parse()?,
            board: issue("board", Role::Board)?.0.parse()?,
            standby: issue("standby", Role::Standby)?,
            teams: team_secrets.iter().map(|token| token.0.parse()).collect::<Result<_, _>>()?,
            team_secrets,
        };
        store.save(&files.tokens())?;
        Ok(credentials)
    }
}

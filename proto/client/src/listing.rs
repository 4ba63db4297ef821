//! The list of a contest's games, and calls about several games.

use ishigaki_proto::organiser::{ReplaceGameRequest, StartGameRequest};
use ishigaki_proto::watch::{
    Audience, EventEntry, GameEntry, GameState, ListEventsResponse, ListGamesResponse, PreparedAnswer,
};
use ishigaki_proto::{judge, wire};
use ishigaki_rules::{GameTime, Phase, RoundNo, TeamSpec, WaveNo};
use tonic::Code;

use crate::presence::TeamPresence;
use crate::{CallError, Link, Schedule, games, list_games, now};

/// Entry of a game in the list of the contest's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub game: String,
    pub title: String,
    /// The same in Japanese; empty if it has no other title there.
    pub title_ja: String,
    pub practice: bool,
    /// Team codes; empty while they are undetermined.
    pub teams: Vec<String>,
    /// Number of teams named at the start; 0 if the contest file names them.
    pub seats: u32,
    /// The id of its spare game (`G4`), if there is one and the caller may know.
    pub spare: Option<String>,
    /// `None` while it waits for the organiser, and if it is damaged.
    pub standing: Option<GameStatus>,
    /// Set if it isn't served because its records are damaged.
    pub is_damaged: bool,
    pub is_elsewhere: bool,
    /// Its server, `HOST:PORT`; `None` with only one server, and while no server has it.
    pub server: Option<String>,
}

/// State of a game that has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStatus {
    /// `None` for a phase unknown to this program.
    pub phase: Option<Phase>,
    /// The current or next round; `None` after the last one.
    pub round: Option<RoundNo>,
    /// Number of the round's attempt under way, from 1; `None` if none is.
    pub attempt: Option<u32>,
    /// Milliseconds until the open window closes; constant while paused.
    pub remaining_ms: Option<u64>,
    pub paused: bool,
}

/// The contest's games and teams, and the caller's role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Programme {
    /// In the order of the contest file.
    pub games: Vec<Listed>,
    /// In the same order; names are untrusted text.
    pub teams: Vec<TeamSpec>,
    /// The caller's role; `None` if the server doesn't say.
    pub role: Option<TokenRole>,
    pub schedule: Schedule,
    /// Prepared answers to questions; for judges and organisers only.
    pub answers: Vec<PreparedAnswer>,
}

/// Role of the caller's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRole {
    Judge,
    Organiser,
}

/// Returns all games of the contest, including waiting and spare ones, for organiser and judge.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn all(link: &Link) -> Result<Programme, CallError> {
    let answer = list_games(link, &[Audience::Judge, Audience::Organiser]).await?;
    let role = match answer.audience() {
        Audience::Judge => Some(TokenRole::Judge),
        Audience::Organiser => Some(TokenRole::Organiser),
        Audience::Unspecified | Audience::Board | Audience::Team | Audience::Desk | Audience::Referee => None,
    };
    let team = |team: wire::Team| TeamSpec { code: team.code, name: team.name };
    Ok(Programme {
        games: answer.games.into_iter().map(Listed::from).collect(),
        teams: answer.teams.into_iter().map(team).collect(),
        role,
        schedule: Schedule::of(answer.schedule, answer.time_of_day_s, now()),
        answers: answer.answers,
    })
}

/// Returns all events of the known servers.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn events(link: &Link) -> Result<Vec<EventEntry>, CallError> {
    Ok(list_events(link).await?.events)
}

/// Returns all events of the known servers, with the caller's role.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn list_events(link: &Link) -> Result<ListEventsResponse, CallError> {
    Ok(games::list_events(link).await?)
}

/// Returns the presence of a game's teams.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn presence(link: &Link, game: String) -> Result<Vec<TeamPresence>, CallError> {
    let answer = link.judge().list_presence(judge::ListPresenceRequest { game }).await?;
    Ok(answer.into_inner().teams.into_iter().map(TeamPresence::from).collect())
}

/// Reveals this number of places of a declared ranking, from the last.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn reveal(link: &Link, game: String, places: u32) -> Result<(), CallError> {
    link.judge().reveal_ranking(judge::RevealRankingRequest { game, places }).await?;
    Ok(())
}

/// Uncovers this number of steps of an opening; openings are counted from 1.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn uncover(link: &Link, game: String, opening: u32, steps: u32) -> Result<(), CallError> {
    link.judge().uncover_opening(judge::UncoverOpeningRequest { game, opening, steps }).await?;
    Ok(())
}

/// Starts a waiting game with these teams, or the contest file's if none are given. `seats` overrides the
/// planned number of teams unless it is 0.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn start(link: &Link, game: String, teams: Vec<String>, seats: u32) -> Result<Listed, CallError> {
    let answer = link.organiser().start_game(StartGameRequest { game, teams, seats }).await?;
    entry(answer.into_inner().game)
}

/// Abandons a game and starts its spare (`G4`); returns the spare.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn replace(link: &Link, game: String, reason: String) -> Result<Listed, CallError> {
    let answer = link.organiser().replace_game(ReplaceGameRequest { game, reason }).await?;
    entry(answer.into_inner().game)
}

fn entry(game: Option<GameEntry>) -> Result<Listed, CallError> {
    game.map(Listed::from).ok_or(CallError::Unknown { code: Code::Ok })
}

impl Listed {
    /// Returns whether the game waits to be started.
    pub fn is_waiting(&self) -> bool {
        self.standing.is_none() && !self.is_damaged && !self.is_elsewhere
    }

    /// Returns whether the game has started, even if its server hasn't reported it.
    pub fn has_started(&self) -> bool {
        self.standing.is_some() || self.is_elsewhere
    }

    /// Returns whether the game or its spare is still to be played: it isn't declared, and if it is abandoned,
    /// its spare waits.
    pub fn goes_on(&self, games: &[Self]) -> bool {
        let spare = || games.iter().find(|other| self.spare.as_deref() == Some(other.game.as_str()));
        match self.standing.map(|standing| standing.phase) {
            None | Some(Some(Phase::Declared)) => false,
            Some(Some(Phase::Abandoned)) => spare().is_some_and(Self::is_waiting),
            Some(_) => true,
        }
    }

    /// Returns whether a team currently plays it; `false` for the game `but`.
    pub fn is_played_now_by(&self, team: &str, but: &str) -> bool {
        self.game != but
            && self.is_under_way()
            && !self.practice
            && self.teams.iter().any(|code| code == team)
    }

    /// Returns whether the game has started and isn't over.
    pub fn is_under_way(&self) -> bool {
        let phase = self.standing.and_then(|standing| standing.phase);
        phase.is_some_and(|phase| !phase.is_ranked() && !phase.is_over())
    }
}

impl From<ListGamesResponse> for Programme {
    /// Without the caller's role.
    fn from(answer: ListGamesResponse) -> Self {
        Self {
            games: answer.games.into_iter().map(Listed::from).collect(),
            schedule: Schedule::of(answer.schedule, answer.time_of_day_s, now()),
            ..Self::default()
        }
    }
}

impl From<Vec<Listed>> for Programme {
    fn from(games: Vec<Listed>) -> Self {
        Self { games, ..Self::default() }
    }
}

impl From<GameEntry> for Listed {
    fn from(entry: GameEntry) -> Self {
        let state = entry.state();
        Self {
            game: entry.game,
            title: entry.title,
            title_ja: entry.title_ja,
            practice: entry.practice,
            teams: entry.teams,
            seats: entry.seats,
            spare: Some(entry.spare).filter(|spare| !spare.is_empty()),
            standing: (state == GameState::Started)
                .then(|| GameStatus::from(entry.clock.unwrap_or_default())),
            is_damaged: state == GameState::Damaged,
            is_elsewhere: state == GameState::Elsewhere,
            server: Some(entry.address).filter(|server| !server.is_empty()),
        }
    }
}

impl From<wire::Clock> for GameStatus {
    fn from(clock: wire::Clock) -> Self {
        let reference = clock.paused_since_ms.unwrap_or(clock.now_ms);
        Self {
            phase: phase(&clock),
            round: Some(clock.round).filter(|&round| round > 0).map(RoundNo),
            attempt: Some(clock.attempt).filter(|&attempt| attempt > 0),
            remaining_ms: clock.closes_at_ms.map(|closes| closes.saturating_sub(reference)),
            paused: clock.paused_since_ms.is_some(),
        }
    }
}

fn phase(clock: &wire::Clock) -> Option<Phase> {
    let closes_at = GameTime(clock.closes_at_ms.unwrap_or_default());
    Some(match clock.phase() {
        wire::Phase::Unspecified => return None,
        wire::Phase::Ready => Phase::Ready { next: RoundNo(clock.round) },
        wire::Phase::Bidding => Phase::Bidding { closes_at },
        wire::Phase::Rebidding => Phase::Rebidding { wave: WaveNo(clock.wave), closes_at },
        wire::Phase::Confirming => Phase::Confirming,
        wire::Phase::Building => Phase::Building,
        wire::Phase::Countdown => Phase::Countdown { ends_at: closes_at },
        wire::Phase::Ended => Phase::Ended,
        wire::Phase::Declared => Phase::Declared,
        wire::Phase::Abandoned => Phase::Abandoned,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_game_has_no_status() {
        let entry = GameEntry { game: "final".into(), seats: 6, ..GameEntry::default() };
        let listed = Listed::from(GameEntry { state: GameState::Waiting.into(), ..entry.clone() });
        assert_eq!((listed.standing, listed.spare.as_deref()), (None, None));
        let clock =
            Some(wire::Clock { phase: wire::Phase::Ready.into(), round: 1, ..wire::Clock::default() });
        let listed = Listed::from(GameEntry { state: GameState::Started.into(), clock, ..entry });
        assert_eq!(listed.standing.unwrap().phase, Some(Phase::Ready { next: RoundNo(1) }));
        assert!(listed.is_under_way());
    }

    #[test]
    fn damaged_game_is_neither_waiting_nor_started() {
        let entry = GameEntry { state: GameState::Damaged.into(), ..GameEntry::default() };
        let listed = Listed::from(entry);
        assert!(listed.is_damaged && !listed.is_waiting() && !listed.has_started() && !listed.is_under_way());
    }

    #[test]
    fn game_on_another_server_is_started_but_not_running() {
        let entry = GameEntry {
            state: GameState::Elsewhere.into(),
            address: "10.0.0.2:7150".into(),
            ..GameEntry::default()
        };
        let listed = Listed::from(entry);
        assert!(listed.has_started() && !listed.is_waiting() && !listed.is_under_way());
        assert_eq!(listed.server.as_deref(), Some("10.0.0.2:7150"));
    }

    #[test]
    fn paused_window_keeps_remaining_time() {
        let clock = wire::Clock { now_ms: 900, closes_at_ms: Some(1_000), ..wire::Clock::default() };
        assert_eq!(GameStatus::from(clock).remaining_ms, Some(100));
        let paused = GameStatus::from(wire::Clock { paused_since_ms: Some(400), ..clock });
        assert_eq!((paused.remaining_ms, paused.paused), (Some(600), true));
    }

    #[test]
    fn unknown_phase_is_none() {
        assert_eq!(GameStatus::from(wire::Clock { phase: 99, ..wire::Clock::default() }).phase, None);
    }
}

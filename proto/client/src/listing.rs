//! The games of the contest as a list, and the calls that concern more than one game. Knows the wire; shows
//! nothing.

use ishigaki_proto::organiser::{ReplaceGameRequest, StartGameRequest};
use ishigaki_proto::watch::{Audience, EventEntry, GameEntry, GameState, ListEventsResponse};
use ishigaki_proto::{judge, wire};
use ishigaki_rules::{GameTime, Phase, RoundNo, TeamSpec, WaveNo};
use tonic::Code;

use crate::presence::TeamPresence;
use crate::{CallError, Link, games, list_games};

/// Entry of a game in the list of the contest's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id, as calls name it.
    pub game: String,
    /// Title of the game, for people; foreign text.
    pub title: String,
    /// The same in Japanese; empty if it has no other title there.
    pub title_ja: String,
    /// Whether it is played for practice: nothing in it counts.
    pub practice: bool,
    /// The codes of its teams; empty while they are still to be named.
    pub teams: Vec<String>,
    /// Number of teams that are named when it starts; 0 if the contest file names them.
    pub seats: u32,
    /// The id of the game that is played instead if this one is abandoned (`G4`). `None`: there is none, or the
    /// caller is not told.
    pub spare: Option<String>,
    /// State of the game; `None` while it waits for the organiser, and if it is damaged.
    pub standing: Option<GameStatus>,
    /// Whether it is not served, because its records on the server's disk are damaged.
    pub is_damaged: bool,
    /// Whether another server has it, or is to take it over, and has not told where it stands.
    pub is_elsewhere: bool,
    /// The server that has it, `HOST:PORT`, where several share the games; `None` where one has all, and while none has it.
    pub server: Option<String>,
}

/// State of a game that has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStatus {
    /// Its phase; `None` if the server says one that this program does not know.
    pub phase: Option<Phase>,
    /// The round that is under way or comes next; `None` after the last one.
    pub round: Option<RoundNo>,
    /// Number of the round's attempt under way, from 1; `None` if none is.
    pub attempt: Option<u32>,
    /// The milliseconds until the running window closes; `None` if none runs. While paused it stands.
    pub remaining_ms: Option<u64>,
    /// Whether the clocks stand (`T`).
    pub paused: bool,
}

/// The contest as the server lists it: games, teams, and the caller's role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Programme {
    /// Its games, in the order of the contest file.
    pub games: Vec<Listed>,
    /// Its teams, in that order; their names are foreign text.
    pub teams: Vec<TeamSpec>,
    /// As whom the server takes this program; `None` if it does not say.
    pub role: Option<TokenRole>,
}

/// Role of the token that a list was asked for with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRole {
    Judge,
    /// The organiser's: it may enter for teams as well (`G6`).
    Organiser,
}

/// All games of the contest, those that wait and those that are spares included: for the organiser and the judge.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
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
    })
}

/// All events of the servers that are known.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn events(link: &Link) -> Result<Vec<EventEntry>, CallError> {
    Ok(list_events(link).await?.events)
}

/// All events of the servers that are known, and as whom they take the caller.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn list_events(link: &Link) -> Result<ListEventsResponse, CallError> {
    Ok(games::list_events(link).await?)
}

/// Returns the presence of a game's teams.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn presence(link: &Link, game: String) -> Result<Vec<TeamPresence>, CallError> {
    let answer = link.judge().list_presence(judge::ListPresenceRequest { game }).await?;
    Ok(answer.into_inner().teams.into_iter().map(TeamPresence::from).collect())
}

/// Lets boards show so many places of a declared ranking, from the last.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn reveal(link: &Link, game: String, places: u32) -> Result<(), CallError> {
    link.judge().reveal_ranking(judge::RevealRankingRequest { game, places }).await?;
    Ok(())
}

/// Lets boards show so many steps of an opening, those of lists and of re-bids counted from 1.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn uncover(link: &Link, game: String, opening: u32, steps: u32) -> Result<(), CallError> {
    link.judge().uncover_opening(judge::UncoverOpeningRequest { game, opening, steps }).await?;
    Ok(())
}

/// Starts a game that waits, with these teams or, if none are named, with those of the contest file. `seats` is how many
/// play where that is not what the file plans; 0: as many as it plans.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn start(link: &Link, game: String, teams: Vec<String>, seats: u32) -> Result<Listed, CallError> {
    let answer = link.organiser().start_game(StartGameRequest { game, teams, seats }).await?;
    entry(answer.into_inner().game)
}

/// Abandons a game and starts its spare (`G4`); gives the spare.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
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

    /// Returns whether the game has started and is served, if only by a server that has not told of it.
    pub fn has_started(&self) -> bool {
        self.standing.is_some() || self.is_elsewhere
    }

    /// Returns whether anything can still happen in it, or is to be done about it: it is not declared, nor abandoned for good.
    pub fn goes_on(&self, games: &[Self]) -> bool {
        let spare = || games.iter().find(|other| self.spare.as_deref() == Some(other.game.as_str()));
        match self.standing.map(|standing| standing.phase) {
            None | Some(Some(Phase::Declared)) => false,
            Some(Some(Phase::Abandoned)) => spare().is_some_and(Self::is_waiting),
            Some(_) => true,
        }
    }

    /// Returns whether a team plays it at this moment, and it counts; not if it is the game with this id.
    pub fn is_played_now_by(&self, team: &str, but: &str) -> bool {
        self.game != but
            && self.is_under_way()
            && !self.practice
            && self.teams.iter().any(|code| code == team)
    }

    /// Returns whether the game has started and is not over.
    pub fn is_under_way(&self) -> bool {
        let phase = self.standing.and_then(|standing| standing.phase);
        phase.is_some_and(|phase| !phase.is_ranked() && !phase.is_over())
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
    fn a_game_that_waits_stands_nowhere() {
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
    fn a_damaged_game_neither_waits_nor_has_started() {
        let entry = GameEntry { state: GameState::Damaged.into(), ..GameEntry::default() };
        let listed = Listed::from(entry);
        assert!(listed.is_damaged && !listed.is_waiting() && !listed.has_started() && !listed.is_under_way());
    }

    #[test]
    fn a_game_of_another_server_has_started_and_stands_nowhere() {
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
    fn a_window_that_is_paused_stands() {
        let clock = wire::Clock { now_ms: 900, closes_at_ms: Some(1_000), ..wire::Clock::default() };
        assert_eq!(GameStatus::from(clock).remaining_ms, Some(100));
        let paused = GameStatus::from(wire::Clock { paused_since_ms: Some(400), ..clock });
        assert_eq!((paused.remaining_ms, paused.paused), (Some(600), true));
    }

    #[test]
    fn a_phase_of_another_version_is_no_phase() {
        assert_eq!(GameStatus::from(wire::Clock { phase: 99, ..wire::Clock::default() }).phase, None);
    }
}

//! The result of an event by its facts, for readers that don't know the rules: draw, leagues, rankings.

mod groups;

use ishigaki_tournament::{Award, Competition, FinalRow, Flow, Lot, PlayerId, Tournament};
use serde::{Deserialize, Serialize};

use self::groups::{FinishLine, StageLine};
use super::player::Player;

/// Result derived from the facts. Players and teams are roster lines, from 1. Events in leagues have the
/// first four fields, those in groups the other two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentResult {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw: Option<Vec<DrawnLine>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leagues: Option<Vec<Vec<Player>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    provisional: Option<Vec<Player>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranking: Option<Vec<RankedLine>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<StageLine>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finishes: Option<Vec<FinishLine>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawnLine {
    x: u32,
    number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RankedLine {
    place: u32,
    player: Player,
    wins: u32,
    losses: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    award: Option<AwardName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dan: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invited: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AwardName {
    Champion,
    RunnerUp,
    Third,
    Fourth,
    Prize,
}

impl TournamentResult {
    /// Returns the result of an event so far.
    pub fn of(competition: &Competition) -> Self {
        match competition {
            Competition::Leagues(tournament) => Self::of_leagues(tournament),
            Competition::Groups(contest) => Self {
                stages: Some(StageLine::all(contest)),
                finishes: Some(FinishLine::all(contest)),
                ..Self::default()
            },
        }
    }

    fn of_leagues(tournament: &Tournament) -> Self {
        let players = |players: &[PlayerId]| players.iter().copied().map(Player::from).collect();
        let drawn = |lot: &Lot| DrawnLine { x: lot.x, number: lot.number.unwrap_or(lot.base).0 };
        let lots = tournament.lots().unwrap_or_default();
        let flow = tournament.flow();
        let dealt = flow.map(|flow| flow.dealt().iter().map(|league| players(league)).collect());
        let standings = flow.map(Flow::standings).unwrap_or_default();
        let last = tournament.final_ranking();
        Self {
            draw: Some(lots.iter().map(drawn).collect()),
            leagues: Some(dealt.unwrap_or_default()),
            provisional: Some(standings.iter().map(|standing| standing.player.into()).collect()),
            ranking: Some(last.iter().flat_map(|ranking| &ranking.rows).map(RankedLine::of).collect()),
            ..Self::default()
        }
    }

    /// Returns the final ranking as places and roster lines, from 1; empty until all games are decided. In
    /// groups it has the teams of the last stage.
    pub fn ranking(&self) -> Vec<(u32, u32)> {
        let leagues = self.ranking.iter().flatten().map(|row| (row.place, row.player.line()));
        let groups = self.finishes.iter().flatten().filter_map(FinishLine::ranked);
        leagues.chain(groups).collect()
    }
}

impl RankedLine {
    fn of(row: &FinalRow) -> Self {
        Self {
            place: row.place,
            player: row.player.into(),
            wins: row.wins,
            losses: row.losses,
            award: row.award.map(|award| match award {
                Award::Champion => AwardName::Champion,
                Award::RunnerUp => AwardName::RunnerUp,
                Award::Third => AwardName::Third,
                Award::Fourth => AwardName::Fourth,
                Award::Prize => AwardName::Prize,
            }),
            dan: row.dan,
            invited: row.invited,
        }
    }
}

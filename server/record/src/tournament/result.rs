//! What follows from the facts of an event, for readers that do not know the rules: draw, leagues, rankings.

use ishigaki_tournament::{Award, FinalRow, PlayerId, Tournament};
use serde::{Deserialize, Serialize};

use super::player::Player;

/// What follows from the facts. Players are lines of the roster, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentResult {
    draw: Vec<DrawnLine>,
    leagues: Vec<Vec<Player>>,
    provisional: Vec<Player>,
    ranking: Vec<RankedLine>,
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
    /// What follows of an event as far as it has come.
    pub fn of(tournament: &Tournament) -> Self {
        let players = |players: &[PlayerId]| players.iter().copied().map(Player::from).collect();
        let lots = tournament.lots().unwrap_or_default();
        let flow = tournament.flow();
        let standings = flow.map(ishigaki_tournament::Flow::standings).unwrap_or_default();
        let last = tournament.final_ranking();
        Self {
            draw: lots
                .iter()
                .map(|lot| DrawnLine { x: lot.x, number: lot.number.unwrap_or(lot.base).0 })
                .collect(),
            leagues: flow
                .map(|flow| flow.dealt().iter().map(|league| players(league)).collect())
                .unwrap_or_default(),
            provisional: standings.iter().map(|standing| standing.player.into()).collect(),
            ranking: last.iter().flat_map(|ranking| &ranking.rows).map(RankedLine::of).collect(),
        }
    }

    /// The final ranking as places and lines of the roster, from 1; empty until everything is played.
    pub fn ranking(&self) -> impl Iterator<Item = (u32, u32)> {
        self.ranking.iter().map(|row| (row.place, row.player.line()))
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

//! Changes by an act, with old and new values, which a referee sees before the act (`TV3`).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;

use crate::competition::Competition;
use crate::event::{PairedRound, Slip, Tournament};
use crate::flow::Flow;
use crate::group_contest::GroupContest;
use crate::id::{LeagueId, PlayerId, Round, StageId};
use crate::shift::Shift;

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The valid result of a game.
    Result {
        round: Round,
        before: Option<Slip>,
        after: Option<Slip>,
    },
    /// The lottery results.
    Digits {
        before: Vec<String>,
        after: Vec<String>,
    },
    Attendance {
        player: PlayerId,
        absent: bool,
    },
    /// A player's league, or a team's group, by a ruling on the draw.
    Shift(Shift),
    /// A player who misses the next round to be paired, or no longer does.
    Excused {
        player: PlayerId,
        is_excused: bool,
    },
    /// A game that a pairing no longer has.
    GameRemoved {
        round: Round,
        one: PlayerId,
        other: PlayerId,
    },
    /// A new game of a pairing, with its table from 1.
    GameAdded {
        round: Round,
        table: usize,
        one: PlayerId,
        other: PlayerId,
    },
    /// A player's bye in a round.
    Bye {
        round: Round,
        player: PlayerId,
        is_added: bool,
    },
    /// The first of a league.
    First {
        league: LeagueId,
        before: Option<PlayerId>,
        after: Option<PlayerId>,
    },
    /// A place in the final ranking.
    Place {
        player: PlayerId,
        before: u32,
        after: u32,
    },
    /// Wins in the leagues.
    Wins {
        player: PlayerId,
        before: u32,
        after: u32,
    },
    /// A place in the provisional ranking, from 1.
    Rank {
        player: PlayerId,
        before: usize,
        after: usize,
    },
    /// A team that advances from a stage, or no longer does.
    Advance {
        stage: StageId,
        team: TeamId,
        advances: bool,
    },
    /// A place in a stage's ranking across groups.
    StagePlace {
        stage: StageId,
        team: TeamId,
        before: u32,
        after: u32,
    },
}

impl Competition {
    /// Returns the changes from this state to another of the same event, the most important ones first.
    pub fn changes(&self, after: &Self) -> Vec<Change> {
        match (self, after) {
            (Self::Leagues(before), Self::Leagues(after)) => of_leagues(before, after),
            (Self::Groups(before), Self::Groups(after)) => of_groups(before, after),
            _ => Vec::new(),
        }
    }
}

fn of_leagues(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let mut changes = results(before, after);
    changes.extend(of_draw(before, after));
    changes.extend(
        before
            .excused()
            .symmetric_difference(after.excused())
            .map(|player| Change::Excused { player: *player, is_excused: after.excused().contains(player) }),
    );
    changes.extend(pairings(before, after));
    changes.extend(firsts(before, after));
    let places = |tournament: &Tournament| -> BTreeMap<PlayerId, u32> {
        let rows = tournament.final_ranking().map(|ranking| ranking.rows).unwrap_or_default();
        rows.into_iter().map(|row| (row.player, row.place)).collect()
    };
    changes.extend(
        differences(&places(before), &places(after)).map(|(player, before, after)| Change::Place {
            player,
            before,
            after,
        }),
    );
    let (Some(old), Some(new)) = (before.flow(), after.flow()) else { return changes };
    for player in new.field().present() {
        let (before, after) = (old.history().wins(player), new.history().wins(player));
        if before != after {
            changes.push(Change::Wins { player, before, after });
        }
    }
    let ranks = |flow: &Flow| -> BTreeMap<PlayerId, usize> {
        (1..).zip(flow.standings()).map(|(rank, standing)| (standing.player, rank)).collect()
    };
    changes.extend(differences(&ranks(old), &ranks(new)).map(|(player, before, after)| Change::Rank {
        player,
        before,
        after,
    }));
    changes
}

fn results(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let rounds = before.rounds().iter().zip(after.rounds());
    let of_round = |(old, new): (&PairedRound, &PairedRound)| {
        let games: BTreeSet<_> = old.results.keys().chain(new.results.keys()).copied().collect();
        let change = |game| {
            let slip = |paired: &PairedRound| paired.results.get(&game).map(|decided| decided.slip.clone());
            let (before, after) = (slip(old), slip(new));
            (before != after).then_some(Change::Result { round: new.round, before, after })
        };
        games.into_iter().filter_map(change).collect::<Vec<_>>()
    };
    rounds.flat_map(of_round).collect()
}

fn of_draw(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let mut changes: Vec<Change> = digits(before.digits(), after.digits()).into_iter().collect();
    let players = (0..after.roster().len()).map(PlayerId::at);
    let attendance = players.filter(|player| before.is_absent(*player) != after.is_absent(*player));
    changes.extend(attendance.map(|player| Change::Attendance { player, absent: after.is_absent(player) }));
    let of_digits = after.overruled_digits().iter().skip(before.overruled_digits().len());
    let of_attendance = after.overruled_attendance().iter().skip(before.overruled_attendance().len());
    let moved = of_digits.map(|ruling| &ruling.moved).chain(of_attendance.map(|ruling| &ruling.moved));
    changes.extend(moved.flatten().copied().map(Change::Shift));
    changes
}

fn digits(before: Option<&[String]>, after: Option<&[String]>) -> Option<Change> {
    let [before, after] = [before, after].map(|results| results.map(<[_]>::to_vec).unwrap_or_default());
    (before != after).then_some(Change::Digits { before, after })
}

fn pairings(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let mut changes = Vec::new();
    for at in 0..before.rounds().len().max(after.rounds().len()) {
        let (old, new) = (before.rounds().get(at), after.rounds().get(at));
        let Some(round) = new.or(old).map(|paired| paired.round) else { continue };
        let games = |paired: Option<&PairedRound>| -> Vec<(PlayerId, PlayerId)> {
            paired.into_iter().flat_map(PairedRound::games).map(|(_, one, other)| (one, other)).collect()
        };
        let (old_games, new_games) = (games(old), games(new));
        let removed = old_games.iter().filter(|game| !new_games.contains(game));
        changes.extend(removed.map(|&(one, other)| Change::GameRemoved { round, one, other }));
        let added = (1..).zip(&new_games).filter(|(_, game)| !old_games.contains(game));
        changes.extend(added.map(|(table, &(one, other))| Change::GameAdded { round, table, one, other }));
        let byes = |paired: Option<&PairedRound>| -> BTreeSet<PlayerId> {
            paired.into_iter().flat_map(|paired| &paired.pools).filter_map(|pool| pool.bye).collect()
        };
        let (old, new) = (byes(old), byes(new));
        changes.extend(old.symmetric_difference(&new).map(|player| Change::Bye {
            round,
            player: *player,
            is_added: new.contains(player),
        }));
    }
    changes
}

fn firsts(before: &Tournament, after: &Tournament) -> Vec<Change> {
    let of = |tournament: &Tournament, at: usize| {
        let firsts = tournament.flow().map(|flow| flow.firsts().to_vec()).unwrap_or_default();
        firsts.get(at).copied().flatten().map(|first| first.player)
    };
    let leagues = 0..usize::from(after.plan().leagues);
    let change = |at: usize| {
        let (before, after) = (of(before, at), of(after, at));
        (before != after).then_some(Change::First { league: LeagueId::at(at), before, after })
    };
    leagues.filter_map(change).collect()
}

fn of_groups(before: &GroupContest, after: &GroupContest) -> Vec<Change> {
    let mut changes: Vec<Change> = digits(before.digits(), after.digits()).into_iter().collect();
    let rulings = after.overruled_digits().iter().skip(before.overruled_digits().len());
    changes.extend(rulings.flat_map(|ruling| &ruling.moved).copied().map(Change::Shift));
    for stage in (0..after.plan().stages.len()).map(StageId::at) {
        let advancing = |contest: &GroupContest| -> BTreeSet<TeamId> {
            let outcome = contest.outcome(stage).and_then(Result::ok);
            outcome.into_iter().flat_map(|outcome| outcome.advance).map(|(team, _)| team).collect()
        };
        let (old, new) = (advancing(before), advancing(after));
        let leaves = old.difference(&new).map(|team| (*team, false));
        let enters = new.difference(&old).map(|team| (*team, true));
        changes.extend(leaves.chain(enters).map(|(team, advances)| Change::Advance {
            stage,
            team,
            advances,
        }));
        let places = |contest: &GroupContest| -> BTreeMap<TeamId, u32> {
            let rows = contest.stage_ranking(stage).map(|ranking| ranking.rows).unwrap_or_default();
            rows.into_iter().map(|row| (row.team, row.place)).collect()
        };
        changes.extend(
            differences(&places(before), &places(after)).map(|(team, before, after)| Change::StagePlace {
                stage,
                team,
                before,
                after,
            }),
        );
    }
    changes
}

/// Returns the keys whose value differs, with both values.
fn differences<K: Copy + Ord, V: Copy + PartialEq>(
    before: &BTreeMap<K, V>,
    after: &BTreeMap<K, V>,
) -> impl Iterator<Item = (K, V, V)> {
    before.iter().filter_map(|(key, old)| {
        let new = after.get(key)?;
        (old != new).then_some((*key, *old, *new))
    })
}

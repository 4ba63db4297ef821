//! The final ranking (最終順位) and awards (`TE`).

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::flow::Flow;
use crate::id::PlayerId;
use crate::plan::{Diplomas, PlaceCriterion, Titles};
use crate::playoff::{Bout, Playoffs};
use crate::standing::ProvisionalRank;

/// Prize of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    Champion,
    RunnerUp,
    Third,
    /// 4位: lost the game for third place.
    Fourth,
    Prize,
}

/// A row of the final ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalRow {
    pub player: PlayerId,
    pub place: u32,
    /// Wins in league rounds; play-offs don't count.
    pub wins: u32,
    pub losses: u32,
    pub award: Option<Award>,
    /// The awarded rank (段位), 0 for none; `None` if the event awards none (`TE5`).
    pub dan: Option<u32>,
    /// True if the player qualifies for the next event (王座戦出場権); `None` if the event doesn't award it (`TE5`).
    pub invited: Option<bool>,
}

/// The final ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalRanking {
    /// All present players by place; equal places in provisional order (`TE4`).
    pub rows: Vec<FinalRow>,
}

/// Returns the final ranking; `None` until the leagues are over and all play-off games are decided.
pub fn final_ranking(flow: &Flow, playoffs: &Playoffs) -> Option<FinalRanking> {
    let placed = if flow.plan().knock_out.is_some() { placed(playoffs)? } else { Vec::new() };
    if flow.played() < flow.plan().last_round || playoffs.open().next().is_some() {
        return None;
    }
    let standings = flow.standings();
    let mut rest: Vec<(usize, &ProvisionalRank)> = standings
        .iter()
        .enumerate()
        .filter(|(_, standing)| placed.iter().all(|(player, _, _)| *player != standing.player))
        .collect();
    let by = |a: &(usize, &ProvisionalRank), b: &(usize, &ProvisionalRank)| compare(flow, playoffs, *a, *b);
    // The sort is stable, so that equal players stay in provisional order.
    rest.sort_by(by);
    let mut rows: Vec<FinalRow> =
        placed.iter().map(|&(player, place, award)| row(flow, player, place, Some(award))).collect();
    let mut above: Option<((usize, &ProvisionalRank), u32)> = None;
    for (at, standing) in (rows.len()..).zip(rest) {
        let place = match above {
            Some((other, place)) if by(&other, &standing) == Ordering::Equal => place,
            _ => u32::try_from(at + 1).unwrap_or(u32::MAX),
        };
        let player = standing.1.player;
        let prize = || playoffs.prize_winners.contains(&player).then_some(Award::Prize);
        let award = if flow.plan().knock_out.is_some() { prize() } else { award_of(place) };
        rows.push(row(flow, player, place, award));
        above = Some((standing, place));
    }
    order_equals(&mut rows, &standings);
    Some(FinalRanking { rows })
}

/// The award of a place without a knock-out (`TS3`).
const fn award_of(place: u32) -> Option<Award> {
    match place {
        1 => Some(Award::Champion),
        2 => Some(Award::RunnerUp),
        3 => Some(Award::Third),
        _ => None,
    }
}

/// Players placed by the knock-out; `None` until it is decided.
fn placed(playoffs: &Playoffs) -> Option<Vec<(PlayerId, u32, Award)>> {
    let last = playoffs.game(Bout::Final)?;
    let mut placed = alloc::vec![(last.winner?, 1, Award::Champion), (last.loser()?, 2, Award::RunnerUp),];
    if let Some(third) = playoffs.game(Bout::ThirdPlace) {
        placed.extend([(third.winner?, 3, Award::Third), (third.loser()?, 4, Award::Fourth)]);
    } else {
        let semi_finals = [Bout::SemiFinal1, Bout::SemiFinal2];
        let lost = semi_finals.iter().filter_map(|bout| playoffs.game(*bout)?.loser());
        placed.extend(lost.map(|player| (player, 3, Award::Third)));
    }
    Some(placed)
}

fn compare(
    flow: &Flow,
    playoffs: &Playoffs,
    a: (usize, &ProvisionalRank),
    b: (usize, &ProvisionalRank),
) -> Ordering {
    let prize = |standing: &ProvisionalRank| playoffs.prize_winners.contains(&standing.player);
    let orders = flow.plan().criteria.iter().map(|criterion| match criterion {
        PlaceCriterion::Wins => b.1.keys.wins.cmp(&a.1.keys.wins),
        PlaceCriterion::Prize => prize(b.1).cmp(&prize(a.1)),
        PlaceCriterion::PrizeOrder if prize(a.1) && prize(b.1) => a.0.cmp(&b.0),
        PlaceCriterion::PrizeOrder => Ordering::Equal,
        PlaceCriterion::Before => b.1.keys.before.cmp(&a.1.keys.before),
        PlaceCriterion::Provisional => a.0.cmp(&b.0),
    });
    orders.fold(Ordering::Equal, Ordering::then)
}

fn order_equals(rows: &mut [FinalRow], standings: &[ProvisionalRank]) {
    let at = |player| standings.iter().position(|standing| standing.player == player);
    rows.sort_by_key(|row| (row.place, at(row.player)));
}

fn row(flow: &Flow, player: PlayerId, place: u32, award: Option<Award>) -> FinalRow {
    let (wins, losses) = (flow.history().wins(player), flow.history().losses(player));
    let diplomas = flow.plan().diplomas.as_ref();
    FinalRow {
        player,
        place,
        wins,
        losses,
        award,
        dan: diplomas.map(|diplomas| diplomas.dan(award, wins)),
        invited: diplomas.map(|diplomas| wins >= diplomas.invited_from),
    }
}

impl Titles {
    /// Returns the titles that come with an award.
    pub fn of(&self, award: Award) -> &[String] {
        match award {
            Award::Champion => &self.champion,
            Award::RunnerUp => &self.runner_up,
            Award::Third => &self.third,
            Award::Fourth => &self.fourth,
            Award::Prize => &self.prize,
        }
    }
}

impl Diplomas {
    /// Returns the rank for an award or this number of wins, 0 for none (`TE5`).
    pub fn dan(&self, award: Option<Award>, wins: u32) -> u32 {
        match award {
            Some(Award::Champion) => self.champion,
            Some(Award::RunnerUp) => self.runner_up,
            Some(Award::Third) => self.third,
            Some(Award::Fourth) => self.fourth,
            Some(Award::Prize) => self.prize,
            None => self.by_wins.iter().find(|(least, _)| wins >= *least).map_or(0, |(_, dan)| *dan),
        }
    }
}

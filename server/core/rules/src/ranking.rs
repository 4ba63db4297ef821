//! The final ranking (`E2`, `E3`).

use alloc::vec::Vec;

use crate::{TeamId, Tsuyama};

/// Figures that one team is ranked by, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Uncovered squares of the frame; fewer is better.
    pub empty: u32,
    pub top_gaps: u32,
    pub held: Tsuyama,
    pub used: u32,
    /// Stones won but not used; fewer is better.
    pub unused: u32,
}

/// Figures that a team is ranked by, in the order of [`Criterion::RANKED`].
pub type Figures = [u64; Criterion::RANKED.len()];

/// One team to be ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    pub team: TeamId,
    /// `None` if the team is disqualified (`E3`).
    pub tally: Option<Tally>,
}

/// One row of the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    pub team: TeamId,
    /// 1, 2, 2, 4 while a janken is open. Disqualified teams share the last place.
    pub place: u32,
    /// Criterion that separates the team from the next row; `None` in the last row.
    pub decided_by: Option<Criterion>,
}

/// Criterion that separates a row of the ranking from the row below it (`E2`, `E3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    Empty,
    TopGaps,
    Held,
    Used,
    Unused,
    Janken,
    JankenNeeded,
    /// The row below is disqualified, and this one is not (E3).
    Disqualified,
    /// Both are disqualified and share the last place (E3).
    BothDisqualified,
}

impl Criterion {
    /// Criteria that compare a figure, most important first (`E2`). Code that shows or writes ranking figures
    /// iterates over these.
    pub const RANKED: [Self; 5] = [Self::Empty, Self::TopGaps, Self::Held, Self::Used, Self::Unused];
    /// Criteria that compare no figure.
    pub const UNRANKED: [Self; 4] =
        [Self::Janken, Self::JankenNeeded, Self::Disqualified, Self::BothDisqualified];

    /// Returns the name in files, in `--json` and on the wire: lower case, words joined by `_`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TopGaps => "top_gaps",
            Self::Held => "held",
            Self::Used => "used",
            Self::Unused => "unused",
            Self::Janken => "janken",
            Self::JankenNeeded => "janken_needed",
            Self::Disqualified => "disqualified",
            Self::BothDisqualified => "both_disqualified",
        }
    }

    /// Returns the criterion with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::RANKED.into_iter().chain(Self::UNRANKED).find(|criterion| criterion.name() == name)
    }

    /// Returns whether the greater figure is the better one; otherwise it is the lesser.
    pub const fn is_more_better(self) -> bool {
        matches!(self, Self::Held | Self::Used)
    }

    /// Returns the number of the rule behind it in the rule book.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Empty => "E2 (1)",
            Self::TopGaps => "E2 (2)",
            Self::Held => "E2 (3)",
            Self::Used => "E2 (4)",
            Self::Unused => "E2 (5)",
            Self::Janken | Self::JankenNeeded => "E2 (6)",
            Self::Disqualified | Self::BothDisqualified => "E3",
        }
    }
}

/// The whole ranking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// All teams by place; teams with equal places by id.
    pub rows: Vec<Rank>,
    /// Groups of two or more teams with equal figures and no janken order, by place; each by team.
    pub janken_needed: Vec<Vec<TeamId>>,
}

/// Ranks the teams (`E2`, `E3`).
///
/// `janken` contains full orders, best first, of groups with equal figures. An order that isn't exactly such
/// a group has no effect. The last order of a group counts.
pub fn rank(contenders: &[Contender], janken: &[Vec<TeamId>]) -> Ranking {
    let mut sorted = contenders.to_vec();
    sorted.sort_by_key(|contender| {
        (contender.tally.is_none(), contender.tally.map(Tally::key), contender.team)
    });
    let mut ranking = Ranking { rows: Vec::with_capacity(sorted.len()), janken_needed: Vec::new() };
    let mut rest = &sorted[..];
    while let Some(&Contender { tally, .. }) = rest.first() {
        let equal = rest.iter().take_while(|other| other.tally == tally).count();
        let (group, below) = rest.split_at(equal);
        let decided_by = below.first().map(|next| separates(tally, next.tally));
        ranking.append(group, tally.is_none(), janken, decided_by);
        rest = below;
    }
    ranking
}

impl Ranking {
    /// Appends a group of teams with equal figures; `decided_by` separates it from the next group.
    fn append(
        &mut self,
        group: &[Contender],
        disqualified: bool,
        janken: &[Vec<TeamId>],
        decided_by: Option<Criterion>,
    ) {
        let by_team: Vec<TeamId> = group.iter().map(|contender| contender.team).collect();
        let order = janken.iter().rev().find(|order| !disqualified && is_order_of(order, &by_team));
        let (teams, within) = match order {
            Some(order) => (order, Criterion::Janken),
            None if disqualified => (&by_team, Criterion::BothDisqualified),
            None => (&by_team, Criterion::JankenNeeded),
        };
        let (first, last) = (self.rows.len() + 1, teams.len() - 1);
        for (at, &team) in teams.iter().enumerate() {
            let place = if order.is_some() { first + at } else { first };
            self.rows.push(Rank {
                team,
                place: u32::try_from(place).unwrap_or(u32::MAX),
                decided_by: if at < last { Some(within) } else { decided_by },
            });
        }
        if within == Criterion::JankenNeeded && by_team.len() > 1 {
            self.janken_needed.push(by_team);
        }
    }
}

impl Tally {
    /// Returns the figure that a criterion compares, or `None` if it compares none.
    pub const fn figure(&self, criterion: Criterion) -> Option<u64> {
        match criterion {
            Criterion::Empty => Some(self.empty as u64),
            Criterion::TopGaps => Some(self.top_gaps as u64),
            Criterion::Held => Some(self.held.0),
            Criterion::Used => Some(self.used as u64),
            Criterion::Unused => Some(self.unused as u64),
            Criterion::Janken
            | Criterion::JankenNeeded
            | Criterion::Disqualified
            | Criterion::BothDisqualified => None,
        }
    }

    /// Returns the figures of [`Criterion::RANKED`], in that order.
    pub fn figures(&self) -> Figures {
        Criterion::RANKED.map(|criterion| self.figure(criterion).unwrap_or_default())
    }

    fn key(self) -> impl Ord {
        let ranked = |criterion: Criterion| {
            let figure = self.figure(criterion).unwrap_or_default();
            if criterion.is_more_better() { u64::MAX - figure } else { figure }
        };
        Criterion::RANKED.map(ranked)
    }

    fn first_difference(&self, other: &Self) -> Option<Criterion> {
        Criterion::RANKED.into_iter().find(|&criterion| self.figure(criterion) != other.figure(criterion))
    }
}

/// Returns whether `order` contains exactly the teams of this sorted group, each once.
fn is_order_of(order: &[TeamId], group: &[TeamId]) -> bool {
    if order.len() != group.len() {
        return false;
    }
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted == group
}

fn separates(above: Option<Tally>, below: Option<Tally>) -> Criterion {
    match (above, below) {
        (Some(above), Some(below)) => above.first_difference(&below).unwrap_or(Criterion::JankenNeeded),
        (Some(_), None) => Criterion::Disqualified,
        (None, _) => Criterion::BothDisqualified,
    }
}

//! Groups (グループ) of a contest's stage, drawn by the same generator as an event in leagues (`TG1`-`TG3`).

use alloc::vec::Vec;

use crate::draw::Generator;
use crate::id::PlayerId;

/// Number of groups of a stage (`TG1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSize {
    /// As many as come nearest to so many teams a group, 4 to 8.
    Target(u32),
    /// So many, named by the organiser; every group then has 2 to 16 teams.
    Groups(u32),
}

impl Default for GroupSize {
    fn default() -> Self {
        Self::Target(6)
    }
}

/// Error of a stage that cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupFault {
    /// Fewer than two teams.
    TooFew { teams: usize },
    /// The target size is not 4 to 8.
    Target {
        /// Number that was asked for.
        target: u32,
    },
    /// So many groups would have fewer than 2 or more than 16 teams.
    Groups {
        /// Number that was asked for.
        groups: u32,
    },
}

/// The groups of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The number of each line of the stage's roster.
    pub x: Vec<u32>,
    /// Lines of the roster, each group in the order of their numbers.
    pub groups: Vec<Vec<PlayerId>>,
}

impl GroupSize {
    /// The setting, if it is one at all.
    ///
    /// # Errors
    /// If the target is not 4 to 8, or no group is asked for.
    pub fn check(self) -> Result<Self, GroupFault> {
        match self {
            Self::Target(target) if !(4..=8).contains(&target) => Err(GroupFault::Target { target }),
            Self::Groups(0) => Err(GroupFault::Groups { groups: 0 }),
            Self::Target(_) | Self::Groups(_) => Ok(self),
        }
    }

    /// Returns how many groups so many teams make (`TG1`).
    ///
    /// # Errors
    /// If there are too few teams, or the setting does not fit them.
    pub fn groups(self, teams: usize) -> Result<usize, GroupFault> {
        self.check()?;
        if teams < 2 {
            return Err(GroupFault::TooFew { teams });
        }
        match self {
            Self::Groups(groups) => {
                let count = usize::try_from(groups).unwrap_or(usize::MAX);
                let fits = teams / count >= 2 && teams.div_ceil(count) <= 16;
                if fits { Ok(count) } else { Err(GroupFault::Groups { groups }) }
            }
            Self::Target(target) => {
                let target = usize::try_from(target).unwrap_or(usize::MAX);
                let range = teams.div_ceil(8)..=(teams / 4).max(1);
                // Of equal ones the last, which is the larger number, is taken: so they are gone through downwards.
                let nearest = range.rev().min_by_key(|groups| (groups * target).abs_diff(teams));
                Ok(nearest.unwrap_or(1))
            }
        }
    }
}

impl GroupSize {
    /// Returns the most teams that a group can have (`TG1`).
    pub(crate) const fn largest_group(self) -> usize {
        match self {
            Self::Target(_) => 8,
            Self::Groups(_) => 16,
        }
    }

    /// Returns how many groups the teams of a stage make. If the plan's number does not fit them, the nearest that does is
    /// taken, so that nobody chooses once the digits are known. A team alone is one group, and no team is none.
    pub(crate) fn fitted(self, teams: usize) -> usize {
        if teams < 2 {
            return teams;
        }
        let nearest =
            |groups| usize::try_from(groups).unwrap_or(usize::MAX).clamp(teams.div_ceil(16), teams / 2);
        self.groups(teams).unwrap_or(match self {
            Self::Groups(groups) => nearest(groups),
            Self::Target(_) => teams.div_ceil(16),
        })
    }
}

/// Draws the groups of a stage's roster after `skip` values of the stream (`TG2`, `TG3`). `present` says of each line
/// whether its team is there: every line has a number, only those who are there are in groups (`TD4`, `TD7`).
///
/// # Errors
/// If there are too few teams, or the setting does not fit them.
pub fn draw_groups(size: GroupSize, seed: u64, skip: u64, present: &[bool]) -> Result<Groups, GroupFault> {
    let count = size.groups(present.iter().filter(|present| **present).count())?;
    Ok(deal(count, seed, skip, present))
}

/// Deals those present into so many groups; into none if there is to be none.
pub(crate) fn deal(count: usize, seed: u64, skip: u64, present: &[bool]) -> Groups {
    let x: Vec<u32> = Generator::from_seed(seed, skip).take(present.len()).collect();
    let mut by_x: Vec<usize> = (0..x.len()).filter(|line| present[*line]).collect();
    by_x.sort_unstable_by_key(|line| (x[*line], *line));
    let mut groups: Vec<Vec<PlayerId>> = (0..count).map(|_| Vec::new()).collect();
    for (rank, line) in by_x.into_iter().enumerate() {
        if let Some(group) = rank.checked_rem(count).and_then(|group| groups.get_mut(group)) {
            group.push(PlayerId::at(line));
        }
    }
    Groups { x, groups }
}

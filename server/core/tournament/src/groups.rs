//! Groups (グループ) of a contest's stage, drawn with the generator of `TD1` (`TG1`-`TG3`).

use alloc::vec::Vec;

use crate::draw::Generator;
use crate::id::PlayerId;

/// Number of groups of a stage (`TG1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSize {
    /// The number of groups that comes closest to the number of teams if each group has this size, 4 to 8.
    Target(u32),
    /// This number of groups. Every group must have 2 to 16 teams.
    Groups(u32),
}

impl Default for GroupSize {
    fn default() -> Self {
        Self::Target(6)
    }
}

/// Error of a stage that can't be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupFault {
    TooFew {
        teams: usize,
    },
    /// The target size is not 4 to 8.
    Target {
        target: u32,
    },
    /// The groups would have fewer than 2 or more than 16 teams.
    Groups {
        groups: u32,
    },
}

/// The groups of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    pub x: Vec<u32>,
    /// Lines of the roster, each group in the order of draw numbers.
    pub groups: Vec<Vec<PlayerId>>,
}

impl GroupSize {
    /// Checks the setting and returns it.
    ///
    /// # Errors
    ///
    /// Fails if the target is not 4 to 8 or the number of groups is zero.
    pub fn check(self) -> Result<Self, GroupFault> {
        match self {
            Self::Target(target) if !(4..=8).contains(&target) => Err(GroupFault::Target { target }),
            Self::Groups(0) => Err(GroupFault::Groups { groups: 0 }),
            Self::Target(_) | Self::Groups(_) => Ok(self),
        }
    }

    /// Returns the number of groups for this number of teams (`TG1`).
    ///
    /// # Errors
    ///
    /// Fails if there are too few teams or the setting doesn't fit them.
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
                // Iterates downwards, because the last of equal minima, the larger number of groups, wins.
                let nearest = range.rev().min_by_key(|groups| (groups * target).abs_diff(teams));
                Ok(nearest.unwrap_or(1))
            }
        }
    }
}

impl GroupSize {
    /// Returns the largest possible size of a group (`TG1`).
    pub(crate) const fn largest_group(self) -> usize {
        match self {
            Self::Target(_) => 8,
            Self::Groups(_) => 16,
        }
    }

    /// Returns the number of groups for the present teams of a stage. If the plan's number doesn't fit, the
    /// nearest number that does is used, so that no choice is left once the digits are known. One team is one
    /// group; no team is no group.
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

/// Draws the groups of a stage's roster after `skip` values of the stream (`TG2`, `TG3`). `present` has a
/// flag for each line: every line has a number, but only present teams are in groups (`TD4`, `TD7`).
///
/// # Errors
///
/// Fails if there are too few teams or the setting doesn't fit them.
pub fn draw_groups(size: GroupSize, seed: u64, skip: u64, present: &[bool]) -> Result<Groups, GroupFault> {
    let count = size.groups(present.iter().filter(|present| **present).count())?;
    Ok(deal(count, seed, skip, present))
}

/// Deals the present teams into this number of groups.
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

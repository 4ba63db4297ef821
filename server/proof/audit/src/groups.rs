//! Audits of contests in groups: draws, games and advance, independent of the rules' decisions.

use std::collections::BTreeSet;

use ishigaki_rules::TeamId;
use ishigaki_tournament::{Finish, Generator, GroupContest, StageId, seed_value};

use crate::{Checked, Violation, ensure};

/// Checks a newly drawn stage: each present team is in one group, group sizes including empty places differ
/// by at most one (`TG2`, `TD7`), and all stages together use the first numbers of one stream (`TG3`).
pub fn drawn(contest: &GroupContest, stage: StageId) -> Checked {
    let Some(drawn) = contest.drawn(stage) else {
        return Err(Violation::Broken("a stage was drawn and has no groups".to_owned()));
    };
    let roster = contest.stage_roster(stage);
    let present = roster.iter().filter(|team| !contest.is_absent(stage, **team)).count();
    let sizes: Vec<usize> = drawn.groups.iter().map(|group| group.teams.len() + group.absent.len()).collect();
    let dealt_in = roster.iter().filter(|team| !contest.is_left_out(stage, **team)).count();
    let teams: BTreeSet<TeamId> = drawn.groups.iter().flat_map(|group| group.teams.clone()).collect();
    let there: usize = drawn.groups.iter().map(|group| group.teams.len()).sum();
    ensure!((teams.len(), there) == (present, present), "somebody is in no group or in two");
    ensure!(sizes.iter().sum::<usize>() == dealt_in, "somebody has no place in the draw, or two");
    ensure!(drawn.roster.is_sorted(), "a stage's roster is not in the order of the first one");
    let (least, most) = (sizes.iter().min(), sizes.iter().max());
    let is_even = most.zip(least).is_none_or(|(most, least)| most - least <= 1);
    ensure!(is_even, "groups of {sizes:?} teams");
    ensure!(dealt_in < 2 || sizes.iter().all(|size| (2..=16).contains(size)), "groups of {sizes:?} teams");
    let seed = contest.seed().as_deref().and_then(seed_value);
    let stages = (0..contest.plan().stages.len()).filter_map(|at| contest.drawn(StageId::at(at)));
    let numbers: Vec<u32> = stages.flat_map(|drawn| drawn.x.clone()).collect();
    let stream = seed.map(|seed| Generator::from_seed(seed, 0).take(numbers.len()).collect::<Vec<u32>>());
    ensure!(stream == Some(numbers), "the stages' numbers are not those of one stream");
    Ok(())
}

/// Checks the advance of a closed stage: each team has one destination, and disqualified teams don't advance
/// (`TG4`).
pub fn closed(contest: &GroupContest, stage: StageId) -> Checked {
    let Some(drawn) = contest.drawn(stage) else {
        return Err(Violation::Broken("a stage was closed and has no groups".to_owned()));
    };
    let counted = drawn.groups.iter().filter_map(|group| group.counted.as_ref());
    let contenders = counted.flat_map(|counted| counted.result.contenders.clone());
    let disqualified = contenders.filter(|contender| contender.tally.is_none());
    let out: BTreeSet<TeamId> = disqualified.map(|contender| contender.team).collect();
    let Some(Ok(outcome)) = contest.outcome(stage) else { return Ok(()) };
    let advanced = outcome.advance.iter().map(|(team, _)| *team);
    let going: BTreeSet<TeamId> = advanced.chain(outcome.repechage.clone()).collect();
    ensure!(going.is_disjoint(&out), "somebody who is disqualified goes on");
    let there: usize = drawn.groups.iter().map(|group| group.teams.len()).sum();
    ensure!(going.len() + out.len() == there, "not everybody goes one way");
    ensure!(outcome.out == out.into_iter().collect::<Vec<_>>(), "others are out than those disqualified");
    Ok(())
}

/// Checks the places of a finished contest: every team has one finish, and the places of the last stage are
/// decided.
pub fn end(contest: &GroupContest) -> Checked {
    let Some(finishes) = contest.finishes() else {
        return Err(Violation::Broken("a contest that is over has no finishes".to_owned()));
    };
    let teams: BTreeSet<TeamId> = finishes.iter().map(|(team, _)| *team).collect();
    let counts = (teams.len(), finishes.len());
    ensure!(counts == (contest.teams().len(), teams.len()), "not every team has one finish");
    let last = StageId::at(contest.plan().stages.len().saturating_sub(1));
    let in_last = contest.drawn(last).map(|drawn| drawn.roster.as_slice()).unwrap_or_default();
    let places = finishes.iter().filter_map(|(team, finish)| match finish {
        Finish::Ranked { place } => Some((*team, *place)),
        Finish::Eliminated { .. } | Finish::Disqualified { .. } | Finish::Absent { .. } => None,
    });
    for (at, (team, place)) in (1..).zip(places) {
        ensure!(place == at, "place {place} where {at} is due");
        ensure!(in_last.contains(&team), "{team:?} has a place and was not in the last stage");
    }
    Ok(())
}

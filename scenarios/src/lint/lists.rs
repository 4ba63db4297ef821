//! Can fixed lists be played as they stand (`A2`, `A7`)?

use super::Level;
use crate::lists::{RoundListsPlaces, read};
use crate::page::{Page, Table};
use crate::replay::{MisfitPlace, ReplayError, replay};
use crate::wording::Wording;
use crate::{Scenario, basis};

pub(super) fn check(page: &mut Page<'_>, root: Table<'_>, scenario: &Scenario) {
    let (lists, places) = read(page, root, scenario);
    if !page.reads_well() {
        return;
    }
    let Ok(setup) = scenario.setup(lists.teams.clone()) else { return };
    let teams = setup.teams.len();
    if let Some(wanted) = scenario.made_for.filter(|&wanted| wanted != teams) {
        let what = Wording::MadeFor { teams: teams.into(), wanted: wanted.into() };
        page.remark(Level::Warning, 0, what, basis::SO_MANY_TEAMS);
    }
    for misfit in replay(&setup, &lists).err().unwrap_or_default() {
        let at = places.get(misfit.round).map_or(0, |round| place(round, &misfit));
        page.remark(Level::Error, at, misfit.what, misfit.why);
    }
}

fn place(round: &RoundListsPlaces, misfit: &ReplayError) -> usize {
    let found = match &misfit.place {
        MisfitPlace::Round => None,
        MisfitPlace::First(at) => round.first.get(*at).copied(),
        MisfitPlace::List(team) => round.lists.get(team).copied(),
        MisfitPlace::Wave(at) => round.waves.get(*at).map(|(start, _)| *start),
        MisfitPlace::Raises(at, team) => round.waves.get(*at).and_then(|(_, teams)| teams.get(team)).copied(),
    };
    found.unwrap_or(round.start)
}

//! Checks that fixed lists can be played (`A2`, `A7`).

use super::Level;
use crate::lists::{RoundTables, read};
use crate::page::{Page, Table};
use crate::replay::{MisfitPlace, ReplayError, replay};
use crate::wording::Wording;
use crate::{Scenario, basis};

pub(super) fn check(page: &mut Page<'_>, root: Table<'_>, scenario: &Scenario) {
    let (lists, tables) = read(page, root, scenario);
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
        let at = tables.get(misfit.round).map_or(0, |round| place(round, &misfit));
        page.remark(Level::Error, at, misfit.what, misfit.why);
    }
}

fn place(tables: &RoundTables<'_>, misfit: &ReplayError) -> usize {
    let found = match &misfit.place {
        MisfitPlace::Round => None,
        MisfitPlace::First(at) => tables.first.get(*at).map(|first| first.place("list")),
        MisfitPlace::List(team) => tables.lists.as_ref().and_then(|lists| lists.place_of(team)),
        MisfitPlace::Wave(at) => tables.waves.get(*at).map(Table::start),
        MisfitPlace::Raises(at, team) => tables.waves.get(*at).and_then(|wave| wave.place_of(team)),
    };
    found.unwrap_or(tables.round.start())
}

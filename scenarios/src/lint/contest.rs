//! Planning of a contest's day (`G2`, `G4`).

use std::collections::BTreeSet;

use ishigaki_catalogue::names::name_skeleton;
use ishigaki_rules::{ClosePolicy, Setup};

use super::codes::Codes;
use super::{Level, supply, timing};
use crate::basis;
use crate::contest::{ReadGame, Reading, Start, read};
use crate::page::{Page, Table};
use crate::team::ReadTeam;
use crate::wording::Wording;
use ishigaki_catalogue::Phrase;

pub(super) fn check(page: &mut Page<'_>, root: Table<'_>) -> Vec<String> {
    let Some(contest) = read(page, root).filter(|_| page.reads_well()) else { return Vec::new() };
    check_names(page, &contest.teams);
    for game in &contest.games {
        check_game(page, game, &contest);
    }
    check_players(page, &contest);
    contest.games.into_iter().filter_map(|game| game.scenario_file).collect()
}

fn check_names(page: &mut Page<'_>, teams: &[ReadTeam<'_>]) {
    let mut codes = Codes::new("team");
    for (at, team) in teams.iter().enumerate() {
        codes.add(page, team.table.place("id"), &team.spec.code);
        let skeleton = name_skeleton(&team.spec.name);
        if let Some(other) = teams[..at].iter().find(|other| name_skeleton(&other.spec.name) == skeleton) {
            let (name, line) = ((&team.spec.name).into(), page.line(other.table.place("name")).into());
            let what = if other.spec.name == team.spec.name {
                Wording::SameName { name, line }
            } else {
                Wording::AlikeName { name, other: (&other.spec.name).into(), line }
            };
            page.remark(Level::Warning, team.table.place("name"), what, basis::NAMES);
        }
    }
}

fn check_game(page: &mut Page<'_>, game: &ReadGame<'_>, contest: &Reading<'_>) {
    let spec = &game.spec;
    let teams = spec.seats.unwrap_or(spec.setup.teams.len());
    match game.made_for {
        // Practice need not be fair.
        _ if spec.practice => {}
        Some(wanted) if wanted != teams => {
            let what = Wording::MadeFor { teams: teams.into(), wanted: wanted.into() };
            page.remark(Level::Warning, game.table.place("teams"), what, basis::SO_MANY_TEAMS);
        }
        Some(_) => {}
        None => supply::check_pool(page, game.table.place("scenario"), &spec.setup, teams),
    }
    supply::check_teams(page, game.table.place("teams"), teams);
    if let Some(at) = game.table.place_of("close") {
        let early = spec.setup.rounds.iter().any(|round| round.close == ClosePolicy::WhenAllSealed);
        timing::early_close(
            page,
            at,
            if early { ClosePolicy::WhenAllSealed } else { ClosePolicy::AtDeadline },
        );
    }
    let spares: BTreeSet<&str> = contest.games.iter().filter_map(|game| game.spec.spare.as_deref()).collect();
    let Some(at) = game.table.place_of("spare") else {
        if !spec.practice && !spares.contains(spec.id.as_str()) {
            let what = Wording::NoSpare { game: (&spec.id).into() };
            page.remark(Level::Note, game.table.start(), what, basis::SPARE);
        }
        return;
    };
    let named =
        contest.games.iter().map(|game| &game.spec).find(|other| Some(&other.id) == spec.spare.as_ref());
    if let Some(spare) = game.own_spare.as_ref().or(named)
        && same_problem(&spare.setup, &spec.setup)
    {
        page.remark(Level::Warning, at, Wording::SameProblem, basis::SPARE);
    }
}

fn check_players(page: &mut Page<'_>, contest: &Reading<'_>) {
    let counts = || contest.games.iter().filter(|game| !game.spec.practice);
    // An event's teams play in the games that it makes.
    let seats = !contest.events.is_empty() || counts().any(|game| game.spec.seats.is_some());
    for team in &contest.teams {
        let code = &team.spec.code;
        let plays = |game: &&ReadGame<'_>| game.spec.setup.teams.iter().any(|player| player.code == *code);
        if !seats && !counts().any(|game| plays(&game)) {
            let practises = contest.games.iter().any(|game| plays(&game));
            let team_id = code.into();
            let what = if practises {
                Wording::OnlyPractice { team: team_id }
            } else {
                Wording::PlaysNowhere { team: team_id }
            };
            page.remark(Level::Warning, team.table.place("id"), Phrase::from(what), basis::TEAMS_FIXED);
        }
        let now = contest.games.iter().filter(|game| game.spec.start == Start::Now);
        let mut now = now.filter(plays);
        if let (Some(first), Some(second)) = (now.next(), now.next()) {
            let at = second.table.place("starts");
            let (first, second) = ((&first.spec.id).into(), (&second.spec.id).into());
            page.remark(
                Level::Warning,
                at,
                Wording::TwoGames { team: code.into(), first, second },
                basis::COMPUTERS,
            );
        }
    }
}

fn same_problem(a: &Setup, b: &Setup) -> bool {
    a.frame == b.frame && a.lots == b.lots
}

//! Random acts after the digits: only a ruling moves entrants, and it names them (`TV1`, `TD7`, `TD8`).

use ishigaki_matching::Blossom;
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{GameTime, TeamId, Tsuyama};
use ishigaki_tournament::{
    Act, Actor, Command, DrawNumber, DrawnStage, Entrant, Fact, GameResult, GroupContest, GroupPhase,
    GroupSize, PlayerId, Round, SeedMode, StageId, Tournament, decide,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const OFFICERS: [Actor; 4] = [Actor::Organiser, Actor::Desk, Actor::Referee, Actor::Server];

fn reason() -> String {
    "the referee has seen it".to_owned()
}

fn digits(chance: &mut ChaCha8Rng, figures: impl Iterator<Item = u32>) -> Vec<String> {
    figures.map(|count| (0..count).map(|_| char::from(chance.random_range(b'0'..=b'9'))).collect()).collect()
}

/// A random act before the draw.
fn act(chance: &mut ChaCha8Rng, lines: usize, figures: &[u32], stage: StageId) -> Act {
    let line = chance.random_range(0..lines);
    let (player, team, absent) = (PlayerId::at(line), TeamId::at(line), chance.random_bool(0.6));
    match chance.random_range(0..12) {
        0 => Act::SetRoster { roster: vec![Entrant::of("a"), Entrant::of("b")] },
        1 => Act::Commit { commitment: [9; 32] },
        2 => Act::EnterDigits { results: digits(chance, figures.iter().copied()) },
        3 => Act::OverruleDigits { results: digits(chance, figures.iter().copied()), reason: reason() },
        4 => Act::MarkAttendance { player, absent },
        5 => Act::OverruleAttendance { player, absent, reason: reason() },
        6 => Act::DrawSlip { player, number: DrawNumber(chance.random_range(1..4)) },
        7 => Act::Withdraw { player },
        8 => Act::PairRound { round: Round(1) },
        9 => Act::CloseStage { stage },
        10 => Act::Rule { text: reason() },
        _ => Act::MarkTeamAttendance { stage, team, absent },
    }
}

/// The group of every team with a place, including absent teams.
fn places(drawn: &DrawnStage) -> Vec<(TeamId, usize)> {
    let groups = drawn.groups.iter().enumerate();
    let of =
        groups.flat_map(|(at, group)| group.teams.iter().chain(&group.absent).map(move |team| (*team, at)));
    let mut places: Vec<(TeamId, usize)> = of.collect();
    places.sort_unstable();
    places
}

fn perform(contest: &mut GroupContest, by: Actor, act: Act) -> Option<Fact> {
    let events = contest.decide(&Command::new(GameTime(0), by, act)).ok()?;
    for event in &events {
        contest.apply(event);
    }
    events.into_iter().next().map(|event| event.fact)
}

fn play(contest: &mut GroupContest, stage: StageId) {
    perform(contest, Actor::Organiser, Act::DrawGroups { stage, without_game: true }).expect("drawn");
    let games: Vec<_> = contest.games().filter(|(game, _)| game.stage == stage).collect();
    let games: Vec<_> = games.into_iter().map(|(game, group)| (game, group.teams.clone())).collect();
    for (game, teams) in games {
        let tally = |team: &TeamId| {
            let empty = team.0;
            Tally { empty, top_gaps: 0, held: Tsuyama(0), used: 0, unused: 0 }
        };
        let contenders =
            teams.iter().map(|team| Contender { team: *team, tally: Some(tally(team)) }).collect();
        let result = GameResult { contenders, janken: Vec::new() };
        perform(contest, Actor::Server, Act::CountGame { game, result }).expect("counted");
    }
    perform(contest, Actor::Organiser, Act::CloseStage { stage }).expect("closed");
}

#[test]
fn groups_after_the_digits_change_by_rulings_on_digits_only() {
    for seed in 0..300 {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut plan = ishigaki_preset::shipped_groups("ishigaki").expect("a preset").plan;
        if chance.random_bool(0.3) {
            plan.stages[1].size = GroupSize::Groups(chance.random_range(1..6));
        }
        let figures: Vec<u32> = plan.lotteries.iter().map(|lottery| lottery.digits).collect();
        let lines = chance.random_range(8..60);
        let mut contest = GroupContest::new(plan);
        let roster = (0..lines).map(|line| Entrant::of(format!("t{line}"))).collect();
        perform(&mut contest, Actor::Organiser, Act::SetRoster { roster }).expect("set");
        perform(&mut contest, Actor::Organiser, Act::Commit { commitment: [7; 32] }).expect("committed");
        let results = digits(&mut chance, figures.iter().copied());
        perform(&mut contest, Actor::Organiser, Act::EnterDigits { results }).expect("entered");
        while let GroupPhase::Reception { stage } = contest.phase() {
            let mut before = places(&contest.draw(stage));
            for _ in 0..60 {
                let by = *OFFICERS.choose(&mut chance).expect("four");
                let act = act(&mut chance, lines, &figures, stage);
                let fact = perform(&mut contest, by, act);
                let after = places(&contest.draw(stage));
                if let Some(Fact::DigitsOverruled { .. }) = fact {
                    let ruling = contest.overruled_digits().last().expect("a ruling on record");
                    let there = |team: &TeamId| !contest.is_absent(stage, *team);
                    let moved =
                        before.iter().zip(&after).filter(|(one, other)| one != other && there(&one.0));
                    let moved: Vec<usize> = moved.map(|((team, _), _)| team.index()).collect();
                    let moved_lines: Vec<usize> =
                        ruling.moved.iter().map(|shift| shift.line.index()).collect();
                    assert_eq!(moved_lines, moved, "contest {seed}: the ruling says whom it moved");
                    before = after;
                } else {
                    assert_eq!(after, before, "contest {seed}: {fact:?} by {by:?}");
                }
            }
            play(&mut contest, stage);
        }
    }
}

#[test]
fn leagues_after_the_digits_change_by_rulings_only() {
    for seed in 0..300 {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut plan = ishigaki_preset::shipped("M42").expect("a preset").plan;
        // In manual mode, slips would be drawn after the digits (TD6).
        plan.seed_mode = SeedMode::Lcg;
        let figures: Vec<u32> = plan.lotteries.iter().map(|lottery| lottery.digits).collect();
        let lines = chance.random_range(12..80);
        let mut event = Tournament::new(plan);
        let decide = |event: &mut Tournament, by, act| {
            let events = decide(event, &Command::new(GameTime(0), by, act), &Blossom).ok()?;
            for fact in &events {
                event.apply(fact);
            }
            events.into_iter().next().map(|event| event.fact)
        };
        let leagues = |event: &Tournament| {
            let mut made = event.clone();
            decide(&mut made, Actor::Organiser, Act::MakeLeagues);
            made.flow().map(|flow| flow.dealt().to_vec())
        };
        let roster = vec![Entrant::default(); lines];
        decide(&mut event, Actor::Organiser, Act::SetRoster { roster }).expect("set");
        decide(&mut event, Actor::Organiser, Act::Commit { commitment: [7; 32] }).expect("committed");
        let results = digits(&mut chance, figures.iter().copied());
        decide(&mut event, Actor::Organiser, Act::EnterDigits { results }).expect("entered");
        let mut before = leagues(&event);
        for _ in 0..60 {
            let by = *OFFICERS.choose(&mut chance).expect("four");
            let act = act(&mut chance, lines, &figures, StageId::at(0));
            let fact = decide(&mut event, by, act);
            let after = leagues(&event);
            let moved = match fact {
                Some(Fact::DigitsOverruled { .. }) => {
                    &event.overruled_digits().last().expect("a ruling").moved
                }
                Some(Fact::AttendanceOverruled { .. }) => {
                    &event.overruled_attendance().last().expect("a ruling").moved
                }
                _ => {
                    assert_eq!(after, before, "event {seed}: {fact:?} by {by:?}");
                    continue;
                }
            };
            let place = |leagues: &Option<Vec<Vec<PlayerId>>>, player| {
                leagues.as_ref()?.iter().position(|league| league.contains(&player))
            };
            for player in (0..lines).map(PlayerId::at) {
                let (from, to) = (place(&before, player), place(&after, player));
                let is_said = moved.iter().any(|shift| shift.line == player);
                let has_moved = from.is_some() && to.is_some() && from != to;
                assert_eq!(is_said, has_moved, "event {seed}: {player:?} by {fact:?}");
            }
            before = after;
        }
    }
}

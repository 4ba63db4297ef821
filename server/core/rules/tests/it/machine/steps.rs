//! The next command: mostly one that fits the state of the game, sometimes an arbitrary one.

use std::fmt;

use ishigaki_rules::*;
use proptest::prelude::*;
use proptest::{collection::vec, option, sample::select, strategy::Union};

use super::game::{Part, Reference};
use super::{lists, messages, moves, organiser};

/// A command whose debug output includes sealed contents.
#[derive(Clone)]
pub(crate) struct Step(pub(crate) Command);

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Command { at, by, act } = &self.0;
        write!(f, "{} {by:?} {act:?}", at.0)?;
        match act {
            Act::SubmitBids { bids, .. } => write!(f, " {:?}", bids.0),
            Act::SubmitRebid { raises, .. } => write!(f, " {:?}", raises.0),
            _ => Ok(()),
        }
    }
}

/// An act with its actor.
pub(crate) type ActStrategy = BoxedStrategy<(Actor, Act)>;

/// The next command.
pub(crate) fn step(game: &Reference) -> BoxedStrategy<Step> {
    let done = |act: ActStrategy, stamp: BoxedStrategy<GameTime>| {
        (act, stamp).prop_map(|((by, act), at)| Step(Command { at, by, act })).boxed()
    };
    let mut mix: Vec<(u32, BoxedStrategy<Step>)> =
        expected(game).into_iter().map(|(weight, act)| (weight, done(act, in_time(game)))).collect();
    if let Some(due) = game.due() {
        let all_sealed = game.round.as_ref().is_some_and(|round| {
            game.setup.team_ids().all(|team| !game.takes_part(team) || round.sealed.contains_key(&team))
        });
        let weight = if all_sealed || game.clock >= due { 120 } else { 20 };
        let late = (0..3_000_u64).prop_map(move |late| due.after(Millis(late)));
        mix.push((weight, done(Just((Actor::Clock, Act::Tick)).boxed(), late.boxed())));
    }
    Union::new_weighted(mix).boxed()
}

/// Mostly a time before the deadline; sometimes its edges, or a time in the past.
fn in_time(game: &Reference) -> BoxedStrategy<GameTime> {
    let now = game.clock;
    let soon = (0..4_000_u64).prop_map(move |later| now.after(Millis(later)));
    let Some(due) = game.due().filter(|due| *due > now) else { return soon.boxed() };
    let last = GameTime(due.0 - 1);
    prop_oneof![
        24 => soon.prop_map(move |at| at.min(last)),
        2 => Just(last),
        1 => Just(due),
        1 => (0..=now.0).prop_map(GameTime),
    ]
    .boxed()
}

fn judge(act: Act) -> ActStrategy {
    Just((Actor::Judge, act)).boxed()
}

fn by_judge(act: impl Strategy<Value = Act> + 'static) -> ActStrategy {
    act.prop_map(|act| (Actor::Judge, act)).boxed()
}

/// Acts that fit the phase, with weights. Acts that end the game have weight 1.
fn expected(game: &Reference) -> Vec<(u32, ActStrategy)> {
    let mut mix = match game.phase {
        Phase::Ready { next } => {
            vec![
                (100, judge(Act::OpenRound { round: next })),
                (8, lists::bids(game)),
                (4, lists::rebid(game)),
            ]
        }
        Phase::Bidding { .. } => vec![(140, lists::bids(game))],
        Phase::Rebidding { .. } => vec![(140, lists::rebid(game)), (5, lists::bids(game))],
        Phase::Confirming => vec![(100, confirm(game)), (5, lists::bids(game)), (5, lists::rebid(game))],
        Phase::Building => vec![(30, judge(Act::SignalEnd))],
        Phase::Ended => vec![(60, by_judge(janken(game))), (30, judge(Act::DeclareResult))],
        Phase::Countdown { .. } | Phase::Declared | Phase::Abandoned => Vec::new(),
    };
    let has_stones = game.teams.iter().any(|team| !team.stones.is_empty());
    mix.push((if has_stones && !game.is_over() { 60 } else { 4 }, moves::on_wall(game)));
    // Disputes are settled in a pause, and affect the game once the clocks run again.
    let (resume, quarrel) = if game.paused_since.is_some() { (60, 40) } else { (1, 5) };
    mix.push((resume, judge(Act::Resume)));
    mix.push((quarrel, by_judge(disqualify(game))));
    mix.push((6, by_judge(reason().prop_map(|reason| Act::Pause { reason }))));
    mix.push((4, by_judge(extend())));
    let out = game.teams.iter().any(|team| team.part == Part::Disqualified);
    mix.push((if out { 20 } else { 1 }, by_judge(reinstate(game))));
    mix.push((if game.round.is_some() { 4 } else { 1 }, by_judge(void(game))));
    mix.push((1, by_judge(reason().prop_map(|reason| Act::Abandon { reason }))));
    mix.push((if has_stones { 8 } else { 2 }, organiser::act_with_actor(game)));
    mix.push((6, messages::act_with_actor(game)));
    mix.push((12, anything(game)));
    mix
}

/// Any act by any actor in any phase.
fn anything(game: &Reference) -> ActStrategy {
    let acts = prop_oneof![
        3 => (0..=4_u32).prop_map(|round| Act::OpenRound { round: RoundNo(round) }),
        1 => Just(Act::Tick),
        1 => Just(Act::SignalEnd),
        1 => Just(Act::DeclareResult),
        1 => Just(Act::Resume),
        1 => janken(game),
        1 => void(game),
        1 => extend(),
        3 => confirm(game).prop_map(|(_, act)| act),
        3 => lists::bids(game).prop_map(|(_, act)| act),
        3 => lists::rebid(game).prop_map(|(_, act)| act),
        2 => moves::on_wall(game).prop_map(|(_, act)| act),
        1 => organiser::act(game),
        1 => messages::act(game),
    ];
    (any_actor(game), acts).boxed()
}

fn any_actor(game: &Reference) -> impl Strategy<Value = Actor> + use<> {
    let team = any_team(game).prop_map(Actor::Team);
    prop_oneof![3 => team, 1 => Just(Actor::Judge), 1 => Just(Actor::Organiser), 1 => Just(Actor::Clock)]
}

/// Any team, occasionally one that does not exist.
pub(crate) fn any_team(game: &Reference) -> impl Strategy<Value = TeamId> + use<> {
    let teams = game.teams.len();
    prop_oneof![20 => 0..teams, 1 => teams..=teams + 1].prop_map(TeamId::at)
}

/// Mostly the team itself; sometimes the organiser or any team.
pub(crate) fn on_behalf(game: &Reference, team: TeamId) -> impl Strategy<Value = Actor> + use<> {
    prop_oneof![16 => Just(Actor::Team(team)), 2 => Just(Actor::Organiser), 1 => any_team(game).prop_map(Actor::Team)]
}

/// The reason for an entry by hand. Only the organiser gives one, with rare exceptions.
pub(crate) fn by_hand(by: Actor) -> BoxedStrategy<(Actor, Option<String>)> {
    let fitting = if by == Actor::Organiser { reason().prop_map(Some).boxed() } else { Just(None).boxed() };
    prop_oneof![16 => fitting, 1 => option::of(reason())].prop_map(move |reason| (by, reason)).boxed()
}

/// The current or last attempt, none, or an arbitrary one.
pub(crate) fn attempt(game: &Reference) -> impl Strategy<Value = Option<u32>> + use<> {
    let last = game.finished.values().next_back().map(|(attempt, _)| *attempt);
    let current = game.round.as_ref().map(|round| round.attempt).or(last);
    prop_oneof![6 => Just(current), 6 => Just(None), 1 => (0..=3_u32).prop_map(Some)]
}

/// The current or last round, or an arbitrary one.
pub(crate) fn round(game: &Reference) -> impl Strategy<Value = RoundNo> + use<> {
    let last = game.finished.keys().next_back().copied().unwrap_or(RoundNo(1));
    let current = game.round.as_ref().map_or(last, |round| round.number);
    prop_oneof![24 => Just(current), 1 => (0..=4_u32).prop_map(RoundNo)]
}

/// The sealed revision, or the outdated guess of another laptop.
pub(crate) fn replaces(current: Option<Revision>) -> impl Strategy<Value = Option<Revision>> {
    prop_oneof![12 => Just(current), 1 => option::of((1..=3_u32).prop_map(Revision))]
}

pub(crate) fn reason() -> impl Strategy<Value = String> {
    prop_oneof![9 => Just("it must be".to_owned()), 1 => Just(" \t".to_owned())]
}

fn extend() -> impl Strategy<Value = Act> {
    let by = prop_oneof![6 => 1..60_000_u64, 1 => Just(0), 1 => Just(3_600_000), 1 => Just(3_600_001)];
    (by, reason()).prop_map(|(by, reason)| Act::Extend { by: Millis(by), reason })
}

fn void(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    (round(game), attempt(game), reason()).prop_map(|(round, attempt, reason)| Act::VoidRound {
        round,
        attempt,
        reason,
    })
}

fn disqualify(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    (any_team(game), reason()).prop_map(|(team, reason)| Act::Disqualify { team, reason })
}

fn reinstate(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    let out: Vec<TeamId> =
        game.setup.team_ids().filter(|team| game.teams[team.index()].part == Part::Disqualified).collect();
    let team = if out.is_empty() { any_team(game).boxed() } else { select(out).boxed() };
    (team, reason()).prop_map(|(team, reason)| Act::Reinstate { team, reason })
}

fn confirm(game: &Reference) -> ActStrategy {
    let open = game.unconfirmed();
    let lots = game.setup.lots.len();
    let any_lot = (0..=lots).prop_map(|lot| LotChoice::One(LotId::at(lot)));
    let lot =
        if open.is_empty() { any_lot.clone().boxed() } else { select(open).prop_map(LotChoice::One).boxed() };
    let lots = prop_oneof![2 => Just(LotChoice::All), 6 => lot, 2 => any_lot];
    let attempt = attempt(game).prop_map(|attempt| attempt.unwrap_or(1));
    let named = (round(game), attempt, lots, organiser::seen(game));
    by_judge(named.prop_map(|(round, attempt, lots, seen)| Act::ConfirmLots { round, attempt, lots, seen }))
}

/// A tied group in some order, or arbitrary teams.
fn janken(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    let teams = game.teams.len();
    let some = vec((0..teams).prop_map(TeamId::at), 1..=teams).boxed();
    let groups = if game.phase == Phase::Ended { game.tied_groups() } else { Vec::new() };
    let group = if groups.is_empty() { some.clone() } else { select(groups).prop_shuffle().boxed() };
    prop_oneof![5 => group, 1 => some].prop_map(|order| Act::EnterJanken { order })
}

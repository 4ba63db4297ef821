//! A whole seeded game, played once by simple bidders and builders and written down as the commands they
//! gave, so that a bench can play it again without their thinking.

use std::collections::BTreeSet;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Cell, ClosePolicy, Command, Event, Frame, Game, LotChoice, LotId, LotSpec, Millis, Phase,
    Rejection, RoundNo, RoundPlan, Secret, Setup, Shape, StoneId, SupportRule, TeamId, TeamSpec, Tsuyama,
    Turn, decide,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::bricks;

const TEAMS: usize = 8;
const ROUNDS: u32 = 10;
const LOTS: usize = 24;
const COPIES: u32 = 6;
const MIN_PRICE: u64 = 10;

pub(crate) struct Record {
    pub(crate) start: Game,
    pub(crate) end: Game,
    pub(crate) commands: Vec<Command>,
    pub(crate) events: Vec<Event>,
    rng: ChaCha8Rng,
}

impl Record {
    /// Plays a game of 8 teams and 10 rounds to its declared result.
    pub(crate) fn play(seed: u64) -> Result<Self, Rejection> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let game = Game::new(setup(&mut rng));
        let mut record =
            Self { start: game.clone(), end: game, commands: Vec::new(), events: Vec::new(), rng };
        for round in (1..=ROUNDS).map(RoundNo) {
            record.auction(round)?;
            for team in record.start.setup().team_ids() {
                record.build(team)?;
            }
        }
        record.finish()?;
        Ok(record)
    }

    /// The game as it was before a command, and that command: the `nth` from the end of those `wanted`.
    pub(crate) fn before(&self, nth: usize, wanted: impl Fn(&Act) -> bool) -> Option<(Game, &Command)> {
        let those = self.commands.iter().enumerate().filter(|(_, command)| wanted(&command.act));
        let (at, command) = those.rev().nth(nth)?;
        let mut game = self.start.clone();
        for earlier in &self.commands[..at] {
            for event in decide(&game, earlier).ok()? {
                game.apply(&event);
            }
        }
        Some((game, command))
    }

    fn give(&mut self, by: Actor, act: Act, wait: Millis) -> Result<(), Rejection> {
        let command = Command { at: self.end.now().after(wait), by, act };
        let events = decide(&self.end, &command)?;
        for event in &events {
            self.end.apply(event);
        }
        self.commands.push(command);
        self.events.extend(events);
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Rejection> {
        let wait = self.end.due().map_or(Millis(0), |due| due.since(self.end.now()));
        self.give(Actor::Clock, Act::Tick, wait)
    }

    fn auction(&mut self, round: RoundNo) -> Result<(), Rejection> {
        self.give(Actor::Judge, Act::OpenRound { round }, Millis(1_000))?;
        for team in self.start.setup().team_ids() {
            let bids = Secret(self.list(team, round));
            let act = Act::SubmitBids { team, attempt: None, round, replaces: None, bids, by_hand: None };
            self.give(Actor::Team(team), act, Millis(1_000))?;
        }
        self.wait()?;
        while let Phase::Rebidding { wave, .. } = self.end.phase() {
            for team in self.end.awaited_in_wave().unwrap_or_default() {
                let raises = Secret(self.raises(team));
                let act = Act::SubmitRebid {
                    team,
                    attempt: None,
                    round,
                    wave,
                    replaces: None,
                    raises,
                    by_hand: None,
                };
                self.give(Actor::Team(team), act, Millis(1_000))?;
            }
        }
        let confirm = Act::ConfirmLots { round, attempt: 1, lots: LotChoice::All, seen: None };
        self.give(Actor::Judge, confirm, Millis(1_000))
    }

    /// Up to 10 lines of any stones that are left, at few different prices, for a fair part of the money.
    fn list(&mut self, team: TeamId, round: RoundNo) -> Vec<Bid> {
        let rounds_left = u64::from(ROUNDS - round.0) + 1;
        let mut purse = self.end.team(team).map_or(0, |team| team.held.0) * 2 / (rounds_left + 1);
        let mut left: Vec<LotId> =
            self.end.setup().lot_ids().filter(|lot| self.end.pool()[lot.index()] > 0).collect();
        left.shuffle(&mut self.rng);
        let mut bids = Vec::new();
        for lot in left.into_iter().take(10) {
            let price = MIN_PRICE + 5 * self.rng.random_range(0..6);
            if price <= purse {
                purse -= price;
                bids.push(Bid { lot, price: Tsuyama(price) });
            }
        }
        bids
    }

    /// A raise for every tied line that the money allows; one time in four the team passes.
    fn raises(&mut self, team: TeamId) -> Vec<Raise> {
        let (Some(settlement), Some(state)) =
            (self.end.current_round().and_then(|record| record.settlement.as_ref()), self.end.team(team))
        else {
            return Vec::new();
        };
        let mut purse = settlement.rebid_budget(team, state.held).unwrap_or_default();
        let mut raises = Vec::new();
        if self.rng.random_range(0..4) == 0 {
            return raises;
        }
        for tie in settlement.ties() {
            for line in tie.lines.iter().filter(|line| line.team == team) {
                let price = tie.price.plus(Tsuyama(self.rng.random_range(1..10)));
                if price <= purse {
                    purse = purse.minus(price);
                    raises.push(Raise { priority: line.priority, price });
                }
            }
        }
        raises
    }

    fn build(&mut self, team: TeamId) -> Result<(), Rejection> {
        let Some(state) = self.end.team(team) else { return Ok(()) };
        let in_hand: Vec<StoneId> =
            state.stones.iter().filter(|stone| !state.laid.contains_key(stone)).copied().collect();
        for stone in in_hand {
            if let Some(spot) = self.spot(team, stone) {
                let placement = Placement { stone, placing: Placing::Turned(spot) };
                let replaces = self.end.team(team).and_then(|team| team.wall);
                self.give(Actor::Team(team), Act::PlaceStone { team, replaces, placement }, Millis(100))?;
            }
        }
        Ok(())
    }

    fn spot(&self, team: TeamId, stone: StoneId) -> Option<Spot> {
        let state = self.end.team(team)?;
        let laid = |(&stone, &spot)| Placement { stone, placing: Placing::Turned(spot) };
        let mut wall: Vec<Placement<StoneId>> = state.laid.iter().map(laid).collect();
        let cells: BTreeSet<Cell> = self.start.setup().frame.cells().collect();
        for &at in cells.iter().rev() {
            for turn in Turn::ALL {
                let spot = Spot { turn, at };
                wall.push(Placement { stone, placing: Placing::Turned(spot) });
                if self.end.judge_wall(team, &wall).faults.is_empty() {
                    return Some(spot);
                }
                wall.pop();
            }
        }
        None
    }

    fn finish(&mut self) -> Result<(), Rejection> {
        self.give(Actor::Judge, Act::SignalEnd, Millis(30_000))?;
        self.wait()?;
        for order in self.end.ranking().janken_needed {
            self.give(Actor::Judge, Act::EnterJanken { order }, Millis(10_000))?;
        }
        self.give(Actor::Judge, Act::DeclareResult, Millis(1_000))
    }
}

fn setup(rng: &mut ChaCha8Rng) -> Setup {
    let frame = frame();
    let team = |number| TeamSpec { code: format!("T{number}"), name: format!("Team {number}") };
    let plan = RoundPlan {
        max_bids: 10,
        max_wins: 8,
        window: Millis(90_000),
        rebid_window: Millis(30_000),
        close: ClosePolicy::AtDeadline,
    };
    Setup {
        title: "bench".into(),
        title_ja: String::new(),
        lots: shapes(&frame, rng).into_iter().enumerate().map(lot).collect(),
        frame,
        teams: (1..=TEAMS).map(team).collect(),
        initial: Tsuyama(1_000),
        rounds: (0..ROUNDS).map(|_| plan).collect(),
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
    }
}

fn lot((at, shape): (usize, Shape)) -> LotSpec {
    LotSpec { code: format!("L{at}"), shape, min_price: Tsuyama(MIN_PRICE), copies: COPIES }
}

/// 10 rows of 10, 11, … 19 squares: 145 in all, with a stepped side.
fn frame() -> Frame {
    let rows: Vec<String> = (10..20).map(|width| "#".repeat(width)).collect();
    Frame::parse(&rows).expect("the drawing is a frame")
}

fn shapes(frame: &Frame, rng: &mut ChaCha8Rng) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    while shapes.len() < LOTS {
        for squares in bricks::cut(frame, &(3..=6), rng.random()) {
            let shape = Shape::new(squares).expect("a stone hangs together");
            let known = shapes.iter().any(|known| known.turn_onto(&shape).is_some());
            if shapes.len() < LOTS && shape.area() >= 3 && !known {
                shapes.push(shape);
            }
        }
    }
    shapes
}

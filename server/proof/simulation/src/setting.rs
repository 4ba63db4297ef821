//! The setting of a seed's game: setup, participants and error rates.

use ishigaki_audit::{Checked, Violation};
use ishigaki_engine::engine::AfterOutage;
use ishigaki_rules::{
    Cell, ClosePolicy, Frame, LotSpec, Millis, RoundPlan, Setup, Shape, SupportRule, TeamSpec, Tsuyama,
};

use crate::chance::Chance;
use crate::price;

const STONES: &[&[(i32, i32)]] = &[
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (2, 1)],
    &[(0, 1), (0, 2), (1, 0), (1, 1)],
];

const FRAMES: &[&[&str]] = &[
    &["####", "####"],
    &["###", "###", "###"],
    &[".##.", "####", "####"],
    &["##.##", "#####", ".###."],
    &["####", "#..#", "####"],
];

#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) setup: Setup,
    pub(crate) after_outage: AfterOutage,
    pub(crate) devices: Vec<u32>,
    pub(crate) faults: FaultRates,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FaultRates {
    pub(crate) lost_before: u64,
    pub(crate) lost_after: u64,
    pub(crate) repeated: u64,
    pub(crate) delayed: u64,
    pub(crate) hung_up: u64,
    pub(crate) feed_cut: u64,
    pub(crate) stale: u64,
    pub(crate) crash: u64,
    pub(crate) fail: u64,
    pub(crate) slow: u64,
    pub(crate) checkpoint: u64,
    pub(crate) crash_idle: u64,
    pub(crate) stop: u64,
    pub(crate) jump: u64,
    pub(crate) wall_jump: u64,
    pub(crate) wrong: u64,
    pub(crate) trouble: u64,
}

impl Setting {
    pub(crate) fn new(chance: &mut Chance) -> Checked<Self> {
        let setup = setup(chance)?;
        let devices = setup.teams.iter().map(|_| 1 + u32::from(chance.permille(150))).collect();
        let after_outage = if chance.permille(350) { AfterOutage::Wait } else { AfterOutage::Resume };
        Ok(Self { setup, after_outage, devices, faults: FaultRates::new(chance) })
    }
}

impl FaultRates {
    pub(crate) fn new(chance: &mut Chance) -> Self {
        // A tenth of the games have no faults, to test the checks without any.
        let rough = if chance.permille(100) { 0 } else { chance.between(3, 20) };
        let mut rate = |most: u64| most * rough * chance.below(11) / 200;
        Self {
            lost_before: rate(80),
            lost_after: rate(80),
            repeated: rate(120),
            delayed: rate(80),
            hung_up: rate(60),
            feed_cut: rate(50),
            stale: rate(200),
            crash: rate(40),
            fail: rate(15),
            slow: rate(150),
            crash_idle: rate(8),
            stop: rate(6),
            jump: rate(12),
            wall_jump: rate(12),
            wrong: 20 + rate(150),
            trouble: 10 + rate(150),
            // Derived without a new random draw, so that existing seeds keep their games.
            checkpoint: rough * 35,
        }
    }
}

fn setup(chance: &mut Chance) -> Checked<Setup> {
    let broken = |fault: &dyn std::fmt::Debug| Violation::Broken(format!("the set-up is broken: {fault:?}"));
    let rows = chance.pick(FRAMES).copied().unwrap_or_default();
    let mut lots = Vec::new();
    for nth in 0..chance.count(1, 4) {
        let cells = chance.pick(STONES).copied().unwrap_or_default();
        let cells = cells.iter().map(|&(row, col)| Cell { row, col });
        lots.push(LotSpec {
            code: format!("L{nth}"),
            shape: Shape::new(cells).map_err(|fault| broken(&fault))?,
            min_price: Tsuyama(price::LEAST.0 - chance.below(2)),
            copies: chance.count(1, 2) + u32::from(chance.permille(200)),
        });
    }
    let teams = 2 + u32::from(chance.permille(500)) + u32::from(chance.permille(200));
    let team = |nth| TeamSpec { code: format!("t{nth}"), name: format!("Team {nth}") };
    let rounds = 1 + u32::from(chance.permille(450)) + u32::from(chance.permille(150));
    let setup = Setup {
        title: "A simulated game".into(),
        frame: Frame::parse(rows).map_err(|fault| broken(&fault))?,
        lots,
        teams: (0..teams).map(team).collect(),
        initial: price::purse(chance.between(1, 5)),
        rounds: (0..rounds).map(|_| plan(chance)).collect(),
        support: if chance.permille(500) { SupportRule::EachMove } else { SupportRule::AtEnd },
        end_countdown: Millis(chance.between(200, 1_500)),
        title_ja: String::new(),
    };
    setup.check().map_err(|fault| broken(&fault))?;
    Ok(setup)
}

fn plan(chance: &mut Chance) -> RoundPlan {
    let early = chance.permille(400);
    RoundPlan {
        max_bids: chance.count(1, 4),
        max_wins: chance.count(1, 2) + u32::from(chance.permille(200)),
        window: Millis(chance.between(800, 3_500)),
        rebid_window: Millis(chance.between(500, 2_500)),
        close: if early { ClosePolicy::WhenAllSealed } else { ClosePolicy::AtDeadline },
    }
}

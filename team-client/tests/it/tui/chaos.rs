//! The team's screen survives any events in any order on any screen.

use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use std::fmt;

use ishigaki_client::Connection;
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Act, Actor, Cell, LotId, Phase, StoneId, TeamId, Turn};
use ishigaki_words::Lang;
use proptest::prelude::*;
use team_client::tui::{KEYMAP, Key};

use super::fixture::{A, B, C, ScreenFixture};
use super::workshop::supplied;

#[derive(Clone)]
struct VisibleKey(Key);

impl fmt::Debug for VisibleKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[derive(Clone, Debug)]
enum Step {
    Key(VisibleKey),
    Keys(&'static str),
    Resize(u16, u16),
    Wait(u64),
    Bid(TeamId, u32, u64),
    Place(u32, u32, u32, i32, i32),
    Lose,
    Find,
    Serve,
}

const KEYS_OF_ACTS: [&str; 16] = [
    "la42\ns",
    "lja9\nK+s",
    "bxxs",
    "Dy",
    "b500sy",
    "ry",
    "w.\nS",
    "wn.\ne",
    "wpn.\np",
    "w.m→\nx",
    "wuUryf",
    "w!SyXR",
    "A\ny",
    "Anjj",
    "vi41\nj+<",
    "vij999\u{8}\u{1b}",
];

fn key() -> impl Strategy<Value = Key> {
    let known: Vec<Key> = KEYMAP.iter().flat_map(|binding| binding.keys.iter().copied()).collect();
    prop_oneof![
        8 => prop::sample::select(known),
        2 => (0_u32..10).prop_map(|figure| Key::Char(char::from_digit(figure, 10).unwrap())),
        1 => any::<char>().prop_map(Key::Char),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let side = prop_oneof![1_u16..4, 30_u16..130, 1_u16..210];
    prop_oneof![
        12 => key().prop_map(|key| Step::Key(VisibleKey(key))),
        4 => prop::sample::select(KEYS_OF_ACTS.to_vec()).prop_map(Step::Keys),
        3 => (side, prop_oneof![1_u16..4, 8_u16..60]).prop_map(|(columns, lines)| Step::Resize(columns, lines)),
        3 => prop_oneof![0_u64..3_000, Just(90_000)].prop_map(Step::Wait),
        2 => (prop::sample::select(vec![A, B, C]), 0_u32..3, 5_u64..9)
            .prop_map(|(team, lot, price)| Step::Bid(team, lot, price)),
        2 => (0_u32..3, 1_u32..3, 0_u32..4, 0_i32..3, 0_i32..4)
            .prop_map(|(lot, copy, turn, row, col)| Step::Place(lot, copy, turn, row, col)),
        1 => Just(Step::Lose),
        1 => Just(Step::Find),
        4 => Just(Step::Serve),
    ]
}

fn play(fixture: &mut ScreenFixture, step: &Step) {
    match *step {
        Step::Key(VisibleKey(key)) => fixture.key(key),
        Step::Keys(keys) => fixture.keys(keys),
        Step::Resize(columns, lines) => fixture.happen(Input::Resize { columns, lines }),
        Step::Wait(millis) => fixture.wait(millis),
        Step::Bid(team, lot, price) => {
            let left = fixture.game.pool().get(lot as usize).is_some_and(|copies| *copies > 0);
            if matches!(fixture.game.phase(), Phase::Bidding { .. }) && left {
                fixture.bids(team, &[(LotId(lot), price)]);
            }
        }
        // The other laptop builds; the server may refuse.
        Step::Place(lot, copy, turn, row, col) => {
            let spot = Spot { turn: Turn::from_quarters(turn).unwrap(), at: Cell { row, col } };
            let placement =
                Placement { stone: StoneId { lot: LotId(lot), copy }, placing: Placing::Turned(spot) };
            let replaces = fixture.game.team(A).and_then(|team| team.wall);
            let _ = fixture.give(Actor::Team(A), Act::PlaceStone { team: A, replaces, placement });
        }
        Step::Lose => {
            fixture.cut();
        }
        Step::Find => fixture.happen(FeedEvent::Connection(Connection::CaughtUp)),
        Step::Serve => fixture.serve(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_events_never_break_screen(
        steps in prop::collection::vec(step(), 1..50),
        lang in prop::sample::select(Lang::ALL.to_vec()),
        begin in 0..5,
    ) {
        let mut fixture = ScreenFixture::new(lang, 80, 24);
        match begin {
            0 => {}
            1 => fixture.open(1),
            2 => fixture.tie(),
            3 => fixture = supplied(lang, 80, 24),
            _ => {
                fixture.finish();
                fixture.open(2);
            }
        }
        for step in steps {
            play(&mut fixture, &step);
            // Painting twice gives the same: it changes nothing.
            prop_assert_eq!(fixture.screen(), fixture.screen());
        }
    }
}

//! The console survives any events in any order on any screen.

use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::{Input, Pointer};
use std::fmt;

use ishigaki_client::Connection;
use ishigaki_rules::{Act, Actor, LotId, Question, TeamId};
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Event, KEYMAP, aim_all};
use proptest::prelude::*;

use crate::console::fixture::{A, B, C, ConsoleFixture, contest};

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
    Point(Pointer, u16, u16),
    Resize(u16, u16),
    Wait(u64),
    Bid(TeamId, u32, u64),
    Ask(TeamId),
    Lose,
    Find,
    Serve,
}

const ENTRIES: [&str; 11] = [
    "H\n\nP 20, O 5\nburnt\ny",
    "H\n\n-\nburnt\n",
    "H\n\n1 500\nburnt\ny",
    "Hjj\njjj\n9 1 1\ncounted\ny",
    "Hj\njj\n, , P-1 90 0 1 x",
    "Hk\n\n石　5、O 99999999999999999999999\n",
    "6 A j ",
    "Q\n\nno\n\n",
    "Q\nj\n石　\n\nQS \nx\n\n",
    "QjjG?L",
    "y",
];

fn key() -> impl Strategy<Value = Key> {
    let known: Vec<Key> = KEYMAP.iter().flat_map(|binding| binding.keys.iter().copied()).collect();
    prop_oneof![8 => prop::sample::select(known), 1 => any::<char>().prop_map(Key::Char)]
}

fn step() -> impl Strategy<Value = Step> {
    let side = prop_oneof![1_u16..4, 30_u16..130, 1_u16..210];
    prop_oneof![
        12 => key().prop_map(|key| Step::Key(VisibleKey(key))),
        3 => (side.clone(), prop_oneof![1_u16..4, 8_u16..60]).prop_map(|(columns, lines)| Step::Resize(columns, lines)),
        3 => prop_oneof![0_u64..3_000, Just(90_000)].prop_map(Step::Wait),
        2 => (prop::sample::select(vec![Pointer::Click, Pointer::Wheel(1), Pointer::Wheel(-1)]), 0_u16..130, 0_u16..60)
            .prop_map(|(pointer, column, row)| Step::Point(pointer, column, row)),
        2 => (prop::sample::select(vec![A, B, C]), 0_u32..3, 5_u64..9).prop_map(|(team, lot, price)| Step::Bid(team, lot, price)),
        2 => prop::sample::select(vec![A, B, C]).prop_map(Step::Ask),
        1 => Just(Step::Lose),
        1 => Just(Step::Find),
        4 => Just(Step::Serve),
        3 => prop::sample::select(ENTRIES.to_vec()).prop_map(Step::Keys),
    ]
}

fn play(fixture: &mut ConsoleFixture, step: &Step) {
    match *step {
        Step::Key(VisibleKey(key)) => fixture.key(key),
        Step::Keys(keys) => fixture.keys(keys),
        Step::Point(pointer, column, row) => {
            if let Some(aim) = aim_all(&fixture.state, column, row) {
                fixture.happen(Event::Pointer { pointer, aim });
            }
        }
        Step::Resize(columns, lines) => fixture.happen(Input::Resize { columns, lines }),
        Step::Wait(millis) => fixture.wait(millis),
        Step::Bid(team, lot, price) => {
            if fixture.is_bidding() {
                fixture.bids(team, &[(LotId(lot), price)]);
            }
        }
        // Refused where too many wait, or all is over.
        Step::Ask(team) => {
            if let Ok(text) = Question::new("石垣 wall?") {
                drop(fixture.give(Actor::Team(team), Act::AskQuestion { team, text }));
            }
        }
        Step::Lose => {
            fixture.cut();
        }
        Step::Find => fixture.happen(FeedEvent::Connection(Connection::CaughtUp)),
        Step::Serve => fixture.serve_all(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_events_never_break_screens(
        steps in prop::collection::vec(step(), 1..50),
        lang in prop::sample::select(Lang::ALL.to_vec()),
        begin in 0..5,
        named in any::<bool>(),
    ) {
        let mut fixture = if named { ConsoleFixture::judging(lang, 80, 24) } else { ConsoleFixture::new(lang, 80, 24) };
        match begin {
            0 => {}
            1 => fixture.tie(),
            2 => fixture.settle(),
            3 => {
                fixture = ConsoleFixture::picking(lang, 80, 24);
                fixture.happen(Event::Games(Ok(contest())));
            }
            _ => {
                fixture.build();
                fixture.end();
            }
        }
        for step in steps {
            play(&mut fixture, &step);
            // Painting twice gives the same: it changes nothing.
            prop_assert_eq!(fixture.screen(), fixture.screen());
        }
    }
}

//! Targets for a client's input: setups, events, feed items.

use ishigaki_client::Mirror;
use ishigaki_proto::{convert, wire};
use ishigaki_rules::{Act, Actor, Command, Event, Game, RoundNo, Setup, decide};
use prost::Message as _;

use crate::printed_text::{assert_printable, check_event, languages};
use crate::refusal::travels;
use crate::request::same;

/// Maximum number of items of one feed: enough for a whole small game.
const MOST_ITEMS: usize = 128;

/// Reads a feed: length-prefixed items.
///
/// A mirror folds them until the first error, like a client. A game folds all events in any order and by any
/// actor that may cause them: [`Game::apply`] never fails.
pub fn feed(mut bytes: &[u8]) -> bool {
    let mut mirror = Some(Mirror::new());
    let mut game = None;
    for _ in 0..MOST_ITEMS {
        let Ok(item) = wire::FeedItem::decode_length_delimited(&mut bytes) else { break };
        assert!(same::<wire::FeedItem>(&item.encode_to_vec()).is_some_and(|again| again == item));
        mirror = mirror
            .and_then(|mut mirror| mirror.fold(&item, ishigaki_client::now()).is_ok().then_some(mirror));
        match (item.body, game.as_mut()) {
            (Some(wire::feed_item::Body::SetUp(setup)), _) => {
                game = read_setup(&setup).map(Game::new).or(game);
            }
            (Some(wire::feed_item::Body::Event(event)), Some(game)) => fold(game, &event),
            _ => {}
        }
    }
    mirror.is_some_and(|mirror| mirror.game().is_some())
}

fn fold(game: &mut Game, event: &wire::Event) {
    let event = match convert::event_from_wire(event, game.setup()) {
        Ok(event) => event,
        Err(fault) => return travels(&fault),
    };
    let again = convert::event_from_wire(&convert::event_to_wire(&event, game.setup()), game.setup());
    assert_eq!(again.as_ref(), Ok(&event), "an event changes when written again");
    check_event(game.setup(), &event);
    game.apply(&event);
    let _ = convert::derived(game, &event).map(|derived| derived.encode_to_vec());
    let _ = convert::clock_to_wire(game).encode_to_vec();
    let rounds = game.rounds().iter().filter_map(|round| convert::opened_round_to_wire(game, round));
    let _ = rounds.map(|round| round.encoded_len()).sum::<usize>();
}

/// Reads a set-up, and plays a round of a game with it.
pub fn setup(bytes: &[u8]) -> bool {
    let Some(wire) = same::<wire::Setup>(bytes) else { return false };
    let Some(setup) = read_setup(&wire) else { return false };
    for words in languages() {
        assert_printable(&words.teams(&setup, setup.team_ids()), false);
        assert_printable(&words.lots(&setup, setup.lot_ids()), false);
    }
    let mut game = Game::new(setup);
    let open = Command { at: game.now(), by: Actor::Judge, act: Act::OpenRound { round: RoundNo::FIRST } };
    let opened: Vec<Event> = decide(&game, &open).expect("a game that can be played starts");
    for event in opened {
        game.apply(&event);
    }
    let due = game.due().expect("a window is open");
    let tick = Command { at: due, by: Actor::Clock, act: Act::Tick };
    for event in decide(&game, &tick).expect("a tick is never refused") {
        check_event(game.setup(), &event);
        game.apply(&event);
    }
    let _ = convert::standings_to_wire(&game).encode_to_vec();
    true
}

fn read_setup(wire: &wire::Setup) -> Option<Setup> {
    match convert::setup_from_wire(wire) {
        Ok(setup) => {
            let again = convert::setup_from_wire(&convert::setup_to_wire(&setup));
            assert_eq!(again.as_ref(), Ok(&setup), "a set-up changes when written again");
            Some(setup)
        }
        Err(fault) => {
            travels(&fault);
            None
        }
    }
}

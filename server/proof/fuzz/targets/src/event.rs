//! Targets for events: settings, rosters, feeds and records.

use ishigaki_client::EventMirror;
use ishigaki_preset::{Commitment, EventConfig, MOST_LINES, Roster};
use ishigaki_proto::convert::{tournament_event_from_wire, tournament_event_to_wire};
use ishigaki_proto::wire;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_record::tournament::{Stop, complete, verify};
use ishigaki_record::verify::Expected;
use ishigaki_tournament::Competition;
use prost::Message as _;

use crate::refusal::travels;
use crate::request::same;
use crate::transcript::{message, re_signed};

/// Maximum number of items of one feed: enough for a whole small event.
const MOST_ITEMS: usize = 256;

/// Reads an event's settings. They have one canonical text, and an event can start with them.
pub fn event_config(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    match EventConfig::read(text) {
        Ok(config) => {
            let again = EventConfig::read(config.text()).expect("the canonical text can be read");
            assert_eq!(again, config, "settings change when written again");
            assert!(!Competition::new(config.plan().clone()).is_over());
            true
        }
        Err(error) => {
            assert!(!message(&error).is_empty());
            false
        }
    }
}

/// Reads a roster: it has one canonical text, which determines the commitment, and its lines are distinct.
pub fn roster(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    match Roster::read(text) {
        Ok(roster) => {
            let again = Roster::read(roster.text()).expect("the canonical text can be read");
            assert_eq!(again, roster, "a roster changes when written again");
            assert!((1..=MOST_LINES).contains(&roster.lines().len()));
            assert_eq!(Commitment::of("{}", roster.text()), Commitment::of("{}", again.text()));
            true
        }
        Err(error) => {
            assert!(!message(&error).is_empty());
            assert!(error.line().is_none_or(|line| line >= 1));
            false
        }
    }
}

/// Reads the feed of an event: length-prefixed items.
///
/// A mirror folds them until the first error, like a client. An event with the same settings folds all facts
/// in any order and by any actor that may cause them: [`Competition::apply`] never fails.
pub fn event_feed(mut bytes: &[u8]) -> bool {
    let mut mirror = Some(EventMirror::new());
    let mut competition = None;
    for _ in 0..MOST_ITEMS {
        let Ok(item) = wire::FeedItem::decode_length_delimited(&mut bytes) else { break };
        assert!(same::<wire::FeedItem>(&item.encode_to_vec()).is_some_and(|again| again == item));
        mirror = mirror.and_then(|mut mirror| mirror.fold(&item).is_ok().then_some(mirror));
        match (&item.body, competition.as_mut()) {
            (Some(Body::EventSetup(setup)), None) => {
                let config = EventConfig::read(&setup.config).ok();
                competition = config.map(|config| Competition::new(config.plan().clone()));
            }
            (Some(Body::EventFact(fact)), Some(competition)) => match tournament_event_from_wire(fact) {
                Ok(event) => {
                    let again = tournament_event_from_wire(&tournament_event_to_wire(&event));
                    assert_eq!(again.as_ref(), Ok(&event), "a fact changes on the wire");
                    competition.apply(&event);
                }
                Err(fault) => travels(&fault),
            },
            _ => {}
        }
    }
    mirror.is_some_and(|mirror| mirror.standing().is_some())
}

/// Verifies an event's record, unchanged and signed again.
pub fn event_record(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    is_right(&re_signed(text, "event"));
    // A server's lines don't have a result line yet.
    let kept = text.lines().filter(|line| !line.starts_with(r#"{"kind":"result""#));
    let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
    if let Ok(whole) = complete(&kept) {
        assert!(whole.starts_with(&kept) && whole.lines().count() == kept.lines().count() + 1);
    }
    is_right(text)
}

fn is_right(text: &str) -> bool {
    match verify(text.as_bytes(), &Expected::default()) {
        Ok(_) => true,
        Err(Stop::Violation(violation)) => {
            let lines = text.lines().count() + 1;
            assert!((1..=lines).contains(&violation.line), "line {} is nowhere", violation.line);
            assert!(!message(&violation).is_empty());
            false
        }
        Err(Stop::Io(error)) => panic!("memory cannot be read: {error}"),
    }
}

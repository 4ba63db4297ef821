//! Events around the games: settings and rosters as organisers write them, feeds as clients fold them, and records as anybody
//! may hand them to a verifier.

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
use crate::transcript::{signed_anew, told};

/// The most items of one feed: enough for a whole small event.
const MOST_ITEMS: usize = 256;

/// An event's settings: they have one canonical text, and an event begins by them.
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
            assert!(!told(&error).is_empty());
            false
        }
    }
}

/// A roster: it has one canonical text, which alone the commitment depends on, and its lines are told apart.
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
            assert!(!told(&error).is_empty());
            assert!(error.line().is_none_or(|line| line >= 1));
            false
        }
    }
}

/// The feed of an event: its items one after the other, each behind its length.
///
/// A mirror folds them until it finds something wrong, as a client does. An event of the same settings folds all facts there
/// are, in any order, told by whom they may: [`Competition::apply`] never fails.
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

/// The record of an event: verified, or told where it is wrong, as it is and signed anew.
pub fn event_record(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    is_right(&signed_anew(text, "event"));
    // What a server keeps has no last line yet.
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
            assert!(!told(&violation).is_empty());
            false
        }
        Err(Stop::Io(error)) => panic!("memory cannot be read: {error}"),
    }
}

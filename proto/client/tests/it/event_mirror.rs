//! A mirror of an event shows its feed and rejects unsigned facts.

use ishigaki_client::{EventFolded, EventMirror, MirrorError, ProofFault};
use ishigaki_proto::event::event::Fact as WireFact;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{event as events, wire};
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{SigningKey, sign_head};
use ishigaki_tournament::{PlayerId, Stage};

const INSTANCE: Instance = Instance([3; 16]);

fn key() -> SigningKey {
    SigningKey::from_seed([7; 32])
}

fn setup() -> wire::FeedItem {
    let setup = events::EventSetup {
        event: "meijin".to_owned(),
        config: r#"{"preset":"M42"}"#.to_owned(),
        title: "title".to_owned(),
        title_ja: String::new(),
    };
    wire::FeedItem {
        sequence: 1,
        body: Some(Body::EventSetup(setup)),
        server_key: key().public().0.into(),
        instance: INSTANCE.0.into(),
        ..Default::default()
    }
}

/// A fact with its signed head.
fn fact(sequence: u64, fact: WireFact) -> wire::FeedItem {
    let event = events::Event { at_ms: sequence, by: events::Officer::Organiser.into(), fact: Some(fact) };
    let branch = Branch::first("meijin".to_owned(), INSTANCE);
    let head = Head([u8::try_from(sequence).unwrap(); 32]);
    let signature = sign_head(&key(), &branch, sequence, head);
    let proof = wire::Proof {
        sequence,
        head: head.0.into(),
        signature: signature.0.into(),
        branch: Some(ishigaki_proto::branch::to_wire(&branch)),
    };
    wire::FeedItem { sequence, body: Some(Body::EventFact(event)), proof: Some(proof), ..Default::default() }
}

fn roster() -> WireFact {
    let entrant = |line: u32| events::Entrant {
        id: format!("P{line}"),
        name: format!("選手{line}"),
        kana: format!("せんしゅ{line}"),
        ..Default::default()
    };
    WireFact::RosterSet(events::RosterSet { text: String::new(), entrants: (1..=16).map(entrant).collect() })
}

#[test]
fn event_feed_is_folded_with_roster() {
    let mut mirror = EventMirror::new();
    assert_eq!(mirror.fold(&setup()), Ok(EventFolded::SetUp));
    mirror.fold(&fact(2, roster())).unwrap();
    let commitment = vec![1; 32];
    mirror.fold(&fact(3, WireFact::Committed(events::Committed { commitment }))).unwrap();
    let pulse = Body::Pulse(wire::Pulse { caught_up: true, ranking: None });
    let pulse = wire::FeedItem { body: Some(pulse), ..Default::default() };
    assert_eq!(mirror.fold(&pulse), Ok(EventFolded::Pulse { caught_up: true }));
    let standing = mirror.standing().unwrap();
    assert_eq!(
        (standing.event.as_str(), standing.competition.leagues().unwrap().stage(), mirror.next_sequence()),
        ("meijin", Stage::Committed, 4)
    );
    assert_eq!(standing.entrant(PlayerId(15)).unwrap().kana, "せんしゅ16");
}

#[test]
fn inconsistent_item_is_rejected_without_change() {
    let mut mirror = EventMirror::new();
    let early = mirror.fold(&fact(1, roster()));
    assert_eq!(early, Err(MirrorError::OutOfPlace { sequence: 1 }));
    mirror.fold(&setup()).unwrap();
    assert_eq!(mirror.fold(&fact(3, roster())), Err(MirrorError::Gap { expected: 2, found: 3 }));
    let unknown =
        wire::FeedItem { body: Some(Body::EventFact(events::Event::default())), ..fact(2, roster()) };
    assert_eq!(mirror.fold(&unknown), Err(MirrorError::UnknownKind { sequence: 2 }));
    let unproved = |fault| Err(MirrorError::Unproved { sequence: 2, fault });
    let unsigned = wire::FeedItem { proof: None, ..fact(2, roster()) };
    assert_eq!(mirror.fold(&unsigned), unproved(ProofFault::NoHead));
    let mut forged = fact(2, roster());
    forged.proof.as_mut().unwrap().head[0] ^= 1;
    assert!(matches!(
        mirror.fold(&forged),
        Err(MirrorError::Unproved { fault: ProofFault::Signature(_), .. })
    ));
    assert!(mirror.standing().unwrap().competition.entrants() == 0, "nothing of it is folded");
    mirror.fold(&fact(2, roster())).unwrap();
}

//! Values survive the wire unchanged, and errors name the unreadable field.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use ishigaki_proto::convert::{self, JudgeRequest as _, RequestedAct, act};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{journal, judge, team, wire};
use ishigaki_rules::auction::{Bid, Offer, OfferedLot, Raise, TeamList, TeamRaises, check_bids};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Announcement, Cell, ClosePolicy, Event, Fact, Frame, GameTime, LotId, LotSpec, MessageNo,
    Millis, Priority, Question, QuestionNo, Rejection, Revision, RoundNo, RoundPlan, Sealed, Secret, Setup,
    Shape, StoneId, SupportRule, TeamId, TeamSpec, Tsuyama, Turn, WallCount, WaveNo,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use prost::Message as _;

const TEAMS: u32 = 4;
const LOTS: u32 = 3;

fn setup() -> Setup {
    let lot = |code: &str, cells: &[(i32, i32)], copies| LotSpec {
        code: code.to_string(),
        shape: Shape::new(cells.iter().map(|&(row, col)| Cell::new(row, col))).unwrap(),
        min_price: Tsuyama(5),
        copies,
    };
    Setup {
        title: "試合 1".to_string(),
        title_ja: "予選".to_string(),
        frame: Frame::parse(&[".##.", "####", "####"]).unwrap(),
        lots: vec![
            lot("L", &[(0, 0), (1, 0), (1, 1)], 2),
            lot("T-2", &[(0, 0), (0, 1), (0, 2), (1, 1)], 1),
            lot("I", &[(0, 0), (0, 1)], 3),
        ],
        teams: (0..TEAMS)
            .map(|team| TeamSpec { code: format!("t{team}"), name: format!("チーム {team}") })
            .collect(),
        initial: Tsuyama(1_000),
        rounds: vec![RoundPlan {
            max_bids: 4,
            max_wins: 2,
            window: Millis(90_000),
            rebid_window: Millis(30_000),
            close: ClosePolicy::WhenAllSealed,
        }],
        support: SupportRule::AtEnd,
        end_countdown: Millis(5_000),
    }
}

fn team() -> impl Strategy<Value = TeamId> {
    (0..TEAMS).prop_map(TeamId)
}

fn moment() -> impl Strategy<Value = GameTime> {
    any::<u64>().prop_map(GameTime)
}

fn stone() -> impl Strategy<Value = StoneId> {
    (0..LOTS, any::<u32>()).prop_map(|(lot, copy)| StoneId { lot: LotId(lot), copy })
}

fn spot() -> impl Strategy<Value = Spot> {
    (0..4_usize, any::<i32>(), any::<i32>())
        .prop_map(|(turn, row, col)| Spot { turn: Turn::ALL[turn], at: Cell::new(row, col) })
}

fn bids() -> impl Strategy<Value = Vec<Bid>> {
    vec((0..LOTS, any::<u64>()).prop_map(|(lot, price)| Bid { lot: LotId(lot), price: Tsuyama(price) }), 0..5)
}

fn raises() -> impl Strategy<Value = Vec<Raise>> {
    let raise = |(line, price)| Raise { priority: Priority(line), price: Tsuyama(price) };
    vec((any::<u32>(), any::<u64>()).prop_map(raise), 0..4)
}

/// On the wire an empty reason equals a missing one, and the rules allow neither.
fn by_hand() -> impl Strategy<Value = Option<String>> {
    option::of(".{1,12}")
}

fn counted() -> impl Strategy<Value = u32> {
    1..=u32::MAX
}

fn auction_fact() -> impl Strategy<Value = Fact> {
    fn sealed<T>((revision, lines, by_hand): (u32, Vec<T>, Option<String>)) -> Sealed<T> {
        Sealed { revision: Revision(revision), lines: lines.into(), by_hand }
    }
    let list = (team(), bids()).prop_map(|(team, bids)| TeamList { team, bids });
    let sent = (team(), raises()).prop_map(|(team, raises)| TeamRaises { team, raises });
    prop_oneof![
        (counted(), counted(), moment()).prop_map(|(round, attempt, closes_at)| Fact::RoundOpened {
            round: RoundNo(round),
            attempt,
            closes_at
        }),
        (team(), option::of((counted(), bids(), by_hand()).prop_map(sealed)))
            .prop_map(|(team, sealed)| Fact::BidsSealed { team, sealed }),
        (vec(list, 0..4), option::of(moment()))
            .prop_map(|(lists, rebid_closes_at)| Fact::ListsOpened { lists, rebid_closes_at }),
        (team(), option::of((counted(), raises(), by_hand()).prop_map(sealed)))
            .prop_map(|(team, sealed)| Fact::RebidSealed { team, sealed }),
        (counted(), vec(sent, 0..4), option::of(moment())).prop_map(|(wave, raises, rebid_closes_at)| {
            Fact::RebidsOpened { wave: WaveNo(wave), raises, rebid_closes_at }
        }),
        vec((0..LOTS).prop_map(LotId), 0..4).prop_map(|lots| Fact::LotsConfirmed { lots }),
        counted().prop_map(|round| Fact::RoundFinalised { round: RoundNo(round) }),
    ]
}

fn announcement() -> impl Strategy<Value = Announcement> {
    ("[a-z]{1,9}", "[ぁ-ん]{0,9}")
        .prop_map(|(english, japanese)| Announcement::new(&english, &japanese).unwrap())
}

fn question() -> impl Strategy<Value = Question> {
    "[a-zぁ-ん]{1,9}".prop_map(|text| Question::new(&text).unwrap())
}

fn other_fact() -> impl Strategy<Value = Fact> {
    let reason = || ".{0,12}";
    prop_oneof![
        (team(), stone(), spot()).prop_map(|(team, stone, spot)| Fact::StonePlaced { team, stone, spot }),
        (team(), stone()).prop_map(|(team, stone)| Fact::StoneTakenOut { team, stone }),
        (team(), btree_map(stone(), spot(), 0..5), by_hand())
            .prop_map(|(team, laid, by_hand)| Fact::WallReplaced { team, laid, by_hand }),
        (team(), option::of((counted(), counted(), counted())), reason()).prop_map(
            |(team, count, reason)| {
                let count = count.map(|(empty, top_gaps, used)| WallCount { empty, top_gaps, used });
                Fact::WallCounted { team, count, reason }
            }
        ),
        (vec(stone(), 0..4), any::<bool>())
            .prop_map(|(stones, carried)| Fact::StonesTicked { stones, carried }),
        (team(), vec(stone(), 0..4)).prop_map(|(team, stones)| Fact::StonesChecked { team, stones }),
        reason().prop_map(|text| Fact::Remarked { text }),
        (vec(team(), 0..3), announcement(), option::of(question()), any::<bool>())
            .prop_map(|(teams, text, asked, corrects)| Fact::Announced { teams, text, asked, corrects }),
        (team(), counted(), question()).prop_map(|(team, number, text)| {
            Fact::QuestionAsked { team, question: QuestionNo(number), text }
        }),
        (team(), counted(), announcement(), any::<bool>()).prop_map(|(team, number, text, to_all)| {
            Fact::QuestionAnswered { team, question: QuestionNo(number), text, to_all }
        }),
        (team(), counted())
            .prop_map(|(team, through)| Fact::MessagesRead { team, through: MessageNo(through) }),
        moment().prop_map(|ends_at| Fact::EndSignalled { ends_at }),
        Just(Fact::GameEnded),
        vec(team(), 0..5).prop_map(|order| Fact::JankenEntered { order }),
        (team(), reason()).prop_map(|(team, reason)| Fact::TeamDisqualified { team, reason }),
        (team(), reason()).prop_map(|(team, reason)| Fact::TeamReinstated { team, reason }),
        Just(Fact::ResultDeclared),
        reason().prop_map(|reason| Fact::Paused { reason }),
        option::of(moment()).prop_map(|closes_at| Fact::Resumed { closes_at }),
        (moment(), reason()).prop_map(|(closes_at, reason)| Fact::WindowExtended { closes_at, reason }),
        (counted(), counted(), reason()).prop_map(|(round, attempt, reason)| Fact::RoundVoided {
            round: RoundNo(round),
            attempt,
            reason
        }),
        reason().prop_map(|reason| Fact::GameAbandoned { reason }),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let actor = prop_oneof![
        Just(Actor::Clock),
        Just(Actor::Judge),
        Just(Actor::Organiser),
        team().prop_map(Actor::Team)
    ];
    (moment(), actor, prop_oneof![auction_fact(), other_fact()]).prop_map(|(at, by, fact)| Event {
        at,
        by,
        fact,
    })
}

proptest! {
    #[test]
    fn event_round_trips(event in event()) {
        let setup = setup();
        let bytes = convert::event_to_wire(&event, &setup).encode_to_vec();
        let read = wire::Event::decode(bytes.as_slice()).unwrap();
        prop_assert_eq!(convert::event_from_wire(&read, &setup), Ok(event));
    }

    /// Flipped and cut bytes may decode to invalid messages. Converting them must not panic.
    #[test]
    fn whatever_decodes_is_read_or_refused(
        event in event(),
        flips in vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let setup = setup();
        let mut bytes = convert::event_to_wire(&event, &setup).encode_to_vec();
        for (at, to) in flips {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        if let Ok(read) = wire::Event::decode(bytes.as_slice()) {
            let _ = convert::event_from_wire(&read, &setup);
        }
        if let Ok(read) = wire::Setup::decode(bytes.as_slice()) {
            let _ = convert::setup_from_wire(&read);
        }
        if let Ok(read) = team::SubmitWallRequest::decode(bytes.as_slice()) {
            let _ = act::submit_wall(&read, TeamId(0), &setup);
        }
        let _ = journal::Record::decode(bytes.as_slice());
    }

    #[test]
    fn placement_round_trips(stone in stone(), spot in spot(), cells in vec((-3..9, -3..9), 0..6)) {
        let setup = setup();
        let cells = cells.into_iter().map(|(row, col)| Cell::new(row, col)).collect();
        for placing in [Placing::Turned(spot), Placing::Cells(cells), Placing::BadRotation] {
            let placement = Placement { stone, placing };
            let sent = convert::placement_to_wire(&placement, &setup);
            prop_assert_eq!(convert::placement_from_wire(&sent, &setup, "placement"), Ok(placement));
        }
    }
}

#[test]
fn setup_round_trips() {
    let setup = setup();
    let sent = convert::setup_to_wire(&setup);
    assert_eq!(sent.lots[0].shape, ["#.", "##"]);
    assert_eq!(convert::setup_from_wire(&sent), Ok(setup));
}

#[track_caller]
fn check<T: std::fmt::Debug>(read: Result<T, Fault>, reason: ErrorReason, figures: &[(&str, &str)]) {
    let fault = read.unwrap_err();
    assert_eq!(fault.reason, reason);
    let expected: BTreeMap<String, String> =
        figures.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect();
    assert_eq!(fault.metadata, expected);
}

#[test]
fn missing_field_is_named() {
    let setup = setup();
    let field = |name: &'static str| [("field", name)];
    let event = wire::Event::default();
    check(convert::event_from_wire(&event, &setup), ErrorReason::MissingField, &field("event.by"));
    let request = team::SubmitBidsRequest::default();
    let counted = [("field", "round"), ("least", "1")];
    check(act::submit_bids(&request, TeamId(0), &setup), ErrorReason::MissingField, &counted);
    let request = judge::ConfirmLotsRequest { round: 1, attempt: 1, ..Default::default() };
    check(request.act(&setup), ErrorReason::MissingField, &field("choice"));
    let placement = wire::Placement { stone: Some(wire::Stone { lot: "L".into(), copy: 1 }), placing: None };
    let request = team::SubmitWallRequest { placements: vec![placement], ..Default::default() };
    let read = act::submit_wall(&request, TeamId(0), &setup);
    check(read, ErrorReason::MissingField, &field("placements[0].placing"));
}

#[test]
fn unknown_team_is_named_with_field() {
    let setup = setup();
    let request = judge::DisqualifyTeamRequest { team: "zz".into(), ..Default::default() };
    let figures = [("field", "team"), ("team", "zz")];
    check(request.act(&setup), ErrorReason::UnknownTeam, &figures);
    let request = judge::EnterJankenRequest { game: String::new(), order: vec!["t1".into(), "x".into()] };
    let figures = [("field", "order[1]"), ("team", "x")];
    check(request.act(&setup), ErrorReason::UnknownTeam, &figures);
}

#[test]
fn byte_strings_have_their_length_or_are_refused() {
    assert_eq!(convert::bytes_from_wire::<2>(&[1, 2], "head"), Ok([1, 2]));
    for wrong in [&[][..], &[1], &[1, 2, 3]] {
        let figures = [("field", "head"), ("least", "2"), ("most", "2")];
        check(convert::bytes_from_wire::<2>(wrong, "head"), ErrorReason::BadField, &figures);
    }
}

#[test]
fn receipt_is_attached_only_to_owner_copy() {
    let setup = setup();
    let at_once = |sealed| {
        let fact = Fact::RebidSealed { team: TeamId(0), sealed };
        let event = Event { at: GameTime(1), by: Actor::Team(TeamId(0)), fact };
        let plain = convert::event_to_wire(&event, &setup);
        let mut sent = plain.clone();
        convert::attach_receipt(&mut sent, wire::SealReceipt { counter: 3, ..Default::default() });
        (plain, sent)
    };
    let (plain, public) = at_once(None);
    assert_eq!(plain, public);
    let sealed = Sealed { revision: Revision(1), lines: [].into(), by_hand: None };
    let (_, own) = at_once(Some(sealed));
    let Some(wire::event::Fact::RebidSealed(fact)) = own.fact else {
        panic!("a re-bid");
    };
    assert_eq!(fact.sealed.unwrap().receipt.unwrap().counter, 3);
}

#[test]
fn unknown_lots_are_refused_by_the_rules_with_other_faults() {
    let setup = setup();
    let bids = ["L", "Q", "T-2", "ｌ", "T-2", "Q"].map(|lot| wire::Bid { lot: lot.into(), price: 9 });
    let request = team::SubmitBidsRequest { round: 1, bids: bids.to_vec(), ..Default::default() };
    let RequestedAct { act: Act::SubmitBids { bids, .. }, origin } =
        act::submit_bids(&request, TeamId(0), &setup).unwrap()
    else {
        panic!("a list");
    };
    let lots = setup.lots.iter().map(|lot| OfferedLot { min_price: lot.min_price, copies: lot.copies });
    let offer = Offer { max_bids: 4, max_wins: 2, lots: lots.collect() };
    let faults = check_bids(&offer, setup.initial, &bids.0).unwrap_err();
    let fault = Fault::of_rejected(&Rejection::InvalidList { faults }, &setup, &origin);
    assert_eq!(fault.reason, ErrorReason::InvalidList);
    let named: Vec<String> = fault
        .violations
        .iter()
        .map(|each| format!("{} {:?} {:?}", each.field, each.reason, each.metadata))
        .collect();
    assert_eq!(
        named,
        [
            r#"bids TooManyBids {"entries": "4 5", "lines": "6", "max_bids": "4"}"#,
            r#"bids[1].lot UnknownLot {"line": "2", "lot": "Q"}"#,
            r#"bids[3].lot UnknownLot {"line": "4", "lot": "ｌ", "similar": "L"}"#,
            r#"bids[5].lot UnknownLot {"line": "6", "lot": "Q"}"#,
            r#"bids TooManyOfLot {"copies": "1", "entries": "2 4", "lines": "2", "lot": "T-2"}"#,
        ]
    );
}

#[test]
fn list_becomes_act_of_calling_team() {
    let setup = setup();
    let bids = vec![Bid { lot: LotId(2), price: Tsuyama(8) }, Bid { lot: LotId(0), price: Tsuyama(7) }];
    let request = team::SubmitBidsRequest {
        game: String::new(),
        round: 1,
        attempt: 0,
        replaces_revision: 0,
        bids: convert::bids_to_wire(&bids, &setup),
        ..Default::default()
    };
    let expected = Act::SubmitBids {
        team: TeamId(3),
        attempt: None,
        round: RoundNo(1),
        replaces: None,
        bids: Secret(bids.clone()),
        by_hand: None,
    };
    let read_act = act::submit_bids(&request, TeamId(3), &setup).unwrap();
    assert_eq!(read_act.act, expected);
}

#[test]
fn debug_output_hides_sealed_content() {
    let setup = setup();
    let lines = vec![Bid { lot: LotId(1), price: Tsuyama(98_765) }];
    let sealed =
        Some(Sealed { revision: Revision(77), lines: lines.clone().into(), by_hand: Some("77".into()) });
    let event =
        Event { at: GameTime(1), by: Actor::Judge, fact: Fact::BidsSealed { team: TeamId(0), sealed } };
    let mut sent = convert::event_to_wire(&event, &setup);
    let receipt = wire::SealReceipt { counter: 77, nonce: vec![77; 32], ..Default::default() };
    convert::attach_receipt(&mut sent, receipt.clone());
    let raises = convert::raises_to_wire(&[Raise { priority: Priority(1), price: Tsuyama(98_765) }]);
    let request = team::SubmitBidsRequest {
        replaces_revision: 77,
        bids: convert::bids_to_wire(&lines, &setup),
        ..Default::default()
    };
    let rebid = team::SubmitRebidRequest { replaces_revision: 77, raises, ..Default::default() };
    let answer = team::SubmitBidsResponse { revision: 77, receipt: Some(receipt), ..Default::default() };
    let record = journal::Record {
        body: Some(journal::record::Body::Event(sent.clone())),
        seal: Some(journal::Seal { revision: 77, ciphertext: vec![77; 9], ..Default::default() }),
        openings: vec![journal::Opening { counter: 77, nonce: vec![77; 32], key: vec![77; 32] }],
        ..Default::default()
    };
    let item =
        wire::FeedItem { body: Some(wire::feed_item::Body::Event(sent.clone())), ..Default::default() };
    let read_act =
        act::submit_bids(&team::SubmitBidsRequest { round: 1, ..request.clone() }, TeamId(0), &setup);
    let shown = format!("{sent:?} {request:?} {rebid:?} {answer:?} {record:?} {item:?} {read_act:?}");
    for secret in ["98765", "77", "T-2"] {
        assert!(!shown.contains(secret), "{secret} shows in {shown}");
    }
}

//! A mirror shows the server's game, and detects when it can't.

use std::time::{Duration, Instant};

use ishigaki_client::{Folded, Mirror, MirrorError, ProofFault, TimeLeft};
use ishigaki_proto::{convert, wire};
use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{self, SigningKey, sign_head};
use ishigaki_record::transcript::HoldTracker;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Cell, ClosePolicy, Command, Fact, Frame, Game, GameTime, LotChoice, LotId, LotSpec, Millis,
    Priority, RoundNo, RoundPlan, Secret, Setup, Shape, StoneId, SupportRule, TeamId, TeamSpec, Tsuyama,
    Turn, WaveNo, decide,
};

const A: TeamId = TeamId(0);
const B: TeamId = TeamId(1);

fn setup() -> Setup {
    let lot = |code: &str, cells: &[(i32, i32)]| LotSpec {
        code: code.to_string(),
        shape: Shape::new(cells.iter().map(|&(row, col)| Cell::new(row, col))).unwrap(),
        min_price: Tsuyama(1),
        copies: 1,
    };
    let team = |code: &str| TeamSpec { code: code.to_string(), name: code.to_string() };
    Setup {
        title: "two teams".to_string(),
        frame: Frame::parse(&["###", "###"]).unwrap(),
        lots: vec![lot("I", &[(0, 0), (0, 1)]), lot("O", &[(0, 0)])],
        teams: vec![team("a"), team("b")],
        initial: Tsuyama(100),
        rounds: vec![RoundPlan {
            max_bids: 2,
            max_wins: 2,
            window: Millis(90_000),
            rebid_window: Millis(30_000),
            close: ClosePolicy::WhenAllSealed,
        }],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
        title_ja: String::new(),
    }
}

/// Plays acts by the rules and sends the public items like a server.
struct Stage {
    game: Game,
    items: Vec<wire::FeedItem>,
}

impl Stage {
    fn new() -> Self {
        let game = Game::new(setup());
        let body = wire::feed_item::Body::SetUp(convert::setup_to_wire(game.setup()));
        let clock = Some(convert::clock_to_wire(&game));
        let first = wire::FeedItem { sequence: 1, clock, body: Some(body), ..Default::default() };
        Self { game, items: vec![first] }
    }

    fn play(mut self, at: u64, by: Actor, act: Act) -> Self {
        for mut event in decide(&self.game, &Command { at: GameTime(at), by, act }).unwrap() {
            self.game.apply(&event);
            match &mut event.fact {
                Fact::BidsSealed { sealed, .. } => *sealed = None,
                Fact::RebidSealed { sealed, .. } => *sealed = None,
                _ => {}
            }
            let sequence = u64::try_from(self.items.len()).unwrap() + 1;
            self.items.push(wire::FeedItem {
                sequence,
                clock: Some(convert::clock_to_wire(&self.game)),
                body: Some(wire::feed_item::Body::Event(convert::event_to_wire(&event, self.game.setup()))),
                derived: convert::derived(&self.game, &event),
                ..Default::default()
            });
        }
        self
    }

    fn bid(self, team: TeamId, price: u64) -> Self {
        let bids = Secret(vec![
            Bid { lot: LotId(0), price: Tsuyama(price) },
            Bid { lot: LotId(1), price: Tsuyama(3) },
        ]);
        let round = RoundNo(1);
        self.play(
            2_000,
            Actor::Team(team),
            Act::SubmitBids { team, attempt: None, round, replaces: None, bids, by_hand: None },
        )
    }

    fn raise(self, team: TeamId, price: u64) -> Self {
        // Both lots are tied; the first is raised, the second is declined.
        let raises = Secret(vec![Raise { priority: Priority(1), price: Tsuyama(price) }]);
        let (round, wave) = (RoundNo(1), WaveNo(1));
        self.play(
            3_000,
            Actor::Team(team),
            Act::SubmitRebid { team, attempt: None, round, wave, replaces: None, raises, by_hand: None },
        )
    }

    /// A tie, a wave, a confirmation, a stone on the wall.
    fn whole_game() -> Self {
        let spot = Spot { turn: Turn::None, at: Cell::new(1, 0) };
        let stone = StoneId { lot: LotId(0), copy: 1 };
        let placement = Placement { stone, placing: Placing::Turned(spot) };
        Self::new()
            .play(1_000, Actor::Judge, Act::OpenRound { round: RoundNo(1) })
            .bid(A, 9)
            .bid(B, 9)
            .raise(A, 10)
            .raise(B, 12)
            .play(
                4_000,
                Actor::Judge,
                Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots: LotChoice::All, seen: None },
            )
            .play(5_000, Actor::Team(B), Act::PlaceStone { team: B, replaces: None, placement })
            .play(6_000, Actor::Judge, Act::SignalEnd)
            .play(11_000, Actor::Clock, Act::Tick)
    }
}

fn moment() -> Instant {
    ishigaki_client::now()
}

#[test]
fn folding_public_items_gives_the_game_that_the_server_has() {
    let stage = Stage::whole_game();
    let mut mirror = Mirror::new();
    for item in &stage.items {
        mirror.fold(item, moment()).unwrap();
    }
    let game = mirror.game().unwrap();
    assert_eq!(game.phase(), stage.game.phase());
    assert_eq!(game.standings(), stage.game.standings());
    assert_eq!(game.team(B).unwrap().held, Tsuyama(88));
    assert_eq!(game.team(B), stage.game.team(B));
    assert_eq!(mirror.next_sequence(), u64::try_from(stage.items.len()).unwrap() + 1);
    let flags = |derived: &wire::Derived| {
        (derived.settlement.is_some(), derived.handover.is_some(), derived.standings.is_some())
    };
    let kinds: Vec<_> = stage.items.iter().filter_map(|item| item.derived.as_ref().map(flags)).collect();
    let (settled, handed, is_paused) = ((true, false, false), (false, true, true), (false, false, true));
    assert_eq!(kinds, [settled, settled, handed, is_paused], "no standings come with the end of the game");
}

#[test]
fn missing_or_repeated_item_is_rejected() {
    let items = Stage::whole_game().items;
    let mut mirror = Mirror::new();
    assert_eq!(mirror.fold(&items[0], moment()), Ok(Folded::SetUp));
    assert_eq!(mirror.fold(&items[2], moment()), Err(MirrorError::Gap { expected: 2, found: 3 }));
    assert_eq!(mirror.fold(&items[0], moment()), Err(MirrorError::Gap { expected: 2, found: 1 }));
    assert!(mirror.fold(&items[1], moment()).is_ok(), "the item that was due is still welcome");
}

#[test]
fn skipped_numbers_are_not_missed_but_others_are() {
    let items = Stage::whole_game().items;
    let mut mirror = Mirror::new();
    mirror.fold(&items[0], moment()).unwrap();
    let item = wire::FeedItem { sequence: 5, skipped: 3, ..items[1].clone() };
    let short = wire::FeedItem { skipped: 2, ..item.clone() };
    assert_eq!(mirror.fold(&short, moment()), Err(MirrorError::Gap { expected: 4, found: 5 }));
    let long = wire::FeedItem { skipped: 4, ..item.clone() };
    assert_eq!(mirror.fold(&long, moment()), Err(MirrorError::Gap { expected: 6, found: 5 }));
    mirror.fold(&item, moment()).unwrap();
    assert_eq!(mirror.next_sequence(), 6);
}

#[test]
fn event_before_setup_is_out_of_place() {
    let mut item = Stage::whole_game().items[1].clone();
    item.sequence = 1;
    assert_eq!(Mirror::new().fold(&item, moment()), Err(MirrorError::OutOfPlace { sequence: 1 }));
}

fn first_error(change: impl Fn(&mut wire::FeedItem)) -> Option<MirrorError> {
    let mut mirror = Mirror::new();
    let mut items = Stage::whole_game().items;
    items.iter_mut().for_each(change);
    items.iter().find_map(|item| mirror.fold(item, moment()).err())
}

#[test]
fn different_settlement_is_reported() {
    assert_eq!(first_error(|_| {}), None);
    let dearer = first_error(|item| {
        for award in
            item.derived.iter_mut().flat_map(|derived| &mut derived.settlement).flat_map(|s| &mut s.awards)
        {
            award.price += 1;
        }
    });
    assert!(matches!(dearer, Some(MirrorError::Disagreement { .. })), "{dearer:?}");
    let silent = first_error(|item| item.derived = None);
    assert!(matches!(silent, Some(MirrorError::Disagreement { .. })), "{silent:?}");
}

#[test]
fn unreadable_item_is_error() {
    let nothing = first_error(|item| {
        if item.sequence == 4 {
            item.body = None;
        }
    });
    assert_eq!(nothing, Some(MirrorError::UnknownKind { sequence: 4 }));
    let foreign = first_error(|item| {
        if let Some(wire::feed_item::Body::Event(event)) = &mut item.body
            && let Some(wire::event::Fact::BidsSealed(sealed)) = &mut event.fact
        {
            sealed.team = "nobody".to_string();
        }
    });
    assert!(matches!(foreign, Some(MirrorError::Unreadable { sequence: 3, .. })), "{foreign:?}");
}

#[track_caller]
fn check_remaining(clock: wire::Clock, after: Duration, expected: Option<Duration>) {
    let mut mirror = Mirror::new();
    let received = moment();
    let body = Some(wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None }));
    let pulse = wire::FeedItem { clock: Some(clock), body, ..Default::default() };
    assert_eq!(mirror.fold(&pulse, received), Ok(Folded::Pulse { caught_up: true }));
    assert_eq!(mirror.remaining(received + after), expected);
}

#[test]
fn countdown_follows_server_clock() {
    let running = wire::Clock { now_ms: 40_000, closes_at_ms: Some(90_000), ..wire::Clock::default() };
    check_remaining(running, Duration::ZERO, Some(Duration::from_secs(50)));
    check_remaining(running, Duration::from_millis(1_500), Some(Duration::from_millis(48_500)));
    check_remaining(running, Duration::from_secs(70), Some(Duration::ZERO));
    let paused = wire::Clock { paused_since_ms: Some(30_000), ..running };
    check_remaining(paused, Duration::from_secs(70), Some(Duration::from_mins(1)));
    let none = wire::Clock { closes_at_ms: None, ..running };
    check_remaining(none, Duration::ZERO, None);
}

#[test]
fn countdown_without_a_connection_is_a_guess_until_corrected() {
    let mut mirror = Mirror::new();
    let received = moment();
    let pulse = |now_ms| {
        let clock = wire::Clock { now_ms, closes_at_ms: Some(90_000), ..wire::Clock::default() };
        let body = Some(wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None }));
        wire::FeedItem { clock: Some(clock), body, ..Default::default() }
    };
    mirror.fold(&pulse(40_000), received).unwrap();
    let later = received + Duration::from_secs(20);
    assert_eq!(mirror.time_left(later, true).map(TimeLeft::seconds), Some((30, false)));
    assert_eq!(mirror.time_left(later, false).map(TimeLeft::seconds), Some((30, true)));
    // The server was down all that time, so the game's clock was stopped.
    mirror.fold(&pulse(40_000), later).unwrap();
    assert_eq!(mirror.time_left(later, true).map(TimeLeft::seconds), Some((50, false)));
}

/// The items of a whole game `g`, as sent by a server with this key.
fn proved(key: &SigningKey) -> Vec<wire::FeedItem> {
    let mut items = Stage::whole_game().items;
    items[0].server_key = key.public().0.into();
    items[0].instance = branch().instance.0.into();
    let mut hold = HoldTracker::default();
    let setup = setup();
    for (place, item) in (1..).zip(&mut items) {
        let Some(wire::feed_item::Body::Event(event)) = &item.body else { continue };
        if hold.take(&convert::event_from_wire(event, &setup).unwrap().fact) {
            let head = Head([u8::try_from(place).unwrap(); 32]);
            let signature = sign_head(key, &branch(), place, head).0.into();
            let branch = Some(ishigaki_proto::branch::to_wire(&branch()));
            item.proof = Some(wire::Proof { sequence: place, head: head.0.into(), signature, branch });
        }
    }
    items
}

/// The branch of the signed heads.
fn branch() -> Branch {
    Branch::first("g", Instance([5; 16])).next(EpochTag([6; 16]))
}

/// Returns the first error of a mirror of game `g`.
fn first_fault(items: &[wire::FeedItem]) -> Option<MirrorError> {
    let mut mirror = Mirror::of("g");
    items.iter().find_map(|item| mirror.fold(item, moment()).err())
}

/// The indexes of the items with a signed head.
fn closing(items: &[wire::FeedItem]) -> Vec<usize> {
    (0..items.len()).filter(|&at| items[at].proof.is_some()).collect()
}

#[test]
fn mirror_with_game_id_keeps_signed_heads() {
    let key = SigningKey::from_seed([7; 32]);
    let items = proved(&key);
    let mut mirror = Mirror::of("g");
    for item in &items {
        mirror.fold(item, moment()).unwrap();
    }
    assert_eq!(
        (mirror.server_key(), mirror.fingerprint()),
        (Some(&key.public()), Some(key.public().fingerprint()))
    );
    let places: Vec<usize> =
        mirror.heads().iter().map(|head| usize::try_from(head.sequence).unwrap() - 1).collect();
    assert_eq!((places.len(), places), (4, closing(&items)));
}

#[test]
fn feed_without_key_or_head_is_unproved() {
    let unproved = |sequence, fault| Some(MirrorError::Unproved { sequence, fault });
    assert_eq!(first_fault(&Stage::whole_game().items), unproved(1, ProofFault::NoKey));
    let mut items = proved(&SigningKey::from_seed([7; 32]));
    let last = *closing(&items).last().unwrap();
    items[last].proof = None;
    assert_eq!(first_fault(&items), unproved(items[last].sequence, ProofFault::NoHead));
}

#[test]
fn head_with_wrong_signature_is_rejected() {
    let (key, other) = (SigningKey::from_seed([7; 32]), SigningKey::from_seed([8; 32]));
    let items = proved(&key);
    let at = closing(&items)[0];
    let wrong = Some(MirrorError::Unproved {
        sequence: items[at].sequence,
        fault: ProofFault::Signature(signing::Error::WrongSignature),
    });
    let with = |change: &dyn Fn(&mut wire::Proof)| {
        let mut items = items.clone();
        change(items[at].proof.as_mut().unwrap());
        first_fault(&items)
    };
    assert_eq!(with(&|_| {}), None);
    assert_eq!(with(&|proof| proof.head[0] ^= 1), wrong);
    assert_eq!(with(&|proof| proof.sequence += 1), wrong);
    assert_eq!(
        with(&|proof| proof.signature = sign_head(&other, &branch(), 1, Head([1; 32])).0.into()),
        wrong
    );
    let cut = with(&|proof| proof.signature.truncate(63));
    assert!(matches!(cut, Some(MirrorError::Unproved { fault: ProofFault::Malformed, .. })), "{cut:?}");
    let mut elsewhere = Mirror::of("another game");
    let found = items.iter().find_map(|item| elsewhere.fold(item, moment()).err());
    assert_eq!(found, wrong, "a head is signed for one game");
}

#[test]
fn head_of_another_game_or_branch_is_reported() {
    let key = SigningKey::from_seed([7; 32]);
    let items = proved(&key);
    let [first, second, ..] = closing(&items)[..] else { panic!("two heads") };
    // Signed with the server's own key, but on another branch.
    let fault = |at: usize, other: Branch| {
        let mut items = items.clone();
        let proof = items[at].proof.as_mut().unwrap();
        let head = Head(proof.head[..].try_into().unwrap());
        proof.signature = sign_head(&key, &other, proof.sequence, head).0.into();
        proof.branch = Some(ishigaki_proto::branch::to_wire(&other));
        match first_fault(&items) {
            Some(MirrorError::Unproved { fault, .. }) => Some(fault),
            None => None,
            other => panic!("{other:?}"),
        }
    };
    let (expected, found) = (Instance([5; 16]), Instance([9; 16]));
    let restarted = Branch { instance: found, ..branch() };
    assert_eq!(fault(first, restarted), Some(ProofFault::OtherGame { expected, found }));
    let tag = EpochTag([8; 16]);
    let copy = Branch { tag, ..branch() };
    assert_eq!(fault(second, copy), Some(ProofFault::OtherBranch { before: 2, found: 2, tag }));
    let earlier = Branch::first("g", expected);
    let tag = earlier.tag;
    assert_eq!(fault(second, earlier.clone()), Some(ProofFault::OtherBranch { before: 2, found: 1, tag }));
    assert_eq!(fault(first, earlier), None, "the game was taken up behind the first head");
    let odd = Branch { tag: EpochTag([8; 16]), ..Branch::first("g", expected) };
    assert!(matches!(fault(first, odd), Some(ProofFault::OtherBranch { .. })));
    let last = *closing(&items).last().unwrap();
    assert_eq!(fault(last, branch().next(EpochTag([8; 16]))), None, "a server took it up");
}

#[test]
fn head_of_earlier_sequence_is_rejected() {
    let mut items = proved(&SigningKey::from_seed([7; 32]));
    let [first, second, ..] = closing(&items)[..] else { panic!("two signed heads") };
    items[second].proof = items[first].proof.clone();
    let place = items[first].sequence;
    let fault = ProofFault::Backwards { before: place, found: place };
    assert_eq!(first_fault(&items), Some(MirrorError::Unproved { sequence: items[second].sequence, fault }));
}

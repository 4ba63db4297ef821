//! A team's session, without a connection: sealed contents, its own submissions, and outcomes of unanswered
//! calls.

use std::time::{Duration, Instant};

use ishigaki_client::team::{CallOutcome, SealAnswer, SealOutcome, SealRequest, SealedState, Sealing};
use ishigaki_client::{CallError, ReceiptFault, TeamSession};
use ishigaki_proto::convert::{self, attach_receipt};
use ishigaki_proto::receipt::{signature_to_wire, to_wire};
use ishigaki_proto::wire;
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::{Nonce, bids_text, commit};
use ishigaki_record::signing::SigningKey;
use ishigaki_rules::{
    Act, Actor, Cell, ClosePolicy, Command, Fact, Frame, Game, GameTime, LotSpec, Millis, Revision, RoundNo,
    RoundPlan, Setup, Shape, SupportRule, TeamId, TeamSpec, Tsuyama, decide,
};
use tonic::Code;

const A: TeamId = TeamId(0);

fn setup() -> Setup {
    let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
    Setup {
        title: "two teams".into(),
        frame: Frame::parse(&["##", "##"]).unwrap(),
        lots: vec![LotSpec {
            code: "L".into(),
            shape: Shape::new([Cell::new(0, 0)]).unwrap(),
            min_price: Tsuyama(1),
            copies: 2,
        }],
        teams: vec![team("a"), team("b")],
        initial: Tsuyama(100),
        rounds: vec![RoundPlan {
            max_bids: 2,
            max_wins: 1,
            window: Millis(90_000),
            rebid_window: Millis(30_000),
            close: ClosePolicy::AtDeadline,
        }],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
        title_ja: String::new(),
    }
}

type SignedReceipt = (wire::SealReceipt, wire::ReceiptSignature);

/// A minimal server, and the session of team a.
struct Table {
    key: SigningKey,
    game: Game,
    session: TeamSession,
    sequence: u64,
    counter: u64,
    start: Instant,
}

impl Table {
    fn open() -> Self {
        let mut table = Self {
            key: SigningKey::from_seed([7; 32]),
            game: Game::new(setup()),
            session: TeamSession::new("g", "a"),
            sequence: 0,
            counter: 0,
            start: ishigaki_client::now(),
        };
        let body = wire::feed_item::Body::SetUp(convert::setup_to_wire(table.game.setup()));
        table.feed(body, None, None);
        table.give(Actor::Judge, Act::OpenRound { round: RoundNo(1) });
        table
    }

    fn feed(
        &mut self,
        body: wire::feed_item::Body,
        derived: Option<wire::Derived>,
        receipt_signature: Option<wire::ReceiptSignature>,
    ) -> Option<CallOutcome> {
        self.sequence += 1;
        let (server_key, instance) = (self.key.public().0.to_vec(), [5; 16].to_vec());
        let (sequence, clock) = (self.sequence, Some(convert::clock_to_wire(&self.game)));
        let body = Some(body);
        let item = wire::FeedItem {
            sequence,
            clock,
            body,
            derived,
            server_key,
            instance,
            receipt_signature,
            ..Default::default()
        };
        self.session.fold(&item, self.start).unwrap().outcome
    }

    fn give(&mut self, by: Actor, act: Act) -> (Option<SignedReceipt>, Option<CallOutcome>) {
        let (mut receipt, mut outcome) = (None, None);
        for event in decide(&self.game, &Command { at: GameTime(1_000), by, act }).unwrap() {
            self.game.apply(&event);
            let mut sent = convert::event_to_wire(&event, self.game.setup());
            if let Fact::BidsSealed { sealed: Some(sealed), .. } = &event.fact {
                receipt = Some(self.receipt(&bids_text(self.game.setup(), &sealed.lines).unwrap()));
                attach_receipt(&mut sent, receipt.clone().unwrap().0);
            }
            let derived = convert::derived(&self.game, &event);
            let signature = receipt.as_ref().map(|(_, signature)| signature.clone());
            outcome = self.feed(wire::feed_item::Body::Event(sent), derived, signature).or(outcome);
        }
        (receipt, outcome)
    }

    fn receipt(&mut self, list: &str) -> SignedReceipt {
        self.counter += 1;
        let nonce = Nonce([9; 32]);
        let receipt = Receipt {
            branch: Branch::first("g", Instance([5; 16])),
            round: RoundNo(1),
            attempt: 1,
            wave: 0,
            team: "a".into(),
            counter: self.counter,
            at: GameTime(1_000),
            commitment: commit(&nonce, list),
        };
        (to_wire(&receipt, &nonce), signature_to_wire(&receipt.sign(&self.key)))
    }

    /// Handles a request. Returns the answer, and the outcome of an earlier unanswered call, if the feed
    /// reveals it.
    fn judge(&mut self, request: &SealRequest) -> (SealAnswer, Option<CallOutcome>) {
        let SealRequest::Bids(request) = request else { panic!("a list") };
        let read_act = convert::act::submit_bids(request, A, self.game.setup()).unwrap();
        let (receipt, outcome) = self.give(Actor::Team(A), read_act.act);
        let revision = self.game.current_round().unwrap().revision(A).unwrap();
        let (receipt, signature) =
            receipt.map(|(receipt, signature)| (Box::new(receipt), Box::new(signature))).unzip();
        (SealAnswer { revision, received_at: GameTime(1_000), receipt, signature }, outcome)
    }
}

fn list(price: u64) -> Sealing {
    Sealing::Bids(vec![wire::Bid { lot: "L".into(), price }])
}

const LOST: CallError = CallError::Unanswered { code: Code::Unavailable };

#[test]
fn seal_names_replaced_revision_and_yields_one_receipt() {
    let mut table = Table::open();
    for revision in [1, 2] {
        let (ticket, request) = table.session.seal(list(10 + u64::from(revision))).unwrap();
        assert!(matches!(&request, SealRequest::Bids(bids) if bids.replaces_revision == revision - 1));
        let (answer, told) = table.judge(&request);
        let outcome = table.session.take_seal_answer(ticket, Ok(answer), None).unwrap();
        let SealOutcome::Sealed(sealed) = outcome else { panic!("{outcome:?}") };
        assert_eq!((sealed.revision, told), (Revision(revision), None));
        assert!(sealed.receipt.is_ok() && !table.session.is_sealing());
        assert_eq!(table.session.take_new_receipts().len(), 1, "in the feed and in the answer");
    }
    assert_eq!(table.session.sealed_state(&list(12)), SealedState::This(Revision(2)));
    assert_eq!(table.session.sealed_state(&list(11)), SealedState::Own);
}

#[test]
fn feed_resolves_unanswered_seal() {
    let mut table = Table::open();
    let (ticket, request) = table.session.seal(list(10)).unwrap();
    let lost = table.session.take_seal_answer(ticket, Err(LOST), Some(table.start));
    assert!(matches!(lost, Some(SealOutcome::Unanswered { confirmed: None, .. })), "{lost:?}");
    assert_eq!(table.session.unanswered().len(), 1);
    assert_eq!(table.judge(&request).1, Some(CallOutcome::Sealed(Revision(1))));
    assert!(table.session.unanswered().is_empty());
    // The feed is faster than the answer.
    let (ticket, request) = table.session.seal(list(20)).unwrap();
    table.judge(&request);
    let lost = table.session.take_seal_answer(ticket, Err(LOST), Some(table.start));
    assert!(matches!(lost, Some(SealOutcome::Unanswered { confirmed: Some(Revision(2)), .. })), "{lost:?}");
}

#[test]
fn seal_missing_from_feed_is_not_sealed() {
    let mut table = Table::open();
    let lose = |table: &mut Table| {
        let (ticket, _) = table.session.seal(list(10)).unwrap();
        table.session.take_seal_answer(ticket, Err(LOST), Some(table.start)).unwrap();
    };
    lose(&mut table);
    assert_eq!(table.session.pass(table.start + Duration::from_secs(1)), []);
    assert_eq!(table.session.pass(table.start + Duration::from_secs(6)), [CallOutcome::NotSealed]);
    lose(&mut table);
    assert_eq!(table.session.catch_up(), [CallOutcome::NotSealed]);
    assert_eq!(table.session.sealed_state(&list(10)), SealedState::Nothing);
}

#[test]
fn list_sealed_elsewhere_is_foreign_and_its_receipt_wrong() {
    let mut table = Table::open();
    let (_, request) = Table::open().session.seal(list(30)).unwrap();
    table.judge(&request);
    assert_eq!(table.session.sealed_state(&list(10)), SealedState::Elsewhere);
    let (ticket, request) = table.session.seal(list(10)).unwrap();
    let (mut answer, _) = table.judge(&request);
    answer.signature.as_mut().unwrap().root[0] ^= 1;
    let outcome = table.session.take_seal_answer(ticket, Ok(answer), None).unwrap();
    let SealOutcome::Sealed(sealed) = outcome else { panic!("{outcome:?}") };
    assert!(matches!(sealed.receipt, Err(ReceiptFault::Signature(_))), "{:?}", sealed.receipt);
    assert!(!format!("{:?} {:?}", table.session, list(4_711)).contains("4711"));
}

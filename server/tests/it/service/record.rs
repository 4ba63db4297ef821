//! Receipts, signed heads, and the record as far as it is open.

use std::sync::Arc;

use ishigaki_proto::receipt;
use ishigaki_proto::{judge, team, watch, wire};
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::commit;
use ishigaki_record::signing::{PublicKey, Signature, verify_head};
use ishigaki_record::transcript::complete;
use ishigaki_record::verify::{Ending, Signer, verify};
use ishigaki_testkit::{ManualClock, SeededEntropy, TestServer};
use prost::Message as _;

use crate::service::fixture::{CONTEST, Participant, ServiceFixture};

impl ServiceFixture {
    /// A hall whose randomness follows from a seed.
    async fn seeded(seed: u64) -> Self {
        let clock = ManualClock::new();
        let entropy = Arc::new(SeededEntropy::new(seed));
        let server = TestServer::start_with(Arc::new(clock.clone()), entropy, CONTEST).await;
        Self { clock, server }
    }

    /// All lines that are open, read a few at a time, and whether there will never be more.
    async fn record(&self, limit: u32) -> (Vec<String>, bool) {
        let mut board = self.link("board").watch();
        let (mut lines, mut from_line) = (Vec::new(), 1);
        loop {
            let request = watch::ReadRecordRequest { game: "g".into(), from_line, limit };
            let page = board.read_record(request).await.unwrap().into_inner();
            let given = u64::try_from(page.lines.len()).unwrap();
            assert!(limit == 0 || given <= u64::from(limit), "{given} lines");
            assert_eq!(page.next_line, from_line + given);
            lines.extend(page.lines);
            if given == 0 || page.is_complete {
                return (lines, page.is_complete);
            }
            from_line = page.next_line;
        }
    }

    /// The names of the kinds of lines and facts that are open after the game's own line.
    async fn told(&self) -> Vec<String> {
        let (lines, _) = self.record(0).await;
        lines[1..].iter().map(|line| name(line)).collect()
    }

    /// Follows the board's feed until a fact of this name.
    async fn until(&self, name: &str) -> Participant {
        let mut board = self.seat("board");
        board.until(name).await;
        board
    }
}

fn name(line: &str) -> String {
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    let fact = line.pointer("/fact/fact").unwrap_or(&line["kind"]);
    fact.as_str().unwrap().to_owned()
}

impl Participant {
    async fn seal(&self, replaces: u32, price: u64) -> team::SubmitBidsResponse {
        let request = team::SubmitBidsRequest {
            game: "g".into(),
            round: 1,
            replaces_revision: replaces,
            bids: vec![wire::Bid { lot: "P".into(), price }],
            ..Default::default()
        };
        self.link.team().submit_bids(request).await.unwrap().into_inner()
    }

    async fn void(&self, round: u32) {
        let request = judge::VoidRoundRequest { round, reason: "power cut".into(), ..Default::default() };
        self.link.judge().void_round(request).await.unwrap();
    }

    async fn abandon(&self) {
        let request = judge::AbandonGameRequest { game: "g".into(), reason: "wrong problem".into() };
        self.link.judge().abandon_game(request).await.unwrap();
    }

    fn server_key(&self) -> PublicKey {
        PublicKey(self.items[0].server_key[..].try_into().unwrap())
    }

    /// The receipts that this seat has seen, in order.
    fn receipts(&self) -> Vec<SignedReceipt> {
        let receipt = |item: &wire::FeedItem| {
            let Some(wire::feed_item::Body::Event(event)) = &item.body else { return None };
            let receipt = match event.fact.as_ref()? {
                wire::event::Fact::BidsSealed(fact) => fact.sealed.as_ref()?.receipt.clone(),
                wire::event::Fact::RebidSealed(fact) => fact.sealed.as_ref()?.receipt.clone(),
                _ => None,
            };
            Some((receipt?, item.receipt_signature.clone().unwrap()))
        };
        self.items.iter().filter_map(receipt).collect()
    }

    /// The signed heads that this seat has seen, in order.
    fn proofs(&self) -> Vec<wire::Proof> {
        self.items.iter().filter_map(|item| item.proof.clone()).collect()
    }
}

/// A receipt and its signature, as they were sent.
type SignedReceipt = (wire::SealReceipt, wire::ReceiptSignature);

/// Whether the server's signature of a receipt holds, and its commitment is that of this list.
#[track_caller]
fn check_receipt((sent, signature): &SignedReceipt, key: PublicKey, text: &str) {
    let (receipt, nonce) = receipt::from_wire(sent).unwrap();
    let signature = receipt::signature_from_wire(signature).unwrap();
    assert_eq!(receipt.commitment, commit(&nonce, text));
    receipt.verify(&key, &signature).unwrap();
    let later = Receipt { counter: receipt.counter + 1, ..receipt };
    later.verify(&key, &signature).unwrap_err();
}

#[tokio::test]
async fn every_sealing_is_answered_with_a_receipt_that_the_teams_own_feed_has_too() {
    let fixture = ServiceFixture::open().await;
    let (judge, mut a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    judge.open_round(1).await.unwrap();
    fixture.wait(5);
    let answers = [a.seal(0, 20).await, a.seal(1, 21).await];
    b.seal(0, 21).await;
    fixture.wait(89_995);
    a.until("lists_opened").await;
    let raises = vec![wire::Raise { priority: 1, price: 22 }];
    let request = team::SubmitRebidRequest { round: 1, wave: 1, raises, ..Default::default() };
    let raised = a.link.team().submit_rebid(request).await.unwrap().into_inner();
    a.until("rebid_sealed").await;
    let key = a.server_key();
    let signed = |answer: &team::SubmitBidsResponse| {
        (answer.receipt.clone().unwrap(), answer.receipt_signature.clone().unwrap())
    };
    let receipts: Vec<SignedReceipt> = answers.iter().map(signed).collect();
    check_receipt(&receipts[0], key, r#"{"bids":[{"lot":"P","price":20}]}"#);
    check_receipt(&receipts[1], key, r#"{"bids":[{"lot":"P","price":21}]}"#);
    let raise = (raised.receipt.unwrap(), raised.receipt_signature.unwrap());
    check_receipt(&raise, key, r#"{"raises":[{"priority":1,"price":22}]}"#);
    let said = |(receipt, _): &SignedReceipt| (receipt.counter, receipt.wave, receipt.at_ms);
    assert_eq!([&receipts[0], &receipts[1], &raise].map(said), [(1, 0, 5), (2, 0, 5), (3, 1, 90_000)]);
    assert_eq!(a.receipts(), [receipts, vec![raise]].concat(), "a lost answer is not lost to the team");
    let board = fixture.until("lists_opened").await;
    assert_eq!(board.receipts(), [], "and goes to nobody else");
}

#[tokio::test]
async fn a_receipt_depends_on_nothing_that_other_teams_do() {
    let (calm, busy) = (ServiceFixture::seeded(1).await, ServiceFixture::seeded(1).await);
    let mut answers = Vec::new();
    for (fixture, replaced) in [(&calm, 0), (&busy, 3)] {
        let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
        judge.open_round(1).await.unwrap();
        for replaces in 0..replaced {
            b.seal(replaces, 30 + u64::from(replaces)).await;
        }
        answers.push([a.seal(0, 20).await.encode_to_vec(), a.seal(1, 21).await.encode_to_vec()]);
    }
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test]
async fn the_signed_heads_of_the_feed_are_those_of_the_records_lines() {
    let fixture = ServiceFixture::open().await;
    let (judge, mut a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    judge.open_round(1).await.unwrap();
    a.seal(0, 20).await;
    let counted = a.seal(1, 21).await.receipt.unwrap();
    b.seal(0, 21).await;
    fixture.wait(90_000);
    a.until("lists_opened").await;
    fixture.wait(30_000);
    a.until("rebids_opened").await;
    judge.abandon().await;
    a.until("game_abandoned").await;
    let (lines, is_complete) = fixture.record(2).await;
    assert!(is_complete);
    assert_eq!(a.proofs(), fixture.until("game_abandoned").await.proofs(), "everybody sees the same heads");
    let (mut head, mut sequence, mut seen) = (Head::START, 0_u64, Vec::new());
    for line in &lines {
        match name(line).as_str() {
            "signed" => seen.push((sequence, head)),
            kind => {
                head = head.then(line.as_bytes());
                sequence += u64::from(kind != "game");
            }
        }
    }
    let told: Vec<_> =
        a.proofs().iter().map(|proof| (proof.sequence, Head(proof.head[..].try_into().unwrap()))).collect();
    assert_eq!(told, seen);
    assert_eq!(told.len(), 3);
    for proof in a.proofs() {
        let signature = Signature(proof.signature[..].try_into().unwrap());
        let head = Head(proof.head[..].try_into().unwrap());
        let branch = ishigaki_proto::branch::from_wire("g", proof.branch.as_ref()).unwrap();
        verify_head(&a.server_key(), &branch, proof.sequence, head, &signature).unwrap();
    }
    let commitment = hex::encode(&counted.commitment);
    let before_first_head = lines.iter().take_while(|line| name(line) != "signed");
    let covering = before_first_head.filter(|line| line.contains(&commitment)).count();
    assert_eq!(covering, 1, "what the team has a receipt for is in the chain that was signed at the opening");
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let report = verify(&complete(&text).unwrap(), Some(&a.server_key().fingerprint())).unwrap();
    assert_eq!((report.ending, report.signer, report.heads), (Ending::Abandoned, Signer::Checked, 3));
    assert_eq!((report.seals, report.unopened, report.unsigned), (3, 1, 0));
}

#[tokio::test]
async fn the_record_is_handed_out_no_further_than_it_is_open() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    assert_eq!(fixture.told().await, [""; 0], "the set-up is open from the start");
    judge.open_round(1).await.unwrap();
    assert_eq!(fixture.told().await, ["round_opened"]);
    a.seal(0, 20).await;
    assert_eq!(fixture.told().await, ["round_opened"]);
    a.seal(1, 21).await;
    b.seal(0, 21).await;
    assert_eq!(fixture.told().await, ["round_opened"], "that a list was replaced is sealed, too (A4)");
    fixture.wait(90_000);
    fixture.until("lists_opened").await;
    let opened = ["round_opened", "bids_sealed", "bids_sealed", "bids_sealed", "lists_opened", "signed"];
    assert_eq!(fixture.told().await, opened);
    a.raise(1, 1, &[(1, 22)]).await.unwrap();
    assert_eq!(fixture.told().await, opened, "re-bids are sealed as lists are");
    fixture.wait(30_000);
    fixture.until("rebids_opened").await;
    let settled = [&opened[..], &["rebid_sealed", "rebids_opened", "signed"]].concat();
    assert_eq!(fixture.told().await, settled);
    judge.confirm_all(1, 1).await.unwrap();
    judge.open_round(2).await.unwrap();
    let started = [&settled[..], &["lots_confirmed", "round_finalised", "signed", "round_opened"]].concat();
    assert_eq!(fixture.told().await, started, "what is not sealed goes out at once");
    a.bid(2, 0, &[]).await.unwrap();
    judge.void(2).await;
    judge.open_round(2).await.unwrap();
    b.bid(2, 0, &[]).await.unwrap();
    assert_eq!(fixture.told().await, started, "a void releases nothing");
    judge.abandon().await;
    let void = ["bids_sealed", "round_voided", "signed", "round_opened", "bids_sealed"];
    let rest = [&void[..], &["game_abandoned", "signed"]].concat();
    assert_eq!(fixture.told().await, [&started[..], &rest].concat(), "at the end all of it is open");
}

#[tokio::test]
async fn every_audience_is_handed_the_same_record_to_whoever_may_see_the_game() {
    let contest =
        format!("{CONTEST}\n[[team]]\nid = \"c\"\nname = \"C\"\n[[team]]\nid = \"d\"\nname = \"D\"\n");
    let contest = contest.replace("close = \"deadline\"", "close = \"deadline\"\nteams = [\"a\", \"b\"]");
    let fixture = ServiceFixture::with(&contest).await;
    fixture.seat("judge").open_round(1).await.unwrap();
    let (lines, is_complete) = fixture.record(1).await;
    assert_eq!((lines.len(), is_complete), (2, false));
    let game = || String::from("g");
    let (from_line, limit) = (2, 5);
    let request = watch::ReadRecordRequest { game: game(), from_line, limit };
    let team = fixture.link("a").watch().read_record(request.clone()).await.unwrap().into_inner();
    assert_eq!((team.lines, team.next_line, team.is_complete), (vec![lines[1].clone()], 3, false));
    let asked = watch::ReadRecordRequest { game: game(), from_line, limit };
    assert_eq!(
        fixture.link("judge").watch().read_record(asked).await.unwrap().into_inner().lines,
        lines[1..]
    );
    let asked = watch::ReadRecordRequest { game: game(), from_line: 0, limit: 0 };
    let seen = fixture.link("organiser").watch().read_record(asked).await.unwrap().into_inner();
    assert_eq!(seen.lines, lines);
    let beyond = watch::ReadRecordRequest { game: game(), from_line: 99, limit };
    let beyond = fixture.link("b").watch().read_record(beyond).await.unwrap().into_inner();
    assert_eq!((beyond.lines.len(), beyond.next_line, beyond.is_complete), (0, 99, false));
    let stranger = fixture.link("c").watch().read_record(request).await.unwrap_err();
    assert_eq!(crate::service::fixture::reason(&stranger), "ERROR_REASON_UNKNOWN_GAME");
}

#[tokio::test]
async fn after_a_restart_receipts_and_record_go_on_without_a_break() {
    let mut fixture = ServiceFixture::open().await;
    let (judge, a) = (fixture.seat("judge"), fixture.seat("a"));
    judge.open_round(1).await.unwrap();
    let first = a.seal(0, 20).await.receipt.unwrap();
    fixture.server.stop().await;
    fixture.server.resume().await;
    let second = a.seal(1, 21).await.receipt.unwrap();
    assert_eq!((first.counter, second.counter), (1, 2));
    fixture.server.stop().await;
    fixture.server.resume().await;
    let mut a = fixture.seat("a");
    // The game's time stands still until the server is up again.
    a.until("bids_sealed").await;
    fixture.wait(90_000);
    a.until("lists_opened").await;
    let (key, kept) = (a.server_key(), a.receipts());
    check_receipt(&kept[0], key, r#"{"bids":[{"lot":"P","price":21}]}"#);
    let kept: Vec<_> = kept.into_iter().map(|(receipt, _)| receipt).collect();
    assert_eq!(kept, std::slice::from_ref(&second), "the latest, signed anew");
    judge.abandon().await;
    let (lines, _) = fixture.record(0).await;
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let report = verify(&complete(&text).unwrap(), Some(&a.server_key().fingerprint())).unwrap();
    assert_eq!((report.seals, report.lists, report.unopened), (2, 1, 1));
}

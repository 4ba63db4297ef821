//! Receipts, signed heads, and the public part of the record.

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
    /// A server with seeded randomness.
    async fn seeded(seed: u64) -> Self {
        let clock = ManualClock::new();
        let entropy = Arc::new(SeededEntropy::new(seed));
        let server = TestServer::start_with(Arc::new(clock.clone()), entropy, CONTEST).await;
        Self { clock, server }
    }

    /// Returns all public lines, read in pages of this size, and whether they are final.
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

    /// Returns the names of the public lines and facts after the game's first line.
    async fn public_facts(&self) -> Vec<String> {
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

    fn proofs(&self) -> Vec<wire::Proof> {
        self.items.iter().filter_map(|item| item.proof.clone()).collect()
    }
}

type SignedReceipt = (wire::SealReceipt, wire::ReceiptSignature);

/// Asserts that the server's signature of a receipt is valid and its commitment matches this list.
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
async fn each_submission_has_receipt_in_answer_and_own_feed() {
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
    let fields = |(receipt, _): &SignedReceipt| (receipt.counter, receipt.wave, receipt.at_ms);
    assert_eq!([&receipts[0], &receipts[1], &raise].map(fields), [(1, 0, 5), (2, 0, 5), (3, 1, 90_000)]);
    assert_eq!(a.receipts(), [receipts, vec![raise]].concat(), "a lost answer is not lost to the team");
    let board = fixture.until("lists_opened").await;
    assert_eq!(board.receipts(), [], "and goes to nobody else");
}

#[tokio::test]
async fn receipt_is_independent_of_other_teams() {
    let (undisturbed, busy) = (ServiceFixture::seeded(1).await, ServiceFixture::seeded(1).await);
    let mut answers = Vec::new();
    for (fixture, replaced) in [(&undisturbed, 0), (&busy, 3)] {
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
async fn signed_heads_of_feed_match_record_lines() {
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
    let recorded: Vec<_> =
        a.proofs().iter().map(|proof| (proof.sequence, Head(proof.head[..].try_into().unwrap()))).collect();
    assert_eq!(recorded, seen);
    assert_eq!(recorded.len(), 3);
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
async fn record_is_readable_only_up_to_sealed_part() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    assert_eq!(fixture.public_facts().await, [""; 0], "the set-up is open from the start");
    judge.open_round(1).await.unwrap();
    assert_eq!(fixture.public_facts().await, ["round_opened"]);
    a.seal(0, 20).await;
    assert_eq!(fixture.public_facts().await, ["round_opened"]);
    a.seal(1, 21).await;
    b.seal(0, 21).await;
    assert_eq!(
        fixture.public_facts().await,
        ["round_opened"],
        "that a list was replaced is sealed, too (A4)"
    );
    fixture.wait(90_000);
    fixture.until("lists_opened").await;
    let opened = ["round_opened", "bids_sealed", "bids_sealed", "bids_sealed", "lists_opened", "signed"];
    assert_eq!(fixture.public_facts().await, opened);
    a.raise(1, 1, &[(1, 22)]).await.unwrap();
    assert_eq!(fixture.public_facts().await, opened, "re-bids are sealed as lists are");
    fixture.wait(30_000);
    fixture.until("rebids_opened").await;
    let settled = [&opened[..], &["rebid_sealed", "rebids_opened", "signed"]].concat();
    assert_eq!(fixture.public_facts().await, settled);
    judge.confirm_all(1, 1).await.unwrap();
    judge.open_round(2).await.unwrap();
    let started = [&settled[..], &["lots_confirmed", "round_finalised", "signed", "round_opened"]].concat();
    assert_eq!(fixture.public_facts().await, started, "what is not sealed goes out at once");
    a.bid(2, 0, &[]).await.unwrap();
    judge.void(2).await;
    judge.open_round(2).await.unwrap();
    b.bid(2, 0, &[]).await.unwrap();
    assert_eq!(fixture.public_facts().await, started, "a void releases nothing");
    judge.abandon().await;
    let void = ["bids_sealed", "round_voided", "signed", "round_opened", "bids_sealed"];
    let rest = [&void[..], &["game_abandoned", "signed"]].concat();
    assert_eq!(fixture.public_facts().await, [&started[..], &rest].concat(), "at the end all of it is open");
}

#[tokio::test]
async fn record_is_identical_for_each_audience() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    let (lines, is_complete) = fixture.record(1).await;
    assert_eq!((lines.len(), is_complete), (2, false));
    let request = watch::ReadRecordRequest { game: "g".into(), from_line: 1, limit: 5 };
    for name in ["a", "judge", "organiser"] {
        let page = fixture.link(name).watch().read_record(request.clone()).await.unwrap().into_inner();
        assert_eq!((page.lines, page.next_line, page.is_complete), (lines.clone(), 3, false), "{name}");
    }
    let beyond = watch::ReadRecordRequest { from_line: 99, ..request };
    let beyond = fixture.link("b").watch().read_record(beyond).await.unwrap().into_inner();
    assert_eq!((beyond.lines.len(), beyond.next_line, beyond.is_complete), (0, 99, false));
}

#[tokio::test]
async fn receipts_and_record_continue_after_restart() {
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
    // The game's clock is paused until the server is up again.
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

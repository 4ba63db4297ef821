//! Network failures: the real services and clients over the real transport, on a simulated network and in
//! simulated time.
//!
//! Each case runs for several seeds, which decide message delays and failures. Timeouts, heartbeats and retry
//! delays are the real ones. A seed doesn't fix the order in which tokio runs tasks that are ready in the
//! same tick, so two runs may differ by an outage; the assertions hold in both.

mod faults;
mod fixture;
mod seat;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use faults::ConnectionFaults;
use fixture::{CutFixture, SERVER, simulation};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::{receipt, wire};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use seat::{ParticipantNotes, SimulatedParticipant, insist, reason};
use tonic::Status;

const SEEDS: std::ops::RangeInclusive<u64> = 1..=5;

#[test]
fn cut_feed_heals_without_gap_or_repeat() {
    const WATCHERS: [&str; 3] = ["wall", "bench", "laptop"];
    const TOKENS: [&str; 3] = ["board", "a", "b"];
    let mut outages = 0;
    for seed in SEEDS {
        let mut sim = simulation(seed);
        let fixture = CutFixture::open(&mut sim, seed);
        let notes = TOKENS.map(|_| ParticipantNotes::new());
        for ((host, token), notes) in WATCHERS.into_iter().zip(TOKENS).zip(&notes) {
            let (fixture, notes) = (fixture.clone(), notes.clone());
            sim.host(host, move || watch_to_the_end(fixture.clone(), token, notes.clone()));
        }
        let is_played = Arc::new(AtomicBool::new(false));
        let uncut = TOKENS.map(|_| ParticipantNotes::new());
        sim.client(
            "floor",
            play_and_look_back(fixture.clone(), seed, is_played.clone(), notes.clone(), uncut.clone()),
        );
        let mut faults = ConnectionFaults::new(seed, &WATCHERS, "laptop");
        fixture.run(&mut sim, |sim| {
            if is_played.load(Ordering::Relaxed) { faults.end(sim) } else { faults.step(sim) }
        });
        for ((token, notes), uncut) in TOKENS.into_iter().zip(&notes).zip(&uncut) {
            assert!(uncut.bytes().len() > 15, "seed {seed}: {token} saw {} items", uncut.bytes().len());
            assert!(notes.bytes() == uncut.bytes(), "seed {seed}: {token} saw something else");
            assert_eq!(notes.game(), uncut.game(), "seed {seed}: {token}'s game");
            outages += notes.outages();
        }
    }
    assert!(outages >= 12, "only {outages} outages: nothing was tried");
}

async fn watch_to_the_end(
    fixture: CutFixture,
    token: &'static str,
    notes: ParticipantNotes,
) -> turmoil::Result {
    let mut seat = SimulatedParticipant::take(&fixture, token, notes.clone());
    while !notes.is_complete() {
        seat.fact().await;
    }
    Ok(())
}

/// Plays a whole game from the hall's floor, waits until all watchers have seen it, and takes feeds that nothing cuts.
async fn play_and_look_back(
    fixture: CutFixture,
    seed: u64,
    is_played: Arc<AtomicBool>,
    watchers: [ParticipantNotes; 3],
    uncut: [ParticipantNotes; 3],
) -> turmoil::Result {
    whole_game(&fixture, seed).await;
    is_played.store(true, Ordering::Relaxed);
    while !watchers.iter().all(ParticipantNotes::is_complete) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    for (token, notes) in ["board", "a", "b"].into_iter().zip(uncut) {
        watch_to_the_end(fixture.clone(), token, notes.clone()).await?;
        assert_eq!(notes.outages(), 0);
    }
    Ok(())
}

/// A whole game at the pace of people: a replaced list, a tie won by re-bid, a declined round, the end, the result.
async fn whole_game(fixture: &CutFixture, seed: u64) {
    let [judge, a, b] = ["judge", "a", "b"].map(|name| SimulatedParticipant::new(fixture, name));
    let mut board = SimulatedParticipant::new(fixture, "board");
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut think = async || tokio::time::sleep(Duration::from_millis(random.random_range(500..9_000))).await;
    insist(async || judge.open_round(1).await).await;
    think().await;
    insist(async || a.bid(1, 0, &[("P", 19)]).await).await;
    think().await;
    insist(async || a.bid(1, 1, &[("P", 20)]).await).await;
    think().await;
    insist(async || b.bid(1, 0, &[("P", 20), ("O", 20)]).await).await;
    board.until("lists_opened").await;
    think().await;
    insist(async || a.raise(1, 1, &[(1, 21)]).await).await;
    think().await;
    insist(async || b.raise(1, 1, &[]).await).await;
    board.until("rebids_opened").await;
    think().await;
    insist(async || judge.confirm_all(1, 1).await).await;
    think().await;
    insist(async || judge.open_round(2).await).await;
    think().await;
    insist(async || a.bid(2, 0, &[("T", 7)]).await).await;
    think().await;
    insist(async || b.bid(2, 0, &[]).await).await;
    board.until("lists_opened").await;
    think().await;
    insist(async || judge.confirm_all(2, 1).await).await;
    think().await;
    insist(async || judge.signal_end().await).await;
    board.until("game_ended").await;
    think().await;
    insist(async || judge.declare().await).await;
    board.until("result_declared").await;
}

#[test]
fn list_with_a_lost_answer_is_found_once_with_its_receipt() {
    for seed in SEEDS {
        let mut sim = simulation(seed);
        let fixture = CutFixture::open(&mut sim, seed);
        let opening = fixture.clone();
        sim.client("judge", async move {
            insist(async || SimulatedParticipant::new(&opening, "judge").open_round(1).await).await;
            Ok(())
        });
        sim.client("bench", bid_through_cuts(fixture.clone(), seed));
        fixture.run(&mut sim, |_| {});
    }
}

async fn bid_through_cuts(fixture: CutFixture, seed: u64) -> turmoil::Result {
    let mut a = SimulatedParticipant::new(&fixture, "a");
    a.until("round_opened").await;
    turmoil::partition_oneway("bench", SERVER);
    let unanswered = a.bid(1, 0, &[("P", 20)]).await.unwrap_err();
    assert_eq!(reason(&unanswered), None, "{unanswered:?}");
    turmoil::repair("bench", SERVER);
    a.caught_up_after(1).await;
    assert_eq!(a.notes.own_lists(), [], "the list was lost, and its team can see that");

    turmoil::partition_oneway(SERVER, "bench");
    let unanswered = a.bid(1, 0, &[("P", 20)]).await.unwrap_err();
    assert_eq!(reason(&unanswered), None, "{unanswered:?}");
    if seed.is_multiple_of(2) {
        fixture.bounce(SERVER);
    }
    turmoil::repair("bench", SERVER);
    a.caught_up_after(2).await;
    let lists = a.notes.own_lists();
    let [sealed] = &lists[..] else { panic!("one list, not {lists:?}") };
    assert_eq!((sealed.revision, &sealed.bids[0].lot[..], sealed.bids[0].price), (1, "P", 20));
    let receipt = sealed.receipt.as_ref().expect("it comes with its receipt");
    verify(receipt, &a.notes);

    let again = a.bid(1, 0, &[("P", 20)]).await.unwrap_err();
    assert_eq!(reason(&again), Some(ErrorReason::Replaced), "a repeated list knows of no earlier one");
    let next = a.bid(1, 1, &[("P", 21)]).await.unwrap();
    let counter = next.receipt.expect("every answer has a receipt").counter;
    assert_eq!((next.revision, counter), (2, receipt.counter + 1), "nothing was sealed in between");
    a.until("bids_sealed").await;
    assert_eq!(a.notes.own_lists().len(), 2);
    Ok(())
}

fn verify(receipt: &wire::SealReceipt, notes: &ParticipantNotes) {
    let (receipt, _) = receipt::from_wire(receipt).unwrap();
    let signature = receipt::signature_from_wire(&notes.receipt_signatures()[0]).unwrap();
    receipt.verify(&notes.server_key(), &signature).unwrap();
}

#[test]
fn judge_action_with_lost_response_is_applied_once() {
    for seed in SEEDS {
        let mut sim = simulation(seed);
        let fixture = CutFixture::open(&mut sim, seed);
        let teams = fixture.clone();
        sim.client("bench", async move {
            let [mut a, b] = ["a", "b"].map(|name| SimulatedParticipant::new(&teams, name));
            a.until("round_opened").await;
            insist(async || a.bid(1, 0, &[("P", 20)]).await).await;
            insist(async || b.bid(1, 0, &[("O", 20)]).await).await;
            Ok(())
        });
        sim.client("desk", judge_through_cuts(fixture.clone(), seed));
        fixture.run(&mut sim, |_| {});
    }
}

async fn judge_through_cuts(fixture: CutFixture, seed: u64) -> turmoil::Result {
    let mut judge = SimulatedParticipant::new(&fixture, "judge");
    judge.caught_up_after(0).await;
    deafen();
    let unanswered = judge.open_round(1).await.unwrap_err();
    hear_again(&fixture, seed);
    assert_eq!(reason(&unanswered), None, "{unanswered:?}");
    let again = unsettled(async || judge.open_round(1).await).await;
    assert_eq!(reason(&again), Some(ErrorReason::WrongPhase), "it is open already");

    judge.until("lists_opened").await;
    deafen();
    let unanswered = judge.confirm_all(1, 1).await.unwrap_err();
    hear_again(&fixture, seed);
    assert_eq!(reason(&unanswered), None, "{unanswered:?}");
    let again = unsettled(async || judge.confirm_all(1, 1).await).await;
    assert_eq!(reason(&again), Some(ErrorReason::WrongPhase), "it is already confirmed");
    let again = judge.open_round(1).await.unwrap_err();
    assert_eq!(reason(&again), Some(ErrorReason::WrongRound), "the next round is the second");

    judge.until("round_finalised").await;
    judge.open_round(2).await.unwrap();
    judge.until("round_opened").await;
    let counts = ["round_opened", "lists_opened", "round_finalised"].map(|name| judge.notes.count(name));
    assert_eq!(counts, [2, 1, 1], "nothing has happened twice");
    assert!(judge.notes.outages() >= 2, "both cuts were felt");
    Ok(())
}

fn deafen() {
    turmoil::partition_oneway(SERVER, "desk");
}

fn hear_again(fixture: &CutFixture, seed: u64) {
    if seed.is_multiple_of(2) {
        fixture.bounce(SERVER);
    }
    turmoil::repair("desk", SERVER);
}

async fn unsettled(mut act: impl AsyncFnMut() -> Result<(), Status>) -> Status {
    loop {
        let status = act().await.expect_err("it has been done already");
        if reason(&status).is_some() {
            return status;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

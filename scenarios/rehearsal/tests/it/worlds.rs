//! Two worlds that differ only in sealed content (`A4`), or in messages to some teams (`messages.rs`). All other
//! readers see the same bytes in both.
//!
//! Each pair of worlds is two whole games on two real servers with the same clock steps and the same seed.
//! They differ in the sealed, unopened lists of some teams, and in how often a list was replaced or rejected.
//! Until the opening, everything visible to others is recorded and compared byte for byte: all feeds, live
//! and resumed from every number, with their pulses; answers, rejections with their details, headers and
//! trailers; the record; the judge's screens; health, schema and metrics; the project's log at every level;
//! and `Debug` output. Canary prices are searched for in all of it, and in the server's files. The teams' own
//! data after a reconnect has the same number and lengths in both worlds.
//!
//! Not compared, because they depend on the machine: the `date` header; port and directory in the log;
//! durations and machine data in metrics; and the log of network libraries, which contains the sizes of every
//! connection's own messages.
//!
//! After a kill the clock continues from the last heartbeat or the last public event, and nothing is stamped
//! before the next whole second.
//!
//! The test must be able to fail: [`difference`] has its own test, every run sees both worlds differ after the
//! opening, and each canary is found where it is allowed. Each of these server changes made it fail: replaced
//! lists in public, a log line per submission, the record open during a round or after a void, a pulse that
//! restarts with each replaced list, prices in the journal outside the boxes, and a `Debug` of the feeds that
//! counts a team's items.

mod canary;
mod log_capture;
mod messages;
mod prints;
mod raw;
mod screen;
mod world;
mod wrong;

use std::fmt::Write as _;

use ishigaki_proto::judge;

use canary::CANARIES;
use world::{List, Observation, World};

struct SealingScript {
    /// Team a's lists in the first attempt. The first one is submitted at the same time in every world.
    first: &'static [List],
    late: &'static [List],
    refused: &'static [List],
    second: &'static [List],
    other: &'static [List],
}

const CALM: SealingScript = SealingScript {
    first: &[&[("X", CANARIES[0])]],
    late: &[],
    refused: &[],
    second: &[&[("Z", CANARIES[1])]],
    other: &[&[("X", CANARIES[2]), ("Y", CANARIES[3])]],
};

const BUSY: SealingScript = SealingScript {
    first: &[
        &[("Y", CANARIES[4]), ("X", CANARIES[5]), ("Z", 7)],
        &[("X", CANARIES[6])],
        &[],
        &[("Z", CANARIES[7])],
    ],
    late: &[&[("X", CANARIES[8])], &[("X", CANARIES[9]), ("Y", CANARIES[10])]],
    refused: &[&[("X", CANARIES[11]), ("nosuch", 5)], &[("X", CANARIES[0]), ("Y", 999_999_999)]],
    second: &[&[("X", CANARIES[11])], &[("Y", CANARIES[4]), ("Z", CANARIES[5])]],
    other: &[&[], &[("Z", CANARIES[8])]],
};

const CALM_ALONE: SealingScript = SealingScript { other: &[&[("X", 1_001), ("Y", 1_002)]], ..CALM };
const BUSY_ALONE: SealingScript = SealingScript { other: CALM_ALONE.other, ..BUSY };

fn open() -> judge::OpenRoundRequest {
    judge::OpenRoundRequest { game: "g".into(), round: 1 }
}

fn pause() -> judge::PauseGameRequest {
    judge::PauseGameRequest { game: "g".into(), reason: "wind".into() }
}

fn resume() -> judge::ResumeGameRequest {
    judge::ResumeGameRequest { game: "g".into() }
}

fn extend() -> judge::ExtendWindowRequest {
    judge::ExtendWindowRequest { game: "g".into(), by_ms: 10_000, reason: "wind".into() }
}

fn disqualify(team: &str) -> judge::DisqualifyTeamRequest {
    judge::DisqualifyTeamRequest { game: "g".into(), team: team.into(), reason: "noise".into() }
}

fn reinstate(team: &str) -> judge::ReinstateTeamRequest {
    judge::ReinstateTeamRequest { game: "g".into(), team: team.into(), reason: "no noise".into() }
}

fn void() -> judge::VoidRoundRequest {
    judge::VoidRoundRequest { game: "g".into(), round: 1, reason: "a wrong drawing".into(), attempt: 1 }
}

/// A round from the opening of bidding to the last millisecond before its lists are opened: a pause, an extension,
/// a restart, a disqualification with a reinstatement, a void attempt, and the next attempt.
async fn bidding(plot: &SealingScript, teams: &[&str]) -> World {
    let mut world = World::new(teams).await;
    world.judge("OpenRound", &open()).await;
    world.wait(700, "before the first list").await;
    world.seal("a", 1, 0, plot.first[0]).await;
    world.seal("b", 1, 0, plot.other[0]).await;
    world.observe("when two have sealed").await;
    world.wait(700, "before any replacement").await;
    world.seal_all("a", 1, 1, &plot.first[1..]).await;
    world.seal_all("b", 1, 1, &plot.other[1..]).await;
    for list in plot.refused {
        world.try_in_vain("a", list).await;
    }
    world.observe_all("after replacements").await;
    world.wait(1_299, "when a pulse is nearly due").await;
    world.wait(1, "when a pulse is due").await;
    world.wait(1_400, "when pulses that were put off are due").await;
    world.judge("PauseGame", &pause()).await;
    for list in plot.refused {
        world.try_in_vain("a", list).await;
    }
    world.wait(3_000, "while clocks paused").await;
    world.judge("ResumeGame", &resume()).await;
    world.judge("ExtendWindow", &extend()).await;
    // After an outage the clock continues from the last heartbeat, not from a later submission.
    world.wait(3_000, "before the restart").await;
    world.wait(400, "after the last heartbeat").await;
    let (before, after) = plot.late.split_at(plot.late.len() / 2);
    world.seal_all("a", 1, revision(plot.first), before).await;
    world.restart().await;
    world.observe("after the restart").await;
    world.seal_all("a", 1, revision(plot.first) + revision(before), after).await;
    world.judge("DisqualifyTeam", &disqualify("b")).await;
    world.observe("when a team with a sealed list is out").await;
    world.judge("ReinstateTeam", &reinstate("b")).await;
    world.judge("VoidRound", &void()).await;
    world.observe_all("when the attempt is void").await;
    world.wait(1_000, "when the clock has come to the first moment after the restart").await;
    world.judge("OpenRound", &open()).await;
    world.seal("a", 2, 0, plot.second[0]).await;
    world.glance("when the second attempt has its first list").await;
    world.wait(500, "before the last replacements").await;
    world.seal_all("a", 2, 1, &plot.second[1..]).await;
    world.seal_in_sight("d", 2, &[("X", 123)]).await;
    world.wait(89_499, "a millisecond before the opening").await;
    world.observe_all("before the opening").await;
    world.assert_sealed();
    world
}

fn revision(lists: &[List]) -> u32 {
    u32::try_from(lists.len()).unwrap()
}

struct Wave {
    a: &'static [Option<u64>],
    b: &'static [Option<u64>],
    second: &'static [List],
}

const CALM_WAVE: Wave = Wave { a: &[None], b: &[Some(CANARIES[0])], second: &[&[]] };

const BUSY_WAVE: Wave = Wave {
    a: &[Some(CANARIES[1]), Some(CANARIES[2]), None, Some(CANARIES[3])],
    b: &[None, Some(CANARIES[4])],
    second: &[&[("X", CANARIES[5])], &[("Y", CANARIES[6])]],
};

/// A re-bid wave after the same lists in every world, until the last millisecond before its opening, or until it
/// is voided.
async fn rebidding(wave: &Wave, is_voided: bool) -> World {
    let mut world = World::new(&["c", "d"]).await;
    world.judge("OpenRound", &open()).await;
    for team in ["a", "b", "c"] {
        world.seal_in_sight(team, 1, &[("X", 1_000), ("Y", 10)]).await;
    }
    world.wait(89_999, "before the tie").await;
    world.reach("ListsOpened", 1).await;
    world.observe("when the wave is open").await;
    world.raise("a", 0, wave.a[0]).await;
    world.raise("b", 0, wave.b[0]).await;
    world.observe("when two have answered").await;
    world.wait(900, "before any replacement").await;
    for (team, answers) in [("a", wave.a), ("b", wave.b)] {
        for (replaces, price) in (1..).zip(&answers[1..]) {
            world.raise(team, replaces, *price).await;
        }
    }
    world.observe("after replaced answers").await;
    world.wait(1_100, "when a pulse is due").await;
    world.judge("PauseGame", &pause()).await;
    world.wait(3_000, "while clocks paused").await;
    world.judge("ResumeGame", &resume()).await;
    world.judge("ExtendWindow", &extend()).await;
    world.wait(3_000, "before the restart").await;
    world.restart().await;
    world.observe("after the restart").await;
    if is_voided {
        world.judge("DisqualifyTeam", &disqualify("b")).await;
        world.observe("when a team with a sealed answer is out").await;
        world.judge("VoidRound", &void()).await;
        world.observe_all("when the wave is void").await;
        world.wait(1_000, "when the clock has come to the first moment after the restart").await;
        world.judge("OpenRound", &open()).await;
        world.seal("a", 2, 0, wave.second[0]).await;
        world.seal_all("a", 2, 1, &wave.second[1..]).await;
        world.wait(89_999, "a millisecond before the opening").await;
    } else {
        world.wait(34_999, "a millisecond before the opening").await;
    }
    world.observe_all("before the opening").await;
    world.assert_sealed();
    world
}

fn difference(calm: &[Observation], busy: &[Observation]) -> Option<String> {
    let mut both = calm.iter().zip(busy);
    if let Some((calm, busy)) = both.find(|(calm, busy)| calm != busy) {
        let at = calm.bytes.iter().zip(&busy.bytes).take_while(|(calm, busy)| calm == busy).count();
        let mut report = format!("{:?} and {:?} differ from byte {at} on:\n", calm.what, busy.what);
        for observation in [calm, busy] {
            let from = at.saturating_sub(200);
            let part = &observation.bytes[from..observation.bytes.len().min(at + 200)];
            writeln!(report, "... {} ...", String::from_utf8_lossy(part)).unwrap();
        }
        return Some(report);
    }
    let longer = if calm.len() > busy.len() { calm } else { busy };
    longer
        .get(calm.len().min(busy.len()))
        .map(|observation| format!("only one world has {:?}", observation.what))
}

async fn check(mut calm: World, busy: impl AsyncFnOnce() -> World, opening: &str, sealed: [&[u64]; 2]) {
    let before = std::mem::take(&mut calm.observations);
    let lengths = std::mem::take(&mut calm.own_lengths);
    let own = [calm.own("a").await, calm.own("b").await].concat();
    assert!(sealed[0].iter().all(|&price| shown(&own).contains(&price)), "team a sees what is its own");
    calm.reach(opening, 1).await;
    calm.observe("after the opening").await;
    let (calm_after, calm_files) = (calm.seen(), calm.files());
    calm.close().await;
    let mut busy = busy().await;
    let busy_before = std::mem::take(&mut busy.observations);
    if let Some(report) = difference(&before, &busy_before) {
        panic!("a world that differs in sealed lists only can be told apart: {report}");
    }
    for (calm, busy) in lengths.iter().zip(&busy.own_lengths) {
        assert_eq!(calm, busy, "a connection that is made again shows how often a list was replaced");
    }
    assert_eq!(lengths.len(), busy.own_lengths.len());
    busy.reach(opening, 1).await;
    busy.observe("after the opening").await;
    let after = busy.seen();
    assert!(calm_after != after, "what is open can be told apart");
    for (open, seen, files) in [(sealed[0], calm_after, calm_files), (sealed[1], after, busy.files())] {
        assert_eq!(
            shown(&seen),
            open,
            "what counts is open, what was replaced, withdrawn or void stays sealed"
        );
        assert_eq!(shown(&files), open, "in the server's files, too");
        for &price in open {
            assert!(canary::found(&[price], &seen).len() >= 2, "{price}: in the feeds, in the record");
        }
    }
    busy.close().await;
}

fn shown(bytes: &[u8]) -> Vec<u64> {
    let found = canary::found(&CANARIES, bytes);
    CANARIES.into_iter().filter(|price| found.iter().any(|(shown, _)| shown == price)).collect()
}

#[tokio::test]
async fn sealed_lists_show_nowhere_before_the_opening() {
    let calm = bidding(&CALM, &["c", "d"]).await;
    let busy = async || bidding(&BUSY, &["c", "d"]).await;
    check(calm, busy, "ListsOpened", [&[CANARIES[1]], &[CANARIES[4], CANARIES[5]]]).await;
}

#[tokio::test]
async fn sealed_list_is_invisible_to_teams_that_submitted() {
    let calm = bidding(&CALM_ALONE, &["b", "c", "d"]).await;
    let busy = async || bidding(&BUSY_ALONE, &["b", "c", "d"]).await;
    check(calm, busy, "ListsOpened", [&[CANARIES[1]], &[CANARIES[4], CANARIES[5]]]).await;
}

#[tokio::test]
async fn sealed_rebids_show_nowhere_before_the_wave_closes() {
    let calm = rebidding(&CALM_WAVE, false).await;
    let busy = async || rebidding(&BUSY_WAVE, false).await;
    check(calm, busy, "RebidsOpened", [&[CANARIES[0]], &[CANARIES[3], CANARIES[4]]]).await;
}

#[tokio::test]
async fn voided_wave_stays_sealed_in_next_attempt() {
    let calm = rebidding(&CALM_WAVE, true).await;
    let busy = async || rebidding(&BUSY_WAVE, true).await;
    check(calm, busy, "ListsOpened", [&[], &[CANARIES[6]]]).await;
}

#[test]
fn difference_is_found_at_any_position() {
    let observation = |what: &str, bytes: &[u8]| Observation { what: what.into(), bytes: bytes.into() };
    let world =
        [observation("a feed", b"one"), observation("a feed", b"two"), observation("a log", b"three")];
    assert_eq!(difference(&world, &world), None);
    assert!(difference(&world, &world[..2]).unwrap().contains("only one world has \"a log\""));
    assert!(difference(&world[..2], &world).unwrap().contains("only one world has \"a log\""));
    for at in 0..world.len() {
        let mut other = world.to_vec();
        other[at].bytes.push(0);
        assert!(difference(&world, &other).unwrap().contains(&world[at].what));
        other[at] = observation("another feed", &world[at].bytes);
        assert!(difference(&world, &other).is_some());
        let mut extra = world.to_vec();
        extra.insert(at, observation("an item too many", b""));
        assert!(difference(&world, &extra).is_some());
    }
}

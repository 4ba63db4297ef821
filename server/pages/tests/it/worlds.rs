//! Two worlds that differ only in one team's lists and drafts on its page (`A4`). Until the opening, all other
//! visitors see the same pages in both.
//!
//! The page server is in front of a real contest server with the same clock steps and the same seed. Compared
//! are all states that a page gets by its events, in order and by step of the clock, those of the hall's board
//! too; the state of a new device at each step; and the answers to visitors without a session. Events are uncompressed, so equal texts have
//! equal lengths. Prices, tokens and cookies are searched for in the page server's log at trace level, in its
//! stored sessions and in its `Debug` output.
//!
//! Not compared, because they depend on the machine: times by the page server's own clock ([`visitor`]).
//!
//! The test must be able to fail: every run sees the worlds differ after the opening.

mod log_capture;
mod page;
mod visitor;
mod world;

use ishigaki_words::grouped;

use world::{List, World};

/// Prices that occur nowhere else.
const CANARIES: [u64; 7] =
    [314_159_265, 271_828_182, 141_421_356, 173_205_080, 161_803_398, 577_215_664, 223_606_797];

struct Plot {
    /// Lists in the first attempt, which is voided. The first one is submitted at the same time in every world.
    first: &'static [List],
    second: &'static [List],
    /// Last draft, which is not submitted.
    draft: List,
}

const CALM: Plot = Plot { first: &[&[CANARIES[0]]], second: &[&[CANARIES[1]]], draft: &[CANARIES[1]] };

const BUSY: Plot = Plot {
    first: &[&[CANARIES[2], CANARIES[3], 7], &[CANARIES[0]], &[5, CANARIES[4]]],
    second: &[&[CANARIES[3], 1], &[CANARIES[5], 9, 8]],
    draft: &[CANARIES[6], 9, 8],
};

/// Plays until the last millisecond before the opening.
async fn play(plot: &Plot) -> World {
    let mut world = World::new().await;
    world.open_round().await;
    world.observe("when bidding is open").await;
    world.submit(plot.first[0]).await;
    world.observe_submission("after the first list").await;
    world.advance(700);
    for list in &plot.first[1..] {
        world.submit(list).await;
    }
    world.advance(1_400);
    world.pause_and_resume().await;
    world.observe("after a pause").await;
    world.restart_pages().await;
    world.observe("after a restart of the pages").await;
    world.void_round().await;
    world.observe("when the attempt is void").await;
    world.open_round().await;
    world.submit(plot.second[0]).await;
    world.observe_submission("after the first list of the second attempt").await;
    world.advance(1_000);
    for list in &plot.second[1..] {
        world.submit(list).await;
    }
    world.draft(plot.draft).await;
    world.advance(2_000);
    world.pause_and_resume().await;
    world.advance(86_999);
    world.observe("a millisecond before the opening").await;
    world.assert_sealed().await;
    world
}

/// Returns the canaries in a text.
fn found(text: &str) -> Vec<u64> {
    let is_found = |price: &u64| text.contains(&price.to_string()) || text.contains(&grouped(*price));
    CANARIES.into_iter().filter(is_found).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn list_on_a_page_shows_on_no_other_page_before_the_opening() {
    let mut calm = play(&CALM).await;
    let mut busy = play(&BUSY).await;
    assert!(calm.observations.len() > 100, "{}", calm.observations.len());
    for (calm, busy) in calm.observations.iter().zip(&busy.observations) {
        assert_eq!(calm, busy, "a world that differs in one team's list can be told apart");
    }
    assert_eq!(calm.observations.len(), busy.observations.len());
    for (world, shown) in [(&mut calm, vec![CANARIES[1]]), (&mut busy, vec![CANARIES[5]])] {
        let before = world.observations.len();
        world.reach_opening().await;
        let after: Vec<_> = world.observations.split_off(before);
        let states: String = after.iter().map(|(_, state)| state.as_str()).collect();
        assert_eq!(found(&states), shown, "the list that counts is open, and no other");
    }
}

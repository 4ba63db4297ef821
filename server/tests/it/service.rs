//! The server over gRPC: games, feeds, refusals, restarts. Tests move the clock by hand.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a hall that cannot be set up is a failed test")]

mod audiences;
mod closure;
pub(crate) mod fixture;
mod history;
mod judge;
mod limits;
mod manual_entries;
mod metrics;
mod organiser;
mod record;
mod reflection;
mod refusals;
mod sealings;
mod site;
mod slots;
mod standstill;
mod starts;
mod tokens;

use fixture::{Participant, ServiceFixture, moment, reason};
use ishigaki_proto::{judge as judging, watch, wire};
use ishigaki_rules::{Actor, Event, Fact, GameTime, Phase, Revision, TeamId};
use ishigaki_words::{Lang, Words};
use prost::Message as _;
use tonic::Code;

#[tokio::test]
async fn round_with_a_tie_runs_by_the_servers_clock() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    board.until("round_opened").await;
    let clock = board.items.last().unwrap().clock.unwrap();
    assert_eq!((clock.now_ms, clock.closes_at_ms), (0, Some(90_000)), "every item carries them");
    assert!(board.mirror.remaining(moment()).unwrap().as_secs() >= 80);
    a.bid(1, 0, &[("P", 20), ("O", 9)]).await.unwrap();
    b.bid(1, 0, &[("P", 20), ("T", 7)]).await.unwrap();
    fixture.wait(89_999);
    assert_eq!(b.bid(1, 1, &[("P", 20), ("T", 8)]).await.unwrap(), 2, "a millisecond before the deadline");
    fixture.wait(1);
    let Fact::ListsOpened { lists, rebid_closes_at } = board.until("lists_opened").await else {
        panic!("lists_opened");
    };
    assert_eq!(lists.len(), 2);
    assert!(rebid_closes_at.is_some());
    a.raise(1, 1, &[(1, 21)]).await.unwrap();
    b.raise(1, 1, &[(1, 25)]).await.unwrap();
    board.until("rebids_opened").await;
    assert_eq!(board.phase(), Phase::Confirming);
    let held = |board: &Participant| -> Vec<u64> {
        board.game().setup().team_ids().map(|team| board.game().team(team).unwrap().held.0).collect()
    };
    assert_eq!(held(&board), [60, 60], "nothing is charged before the confirmation (A10)");
    judge.confirm_all(1, 1).await.unwrap();
    board.until("round_finalised").await;
    assert_eq!(held(&board), [51, 27]);
}

#[tokio::test]
async fn rebid_counts_in_the_last_millisecond_of_its_wave() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    for team in [&a, &b] {
        team.bid(1, 0, &[("P", 20)]).await.unwrap();
    }
    fixture.wait(90_000);
    board.until("lists_opened").await;
    fixture.wait(29_999);
    a.raise(1, 1, &[(1, 21)]).await.unwrap();
    fixture.wait(1);
    let late = b.raise(1, 1, &[(1, 22)]).await.unwrap_err();
    assert_eq!(reason(&late), "ERROR_REASON_LATE");
    let Fact::RebidsOpened { raises, .. } = board.until("rebids_opened").await else {
        panic!("the wave opens")
    };
    assert_eq!(raises.len(), 1, "what came late does not count");
}

#[tokio::test]
async fn prices_and_replacements_are_hidden_before_opening() {
    let fixture = ServiceFixture::open().await;
    let judge = fixture.seat("judge");
    let mut seats = [fixture.seat("a"), fixture.seat("b"), fixture.seat("board"), fixture.seat("judge")];
    judge.open_round(1).await.unwrap();
    seats[0].bid(1, 0, &[("P", 33)]).await.unwrap();
    seats[0].bid(1, 1, &[("P", 34)]).await.unwrap();
    seats[0].bid(1, 2, &[]).await.unwrap();
    seats[1].bid(1, 0, &[("O", 35)]).await.unwrap();
    let mut sealed = Vec::new();
    for seat in &mut seats {
        let mut facts = Vec::new();
        loop {
            let fact = seat.fact().await;
            let is_last = matches!(fact, Fact::BidsSealed { team, .. } if team.0 == 1);
            facts.push(fact);
            if is_last {
                break;
            }
        }
        let of_a = |fact: &&Fact| matches!(fact, Fact::BidsSealed { team, .. } if team.0 == 0);
        sealed.push(facts.iter().filter(of_a).count());
        let own = |fact: &&Fact| matches!(fact, Fact::BidsSealed { sealed: Some(_), .. });
        let known = facts.iter().filter(own).count();
        assert_eq!(known, [3, 1, 0, 0][sealed.len() - 1], "a seat knows its own lists only");
    }
    assert_eq!(sealed, [3, 1, 1, 1], "only the team itself sees that its list was replaced");
    let sequences = |seat: &Participant| seat.items.iter().map(|item| item.sequence).collect::<Vec<_>>();
    assert_eq!(sequences(&seats[2]), [1, 2, 3, 4], "set-up, round opened, a sealed, b sealed");
}

/// Plays a complete game: a replaced list, a tie won by re-bid, a stone placed and taken out, the end, the result.
async fn whole_game(fixture: &ServiceFixture, seats: &mut [Participant]) {
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 19)]).await.unwrap();
    a.bid(1, 1, &[("P", 20)]).await.unwrap();
    b.bid(1, 0, &[("P", 20), ("O", 20)]).await.unwrap();
    fixture.wait(90_000);
    board.until("lists_opened").await;
    a.raise(1, 1, &[(1, 21)]).await.unwrap();
    b.raise(1, 1, &[]).await.unwrap();
    board.until("rebids_opened").await;
    judge.confirm_all(1, 1).await.unwrap();
    assert_eq!(b.place(0, "O", 0, 2, 1).await.unwrap(), 1);
    assert_eq!(b.take_out(1, "O").await.unwrap(), 2);
    judge.open_round(2).await.unwrap();
    a.bid(2, 0, &[]).await.unwrap();
    fixture.wait(90_000);
    board.until("lists_opened").await;
    judge.confirm_all(2, 1).await.unwrap();
    let mut judging = judge.link.judge();
    judging.signal_end(judging::SignalEndRequest { game: "g".into() }).await.unwrap();
    board.until("end_signalled").await;
    fixture.wait(5_000);
    board.until("game_ended").await;
    judging.declare_result(judging::DeclareResultRequest { game: "g".into() }).await.unwrap();
    for seat in seats {
        seat.until("result_declared").await;
    }
}

#[tokio::test]
async fn feed_resumed_at_any_item_has_no_gap_or_repeat() {
    let fixture = ServiceFixture::open().await;
    let mut seats = [fixture.seat("board"), fixture.seat("a"), fixture.seat("b")];
    whole_game(&fixture, &mut seats).await;
    let same = |item: &wire::FeedItem| {
        wire::FeedItem { clock: None, padding: Vec::new(), ..item.clone() }.encode_to_vec()
    };
    for (name, seat) in ["board", "a", "b"].into_iter().zip(&seats) {
        let whole = &seat.items;
        assert!(whole.len() > 18, "{name} saw {} items", whole.len());
        for from in 1..=whole.len() {
            let from_sequence = u64::try_from(from).unwrap();
            let mut items = fixture.items(name, from_sequence).await;
            for expected in &whole[from - 1..] {
                let item = items.next().await;
                assert_eq!(same(&item), same(expected), "{name} from {from}");
                assert!(item.clock.is_some(), "every message carries the server's time");
            }
            assert_eq!(items.next().await.sequence, 0, "{name} from {from}: then a pulse, and no repeat");
        }
    }
    assert_eq!(seats[1].items.len(), seats[0].items.len() + 1, "a alone saw that its list was replaced");
}

#[tokio::test]
async fn outage_uses_no_bidding_time_and_game_resumes() {
    let mut fixture = ServiceFixture::open().await;
    let mut a = fixture.seat("a");
    let judge = fixture.seat("judge");
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    a.until("bids_sealed").await;
    fixture.wait(30_000);
    a.bid(1, 1, &[("P", 21)]).await.unwrap();
    fixture.server.stop().await;
    fixture.wait(600_000);
    fixture.server.resume().await;
    assert_eq!(a.bid(1, 2, &[("P", 22)]).await.unwrap(), 3, "the sealed list has survived");
    fixture.wait(59_999);
    assert_eq!(a.bid(1, 3, &[("P", 23)]).await.unwrap(), 4, "the window stood still during the outage");
    fixture.wait(1);
    let Fact::ListsOpened { lists, .. } = a.until("lists_opened").await else {
        panic!("lists_opened");
    };
    assert_eq!(lists[0].bids[0].price.0, 23);
    let mut sequences: Vec<u64> = a.items.iter().map(|item| item.sequence).collect();
    // A feed that reconnects after the last list skips the one before, while a faster one has both.
    sequences.retain(|sequence| *sequence != 5);
    assert_eq!(sequences, [1, 2, 3, 4, 6, 7]);
    judge.confirm_all(1, 1).await.unwrap();
}

#[tokio::test]
async fn games_can_wait_for_the_judge_after_an_outage() {
    let contest = format!("{}\n[server]\nafter_outage = \"wait\"\n", fixture::CONTEST);
    let mut fixture = ServiceFixture::with(&contest).await;
    let judge = fixture.seat("judge");
    let a = fixture.seat("a");
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    fixture.server.stop().await;
    fixture.server.resume().await;
    let paused = Event { at: GameTime(0), by: Actor::Clock, fact: board.until("paused").await };
    for lang in Lang::ALL {
        let words = Words::new(lang);
        let sentence = words.event(board.game(), &paused);
        assert!(
            sentence.contains(&words.label("event-reason-outage")),
            "read in the reader's language: {sentence}"
        );
    }
    assert_eq!(reason(&a.bid(1, 0, &[]).await.unwrap_err()), "ERROR_REASON_PAUSED");
    judge.link.judge().resume_game(judging::ResumeGameRequest { game: "g".into() }).await.unwrap();
    a.bid(1, 0, &[]).await.unwrap();
}

#[tokio::test]
async fn concurrent_submissions_of_two_laptops_conflict() {
    let fixture = ServiceFixture::open().await;
    let judge = fixture.seat("judge");
    let mut laptops = [fixture.seat("a"), fixture.seat("a")];
    judge.open_round(1).await.unwrap();
    laptops[0].bid(1, 0, &[("P", 20)]).await.unwrap();
    for laptop in &mut laptops {
        laptop.until("bids_sealed").await;
        let record = laptop.game().current_round().unwrap();
        let sealed = record.sealed[&TeamId(0)].as_ref().expect("the team may see its own list");
        assert_eq!((sealed.revision.0, sealed.lines[0].price.0), (1, 20));
    }
    let (first, second) =
        tokio::join!(laptops[0].bid(1, 1, &[("P", 21)]), laptops[1].bid(1, 1, &[("P", 22)]),);
    let lost = [first, second].into_iter().filter_map(Result::err).collect::<Vec<_>>();
    assert_eq!(lost.len(), 1, "one of the two wins the race");
    assert_eq!((lost[0].code(), reason(&lost[0])), (Code::Aborted, "ERROR_REASON_REPLACED"));
    for laptop in &mut laptops {
        laptop.until("bids_sealed").await;
        assert_eq!(laptop.game().current_round().unwrap().revision(TeamId(0)), Some(Revision(2)));
    }
}

#[tokio::test]
async fn list_rounds_returns_opened_but_not_sealed_rounds() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    let rounds = async |round: u32| {
        let request = watch::ListRoundsRequest { game: "g".into(), round };
        fixture.link("b").watch().list_rounds(request).await.unwrap().into_inner().rounds
    };
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20), ("O", 9)]).await.unwrap();
    b.bid(1, 0, &[("P", 20)]).await.unwrap();
    assert_eq!(rounds(0).await, [], "nothing of a sealed round");
    fixture.wait(90_000);
    board.until("lists_opened").await;
    b.raise(1, 1, &[(1, 25)]).await.unwrap();
    fixture.wait(30_000);
    board.until("rebids_opened").await;
    judge.confirm_all(1, 1).await.unwrap();
    board.until("round_finalised").await;
    let [round] = &rounds(1).await[..] else {
        panic!("one attempt of round 1");
    };
    assert_eq!((round.state(), round.lists.len(), round.waves.len()), (wire::RoundState::Final, 2, 1));
    assert_eq!(round.lists[0].bids[1].price, 9);
    let awards: Vec<_> = round.settlement.iter().flat_map(|settled| &settled.awards).collect();
    assert_eq!(
        awards.iter().map(|award| (&*award.lot, award.price)).collect::<Vec<_>>(),
        [("P", 25), ("O", 9)]
    );
    let held: Vec<u64> = round.handover.iter().flat_map(|over| &over.teams).map(|team| team.held).collect();
    assert_eq!(held, [51, 35]);
    assert_eq!(rounds(2).await, []);
    let list_request = watch::ListRoundsRequest { game: "g".into(), round: 0 };
    let seen = fixture.link("board").watch().list_rounds(list_request).await.unwrap().into_inner().rounds;
    assert_eq!(seen, rounds(0).await, "the board sees the same");
}

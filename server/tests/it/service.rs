//! The server over gRPC: games, feeds, refusals, restarts. Time is moved by hand.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a hall that cannot be set up is a failed test")]

mod audiences;
mod by_hand;
mod dormancy;
mod fixture;
mod judge;
mod limits;
mod metrics;
mod organiser;
mod record;
mod reflection;
mod refusals;
mod returning;
mod sealings;
mod standstill;
mod starts;
mod tokens;

use fixture::{Participant, ServiceFixture, link, moment, reason};
use ishigaki_proto::{judge as judging, team, watch, wire};
use ishigaki_rules::{Actor, Event, Fact, GameTime, Phase, Revision, TeamId};
use ishigaki_words::{Lang, Words};
use prost::Message as _;
use tonic::Code;

#[tokio::test]
async fn a_round_with_a_tie_goes_from_opening_to_final_by_the_servers_clock() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    board.until("round_opened").await;
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
async fn a_late_list_is_refused_with_its_rule_and_reason() {
    let fixture = ServiceFixture::open().await;
    let (judge, a) = (fixture.seat("judge"), fixture.seat("a"));
    judge.open_round(1).await.unwrap();
    fixture.wait(90_000);
    let late = a.bid(1, 0, &[("P", 20)]).await.unwrap_err();
    assert_eq!((late.code(), reason(&late)), (Code::FailedPrecondition, "ERROR_REASON_LATE"));
    assert!(late.message().contains("A3"), "{}", late.message());
}

#[tokio::test]
async fn a_rebid_is_taken_in_the_last_millisecond_of_its_wave_and_not_after() {
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
async fn a_refused_list_says_what_is_wrong_and_displaces_nothing() {
    let fixture = ServiceFixture::open().await;
    let (judge, a) = (fixture.seat("judge"), fixture.seat("a"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    let refused = a.bid(1, 1, &[("P", 50), ("O", 11)]).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_OVER_BUDGET");
    assert!(refused.message().contains("61") && refused.message().contains("60"), "{}", refused.message());
    let stale = a.bid(1, 0, &[("O", 11)]).await.unwrap_err();
    assert_eq!(reason(&stale), "ERROR_REASON_REPLACED");
    let unknown = a.bid(1, 1, &[("nosuch", 11)]).await.unwrap_err();
    assert_eq!(reason(&unknown), "ERROR_REASON_UNKNOWN_LOT");
    fixture.wait(90_000);
    let Fact::ListsOpened { lists, .. } = board.until("lists_opened").await else {
        panic!("lists_opened");
    };
    assert_eq!(lists[0].bids[0].price.0, 20);
}

#[tokio::test]
async fn only_good_tokens_get_in_and_roles_keep_to_their_services() {
    let fixture = ServiceFixture::open().await;
    let watch =
        |game: &str| watch::WatchGameRequest { game: game.into(), from_sequence: 0, ..Default::default() };
    let stranger =
        link(&fixture.server.address(), "ishi.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    let refused = stranger.watch().watch_game(watch("g")).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused)), (Code::Unauthenticated, "ERROR_REASON_UNAUTHENTICATED"));
    let a = fixture.link("a");
    let judging = a.judge().signal_end(judging::SignalEndRequest { game: "g".into() }).await.unwrap_err();
    assert_eq!(
        (judging.code(), reason(&judging)),
        (Code::PermissionDenied, "ERROR_REASON_PERMISSION_DENIED")
    );
    let board = fixture.link("board");
    let request = team::SubmitBidsRequest { game: "g".into(), round: 1, ..Default::default() };
    let bidding = board.team().submit_bids(request).await.unwrap_err();
    assert_eq!(bidding.code(), Code::PermissionDenied);
    let unknown = a.watch().watch_game(watch("nosuch")).await.unwrap_err();
    assert_eq!((unknown.code(), reason(&unknown)), (Code::NotFound, "ERROR_REASON_UNKNOWN_GAME"));
    let future = watch::WatchGameRequest { game: "g".into(), from_sequence: 99, ..Default::default() };
    let refused = board.watch().watch_game(future).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_BAD_FIELD");
}

#[tokio::test]
async fn until_the_opening_nobody_else_learns_a_price_or_that_a_list_was_replaced() {
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

/// A whole game: a replaced list, a tie won by re-bid, a stone laid and taken out, the end, the result.
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
async fn a_feed_resumed_at_any_item_of_a_game_goes_on_without_a_gap_or_a_repeat() {
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
async fn after_a_restart_the_game_goes_on_and_the_outage_costs_nobody_time() {
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
    // A feed that heals after the last list passes the one before over; one that was quicker has both.
    sequences.retain(|sequence| *sequence != 5);
    assert_eq!(sequences, [1, 2, 3, 4, 6, 7]);
    judge.confirm_all(1, 1).await.unwrap();
}

#[tokio::test]
async fn a_contest_may_have_its_games_wait_for_the_judge_after_an_outage() {
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
        let said = words.event(board.game(), &paused);
        assert!(said.contains(&words.label("event-reason-outage")), "read in the reader's language: {said}");
    }
    assert_eq!(reason(&a.bid(1, 0, &[]).await.unwrap_err()), "ERROR_REASON_PAUSED");
    judge.link.judge().resume_game(judging::ResumeGameRequest { game: "g".into() }).await.unwrap();
    a.bid(1, 0, &[]).await.unwrap();
}

#[tokio::test]
async fn every_message_carries_the_time_and_the_deadline() {
    let fixture = ServiceFixture::open().await;
    let judge = fixture.seat("judge");
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    board.until("round_opened").await;
    let clock = board.items.last().unwrap().clock.unwrap();
    assert_eq!((clock.now_ms, clock.closes_at_ms), (0, Some(90_000)));
    assert!(board.mirror.remaining(moment()).unwrap().as_secs() >= 80);
}

#[tokio::test]
async fn two_laptops_of_a_team_see_the_same_sealed_list_and_cannot_overwrite_each_other() {
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
async fn opened_rounds_are_data_for_everybody_and_sealed_ones_are_not() {
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
    let asked = watch::ListRoundsRequest { game: "g".into(), round: 0 };
    let seen = fixture.link("board").watch().list_rounds(asked).await.unwrap().into_inner().rounds;
    assert_eq!(seen, rounds(0).await, "the board sees the same");
}

#[tokio::test]
async fn everybody_finds_the_games_they_may_see() {
    let contest = r#"
        team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }]
        game = [
            { id = "g", scenario = "tiny-2", teams = ["a", "b"] },
            { id = "h", scenario = "tiny-2", teams = ["b", "c"] },
        ]
    "#;
    let fixture = ServiceFixture::with(contest).await;
    let games = async |name: &str| -> Vec<String> {
        let answer = fixture.link(name).watch().list_games(watch::ListGamesRequest {}).await.unwrap();
        let answer = answer.into_inner();
        assert_eq!(answer.team, name, "the server says who the token stands for");
        answer.games.into_iter().map(|game| game.game).collect()
    };
    assert_eq!(games("a").await, ["g"]);
    assert_eq!(games("b").await, ["g", "h"]);
    let mut only = fixture.link("c").team();
    let request = team::SubmitBidsRequest { round: 1, ..Default::default() };
    let unnamed = only.submit_bids(request.clone()).await.unwrap_err();
    assert_eq!(reason(&unnamed), "ERROR_REASON_WRONG_PHASE", "its only game needs no name");
    let ambiguous = fixture.link("b").team().submit_bids(request).await.unwrap_err();
    assert_eq!(reason(&ambiguous), "ERROR_REASON_MISSING_FIELD");
    let mut seat = Participant::take(fixture.link("b"));
    fixture.seat("judge").open_round(1).await.unwrap();
    seat.until("round_opened").await;
}

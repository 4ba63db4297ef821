//! The judge steers what the hall sees of an opening: ahead of it, onwards, backwards, and across servers.

use ishigaki_board::Cover;
use ishigaki_rules::{Act, Phase};
use ishigaki_words::Lang;

use crate::board::fixture::BoardFixture;
use crate::board::reveal::{everything, progress, ranking};
use crate::contest::{A, B, Contest};

#[test]
fn judge_steers_opening_forwards_backwards_and_to_end() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    // Another opening than this one is none of this board's business.
    fixture.uncover(0, 7, 3);
    assert_eq!(progress(&fixture), Some((0, 3)));
    fixture.uncover(0, 1, 2);
    assert_eq!(progress(&fixture), Some((2, 3)));
    assert!(everything(&mut fixture).contains("TIE at 400"));
    // While it is steered it does not go on by itself, however long it takes.
    fixture.pass(60_000);
    fixture.uncover(0, 1, 0);
    assert_eq!(progress(&fixture), Some((0, 3)));
    let screens = everything(&mut fixture);
    for secret in ["400", "250", "TIE"] {
        assert!(!screens.contains(secret), "{secret} shows again:\n{screens}");
    }
    fixture.pass(60_000);
    assert_eq!(progress(&fixture), Some((0, 3)));
    fixture.uncover(0, 1, 99);
    assert_eq!(progress(&fixture), None);
    assert!(matches!(fixture.shown().phase(), Phase::Rebidding { .. }));
}

#[test]
fn steered_opening_resumes_by_itself_once_the_round_is_final() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.uncover(0, 1, 1);
    fixture.pass(30_000);
    assert_eq!(fixture.state.shows()[0].cover().map(Cover::progress), Some((1, 3)));
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
        contest.confirm_all();
    });
    fixture.uncover(0, 1, 1);
    for _ in 0..8 {
        fixture.pass(1_600);
    }
    assert!(fixture.state.shows()[0].cover().is_none());
}

#[test]
fn next_opening_is_held_until_the_judge_continues() {
    let mut fixture = BoardFixture::small();
    fixture.uncover(0, 1, 0);
    fixture.play(0, Contest::tie);
    fixture.pass(60_000);
    assert_eq!(progress(&fixture), Some((0, 3)));
    let screens = everything(&mut fixture);
    for secret in ["400", "250", "TIE", "re-bid"] {
        assert!(!screens.contains(secret), "{secret} shows:\n{screens}");
    }
    fixture.uncover(0, 1, 1);
    assert_eq!(progress(&fixture), Some((1, 3)));
    // Let go again, it is none of the judge's business how the rest is shown.
    fixture.uncover(0, 0, 0);
    for _ in 0..3 {
        fixture.pass(1_600);
    }
    assert_eq!(progress(&fixture), None);
    // And the one after it, while re-bids are sealed.
    fixture.uncover(0, 2, 0);
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
    });
    fixture.pass(60_000);
    assert_eq!(progress(&fixture), Some((0, 1)));
    assert!(!everything(&mut fixture).contains("450"));
}

#[test]
fn uncovered_opening_is_covered_again_until_the_next_one() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    for _ in 0..4 {
        fixture.pass(1_600);
    }
    assert_eq!(progress(&fixture), None);
    assert!(everything(&mut fixture).contains("TIE at 400"));
    // Re-bids and clock changes must not be visible in the hall.
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.judge(Act::Pause { reason: "fire".into() });
    });
    fixture.uncover(0, 1, 2);
    assert_eq!(progress(&fixture), Some((2, 3)));
    fixture.uncover(0, 1, 0);
    let screens = everything(&mut fixture);
    for secret in ["400", "250", "TIE", "1 of 2 tied"] {
        assert!(!screens.contains(secret), "{secret} shows again:\n{screens}");
    }
    assert!(screens.contains("PAUSED"), "{screens}");
    fixture.uncover(0, 1, 9);
    assert_eq!(progress(&fixture), None);
    let screens = everything(&mut fixture);
    assert!(screens.contains("TIE at 400") && screens.contains("1 of 2 tied"), "nothing is lost: {screens}");
    fixture.play(0, |contest| {
        contest.judge(Act::Resume);
        contest.raise(B, &[(1, 450)]);
    });
    for _ in 0..3 {
        fixture.pass(1_600);
    }
    fixture.uncover(0, 1, 0);
    assert_eq!(progress(&fixture), None, "another opening has come");
    fixture.uncover(0, 2, 0);
    assert_eq!(progress(&fixture), Some((0, 1)));
    fixture.uncover(0, 2, 1);
    fixture.play(0, Contest::confirm_all);
    fixture.pass(5_000);
    fixture.uncover(0, 2, 0);
    assert_eq!(progress(&fixture), None, "the round is final");
}

#[test]
fn uncovered_opening_is_not_covered_again_once_void() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.uncover(0, 1, 3);
    fixture.play(0, |contest| contest.void("misread"));
    fixture.uncover(0, 1, 1);
    assert_eq!(progress(&fixture), None);
    assert!(!everything(&mut fixture).contains("400"));
}

#[test]
fn late_board_covers_lots_again_when_steered_back() {
    let mut late = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
    late.games[0].contest.tie();
    late.games[0].contest.wait(20_000);
    late.connect(0);
    assert_eq!(progress(&late), None);
    late.uncover(0, 1, 1);
    assert_eq!(progress(&late), Some((1, 3)));
    assert!(!everything(&mut late).contains("250"));
}

#[test]
fn late_board_does_not_stage_a_held_opening_that_is_final() {
    let mut late = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
    late.games[0].uncovering = Some((2, 0));
    late.games[0].contest.settle();
    late.games[0].contest.wait(60_000);
    late.games[0].contest.confirm_all();
    late.connect(0);
    assert_eq!(progress(&late), None);
    late.shows("Walls");
}

#[test]
fn steering_holds_when_another_server_is_silent() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.uncover(0, 1, 1);
    assert_eq!(progress(&fixture), Some((1, 3)));
    let lost = |fixture: &mut BoardFixture| {
        let since = fixture.instant();
        fixture
            .set_connection(0, ishigaki_client::Connection::Lost { since, code: tonic::Code::Unavailable });
        fixture.pass(3_000);
        fixture.connect(0);
        fixture.clear_uncovering(0);
        fixture.pass(60_000);
    };
    lost(&mut fixture);
    assert_eq!(progress(&fixture), Some((1, 3)));
    fixture.uncover(0, 1, 3);
    fixture.uncover(0, 2, 0);
    lost(&mut fixture);
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
    });
    fixture.pass(60_000);
    assert_eq!(progress(&fixture), Some((0, 1)), "what was held ahead stays so");
    assert!(!everything(&mut fixture).contains("450"));
}

#[test]
fn revealed_ranking_stays_when_another_server_is_silent() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::end);
    for _ in 0..9 {
        fixture.pass(1_600);
    }
    fixture.reveal(0, 1);
    assert!(ranking(&mut fixture).contains("3rd"));
    fixture.clear_uncovering(0);
    fixture.pass(120_000);
    let one = ranking(&mut fixture);
    assert!(one.contains("3rd") && !one.contains("1st"), "{one}");
}

//! The judge steers what the hall sees of an opening: ahead of it, onwards, backwards, and across servers.

use ishigaki_rules::{Act, Phase};
use ishigaki_words::Lang;
use judge_tui::board::Cover;

use crate::board::fixture::BoardFixture;
use crate::board::reveal::{everything, progress, ranking};
use crate::contest::{A, B, Contest};

#[test]
fn the_judge_steers_an_opening_onwards_backwards_and_to_its_end() {
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
fn what_the_judge_steered_goes_on_by_itself_once_the_round_is_final() {
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
fn the_next_opening_is_held_before_it_comes_and_stands_until_the_judge_goes_on() {
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
fn what_was_uncovered_whole_is_covered_again_until_the_hall_has_to_see_something_else() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    for _ in 0..4 {
        fixture.pass(1_600);
    }
    assert_eq!(progress(&fixture), None);
    assert!(everything(&mut fixture).contains("TIE at 400"));
    // What happens to re-bids and to the clock meanwhile is nothing that the hall has to see.
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
fn what_was_uncovered_whole_is_not_covered_again_once_it_is_void() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.uncover(0, 1, 3);
    fixture.play(0, |contest| contest.void("misread"));
    fixture.uncover(0, 1, 1);
    assert_eq!(progress(&fixture), None);
    assert!(!everything(&mut fixture).contains("400"));
}

/// A board that has looked on, and one that looks only now: the judge takes both back.
#[test]
fn a_board_that_looks_only_now_goes_back_as_well() {
    let mut late = BoardFixture::dark(Lang::En, &["heat-1"], 80, 24);
    late.stands[0].contest.tie();
    late.stands[0].contest.wait(20_000);
    late.connect(0);
    assert_eq!(progress(&late), None);
    late.uncover(0, 1, 1);
    assert_eq!(progress(&late), Some((1, 3)));
    assert!(!everything(&mut late).contains("250"));
}

#[test]
fn a_board_that_looks_only_now_does_not_stage_what_was_held_and_is_final() {
    let mut late = BoardFixture::dark(Lang::En, &["heat-1"], 80, 24);
    late.stands[0].uncovering = Some((2, 0));
    late.stands[0].contest.settle();
    late.stands[0].contest.wait(60_000);
    late.stands[0].contest.confirm_all();
    late.connect(0);
    assert_eq!(progress(&late), None);
    assert!(late.screen().contains("Walls"), "{}", late.screen());
}

/// The server is killed and another one goes on, which knows nothing of what the judge has steered.
#[test]
fn what_the_judge_steered_holds_when_another_server_says_nothing_of_it() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.uncover(0, 1, 1);
    assert_eq!(progress(&fixture), Some((1, 3)));
    let lost = |fixture: &mut BoardFixture| {
        let since = fixture.instant();
        fixture.tell(0, ishigaki_client::Connection::Lost { since, code: tonic::Code::Unavailable });
        fixture.pass(3_000);
        fixture.connect(0);
        fixture.silence(0);
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
fn what_was_revealed_of_the_ranking_stays_when_another_server_says_nothing_of_it() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::end);
    for _ in 0..9 {
        fixture.pass(1_600);
    }
    fixture.reveal(0, 1);
    assert!(ranking(&mut fixture).contains("3rd"));
    fixture.silence(0);
    fixture.pass(120_000);
    let one = ranking(&mut fixture);
    assert!(one.contains("3rd") && !one.contains("1st"), "{one}");
}

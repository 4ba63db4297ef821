//! An opening is shown lot by lot, and nothing that follows from it before its time.

use ishigaki_board::{Cover, Effect};
use ishigaki_rules::{Act, Phase, TeamId};
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;

use crate::board::fixture::BoardFixture;
use crate::contest::{A, B, C, Contest, D, O, P};

pub(crate) fn everything(fixture: &mut BoardFixture) -> String {
    let mut all = fixture.pages();
    for (columns, lines) in [(80, 24), (200, 50)] {
        fixture.happen(Input::Resize { columns, lines });
        for view in ["1", "2", "3", "0"] {
            fixture.keys(view);
            all += &fixture.screen();
        }
    }
    all
}

pub(crate) fn progress(fixture: &BoardFixture) -> Option<(usize, usize)> {
    fixture.state.shows()[0].cover().map(Cover::progress)
}

#[test]
fn nothing_of_an_opening_shows_before_its_lot_is_uncovered() {
    let mut fixture = BoardFixture::small();
    fixture.keys("a");
    // Everything that follows has happened on the server: the opening, a re-bid, the confirmation, new walls.
    fixture.play(0, Contest::build);
    let screens = everything(&mut fixture);
    for secret in ["400", "410", "450", "250", "610", "810", "TIE", "re-bid", "Building", "final"] {
        assert!(!screens.contains(secret), "{secret} shows:\n{screens}");
    }
    assert_eq!(screens.matches("1,060").count(), 3 * 5, "nobody has paid: {screens}");
    fixture.keys(" ");
    let screens = everything(&mut fixture);
    assert!(screens.contains("TIE at 400"), "P is uncovered:\n{screens}");
    for secret in ["410", "450", "250", "610", "810", "final"] {
        assert!(!screens.contains(secret), "{secret} shows:\n{screens}");
    }
}

#[test]
fn key_uncovers_one_lot_and_stops_auto_reveal() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    assert!(fixture.state.is_auto());
    fixture.keys(" ");
    assert!(!fixture.state.is_auto());
    fixture.pass(60_000);
    let cover = fixture.state.shows()[0].cover().unwrap();
    assert_eq!(cover.progress(), (1, 3));
    assert_eq!([P, O, D].map(|lot| cover.covers(lot)), [false, true, true]);
    fixture.keys("  ");
    assert!(fixture.state.shows()[0].cover().is_none());
    assert!(matches!(fixture.shown().phase(), Phase::Rebidding { .. }));
}

#[test]
fn rebid_countdown_is_hidden_until_tie_is_uncovered() {
    let mut fixture = BoardFixture::small();
    fixture.keys("a");
    fixture.play(0, Contest::tie);
    let now = fixture.instant();
    assert_eq!(fixture.state.shows()[0].time_left(now), None);
    fixture.keys("   ");
    assert_eq!(fixture.state.shows()[0].time_left(now).unwrap().left.0, 30_000);
}

#[test]
fn pause_shows_at_once_during_covered_opening() {
    let mut fixture = BoardFixture::small();
    fixture.keys("a");
    fixture.play(0, |contest| {
        contest.tie();
        contest.judge(Act::Pause { reason: "fire".into() });
    });
    fixture.shows("PAUSED");
    assert_eq!(fixture.state.shows()[0].cover().unwrap().progress(), (0, 3));
}

#[test]
fn voiding_round_removes_cover_without_showing_prices() {
    let mut fixture = BoardFixture::small();
    fixture.keys("a");
    fixture.play(0, |contest| {
        contest.tie();
        contest.void("misread");
    });
    assert!(fixture.state.shows()[0].cover().is_none());
    let screens = everything(&mut fixture);
    assert!(screens.contains("misread"));
    assert!(!screens.contains("400"), "{screens}");
    fixture.play(0, Contest::tie);
    assert!(fixture.state.shows()[0].cover().is_some(), "the next opening is covered again");
}

#[test]
fn round_void_while_two_openings_are_covered_shows_neither() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
        contest.void("misread");
    });
    assert!(fixture.state.shows()[0].cover().is_none());
    let screens = everything(&mut fixture);
    assert!(screens.contains("misread") && !screens.contains("450"), "{screens}");
}

#[test]
fn opening_before_connection_is_not_covered() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
    fixture.games[0].contest.settle();
    fixture.games[0].contest.wait(20_000);
    fixture.connect(0);
    assert!(fixture.state.shows()[0].cover().is_none());
    fixture.shows("450 Bricklayers");
}

#[test]
fn opening_during_a_lost_connection_is_covered() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::seal);
    let since = fixture.instant();
    fixture.set_connection(0, ishigaki_client::Connection::Lost { since, code: tonic::Code::Unavailable });
    fixture.games[0].contest.wait(80_000);
    fixture.connect(0);
    assert_eq!(fixture.state.shows()[0].cover().unwrap().progress(), (0, 3));
}

#[test]
fn automatic_opening_takes_its_steps_to_the_end() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.pass(1_400);
    assert_eq!(fixture.state.shows()[0].cover().unwrap().progress(), (0, 3));
    fixture.pass(200);
    assert_eq!(fixture.state.shows()[0].cover().unwrap().progress(), (1, 3));
    fixture.pass(1_500);
    fixture.pass(1_500);
    assert!(fixture.state.shows()[0].cover().is_none());
}

#[test]
fn late_board_reveals_in_step_with_early_board() {
    for (passed, wanted) in [(0, Some((0, 3))), (1_600, Some((1, 3))), (3_100, Some((2, 3))), (4_600, None)] {
        let mut early = BoardFixture::small();
        early.play(0, Contest::tie);
        early.pass(passed);
        let mut late = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
        late.games[0].contest.tie();
        late.games[0].contest.wait(passed);
        late.connect(0);
        late.pass(1);
        assert_eq!((progress(&early), progress(&late)), (wanted, wanted), "after {passed} ms");
    }
}

#[test]
fn opening_during_another_is_uncovered_after_it() {
    let wave = |contest: &mut Contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
    };
    let mut early = BoardFixture::small();
    early.play(0, Contest::tie);
    early.play(0, wave);
    for _ in 0..4 {
        early.pass(1_600);
    }
    let mut late = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
    late.games[0].contest.tie();
    wave(&mut late.games[0].contest);
    late.games[0].contest.wait(4 * 1_600);
    late.connect(0);
    late.pass(1);
    let of = |fixture: &BoardFixture| {
        let show = &fixture.state.shows()[0];
        (show.cover().map(Cover::progress), show.cover().map(|cover| cover.covers(P)))
    };
    assert_eq!(of(&early), of(&late));
    assert_eq!(of(&early), (Some((0, 1)), Some(true)), "the wave is still covered");
}

#[test]
fn unsold_lots_are_uncovered_together_first() {
    let mut fixture = BoardFixture::small();
    fixture.keys("a");
    fixture.play(0, |contest| {
        contest.open(1);
        contest.bids(C, &[(O, 250)]);
        contest.wait(90_000);
    });
    assert_eq!(fixture.state.shows()[0].cover().unwrap().progress(), (0, 2));
    fixture.keys(" ");
    let screen = fixture.screen();
    assert!(screen.contains("P, D: ") || screen.matches("unsold").count() >= 2, "{screen}");
    assert!(screen.contains("? ? ?") && !screen.contains("250"), "{screen}");
    fixture.keys(" ");
    fixture.shows("250 C");
}

#[test]
fn uncovered_lots_do_not_tell_of_a_covered_tie() {
    let first_step = |lists: &[(TeamId, u64)]| {
        let mut fixture = BoardFixture::small();
        fixture.keys("a");
        fixture.play(0, |contest| {
            contest.open(1);
            for &(team, price) in lists {
                contest.bids(team, &[(O, price)]);
            }
            contest.wait(90_000);
        });
        let covered = everything(&mut fixture);
        assert!(!covered.contains("unsold"), "{covered}");
        fixture.keys(" ");
        (fixture.pages(), fixture)
    };
    let (won, mut fixture) = first_step(&[(A, 250), (B, 200)]);
    let (tied, _) = first_step(&[(A, 250), (B, 250)]);
    assert_eq!(won, tied);
    assert!(won.contains("1 unsold so far") && won.contains("3 unsold so far"), "{won}");
    fixture.keys(" ");
    let pages = fixture.pages();
    assert!(pages.contains("1 unsold") && !pages.contains("unsold so far"), "{pages}");
}

fn fall_back(contest: &mut Contest) {
    contest.open(1);
    contest.bids(A, &[(P, 400), (O, 100), (D, 20)]);
    contest.bids(B, &[(P, 400)]);
    contest.wait(90_000);
}

#[test]
fn rebid_opening_covers_only_changed_lots() {
    let mut fixture = BoardFixture::small();
    fixture.keys("a");
    fixture.play(0, fall_back);
    fixture.keys("   ");
    fixture.pass(2_000);
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
    });
    let cover = fixture.state.shows()[0].cover().unwrap();
    assert_eq!(
        (cover.progress(), cover.covers(P), cover.covers(O), cover.covers(D)),
        ((0, 2), true, false, false)
    );
    let screen = fixture.screen();
    assert_eq!(screen.matches("? ? ?").count(), 1, "{screen}");
    assert!(!screen.contains("450") && !screen.contains("20 津山高専"), "{screen}");
    assert!(screen.contains("unsold so far"), "{screen}");
    fixture.keys(" ");
    let screen = fixture.screen();
    assert!(screen.contains("450 Bricklayers") && !screen.contains("20 津山高専"), "{screen}");
    fixture.keys(" ");
    fixture.shows("20 津山高専");
}

#[test]
fn final_round_does_not_wait_for_a_key() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    fixture.keys(" ");
    fixture.pass(60_000);
    assert_eq!(fixture.state.shows()[0].cover().unwrap().progress(), (1, 3), "nothing has overtaken it");
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
        contest.confirm_all();
    });
    for _ in 0..6 {
        fixture.pass(1_600);
    }
    assert!(fixture.state.shows()[0].cover().is_none());
    fixture.shows("Walls");
    assert_eq!(fixture.shown().team(B).unwrap().held.0, 1_060 - 450 - 30);
    assert!(!fixture.state.is_auto(), "the next opening waits for its keys again");
}

#[test]
fn confirmation_right_after_the_last_lot_keeps_it_in_sight() {
    let mut fixture = BoardFixture::small();
    fixture.keys("a");
    fixture.play(0, |contest| {
        contest.open(1);
        contest.wait(90_000);
    });
    fixture.keys(" ");
    fixture.pass(100);
    fixture.play(0, Contest::confirm_all);
    fixture.shows("Stones");
    fixture.pass(2_000);
    fixture.shows("Walls");
}

fn rings(fixture: &mut BoardFixture) -> usize {
    std::mem::take(&mut fixture.effects).iter().filter(|effect| matches!(effect, Effect::Ring)).count()
}

#[test]
fn bell_rings_at_opening_before_close_and_at_close() {
    let mut fixture = BoardFixture::small();
    fixture.effects.clear();
    fixture.play(0, |contest| contest.open(1));
    assert_eq!(rings(&mut fixture), 0, "nobody wished for it");
    fixture.keys("b");
    fixture.pass(79_000);
    assert_eq!(rings(&mut fixture), 0);
    fixture.pass(1_500);
    assert_eq!(rings(&mut fixture), 1);
    fixture.pass(5_000);
    assert_eq!(rings(&mut fixture), 0, "once is enough");
    fixture.play(0, |contest| contest.wait(90_000));
    assert_eq!(rings(&mut fixture), 1);
    fixture.pass(60_000);
    fixture.pass(60_000);
    fixture.play(0, |contest| {
        contest.confirm_all();
        contest.open(2);
    });
    assert_eq!(rings(&mut fixture), 1);
}

#[test]
fn covered_rebid_opening_rings_no_bell() {
    let mut fixture = BoardFixture::small();
    fixture.keys("ab");
    fixture.play(0, Contest::seal);
    fixture.effects.clear();
    fixture.play(0, |contest| contest.wait(80_000));
    assert_eq!(rings(&mut fixture), 1, "bidding has closed");
    fixture.pass(25_000);
    fixture.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
    });
    assert_eq!(rings(&mut fixture), 0);
}

pub(crate) fn ranking(fixture: &mut BoardFixture) -> String {
    fixture.happen(Input::Resize { columns: 120, lines: 40 });
    let screen = fixture.screen();
    let from = screen.find("┌ Ranking").or_else(|| screen.find("┌ Final result"));
    from.map_or_else(|| panic!("no ranking: {screen}"), |from| screen[from..].to_owned())
}

#[test]
fn board_reveals_ranking_place_by_place() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::build);
    for _ in 0..9 {
        fixture.pass(1_600);
    }
    fixture.play(0, |contest| {
        contest.judge(Act::SignalEnd);
        contest.wait(5_000);
    });
    let ended = ranking(&mut fixture);
    assert!(!ended.contains("1st") && ended.matches("? ? ?").count() == 3, "{ended}");
    fixture.play(0, |contest| contest.judge(Act::DeclareResult));
    assert!(!ranking(&mut fixture).contains("1st"), "it waits for its reveal");
    let before = fixture.state.revision();
    fixture.reveal(0, 1);
    assert!(fixture.state.revision() > before);
    let one = ranking(&mut fixture);
    assert!(one.contains("3rd 津山高専") && one.matches("? ? ?").count() == 2, "{one}");
    assert!(!one.contains("C␛") && !one.contains("Bricklayers"), "{one}");
    fixture.reveal(0, 2);
    let two = ranking(&mut fixture);
    assert!(two.contains("2nd C␛") && two.matches("? ? ?").count() == 1, "{two}");
    fixture.reveal(0, 3);
    let all = ranking(&mut fixture);
    assert!(all.contains("1st Bricklayers") && all.contains("Final result"), "{all}");
}

#[expect(clippy::unwrap_used, reason = "a page without its ranking is a failed test")]
#[track_caller]
fn check_covered(fixture: &mut BoardFixture, open: &[&str]) {
    let pages = fixture.pages();
    let state: serde_json::Value = serde_json::from_str(&pages).unwrap();
    let game = &state["games"][0];
    let rows = game["ranking"]["rows"].as_array().unwrap();
    let shown: Vec<&str> = rows.iter().filter_map(|row| row["place"]["en"].as_str()).collect();
    assert_eq!(shown, open, "{rows:?}");
    for row in rows.iter().filter(|row| row["covered"] == true) {
        assert!(row["team"].is_null() && row["figures"] == serde_json::json!([]) && row["why"].is_null());
    }
    let captions = game["teams"].as_array().unwrap().iter().map(|team| team["caption"]["en"].as_str());
    assert_eq!(captions.filter(|caption| *caption != Some("")).count(), open.len(), "{pages}");
    for keys in ["0", "1", "2", "3"] {
        fixture.keys(keys);
        for (columns, lines) in [(80, 24), (120, 40)] {
            fixture.happen(Input::Resize { columns, lines });
            let screen = fixture.screen();
            for place in ["1st", "2nd", "3rd"].iter().filter(|place| !open.contains(place)) {
                assert!(!screen.contains(place), "{place} by {keys}: {screen}");
            }
            let figures = screen
                .match_indices(" empty")
                .filter(|(at, _)| screen[..*at].ends_with(|char: char| char.is_ascii_digit()));
            assert!(figures.count() <= open.len(), "by {keys}: {screen}");
        }
    }
    fixture.keys("0");
}

#[test]
fn nothing_of_the_ranking_shows_before_its_reveal() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::end);
    for _ in 0..60 {
        fixture.pass(1_600);
    }
    check_covered(&mut fixture, &[]);
    // A board that starts late, and one with a server that knows of no reveal.
    let mut late = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
    late.games[0].contest.end();
    late.connect(0);
    check_covered(&mut late, &[]);
    for (places, open) in [(1, &["3rd"][..]), (2, &["2nd", "3rd"])] {
        fixture.reveal(0, places);
        check_covered(&mut fixture, open);
        fixture.clear_uncovering(0);
        check_covered(&mut fixture, open);
    }
    fixture.reveal(0, 3);
    check_covered(&mut fixture, &["1st", "2nd", "3rd"]);
}

#[test]
fn late_board_shows_game_only_after_catching_up() {
    let mut late = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
    late.receive_past(0);
    let is_shown =
        |board: &BoardFixture| [board.pages(), board.screen()].map(|text| text.contains("Bricklayers"));
    assert_eq!(is_shown(&late), [false, false]);
    late.set_connection(0, ishigaki_client::Connection::CaughtUp);
    assert_eq!(is_shown(&late), [true, true]);
}

#[test]
fn pages_tell_no_number_of_steps_of_an_opening() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, Contest::tie);
    let state: serde_json::Value = serde_json::from_str(&fixture.pages()).unwrap();
    assert_eq!(state["games"][0]["cover"], 0, "{state}");
}

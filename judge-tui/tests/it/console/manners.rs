//! What the console says and offers: no more than is so, and no longer than it is.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Phase, RoundNo, TeamSpec};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{ActOutcome, Key, Listed, Programme};

use crate::console::fixture::{A, B, C, ConsoleFixture, D, GAME, O, P, listed, setup, waiting};
use crate::console::screens::compare;

/// A console before a practice game, with or without another game to go to.
pub(crate) fn practising(lang: Lang, columns: u16, lines: u16, others: &[Listed]) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.wait(0);
    fixture.effects.clear();
    let practice =
        Listed { practice: true, ..listed(GAME, "Practice", Phase::Ready { next: RoundNo(1) }, 1) };
    let games: Vec<Listed> = std::iter::once(practice).chain(others.iter().cloned()).collect();
    fixture.happen(Event::Games(Ok(games.into())));
    fixture.open(1);
    fixture
}

fn lose(fixture: &mut ConsoleFixture) {
    let since = fixture.instant();
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code: tonic::Code::Unavailable }));
}

#[test]
fn a_practice_game_tells_how_to_leave_it_once_there_is_another() {
    let heat = waiting("heat-1b", "Heat 1", "予選1");
    for (lang, mark, leave) in [
        (Lang::En, " PRACTICE   H1", "X: end practice  b: list of games"),
        (Lang::Ja, " 練習   H1", "X：練習を終了  b：一覧"),
    ] {
        let screen = practising(lang, 120, 40, std::slice::from_ref(&heat)).screen();
        assert!(screen.starts_with(mark) && screen.contains(leave), "{screen}");
    }
    let mut fixture = practising(Lang::En, 80, 24, &[]);
    assert!(!fixture.screen().contains("X: end practice"), "{}", fixture.screen());
    fixture.wait(3_000);
    assert_eq!(fixture.effects, [Effect::ListGames], "it is asked whether there is one by now");
}

#[test]
fn to_end_practice_is_a_plain_question_that_says_so() {
    let mut fixture = practising(Lang::En, 80, 24, &[]);
    fixture.keys("Xpractised enough\n");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    let screen = fixture.screen();
    assert!(screen.contains("Nothing of it counts") && !screen.contains("another problem"), "{screen}");
    fixture.keys("y");
    assert_eq!(fixture.call().1, Act::Abandon { reason: "practised enough".into() });
}

#[test]
fn without_a_connection_nothing_is_offered_that_needs_one() {
    let mut fixture = practising(Lang::En, 120, 40, &[waiting("heat-1b", "Heat 1", "")]);
    lose(&mut fixture);
    let screen = fixture.screen();
    for offer in ["pause", "void", "games", "[", "end practice"] {
        let foot = screen.lines().skip(2).take(1).chain(screen.lines().rev().take(2)).collect::<String>();
        assert!(!foot.contains(offer), "{offer} is offered: {foot}");
    }
    assert!(screen.contains("▶ Wait for the connection"), "{screen}");
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    assert!(fixture.screen().contains("pause"), "{}", fixture.screen());
    compare("offline", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        fixture.settle();
        lose(&mut fixture);
        fixture
    });
}

#[test]
fn a_token_that_may_enter_nothing_is_told_so_before_the_form_the_next_time() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("H\n\nP 20\nthe laptop burnt\ny");
    let ticket = match std::mem::take(&mut fixture.effects).as_slice() {
        [Effect::Enter { ticket, .. }] => *ticket,
        other => panic!("one entry is expected, not {other:?}"),
    };
    let fault = Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser");
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(fault.clone()) });
    assert!(matches!(fixture.state.dialog(), Some(Dialog::ByHand(_))), "nothing that was typed is lost");
    while fixture.state.dialog().is_some() {
        fixture.key(Key::Esc);
    }
    fixture.keys("H");
    assert_eq!((fixture.state.dialog(), fixture.state.notice()), (None, Some(&Notice::Refused(fault))));
    assert!(fixture.screen().contains("organiser"), "{}", fixture.screen());
}

#[test]
fn what_is_done_is_told_for_a_while_and_bad_news_stays() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("o");
    fixture.serve();
    let before = fixture.state.revision();
    fixture.wait(0);
    fixture.wait(7_900);
    assert!(matches!(fixture.state.notice(), Some(Notice::Done(_))));
    fixture.wait(200);
    assert_eq!(fixture.state.notice(), None);
    assert!(fixture.state.revision() > before);
    fixture.keys("C");
    fixture.wait(30_000);
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn what_is_done_is_old_when_the_next_phase_has_come() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("o");
    fixture.serve();
    assert!(matches!(fixture.state.notice(), Some(Notice::Done(_))), "it began this very phase");
    fixture.wait(0);
    fixture.wait(3_000);
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "misread".into() });
    assert_eq!(fixture.state.notice(), None);
}

#[test]
fn other_lots_are_selected_from_the_first_on() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("jj");
    assert_eq!(fixture.state.front().selected_lot(), Some(D));
    fixture.bids(A, &[(O, 10)]);
    assert_eq!(fixture.state.front().selected_lot(), Some(D), "nothing has become of the lots");
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "misread".into() });
    fixture.open(1);
    assert_eq!(fixture.state.front().selected_lot(), Some(P));
}

#[test]
fn what_will_never_be_opened_is_not_called_sealed() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    assert!(fixture.screen().contains("sealed"), "{}", fixture.screen());
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "misread".into() });
    let screen = fixture.screen();
    assert!(
        screen.contains("never opened") && !screen.contains(" sealed\n") && screen.contains(" void "),
        "{screen}"
    );
    fixture.open(1);
    fixture.judge(Act::Abandon { reason: "fire".into() });
    let screen = fixture.screen();
    assert!(screen.contains("never opened") && screen.matches(" abandoned ").count() >= 3, "{screen}");
}

/// A console before a game of so many teams.
fn crowded(lang: Lang, columns: u16, lines: u16, teams: usize) -> ConsoleFixture {
    let team = |at: usize| TeamSpec { code: format!("t{at}"), name: format!("Masons {at}") };
    let crowd = ishigaki_rules::Setup { teams: (1..=teams).map(team).collect(), ..setup() };
    let mut fixture = ConsoleFixture::before(crowd, lang, columns, lines);
    fixture.connect();
    fixture
}

#[test]
fn before_the_end_teams_are_equal_so_far_and_all_of_them_are_in_sight() {
    for teams in 6..=9 {
        let fixture = crowded(Lang::En, 120, 40, teams);
        let screen = fixture.screen();
        assert!(!screen.contains("janken"), "{screen}");
        let place = screen.lines().position(|line| line.contains("4 Standings")).unwrap();
        let standings: String =
            screen.lines().skip(place).map(|line| line.chars().skip(60).collect::<String>()).collect();
        for team in 1..=teams {
            assert!(standings.contains(&format!("Masons {team}")), "{team} of {teams} is missing:\n{screen}");
        }
    }
    compare("equal", |lang, columns, lines| {
        let mut fixture = crowded(lang, columns, lines, 7);
        fixture.keys("4");
        fixture
    });
}

#[test]
fn another_size_repaints_everything_at_once_and_once_more_when_the_terminal_has_settled() {
    let mut fixture = ConsoleFixture::small();
    fixture.wait(0);
    fixture.effects.clear();
    fixture.happen(Input::Resize { columns: 120, lines: 40 });
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
    fixture.wait(900);
    assert_eq!(fixture.effects, []);
    fixture.wait(200);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
    fixture.wait(5_000);
    assert_eq!(fixture.effects, []);
}

#[test]
fn control_l_repaints_everything_and_changes_nothing() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("C");
    for open in ["", "n", "?"] {
        fixture.keys(open);
        let (dialog, notice) = (fixture.state.dialog().cloned(), fixture.state.notice().cloned());
        fixture.key(Key::Ctrl('l'));
        assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
        assert_eq!((fixture.state.dialog().cloned(), fixture.state.notice().cloned()), (dialog, notice));
        fixture.key(Key::Esc);
    }
}

#[test]
fn teams_are_named_where_the_contest_knows_their_names() {
    let heat = Listed { teams: vec!["a".into(), "zz".into()], ..waiting("heat-1b", "Heat 1", "") };
    let mut fixture = practising(Lang::En, 80, 24, std::slice::from_ref(&heat));
    let code = fixture.game.setup().teams[0].code.clone();
    let heat = Listed { teams: vec![code.clone(), "zz".into()], ..heat };
    fixture.keys("b");
    let known = TeamSpec { code: code.clone(), name: "津山高専".into() };
    let contest = Programme { teams: vec![known], ..vec![heat.clone()].into() };
    fixture.happen(Event::Games(Ok(contest)));
    fixture.keys("s");
    assert!(fixture.screen().contains(&format!("津山高専 ({code}), zz")), "{}", fixture.screen());
    fixture.key(Key::Esc);
    let crowd = Listed { teams: (1..=12).map(|at| format!("x{at}")).collect(), ..heat };
    fixture.happen(Event::Games(Ok(vec![crowd].into())));
    fixture.keys("s");
    assert!(fixture.screen().contains("x7, x8") && fixture.screen().contains("x12"), "{}", fixture.screen());
}

#[test]
fn the_end_is_asked_gravely_with_the_time_since_the_last_round() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.wait(12_000);
    assert!(
        fixture.screen().contains("▶ 0:12 since the last round. Signal the end between 0:30 and 1:00"),
        "{}",
        fixture.screen()
    );
    fixture.keys("E");
    let screen = fixture.screen();
    assert!(screen.contains("became final 0:12 ago") && screen.contains("EARLY"), "{screen}");
    fixture.keys("y");
    assert!(fixture.effects.is_empty(), "a plain key ends no game");
    let before = fixture.state.revision();
    fixture.wait(20_000);
    assert!(fixture.state.revision() > before, "the time goes on in the question");
    let screen = fixture.screen();
    assert!(screen.contains("0:32 ago") && !screen.contains("EARLY") && !screen.contains("LATE"), "{screen}");
    fixture.wait(30_000);
    assert!(fixture.screen().contains("LATE"), "{}", fixture.screen());
    fixture.keys("Y");
    assert_eq!(fixture.call().1, Act::SignalEnd);
    compare("end_asked", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        fixture.build();
        fixture.wait(12_000);
        fixture.keys("E");
        fixture
    });
}

#[test]
fn the_declaration_shows_what_it_declares_and_the_reveal_comes_next() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.end();
    fixture.keys("F");
    let screen = fixture.screen();
    for place in ["1st", "2nd", "3rd"] {
        assert!(screen.contains(place), "{screen}");
    }
    assert!(screen.contains("This ranking becomes the final result"), "{screen}");
    fixture.keys("Y");
    fixture.serve();
    assert!(
        fixture.screen().contains("▶ The result is final. Reveal the ranking. [v]"),
        "{}",
        fixture.screen()
    );
    fixture.keys("v\n\n");
    fixture.key(Key::Esc);
    assert!(fixture.screen().contains("Reveal the ranking. [v]"), "it is not done yet");
    fixture.keys("v\n\n\n");
    fixture.key(Key::Esc);
    assert!(fixture.screen().contains("▶ This game is over."), "{}", fixture.screen());
    compare("declare_asked", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        fixture.build();
        fixture.end();
        fixture.keys("F");
        fixture
    });
}

#[test]
fn a_look_through_the_ranking_before_the_declaration_is_no_reveal() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.end();
    fixture.keys("v\n\n\n");
    fixture.key(Key::Esc);
    fixture.keys("FY");
    fixture.serve();
    let screen = fixture.screen();
    assert!(screen.contains("▶ The result is final. Reveal the ranking. [v]"), "{screen}");
}

#[test]
fn the_reveal_begins_with_the_last_team_that_counts() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.judge(Act::Disqualify { team: B, reason: "phones".into() });
    fixture.end();
    fixture.keys("v");
    let start = fixture.screen();
    assert!(
        start.contains("2 teams, from the last place") && start.contains("disqualified (E3): Bricklayers"),
        "{start}"
    );
    fixture.keys("\n");
    let first = fixture.screen();
    assert!(!first.contains("Bricklayers") && first.contains("2nd  "), "{first}");
}

#[test]
fn who_waits_for_nobody_is_told_when_bidding_closes() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.wait(11_000);
    for team in [A, B, C] {
        fixture.bids(team, &[]);
    }
    assert!(fixture.screen().contains("▶ All have sealed; bidding closes in 1:19."), "{}", fixture.screen());
}

#[test]
fn to_abandon_a_game_says_what_comes_next() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.wait(0);
    fixture.effects.clear();
    let own = Listed {
        spare: Some("heat-1-spare".into()),
        ..listed(GAME, "Heat", Phase::Ready { next: RoundNo(1) }, 1)
    };
    fixture.happen(Event::Games(Ok(vec![own, waiting("heat-1-spare", "Heat, spare", "")].into())));
    fixture.keys("Xa wrong drawing\n");
    assert!(fixture.screen().contains("then N starts its spare"), "{}", fixture.screen());
}

#[test]
fn practice_has_one_word_for_its_end() {
    let mut fixture = practising(Lang::En, 80, 24, &[]);
    assert!(fixture.screen().contains("X end practice"), "{}", fixture.screen());
    fixture.keys("X");
    assert!(fixture.screen().contains("Reason to end the practice:"), "{}", fixture.screen());
    fixture.keys("enough\ny");
    fixture.serve();
    let screen = fixture.screen();
    assert!(
        screen.contains("Done: end the practice.") && screen.contains("The practice has ended"),
        "{screen}"
    );
    fixture.keys("5");
    let log = fixture.screen();
    assert!(log.contains("The practice has ended: enough (G4).") && !log.contains("bandon"), "{log}");
}

#[test]
fn a_reveal_by_another_console_is_gone_on_with_and_is_over_with_it() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture.keys("v");
    assert!(
        fixture.screen().contains("On this screen only: boards follow once the result is declared (E4).")
    );
    fixture.key(Key::Esc);
    fixture.judge(Act::DeclareResult);
    assert!(fixture.screen().contains("Reveal the ranking. [v]"), "{}", fixture.screen());
    fixture.show_places(2);
    assert!(fixture.screen().contains("Reveal the ranking. [v]"), "the first place is still covered");
    fixture.effects.clear();
    fixture.keys("v");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Reveal { shown: 2 }), "the hall has seen two already");
    let told: Vec<_> =
        fixture.effects.iter().filter(|effect| matches!(effect, Effect::Reveal { .. })).collect();
    assert!(matches!(told[..], [Effect::Reveal { places: 2, .. }]), "{told:?}");
    fixture.happen(Event::Revealed(Ok(())));
    fixture.key(Key::Esc);
    let before = fixture.state.revision();
    fixture.show_places(3);
    assert_ne!(fixture.state.revision(), before);
    for columns in [80, 60] {
        fixture.happen(Input::Resize { columns, lines: 24 });
        let screen = fixture.screen();
        let line = screen
            .lines()
            .find_map(|line| line.split_once("▶ Over. Last head: "))
            .map(|(_, head)| head.trim_end());
        let groups = line.map(|head| head.split([' ', '-']).filter(|group| group.len() == 4).count());
        assert_eq!(groups, Some(8), "whoever judges notes all of it:\n{screen}");
    }
    fixture.keys("L");
    let screen = fixture.screen();
    let line = screen.lines().find(|line| line.contains("▶ 終了。最後の連鎖値")).expect(&screen);
    assert!(!line.contains('…'), "{screen}");
}

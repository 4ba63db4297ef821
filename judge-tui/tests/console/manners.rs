//! What the console says and offers: no more than is so, and no longer than it is.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Phase, RoundNo, TeamSpec};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{Answer, Key, Listed, Programme};

use crate::hall::{A, B, C, D, GAME, Hall, O, P, listed, setup, waiting};

#[track_caller]
fn check(name: &str, stage: impl Fn(Lang, u16, u16) -> Hall) {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            let hall = stage(lang, columns, lines);
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("{name}_{code}_{columns}x{lines}"), screen);
            }
        }
    }
}

/// A console before a practice game, with or without another game to go to.
fn practising(lang: Lang, columns: u16, lines: u16, others: &[Listed]) -> Hall {
    let mut hall = Hall::judging(lang, columns, lines);
    hall.wait(0);
    hall.effects.clear();
    let practice =
        Listed { practice: true, ..listed(GAME, "Practice", Phase::Ready { next: RoundNo(1) }, 1) };
    let games: Vec<Listed> = std::iter::once(practice).chain(others.iter().cloned()).collect();
    hall.happen(Event::Games(Ok(games.into())));
    hall.open(1);
    hall
}

fn lose(hall: &mut Hall) {
    let since = hall.instant();
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code: tonic::Code::Unavailable }));
}

#[test]
fn a_practice_game_tells_how_to_leave_it_once_there_is_another() {
    let heat = waiting("heat-1b", "Heat 1", "予選1");
    let hall = practising(Lang::En, 80, 24, std::slice::from_ref(&heat));
    assert!(hall.screen().contains("X: end practice  b: list of games"), "{}", hall.screen());
    let mut hall = practising(Lang::En, 80, 24, &[]);
    assert!(!hall.screen().contains("X: end practice"), "{}", hall.screen());
    hall.wait(3_000);
    assert_eq!(hall.effects, [Effect::ListGames], "it is asked whether there is one by now");
    check("practice", |lang, columns, lines| practising(lang, columns, lines, std::slice::from_ref(&heat)));
}

#[test]
fn to_end_practice_is_a_plain_question_that_says_so() {
    let mut hall = practising(Lang::En, 80, 24, &[]);
    hall.keys("Xpractised enough\n");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    let screen = hall.screen();
    assert!(screen.contains("Nothing of it counts") && !screen.contains("another problem"), "{screen}");
    hall.keys("y");
    assert_eq!(hall.call().1, Act::Abandon { reason: "practised enough".into() });
}

#[test]
fn without_a_connection_nothing_is_offered_that_needs_one() {
    let mut hall = practising(Lang::En, 120, 40, &[waiting("heat-1b", "Heat 1", "")]);
    lose(&mut hall);
    let screen = hall.screen();
    for offer in ["pause", "void", "games", "[", "end practice"] {
        let foot = screen.lines().skip(2).take(1).chain(screen.lines().rev().take(2)).collect::<String>();
        assert!(!foot.contains(offer), "{offer} is offered: {foot}");
    }
    assert!(screen.contains("▶ Wait for the connection"), "{screen}");
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    assert!(hall.screen().contains("pause"), "{}", hall.screen());
    check("offline", |lang, columns, lines| {
        let mut hall = Hall::new(lang, columns, lines);
        hall.settle();
        lose(&mut hall);
        hall
    });
}

#[test]
fn a_token_that_may_enter_nothing_is_told_so_before_the_form_the_next_time() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("H\n\nP 20\nthe laptop burnt\ny");
    let ticket = match std::mem::take(&mut hall.effects).as_slice() {
        [Effect::Enter { ticket, .. }] => *ticket,
        other => panic!("one entry is expected, not {other:?}"),
    };
    let fault = Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser");
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(fault.clone()) });
    assert!(matches!(hall.state.dialog(), Some(Dialog::ByHand(_))), "nothing that was typed is lost");
    while hall.state.dialog().is_some() {
        hall.key(Key::Esc);
    }
    hall.keys("H");
    assert_eq!((hall.state.dialog(), hall.state.notice()), (None, Some(&Notice::Refused(fault))));
    assert!(hall.screen().contains("organiser"), "{}", hall.screen());
}

#[test]
fn what_is_done_is_told_for_a_while_and_bad_news_stays() {
    let mut hall = Hall::small();
    hall.keys("o");
    hall.serve();
    let before = hall.state.revision();
    hall.wait(0);
    hall.wait(7_900);
    assert!(matches!(hall.state.notice(), Some(Notice::Done(_))));
    hall.wait(200);
    assert_eq!(hall.state.notice(), None);
    assert!(hall.state.revision() > before);
    hall.keys("C");
    hall.wait(30_000);
    assert!(matches!(hall.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn what_is_done_is_old_when_the_next_phase_has_come() {
    let mut hall = Hall::small();
    hall.keys("o");
    hall.serve();
    assert!(matches!(hall.state.notice(), Some(Notice::Done(_))), "it began this very phase");
    hall.wait(0);
    hall.wait(3_000);
    hall.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "misread".into() });
    assert_eq!(hall.state.notice(), None);
}

#[test]
fn other_lots_are_selected_from_the_first_on() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("jj");
    assert_eq!(hall.state.front().selected_lot(), Some(D));
    hall.bids(A, &[(O, 10)]);
    assert_eq!(hall.state.front().selected_lot(), Some(D), "nothing has become of the lots");
    hall.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "misread".into() });
    hall.open(1);
    assert_eq!(hall.state.front().selected_lot(), Some(P));
}

#[test]
fn what_will_never_be_opened_is_not_called_sealed() {
    let mut hall = Hall::small();
    hall.open(1);
    assert!(hall.screen().contains("sealed"), "{}", hall.screen());
    hall.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "misread".into() });
    let screen = hall.screen();
    assert!(
        screen.contains("never opened") && !screen.contains(" sealed\n") && screen.contains(" void "),
        "{screen}"
    );
    hall.open(1);
    hall.judge(Act::Abandon { reason: "fire".into() });
    let screen = hall.screen();
    assert!(screen.contains("never opened") && screen.matches(" abandoned ").count() >= 3, "{screen}");
}

/// A console before a game of so many teams.
fn crowded(lang: Lang, columns: u16, lines: u16, teams: usize) -> Hall {
    let team = |at: usize| TeamSpec { code: format!("t{at}"), name: format!("Masons {at}") };
    let crowd = ishigaki_rules::Setup { teams: (1..=teams).map(team).collect(), ..setup() };
    let mut hall = Hall::before(crowd, lang, columns, lines);
    hall.connect();
    hall
}

#[test]
fn before_the_end_teams_are_equal_so_far_and_all_of_them_are_in_sight() {
    for teams in 6..=9 {
        let hall = crowded(Lang::En, 120, 40, teams);
        let screen = hall.screen();
        assert!(!screen.contains("janken"), "{screen}");
        let place = screen.lines().position(|line| line.contains("4 Standings")).unwrap();
        let standings: String =
            screen.lines().skip(place).map(|line| line.chars().skip(60).collect::<String>()).collect();
        for team in 1..=teams {
            assert!(standings.contains(&format!("Masons {team}")), "{team} of {teams} is missing:\n{screen}");
        }
    }
    check("equal", |lang, columns, lines| {
        let mut hall = crowded(lang, columns, lines, 7);
        hall.keys("4");
        hall
    });
}

#[test]
fn another_size_repaints_everything_at_once_and_once_more_when_the_terminal_has_settled() {
    let mut hall = Hall::small();
    hall.wait(0);
    hall.effects.clear();
    hall.happen(Input::Resize { columns: 120, lines: 40 });
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::Repaint]);
    hall.wait(900);
    assert_eq!(hall.effects, []);
    hall.wait(200);
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::Repaint]);
    hall.wait(5_000);
    assert_eq!(hall.effects, []);
}

#[test]
fn control_l_repaints_everything_and_changes_nothing() {
    let mut hall = Hall::small();
    hall.keys("C");
    for open in ["", "n", "?"] {
        hall.keys(open);
        let (dialog, notice) = (hall.state.dialog().cloned(), hall.state.notice().cloned());
        hall.key(Key::Ctrl('l'));
        assert_eq!(std::mem::take(&mut hall.effects), [Effect::Repaint]);
        assert_eq!((hall.state.dialog().cloned(), hall.state.notice().cloned()), (dialog, notice));
        hall.key(Key::Esc);
    }
}

#[test]
fn teams_are_named_where_the_contest_knows_their_names() {
    let heat = Listed { teams: vec!["a".into(), "zz".into()], ..waiting("heat-1b", "Heat 1", "") };
    let mut hall = practising(Lang::En, 80, 24, std::slice::from_ref(&heat));
    let code = hall.game.setup().teams[0].code.clone();
    let heat = Listed { teams: vec![code.clone(), "zz".into()], ..heat };
    hall.keys("b");
    let known = TeamSpec { code: code.clone(), name: "津山高専".into() };
    let contest = Programme { teams: vec![known], ..vec![heat.clone()].into() };
    hall.happen(Event::Games(Ok(contest)));
    hall.keys("s");
    assert!(hall.screen().contains(&format!("津山高専 ({code}), zz")), "{}", hall.screen());
    hall.key(Key::Esc);
    let crowd = Listed { teams: (1..=12).map(|at| format!("x{at}")).collect(), ..heat };
    hall.happen(Event::Games(Ok(vec![crowd].into())));
    hall.keys("s");
    assert!(hall.screen().contains("x7, x8") && hall.screen().contains("x12"), "{}", hall.screen());
}

#[test]
fn the_end_is_asked_gravely_with_the_time_since_the_last_round() {
    let mut hall = Hall::small();
    hall.build();
    hall.wait(12_000);
    assert!(
        hall.screen().contains("▶ 0:12 since the last round. Signal the end between 0:30 and 1:00"),
        "{}",
        hall.screen()
    );
    hall.keys("E");
    let screen = hall.screen();
    assert!(screen.contains("became final 0:12 ago") && screen.contains("EARLY"), "{screen}");
    hall.keys("y");
    assert!(hall.effects.is_empty(), "a plain key ends no game");
    let before = hall.state.revision();
    hall.wait(20_000);
    assert!(hall.state.revision() > before, "the time goes on in the question");
    let screen = hall.screen();
    assert!(screen.contains("0:32 ago") && !screen.contains("EARLY") && !screen.contains("LATE"), "{screen}");
    hall.wait(30_000);
    assert!(hall.screen().contains("LATE"), "{}", hall.screen());
    hall.keys("Y");
    assert_eq!(hall.call().1, Act::SignalEnd);
    check("end_asked", |lang, columns, lines| {
        let mut hall = Hall::new(lang, columns, lines);
        hall.build();
        hall.wait(12_000);
        hall.keys("E");
        hall
    });
}

#[test]
fn the_declaration_shows_what_it_declares_and_the_reveal_comes_next() {
    let mut hall = Hall::small();
    hall.build();
    hall.end();
    hall.keys("F");
    let screen = hall.screen();
    for place in ["1st", "2nd", "3rd"] {
        assert!(screen.contains(place), "{screen}");
    }
    assert!(screen.contains("This ranking becomes the final result"), "{screen}");
    hall.keys("Y");
    hall.serve();
    assert!(hall.screen().contains("▶ The result is final. Reveal the ranking. [v]"), "{}", hall.screen());
    hall.keys("v\n\n");
    hall.key(Key::Esc);
    assert!(hall.screen().contains("Reveal the ranking. [v]"), "it is not done yet");
    hall.keys("v\n\n\n");
    hall.key(Key::Esc);
    assert!(hall.screen().contains("▶ This game is over."), "{}", hall.screen());
    check("declare_asked", |lang, columns, lines| {
        let mut hall = Hall::new(lang, columns, lines);
        hall.build();
        hall.end();
        hall.keys("F");
        hall
    });
}

#[test]
fn the_reveal_begins_with_the_last_team_that_counts() {
    let mut hall = Hall::small();
    hall.build();
    hall.judge(Act::Disqualify { team: B, reason: "phones".into() });
    hall.end();
    hall.keys("v");
    let start = hall.screen();
    assert!(
        start.contains("2 teams, from the last place") && start.contains("disqualified (E3): Bricklayers"),
        "{start}"
    );
    hall.keys("\n");
    let first = hall.screen();
    assert!(!first.contains("Bricklayers") && first.contains("2nd  "), "{first}");
}

#[test]
fn who_waits_for_nobody_is_told_when_bidding_closes() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(11_000);
    for team in [A, B, C] {
        hall.bids(team, &[]);
    }
    assert!(hall.screen().contains("▶ All have sealed; bidding closes in 1:19."), "{}", hall.screen());
}

#[test]
fn to_abandon_a_game_says_what_comes_next() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.wait(0);
    hall.effects.clear();
    let own = Listed {
        spare: Some("heat-1-spare".into()),
        ..listed(GAME, "Heat", Phase::Ready { next: RoundNo(1) }, 1)
    };
    hall.happen(Event::Games(Ok(vec![own, waiting("heat-1-spare", "Heat, spare", "")].into())));
    hall.keys("Xa wrong drawing\n");
    assert!(hall.screen().contains("then N starts its spare"), "{}", hall.screen());
}

#[test]
fn practice_has_one_word_for_its_end() {
    let mut hall = practising(Lang::En, 80, 24, &[]);
    assert!(hall.screen().contains("X end practice"), "{}", hall.screen());
    hall.keys("X");
    assert!(hall.screen().contains("Reason to end the practice:"), "{}", hall.screen());
    hall.keys("enough\ny");
    hall.serve();
    let screen = hall.screen();
    assert!(
        screen.contains("Done: end the practice.") && screen.contains("The practice has ended"),
        "{screen}"
    );
    hall.keys("5");
    let log = hall.screen();
    assert!(log.contains("The practice has ended: enough (G4).") && !log.contains("bandon"), "{log}");
}

#[test]
fn a_reveal_by_another_console_is_gone_on_with_and_is_over_with_it() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.build();
    hall.end();
    hall.keys("v");
    assert!(hall.screen().contains("On this screen only: boards follow once the result is declared (E4)."));
    hall.key(Key::Esc);
    hall.judge(Act::DeclareResult);
    assert!(hall.screen().contains("Reveal the ranking. [v]"), "{}", hall.screen());
    hall.show_places(2);
    assert!(hall.screen().contains("Reveal the ranking. [v]"), "the first place is still covered");
    hall.effects.clear();
    hall.keys("v");
    assert_eq!(hall.state.dialog(), Some(&Dialog::Reveal { shown: 2 }), "the hall has seen two already");
    let told: Vec<_> = hall.effects.iter().filter(|effect| matches!(effect, Effect::Reveal { .. })).collect();
    assert!(matches!(told[..], [Effect::Reveal { places: 2, .. }]), "{told:?}");
    hall.happen(Event::Revealed(Ok(())));
    hall.key(Key::Esc);
    let before = hall.state.revision();
    hall.show_places(3);
    assert_ne!(hall.state.revision(), before);
    for columns in [80, 60] {
        hall.happen(Input::Resize { columns, lines: 24 });
        let screen = hall.screen();
        let line = screen
            .lines()
            .find_map(|line| line.split_once("▶ Over. Last head: "))
            .map(|(_, head)| head.trim_end());
        let groups = line.map(|head| head.split([' ', '-']).filter(|group| group.len() == 4).count());
        assert_eq!(groups, Some(8), "whoever judges notes all of it:\n{screen}");
    }
    hall.keys("L");
    let screen = hall.screen();
    let line = screen.lines().find(|line| line.contains("▶ 終了。最後の連鎖値")).expect(&screen);
    assert!(!line.contains('…'), "{screen}");
}

//! An event by keys alone, and what each key asks for.

use ishigaki_proto::event as wire;
use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, PlayerId, Stage};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, EventCall, LineTarget, Notice, Panel};

use crate::hall::Hall;

const SMALL: (u16, u16) = (80, 24);

/// The result of the game under the cursor, by its slip: the first player has won, both have signed.
fn enter_slip(hall: &mut Hall) {
    hall.press(Key::Enter);
    hall.keys("1");
    hall.press(Key::Down);
    hall.keys(" ");
    hall.press(Key::Down);
    hall.keys(" \n");
}

#[test]
fn sixteen_play_from_creation_to_awards_by_keys_alone() {
    let mut hall = Hall::empty(Lang::En, SMALL, Audience::Organiser);
    hall.shows("There is no event yet");
    hall.keys("Cmeijin\n");
    hall.keys("nplayers.csv\n");
    hall.shows("16 on the roster");
    hall.keys("nY");
    assert_eq!(hall.tournament().stage(), Stage::Committed);
    hall.keys("n407");
    for digits in ["1932", "0586", "7741"] {
        hall.press(Key::Tab);
        hall.keys(digits);
    }
    hall.keys("\n");
    assert_eq!(hall.tournament().stage(), Stage::Reception);
    hall.keys("/Player 3\ns1\n");
    hall.press(Key::Esc);
    hall.keys("nY");
    let mut rounds = 0;
    while matches!(hall.tournament().stage(), Stage::Between { .. }) {
        rounds += 1;
        hall.keys("nY");
        assert_eq!(hall.state.panel(), Panel::Round);
        while let Some(open) = first_open(&hall) {
            go_to(&mut hall, open);
            enter_slip(&mut hall);
        }
        confirm_firsts(&mut hall);
    }
    assert!(rounds >= 8, "{rounds}");
    hall.keys("nY");
    assert_eq!((hall.tournament().stage(), hall.state.panel()), (Stage::Declared, Panel::Ranking));
    hall.shows("Champion");
    hall.keys("n");
    assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-is-over")));
}

/// The first game of the last round that has no result.
fn first_open(hall: &Hall) -> Option<LineTarget> {
    let paired = hall.tournament().rounds().last()?;
    let mut games = paired.games().map(|(_, one, other)| (one, other));
    let open =
        games.find(|(one, other)| !paired.results.contains_key(&(*one.min(other), *one.max(other))))?;
    Some(LineTarget::Game(open.0, open.1))
}

fn go_to(hall: &mut Hall, target: LineTarget) {
    hall.press(Key::Home);
    for _ in 0..200 {
        if hall.state.target() == Some(target) {
            return;
        }
        hall.press(Key::Down);
    }
    panic!("{target:?} is not on the panel:\n{}", hall.text());
}

/// The referee confirms the firsts who were found by the ranking, at another screen.
fn confirm_firsts(hall: &mut Hall) {
    let Some(flow) = hall.tournament().flow() else { return };
    let found = flow.firsts().iter().enumerate().filter_map(|(at, first)| {
        let by_ranking = first.is_some_and(|first| first.by == ishigaki_tournament::FoundBy::Ranking);
        let league = ishigaki_tournament::LeagueId::at(at);
        (by_ranking && !hall.tournament().is_confirmed(league)).then_some(league)
    });
    let found: Vec<_> = found.collect();
    for league in &found {
        hall.ask(Actor::Referee, Act::ConfirmFirst { league: *league });
    }
}

#[test]
fn a_slip_without_both_signatures_is_sent_at_the_second_time_only() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Desk, 16);
    hall.answers = false;
    hall.press(Key::Enter);
    hall.press(Key::Enter);
    hall.shows("\"winner (○)\" is empty");
    hall.keys("2");
    hall.press(Key::Enter);
    assert!(hall.effects.is_empty());
    hall.shows("Not both have signed (TO9)");
    hall.press(Key::Enter);
    let Some(Effect::Call { call: EventCall::EnterResult(request), .. }) = hall.effects.pop() else {
        panic!("nothing is sent:\n{}", hall.text())
    };
    let slip = request.slip.unwrap();
    assert!(!slip.winner_signed && !slip.loser_signed);
    let Some(LineTarget::Game(one, other)) = hall.state.target() else { panic!("no game") };
    assert_eq!((slip.winner, slip.loser), (other.0 + 1, one.0 + 1));
}

#[test]
fn a_slip_says_all_that_was_kept_and_nothing_else() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Desk, 16);
    hall.answers = false;
    hall.press(Key::Enter);
    for keys in ["1", " ", " ", "40:24", "2", "3", "", "f5d6c3"] {
        hall.keys(keys);
        hall.press(Key::Tab);
    }
    hall.press(Key::Enter);
    let Some(Effect::Call { call: EventCall::EnterResult(request), .. }) = hall.effects.pop() else {
        panic!("nothing is sent:\n{}", hall.text())
    };
    let slip = request.slip.unwrap();
    assert_eq!(
        (slip.discs, slip.reason(), slip.transcript.as_str(), slip.draw_win),
        (Some(wire::DiscCount { winner: 40, loser: 24 }), wire::EndReason::Time, "f5d6c3", 0)
    );
    assert_eq!((slip.black, slip.winner_signed, slip.loser_signed), (slip.loser, true, true));
}

#[test]
fn a_result_that_was_entered_is_overruled_with_a_reason_and_never_edited() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Referee, 16);
    hall.play_round();
    let Some(LineTarget::Game(one, other)) = hall.state.target() else { panic!("no game") };
    hall.press(Key::Enter);
    hall.shows("Another result in the place of entry");
    hall.keys("2");
    hall.press(Key::Tab);
    hall.keys(" ");
    hall.press(Key::Tab);
    hall.keys(" \n");
    hall.shows("\"reason\" is empty");
    hall.keys("entered the wrong way round\n");
    let pair = (one.min(other), one.max(other));
    let decided = &hall.tournament().rounds()[0].results[&pair];
    assert_eq!((decided.slip.winner, hall.tournament().entries().len()), (other, 8));
    assert_eq!(hall.tournament().entries()[decided.entry as usize - 1].slip.winner, one, "the entry stays");
    hall.keys("8");
    hall.shows("entered the wrong way round");
}

#[test]
fn one_of_256_is_found_by_number_by_name_and_by_kana() {
    for size in [SMALL, (200, 50)] {
        let mut hall = Hall::drawn(Lang::Ja, size, Audience::Desk, 256);
        for typed in ["選手200", "せんしゅ200", "P200", "Player 200"] {
            hall.keys(&format!("/{typed}\n"));
            assert_eq!(hall.state.target(), Some(LineTarget::Player(PlayerId(199))), "{typed}");
            hall.press(Key::Esc);
        }
        assert_eq!(
            hall.state.target(),
            Some(LineTarget::Player(PlayerId(199))),
            "the cursor stays with whom it found"
        );
        hall.keys("/1\n");
        assert_eq!(hall.state.target(), Some(LineTarget::Player(PlayerId(2))), "number 1 is the seed's");
        hall.press(Key::Esc);
        hall.press(Key::End);
        hall.press(Key::PageUp);
        hall.shows("選手");
    }
}

#[test]
fn whoever_is_noted_absent_is_noted_by_their_line_whatever_is_shown() {
    let mut hall = Hall::empty(Lang::En, SMALL, Audience::Organiser);
    hall.keys("Cmeijin\nnplayers.csv\n/Player 7\n");
    hall.answers = false;
    hall.keys("a");
    let Some(Effect::Call { call: EventCall::MarkAttendance(request), .. }) = hall.effects.pop() else {
        panic!("nothing is sent:\n{}", hall.text())
    };
    assert_eq!((request.player, request.absent), (7, true));
}

#[test]
fn a_pairing_is_explained_with_rule_and_certificate() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Board, 16);
    hall.keys("w");
    hall.shows("by draw number alone (TP1)");
    hall.press(Key::Esc);
    hall.play_round();
    hall.ask(Actor::Organiser, Act::PairRound { round: ishigaki_tournament::Round(2) });
    hall.tick();
    hall.keys("w");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Why { .. })));
    for text in ["(TP3 a)", "(TP3 b)", "(TP3 c)", "(TV2)", "(TP4)"] {
        hall.shows(text);
    }
    hall.press(Key::Esc);
    hall.keys("[");
    hall.shows("Results of round 1");
    hall.keys("]");
    hall.shows("Results of round 2");
}

#[test]
fn a_panel_is_printed_as_a_page_and_the_command_for_it_is_named() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Board, 16);
    hall.keys("p");
    let Some(Effect::Print { file, page }) = hall.effects.pop() else { panic!("nothing is printed") };
    assert_eq!(file, "meijin-results-1.html");
    assert!(page.starts_with("<!DOCTYPE html>"));
    hall.happen(judge_tui::event::Event::Printed { file, trouble: None });
    hall.shows("judge-tui event print results");
}

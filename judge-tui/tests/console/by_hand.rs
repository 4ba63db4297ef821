//! What the organiser enters for a team: a list, a re-bid, a wall, a count (`G6`).
#![expect(clippy::unwrap_used, reason = "an entry that cannot be made is a failed test")]

use ishigaki_client::Connection;
use ishigaki_client::Ticket;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Actor, Secret, StoneId, WallCount};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, EntryStep, Event, Notice};
use judge_tui::{Answer, Key};

use crate::hall::{A, B, D, Hall, O, P};
use crate::screens::check;

impl Hall {
    /// The step of the entry that is open; `None` if none is.
    fn stage(&self) -> Option<EntryStep> {
        match self.state.dialog() {
            Some(Dialog::ByHand(form)) => Some(form.stage),
            _ => None,
        }
    }

    /// The only entry that is wanted.
    #[track_caller]
    fn entry(&mut self) -> (Ticket, Act) {
        match std::mem::take(&mut self.effects).as_slice() {
            [Effect::Enter { ticket, request }] => (*ticket, request.0.act(self.game.setup()).unwrap().act),
            other => panic!("one entry is expected, not {other:?}"),
        }
    }

    /// All that debug output shows of the console but this machine's clock, whose digits are chance.
    fn debugged(&self) -> String {
        let shown = format!("{:?} {:?}", self.state, self.effects);
        shown.split("sec: ").map(|part| part.trim_start_matches(|char: char| char.is_ascii_digit())).collect()
    }

    fn answered(&mut self, ticket: Ticket, answer: Answer) {
        self.happen(Event::Answer { ticket, answer });
    }
}

fn bidding() -> Hall {
    let mut hall = Hall::small();
    hall.open(1);
    hall
}

/// Round 1 is final: A has D-2, B has P-1 and D-1, C has O-1.
fn building() -> Hall {
    let mut hall = Hall::small();
    hall.settle();
    hall.confirm_all();
    hall
}

#[test]
fn a_list_is_entered_for_the_chosen_team_after_one_question() {
    let mut hall = bidding();
    hall.bids(B, &[(P, 10)]);
    hall.keys("Hj\n\np 20, O 5\nthe laptop burnt\n");
    assert_eq!(hall.stage(), Some(EntryStep::Ask));
    assert!(hall.effects.is_empty(), "nothing is sent before the answer");
    hall.keys("y");
    hall.serve_all();
    assert_eq!((hall.stage(), hall.state.notice().unwrap().is_bad()), (None, false));
    let sealed = hall.game.current_round().unwrap().sealed[&B].clone().unwrap();
    assert_eq!(sealed.lines.iter().map(|bid| (bid.lot, bid.price.0)).collect::<Vec<_>>(), [(P, 20), (O, 5)]);
    assert_eq!(sealed.by_hand.as_deref(), Some("the laptop burnt"));
}

#[test]
fn a_sealed_list_is_on_the_screen_while_it_is_typed_and_nowhere_else() {
    let mut hall = Hall::new(Lang::En, 200, 50);
    hall.open(1);
    let shows = |hall: &Hall| {
        assert!(!hall.debugged().contains("777"), "{}", hall.debugged());
        hall.screen().contains("777")
    };
    hall.keys("H\n\nP 777");
    assert!(shows(&hall), "whoever types has to see what");
    hall.keys("\n");
    assert!(!shows(&hall), "while the reason is typed");
    hall.keys("burnt\n");
    assert!(!shows(&hall), "in the question");
    hall.keys("y");
    assert!(!shows(&hall), "while it is on its way");
    let refused = Fault::new(ErrorReason::Busy).with("total", 777);
    let (ticket, _) = hall.entry();
    hall.answered(ticket, Answer::Refused(refused));
    assert!(shows(&hall), "it has to be mended");
    hall.keys("\n\ny");
    hall.serve_all();
    for panel in ["1", "2", "3", "4", "5", "6"] {
        hall.keys(panel);
        assert!(!shows(&hall), "{}", hall.screen());
    }
    hall.keys("H\n\n");
    assert!(!shows(&hall), "the next entry begins empty");
}

#[test]
fn no_key_shows_in_debug_output_which_character_it_is() {
    let typed: Vec<_> = "777".chars().map(|char| Input::Key(Key::Char(char))).collect();
    assert!(!format!("{typed:?}").contains('7'), "{typed:?}");
}

#[test]
fn what_is_wrong_is_said_with_its_rule_while_it_is_typed() {
    let mut hall = bidding();
    hall.keys("H\n\n");
    let mut says = |keys: &str, expected: &str| {
        hall.keys(keys);
        assert!(hall.screen().contains(expected), "{keys:?}: {}", hall.screen());
    };
    says("", "✓ declines this round (A4)");
    says("P", "! entry 1 is not LOT PRICE, such as P 10");
    says(" 4", "below its minimum price of 5 (A2)");
    says("00", "✓ 1 of at most 4 bids, 400 of 1,060 TSUYAMA");
    says(", Q 3", "Q");
    hall.key(Key::Ctrl('u'));
    let mut says = |keys: &str, expected: &str| {
        hall.keys(keys);
        assert!(hall.screen().contains(expected), "{keys:?}: {}", hall.screen());
    };
    says("P 900, O 161", "bids total 1,061 TSUYAMA");
    hall.keys("\n");
    assert_eq!(hall.stage(), Some(EntryStep::Text), "what is refused goes no further");
    hall.key(Key::Backspace);
    hall.keys("0\n");
    assert_eq!(hall.stage(), Some(EntryStep::Reason));
}

#[test]
fn an_empty_list_declines_and_the_question_says_so() {
    for nothing in ["", "-"] {
        let mut hall = bidding();
        hall.keys(&format!("H\n\n{nothing}\nill\n"));
        assert!(hall.screen().contains("declines round 1"), "{}", hall.screen());
        hall.keys("y");
        let Act::SubmitBids { bids, attempt: Some(1), .. } = hall.entry().1 else { panic!("a list") };
        assert!(bids.0.is_empty());
    }
}

#[test]
fn a_rebid_shows_the_tied_lines_and_is_entered_for_the_open_wave() {
    let mut hall = Hall::small();
    hall.tie();
    hall.keys("H\n\n");
    let screen = hall.screen();
    assert!(screen.contains("Tied: 1 (P) at 400") && screen.contains("passes"), "{screen}");
    hall.keys("1 400");
    assert!(hall.screen().contains("(A7)") && hall.screen().contains("! "), "{}", hall.screen());
    hall.key(Key::Backspace);
    hall.keys("1\ncable\ny");
    hall.serve_all();
    assert!(hall.game.current_round().unwrap().sealed_raises.contains_key(&A));
}

#[test]
fn a_wall_begins_as_it_lies_and_is_replaced_as_a_whole() {
    let mut hall = building();
    hall.place(B, P, 1, 0, 0, 1);
    hall.keys("Hj\n\n");
    assert!(hall.screen().contains("› P-1 0 0 1"), "{}", hall.screen());
    hall.keys(", D-1 0 0 0");
    assert!(hall.screen().contains("! "), "outside the frame: {}", hall.screen());
    for _ in 0.."0 0".len() {
        hall.key(Key::Backspace);
    }
    hall.keys("2 2");
    assert!(hall.screen().contains("✓ 2 stones"), "{}", hall.screen());
    hall.keys("\nbuilt on the table\n");
    assert!(hall.screen().contains("2 stones lie on it"), "{}", hall.screen());
    hall.keys("y");
    hall.serve_all();
    assert_eq!(hall.game.team(B).unwrap().laid.len(), 2);
}

#[test]
fn a_wall_that_the_team_changes_meanwhile_is_not_replaced_unseen() {
    let mut hall = building();
    hall.place(B, P, 1, 0, 0, 1);
    hall.keys("Hj\n\n");
    hall.keys("\nbuilt on the table\n");
    assert_eq!(hall.stage(), Some(EntryStep::Ask));
    // The team takes its stone out before the question is answered.
    let (replaces, stone) = (hall.game.team(B).unwrap().wall, StoneId { lot: P, copy: 1 });
    hall.give(Actor::Team(B), Act::TakeOutStone { team: B, replaces, stone }).unwrap();
    assert_eq!(hall.stage(), Some(EntryStep::Text));
    assert!(hall.screen().contains("the wall has changed since"), "{}", hall.screen());
    // Whoever wants it all the same takes the text up anew.
    hall.key(Key::Esc);
    hall.keys("\n\n\ny");
    hall.serve_all();
    assert_eq!(hall.game.team(B).unwrap().laid.len(), 1);
}

#[test]
fn a_count_goes_before_the_wall_until_it_is_taken_back() {
    let mut hall = building();
    hall.keys("H\njjjj\n");
    assert_eq!(hall.stage(), Some(EntryStep::What), "there is nothing to take back yet");
    assert!(hall.screen().contains("nothing was counted by hand"), "{}", hall.screen());
    hall.keys("k\n10 3 2");
    assert!(
        hall.screen().contains("(E2)") && hall.screen().contains("! "),
        "A has one stone: {}",
        hall.screen()
    );
    hall.key(Key::Backspace);
    hall.keys("1\na tape\ny");
    hall.serve_all();
    let counted = WallCount { empty: 10, top_gaps: 3, used: 1 };
    assert_eq!(hall.game.team(A).unwrap().counted, Some(counted));
    hall.keys("3");
    assert!(hall.screen().contains("counted: empty 10, top 3"), "{}", hall.screen());
    hall.keys("H\njjjj\n");
    assert_eq!(hall.stage(), Some(EntryStep::Reason));
    hall.keys("counted wrongly\ny");
    hall.serve_all();
    assert_eq!(hall.game.team(A).unwrap().counted, None);
}

#[test]
fn a_judges_token_is_told_that_it_takes_the_organisers_and_nothing_typed_is_lost() {
    let mut hall = bidding();
    hall.keys("H\n\nP 20\nburnt\ny");
    let (ticket, _) = hall.entry();
    let denied = Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser");
    hall.answered(ticket, Answer::Refused(denied));
    let screen = hall.screen();
    assert!(screen.contains("only the organiser's token") && screen.contains("P 20"), "{screen}");
    hall.keys("0");
    assert!(!hall.screen().contains("organiser's token can"), "other text, other answer");
    hall.keys("\n");
    assert_eq!(hall.stage(), Some(EntryStep::Reason));
    assert!(hall.screen().contains("burnt"), "the reason is still there: {}", hall.screen());
}

#[test]
fn silence_asks_again_without_showing_the_list() {
    let mut hall = bidding();
    hall.keys("H\n\nP 20\nburnt\ny");
    let (ticket, _) = hall.entry();
    hall.answered(ticket, Answer::Silent { code: tonic::Code::Unavailable });
    assert!(matches!(hall.state.notice(), Some(Notice::EntrySilent { team: A, .. })));
    assert_eq!(hall.stage(), Some(EntryStep::Ask));
    hall.keys("y");
    hall.serve_all();
    assert!(hall.game.current_round().unwrap().sealed.contains_key(&A));
}

#[test]
fn who_does_not_wait_for_the_answer_is_told_it_later() {
    for (answer, is_bad) in [(Answer::Done, false), (Answer::Refused(Fault::new(ErrorReason::Busy)), true)] {
        let mut hall = bidding();
        hall.keys("H\n\nP 20\nburnt\nyy");
        assert!(matches!(hall.stage(), Some(EntryStep::Wait(_))), "an impatient y sends nothing twice");
        let (ticket, _) = hall.entry();
        hall.key(Key::Esc);
        assert_eq!(hall.stage(), None);
        hall.answered(ticket, answer);
        assert_eq!(hall.state.notice().map(Notice::is_bad), Some(is_bad));
    }
}

#[test]
fn escape_goes_one_step_back_and_keeps_what_was_typed() {
    let mut hall = bidding();
    hall.keys("H\n\nP 20\nburnt\n");
    for stage in [EntryStep::Reason, EntryStep::Text, EntryStep::What, EntryStep::Whom] {
        hall.key(Key::Esc);
        assert_eq!(hall.stage(), Some(stage));
    }
    hall.keys("\n\n");
    assert!(hall.screen().contains("P 20"), "{}", hall.screen());
    for _ in 0..3 {
        hall.key(Key::Esc);
    }
    assert_eq!(hall.stage(), None);
}

#[test]
fn a_round_that_closes_meanwhile_says_so_and_the_entry_is_never_for_another_one() {
    let mut hall = bidding();
    hall.keys("H\n\nP 20\nburnt\n");
    hall.wait(90_000);
    assert_eq!(hall.stage(), Some(EntryStep::Text), "the question makes no sense any more");
    assert!(hall.screen().contains("! ") && hall.screen().contains("P 20"), "{}", hall.screen());
    hall.judge(Act::VoidRound { attempt: None, round: ishigaki_rules::RoundNo(1), reason: "x".into() });
    hall.open(1);
    assert!(hall.screen().contains("(G5)"), "it was meant for the first attempt: {}", hall.screen());
    hall.key(Key::Esc);
    hall.keys("\n\n\ny");
    let Act::SubmitBids { attempt: Some(2), .. } = hall.entry().1 else {
        panic!("begun anew, it is for this one")
    };
}

#[test]
fn what_is_not_possible_now_says_why_before_anything_is_typed() {
    let mut hall = Hall::small();
    hall.keys("H\nkkkk\n");
    assert_eq!(hall.stage(), Some(EntryStep::What));
    assert!(hall.screen().contains("(A1)"), "no round is open: {}", hall.screen());
}

#[test]
fn without_a_connection_no_entry_is_begun_and_none_is_lost() {
    let mut hall = bidding();
    let lose = |hall: &mut Hall| {
        let (since, code) = (hall.instant(), tonic::Code::Unavailable);
        hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    };
    hall.keys("H\n\nP 20\nburnt\n");
    lose(&mut hall);
    hall.keys("y");
    assert_eq!((hall.stage(), hall.state.notice()), (Some(EntryStep::Ask), Some(&Notice::Offline)));
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    assert_eq!(hall.state.notice(), None, "it is no longer so");
    hall.keys("y");
    hall.serve_all();
    assert_eq!(hall.stage(), None);
    lose(&mut hall);
    hall.keys("H");
    assert_eq!((hall.stage(), hall.state.notice()), (None, Some(&Notice::Offline)));
}

#[test]
fn the_team_itself_may_still_replace_what_was_entered_for_it() {
    let mut hall = bidding();
    hall.keys("H\n\nP 20\nburnt\ny");
    hall.serve_all();
    hall.bids(A, &[(D, 3)]);
    hall.wait(90_000);
    assert_eq!(hall.game.current_round().unwrap().list(A).unwrap().bids[0].lot, D);
    hall.give(Actor::Judge, Act::Pause { reason: "x".into() }).unwrap();
}

#[test]
fn an_entry_step_by_step() {
    check("by_hand_what", |hall| {
        hall.open(1);
        hall.keys("Hj\n");
    });
    check("by_hand_list", |hall| {
        hall.open(1);
        hall.keys("Hj\n\nP 400, O 100, D 0");
    });
    check("by_hand_ask", |hall| {
        hall.open(1);
        hall.keys("Hj\n\nP 400\n電源が落ちた\n");
    });
    check("by_hand_rebid", |hall| {
        hall.tie();
        hall.keys("H\n\n1 410");
    });
    check("by_hand_wall", |hall| {
        hall.settle();
        hall.confirm_all();
        hall.place(B, P, 1, 0, 0, 1);
        hall.keys("Hj\n\n, D-1 0 2 2");
    });
}

#[test]
fn a_pasted_list_is_text_and_never_a_row_of_keys() {
    let paste = |hall: &mut Hall, text: &str| hall.happen(Input::Paste(Secret(text.into())));
    let mut hall = bidding();
    paste(&mut hall, "p\nVX");
    assert!(hall.effects.is_empty() && hall.state.dialog().is_none());
    hall.keys("H\n\n");
    paste(&mut hall, "P 777\r\nO 5\n");
    assert_eq!(hall.stage(), Some(EntryStep::Text), "a line end is no Enter");
    assert!(hall.screen().contains("› P 777, O 5"), "{}", hall.screen());
    assert!(!hall.debugged().contains("777"));
    assert!(!format!("{:?}", Input::Paste(Secret("777".into()))).contains("777"));
}

#[test]
fn a_long_text_keeps_its_cursor_in_sight() {
    let mut hall = bidding();
    hall.keys("H\n\n");
    hall.keys(&"D 1, ".repeat(120));
    hall.keys("END");
    assert!(hall.screen().contains("END"), "{}", hall.screen());
    hall.key(Key::Home);
    hall.keys("BEGIN ");
    assert!(hall.screen().contains("BEGIN"), "{}", hall.screen());
}

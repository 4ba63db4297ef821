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
use judge_tui::{ActOutcome, Key};

use crate::console::fixture::{A, B, ConsoleFixture, D, O, P};
use crate::console::screens::check;

impl ConsoleFixture {
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

    fn answered(&mut self, ticket: Ticket, answer: ActOutcome) {
        self.happen(Event::Answer { ticket, answer });
    }
}

fn bidding() -> ConsoleFixture {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture
}

/// Round 1 is final: A has D-2, B has P-1 and D-1, C has O-1.
fn building() -> ConsoleFixture {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.confirm_all();
    fixture
}

#[test]
fn a_list_is_entered_for_the_chosen_team_after_one_question() {
    let mut fixture = bidding();
    fixture.bids(B, &[(P, 10)]);
    fixture.keys("Hj\n\np 20, O 5\nthe laptop burnt\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Ask));
    assert!(fixture.effects.is_empty(), "nothing is sent before the answer");
    fixture.keys("y");
    fixture.serve_all();
    assert_eq!((fixture.stage(), fixture.state.notice().unwrap().is_bad()), (None, false));
    let sealed = fixture.game.current_round().unwrap().sealed[&B].clone().unwrap();
    assert_eq!(sealed.lines.iter().map(|bid| (bid.lot, bid.price.0)).collect::<Vec<_>>(), [(P, 20), (O, 5)]);
    assert_eq!(sealed.by_hand.as_deref(), Some("the laptop burnt"));
}

#[test]
fn a_sealed_list_is_on_the_screen_while_it_is_typed_and_nowhere_else() {
    let mut fixture = ConsoleFixture::new(Lang::En, 200, 50);
    fixture.open(1);
    let shows = |fixture: &ConsoleFixture| {
        assert!(!fixture.debugged().contains("777"), "{}", fixture.debugged());
        fixture.screen().contains("777")
    };
    fixture.keys("H\n\nP 777");
    assert!(shows(&fixture), "whoever types has to see what");
    fixture.keys("\n");
    assert!(!shows(&fixture), "while the reason is typed");
    fixture.keys("burnt\n");
    assert!(!shows(&fixture), "in the question");
    fixture.keys("y");
    assert!(!shows(&fixture), "while it is on its way");
    let refused = Fault::new(ErrorReason::Busy).with("total", 777);
    let (ticket, _) = fixture.entry();
    fixture.answered(ticket, ActOutcome::Refused(refused));
    assert!(shows(&fixture), "it has to be mended");
    fixture.keys("\n\ny");
    fixture.serve_all();
    for panel in ["1", "2", "3", "4", "5", "6"] {
        fixture.keys(panel);
        assert!(!shows(&fixture), "{}", fixture.screen());
    }
    fixture.keys("H\n\n");
    assert!(!shows(&fixture), "the next entry begins empty");
}

#[test]
fn no_key_shows_in_debug_output_which_character_it_is() {
    let typed: Vec<_> = "777".chars().map(|char| Input::Key(Key::Char(char))).collect();
    assert!(!format!("{typed:?}").contains('7'), "{typed:?}");
}

#[test]
fn what_is_wrong_is_said_with_its_rule_while_it_is_typed() {
    let mut fixture = bidding();
    fixture.keys("H\n\n");
    let mut says = |keys: &str, expected: &str| {
        fixture.keys(keys);
        assert!(fixture.screen().contains(expected), "{keys:?}: {}", fixture.screen());
    };
    says("", "✓ declines this round (A4)");
    says("P", "! entry 1 is not LOT PRICE, such as P 10");
    says(" 4", "below its minimum price of 5 (A2)");
    says("00", "✓ 1 of at most 4 bids, 400 of 1,060 TSUYAMA");
    says(", Q 3", "Q");
    fixture.key(Key::Ctrl('u'));
    let mut says = |keys: &str, expected: &str| {
        fixture.keys(keys);
        assert!(fixture.screen().contains(expected), "{keys:?}: {}", fixture.screen());
    };
    says("P 900, O 161", "bids total 1,061 TSUYAMA");
    fixture.keys("\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Text), "what is refused goes no further");
    fixture.key(Key::Backspace);
    fixture.keys("0\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Reason));
}

#[test]
fn an_empty_list_declines_and_the_question_says_so() {
    for nothing in ["", "-"] {
        let mut fixture = bidding();
        fixture.keys(&format!("H\n\n{nothing}\nill\n"));
        assert!(fixture.screen().contains("declines round 1"), "{}", fixture.screen());
        fixture.keys("y");
        let Act::SubmitBids { bids, attempt: Some(1), .. } = fixture.entry().1 else { panic!("a list") };
        assert!(bids.0.is_empty());
    }
}

#[test]
fn a_rebid_shows_the_tied_lines_and_is_entered_for_the_open_wave() {
    let mut fixture = ConsoleFixture::small();
    fixture.tie();
    fixture.keys("H\n\n");
    let screen = fixture.screen();
    assert!(screen.contains("Tied: 1 (P) at 400") && screen.contains("passes"), "{screen}");
    fixture.keys("1 400");
    assert!(fixture.screen().contains("(A7)") && fixture.screen().contains("! "), "{}", fixture.screen());
    fixture.key(Key::Backspace);
    fixture.keys("1\ncable\ny");
    fixture.serve_all();
    assert!(fixture.game.current_round().unwrap().sealed_raises.contains_key(&A));
}

#[test]
fn a_wall_begins_as_it_lies_and_is_replaced_as_a_whole() {
    let mut fixture = building();
    fixture.place(B, P, 1, 0, 0, 1);
    fixture.keys("Hj\n\n");
    assert!(fixture.screen().contains("› P-1 0 0 1"), "{}", fixture.screen());
    fixture.keys(", D-1 0 0 0");
    assert!(fixture.screen().contains("! "), "outside the frame: {}", fixture.screen());
    for _ in 0.."0 0".len() {
        fixture.key(Key::Backspace);
    }
    fixture.keys("2 2");
    assert!(fixture.screen().contains("✓ 2 stones"), "{}", fixture.screen());
    fixture.keys("\nbuilt on the table\n");
    assert!(fixture.screen().contains("2 stones lie on it"), "{}", fixture.screen());
    fixture.keys("y");
    fixture.serve_all();
    assert_eq!(fixture.game.team(B).unwrap().laid.len(), 2);
}

#[test]
fn a_wall_that_the_team_changes_meanwhile_is_not_replaced_unseen() {
    let mut fixture = building();
    fixture.place(B, P, 1, 0, 0, 1);
    fixture.keys("Hj\n\n");
    fixture.keys("\nbuilt on the table\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Ask));
    // The team takes its stone out before the question is answered.
    let (replaces, stone) = (fixture.game.team(B).unwrap().wall, StoneId { lot: P, copy: 1 });
    fixture.give(Actor::Team(B), Act::TakeOutStone { team: B, replaces, stone }).unwrap();
    assert_eq!(fixture.stage(), Some(EntryStep::Text));
    assert!(fixture.screen().contains("the wall has changed since"), "{}", fixture.screen());
    // Whoever wants it all the same takes the text up anew.
    fixture.key(Key::Esc);
    fixture.keys("\n\n\ny");
    fixture.serve_all();
    assert_eq!(fixture.game.team(B).unwrap().laid.len(), 1);
}

#[test]
fn a_count_goes_before_the_wall_until_it_is_taken_back() {
    let mut fixture = building();
    fixture.keys("H\njjjj\n");
    assert_eq!(fixture.stage(), Some(EntryStep::What), "there is nothing to take back yet");
    assert!(fixture.screen().contains("nothing was counted by hand"), "{}", fixture.screen());
    fixture.keys("k\n10 3 2");
    assert!(
        fixture.screen().contains("(E2)") && fixture.screen().contains("! "),
        "A has one stone: {}",
        fixture.screen()
    );
    fixture.key(Key::Backspace);
    fixture.keys("1\na tape\ny");
    fixture.serve_all();
    let counted = WallCount { empty: 10, top_gaps: 3, used: 1 };
    assert_eq!(fixture.game.team(A).unwrap().counted, Some(counted));
    fixture.keys("3");
    assert!(fixture.screen().contains("counted: empty 10, top 3"), "{}", fixture.screen());
    fixture.keys("H\njjjj\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Reason));
    fixture.keys("counted wrongly\ny");
    fixture.serve_all();
    assert_eq!(fixture.game.team(A).unwrap().counted, None);
}

#[test]
fn a_judges_token_is_told_that_it_takes_the_organisers_and_nothing_typed_is_lost() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\ny");
    let (ticket, _) = fixture.entry();
    let denied = Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser");
    fixture.answered(ticket, ActOutcome::Refused(denied));
    let screen = fixture.screen();
    assert!(screen.contains("only the organiser's token") && screen.contains("P 20"), "{screen}");
    fixture.keys("0");
    assert!(!fixture.screen().contains("organiser's token can"), "other text, other answer");
    fixture.keys("\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Reason));
    assert!(fixture.screen().contains("burnt"), "the reason is still there: {}", fixture.screen());
}

#[test]
fn silence_asks_again_without_showing_the_list() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\ny");
    let (ticket, _) = fixture.entry();
    fixture.answered(ticket, ActOutcome::Silent { code: tonic::Code::Unavailable });
    assert!(matches!(fixture.state.notice(), Some(Notice::EntrySilent { team: A, .. })));
    assert_eq!(fixture.stage(), Some(EntryStep::Ask));
    fixture.keys("y");
    fixture.serve_all();
    assert!(fixture.game.current_round().unwrap().sealed.contains_key(&A));
}

#[test]
fn who_does_not_wait_for_the_answer_is_told_it_later() {
    for (answer, is_bad) in
        [(ActOutcome::Done, false), (ActOutcome::Refused(Fault::new(ErrorReason::Busy)), true)]
    {
        let mut fixture = bidding();
        fixture.keys("H\n\nP 20\nburnt\nyy");
        assert!(matches!(fixture.stage(), Some(EntryStep::Wait(_))), "an impatient y sends nothing twice");
        let (ticket, _) = fixture.entry();
        fixture.key(Key::Esc);
        assert_eq!(fixture.stage(), None);
        fixture.answered(ticket, answer);
        assert_eq!(fixture.state.notice().map(Notice::is_bad), Some(is_bad));
    }
}

#[test]
fn escape_goes_one_step_back_and_keeps_what_was_typed() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\n");
    for stage in [EntryStep::Reason, EntryStep::Text, EntryStep::What, EntryStep::Whom] {
        fixture.key(Key::Esc);
        assert_eq!(fixture.stage(), Some(stage));
    }
    fixture.keys("\n\n");
    assert!(fixture.screen().contains("P 20"), "{}", fixture.screen());
    for _ in 0..3 {
        fixture.key(Key::Esc);
    }
    assert_eq!(fixture.stage(), None);
}

#[test]
fn a_round_that_closes_meanwhile_says_so_and_the_entry_is_never_for_another_one() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\n");
    fixture.wait(90_000);
    assert_eq!(fixture.stage(), Some(EntryStep::Text), "the question makes no sense any more");
    assert!(fixture.screen().contains("! ") && fixture.screen().contains("P 20"), "{}", fixture.screen());
    fixture.judge(Act::VoidRound { attempt: None, round: ishigaki_rules::RoundNo(1), reason: "x".into() });
    fixture.open(1);
    assert!(fixture.screen().contains("(G5)"), "it was meant for the first attempt: {}", fixture.screen());
    fixture.key(Key::Esc);
    fixture.keys("\n\n\ny");
    let Act::SubmitBids { attempt: Some(2), .. } = fixture.entry().1 else {
        panic!("begun anew, it is for this one")
    };
}

#[test]
fn what_is_not_possible_now_says_why_before_anything_is_typed() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("H\nkkkk\n");
    assert_eq!(fixture.stage(), Some(EntryStep::What));
    assert!(fixture.screen().contains("(A1)"), "no round is open: {}", fixture.screen());
}

#[test]
fn without_a_connection_no_entry_is_begun_and_none_is_lost() {
    let mut fixture = bidding();
    let lose = |fixture: &mut ConsoleFixture| {
        let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
        fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    };
    fixture.keys("H\n\nP 20\nburnt\n");
    lose(&mut fixture);
    fixture.keys("y");
    assert_eq!((fixture.stage(), fixture.state.notice()), (Some(EntryStep::Ask), Some(&Notice::Offline)));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    assert_eq!(fixture.state.notice(), None, "it is no longer so");
    fixture.keys("y");
    fixture.serve_all();
    assert_eq!(fixture.stage(), None);
    lose(&mut fixture);
    fixture.keys("H");
    assert_eq!((fixture.stage(), fixture.state.notice()), (None, Some(&Notice::Offline)));
}

#[test]
fn the_team_itself_may_still_replace_what_was_entered_for_it() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\ny");
    fixture.serve_all();
    fixture.bids(A, &[(D, 3)]);
    fixture.wait(90_000);
    assert_eq!(fixture.game.current_round().unwrap().list(A).unwrap().bids[0].lot, D);
    fixture.give(Actor::Judge, Act::Pause { reason: "x".into() }).unwrap();
}

#[test]
fn an_entry_step_by_step() {
    check("by_hand_what", |fixture| {
        fixture.open(1);
        fixture.keys("Hj\n");
    });
    check("by_hand_list", |fixture| {
        fixture.open(1);
        fixture.keys("Hj\n\nP 400, O 100, D 0");
    });
    check("by_hand_ask", |fixture| {
        fixture.open(1);
        fixture.keys("Hj\n\nP 400\n電源が落ちた\n");
    });
    check("by_hand_rebid", |fixture| {
        fixture.tie();
        fixture.keys("H\n\n1 410");
    });
    check("by_hand_wall", |fixture| {
        fixture.settle();
        fixture.confirm_all();
        fixture.place(B, P, 1, 0, 0, 1);
        fixture.keys("Hj\n\n, D-1 0 2 2");
    });
}

#[test]
fn a_pasted_list_is_text_and_never_a_row_of_keys() {
    let paste = |fixture: &mut ConsoleFixture, text: &str| fixture.happen(Input::Paste(Secret(text.into())));
    let mut fixture = bidding();
    paste(&mut fixture, "p\nVX");
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
    fixture.keys("H\n\n");
    paste(&mut fixture, "P 777\r\nO 5\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Text), "a line end is no Enter");
    assert!(fixture.screen().contains("› P 777, O 5"), "{}", fixture.screen());
    assert!(!fixture.debugged().contains("777"));
    assert!(!format!("{:?}", Input::Paste(Secret("777".into()))).contains("777"));
}

#[test]
fn a_long_text_keeps_its_cursor_in_sight() {
    let mut fixture = bidding();
    fixture.keys("H\n\n");
    fixture.keys(&"D 1, ".repeat(120));
    fixture.keys("END");
    assert!(fixture.screen().contains("END"), "{}", fixture.screen());
    fixture.key(Key::Home);
    fixture.keys("BEGIN ");
    assert!(fixture.screen().contains("BEGIN"), "{}", fixture.screen());
}

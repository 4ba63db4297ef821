//! The organiser's entries for a team: list, re-bid, wall, count (`G6`).
#![expect(clippy::unwrap_used, reason = "an entry that cannot be made is a failed test")]

use ishigaki_client::{Connection, Ticket};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Actor, Secret, StoneId, WallCount};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, EntryStep, Event, Notice};
use judge_tui::{ActOutcome, Key};

use crate::console::fixture::{A, B, ConsoleFixture, O, P, contest};
use crate::console::screens::check_small;

impl ConsoleFixture {
    fn stage(&self) -> Option<EntryStep> {
        match self.state.dialog() {
            Some(Dialog::ByHand(form)) => Some(form.stage),
            _ => None,
        }
    }

    #[track_caller]
    fn entry(&mut self) -> (Ticket, Act) {
        match std::mem::take(&mut self.effects).as_slice() {
            [Effect::Enter { ticket, request }] => (*ticket, request.0.act(self.game.setup()).unwrap().act),
            other => panic!("one entry is expected, not {other:?}"),
        }
    }

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

fn building() -> ConsoleFixture {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.confirm_all();
    fixture
}

#[test]
fn list_for_chosen_team_is_sent_after_confirmation() {
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
fn sealed_list_is_on_the_screen_only_while_it_is_typed() {
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
fn debug_output_hides_key_characters() {
    let typed: Vec<_> = "777".chars().map(|char| Input::Key(Key::Char(char))).collect();
    assert!(!format!("{typed:?}").contains('7'), "{typed:?}");
}

#[test]
fn errors_show_with_rule_while_typing() {
    let mut fixture = bidding();
    fixture.keys("H\n\n");
    let mut says = |keys: &str, expected: &str| {
        fixture.keys(keys);
        fixture.shows(expected);
    };
    says("", "✓ declines this round (A4)");
    says("P", "! entry 1: expected LOT PRICE, such as P 10");
    says(" 4", "below the minimum price of 5 (A2)");
    says("00", "✓ 1 of at most 4 bids, 400 of 1,060 TSUYAMA");
    says(", Q 3", "Q");
    fixture.key(Key::Ctrl('u'));
    let mut says = |keys: &str, expected: &str| {
        fixture.keys(keys);
        fixture.shows(expected);
    };
    says("P 900, O 161", "bids total 1,061 TSUYAMA");
    fixture.keys("\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Text), "what is refused goes no further");
    fixture.key(Key::Backspace);
    fixture.keys("0\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Reason));
}

#[test]
fn empty_list_asks_to_decline_round() {
    for nothing in ["", "-"] {
        let mut fixture = bidding();
        fixture.keys(&format!("H\n\n{nothing}\nill\n"));
        fixture.shows("Decline round 1 for");
        fixture.keys("y");
        let Act::SubmitBids { bids, attempt: Some(1), .. } = fixture.entry().1 else { panic!("a list") };
        assert!(bids.0.is_empty());
    }
}

#[test]
fn rebid_shows_tied_lines_and_is_entered_for_the_open_wave() {
    let mut fixture = ConsoleFixture::small();
    fixture.tie();
    fixture.keys("H\n\n");
    let screen = fixture.screen();
    assert!(screen.contains("Tied: 1 (P) at 400") && screen.contains("passes"), "{screen}");
    fixture.keys("1 400");
    fixture.shows("(A7)");
    fixture.shows("! ");
    fixture.key(Key::Backspace);
    fixture.keys("1\ncable\ny");
    fixture.serve_all();
    assert!(fixture.game.current_round().unwrap().sealed_raises.contains_key(&A));
}

#[test]
fn wall_form_starts_with_placed_stones_and_replaces_wall() {
    let mut fixture = building();
    fixture.place(B, P, 1, 0, 0, 1);
    fixture.keys("Hj\n\n");
    fixture.shows("› P-1 0 0 1");
    fixture.keys(", D-1 0 0 0");
    fixture.shows("! ");
    for _ in 0.."0 0".len() {
        fixture.key(Key::Backspace);
    }
    fixture.keys("2 2");
    fixture.shows("✓ 2 stones");
    fixture.keys("\nbuilt on the table\n");
    fixture.shows("2 stones");
    fixture.keys("y");
    fixture.serve_all();
    assert_eq!(fixture.game.team(B).unwrap().laid.len(), 2);
}

#[test]
fn wall_changed_meanwhile_is_not_replaced_unseen() {
    let mut fixture = building();
    fixture.place(B, P, 1, 0, 0, 1);
    fixture.keys("Hj\n\n");
    fixture.keys("\nbuilt on the table\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Ask));
    // The team takes its stone out before the question is answered.
    let (replaces, stone) = (fixture.game.team(B).unwrap().wall, StoneId { lot: P, copy: 1 });
    fixture.give(Actor::Team(B), Act::TakeOutStone { team: B, replaces, stone }).unwrap();
    assert_eq!(fixture.stage(), Some(EntryStep::Text));
    fixture.shows("the wall has changed in the meantime");
    // The text can be reopened.
    fixture.key(Key::Esc);
    fixture.keys("\n\n\ny");
    fixture.serve_all();
    assert_eq!(fixture.game.team(B).unwrap().laid.len(), 1);
}

#[test]
fn entered_count_overrides_wall_until_removed() {
    let mut fixture = building();
    fixture.keys("H\njjjj\n");
    assert_eq!(fixture.stage(), Some(EntryStep::What), "there is nothing to take back yet");
    fixture.shows("there are no counts to remove");
    fixture.keys("k\n10 3 2");
    fixture.shows("(E2)");
    fixture.shows("! ");
    fixture.key(Key::Backspace);
    fixture.keys("1\na tape\ny");
    fixture.serve_all();
    let counted = WallCount { empty: 10, top_gaps: 3, used: 1 };
    assert_eq!(fixture.game.team(A).unwrap().counted, Some(counted));
    fixture.keys("3");
    fixture.shows("counted: empty 10, top 3");
    fixture.keys("H\njjjj\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Reason));
    fixture.keys("counted wrongly\ny");
    fixture.serve_all();
    assert_eq!(fixture.game.team(A).unwrap().counted, None);
}

#[test]
fn judges_token_is_refused_and_nothing_typed_is_lost() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\ny");
    let (ticket, _) = fixture.entry();
    let denied = Fault::new(ErrorReason::PermissionDenied).with("needs", "organiser");
    fixture.answered(ticket, ActOutcome::Refused(denied));
    let screen = fixture.screen();
    assert!(screen.contains("permission denied: only the organiser") && screen.contains("P 20"), "{screen}");
    fixture.keys("0");
    fixture.hides("permission denied: only");
    fixture.keys("\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Reason));
    fixture.shows("burnt");
}

#[test]
fn judge_enters_counts_but_no_list() {
    let mut fixture = building();
    fixture.happen(Event::Games(Ok(contest())));
    fixture.keys("H\n");
    fixture.shows("› counts for a wall");
    for up in ["k", "k", "k"] {
        fixture.keys(up);
        fixture.shows("only the organiser");
        fixture.keys("\n");
        assert_eq!(fixture.stage(), Some(EntryStep::What));
    }
    fixture.keys("jjj\n10 3 1\na tape\ny");
    fixture.serve_all();
    let counted = WallCount { empty: 10, top_gaps: 3, used: 1 };
    assert_eq!(fixture.game.team(A).unwrap().counted, Some(counted));
}

#[test]
fn list_submitted_meanwhile_is_not_replaced_unseen() {
    let mut fixture = bidding();
    fixture.keys("Hj\n\nP 20\nthe laptop burnt\n");
    fixture.hides("replaces the list");
    // The team submits before the question is answered.
    fixture.bids(B, &[(P, 10)]);
    assert_eq!(fixture.stage(), Some(EntryStep::Text));
    fixture.shows("submitted in the meantime");
    fixture.key(Key::Esc);
    fixture.keys("\n\n\n");
    fixture.shows("It replaces the list");
    fixture.keys("y");
    fixture.serve_all();
    let sealed = fixture.game.current_round().unwrap().sealed[&B].clone().unwrap();
    assert_eq!(sealed.lines[0].price.0, 20);
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
fn closing_form_early_still_shows_answer() {
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
fn escape_goes_back_one_step_and_keeps_text() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\n");
    for stage in [EntryStep::Reason, EntryStep::Text, EntryStep::What, EntryStep::Whom] {
        fixture.key(Key::Esc);
        assert_eq!(fixture.stage(), Some(stage));
    }
    fixture.keys("\n\n");
    fixture.shows("P 20");
    for _ in 0..3 {
        fixture.key(Key::Esc);
    }
    assert_eq!(fixture.stage(), None);
}

#[test]
fn entry_for_a_closed_round_is_never_for_another_one() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\n");
    fixture.wait(90_000);
    assert_eq!(fixture.stage(), Some(EntryStep::Text), "the question makes no sense any more");
    fixture.shows("! ");
    fixture.shows("P 20");
    fixture.judge(Act::VoidRound { attempt: None, round: ishigaki_rules::RoundNo(1), reason: "x".into() });
    fixture.open(1);
    fixture.shows("(G5)");
    fixture.key(Key::Esc);
    fixture.keys("\n\n\ny");
    let Act::SubmitBids { attempt: Some(2), .. } = fixture.entry().1 else {
        panic!("begun anew, it is for this one")
    };
}

#[test]
fn impossible_entry_shows_rule_before_typing() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("H\nkkkk\n");
    assert_eq!(fixture.stage(), Some(EntryStep::What));
    fixture.shows("(A1)");
}

#[test]
fn offline_entry_is_kept_and_new_entry_is_rejected() {
    let mut fixture = bidding();
    fixture.keys("H\n\nP 20\nburnt\n");
    fixture.cut();
    fixture.keys("y");
    assert_eq!((fixture.stage(), fixture.state.notice()), (Some(EntryStep::Ask), Some(&Notice::Offline)));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    assert_eq!(fixture.state.notice(), None, "it is no longer so");
    fixture.keys("y");
    fixture.serve_all();
    assert_eq!(fixture.stage(), None);
    fixture.cut();
    fixture.keys("H");
    assert_eq!((fixture.stage(), fixture.state.notice()), (None, Some(&Notice::Offline)));
}

#[test]
fn entry_steps_match_snapshots() {
    check_small("by_hand_what", |fixture| {
        fixture.open(1);
        fixture.keys("Hj\n");
    });
    check_small("by_hand_list", |fixture| {
        fixture.open(1);
        fixture.keys("Hj\n\nP 400, O 100, D 0");
    });
    check_small("by_hand_ask", |fixture| {
        fixture.open(1);
        fixture.keys("Hj\n\nP 400\n電源が落ちた\n");
    });
    check_small("by_hand_rebid", |fixture| {
        fixture.tie();
        fixture.keys("H\n\n1 410");
    });
    check_small("by_hand_wall", |fixture| {
        fixture.settle();
        fixture.confirm_all();
        fixture.place(B, P, 1, 0, 0, 1);
        fixture.keys("Hj\n\n, D-1 0 2 2");
    });
}

#[test]
fn pasted_list_is_text_and_never_key_presses() {
    let paste = |fixture: &mut ConsoleFixture, text: &str| fixture.happen(Input::Paste(Secret(text.into())));
    let mut fixture = bidding();
    paste(&mut fixture, "p\nVX");
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
    fixture.keys("H\n\n");
    paste(&mut fixture, "P 777\r\nO 5\n");
    assert_eq!(fixture.stage(), Some(EntryStep::Text), "a line end is no Enter");
    fixture.shows("› P 777, O 5");
    assert!(!fixture.debugged().contains("777"));
    assert!(!format!("{:?}", Input::Paste(Secret("777".into()))).contains("777"));
}

//! What is sealed is on the team's own screen and nowhere else (`A4`).

use ishigaki_client::{CallError, ReceiptFault};
use team_client::tui::{Answer, Effect, Event, Notice};

use crate::hall::{A, Hall, O, P};

const CANARY: &str = "713";

#[test]
fn no_debug_output_shows_a_price() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.keys("a713\na301\ns");
    let mut said = vec![format!("{:?} {:?}", hall.state, hall.state.dialog())];
    hall.keys("y");
    said.push(format!("{:?} {:?}", hall.effects, hall.state));
    let (ticket, request) = hall.call().unwrap();
    let answer = hall.judged(&request);
    said.push(format!("{answer:?} {:?}", Event::Answer { ticket, answer: answer.clone() }));
    hall.happen(Event::Answer { ticket, answer });
    said.push(format!("{:?} {:?}", hall.effects, hall.state));
    let said = said.concat();
    assert!(matches!(hall.effects[..], [Effect::Keep(_), ..]), "{:?}", hall.effects);
    assert!(!said.contains(CANARY) && !said.contains("301"), "{said}");
    hall.shows(CANARY);
}

#[test]
fn no_notice_and_no_line_of_the_log_shows_a_price() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.keys("a713\ns");
    hall.serve();
    // Only the sheet shows it: every other panel, with the notice and the head, does not.
    for panel in ["o", "w", "h", "v"] {
        hall.keys(panel);
        hall.hides(CANARY);
    }
    hall.keys("b+s");
    let (ticket, request) = hall.call().unwrap();
    hall.bids(A, &[(O, 713)]);
    let answer = hall.judged(&request);
    assert!(matches!(answer, Answer::Sealed(Err(CallError::Refused(_)))));
    hall.happen(Event::Answer { ticket, answer });
    assert!(!format!("{:?}", hall.state.notice()).contains(CANARY));
}

#[test]
fn a_refusal_for_what_is_in_the_list_names_no_figure() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.keys("a713\ns");
    let (ticket, _) = hall.call().unwrap();
    let fault = ishigaki_proto::fault::Fault::new(ishigaki_proto::fault::ErrorReason::OverBudget)
        .with("total", 713)
        .with("held", 1);
    let answer = Answer::Sealed(Err(CallError::Refused(Box::new(fault))));
    hall.happen(Event::Answer { ticket, answer });
    hall.shows("The server refuses the list (OVER_BUDGET)");
    hall.keys("oh");
    hall.hides(CANARY);
}

#[test]
fn a_wrong_receipt_stays_said() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.forges = true;
    hall.bids(A, &[(P, 50)]);
    assert!(!hall.effects.iter().any(|effect| matches!(effect, Effect::Keep(_))));
    let notice = hall.state.notice();
    assert!(matches!(notice, Some(Notice::WrongReceipt(ReceiptFault::Signature(_)))), "{notice:?}");
    hall.keys("j");
    hall.shows("WRONG RECEIPT: CALL THE JUDGE");
}

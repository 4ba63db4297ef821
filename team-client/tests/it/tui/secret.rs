//! What is sealed is on the team's own screen and nowhere else (`A4`).

use ishigaki_client::{CallError, ReceiptFault};
use team_client::tui::{CallResult, Effect, Event, Notice};

use super::fixture::{A, O, P, ScreenFixture};

const CANARY: &str = "713";

#[test]
fn no_debug_output_shows_a_price() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.keys("a713\na301\ns");
    let mut said = vec![format!("{:?} {:?}", fixture.state, fixture.state.dialog())];
    fixture.keys("y");
    said.push(format!("{:?} {:?}", fixture.effects, fixture.state));
    let (ticket, request) = fixture.call().unwrap();
    let answer = fixture.judged(&request);
    said.push(format!("{answer:?} {:?}", Event::Answer { ticket, answer: answer.clone() }));
    fixture.happen(Event::Answer { ticket, answer });
    said.push(format!("{:?} {:?}", fixture.effects, fixture.state));
    let said = said.concat();
    assert!(matches!(fixture.effects[..], [Effect::Keep(_), ..]), "{:?}", fixture.effects);
    assert!(!said.contains(CANARY) && !said.contains("301"), "{said}");
    fixture.shows(CANARY);
}

#[test]
fn no_notice_and_no_line_of_the_log_shows_a_price() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.keys("a713\ns");
    fixture.serve();
    // Only the sheet shows it: every other panel, with the notice and the head, does not.
    for panel in ["o", "w", "h", "v"] {
        fixture.keys(panel);
        fixture.hides(CANARY);
    }
    fixture.keys("b+s");
    let (ticket, request) = fixture.call().unwrap();
    fixture.bids(A, &[(O, 713)]);
    let answer = fixture.judged(&request);
    assert!(matches!(answer, CallResult::Sealed(Err(CallError::Refused(_)))));
    fixture.happen(Event::Answer { ticket, answer });
    assert!(!format!("{:?}", fixture.state.notice()).contains(CANARY));
}

#[test]
fn a_refusal_for_what_is_in_the_list_names_no_figure() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.keys("a713\ns");
    let (ticket, _) = fixture.call().unwrap();
    let fault = ishigaki_proto::fault::Fault::new(ishigaki_proto::fault::ErrorReason::OverBudget)
        .with("total", 713)
        .with("held", 1);
    let answer = CallResult::Sealed(Err(CallError::Refused(Box::new(fault))));
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("The server refuses the list (OVER_BUDGET)");
    fixture.keys("oh");
    fixture.hides(CANARY);
}

#[test]
fn a_wrong_receipt_stays_said() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.forges = true;
    fixture.bids(A, &[(P, 50)]);
    assert!(!fixture.effects.iter().any(|effect| matches!(effect, Effect::Keep(_))));
    let notice = fixture.state.notice();
    assert!(matches!(notice, Some(Notice::WrongReceipt(ReceiptFault::Signature(_)))), "{notice:?}");
    fixture.keys("j");
    fixture.shows("WRONG RECEIPT: CALL THE JUDGE");
}

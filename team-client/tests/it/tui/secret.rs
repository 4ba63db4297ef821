//! Sealed content is visible on the team's own screen only (`A4`).

use ishigaki_client::{CallError, ReceiptFault};
use team_client::tui::{CallResult, Effect, Event, Notice};

use super::fixture::{A, O, P, ScreenFixture};

const CANARY: &str = "713";

#[test]
fn debug_output_hides_prices() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.keys("a713\na301\ns");
    let mut outputs = vec![format!("{:?} {:?}", fixture.state, fixture.state.dialog())];
    fixture.keys("y");
    outputs.push(format!("{:?} {:?}", fixture.effects, fixture.state));
    let (ticket, request) = fixture.call().unwrap();
    let answer = fixture.judged(&request);
    outputs.push(format!("{answer:?} {:?}", Event::Answer { ticket, answer: answer.clone() }));
    fixture.happen(Event::Answer { ticket, answer });
    outputs.push(format!("{:?} {:?}", fixture.effects, fixture.state));
    let outputs = outputs.concat();
    assert!(matches!(fixture.effects[..], [Effect::Keep(_), ..]), "{:?}", fixture.effects);
    assert!(!outputs.contains(CANARY) && !outputs.contains("301"), "{outputs}");
    fixture.shows(CANARY);
}

#[test]
fn notices_and_other_panels_hide_price() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.keys("a713\nsy");
    fixture.serve();
    // Only the sheet shows it: every other panel, with the notice and the head, does not.
    for panel in ["o", "w", "h", "v"] {
        fixture.keys(panel);
        fixture.hides(CANARY);
    }
    fixture.keys("b+sy");
    let (ticket, request) = fixture.call().unwrap();
    fixture.bids(A, &[(O, 713)]);
    let answer = fixture.judged(&request);
    assert!(matches!(answer, CallResult::Sealed(Err(CallError::Refused(_)))));
    fixture.happen(Event::Answer { ticket, answer });
    assert!(!format!("{:?}", fixture.state.notice()).contains(CANARY));
}

#[test]
fn rejection_of_list_hides_its_prices() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.keys("a713\nsy");
    let (ticket, _) = fixture.call().unwrap();
    let fault = ishigaki_proto::fault::Fault::new(ishigaki_proto::fault::ErrorReason::OverBudget)
        .with("total", 713)
        .with("held", 1);
    let answer = CallResult::Sealed(Err(CallError::Refused(Box::new(fault))));
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("The server rejected the list (OVER_BUDGET)");
    fixture.keys("oh");
    fixture.hides(CANARY);
}

#[test]
fn wrong_receipt_warning_stays_visible() {
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
    fixture.shows("!! WRONG RECEIPT for the submitted list. Call the judge.");
    fixture.hides("✓ Submitted");
}

//! The adviser's panel: requests, proposals in the draft, and no submissions.

use ishigaki_client::Ticket;
use ishigaki_client::team::AidsOff;
use ishigaki_strategy::adviser::SearchEffort;
use team_client::tui::{AdviserAnswer, AdviserQuestion, Dialog, Effect, Event, Key, Notice, Panel};

use super::fixture::{A, O, ScreenFixture};

fn asked(fixture: &mut ScreenFixture) -> Option<(Ticket, AdviserQuestion)> {
    std::mem::take(&mut fixture.effects).into_iter().find_map(|effect| match effect {
        Effect::Advise { ticket, question } => Some((ticket, *question.0)),
        _ => None,
    })
}

/// Round 1 takes lists, and advice has come; the list that it proposes, as the server would hold it.
fn advised(fixture: &mut ScreenFixture) -> Vec<(ishigaki_rules::LotId, u64)> {
    fixture.keys("A");
    let (ticket, question) = asked(fixture).unwrap();
    let answer = question.answer(SearchEffort::QUICK);
    let AdviserAnswer::List(advice) = answer.clone() else { panic!("a list is open") };
    fixture.happen(Event::Advised { ticket, answer });
    assert!(!advice.list.is_empty());
    advice.list.iter().map(|line| (line.bid.lot, line.bid.price.0)).collect()
}

#[test]
fn adviser_switched_off_gives_no_advice() {
    let mut fixture = ScreenFixture::with_aids_off(AidsOff { adviser: true, solver: false });
    fixture.open(1);
    fixture.wait(1_000);
    fixture.keys("A");
    fixture.shows("The organiser has switched the adviser off for this contest.");
    for key in ["n", "\n"] {
        fixture.keys(key);
        assert_eq!(fixture.state.notice(), Some(&Notice::AdviserOff));
    }
    assert!(asked(&mut fixture).is_none());
    fixture.hides("use in the draft");
    let views = fixture.page()["shortcuts"]["views"].to_string();
    assert!(!views.contains("advice") && views.contains("wall"), "{views}");
}

fn bidding() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

#[test]
fn accepted_advice_fills_draft_without_submitting() {
    let mut fixture = bidding();
    let proposed = advised(&mut fixture);
    fixture.keys("\n");
    assert_eq!((fixture.state.panel(), fixture.state.notice()), (Panel::Sheet, Some(&Notice::AdviceTaken)));
    assert!(fixture.call().is_none() && fixture.sealed().is_none(), "taking it over seals nothing");
    fixture.shows("NOT SUBMITTED: ");
    fixture.keys("s");
    // The adviser may spend nearly all the money, which asks for confirmation.
    if fixture.state.dialog().is_some() {
        fixture.keys("y");
    }
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(proposed));
}

#[test]
fn differing_draft_is_replaced_after_a_question_only() {
    let mut fixture = bidding();
    fixture.keys("a7\n");
    advised(&mut fixture);
    fixture.keys("\n");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::TakeAdvice));
    fixture.keys("n");
    assert_eq!(fixture.state.panel(), Panel::Advice, "it stays as it was");
    fixture.keys("\ny");
    assert_eq!(fixture.state.notice(), Some(&Notice::AdviceTaken));
    fixture.keys("A\n");
    assert_eq!(fixture.state.notice(), Some(&Notice::AdviceSame));
}

#[test]
fn advice_is_requested_once_per_round_unless_repeated() {
    let mut fixture = bidding();
    fixture.keys("A");
    fixture.shows("Thinking…");
    fixture.keys("bAnn");
    let asked_for = |fixture: &ScreenFixture| {
        fixture.effects.iter().filter(|effect| matches!(effect, Effect::Advise { .. })).count()
    };
    assert_eq!(asked_for(&fixture), 1, "while one is on its way no other is asked for");
    fixture.serve();
    fixture.keys("bA");
    assert_eq!(asked_for(&fixture), 0, "there is one for this round");
    fixture.keys("n");
    assert_eq!(asked_for(&fixture), 1, "asked anew by key");
}

#[test]
fn advice_for_another_round_is_stale_and_cannot_be_taken() {
    let mut fixture = bidding();
    advised(&mut fixture);
    fixture.wait(89_000);
    fixture.shows("OUT OF DATE");
    fixture.keys("\n");
    assert_eq!(fixture.state.notice(), Some(&Notice::AdviceStale));
    fixture.keys("n");
    assert_eq!(fixture.state.notice(), Some(&Notice::NoAdvice), "no list can be prepared now");
}

#[test]
fn advice_survives_the_opening_but_not_a_void_round() {
    let mut fixture = ScreenFixture::small();
    advised(&mut fixture);
    fixture.open(1);
    fixture.hides("OUT OF DATE");
    fixture.keys("\nA");
    let (round, attempt) = (ishigaki_rules::RoundNo(1), Some(1));
    fixture.judge(ishigaki_rules::Act::VoidRound { round, attempt, reason: "wind".into() });
    fixture.shows("OUT OF DATE");
}

#[test]
fn late_answer_is_stale_and_closes_no_other_question() {
    let mut fixture = bidding();
    fixture.keys("A");
    let (ticket, question) = asked(&mut fixture).unwrap();
    fixture.wait(89_000);
    fixture.happen(Event::Advised { ticket, answer: question.answer(SearchEffort::QUICK) });
    fixture.shows("OUT OF DATE");
    fixture.happen(Event::Advised { ticket: Ticket(99), answer: AdviserAnswer::Nothing });
    fixture.shows("OUT OF DATE");
}

#[test]
fn proposed_raises_are_taken_within_the_budget() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.keys("A");
    let (ticket, question) = asked(&mut fixture).unwrap();
    let answer = question.answer(SearchEffort::QUICK);
    let AdviserAnswer::Raises(raises) = answer.clone() else { panic!("a wave is open") };
    let [advice] = raises[..] else { panic!("one line is tied") };
    assert_eq!(advice.lot, O);
    fixture.happen(Event::Advised { ticket, answer });
    fixture.keys("\n");
    assert!(fixture.call().is_none());
    fixture.keys("s");
    fixture.serve();
    let sealed = fixture.game.current_round().unwrap().sealed_raises[&A].clone().unwrap();
    assert_eq!(*sealed.lines, [advice.raise]);
}

#[test]
fn debug_output_and_notice_hide_advice() {
    let mut fixture = bidding();
    let proposed = advised(&mut fixture);
    let highest = proposed.iter().map(|(_, price)| *price).max().unwrap();
    fixture.keys("n");
    let (ticket, question) = asked(&mut fixture).unwrap();
    let answer = question.answer(SearchEffort::QUICK);
    let question = ishigaki_rules::Secret(Box::new(question));
    let debug_output = format!(
        "{:?} {:?} {:?}",
        Effect::Advise { ticket, question },
        Event::Advised { ticket, answer },
        fixture.state
    );
    assert!(highest > 9 && !debug_output.contains(&highest.to_string()), "{debug_output}");
    fixture.key(Key::Enter);
    assert_eq!(format!("{:?}", fixture.state.notice()), "Some(AdviceTaken)");
    assert_eq!(format!("{:?}", fixture.state.panel()), "Sheet");
}

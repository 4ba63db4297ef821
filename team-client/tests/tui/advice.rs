//! The adviser's panel: when it is asked, what goes into the draft, and what does not go out.

use ishigaki_client::Ticket;
use team_client::adviser::SearchEffort;
use team_client::tui::{AdviserAnswer, AdviserQuestion, Dialog, Effect, Event, Key, Notice, Panel};

use crate::hall::{A, Hall, O};

/// The question that is asked, if one is.
fn asked(hall: &mut Hall) -> Option<(Ticket, AdviserQuestion)> {
    std::mem::take(&mut hall.effects).into_iter().find_map(|effect| match effect {
        Effect::Advise { ticket, question } => Some((ticket, *question.0)),
        _ => None,
    })
}

/// Round 1 takes lists, and advice has come; the list that it proposes, as the server would hold it.
fn advised(hall: &mut Hall) -> Vec<(ishigaki_rules::LotId, u64)> {
    hall.keys("A");
    let (ticket, question) = asked(hall).unwrap();
    let answer = question.answer(SearchEffort::QUICK);
    let AdviserAnswer::List(advice) = answer.clone() else { panic!("a list is open") };
    hall.happen(Event::Advised { ticket, answer });
    assert!(!advice.list.is_empty());
    advice.list.iter().map(|line| (line.bid.lot, line.bid.price.0)).collect()
}

fn bidding() -> Hall {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall
}

#[test]
fn a_proposal_goes_into_the_draft_and_only_the_team_seals_it() {
    let mut hall = bidding();
    let proposed = advised(&mut hall);
    hall.keys("\n");
    assert_eq!((hall.state.panel(), hall.state.notice()), (Panel::Sheet, Some(&Notice::AdviceTaken)));
    assert!(hall.call().is_none() && hall.sealed().is_none(), "taking it over seals nothing");
    hall.shows("THE DRAFT IS NOT SEALED");
    hall.keys("s");
    // The adviser may spend nearly all there is, which is asked about.
    if hall.state.dialog().is_some() {
        hall.keys("y");
    }
    hall.serve();
    assert_eq!(hall.sealed(), Some(proposed));
}

#[test]
fn a_draft_that_says_something_else_is_replaced_after_a_question_only() {
    let mut hall = bidding();
    hall.keys("a7\n");
    advised(&mut hall);
    hall.keys("\n");
    assert_eq!(hall.state.dialog(), Some(&Dialog::TakeAdvice));
    hall.keys("n");
    assert_eq!(hall.state.panel(), Panel::Advice, "it stays as it was");
    hall.keys("\ny");
    assert_eq!(hall.state.notice(), Some(&Notice::AdviceTaken));
    hall.keys("A\n");
    assert_eq!(hall.state.notice(), Some(&Notice::AdviceSame));
}

#[test]
fn advice_is_asked_for_when_the_panel_opens_and_once_for_each_matter() {
    let mut hall = bidding();
    hall.keys("A");
    hall.shows("Thinking...");
    hall.keys("bAnn");
    let asked_for =
        |hall: &Hall| hall.effects.iter().filter(|effect| matches!(effect, Effect::Advise { .. })).count();
    assert_eq!(asked_for(&hall), 1, "while one is on its way no other is asked for");
    hall.serve();
    hall.keys("bA");
    assert_eq!(asked_for(&hall), 0, "there is one for this round");
    hall.keys("n");
    assert_eq!(asked_for(&hall), 1, "asked anew by key");
}

#[test]
fn advice_for_another_round_is_stale_and_cannot_be_taken() {
    let mut hall = bidding();
    advised(&mut hall);
    hall.wait(89_000);
    hall.shows("STALE");
    hall.keys("\n");
    assert_eq!(hall.state.notice(), Some(&Notice::AdviceStale));
    hall.keys("n");
    assert_eq!(hall.state.notice(), Some(&Notice::NoAdvice), "no list can be prepared now");
}

#[test]
fn advice_stays_good_when_its_round_opens_and_not_when_the_round_begins_anew() {
    let mut hall = Hall::small();
    advised(&mut hall);
    hall.open(1);
    hall.hides("STALE");
    hall.keys("\nA");
    let (round, attempt) = (ishigaki_rules::RoundNo(1), Some(1));
    hall.judge(ishigaki_rules::Act::VoidRound { round, attempt, reason: "wind".into() });
    hall.shows("STALE");
}

#[test]
fn an_answer_that_comes_late_is_stale_and_closes_no_question_of_its_own_matter() {
    let mut hall = bidding();
    hall.keys("A");
    let (ticket, question) = asked(&mut hall).unwrap();
    hall.wait(89_000);
    hall.happen(Event::Advised { ticket, answer: question.answer(SearchEffort::QUICK) });
    hall.shows("STALE");
    hall.happen(Event::Advised { ticket: Ticket(99), answer: AdviserAnswer::Nothing });
    hall.shows("STALE");
}

#[test]
fn in_a_re_bid_the_proposed_prices_are_taken_over_within_the_budget() {
    let mut hall = Hall::small();
    hall.tie();
    hall.keys("A");
    let (ticket, question) = asked(&mut hall).unwrap();
    let answer = question.answer(SearchEffort::QUICK);
    let AdviserAnswer::Raises(raises) = answer.clone() else { panic!("a wave is open") };
    let [advice] = raises[..] else { panic!("one line is tied") };
    assert_eq!(advice.lot, O);
    hall.happen(Event::Advised { ticket, answer });
    hall.keys("\n");
    assert!(hall.call().is_none());
    hall.keys("s");
    hall.serve();
    let sealed = hall.game.current_round().unwrap().sealed_raises[&A].clone().unwrap();
    assert_eq!(*sealed.lines, [advice.raise]);
}

#[test]
fn advice_shows_in_no_debug_output_and_in_no_notice() {
    let mut hall = bidding();
    let proposed = advised(&mut hall);
    let highest = proposed.iter().map(|(_, price)| *price).max().unwrap();
    hall.keys("n");
    let (ticket, question) = asked(&mut hall).unwrap();
    let answer = question.answer(SearchEffort::QUICK);
    let question = ishigaki_rules::Secret(Box::new(question));
    let said = format!(
        "{:?} {:?} {:?}",
        Effect::Advise { ticket, question },
        Event::Advised { ticket, answer },
        hall.state
    );
    assert!(highest > 9 && !said.contains(&highest.to_string()), "{said}");
    hall.key(Key::Enter);
    assert_eq!(format!("{:?}", hall.state.notice()), "Some(AdviceTaken)");
    assert_eq!(format!("{:?}", hall.state.panel()), "Sheet");
}

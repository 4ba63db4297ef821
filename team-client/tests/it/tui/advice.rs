//! The adviser's panel: when it is asked, what goes into the draft, and what does not go out.

use ishigaki_client::Ticket;
use ishigaki_strategy::adviser::SearchEffort;
use team_client::tui::{AdviserAnswer, AdviserQuestion, Dialog, Effect, Event, Key, Notice, Panel};

use super::fixture::{A, O, ScreenFixture};

/// The question that is asked, if one is.
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

fn bidding() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

#[test]
fn a_proposal_goes_into_the_draft_and_only_the_team_seals_it() {
    let mut fixture = bidding();
    let proposed = advised(&mut fixture);
    fixture.keys("\n");
    assert_eq!((fixture.state.panel(), fixture.state.notice()), (Panel::Sheet, Some(&Notice::AdviceTaken)));
    assert!(fixture.call().is_none() && fixture.sealed().is_none(), "taking it over seals nothing");
    fixture.shows("THE DRAFT IS NOT SEALED");
    fixture.keys("s");
    // The adviser may spend nearly all there is, which is asked about.
    if fixture.state.dialog().is_some() {
        fixture.keys("y");
    }
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(proposed));
}

#[test]
fn a_draft_that_says_something_else_is_replaced_after_a_question_only() {
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
fn advice_is_asked_for_when_the_panel_opens_and_once_for_each_matter() {
    let mut fixture = bidding();
    fixture.keys("A");
    fixture.shows("Thinking...");
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
    fixture.shows("STALE");
    fixture.keys("\n");
    assert_eq!(fixture.state.notice(), Some(&Notice::AdviceStale));
    fixture.keys("n");
    assert_eq!(fixture.state.notice(), Some(&Notice::NoAdvice), "no list can be prepared now");
}

#[test]
fn advice_stays_good_when_its_round_opens_and_not_when_the_round_begins_anew() {
    let mut fixture = ScreenFixture::small();
    advised(&mut fixture);
    fixture.open(1);
    fixture.hides("STALE");
    fixture.keys("\nA");
    let (round, attempt) = (ishigaki_rules::RoundNo(1), Some(1));
    fixture.judge(ishigaki_rules::Act::VoidRound { round, attempt, reason: "wind".into() });
    fixture.shows("STALE");
}

#[test]
fn an_answer_that_comes_late_is_stale_and_closes_no_question_of_its_own_matter() {
    let mut fixture = bidding();
    fixture.keys("A");
    let (ticket, question) = asked(&mut fixture).unwrap();
    fixture.wait(89_000);
    fixture.happen(Event::Advised { ticket, answer: question.answer(SearchEffort::QUICK) });
    fixture.shows("STALE");
    fixture.happen(Event::Advised { ticket: Ticket(99), answer: AdviserAnswer::Nothing });
    fixture.shows("STALE");
}

#[test]
fn in_a_re_bid_the_proposed_prices_are_taken_over_within_the_budget() {
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
fn advice_shows_in_no_debug_output_and_in_no_notice() {
    let mut fixture = bidding();
    let proposed = advised(&mut fixture);
    let highest = proposed.iter().map(|(_, price)| *price).max().unwrap();
    fixture.keys("n");
    let (ticket, question) = asked(&mut fixture).unwrap();
    let answer = question.answer(SearchEffort::QUICK);
    let question = ishigaki_rules::Secret(Box::new(question));
    let said = format!(
        "{:?} {:?} {:?}",
        Effect::Advise { ticket, question },
        Event::Advised { ticket, answer },
        fixture.state
    );
    assert!(highest > 9 && !said.contains(&highest.to_string()), "{said}");
    fixture.key(Key::Enter);
    assert_eq!(format!("{:?}", fixture.state.notice()), "Some(AdviceTaken)");
    assert_eq!(format!("{:?}", fixture.state.panel()), "Sheet");
}

//! An event by keys alone, and what each key asks for.

use ishigaki_proto::watch::{Audience, EventEntry, ListEventsResponse};
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, Colour, PlayerId, Reason, Score, Stage};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, Event, EventCall, LineTarget, Notice, Panel};

use crate::event::fixture::EventScreenFixture;

const SMALL: (u16, u16) = (80, 24);

/// The result of the game under the cursor, by its slip: the first player has won, both have signed.
fn enter_slip(fixture: &mut EventScreenFixture) {
    fixture.press(Key::Enter);
    fixture.keys("1");
    fixture.press(Key::Down);
    fixture.keys(" ");
    fixture.press(Key::Down);
    fixture.keys(" \n");
}

/// Creates an event by the first preset; without the date of its lotteries it is not sent.
fn create(fixture: &mut EventScreenFixture) {
    fixture.keys("Cmeijin\n");
    fixture.shows("date of the lotteries");
    fixture.keys("2026-12-05\n");
}

#[test]
fn sixteen_play_from_creation_to_awards_by_keys_alone() {
    let mut fixture = EventScreenFixture::empty(Lang::En, SMALL, Audience::Organiser);
    fixture.shows("No events yet");
    create(&mut fixture);
    fixture.keys("nplayers.csv\n");
    fixture.shows("16 on the roster");
    fixture.keys("nY");
    assert_eq!(fixture.tournament().stage(), Stage::Committed);
    fixture.keys("n407");
    for digits in ["1932", "0586", "7741"] {
        fixture.press(Key::Tab);
        fixture.keys(digits);
    }
    fixture.keys("\n");
    assert_eq!(fixture.tournament().stage(), Stage::Reception);
    fixture.keys("/Player 3\ns1\n");
    fixture.press(Key::Esc);
    fixture.keys("nY");
    let mut rounds = 0;
    while matches!(fixture.tournament().stage(), Stage::Between { .. }) {
        rounds += 1;
        fixture.keys("nY");
        assert_eq!(fixture.state.panel(), Panel::Round);
        while let Some(open) = first_open(&fixture) {
            go_to(&mut fixture, open);
            enter_slip(&mut fixture);
        }
        confirm_firsts(&mut fixture);
    }
    assert!(rounds >= 8, "{rounds}");
    fixture.keys("nY");
    assert_eq!((fixture.tournament().stage(), fixture.state.panel()), (Stage::Declared, Panel::Ranking));
    fixture.shows("Champion");
    fixture.keys("n");
    assert_eq!(fixture.state.notice(), Some(&Notice::Nothing("tournament-is-over")));
}

fn first_open(fixture: &EventScreenFixture) -> Option<LineTarget> {
    let paired = fixture.tournament().rounds().last()?;
    let mut games = paired.games().map(|(_, one, other)| (one, other));
    let open =
        games.find(|(one, other)| !paired.results.contains_key(&(*one.min(other), *one.max(other))))?;
    Some(LineTarget::Game(open.0, open.1))
}

fn go_to(fixture: &mut EventScreenFixture, target: LineTarget) {
    fixture.press(Key::Home);
    for _ in 0..200 {
        if fixture.state.target() == Some(target) {
            return;
        }
        fixture.press(Key::Down);
    }
    panic!("{target:?} is not on the panel:\n{}", fixture.text());
}

fn confirm_firsts(fixture: &mut EventScreenFixture) {
    let Some(flow) = fixture.tournament().flow() else { return };
    let found = flow.firsts().iter().enumerate().filter_map(|(at, first)| {
        let by_ranking = first.is_some_and(|first| first.by == ishigaki_tournament::FoundBy::Ranking);
        let league = ishigaki_tournament::LeagueId::at(at);
        (by_ranking && !fixture.tournament().is_confirmed(league)).then_some(league)
    });
    let found: Vec<_> = found.collect();
    for league in &found {
        fixture.ask(Actor::Referee, Act::ConfirmFirst { league: *league });
    }
}

#[test]
fn slip_without_both_signatures_needs_a_second_enter() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Desk, 16);
    fixture.answers = false;
    fixture.press(Key::Enter);
    fixture.press(Key::Enter);
    fixture.shows("\"winner (○)\" is empty");
    fixture.keys("2");
    fixture.press(Key::Enter);
    assert!(fixture.effects.is_empty());
    fixture.shows("A signature is missing (TO9).");
    fixture.press(Key::Enter);
    let Some(Effect::Call { call: EventCall::Act(Act::EnterResult { slip, .. }), .. }) =
        fixture.effects.pop()
    else {
        panic!("nothing is sent:\n{}", fixture.text())
    };
    assert_eq!(slip.signed, (false, false));
    let Some(LineTarget::Game(one, other)) = fixture.state.target() else { panic!("no game") };
    assert_eq!((slip.winner, slip.loser), (other, one));
}

#[test]
fn slip_form_sends_all_entered_fields() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Desk, 16);
    fixture.answers = false;
    fixture.press(Key::Enter);
    for keys in ["1", " ", " ", "40:24", "2", "3", "", "3", "f5d6c3"] {
        fixture.keys(keys);
        fixture.press(Key::Tab);
    }
    fixture.press(Key::Enter);
    let Some(Effect::Call { call: EventCall::Act(Act::EnterResult { slip, .. }), .. }) =
        fixture.effects.pop()
    else {
        panic!("nothing is sent:\n{}", fixture.text())
    };
    assert_eq!(
        (slip.score, slip.reason, slip.transcript.as_deref(), slip.draw_win),
        (Some(Score { winner: 40, loser: 24 }), Reason::Time, Some("f5d6c3"), None)
    );
    assert_eq!((slip.black, slip.signed), (Some(slip.loser), (true, true)));
    assert_eq!(slip.call, Some(Colour::White));
}

#[test]
fn equal_discs_ask_for_the_holder_of_the_draw_win_right() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Desk, 16);
    fixture.answers = false;
    fixture.press(Key::Enter);
    for keys in ["1", " ", " ", "32:32"] {
        fixture.keys(keys);
        fixture.press(Key::Tab);
    }
    fixture.press(Key::Enter);
    assert!(fixture.effects.is_empty());
    fixture.shows("At 32 to 32");
    fixture.keys("2");
    fixture.press(Key::Enter);
    let Some(Effect::Call { call: EventCall::Act(Act::EnterResult { slip, .. }), .. }) =
        fixture.effects.pop()
    else {
        panic!("nothing is sent:\n{}", fixture.text())
    };
    assert_eq!(slip.draw_win, Some(slip.winner));
}

#[test]
fn result_is_overruled_with_a_reason_and_never_edited() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Referee, 16);
    fixture.play_round();
    let Some(LineTarget::Game(one, other)) = fixture.state.target() else { panic!("no game") };
    fixture.press(Key::Enter);
    fixture.shows("entry stays on record");
    fixture.keys("2");
    fixture.press(Key::Tab);
    fixture.keys(" ");
    fixture.press(Key::Tab);
    fixture.keys(" \n");
    fixture.shows("\"reason\" is empty");
    fixture.keys("entered the wrong way round\n");
    fixture.shows("Make this ruling?");
    assert!(fixture.tournament().rounds()[0].results.values().all(|decided| decided.ruling.is_none()));
    fixture.keys("Y");
    let pair = (one.min(other), one.max(other));
    let decided = &fixture.tournament().rounds()[0].results[&pair];
    assert_eq!((decided.slip.winner, fixture.tournament().entries().len()), (other, 8));
    assert_eq!(
        fixture.tournament().entries()[decided.entry as usize - 1].slip.winner,
        one,
        "the entry stays"
    );
    fixture.keys("8");
    fixture.shows("entered the wrong way round");
}

#[test]
fn search_finds_player_by_number_name_or_kana() {
    for size in [SMALL, (200, 50)] {
        let mut fixture = EventScreenFixture::drawn(Lang::Ja, size, Audience::Desk, 256);
        for typed in ["選手200", "せんしゅ200", "P200", "Player 200"] {
            fixture.keys(&format!("/{typed}\n"));
            assert_eq!(fixture.state.target(), Some(LineTarget::Player(PlayerId(199))), "{typed}");
            fixture.press(Key::Esc);
        }
        assert_eq!(
            fixture.state.target(),
            Some(LineTarget::Player(PlayerId(199))),
            "the cursor stays with whom it found"
        );
        fixture.keys("/1\n");
        assert_eq!(fixture.state.target(), Some(LineTarget::Player(PlayerId(2))), "number 1 is the seed's");
        fixture.press(Key::Esc);
        fixture.press(Key::End);
        fixture.press(Key::PageUp);
        fixture.shows("選手");
    }
}

#[test]
fn pairing_explanation_cites_rules() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Board, 16);
    fixture.keys("w");
    fixture.shows("by draw number alone (TP1)");
    fixture.press(Key::Esc);
    fixture.play_round();
    fixture.ask(Actor::Organiser, Act::PairRound { round: ishigaki_tournament::Round(2) });
    fixture.tick();
    fixture.keys("w");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Why { .. })));
    for text in ["(TP3 a)", "(TP3 b)", "(TP3 c)", "(TV2)", "(TP4)"] {
        fixture.shows(text);
    }
    fixture.press(Key::Esc);
    fixture.keys("[");
    fixture.shows("Results of round 1");
    fixture.keys("]");
    fixture.shows("Results of round 2");
}

#[test]
fn opening_event_list_keeps_current_feed() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Desk, 16);
    fixture.keys("e");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Events { at: 0 }));
    fixture.wait(1);
    fixture.attend();
    fixture.press(Key::Esc);
    assert!(fixture.state.dialog().is_none());
    fixture.hides("MAY BE WRONG");
    fixture.lose();
    fixture.wait(3);
    fixture.shows("CONNECTION LOST for 0:03");
}

#[test]
fn choice_of_an_event_stays_when_another_comes() {
    let mut fixture = EventScreenFixture::empty(Lang::En, SMALL, Audience::Organiser);
    let entry = |event: &str| EventEntry { event: event.to_owned(), ..Default::default() };
    let listed = |fixture: &mut EventScreenFixture, events: &[&str]| {
        let events = events.iter().map(|event| entry(event)).collect();
        let audience = Audience::Organiser.into();
        fixture.happen(Event::Listed(Ok(ListEventsResponse { events, audience })));
    };
    listed(&mut fixture, &["honinbo", "meijin"]);
    fixture.keys("j");
    listed(&mut fixture, &["gosei", "honinbo", "meijin"]);
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Events { at: 2 }));
    listed(&mut fixture, &["gosei"]);
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Events { at: 0 }));
}

//! Leaving the screen, and moving from one game to another.

use ishigaki_client::team::AidsOff;
use ishigaki_record::branch::Instance;
use ishigaki_rules::Secret;
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use team_client::drafts::Draft;
use team_client::tui::{Dialog, Effect, Event, GameChoice, GameFinding, Key, Notice, page_state};

use super::fixture::{A, GAME, O, P, ScreenFixture};

#[expect(clippy::option_option, reason = "to keep none is something else than to want nothing")]
fn saved_draft(fixture: &mut ScreenFixture) -> Option<Option<Draft>> {
    let effects = std::mem::take(&mut fixture.effects);
    let saved_draft = effects.into_iter().filter_map(|effect| match effect {
        Effect::KeepDraft(Secret(draft)) => Some(draft.map(|draft| *draft)),
        _ => None,
    });
    saved_draft.last()
}

/// A hall in which round 1 takes lists, and which comes up with this draft on the disk.
fn with(draft: Option<Draft>) -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.happen(Event::DraftRead(Secret(draft)));
    fixture
}

fn catch_up(fixture: &mut ScreenFixture) {
    fixture.happen(FeedEvent::Connection(ishigaki_client::Connection::CaughtUp));
}

fn draft(round: u32, base: u32, lines: &[(&str, u64)]) -> Draft {
    let lines = lines.iter().map(|&(lot, price)| (lot.to_owned(), price.to_string())).collect();
    Draft { instance: Some(Instance([5; 16])), round, attempt: 1, base, lines }
}

#[test]
fn draft_is_kept_while_it_changes_and_removed_once_sealed() {
    let mut fixture = with(None);
    catch_up(&mut fixture);
    fixture.keys("42");
    assert_eq!(
        saved_draft(&mut fixture),
        Some(Some(draft(1, 0, &[("P", 42)]))),
        "it is kept with the last key"
    );
    fixture.keys("\n");
    assert_eq!(saved_draft(&mut fixture), None, "nothing changed");
    fixture.keys("7\n");
    assert_eq!(saved_draft(&mut fixture), Some(Some(draft(1, 0, &[("P", 42), ("O", 7)]))));
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42), (O, 7)]));
    fixture.keys("g43\n");
    assert_eq!(saved_draft(&mut fixture), Some(Some(draft(1, 1, &[("P", 43), ("O", 7)]))));
    fixture.wait(90_000);
    assert_eq!(saved_draft(&mut fixture), Some(None));
}

#[test]
fn saved_draft_is_restored_without_submitting() {
    let mut fixture = with(Some(draft(1, 0, &[("P", 42)])));
    catch_up(&mut fixture);
    fixture.shows("Your earlier draft is back. It is not submitted.");
    fixture.shows("NOT SUBMITTED: 1 bid in the draft");
    assert_eq!(fixture.sealed(), None);
    assert_eq!(saved_draft(&mut fixture), None, "it stands there already");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
}

#[test]
fn draft_of_earlier_game_with_same_id_is_discarded() {
    let mut fixture = with(Some(Draft { instance: Some(Instance([6; 16])), ..draft(1, 0, &[("P", 42)]) }));
    catch_up(&mut fixture);
    fixture.hides("Your earlier draft is back. It is");
    assert_eq!(saved_draft(&mut fixture), Some(None));
}

#[test]
fn saved_draft_does_not_replace_list_without_confirmation() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(A, &[(O, 9)]);
    fixture.happen(Event::DraftRead(Secret(Some(draft(1, 0, &[("P", 42)])))));
    catch_up(&mut fixture);
    fixture.shows("REVISION 1 WAS SUBMITTED ELSEWHERE");
    fixture.keys("s");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Seal { .. })), "it is asked about first");
}

#[test]
fn draft_of_another_round_or_unknown_lots_is_dropped() {
    for stale in [draft(2, 0, &[("P", 42)]), draft(1, 0, &[("nothing", 42)])] {
        let mut fixture = with(Some(stale));
        catch_up(&mut fixture);
        fixture.shows("NOT SUBMITTED.");
        assert_eq!(saved_draft(&mut fixture), Some(None));
    }
}

#[test]
fn draft_file_is_not_overwritten_before_it_is_read() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.keys("42\n");
    assert_eq!(saved_draft(&mut fixture), None);
}

fn choices() -> Vec<GameChoice> {
    let choice = |game: &str, title: &str| GameChoice {
        game: game.into(),
        title: title.into(),
        title_ja: "決勝".into(),
        practice: false,
    };
    vec![choice(GAME, "Heat"), choice("final", "Final")]
}

#[test]
fn team_in_several_games_chooses_game() {
    let mut fixture = ScreenFixture::early(Lang::En, 80, 24);
    let listing = || GameFinding::Several { team: "a".into(), games: choices() };
    fixture.happen(Event::Listed(listing()));
    fixture.shows("Choose one of your team's games.");
    fixture.shows("› heat-1  Heat");
    fixture.keys("j");
    // The list is refreshed each second; the choice stays.
    fixture.happen(Event::Listed(listing()));
    fixture.shows("› final  Final");
    fixture.key(Key::Esc);
    fixture.shows("Choose one of your");
    fixture.effects.clear();
    fixture.keys("\n");
    assert_eq!(fixture.effects, [Effect::Enter { game: "final".into() }]);
}

#[test]
fn page_offers_games_of_one_title_with_their_ids() {
    for (lang, expected) in [(Lang::En, ["Heat", "Final"]), (Lang::Ja, ["heat-1  決勝", "final  決勝"])] {
        let mut fixture = ScreenFixture::early(lang, 80, 24);
        let several = GameFinding::Several { team: "a".into(), games: choices() };
        fixture.happen(Event::Listed(several));
        let now = fixture.instant();
        let page: serde_json::Value =
            serde_json::from_str(&page_state(&fixture.state, now, now).unwrap()).unwrap();
        assert_eq!(page["dialog"]["kind"], "choose");
        assert_eq!(page["dialog"]["choices"], serde_json::json!(expected));
    }
}

#[test]
fn declared_practice_can_be_played_again() {
    let mut fixture = ScreenFixture::small();
    fixture.state.set_private_practice(true);
    fixture.effects.clear();
    fixture.keys("P");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow), "the game is not over");
    super::result::declare(&mut fixture);
    fixture.effects.clear();
    fixture.keys("P");
    assert_eq!(fixture.effects, [Effect::PlayAgain { game: GAME.into() }]);
    assert_eq!(fixture.state.notice(), Some(&Notice::Again));
    fixture.happen(Event::Entered {
        game: "g-2".into(),
        team: "a".into(),
        practice: false,
        aids_off: AidsOff::default(),
    });
    let now = fixture.instant();
    let page: serde_json::Value =
        serde_json::from_str(&page_state(&fixture.state, now, now).unwrap()).unwrap();
    assert_eq!((&page["practice"], &page["again"]), (&true.into(), &false.into()));
}

#[test]
fn switching_game_offers_only_other_games() {
    let mut fixture = ScreenFixture::new(Lang::Ja, 80, 24);
    fixture.effects.clear();
    fixture.keys("c");
    assert_eq!(fixture.effects, [Effect::ListGames]);
    fixture.happen(Event::Games(choices()));
    fixture.shows("› final  決勝");
    fixture.hides("› heat-1");
    fixture.key(Key::Esc);
    fixture.hides("› final");
    fixture.happen(Event::Games(choices()[..1].to_vec()));
    assert_eq!(fixture.state.notice(), Some(&Notice::NoOtherGame));
}

//! What stays when the screen is left, and how a team goes from one game to another.

use ishigaki_record::branch::Instance;
use ishigaki_rules::Secret;
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use team_client::drafts::Draft;
use team_client::tui::{Dialog, Effect, Event, GameChoice, GameFinding, Key, Notice, page_state};

use super::fixture::{A, GAME, O, P, ScreenFixture};

/// What the screen wants to have kept, the last one; `None` if it wants nothing.
#[expect(clippy::option_option, reason = "to keep none is something else than to want nothing")]
fn kept(fixture: &mut ScreenFixture) -> Option<Option<Draft>> {
    let effects = std::mem::take(&mut fixture.effects);
    let kept = effects.into_iter().filter_map(|effect| match effect {
        Effect::KeepDraft(Secret(draft)) => Some(draft.map(|draft| *draft)),
        _ => None,
    });
    kept.last()
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
fn a_draft_goes_to_the_disk_as_it_changes_and_away_when_it_is_sealed_or_its_round_closes() {
    let mut fixture = with(None);
    catch_up(&mut fixture);
    fixture.keys("42");
    assert_eq!(kept(&mut fixture), Some(Some(draft(1, 0, &[("P", 42)]))), "it is kept with the last key");
    fixture.keys("\n");
    assert_eq!(kept(&mut fixture), None, "nothing has changed");
    fixture.keys("7\n");
    assert_eq!(kept(&mut fixture), Some(Some(draft(1, 0, &[("P", 42), ("O", 7)]))));
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42), (O, 7)]));
    fixture.keys("g43\n");
    assert_eq!(kept(&mut fixture), Some(Some(draft(1, 1, &[("P", 43), ("O", 7)]))));
    fixture.wait(90_000);
    assert_eq!(kept(&mut fixture), Some(None));
}

#[test]
fn a_kept_draft_comes_back_and_nothing_is_sealed_by_that() {
    let mut fixture = with(Some(draft(1, 0, &[("P", 42)])));
    catch_up(&mut fixture);
    fixture.shows("The draft of before is back. It is not sealed.");
    fixture.shows("THE DRAFT IS NOT SEALED");
    assert_eq!(fixture.sealed(), None);
    assert_eq!(kept(&mut fixture), None, "it stands there already");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
}

#[test]
fn a_draft_for_an_earlier_game_of_the_same_id_goes_away() {
    let mut fixture = with(Some(Draft { instance: Some(Instance([6; 16])), ..draft(1, 0, &[("P", 42)]) }));
    catch_up(&mut fixture);
    fixture.hides("The draft of before is back.");
    assert_eq!(kept(&mut fixture), Some(None));
}

#[test]
fn a_kept_draft_replaces_nothing_unseen() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(A, &[(O, 9)]);
    fixture.happen(Event::DraftRead(Secret(Some(draft(1, 0, &[("P", 42)])))));
    catch_up(&mut fixture);
    fixture.shows("REVISION 1 WAS SEALED ELSEWHERE");
    fixture.keys("s");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Seal { .. })), "it is asked about first");
}

#[test]
fn a_draft_of_another_round_or_of_lots_that_are_none_is_thrown_away() {
    for stale in [draft(2, 0, &[("P", 42)]), draft(1, 0, &[("nothing", 42)])] {
        let mut fixture = with(Some(stale));
        catch_up(&mut fixture);
        fixture.shows("NO LIST IS SEALED");
        assert_eq!(kept(&mut fixture), Some(None));
    }
}

#[test]
fn before_the_file_has_been_read_nothing_is_written_over_it() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.keys("42\n");
    assert_eq!(kept(&mut fixture), None);
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
fn a_team_in_several_games_is_asked_which_one_it_goes_into() {
    let mut fixture = ScreenFixture::early(Lang::En, 80, 24);
    let listing = || GameFinding::Several { team: "a".into(), games: choices() };
    fixture.happen(Event::Listed(listing()));
    fixture.shows("Which game? The team plays in these.");
    fixture.shows("› heat-1  Heat");
    fixture.keys("j");
    // The list is read again each second; what is chosen stays so.
    fixture.happen(Event::Listed(listing()));
    fixture.shows("› final  Final");
    fixture.key(Key::Esc);
    fixture.shows("Which game?");
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
fn what_comes_next_is_told_beside_the_result() {
    let mut fixture = ScreenFixture::small();
    fixture.happen(Event::Listed(GameFinding::Next { game: "final".into() }));
    fixture.shows("final is the next game: c goes there at once");
    fixture.key(Key::Esc);
    fixture.shows("final is the next game: c goes there at once");
    fixture.keys("?");
    fixture.key(Key::Esc);
    fixture.shows("final is the next game: c goes there at once");
    fixture.keys("c");
    fixture.hides("final is the next game");
}

#[test]
fn a_team_goes_over_to_another_game_and_back() {
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

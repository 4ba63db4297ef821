//! What stays when the screen is left, and how a team goes from one game to another.

use ishigaki_record::branch::Instance;
use ishigaki_rules::Secret;
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use team_client::drafts::Draft;
use team_client::tui::{Dialog, Effect, Event, GameChoice, GameFinding, Key, Notice};

use crate::hall::{A, GAME, Hall, O, P};

/// What the screen wants to have kept, the last one; `None` if it wants nothing.
#[expect(clippy::option_option, reason = "to keep none is something else than to want nothing")]
fn kept(hall: &mut Hall) -> Option<Option<Draft>> {
    let effects = std::mem::take(&mut hall.effects);
    let kept = effects.into_iter().filter_map(|effect| match effect {
        Effect::KeepDraft(Secret(draft)) => Some(draft.map(|draft| *draft)),
        _ => None,
    });
    kept.last()
}

/// A hall in which round 1 takes lists, and which comes up with this draft on the disk.
fn with(draft: Option<Draft>) -> Hall {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.happen(Event::DraftRead(Secret(draft)));
    hall
}

fn catch_up(hall: &mut Hall) {
    hall.happen(FeedEvent::Connection(ishigaki_client::Connection::CaughtUp));
}

fn draft(round: u32, base: u32, lines: &[(&str, u64)]) -> Draft {
    let lines = lines.iter().map(|&(lot, price)| (lot.to_owned(), price)).collect();
    Draft { instance: Some(Instance([5; 16])), round, attempt: 1, base, lines }
}

#[test]
fn a_draft_goes_to_the_disk_as_it_changes_and_away_when_it_is_sealed_or_its_round_closes() {
    let mut hall = with(None);
    catch_up(&mut hall);
    hall.keys("42");
    assert_eq!(kept(&mut hall), None, "a price that is being typed is none yet");
    hall.keys("\n");
    assert_eq!(kept(&mut hall), Some(Some(draft(1, 0, &[("P", 42)]))));
    hall.keys("7\n");
    assert_eq!(kept(&mut hall), Some(Some(draft(1, 0, &[("P", 42), ("O", 7)]))));
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 42), (O, 7)]));
    hall.keys("g43\n");
    assert_eq!(kept(&mut hall), Some(Some(draft(1, 1, &[("P", 43), ("O", 7)]))));
    hall.wait(90_000);
    assert_eq!(kept(&mut hall), Some(None));
}

#[test]
fn a_kept_draft_comes_back_and_nothing_is_sealed_by_that() {
    let mut hall = with(Some(draft(1, 0, &[("P", 42)])));
    catch_up(&mut hall);
    hall.shows("The draft of before is back. It is not sealed.");
    hall.shows("THE DRAFT IS NOT SEALED");
    assert_eq!(hall.sealed(), None);
    assert_eq!(kept(&mut hall), None, "it stands there already");
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 42)]));
}

#[test]
fn a_draft_for_an_earlier_game_of_the_same_id_goes_away() {
    let mut hall = with(Some(Draft { instance: Some(Instance([6; 16])), ..draft(1, 0, &[("P", 42)]) }));
    catch_up(&mut hall);
    hall.hides("The draft of before is back.");
    assert_eq!(kept(&mut hall), Some(None));
}

#[test]
fn a_kept_draft_replaces_nothing_unseen() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.bids(A, &[(O, 9)]);
    hall.happen(Event::DraftRead(Secret(Some(draft(1, 0, &[("P", 42)])))));
    catch_up(&mut hall);
    hall.shows("YOUR OTHER COMPUTER SEALED REVISION 1");
    hall.keys("s");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Seal { .. })), "it is asked about first");
}

#[test]
fn a_draft_of_another_round_or_of_lots_that_are_none_is_thrown_away() {
    for stale in [draft(2, 0, &[("P", 42)]), draft(1, 0, &[("nothing", 42)])] {
        let mut hall = with(Some(stale));
        catch_up(&mut hall);
        hall.shows("NO LIST IS SEALED");
        assert_eq!(kept(&mut hall), Some(None));
    }
}

#[test]
fn before_the_file_has_been_read_nothing_is_written_over_it() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("42\n");
    assert_eq!(kept(&mut hall), None);
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
    let mut hall = Hall::early(Lang::En, 80, 24);
    let listing = || GameFinding::Several { team: "a".into(), games: choices() };
    hall.happen(Event::Listed(listing()));
    hall.shows("Which game? The team plays in these.");
    hall.shows("› heat-1  Heat");
    hall.keys("j");
    // The list is read again each second; what is chosen stays so.
    hall.happen(Event::Listed(listing()));
    hall.shows("› final  Final");
    hall.key(Key::Esc);
    hall.shows("Which game?");
    hall.effects.clear();
    hall.keys("\n");
    assert_eq!(hall.effects, [Effect::Enter { game: "final".into() }]);
}

#[test]
fn what_comes_next_is_told_beside_the_result() {
    let mut hall = Hall::small();
    hall.happen(Event::Listed(GameFinding::Next { game: "final".into() }));
    hall.shows("final is the next game: c goes there at once");
    hall.key(Key::Esc);
    hall.shows("final is the next game: c goes there at once");
    hall.keys("?");
    hall.key(Key::Esc);
    hall.shows("final is the next game: c goes there at once");
    hall.keys("c");
    hall.hides("final is the next game");
}

#[test]
fn a_team_goes_over_to_another_game_and_back() {
    let mut hall = Hall::new(Lang::Ja, 80, 24);
    hall.effects.clear();
    hall.keys("c");
    assert_eq!(hall.effects, [Effect::ListGames]);
    hall.happen(Event::Games(choices()));
    hall.shows("› final  決勝");
    hall.hides("› heat-1");
    hall.key(Key::Esc);
    hall.hides("› final");
    hall.happen(Event::Games(choices()[..1].to_vec()));
    assert_eq!(hall.state.notice(), Some(&Notice::NoOtherGame));
}

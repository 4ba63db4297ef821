//! Board feeds have all events for everyone, in order, and no others.
#![expect(clippy::unwrap_used, reason = "what cannot be set up is a failed test")]

use ishigaki_audit::board;
use ishigaki_rules::{Actor, Announcement, Event, Fact, GameTime, TeamId};

fn announced(at: u64, teams: &[u32]) -> Event {
    let teams = teams.iter().map(|team| TeamId(*team)).collect();
    let text = Announcement::new("Come here.", "").unwrap();
    Event {
        at: GameTime(at),
        by: Actor::Judge,
        fact: Fact::Announced { teams, text, asked: None, corrects: false },
    }
}

#[test]
fn board_shows_exactly_public_announcements() {
    let public = [announced(1, &[]), announced(2, &[0]), announced(3, &[])];
    let for_all = [public[0].clone(), public[2].clone()];
    assert_eq!(board(&public, &for_all), Ok(()));
    assert!(board(&public, &public).is_err(), "what is for some stands there");
    assert!(board(&public, &for_all[..1]).is_err(), "the last is missing");
    assert!(board(&public, &for_all[1..]).is_err(), "the first is missing");
    assert!(board(&public[..1], &for_all).is_err(), "one too many");
    let time = Event { at: GameTime(4), by: Actor::Clock, fact: Fact::GameEnded };
    let later = [for_all[0].clone(), for_all[1].clone(), time];
    assert_eq!(board(&public, &later), Ok(()), "time went on");
}

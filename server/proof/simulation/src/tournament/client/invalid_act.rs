//! Wrong acts: by another role, at the wrong time, or for absent players.

use ishigaki_engine::engine::Request;
use ishigaki_tournament::{Act, Actor, DrawNumber, LeagueId, PlayerId, Round, Slip, Tournament};

use super::{Intent, anybody};
use crate::chance::Chance;

pub(super) fn invalidate(chance: &mut Chance, tournament: &Tournament, by: Actor) -> Intent {
    let player = anybody(chance, tournament);
    let other = anybody(chance, tournament);
    let nobody = PlayerId(u32::MAX);
    let round = Round(chance.count(0, 12));
    let (league, reason) = (LeagueId::at(chance.index(5)), "so it is".to_owned());
    let act = match chance.below(15) {
        0 => return (by, Request::Commit),
        1 => Act::EnterDigits { results: vec!["12".to_owned(), "x".to_owned()] },
        2 => Act::MarkAttendance { player: nobody, absent: true },
        3 => Act::DrawSlip { player, number: DrawNumber(chance.count(0, 12)) },
        4 => Act::MakeLeagues,
        5 => Act::PairRound { round },
        6 => Act::EnterResult { round, slip: Slip::plain(player, other) },
        7 => Act::Withdraw { player: nobody },
        8 => Act::Overrule { entry: 1, slip: Slip::plain(player, other), reason },
        9 => Act::Overrule { entry: u32::MAX, slip: Slip::plain(player, other), reason },
        10 => Act::NameFirst { league, player, reason },
        11 => Act::ConfirmFirst { league },
        12 => Act::Rule { text: "  ".to_owned() },
        13 => Act::Declare,
        _ => Act::Abandon { reason: String::new() },
    };
    (by, Request::Act(act))
}

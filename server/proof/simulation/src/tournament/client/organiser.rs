//! The acts of the organiser.

use ishigaki_audit::Checked;
use ishigaki_engine::engine::Request;
use ishigaki_tournament::{Act, Lottery, Stage, Tournament};

use super::{ActContext, stuck};
use crate::chance::Chance;
use crate::tournament::setting::roster;

pub(super) fn act(
    chance: &mut Chance,
    tournament: &Tournament,
    context: ActContext<'_>,
) -> Checked<Option<Request>> {
    if !context.is_calm && chance.permille(context.habits.giving_up) {
        return Ok(Some(Request::Act(Act::Abandon { reason: "the hall is flooded".to_owned() })));
    }
    let act = match tournament.stage() {
        Stage::Roster if tournament.roster().is_empty() || chance.permille(200) => {
            let roster = roster(chance, context.config, context.habits)?;
            return Ok(Some(Request::SetRoster(Box::new(roster))));
        }
        Stage::Roster => return Ok(Some(Request::Commit)),
        Stage::Committed => Act::EnterDigits { results: results(chance, &tournament.plan().lotteries) },
        // Reception takes a while.
        Stage::Reception if context.is_calm || chance.permille(200) => Act::MakeLeagues,
        Stage::Between { next } => match stuck(tournament) {
            None => Act::PairRound { round: next },
            Some((_, candidates)) if candidates.is_empty() => {
                Act::Abandon { reason: "nobody is left who could be a league's first".to_owned() }
            }
            // It is the referee's turn, but sometimes another role asks.
            Some(_) if chance.permille(200) => Act::PairRound { round: next },
            Some(_) => return Ok(None),
        },
        Stage::Over => Act::Declare,
        Stage::Reception | Stage::Playing { .. } | Stage::Declared | Stage::Abandoned => return Ok(None),
    };
    Ok(Some(Request::Act(act)))
}

pub(super) fn results(chance: &mut Chance, lotteries: &[Lottery]) -> Vec<String> {
    let digit = |chance: &mut Chance| char::from_digit(chance.count(0, 9), 10).unwrap_or('0');
    lotteries.iter().map(|lottery| (0..lottery.digits).map(|_| digit(chance)).collect()).collect()
}

//! The acts of organiser, desk and referee in a contest in groups.

use ishigaki_audit::Checked;
use ishigaki_engine::engine::Request;
use ishigaki_rules::ranking::{Contender, Tally, rank};
use ishigaki_rules::{TeamId, Tsuyama};
use ishigaki_tournament::{Act, Actor, GameResult, GroupContest, GroupGame, GroupPhase, StageId};

use super::organiser::results;
use super::{ActContext, Intent, Role};
use crate::chance::Chance;
use crate::tournament::setting::roster;

pub(super) fn act(
    role: Role,
    chance: &mut Chance,
    contest: &GroupContest,
    context: ActContext<'_>,
) -> Checked<Option<Intent>> {
    if !context.is_calm && role != Role::Board && chance.permille(context.faults.wrong) {
        return Ok(Some((Actor::Desk, invalidate(chance, contest))));
    }
    let request = |act| Some((actor(role), Request::Act(act)));
    Ok(match (role, contest.phase()) {
        (Role::Organiser, GroupPhase::Roster) if contest.teams().is_empty() || chance.permille(200) => {
            let roster = roster(chance, context.config, context.habits)?;
            Some((Actor::Organiser, Request::SetRoster(Box::new(roster))))
        }
        (Role::Organiser, GroupPhase::Roster) => Some((Actor::Organiser, Request::Commit)),
        (Role::Organiser, _) => organise(chance, contest, context).and_then(request),
        (Role::Desk, GroupPhase::Playing { .. }) if chance.permille(300) => {
            // The server counts its own games.
            count(chance, contest).map(|act| (Actor::Server, Request::Act(act)))
        }
        (Role::Desk, _) => receive(chance, contest, context).and_then(request),
        (Role::Referee, _) => rule(chance, contest, context).and_then(request),
        (Role::Board, _) => None,
    })
}

const fn actor(role: Role) -> Actor {
    match role {
        Role::Organiser => Actor::Organiser,
        Role::Desk | Role::Board => Actor::Desk,
        Role::Referee => Actor::Referee,
    }
}

fn reason() -> String {
    "the referee has seen it".to_owned()
}

fn organise(chance: &mut Chance, contest: &GroupContest, context: ActContext<'_>) -> Option<Act> {
    if !context.is_calm && chance.permille(context.habits.giving_up) {
        return Some(Act::Abandon { reason: "the hall is flooded".to_owned() });
    }
    match contest.phase() {
        GroupPhase::Committed => {
            Some(Act::EnterDigits { results: results(chance, &contest.plan().lotteries) })
        }
        GroupPhase::Reception { stage } if contest.stage_roster(stage).is_empty() => {
            Some(Act::Abandon { reason: "nobody is left for the stage".to_owned() })
        }
        // Reception takes a while.
        GroupPhase::Reception { stage } if context.is_calm || chance.permille(200) => {
            Some(Act::DrawGroups { stage, without_game: true })
        }
        GroupPhase::Playing { stage } => {
            let is_over = open(contest).is_empty() && contest.janken_needed(stage).is_empty();
            (is_over || chance.permille(20)).then_some(Act::CloseStage { stage })
        }
        GroupPhase::Over => Some(Act::Declare),
        GroupPhase::Roster | GroupPhase::Reception { .. } | GroupPhase::Declared | GroupPhase::Abandoned => {
            None
        }
    }
}

fn receive(chance: &mut Chance, contest: &GroupContest, context: ActContext<'_>) -> Option<Act> {
    match contest.phase() {
        GroupPhase::Reception { stage } if context.is_calm => {
            let absent =
                |team: &TeamId| contest.is_absent(stage, *team) && !contest.is_left_out(stage, *team);
            let team = contest.stage_roster(stage).into_iter().find(absent)?;
            Some(Act::MarkTeamAttendance { stage, team, absent: false })
        }
        GroupPhase::Committed if !context.is_calm && chance.permille(150) => {
            let stage = StageId::at(0);
            let team = *chance.pick(&contest.stage_roster(stage))?;
            Some(Act::MarkTeamAttendance { stage, team, absent: chance.permille(200) })
        }
        GroupPhase::Reception { stage } if chance.permille(150) => {
            let team = *chance.pick(&contest.stage_roster(stage))?;
            Some(Act::MarkTeamAttendance { stage, team, absent: chance.permille(200) })
        }
        GroupPhase::Playing { stage } => count(chance, contest).or_else(|| {
            let set = contest.janken_needed(stage).into_iter().next()?;
            Some(Act::EnterJanken { stage, order: shuffled(chance, set) })
        }),
        _ => None,
    }
}

fn rule(chance: &mut Chance, contest: &GroupContest, context: ActContext<'_>) -> Option<Act> {
    match contest.phase() {
        GroupPhase::Reception { .. } if !context.is_calm && chance.permille(30) => {
            let results = results(chance, &contest.plan().lotteries);
            Some(Act::OverruleDigits { results, reason: reason() })
        }
        GroupPhase::Playing { stage } if !context.is_calm && chance.permille(context.habits.ruling / 2) => {
            let set = chance.pick(contest.jankens(stage))?.clone();
            let order = shuffled(chance, set);
            Some(Act::OverruleJanken { stage, order, reason: reason() })
        }
        GroupPhase::Playing { stage } if !context.is_calm && chance.permille(context.habits.ruling) => {
            let games: Vec<(GroupGame, Vec<TeamId>)> = contest
                .games()
                .filter(|(game, _)| game.stage == stage)
                .map(|(game, group)| (game, group.teams.clone()))
                .collect();
            let (game, teams) = chance.pick(&games)?.clone();
            if chance.permille(300) {
                return Some(Act::ReplaceGame { game, reason: reason(), counted: true });
            }
            let result = result(chance, &teams);
            Some(Act::OverruleGame { game, result, reason: reason() })
        }
        GroupPhase::Playing { .. } if !context.is_calm && chance.permille(3) => {
            Some(Act::Rule { text: "lunch is late".to_owned() })
        }
        _ => None,
    }
}

fn open(contest: &GroupContest) -> Vec<(GroupGame, Vec<TeamId>)> {
    let open = contest.games().filter(|(_, group)| group.is_open());
    open.map(|(game, group)| (game, group.teams.clone())).collect()
}

fn count(chance: &mut Chance, contest: &GroupContest) -> Option<Act> {
    let (game, teams) = chance.pick(&open(contest))?.clone();
    Some(Act::CountGame { game, result: result(chance, &teams) })
}

/// Returns a result with few different figures, so that many teams are equal.
fn result(chance: &mut Chance, teams: &[TeamId]) -> GameResult {
    let mut contender = |team: TeamId| {
        let tally = Tally {
            empty: chance.count(0, 2),
            top_gaps: chance.count(0, 1),
            held: Tsuyama(chance.below(2)),
            used: 5,
            unused: 0,
        };
        Contender { team, tally: (!chance.permille(20)).then_some(tally) }
    };
    let contenders: Vec<Contender> = teams.iter().map(|team| contender(*team)).collect();
    // In half of the games, the game's own judge has held the jankens.
    let equals = if chance.permille(500) { rank(&contenders, &[]).janken_needed } else { Vec::new() };
    let janken = equals.into_iter().map(|set| shuffled(chance, set)).collect();
    GameResult { contenders, janken }
}

fn shuffled(chance: &mut Chance, mut set: Vec<TeamId>) -> Vec<TeamId> {
    let mut order = Vec::new();
    while !set.is_empty() {
        order.push(set.swap_remove(chance.index(set.len())));
    }
    order
}

fn invalidate(chance: &mut Chance, contest: &GroupContest) -> Request {
    let (stage, team) = (StageId(chance.count(0, 5)), TeamId(u32::MAX));
    let games: Vec<GroupGame> = contest.games().map(|(game, _)| game).collect();
    let game = chance.pick(&games).copied();
    Request::Act(match (chance.below(8), game) {
        (0, _) => return Request::Commit,
        (1, _) => Act::EnterDigits { results: vec!["12".to_owned()] },
        (2, _) => Act::MarkTeamAttendance { stage, team, absent: true },
        (3, _) => Act::DrawGroups { stage, without_game: true },
        (4, Some(game)) => Act::CountGame { game, result: result(chance, &[team]) },
        (5, Some(game)) => Act::ReplaceGame { game, reason: String::new(), counted: false },
        (6, _) => Act::CloseStage { stage },
        (7, _) => Act::MakeLeagues,
        _ => Act::EnterJanken { stage, order: vec![team] },
    })
}

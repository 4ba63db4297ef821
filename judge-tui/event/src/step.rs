//! The next step of an event, for the screen's key and for commands.

use ishigaki_client::event_office;
use ishigaki_proto::convert::group_stage_to_wire;
use ishigaki_rules::{GameTime, TeamId};
use ishigaki_tournament::{
    Act, Command, CompetitionRejection, GroupPhase, Lottery, Matcher, Round, Stage, StageId, Tournament,
    decide,
};
use ishigaki_words::{Value, Words};

use ishigaki_board::{NamedContest, NamedStanding};

use crate::EventCall;

/// Next step of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventStep {
    /// `TD4`.
    SetRoster,
    /// `TV1`.
    Commit,
    /// `TD2`.
    EnterDigits(usize),
    /// `TL`.
    MakeLeagues,
    /// `TP`.
    Pair(Round),
    /// `TO9`.
    EnterResults(Round),
    /// `TG2`.
    DrawGroups(StageId),
    /// `E4`.
    AwaitGames(StageId),
    /// `TG4`.
    Janken(StageId, Vec<TeamId>),
    /// `TG4`.
    CloseStage(StageId),
    /// `TE`.
    Declare,
}

/// A matcher without pairs: a check of an act must not compute a pairing.
struct NoMatcher;

impl Matcher for NoMatcher {
    fn cheapest(&self, _: usize, _: &[i128]) -> Vec<usize> {
        Vec::new()
    }
}

/// Order of the last step; stages and rounds take two numbers each, from 3 on.
const LAST: u64 = u64::MAX;

/// Steps of an event.
pub trait EventSteps {
    fn next_step(self) -> Option<EventStep>;
    /// Returns the step with its command.
    fn step_text(self, step: &EventStep, words: Words) -> String;
    /// Returns the step without its command.
    fn step_label(self, step: &EventStep, words: Words) -> String;
    fn command(self, step: &EventStep) -> Option<String>;
    /// Returns why a call that would be confirmed first is impossible now (`TG1`, `TL3`, `TD6`, `TW1`);
    /// `None` if it is possible, or only the server can tell.
    fn rejection_of(self, call: &EventCall) -> Option<CompetitionRejection>;
    fn open_games(self) -> Vec<String>;
}

impl EventSteps for NamedStanding<'_> {
    fn next_step(self) -> Option<EventStep> {
        match self {
            Self::Leagues(event) => in_leagues(event.tournament()),
            Self::Groups(contest) => in_groups(contest),
        }
    }

    fn step_text(self, step: &EventStep, words: Words) -> String {
        let label = self.step_label(step, words);
        match self.command(step) {
            Some(command) => {
                words.say("event-step-by", &[("step", label.into()), ("command", command.into())])
            }
            None => label,
        }
    }

    fn step_label(self, step: &EventStep, words: Words) -> String {
        let gaps = |number: u32| vec![("number", Value::from(number))];
        let (key, gaps) = match step {
            EventStep::SetRoster => ("event-step-roster", Vec::new()),
            EventStep::Commit => ("event-step-commit", Vec::new()),
            EventStep::EnterDigits(_) => ("event-step-digits", Vec::new()),
            EventStep::MakeLeagues => ("event-step-leagues", Vec::new()),
            EventStep::Pair(round) => ("event-step-pair", gaps(round.0)),
            EventStep::EnterResults(round) => ("event-step-results", gaps(round.0)),
            EventStep::DrawGroups(stage) => ("event-step-draw-groups", gaps(group_stage_to_wire(*stage))),
            EventStep::AwaitGames(stage) => {
                let games = ("games", Value::from(words.list(self.open_games())));
                let gaps = gaps(group_stage_to_wire(*stage)).into_iter().chain([games]).collect();
                ("event-step-games", gaps)
            }
            EventStep::Janken(_, teams) => {
                let teams = teams.iter().map(|team| self.entrant_label(team.index(), words));
                ("event-step-janken", vec![("teams", Value::from(words.list(teams)))])
            }
            EventStep::CloseStage(stage) => ("event-step-close-stage", gaps(group_stage_to_wire(*stage))),
            EventStep::Declare => ("event-step-declare", Vec::new()),
        };
        words.say(key, &gaps)
    }

    fn command(self, step: &EventStep) -> Option<String> {
        Some(match step {
            EventStep::SetRoster => "roster FILE".to_owned(),
            EventStep::Commit => "commit".to_owned(),
            EventStep::EnterDigits(_) => {
                let digits = |lottery: &Lottery| "N".repeat(usize::try_from(lottery.digits).unwrap_or(1));
                let digits: Vec<String> = self.lotteries().iter().map(digits).collect();
                format!("digits {}", digits.join(" "))
            }
            EventStep::MakeLeagues => "leagues".to_owned(),
            EventStep::Pair(round) => format!("pair {}", round.0),
            EventStep::EnterResults(_) => "result WINNER LOSER --signed both".to_owned(),
            EventStep::DrawGroups(stage) => format!("draw-groups {}", group_stage_to_wire(*stage)),
            EventStep::AwaitGames(_) => return None,
            // Placeholders, because ids would suggest the result of a janken.
            EventStep::Janken(_, teams) => {
                format!("janken BEST{}", " NEXT".repeat(teams.len().saturating_sub(1)))
            }
            EventStep::CloseStage(stage) => format!("close-stage {}", group_stage_to_wire(*stage)),
            EventStep::Declare => "declare".to_owned(),
        })
    }

    fn rejection_of(self, call: &EventCall) -> Option<CompetitionRejection> {
        let act = match call {
            EventCall::Commit => Act::Commit { commitment: [0; 32] },
            // Without a matcher there is no pairing.
            EventCall::Act(Act::PairRound { .. } | Act::PairByRuling { .. })
            | EventCall::Create { .. }
            | EventCall::SetRoster(_) => return None,
            EventCall::Act(act) => act.clone(),
        };
        let command = Command::new(GameTime::default(), event_office(&act), act);
        match self {
            Self::Leagues(event) => {
                let decided = decide(event.tournament(), &command, &NoMatcher);
                decided.err().map(CompetitionRejection::Leagues)
            }
            Self::Groups(named) => named.contest.decide(&command).err().map(CompetitionRejection::Groups),
        }
    }

    fn open_games(self) -> Vec<String> {
        let Self::Groups(named) = self else { return Vec::new() };
        let open = named.contest.games().filter(|(_, group)| group.is_open());
        open.map(|(game, _)| named.game_id(game)).collect()
    }
}

fn in_leagues(tournament: &Tournament) -> Option<EventStep> {
    Some(match tournament.stage() {
        Stage::Roster if tournament.roster().is_empty() => EventStep::SetRoster,
        Stage::Roster => EventStep::Commit,
        Stage::Committed => EventStep::EnterDigits(tournament.plan().lotteries.len()),
        Stage::Reception => EventStep::MakeLeagues,
        Stage::Between { next } => EventStep::Pair(next),
        Stage::Playing { round } => EventStep::EnterResults(round),
        Stage::Over => EventStep::Declare,
        Stage::Declared | Stage::Abandoned => return None,
    })
}

fn in_groups(named: NamedContest<'_>) -> Option<EventStep> {
    let contest = named.contest;
    Some(match contest.phase() {
        GroupPhase::Roster if contest.teams().is_empty() => EventStep::SetRoster,
        GroupPhase::Roster => EventStep::Commit,
        GroupPhase::Committed => EventStep::EnterDigits(contest.plan().lotteries.len()),
        GroupPhase::Reception { stage } => EventStep::DrawGroups(stage),
        GroupPhase::Playing { stage } => match contest.janken_needed(stage).into_iter().next() {
            Some(teams) => EventStep::Janken(stage, teams),
            None if contest.drawn(stage).is_some_and(|drawn| drawn.open() > 0) => {
                EventStep::AwaitGames(stage)
            }
            None => EventStep::CloseStage(stage),
        },
        GroupPhase::Over => EventStep::Declare,
        GroupPhase::Declared | GroupPhase::Abandoned => return None,
    })
}

impl EventStep {
    /// Returns whether the step must be made before a call.
    pub fn is_before(&self, call: &EventCall) -> bool {
        order_of(call).is_some_and(|order| order >= self.order())
    }

    fn order(&self) -> u64 {
        match self {
            Self::SetRoster => 0,
            Self::Commit => 1,
            Self::EnterDigits(_) => 2,
            Self::MakeLeagues => 3,
            Self::Pair(round) => 4 + 2 * u64::from(round.0),
            Self::EnterResults(round) => 5 + 2 * u64::from(round.0),
            Self::DrawGroups(stage) => 6 + 2 * u64::from(stage.0),
            Self::AwaitGames(stage) | Self::Janken(stage, _) | Self::CloseStage(stage) => {
                7 + 2 * u64::from(stage.0)
            }
            Self::Declare => LAST,
        }
    }
}

fn order_of(call: &EventCall) -> Option<u64> {
    let act = match call {
        EventCall::SetRoster(_) => return Some(0),
        EventCall::Commit => return Some(1),
        EventCall::Create { .. } => return None,
        EventCall::Act(act) => act,
    };
    Some(match act {
        Act::EnterDigits { .. } | Act::OverruleDigits { .. } => 2,
        Act::MakeLeagues => 3,
        Act::PairRound { round } => 4 + 2 * u64::from(round.0),
        Act::EnterResult { round, .. } => 5 + 2 * u64::from(round.0),
        Act::DrawGroups { stage, .. } => 6 + 2 * u64::from(stage.0),
        Act::CloseStage { stage } | Act::EnterJanken { stage, .. } => 7 + 2 * u64::from(stage.0),
        Act::Declare => LAST,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_first_step_comes_before_the_early_call() {
        let declare = EventCall::from(Act::Declare);
        let stage = |number: usize| StageId::at(number - 1);
        let close = |number| EventCall::from(Act::CloseStage { stage: stage(number) });
        let draw = |number| EventCall::from(Act::DrawGroups { stage: stage(number), without_game: false });
        let step = EventStep::CloseStage(StageId(3));
        assert!(step.is_before(&declare) && step.is_before(&close(4)) && step.is_before(&draw(5)));
        assert!(!step.is_before(&draw(4)) && !step.is_before(&close(3)), "these came too late");
        assert!(EventStep::Commit.is_before(&close(1)) && !EventStep::Declare.is_before(&close(4)));
        let pair = EventCall::from(Act::PairRound { round: Round(2) });
        assert!(EventStep::EnterResults(Round(1)).is_before(&pair), "round 1 has results missing");
        assert!(!EventStep::EnterResults(Round(2)).is_before(&pair), "it is paired already");
        let rule = EventCall::from(Act::Rule { text: String::new() });
        assert!(!EventStep::Commit.is_before(&rule), "a ruling has no turn");
    }
}

//! A team's way through its event.

use ishigaki_client::team::{StageOutcome, TeamNext, TeamPath, TeamStep};
use ishigaki_strategy::status::Status;
use serde::Serialize;

/// The status of a game, if the team has one, and the team's path.
#[derive(Serialize)]
pub(crate) struct StatusObject<'a> {
    #[serde(flatten)]
    pub(crate) status: Option<Status>,
    pub(crate) path: Option<PathObject<'a>>,
}

#[derive(Serialize)]
pub(crate) struct PathObject<'a> {
    event: &'a str,
    steps: Vec<StepObject<'a>>,
    next: &'static str,
    stage: Option<&'a str>,
    game: Option<&'a str>,
    may_play: bool,
}

#[derive(Serialize)]
struct StepObject<'a> {
    stage: &'a str,
    group: Option<u32>,
    outcome: &'static str,
    place: Option<u32>,
}

impl<'a> From<&'a TeamPath> for PathObject<'a> {
    fn from(path: &'a TeamPath) -> Self {
        let (next, stage, game) = match &path.next {
            TeamNext::Draw { stage } => ("draw", Some(stage), None),
            TeamNext::Game { game } => ("game", None, Some(game)),
            TeamNext::Results { stage } => ("results", Some(stage), None),
            TeamNext::End => ("end", None, None),
        };
        Self {
            event: &path.event,
            steps: path.steps.iter().map(StepObject::from).collect(),
            next,
            stage: stage.map(String::as_str),
            game: game.map(String::as_str),
            may_play: path.may_play,
        }
    }
}

impl<'a> From<&'a TeamStep> for StepObject<'a> {
    fn from(step: &'a TeamStep) -> Self {
        let (outcome, place) = match step.outcome {
            StageOutcome::Open => ("open", None),
            StageOutcome::Absent => ("absent", None),
            StageOutcome::Disqualified => ("disqualified", None),
            StageOutcome::Advanced => ("advanced", None),
            StageOutcome::Repechage => ("repechage", None),
            StageOutcome::Eliminated => ("eliminated", None),
            StageOutcome::Ranked { place } => ("ranked", Some(place)),
        };
        Self { stage: &step.stage, group: step.group, outcome, place }
    }
}

//! A team's way through an event, in words.

use ishigaki_client::team::{StageOutcome, TeamNext, TeamPath, TeamStep};
use ishigaki_words::{Lang, Words};

/// Returns the outcome of the team's last stage, if it is known, and its next step.
pub fn say_path(path: &TeamPath, words: &Words) -> String {
    let outcome = path.last().and_then(|step| say_outcome(step, words));
    let sentences: Vec<String> = outcome.into_iter().chain([say_next(path, words)]).collect();
    sentences.join(if words.lang() == Lang::Ja { "" } else { " " })
}

/// Returns the outcome of a stage; `None` while it is open.
pub fn say_outcome(step: &TeamStep, words: &Words) -> Option<String> {
    let key = match step.outcome {
        StageOutcome::Open => return None,
        StageOutcome::Absent => "path-absent",
        StageOutcome::Disqualified => "path-disqualified",
        StageOutcome::Advanced => "path-advanced",
        StageOutcome::Repechage => "path-repechage",
        StageOutcome::Eliminated => "path-eliminated",
        StageOutcome::Ranked { .. } => "path-ranked",
    };
    let place = match step.outcome {
        StageOutcome::Ranked { place } => place,
        _ => 0,
    };
    Some(words.say(key, &[("stage", step.stage.as_str().into()), ("place", place.into())]))
}

fn say_next(path: &TeamPath, words: &Words) -> String {
    let stage = |key: &str, stage: &str| words.say(key, &[("stage", stage.into())]);
    match &path.next {
        TeamNext::Draw { stage: name } => stage("path-draw", name),
        TeamNext::Results { stage: name } => stage("path-results", name),
        TeamNext::Game { game } => words.say("path-game", &[("game", game.as_str().into())]),
        TeamNext::End if path.may_play => words.label("path-end-unless"),
        TeamNext::End => words.label("path-end"),
    }
}

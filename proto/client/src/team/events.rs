//! Events in groups, as a team follows them.

use std::collections::BTreeMap;

use ishigaki_proto::watch::{EventEntry, EventKind};
use ishigaki_rules::TeamId;
use ishigaki_tournament::{GroupContest, Path, PathNext, StageId, StageOutcome};

use crate::listing::list_events;
use crate::{CallError, EventMirror, EventStanding, FeedSubject, Follower, Link};

/// The events in groups, folded up to the last refresh.
#[derive(Debug, Default)]
pub struct TeamEvents {
    mirrors: BTreeMap<String, EventMirror>,
}

/// A team's way through an event in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamPath {
    pub event: String,
    pub title: String,
    /// Empty for none.
    pub title_ja: String,
    /// The drawn stages with the team, in playing order.
    pub steps: Vec<TeamStep>,
    pub next: TeamNext,
    /// True if the team may get another game, including a spare game and games after a ruling.
    pub may_play: bool,
}

/// A team's result in a drawn stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamStep {
    pub stage: String,
    /// From 1; `None` if the team was absent.
    pub group: Option<u32>,
    pub outcome: StageOutcome,
}

/// A team's next step, with the names of stages and games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamNext {
    Draw { stage: String },
    Game { game: String },
    Results { stage: String },
    End,
}

impl TeamEvents {
    /// Reads the events that have changed since the last refresh.
    ///
    /// # Errors
    ///
    /// [`CallError`] if the server can't be reached or rejects the call.
    pub async fn refresh(&mut self, link: &Link) -> Result<(), CallError> {
        let mut listed = list_events(link).await?.events;
        listed.retain(|event| event.kind() == EventKind::Groups);
        self.mirrors.retain(|id, _| listed.iter().any(|event| event.event == *id));
        for event in listed {
            if !self.is_current(&event) {
                let subject = FeedSubject::Event(event.event.clone());
                let mut follower = Follower::open(link.clone(), subject, EventMirror::new());
                follower.catch_up().await?;
                self.mirrors.insert(event.event, follower.session);
            }
        }
        Ok(())
    }

    fn is_current(&self, event: &EventEntry) -> bool {
        let folded = self.mirrors.get(&event.event).map(EventMirror::next_sequence);
        folded == Some(event.items.saturating_add(1))
    }

    /// Returns the team's paths, by event. Without a roster, an event has no paths.
    pub fn paths(&self, team: &str) -> Vec<TeamPath> {
        let standings = self.mirrors.values().filter_map(EventMirror::standing);
        standings.filter_map(|standing| TeamPath::of(standing, team)).collect()
    }

    /// Returns the path with the team's next step: the first one that isn't at its end, otherwise the last.
    pub fn path(&self, team: &str) -> Option<TeamPath> {
        let mut paths = self.paths(team);
        let current = paths.iter().position(|path| path.next != TeamNext::End);
        let current = current.or(paths.len().checked_sub(1))?;
        Some(paths.swap_remove(current))
    }
}

impl TeamPath {
    fn of(standing: &EventStanding, team: &str) -> Option<Self> {
        let contest = standing.competition.groups()?;
        let line = TeamId::at(contest.teams().iter().position(|id| id == team)?);
        let Path { steps, next } = contest.path(line)?;
        let name = |stage: StageId| stage_name(contest, stage);
        let steps = steps.into_iter().map(|step| TeamStep {
            stage: name(step.stage),
            group: step.group.map(|group| group.0.saturating_add(1)),
            outcome: step.outcome,
        });
        Some(Self {
            event: standing.event.clone(),
            title: standing.config.title().to_owned(),
            title_ja: standing.config.title_ja().to_owned(),
            steps: steps.collect(),
            next: match next {
                PathNext::Draw { stage } => TeamNext::Draw { stage: name(stage) },
                PathNext::Game(game) => {
                    TeamNext::Game { game: game.name(&standing.event, &name(game.stage)) }
                }
                PathNext::Results { stage } => TeamNext::Results { stage: name(stage) },
                PathNext::End => TeamNext::End,
            },
            may_play: contest.may_play(line),
        })
    }

    /// Returns the last drawn stage with the team.
    pub fn last(&self) -> Option<&TeamStep> {
        self.steps.last()
    }
}

fn stage_name(contest: &GroupContest, stage: StageId) -> String {
    contest.plan().stages.get(stage.index()).map(|stage| stage.name.clone()).unwrap_or_default()
}

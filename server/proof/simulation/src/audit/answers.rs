//! Answers: accepted acts are in the feed exactly once, and rejections are correct.

use std::rc::Rc;
use std::sync::Arc;

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_engine::engine::{Acceptance, ActError};
use ishigaki_engine::feed::Audience;
use ishigaki_rules::{Act, Actor, Command, Event, Game, GameTime, Phase, Rejection, Setup, decide};

use super::Auditor;
use super::book::TeamEntry;
use crate::network::Call;
use crate::tally::Count;

pub(super) struct View {
    game: Game,
    at: usize,
    outstanding: u32,
}

impl View {
    pub(super) fn new(setup: &Arc<Setup>) -> Self {
        Self { game: Game::new(Arc::clone(setup)), at: 0, outstanding: 0 }
    }
}

/// Returns the audience that can judge the answer to a call: its team, or the public.
pub(super) fn viewer(call: &Call) -> Audience {
    match (&call.act, call.by) {
        (_, Actor::Team(team)) => Audience::Team(team),
        (Act::SubmitBids { team, .. } | Act::SubmitRebid { team, .. }, Actor::Organiser) => {
            Audience::Team(*team)
        }
        _ => Audience::Public,
    }
}

impl Auditor {
    /// Registers a call that is about to reach the engine. Returns the length of the feed that will show its
    /// effect.
    pub(crate) fn posted(&mut self, call: &Call) -> usize {
        let viewer = viewer(call);
        let length = self.length(viewer);
        let at = self.place(viewer);
        if self.views[at].outstanding == 0 {
            self.catch_up(viewer, length);
        }
        self.views[at].outstanding += 1;
        length
    }

    pub(crate) fn forgotten(&mut self, call: &Rc<Call>) {
        self.release(call);
        self.unknown.push(Rc::clone(call));
    }

    /// Settles unknown acts: those that aren't in the feeds now will never take effect.
    pub(crate) fn settle_unknown(&mut self) {
        for _ in self.unknown.drain(..) {
            self.tally.add(Count::UnknownLost);
        }
    }

    pub(crate) fn answered(
        &mut self,
        call: &Rc<Call>,
        stamp: GameTime,
        since: usize,
        answer: &Result<Acceptance, ActError>,
    ) -> Checked {
        match answer {
            Ok(receipt) => {
                ensure!(receipt.received_at == stamp, "stamped {:?} at {stamp:?}", receipt.received_at);
                // The stone was already there, the wall was already the same, or the stones were already
                // checked.
                let is_idle = receipt.events.is_empty();
                let may_be = || {
                    self.held_during(call, stamp, since, |expected| {
                        expected.is_ok_and(|events| events.is_empty())
                    })
                };
                ensure!(!is_idle || may_be(), "granted, and nothing happened: {:?}", call.act);
                self.release(call);
                for event in receipt.events.iter() {
                    self.claim(call, event)?;
                }
                Ok(())
            }
            Err(ActError::Rejected(rejection)) => {
                self.count(call, stamp, rejection);
                self.check_lateness(call, stamp, rejection)?;
                let justified = self.is_justified(call, stamp, since, rejection);
                self.release(call);
                ensure!(
                    justified,
                    "at {stamp:?} {:?} by {:?} was refused, {rejection:?}, and the feed says otherwise",
                    call.act,
                    call.by
                );
                Ok(())
            }
            Err(ActError::Busy) => Err(Violation::Broken("the engine says it is busy".into())),
            Err(ActError::Stopped(_)) => {
                self.forgotten(call);
                Ok(())
            }
        }
    }

    fn release(&mut self, call: &Call) {
        let at = self.place(viewer(call));
        let outstanding = &mut self.views[at].outstanding;
        *outstanding = outstanding.saturating_sub(1);
    }

    fn place(&self, viewer: Audience) -> usize {
        match viewer {
            Audience::Public | Audience::Board => self.views.len() - 1,
            Audience::Team(team) => team.index(),
        }
    }

    fn event_at(&self, viewer: Audience, at: usize) -> Option<&Event> {
        match viewer {
            Audience::Public | Audience::Board => self.public.get(at)?.event.as_ref(),
            Audience::Team(team) => match self.teams[team.index()].entries.get(at)? {
                TeamEntry::Public(nth) => self.public.get(*nth)?.event.as_ref(),
                TeamEntry::Own(own) => Some(&own.event),
            },
        }
    }

    fn catch_up(&mut self, viewer: Audience, length: usize) {
        let place = self.place(viewer);
        // Taken out, because the views are written while other fields are read.
        let mut views = std::mem::take(&mut self.views);
        let view = &mut views[place];
        while view.at < length {
            if let Some(event) = self.event_at(viewer, view.at) {
                view.game.apply(event);
            }
            view.at += 1;
        }
        self.views = views;
    }

    /// Claims the event of an answer: it must be in the feed, and no other answer may have claimed it.
    fn claim(&mut self, call: &Call, event: &Event) -> Checked {
        if let Some(team) = event.fact.sealer() {
            let is_own = matches!(call.by, Actor::Organiser) || call.by == Actor::Team(team);
            ensure!(is_own, "{:?} is told of {event:?}", call.by);
            let entries = self.teams[team.index()].entries.iter_mut().rev();
            for entry in entries {
                if let TeamEntry::Own(own) = entry
                    && !own.claimed
                    && own.event == *event
                {
                    own.claimed = true;
                    self.answered.push(event.clone());
                    return Ok(());
                }
            }
        } else {
            let entries = self.public.iter_mut().rev();
            for entry in entries {
                if !entry.claimed && entry.event.as_ref() == Some(event) {
                    entry.claimed = true;
                    self.answered.push(event.clone());
                    return Ok(());
                }
            }
        }
        Err(Violation::Broken(format!(
            "{:?} by {:?} was granted, and the feeds have no {event:?}",
            call.act, call.by
        )))
    }

    /// Checks that the rules reject the call with this text at a possible position of the engine in the feed.
    fn is_justified(&self, call: &Call, stamp: GameTime, since: usize, rejection: &Rejection) -> bool {
        self.held_during(call, stamp, since, |answer| answer.is_err_and(|answer| answer == *rejection))
    }

    /// Returns whether the rules return this for a call at a possible position of the engine in the feed.
    fn held_during(
        &self,
        call: &Call,
        stamp: GameTime,
        since: usize,
        is_answered: impl Fn(Result<Vec<Event>, Rejection>) -> bool,
    ) -> bool {
        let viewer = viewer(call);
        let view = &self.views[self.place(viewer)];
        let command = Command { at: stamp, by: call.by, act: call.act.clone() };
        let mut stepped: Option<Game> = None;
        let mut at = view.at;
        let length = self.length(viewer);
        loop {
            let game = stepped.as_ref().unwrap_or(&view.game);
            let is_due = game.due().is_some_and(|due| stamp >= due);
            let is_here = at >= since && !is_due && game.now() <= stamp;
            if is_here && is_answered(decide(game, &command)) {
                return true;
            }
            if at >= length {
                return false;
            }
            if let Some(event) = self.event_at(viewer, at) {
                stepped.get_or_insert_with(|| view.game.clone()).apply(event);
            }
            at += 1;
        }
    }

    fn count(&mut self, call: &Call, stamp: GameTime, rejection: &Rejection) {
        let count = match rejection {
            Rejection::WrongPhase { .. } | Rejection::Late { .. } => self.lateness(call, stamp),
            Rejection::WrongAttempt { .. } => Count::OldAttempt,
            Rejection::Replaced { .. } => Count::Conflict,
            Rejection::WallChanged { .. } => Count::WallConflict,
            Rejection::InvalidList { .. } => Count::InvalidList,
            Rejection::InvalidRebid { .. } => Count::InvalidRebid,
            Rejection::InvalidWall { .. } => Count::InvalidWall,
            Rejection::NotYours { .. } => Count::NotYours,
            Rejection::Paused => Count::RefusedPaused,
            _ => Count::RefusedOther,
        };
        self.tally.add(count);
    }

    /// Checks that a list after the end of its round's bidding is rejected as late with the deadline (`A3`),
    /// not as in the wrong phase, unless its sender isn't allowed or the game is over.
    fn check_lateness(&self, call: &Call, stamp: GameTime, rejection: &Rejection) -> Checked {
        let is_meant = match &call.act {
            Act::SubmitBids { round, attempt, .. } => self.invariants.auction().has_closed(*round, *attempt),
            _ => false,
        };
        let Some(deadline) =
            self.invariants.auction().closed_at().filter(|&deadline| is_meant && stamp >= deadline)
        else {
            return Ok(());
        };
        let is_late = *rejection == Rejection::Late { at: stamp, deadline };
        // In a finished game the deadline doesn't matter.
        let is_of_sender_or_game = matches!(
            rejection,
            Rejection::WrongPhase { phase: Phase::Declared | Phase::Abandoned }
                | Rejection::NotYours { .. }
                | Rejection::NotByHand
                | Rejection::NoReason { .. }
                | Rejection::UnknownTeam { .. }
                | Rejection::Disqualified { .. }
        );
        ensure!(
            is_late || is_of_sender_or_game,
            "a list at {stamp:?}, due before {deadline:?}, is refused: {rejection:?}"
        );
        Ok(())
    }

    /// Returns the counted reason of a list that was rejected because its round doesn't accept lists.
    fn lateness(&self, call: &Call, stamp: GameTime) -> Count {
        let Act::SubmitBids { round, .. } = &call.act else {
            return Count::RefusedPhase;
        };
        let current = self.game().and_then(Game::current_round);
        if current.is_none_or(|record| record.round != *round || record.settlement.is_none()) {
            return Count::RefusedPhase;
        }
        if self.invariants.auction().closed_at() == Some(stamp) { Count::AtDeadline } else { Count::Late }
    }
}

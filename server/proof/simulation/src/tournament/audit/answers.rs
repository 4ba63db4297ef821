//! Answers: accepted acts are in the feed exactly once, and rejections are correct.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_engine::engine::{ActAnswer, ActError, ActRejection, Request};
use ishigaki_matching::Blossom;
use ishigaki_preset::Commitment;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{Act, Command, Competition, CompetitionRejection, Event, Fact};

use super::{Auditor, Call, follows};
use crate::tally::Count;
use crate::tournament::tally::Corner;

/// The event at recent positions of the feed, as long as a pending answer may depend on them.
#[derive(Default)]
pub(super) struct Views {
    states: VecDeque<Competition>,
    gone: usize,
    open: BTreeMap<usize, u32>,
}

impl Views {
    pub(super) fn push(&mut self, competition: Option<&Competition>) {
        self.states.extend(competition.cloned());
        self.forget();
    }

    fn length(&self) -> usize {
        self.gone + self.states.len()
    }

    fn open(&mut self) -> usize {
        let since = self.length();
        *self.open.entry(since).or_default() += 1;
        since
    }

    fn close(&mut self, since: usize) {
        if let Some(count) = self.open.get_mut(&since) {
            *count -= 1;
            if *count == 0 {
                self.open.remove(&since);
            }
        }
        self.forget();
    }

    /// Keeps the last state and the states since the oldest open call.
    fn forget(&mut self) {
        let eldest = self.open.first_key_value().map_or(self.length(), |(since, _)| *since);
        while self.gone + 1 < eldest && self.states.len() > 1 {
            self.states.pop_front();
            self.gone += 1;
        }
    }

    /// Returns the possible states of the engine since a call reached it.
    fn since(&self, since: usize) -> impl Iterator<Item = &Competition> {
        self.states.iter().skip(since.saturating_sub(1).saturating_sub(self.gone))
    }
}

impl Auditor {
    pub(crate) fn posted(&mut self) -> usize {
        self.views.open()
    }

    pub(crate) fn forgotten(&mut self, call: &Rc<Call>, since: usize) {
        self.views.close(since);
        self.unknown.push(Rc::clone(call));
    }

    pub(crate) fn answered(
        &mut self,
        call: &Rc<Call>,
        (stamp, since): (GameTime, usize),
        answer: &Result<ActAnswer, ActError<ActRejection>>,
    ) -> Checked {
        match answer {
            Ok(granted) => {
                let granted = self.granted(call, (stamp, since), granted);
                self.views.close(since);
                granted
            }
            Err(ActError::Rejected(refused)) => {
                let is_right = self.is_justified(call, (stamp, since), refused);
                self.views.close(since);
                if let ActRejection::Rejected(rejection) = refused {
                    self.tally.refused(rejection);
                }
                ensure!(
                    is_right,
                    "{:?} by {:?} was refused, {refused:?}, and the feed says otherwise",
                    call.act,
                    call.by
                );
                Ok(())
            }
            Err(ActError::Busy) => Err(Violation::Broken("the engine says it is busy".into())),
            Err(ActError::Stopped(_)) => {
                self.forgotten(call, since);
                Ok(())
            }
        }
    }

    fn granted(&mut self, call: &Call, (stamp, since): (GameTime, usize), granted: &ActAnswer) -> Checked {
        let at = usize::try_from(granted.item).unwrap_or(usize::MAX).saturating_sub(1);
        let entry = self.entries.get(at);
        let published =
            entry.and_then(|entry| Some((entry.event.as_ref()?, entry.roster.as_deref(), entry.is_claimed)));
        if let Some((event, roster, false)) = published
            && follows(call, event, roster)
            && event.at == stamp
        {
            let commitment = match event.fact {
                Fact::Committed { commitment } => Some(commitment),
                _ => None,
            };
            ensure!(granted.commitment == commitment, "the answer has another commitment than the feed");
            self.entries[at].is_claimed = true;
            return Ok(());
        }
        // Marking an absent player absent again has no effect.
        let is_idle =
            self.answer_matches(call, (stamp, since), |answer| answer.is_ok_and(|events| events.is_empty()));
        ensure!(
            is_idle && entry.is_some(),
            "{:?} by {:?} was granted, and the feed has nothing of it at item {}",
            call.act,
            call.by,
            granted.item
        );
        self.tally.add(Corner::Idle);
        Ok(())
    }

    /// Returns whether the rules reject the call with this text at a possible position of the engine in the
    /// feed.
    fn is_justified(&self, call: &Call, at: (GameTime, usize), refused: &ActRejection) -> bool {
        match (refused, &call.act) {
            (ActRejection::Rejected(rejection), _) => {
                self.answer_matches(call, at, |answer| answer.is_err_and(|answer| answer == *rejection))
            }
            (ActRejection::Roster(_), Request::SetRoster(roster)) => {
                roster.entrants(self.config.plan()).is_err()
            }
            (ActRejection::Roster(_), _) => false,
        }
    }

    fn answer_matches(
        &self,
        call: &Call,
        (stamp, since): (GameTime, usize),
        is_answered: impl Fn(Result<Vec<Event>, CompetitionRejection>) -> bool,
    ) -> bool {
        let act = match &call.act {
            Request::Act(act) => act.clone(),
            Request::Commit => {
                let Commitment(commitment) = Commitment::of(self.config.text(), &self.roster);
                Act::Commit { commitment }
            }
            Request::SetRoster(roster) => match roster.entrants(self.config.plan()) {
                Ok(roster) => Act::SetRoster { roster },
                Err(_) => return false,
            },
        };
        let command = Command::new(stamp, call.by, act);
        self.views.since(since).any(|competition| is_answered(competition.decide(&command, &Blossom)))
    }

    pub(crate) fn count(&mut self, count: Count) {
        self.tally.faults.add(count);
    }
}

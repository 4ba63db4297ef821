//! Answers: what was granted stands in the feed, once; what was refused was rightly refused.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_engine::engine::{ActError, Granted, Refused, Request};
use ishigaki_matching::Blossom;
use ishigaki_preset::Commitment;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{Act, Command, Competition, CompetitionRejection, Event, Fact};

use super::{Auditor, Call, follows};
use crate::tally::Count;
use crate::tournament::tally::Corner;

/// The event at each place of the feed, as far back as an answer that is still to come may rest on it.
#[derive(Default)]
pub(super) struct Views {
    states: VecDeque<Competition>,
    /// Number of states that were let go.
    gone: usize,
    /// Number of calls that reached the server when the feed had so many items, and were not answered.
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

    /// A call reaches the server now.
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

    /// Keeps the last state, and those from the one before the eldest open call on.
    fn forget(&mut self) {
        let eldest = self.open.first_key_value().map_or(self.length(), |(since, _)| *since);
        while self.gone + 1 < eldest && self.states.len() > 1 {
            self.states.pop_front();
            self.gone += 1;
        }
    }

    /// The states in which the engine can have stood since a call reached it.
    fn since(&self, since: usize) -> impl Iterator<Item = &Competition> {
        self.states.iter().skip(since.saturating_sub(1).saturating_sub(self.gone))
    }
}

impl Auditor {
    /// A call is about to reach the engine. Says how long the feed is.
    pub(crate) fn posted(&mut self) -> usize {
        self.views.open()
    }

    /// Nobody will hear the answer of this call; it may have taken effect, or may yet.
    pub(crate) fn forgotten(&mut self, call: &Rc<Call>, since: usize) {
        self.views.close(since);
        self.unknown.push(Rc::clone(call));
    }

    /// An answer left the server.
    pub(crate) fn answered(
        &mut self,
        call: &Rc<Call>,
        (stamp, since): (GameTime, usize),
        answer: &Result<Granted, ActError<Refused>>,
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
                if let Refused::Rejected(rejection) = refused {
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

    /// The item that an answer names tells of what was asked for, and no other answer has named it.
    fn granted(&mut self, call: &Call, (stamp, since): (GameTime, usize), granted: &Granted) -> Checked {
        let at = usize::try_from(granted.item).unwrap_or(usize::MAX).saturating_sub(1);
        let entry = self.entries.get(at);
        let told =
            entry.and_then(|entry| Some((entry.event.as_ref()?, entry.roster.as_deref(), entry.is_claimed)));
        if let Some((event, roster, false)) = told
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
        // Somebody who is noted absent already: nothing has to happen.
        let is_idle = self.said(call, (stamp, since), |said| said.is_ok_and(|events| events.is_empty()));
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

    /// Returns whether the rules refuse this, with these words, at a place of the feed where the engine can
    /// have stood.
    fn is_justified(&self, call: &Call, at: (GameTime, usize), refused: &Refused) -> bool {
        match (refused, &call.act) {
            (Refused::Rejected(rejection), _) => {
                self.said(call, at, |said| said.is_err_and(|said| said == *rejection))
            }
            (Refused::Roster(_), Request::SetRoster(roster)) => roster.entrants(self.config.plan()).is_err(),
            (Refused::Roster(_), _) => false,
        }
    }

    fn said(
        &self,
        call: &Call,
        (stamp, since): (GameTime, usize),
        is_said: impl Fn(Result<Vec<Event>, CompetitionRejection>) -> bool,
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
        self.views.since(since).any(|competition| is_said(competition.decide(&command, &Blossom)))
    }

    /// Counts of what was unknown.
    pub(crate) fn count(&mut self, count: Count) {
        self.tally.faults.add(count);
    }
}

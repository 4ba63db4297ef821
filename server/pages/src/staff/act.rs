//! Acts of the page, carried out with the token of its visitor.

use ishigaki_client::event_office;
use ishigaki_event::{EventCall, EventSteps as _, RequestError, preview, question};
use ishigaki_othello::Named as _;
use ishigaki_preset::SlipCheck;
use ishigaki_proto::convert::slip_to_wire;
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_record::branch::Instance;
use ishigaki_tournament::{Act, Actor, CompetitionRejection, PlayerId, Stage};
use ishigaki_words::Words;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::device::StaffDevice;
use super::notes::{Report, pair};
use super::view::StaffView;
use crate::act_error::ActError;

/// An act in the page's JSON.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum PageAct {
    Event {
        event: String,
    },
    /// A call of the event's services: its method, and its request without the event.
    Make {
        event: String,
        call: String,
        request: Json,
    },
    /// The question before a call, and what it changes.
    Preview {
        event: String,
        call: String,
        request: Json,
    },
    /// A player came to reception, or not.
    CheckIn {
        event: String,
        player: u32,
        present: bool,
    },
    /// Marks all players absent who weren't seen.
    AbsentRest {
        event: String,
    },
    /// A result from a table, which counts once the desk has its card.
    Report {
        event: String,
        request: Json,
    },
    /// The desk has the card of a reported result.
    ConfirmReport {
        event: String,
        round: u32,
        /// The result that the page shows. Another one may have been reported meanwhile.
        slip: Box<wire::Slip>,
    },
    DropReport {
        event: String,
        round: u32,
        one: u32,
        other: u32,
    },
}

/// Content of a successful answer to the page.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Answer {
    /// The question before an act.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) question: String,
    /// Changes by an act, or remarks about a roster.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) lines: Vec<String>,
    /// The players of a roster without faults.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) players: Vec<String>,
    /// The faults of a roster.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) faults: Vec<String>,
}

impl From<CompetitionRejection> for ActError {
    fn from(rejection: CompetitionRejection) -> Self {
        Fault::of_competition(&rejection).into()
    }
}

impl From<RequestError> for ActError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Unknown => Self::Outdated,
            RequestError::Fault(fault) => (*fault).into(),
        }
    }
}

impl StaffDevice {
    /// Carries out an act.
    pub(crate) async fn perform(&self, act: PageAct, words: Words) -> Result<Answer, ActError> {
        match act {
            PageAct::Event { event } => self.choose(&event).map(|()| Answer::default()),
            PageAct::Make { event, call, request } => {
                self.make(&event, EventCall::read(&call, request)?).await
            }
            PageAct::Preview { event, call, request } => {
                self.preview(&event, &EventCall::read(&call, request)?, words)
            }
            PageAct::CheckIn { event, player, present } => self.check_in(&event, player, present).await,
            PageAct::AbsentRest { event } => self.mark_rest_absent(&event).await,
            PageAct::Report { event, request } => {
                self.report(&event, &EventCall::read("enter_result", request)?)
            }
            PageAct::ConfirmReport { event, round, slip } => self.confirm(&event, round, *slip).await,
            PageAct::DropReport { event, round, one, other } => {
                let instance = self.on_event(&event, |view| {
                    check_office(view, Actor::Desk)?;
                    instance(view)
                })?;
                self.notes.remove_report(instance, round, pair(one, other))?;
                Ok(Answer::default())
            }
        }
    }

    /// Returns the text of an error, with names instead of lines of the roster.
    pub(crate) fn text(&self, error: &ActError, words: Words) -> String {
        error.text(words, |fault| match self.view().mirror.named_standing() {
            Some(standing) => standing.refusal(fault, words),
            None => words.fault(fault),
        })
    }

    fn choose(&self, event: &str) -> Result<(), ActError> {
        let mut view = self.view();
        if view.events.iter().all(|listed| listed.event != event) {
            return Err(ActError::Outdated);
        }
        if view.event.as_deref() != Some(event) {
            view.follow(event);
            self.chosen.notify_one();
        }
        Ok(())
    }

    /// Calls `f` with the followed event, which must be this one.
    pub(super) fn on_event<T>(
        &self,
        event: &str,
        f: impl FnOnce(&StaffView) -> Result<T, ActError>,
    ) -> Result<T, ActError> {
        let view = self.view();
        if view.event.as_deref() != Some(event) || view.mirror.standing().is_none() {
            return Err(ActError::Outdated);
        }
        f(&view)
    }

    async fn make(&self, event: &str, call: EventCall) -> Result<Answer, ActError> {
        if let EventCall::Create { .. } = call {
            call.send(&self.link, String::new()).await?;
            return Ok(Answer::default());
        }
        let needs_second = self.on_event(event, |view| {
            check(view, &call)?;
            let standing = view.mirror.standing().ok_or(ActError::Outdated)?;
            Ok(standing.config.slip_check() == SlipCheck::SecondPerson)
        })?;
        if needs_second && matches!(call, EventCall::Act(Act::EnterResult { .. })) {
            return self.report(event, &call);
        }
        call.send(&self.link, event.to_owned()).await?;
        Ok(Answer::default())
    }

    fn preview(&self, event: &str, call: &EventCall, words: Words) -> Result<Answer, ActError> {
        // A pairing takes too long to keep the state locked.
        let mirror = self.on_event(event, |view| check(view, call).map(|()| view.mirror.clone()))?;
        let standing = mirror.named_standing().ok_or(ActError::Outdated)?;
        let lines = preview(call, standing, words)?;
        Ok(Answer { question: question(call, Some(standing), words), lines, ..Answer::default() })
    }

    /// Marks a player as seen at reception. Until the digits are known, an absent one is marked present again.
    async fn check_in(&self, event: &str, player: u32, present: bool) -> Result<Answer, ActError> {
        let at =
            usize::try_from(player).ok().and_then(|line| line.checked_sub(1)).ok_or(ActError::Outdated)?;
        let (of, id, act) = self.on_event(event, |view| {
            check_office(view, Actor::Desk)?;
            let standing = view.mirror.standing().ok_or(ActError::Outdated)?;
            let entrant = standing.entrant(PlayerId::at(at)).ok_or(ActError::Outdated)?;
            let tournament = standing.competition.leagues().ok_or(ActError::Outdated)?;
            let player = PlayerId::at(at);
            let act = Act::MarkAttendance { player, absent: !present };
            let is_changed = tournament.is_absent(player) == present;
            Ok((instance(view)?, entrant.id.clone(), is_changed.then_some(act)))
        })?;
        if let Some(act) = act {
            let call = EventCall::from(act);
            self.on_event(event, |view| check(view, &call))?;
            call.send(&self.link, event.to_owned()).await?;
        }
        self.notes.mark_seen(of, &id, present)?;
        Ok(Answer::default())
    }

    async fn mark_rest_absent(&self, event: &str) -> Result<Answer, ActError> {
        let players = self.on_event(event, |view| {
            let standing = view.mirror.standing().ok_or(ActError::Outdated)?;
            let tournament = standing.competition.leagues().ok_or(ActError::Outdated)?;
            if tournament.stage() != Stage::Committed {
                return Err(ActError::Outdated);
            }
            let seen = self.notes.seen(instance(view)?);
            let rest =
                standing.entrants.iter().enumerate().filter(|(_, entrant)| !seen.contains(&entrant.id));
            Ok(rest.map(|(at, _)| PlayerId::at(at)).collect::<Vec<_>>())
        })?;
        for player in players {
            let call = EventCall::from(Act::MarkAttendance { player, absent: true });
            call.send(&self.link, event.to_owned()).await?;
        }
        Ok(Answer::default())
    }

    /// Keeps a result until the desk has its card, or a second person has checked it. The event's rules apply
    /// already.
    fn report(&self, event: &str, call: &EventCall) -> Result<Answer, ActError> {
        let EventCall::Act(Act::EnterResult { round, slip }) = call else { return Err(ActError::Outdated) };
        let of = self.on_event(event, |view| {
            check(view, call)?;
            instance(view)
        })?;
        let report = Report { round: round.0, slip: slip_to_wire(slip), device: self.session.clone() };
        self.notes.add_report(of, report)?;
        Ok(Answer::default())
    }

    async fn confirm(&self, event: &str, round: u32, slip: wire::Slip) -> Result<Answer, ActError> {
        let of = pair(slip.winner, slip.loser);
        let (instance, call) = self.on_event(event, |view| {
            let instance = instance(view)?;
            let report = self.notes.report(instance, round, of).filter(|report| report.slip == slip);
            let report = report.ok_or(ActError::Outdated)?;
            let standing = view.mirror.standing().ok_or(ActError::Outdated)?;
            if standing.config.slip_check() == SlipCheck::SecondPerson && report.device == self.session {
                return Err(ActError::SamePerson);
            }
            let request = wire::EnterResultRequest { event: String::new(), round, slip: Some(report.slip) };
            let call = EventCall::Act(ishigaki_proto::convert::EventRequest::act(&request)?);
            check(view, &call)?;
            Ok((instance, call))
        })?;
        call.send(&self.link, event.to_owned()).await?;
        self.notes.remove_report(instance, round, of)?;
        Ok(Answer::default())
    }
}

pub(super) fn instance(view: &StaffView) -> Result<Instance, ActError> {
    view.mirror.instance().ok_or(ActError::Outdated)
}

fn check_office(view: &StaffView, office: Actor) -> Result<(), ActError> {
    if view.has_office(office) {
        return Ok(());
    }
    Err(Fault::new(ErrorReason::PermissionDenied).with("needs", office.name()).into())
}

/// Refuses a call of another role, or against the event's rules. The server checks both again.
pub(super) fn check(view: &StaffView, call: &EventCall) -> Result<(), ActError> {
    let office = match call {
        EventCall::Act(act) => event_office(act),
        EventCall::Create { .. } | EventCall::SetRoster(_) | EventCall::Commit => Actor::Organiser,
    };
    let is_message = matches!(call, EventCall::Act(act) if act.is_message());
    if !(is_message && view.has_office(Actor::Referee)) {
        check_office(view, office)?;
    }
    let standing = view.mirror.named_standing().ok_or(ActError::Outdated)?;
    match standing.rejection_of(call) {
        Some(rejection) => Err(rejection.into()),
        None => Ok(()),
    }
}

//! Violations of records as texts; rejections by the rules use the same texts as rejected calls.

use std::error::Error;
use std::iter::successors;

use ishigaki_proto::fault::Fault;
use ishigaki_record::tournament::{EventViolation, EventViolationKind};
use ishigaki_record::verify::{TranscriptViolation, TranscriptViolationKind as Kind};
use ishigaki_rules::{Rejection, Setup};

use crate::{Value, Words};

impl Words {
    /// Returns an error with its sources.
    pub fn with_sources(&self, error: &(dyn Error + 'static)) -> String {
        self.catalogue().explain(successors(Some(error), |error| (**error).source()))
    }

    /// Returns the first violation in a game's record, with its line.
    pub fn record_violation(&self, violation: &TranscriptViolation) -> String {
        let TranscriptViolation { line, kind, setup } = violation;
        let why = |rejection| ("why", Value::from(self.rejected(rejection, setup.as_deref())));
        let of_team = |key, team: &String, rejection| self.say(key, &[("team", team.into()), why(rejection)]);
        let what = match kind {
            Kind::Refused { rejection } => self.say("violation-refused", &[why(rejection)]),
            Kind::InvalidList { team, faults } => {
                of_team("violation-invalid-list", team, &Rejection::InvalidList { faults: faults.clone() })
            }
            Kind::InvalidRebid { team, faults } => {
                of_team("violation-invalid-rebid", team, &Rejection::InvalidRebid { faults: faults.clone() })
            }
            _ => return self.with_sources(violation),
        };
        self.on_line(*line, what)
    }

    /// Returns the first violation in an event's record, with its line.
    pub fn event_record_violation(&self, violation: &EventViolation) -> String {
        let EventViolationKind::Refused { rejection } = &violation.kind else {
            return self.with_sources(violation);
        };
        let why = self.fault(&Fault::of_competition(rejection));
        self.on_line(violation.line, self.say("violation-refused", &[("why", why.into())]))
    }

    fn on_line(&self, line: usize, what: String) -> String {
        [self.say("violation-line", &[("line", line.to_string().into())]), what]
            .join(&self.label("fail-because"))
    }

    fn rejected(&self, rejection: &Rejection, setup: Option<&Setup>) -> String {
        let Some(setup) = setup else { return rejection.rule().to_owned() };
        let fault = Fault::of_rejection(rejection, setup);
        if fault.violations.len() > 1 {
            return self.list(fault.violations.iter().map(|violation| self.violation(violation)));
        }
        self.fault(&fault)
    }
}

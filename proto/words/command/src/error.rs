//! Errors of commands and their JSON objects.

use std::collections::BTreeMap;

use ishigaki_proto::fault::{Fault, Violation, reason_name};
use serde::Serialize;

use crate::Exit;

/// An error that ends a command.
pub trait CommandError {
    fn end(&self) -> (Exit, &'static str);

    /// The server's rejection, if the error is one.
    fn fault(&self) -> Option<&Fault> {
        None
    }

    /// The figures of the error's sentence by name; by default those of the rejection.
    fn figures(&self) -> BTreeMap<&str, &str> {
        self.fault().map(|fault| figures(&fault.metadata)).unwrap_or_default()
    }
}

/// The JSON object of a failed command. Keys are added, never renamed or removed.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorObject<'a> {
    ok: bool,
    exit_code: u8,
    reason: &'static str,
    message: &'a str,
    rule: Option<&'a str>,
    figures: BTreeMap<&'a str, &'a str>,
    violations: Vec<ViolationObject<'a>>,
}

/// The JSON object of one field named by a rejection.
#[derive(Debug, Serialize)]
pub struct ViolationObject<'a> {
    field: &'a str,
    reason: &'static str,
    rule: Option<&'a str>,
    figures: BTreeMap<&'a str, &'a str>,
}

impl<'a> ErrorObject<'a> {
    pub(crate) fn new(error: &'a impl CommandError, message: &'a str) -> Self {
        let fault = error.fault();
        let (exit, reason) = error.end();
        Self {
            ok: false,
            exit_code: exit.code(),
            reason,
            message,
            rule: fault.and_then(|fault| fault.rule.as_deref()),
            figures: error.figures(),
            violations: fault.map(violations).unwrap_or_default(),
        }
    }
}

/// Returns the JSON objects of all fields named by a rejection.
pub fn violations(fault: &Fault) -> Vec<ViolationObject<'_>> {
    fault.violations.iter().map(violation).collect()
}

fn violation(violation: &Violation) -> ViolationObject<'_> {
    ViolationObject {
        field: &violation.field,
        reason: reason_name(violation.reason),
        rule: violation.rule.as_deref(),
        figures: figures(&violation.metadata),
    }
}

fn figures(metadata: &BTreeMap<String, String>) -> BTreeMap<&str, &str> {
    metadata.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::fault::ErrorReason;
    use serde_json::{json, to_value};

    use super::*;

    struct Refused(Fault);

    impl CommandError for Refused {
        fn end(&self) -> (Exit, &'static str) {
            Exit::of_refusal(&self.0)
        }

        fn fault(&self) -> Option<&Fault> {
            Some(&self.0)
        }
    }

    #[test]
    fn rejection_object_has_reason_rule_and_figures() {
        let violation = Violation {
            field: "teams".into(),
            reason: ErrorReason::UnknownTeam,
            rule: None,
            metadata: [("team".into(), "zz".into())].into(),
        };
        let error = Refused(Fault {
            reason: ErrorReason::BadField,
            rule: Some("G2".into()),
            metadata: [("field".into(), "teams".into())].into(),
            violations: vec![violation],
        });
        let violated = json!({
            "field": "teams", "reason": "UNKNOWN_TEAM", "rule": null, "figures": { "team": "zz" },
        });
        let expected = json!({
            "ok": false, "exit_code": 1, "reason": "BAD_FIELD", "message": "no", "rule": "G2",
            "figures": { "field": "teams" }, "violations": [violated],
        });
        assert_eq!(to_value(ErrorObject::new(&error, "no")).unwrap(), expected);
    }
}

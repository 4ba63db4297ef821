//! A roster from a file that was chosen on the page.

use ishigaki_board::NamedStanding;
use ishigaki_event::{EventCall, subject};
use ishigaki_roster::{IdRule, RosterDraft, RosterMember, RosterRules, read_roster};
use ishigaki_words::Words;
use serde::Deserialize;

use super::act::{Answer, check};
use super::device::StaffDevice;
use crate::act_error::ActError;

/// Query of an upload.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RosterQuery {
    event: String,
    /// Name of the file, for its faults.
    file: String,
    /// True to set the roster; false to check it.
    set: bool,
}

impl StaffDevice {
    /// Checks a roster, and sets it if asked. A file with faults changes nothing.
    pub(crate) async fn roster(
        &self,
        query: RosterQuery,
        bytes: &[u8],
        words: Words,
    ) -> Result<Answer, ActError> {
        let classes = self.on_event(&query.event, |view| {
            // Files of others aren't even read.
            check(view, &EventCall::SetRoster(RosterDraft::default()))?;
            let standing = view.mirror.named_standing().ok_or(ActError::Outdated)?;
            Ok(NamedStanding::seed_classes(standing))
        })?;
        let rules = RosterRules { seed_classes: Some(&classes), ids: IdRule::Any };
        let draft = match read_roster(bytes, rules) {
            Ok(draft) => draft,
            Err(errors) => {
                let fault =
                    |error: &ishigaki_roster::RosterFileError| words.message(&error.in_file(&query.file));
                return Ok(Answer { faults: errors.iter().map(fault).collect(), ..Answer::default() });
            }
        };
        let lines = draft.remarks.iter().map(|remark| words.message(remark)).collect();
        let players = draft.members.iter().map(line_of).collect();
        let call = EventCall::SetRoster(draft);
        let question = self.on_event(&query.event, |view| {
            let standing = view.mirror.named_standing().ok_or(ActError::Outdated)?;
            Ok(subject(&call, standing, words).unwrap_or_default())
        })?;
        if query.set {
            call.send(&self.link, query.event).await?;
        }
        Ok(Answer { question, lines, players, ..Answer::default() })
    }
}

/// Returns what the organiser compares with the file.
fn line_of(member: &RosterMember) -> String {
    let texts = ["id", "name", "kana", "rank", "affiliation", "seed"].map(|name| member.text(name));
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("  ")
}

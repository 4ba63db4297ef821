//! Notice about the last key, and connection problems.

use ishigaki_client::FeedError;
use ishigaki_proto::fault::Fault;
use ishigaki_screen::{Contact, wrap_within};
use ishigaki_tournament::Actor;
use ratatui::text::Line;

use super::Painter;
use crate::event::form::{FieldName, MissingInput};
use crate::event::state::Notice;

const LINES: usize = 4;

impl Painter<'_> {
    /// One empty line without a notice, so that the screen doesn't jump.
    pub(super) fn notice_lines(&self, columns: u16) -> Vec<Line<'static>> {
        let (text, bad) = match (self.state.checkup.trouble(), &self.state.notice, self.state.contact()) {
            (Some(trouble), ..) => (self.words.message(&trouble), true),
            (None, Some(notice), _) if notice.is_bad() => (self.notice(notice), true),
            (None, _, Contact::Closed(FeedError::Refused(fault))) => (self.words.fault(&fault), true),
            (None, _, Contact::Stopped { reason }) => (self.words.fault(&Fault::new(reason)), true),
            (None, Some(notice), _) => (self.notice(notice), false),
            (None, None, _) => (String::new(), false),
        };
        let style = if bad { self.palette.alarm() } else { self.palette.good() };
        let lines = wrap_within(&text, usize::from(columns), LINES).into_iter();
        lines.map(|line| Line::styled(line, style)).collect()
    }

    fn notice(&self, notice: &Notice) -> String {
        let words = self.words;
        match notice {
            Notice::Done(key) => words.say("tournament-done", &[("what", words.label(key).into())]),
            Notice::Sent => words.label("tournament-sent"),
            Notice::Refused(fault) => {
                let why = match self.state.standing() {
                    Some(event) => event.refusal(fault, words),
                    None => words.fault(fault),
                };
                words.say("console-notice-refused", &[("why", why.into())])
            }
            Notice::NotYet(fault) => {
                let why = match self.state.standing() {
                    Some(event) => event.refusal(fault, words),
                    None => words.fault(fault),
                };
                words.say("tournament-not-yet", &[("why", why.into())])
            }
            Notice::Deliberate => words.label("tournament-deliberate"),
            Notice::Silent { code } => words.say("tournament-silent", &[("code", code.as_str().into())]),
            Notice::Lacks(MissingInput::Empty(name)) => {
                words.say("tournament-lacks", &[("field", self.name(*name).into())])
            }
            Notice::Lacks(MissingInput::Unreadable(name @ FieldName::Counts(_))) => {
                words.say("tournament-counts-unreadable", &[("field", self.name(*name).into())])
            }
            Notice::Lacks(MissingInput::Unreadable(name)) => {
                words.say("tournament-unreadable", &[("field", self.name(*name).into())])
            }
            Notice::Lacks(MissingInput::DrawWin) => words.label("tournament-lacks-draw-win"),
            Notice::Lacks(MissingInput::Signatures) => words.label("tournament-lacks-signatures"),
            Notice::NotNamed { named, players } if players.is_empty() => {
                words.say("cli-event-no-player", &[("named", named.as_str().into())])
            }
            Notice::NotNamed { named, players } => {
                let players = words.list(players.iter().cloned());
                let gaps = [("named", named.as_str().into()), ("players", players.into())];
                words.say("cli-event-several-players", &gaps)
            }
            Notice::Roster { file, trouble } => trouble.sentence(file, words),
            Notice::Remarked(remarks) => {
                let first = remarks.first().map(|remark| words.message(remark)).unwrap_or_default();
                let more = remarks.len().saturating_sub(1);
                words.say("tournament-roster-remarks", &[("first", first.into()), ("more", more.into())])
            }
            Notice::File { file, what } => {
                words.say("cli-file", &[("file", file.as_str().into()), ("what", what.clone())])
            }
            Notice::Printed { file, command } => {
                let gaps = [("file", file.as_str().into()), ("command", command.as_str().into())];
                words.say("tournament-printed", &gaps)
            }
            Notice::NotYours(office) => words.label(match office {
                Actor::Organiser | Actor::Server => "tournament-needs-organiser",
                Actor::Desk => "tournament-needs-desk",
                Actor::Referee => "tournament-needs-referee",
            }),
            Notice::Nothing(key) => words.label(key),
        }
    }
}

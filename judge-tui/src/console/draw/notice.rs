//! The notice about the last key, and the names of acts.

use ishigaki_client::CallError;
use ishigaki_client::judging::JudgeAct;
use ishigaki_client::listing::Listed;
use ishigaki_client::{FeedError, MirrorError};
use ishigaki_proto::fault::Fault;
use ishigaki_screen::wrap_within;
use ratatui::text::Line;

use super::{Painter, fault_text};
use crate::console::keymap::Context;
use crate::console::notice::Notice;
use crate::sentences;
use ishigaki_screen::Contact;

const LINES: usize = 4;

impl Painter<'_> {
    /// One empty line without a notice, so that the screen doesn't jump.
    pub(super) fn notice_lines(&self, columns: u16) -> Vec<Line<'static>> {
        // A proxy that answers for the server matters more than the last key.
        let (text, bad) =
            match (self.state.checkup.trouble(), &self.state.notice, self.state.watched.contact()) {
                (Some(trouble), ..) => (self.words.message(&trouble), true),
                // The question itself shows it.
                (None, Some(Notice::AnsweredBy(_)), _) => (String::new(), true),
                (None, Some(notice), _) if notice.is_bad() => (self.notice(notice), true),
                // Old good news must not hide the cause of the outage.
                (None, _, Contact::Closed(error)) => (self.closed(error), true),
                (None, _, &Contact::Stopped { reason }) => (self.words.fault(&Fault::new(reason)), true),
                (None, Some(notice), _) => (self.notice(notice), false),
                (None, None, _) => (String::new(), true),
            };
        let style = if bad { self.palette.alarm() } else { self.palette.good() };
        let lines = wrap_within(&text, usize::from(columns), LINES).into_iter();
        lines.map(|line| Line::styled(line, style)).collect()
    }

    pub(super) fn notice(&self, notice: &Notice) -> String {
        let words = self.words;
        let about = |key: &str, act: &JudgeAct| words.say(key, &[("act", self.state.name_of(act).into())]);
        match notice {
            Notice::Sent(act) => about("console-notice-sent", act),
            Notice::Done(act) => about("console-notice-done", act),
            Notice::OnItsWay(act) => about("console-notice-on-its-way", act),
            Notice::Refused(fault) => self.refused(fault),
            Notice::Silent { act, code } => {
                let gaps = [("act", self.state.name_of(act).into()), ("code", format!("{code:?}").into())];
                words.say("console-notice-silent", &gaps)
            }
            Notice::NoReason => words.label("console-notice-no-reason"),
            Notice::Elsewhere { game, notice } => self.elsewhere(game, notice),
            Notice::NoText => words.label("console-notice-no-text"),
            Notice::NewBroadcast(event) => self.broadcast(event),
            Notice::MovedOn => words.label("console-notice-moved-on"),
            Notice::Offline => words.label("console-notice-offline"),
            Notice::Starting { game } => {
                words.say("console-notice-starting", &[("game", game.as_str().into())])
            }
            Notice::Started(game) => sentences::started(&self.with_names(game), &words),
            Notice::Replaced { game, spare } => sentences::replaced(game, &self.with_names(spare), &words),
            Notice::NotStarted { game, trouble } => self.not_started(game, trouble),
            Notice::NoTeams { seats } => words.say("console-notice-no-teams", &[("seats", (*seats).into())]),
            Notice::NotStartedYet { game } => {
                words.say("console-notice-not-started-yet", &[("game", game.as_str().into())])
            }
            Notice::NothingWanted => words.label("console-notice-nothing-wanted"),
            Notice::NothingToPause => words.label("console-notice-nothing-to-pause"),
            Notice::NothingToResume => words.label("console-notice-nothing-to-resume"),
            Notice::AnsweredBy(Context::GraveAsk) => words.label("console-notice-answered-gravely"),
            Notice::AnsweredBy(_) => words.label("console-notice-answered"),
            Notice::NoList(trouble) => {
                words.say("console-notice-no-list", &[("why", self.trouble(trouble).into())])
            }
            Notice::NotFollowed(trouble) => {
                words.say("console-notice-not-followed", &[("why", self.trouble(trouble).into())])
            }
            Notice::NoTeam => words.label("console-notice-no-team"),
            Notice::Entered { team, kind } => {
                words.say("console-byhand-done", &[("what", self.entered(*team, *kind).into())])
            }
            Notice::EntryRefused { team, kind } => {
                words.say("console-byhand-refused", &[("what", self.entered(*team, *kind).into())])
            }
            Notice::EntrySilent { team, kind, code } => {
                let what = self.entered(*team, *kind);
                let gaps = [("what", what.into()), ("code", format!("{code:?}").into())];
                words.say("console-byhand-silent", &gaps)
            }
            Notice::AllCarried(team) => {
                let team = self.state.game().map(|game| words.team(game.setup(), *team));
                words.say("console-notice-all-carried", &[("team", team.unwrap_or_default().into())])
            }
            Notice::NoOpening => words.label("console-notice-no-opening"),
            Notice::NoReveal => words.label("console-notice-no-reveal"),
            Notice::Copied => words.label("console-notice-copied"),
            Notice::Inconsistent(error) => self.inconsistent(error),
        }
    }

    fn broadcast(&self, event: &ishigaki_rules::Event) -> String {
        self.state.game().map(|game| self.words.event(game, event)).unwrap_or_default()
    }

    fn elsewhere(&self, game: &str, notice: &Notice) -> String {
        let gaps = [("game", game.into()), ("notice", self.notice(notice).into())];
        self.words.say("console-notice-elsewhere", &gaps)
    }

    fn with_names(&self, game: &Listed) -> Listed {
        Listed { teams: self.names_of(&game.teams), ..game.clone() }
    }

    fn refused(&self, fault: &Fault) -> String {
        let why = self.fault(fault);
        let (first, rest) = why.split_once('\n').unwrap_or((&why, ""));
        let text = self.words.say("console-notice-refused", &[("why", first.into())]);
        if rest.is_empty() { text } else { format!("{text}\n{rest}") }
    }

    fn not_started(&self, game: &str, trouble: &CallError) -> String {
        match trouble {
            CallError::Refused(fault) => self.refused(fault),
            CallError::Unanswered { .. } | CallError::Unknown { .. } => {
                let gaps = [("game", game.into()), ("code", self.trouble(trouble).into())];
                self.words.say("console-notice-not-started", &gaps)
            }
        }
    }

    fn trouble(&self, trouble: &CallError) -> String {
        match trouble {
            CallError::Refused(fault) => self.fault(fault),
            CallError::Unanswered { code } | CallError::Unknown { code } => format!("{code:?}"),
        }
    }

    pub(super) fn fault(&self, fault: &Fault) -> String {
        match self.state.game() {
            Some(game) => fault_text::fault(self.words, fault, game.setup()),
            None => self.words.fault(fault),
        }
    }

    fn closed(&self, error: &FeedError) -> String {
        let key = if self.state.is_lobby { "console-notice-no-list" } else { "console-notice-closed" };
        match error {
            FeedError::Refused(fault) => self.words.say(key, &[("why", self.fault(fault).into())]),
            FeedError::Unknown { code } => self.words.say(key, &[("why", format!("{code:?}").into())]),
        }
    }

    fn inconsistent(&self, error: &MirrorError) -> String {
        if let MirrorError::Unproved { sequence, fault } = error {
            let what = self.words.message(fault);
            let gaps = [("item", sequence.to_string().into()), ("what", what.into())];
            return self.words.say("console-notice-unproved", &gaps);
        }
        let (MirrorError::OutOfPlace { sequence }
        | MirrorError::UnknownKind { sequence }
        | MirrorError::Unreadable { sequence, .. }
        | MirrorError::Disagreement { sequence }
        | MirrorError::Unproved { sequence, .. }
        | MirrorError::Gap { found: sequence, .. }) = error;
        self.words.say("console-notice-astray", &[("item", sequence.to_string().into())])
    }
}

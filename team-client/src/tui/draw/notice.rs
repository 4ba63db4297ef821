//! The notice about the last key as text.

use ishigaki_client::{FeedError, MirrorError, WriteError};
use ishigaki_client_command::mirror_error;
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_rules::TextError;
use ishigaki_screen::wrap;
use ratatui::style::Style;
use ratatui::text::Line;

use super::Painter;
use super::head::Urgency;
use crate::path::say_path;
use crate::tui::keymap::Intent;
use crate::tui::notice::Notice;
use ishigaki_screen::Contact;
use ishigaki_strategy::bot::View;

const LINES: usize = 3;

impl Painter<'_> {
    pub(super) fn notice_lines(&self, columns: u16) -> Vec<Line<'static>> {
        let (text, mark) = self.last_notice();
        let style = match mark {
            Urgency::Good => self.palette.good(),
            Urgency::Calm => Style::new(),
            Urgency::Soon | Urgency::Loud => self.palette.alarm(),
        };
        if text.is_empty() {
            return Vec::new();
        }
        let lines = wrap(&text, usize::from(columns)).into_iter().take(LINES);
        lines.map(|line| Line::styled(line, style)).collect()
    }

    pub(crate) fn last_notice(&self) -> (String, Urgency) {
        // A proxy that answers for the server matters more than the last key.
        match (self.state.checkup.trouble(), &self.state.notice, self.state.watched.contact()) {
            (Some(trouble), ..) => (self.words.message(&trouble), Urgency::Loud),
            (None, Some(notice), _) if notice.is_bad() => (self.notice(notice), Urgency::Loud),
            // Old good news must not hide the cause of the outage.
            (None, _, Contact::Closed(error)) => (self.closed(error), Urgency::Loud),
            (None, _, &Contact::Stopped { reason }) => (self.words.fault(&Fault::new(reason)), Urgency::Loud),
            // The server has lost what it confirmed.
            (None, Some(Notice::Sealed { .. } | Notice::SealedUnanswered { .. }), _)
                if self.state.must_seal_again() =>
            {
                (String::new(), Urgency::Calm)
            }
            (None, Some(notice), _) if self.state.has_lost() => (self.notice(notice), Urgency::Calm),
            (None, Some(notice), _) => (self.notice(notice), Urgency::Good),
            (None, None, _) => (String::new(), Urgency::Calm),
        }
    }

    fn notice(&self, notice: &Notice) -> String {
        let words = self.words;
        match notice {
            Notice::Sent => words.label("team-mark-sending"),
            Notice::OnItsWay => words.label("team-notice-on-its-way"),
            Notice::Sealed { revision, lines } => words
                .say("team-notice-sealed", &[("revision", revision.0.into()), ("lines", (*lines).into())]),
            Notice::Faulty => words.label("team-notice-faulty"),
            Notice::Same => words.label("team-notice-same"),
            Notice::NothingOffered => self.hinted("team-notice-nothing-offered", "pass", Intent::Decline),
            Notice::NotNow => self.not_now(),
            Notice::NothingSealed => words.label("team-notice-nothing-sealed"),
            Notice::NoOtherGame => words.label("team-notice-no-other-game"),
            Notice::Again => words.label("team-notice-again"),
            Notice::NoSuchLot => words.label("team-notice-no-such-lot"),
            Notice::NoPrice => words.label("team-notice-no-price"),
            Notice::NothingToTry => words.label("team-notice-nothing-to-try"),
            Notice::NoAdvice => words.label("team-notice-no-advice"),
            Notice::AdviserOff => words.label("team-adviser-off"),
            Notice::AdviceStale => self.hinted("team-notice-advice-stale", "ask", Intent::AskAdvice),
            Notice::AdviceSame => words.label("team-notice-advice-same"),
            Notice::AdviceTaken => words.label("team-notice-advice-taken"),
            Notice::Refused(fault) if fault.reason == ErrorReason::TokenRevoked => self.revoked(),
            Notice::Refused(fault) => words.say("team-notice-refused", &[("why", words.fault(fault).into())]),
            Notice::ListRefused(reason) => {
                words.say("team-notice-list-refused", &[("reason", reason_name(*reason).into())])
            }
            Notice::SealedUnanswered { revision } => {
                words.say("team-notice-sealed-unanswered", &[("revision", revision.0.into())])
            }
            Notice::NotSealed if self.state.can_seal() => {
                self.hinted("team-notice-not-sealed", "seal", Intent::Seal)
            }
            Notice::NotSealed => words.label("team-notice-not-arrived"),
            Notice::DraftBack => words.label("team-notice-draft-back"),
            Notice::DraftNotKept(trouble) => self.not_kept("team-notice-draft-not-kept", trouble),
            Notice::Asked { question } => words.say("team-notice-asked", &[("question", question.0.into())]),
            Notice::AskedUnanswered => words.label("team-notice-asked-unanswered"),
            Notice::NoQuestion(error) => self.no_question(*error),
            Notice::NothingUnread => words.label("team-notice-nothing-unread"),
            Notice::Unseen { count } => {
                let (up, down) = (self.hint_gap("up", Intent::Up), self.hint_gap("down", Intent::Down));
                words.say("team-notice-unseen", &[("count", (*count).into()), up, down])
            }
            Notice::NotMarked => words.label("team-notice-not-marked"),
            Notice::Offline => words.label("team-notice-offline"),
            Notice::Elsewhere { revision } => {
                words.say("team-notice-elsewhere", &[("revision", revision.0.into())])
            }
            Notice::Missed { round } => words.say("team-notice-missed", &[("round", (*round).into())]),
            Notice::NotKept(trouble) => self.not_kept("cli-receipt-not-kept", trouble),
            Notice::WrongReceipt(fault) => {
                words.say("cli-receipt-wrong", &[("what", words.message(fault).into())])
            }
            Notice::WentOn { game } => self.of_game("team-notice-went-on", game),
            Notice::Path(path) => say_path(path, &words),
            Notice::NextWaits { game } => self.of_game("team-notice-next-waits", game),
            Notice::Wall(notice) => self.wall_notice(notice),
            Notice::Astray(error) => self.inconsistent_feed(error),
        }
    }

    fn of_game(&self, key: &str, game: &str) -> String {
        self.words.say(key, &[("game", game.into())])
    }

    fn not_kept(&self, key: &str, trouble: &WriteError) -> String {
        let file = trouble.file.display().to_string();
        self.words.say(key, &[("file", file.into()), ("what", trouble.what.clone())])
    }

    fn not_now(&self) -> String {
        let is_out = |view: &View<'_>| view.team().is_some_and(|team| team.disqualified.is_some());
        match self.state.view().filter(|view| !is_out(view)) {
            Some(view) => {
                let gaps = [("phase", self.words.phase(view.game.phase()).into())];
                self.words.say("team-notice-not-now-in", &gaps)
            }
            None => self.words.label("team-notice-not-now"),
        }
    }

    fn no_question(&self, error: TextError) -> String {
        match error {
            TextError::Empty => self.words.label("team-notice-question-empty"),
            TextError::TooLong { characters, most } => {
                let gaps = [("count", characters.into()), ("most", most.into())];
                self.words.say("team-notice-question-long", &gaps)
            }
            TextError::Sign { sign, place } => {
                let sign = format!("U+{:04X}", u32::from(sign));
                let gaps = [("sign", sign.into()), ("place", place.into())];
                self.words.say("team-notice-question-not-a-text", &gaps)
            }
            TextError::Invisible { characters } => {
                self.words.say("team-notice-question-invisible", &[("count", characters.into())])
            }
        }
    }

    fn revoked(&self) -> String {
        let server = ("server", self.state.server.as_str().into());
        self.words.say("team-notice-revoked", &[server, self.hint_gap("leave", Intent::Quit)])
    }

    fn closed(&self, error: &FeedError) -> String {
        if self.state.is_revoked() {
            return self.revoked();
        }
        let why = match error {
            FeedError::Refused(fault) => self.words.fault(fault),
            FeedError::Unknown { code } => format!("{code:?}"),
        };
        self.words.say("team-notice-closed", &[("why", why.into())])
    }

    fn inconsistent_feed(&self, error: &MirrorError) -> String {
        if let MirrorError::Unproved { sequence, fault } = error {
            let what = self.words.message(fault);
            let gaps = [("item", sequence.to_string().into()), ("what", what.into())];
            return self.words.say("team-notice-unproved", &gaps);
        }
        self.words.say("team-notice-astray", &[("what", mirror_error(error, &self.words).into())])
    }
}

//! The messages' panel: the question that is being written, what the judge told, the newest first, and what the team has asked.

use ishigaki_rules::{Game, Message, Question};
use ishigaki_screen::{hanging, wrapped};
use ishigaki_words::game_clock;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use crate::tui::keymap::Intent;
use crate::tui::panel::Panel;

/// The most lines of the question that is being written.
const TYPED: usize = 3;

impl Painter<'_> {
    pub(super) fn messages(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let form = self.question_form(area.width);
        let used = u16::try_from(form.len()).unwrap_or(area.height).min(area.height);
        ishigaki_screen::lines(form, Rect { height: used, ..area }, buffer);
        let rest = Rect { y: area.y + used, height: area.height - used, ..area };
        let columns = usize::from(area.width);
        let mut lines = Vec::new();
        let told = self.told(game);
        if told.is_empty() {
            lines.extend(wrapped(&self.words.label("cli-messages-none"), self.palette.faint(), area.width));
        }
        for message in told.iter().rev() {
            let (sign, style) = if message.is_read {
                (" ", Style::new())
            } else {
                ("●", self.palette.warning().add_modifier(Modifier::BOLD))
            };
            let lead = vec![
                Span::styled(format!("{sign} "), style),
                Span::styled(format!("{:>6} ", game_clock(message.at)), self.palette.faint()),
            ];
            lines.extend(hanging(lead, &self.message(message), columns));
        }
        let questions = self.state.own_questions();
        if !questions.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(self.words.label("cli-questions"), self.palette.heading()));
        }
        for asked in questions {
            let time = Span::styled(format!("  {:>6} ", game_clock(asked.at)), self.palette.faint());
            lines.extend(hanging(vec![time], &self.words.own_question(asked), columns));
        }
        self.scrolled(lines, self.state.place(Panel::Messages), rest, buffer);
    }

    /// What is typed with its count, or how to begin.
    fn question_form(&self, columns: u16) -> Vec<Line<'static>> {
        let writing = &self.state.writing;
        if !writing.is_typing && writing.field.is_blank() {
            return Vec::new();
        }
        let mut lines = writing.field.lines(self.palette, usize::from(columns), TYPED);
        let is_too_long = writing.field.chars().len() > Question::LONGEST;
        let style = if is_too_long { self.palette.alarm() } else { self.palette.faint() };
        lines.push(Line::styled(self.counted_question(), style));
        lines.push(Line::default());
        lines
    }

    /// How many characters the question has, of how many.
    pub(crate) fn counted_question(&self) -> String {
        let count = self.state.writing.field.text().trim().chars().count();
        self.words.say("team-question-count", &[("count", count.into()), ("most", Question::LONGEST.into())])
    }

    /// What the team was told, oldest first.
    pub(crate) fn told<'a>(&self, game: &'a Game) -> Vec<Message<'a>> {
        self.state.me().map(|me| game.messages(me).collect()).unwrap_or_default()
    }

    /// A message in one sentence, with the question that it answers.
    pub(crate) fn message(&self, message: &Message<'_>) -> String {
        let (words, text) = (self.words, self.words.announcement(message.text));
        let setup = self.state.watched.session.setup();
        let key = match (message.answers, message.asked) {
            (Some(_), _) => "team-message-answer",
            (None, Some(_)) if message.teams.is_empty() => "event-announced-answer",
            (None, Some(_)) => "event-announced-answer-to",
            (None, None) => match message.teams {
                [] => "event-announced",
                [_] => "team-message-alone",
                _ => "event-announced-to",
            },
        };
        let teams = setup.map(|setup| words.teams(setup, message.teams.iter().copied()));
        let gaps = [
            ("text", text.into()),
            ("asked", message.asked.map_or("", |asked| asked.text()).into()),
            ("teams", teams.unwrap_or_default().into()),
        ];
        let told = words.say(key, &gaps);
        if message.is_correction { words.correction(&told) } else { told }
    }

    /// That there is something new, and how to read it; nothing, if there is not.
    pub(crate) fn unread_badge(&self) -> Option<String> {
        let unread = self.state.unread();
        (unread > 0).then(|| {
            let show = self.hint_gap("show", Intent::Show(Panel::Messages));
            self.words.say("team-unread", &[("count", unread.into()), show])
        })
    }
}

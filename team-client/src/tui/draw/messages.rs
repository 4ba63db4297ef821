//! The messages' panel: the question that is being written, what the judge told, the newest first, and what the team has asked.

use std::ops::Range;

use ishigaki_rules::{Game, Message, MessageNo, Question};
use ishigaki_screen::{hanging, wrapped};
use ishigaki_words::game_clock;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::{Painter, VisibleLines, arrange, frame, has_room};
use crate::tui::keymap::Intent;
use crate::tui::panel::Panel;

/// The most lines of the question that is being written.
const TYPED: usize = 3;

impl Painter<'_> {
    pub(super) fn messages(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let (form, [above, below]) = self.form(area);
        ishigaki_screen::lines(form, above, buffer);
        let (lines, _) = self.message_lines(game, below.width);
        self.scrolled(lines, self.state.place(Panel::Messages), below, buffer);
    }

    /// The messages that are on a screen of this size, each as a whole.
    pub(super) fn seen_messages(&self, screen: Rect) -> Vec<MessageNo> {
        let is_shown = self.state.panel == Panel::Messages && has_room(screen);
        let Some(game) = self.state.game().filter(|_| is_shown) else {
            return Vec::new();
        };
        let [_, body, ..] = self.divide(screen, self.news(screen).len());
        let places = arrange(Panel::Messages, self.wanted(screen), body, screen);
        let Some((_, area)) = places.into_iter().find(|(panel, _)| *panel == Panel::Messages) else {
            return Vec::new();
        };
        let (_, [_, area]) = self.form(frame(area, screen).1);
        let (lines, messages) = self.message_lines(game, area.width);
        let window = VisibleLines::new(lines.len(), self.state.place(Panel::Messages), area);
        messages.into_iter().filter(|(_, lines)| window.shows(lines)).map(|(message, _)| message).collect()
    }

    /// The question that is being written, the room for it, and the room below it.
    fn form(&self, area: Rect) -> (Vec<Line<'static>>, [Rect; 2]) {
        let form = self.question_form(area.width);
        let used = u16::try_from(form.len()).unwrap_or(area.height).min(area.height);
        let below = Rect { y: area.y + used, height: area.height - used, ..area };
        (form, [Rect { height: used, ..area }, below])
    }

    /// Returns what was told and asked, in lines of so many columns, and which of them are a message's.
    fn message_lines(&self, game: &Game, width: u16) -> (Vec<Line<'static>>, Vec<(MessageNo, Range<usize>)>) {
        let columns = usize::from(width);
        let (mut lines, mut messages) = (Vec::new(), Vec::new());
        let told = self.told(game);
        if told.is_empty() {
            lines.extend(wrapped(&self.words.label("cli-messages-none"), self.palette.faint(), width));
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
            let first = lines.len();
            lines.extend(hanging(lead, &self.message(message), columns));
            messages.push((message.number, first..lines.len()));
        }
        let questions = self.state.own_questions();
        if !questions.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(self.words.label("cli-questions"), self.palette.heading()));
        }
        for asked in questions {
            let time = Span::styled(format!("  {:>6} ", game_clock(asked.at)), self.palette.faint());
            lines.extend(hanging(vec![time], &self.words.own_question(game, asked), columns));
        }
        (lines, messages)
    }

    /// Returns what is typed with its count, or how to begin.
    fn question_form(&self, columns: u16) -> Vec<Line<'static>> {
        let writing = &self.state.writing;
        if !writing.is_typing && writing.field.is_blank() {
            return Vec::new();
        }
        let mut lines = writing.field.lines(self.palette, usize::from(columns), TYPED);
        let is_too_long = writing.field.chars().len() > Question::LONGEST;
        let style = if is_too_long { self.palette.alarm() } else { self.palette.faint() };
        lines.extend(wrapped(&self.counted_question(), style, columns));
        lines.push(Line::default());
        lines
    }

    /// Returns the number of the question's characters, of how many, and who will read it.
    pub(crate) fn counted_question(&self) -> String {
        let count = self.state.writing.field.text().trim().chars().count();
        self.words.say("team-question-count", &[("count", count.into()), ("most", Question::LONGEST.into())])
    }

    /// Returns what the team was told, oldest first.
    pub(crate) fn told<'a>(&self, game: &'a Game) -> Vec<Message<'a>> {
        self.state.me().map(|me| game.messages(me).collect()).unwrap_or_default()
    }

    /// A message in one sentence, with the question that it answers.
    pub(crate) fn message(&self, message: &Message<'_>) -> String {
        let (words, text) = (self.words, self.words.announcement(message.text));
        let setup = self.state.watched.session.setup();
        let key = match (message.answers, message.asked) {
            (Some(_), _) => "team-message-answer",
            (None, Some(_)) if message.teams.is_empty() => "shared-announced-answer",
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

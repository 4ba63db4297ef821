//! Messages panel: question being written, messages newest first, and own questions.

use std::ops::Range;

use ishigaki_rules::{Game, Message, MessageNo, Question};
use ishigaki_screen::{hanging_indent, wrapped};
use ishigaki_words::game_clock;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::{Painter, VisibleLines, frame, has_room};
use crate::tui::keymap::Intent;
use crate::tui::panel::Panel;

const TYPED: usize = 3;

impl Painter<'_> {
    pub(super) fn messages(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let (form, [above, below]) = self.form(area);
        ishigaki_screen::lines(form, above, buffer);
        let (lines, _) = self.message_lines(game, below.width);
        self.scrolled(lines, self.state.place(Panel::Messages), below, buffer);
    }

    pub(super) fn seen_messages(&self, screen: Rect) -> Vec<MessageNo> {
        let is_shown = self.state.panel == Panel::Messages && has_room(screen);
        let Some(game) = self.state.game().filter(|_| is_shown) else {
            return Vec::new();
        };
        let [_, body, ..] = self.divide(screen, self.news(screen).len());
        let places = self.arrange(Panel::Messages, body, screen);
        let Some((_, area)) = places.into_iter().find(|(panel, _)| *panel == Panel::Messages) else {
            return Vec::new();
        };
        let (_, [_, area]) = self.form(frame(area, screen).1);
        let (lines, messages) = self.message_lines(game, area.width);
        let window = VisibleLines::new(lines.len(), self.state.place(Panel::Messages), area);
        messages.into_iter().filter(|(_, lines)| window.shows(lines)).map(|(message, _)| message).collect()
    }

    fn form(&self, area: Rect) -> (Vec<Line<'static>>, [Rect; 2]) {
        let form = self.question_form(area.width);
        let used = u16::try_from(form.len()).unwrap_or(area.height).min(area.height);
        let below = Rect { y: area.y + used, height: area.height - used, ..area };
        (form, [Rect { height: used, ..area }, below])
    }

    fn message_lines(&self, game: &Game, width: u16) -> (Vec<Line<'static>>, Vec<(MessageNo, Range<usize>)>) {
        let columns = usize::from(width);
        let (mut lines, mut messages) = (Vec::new(), Vec::new());
        let team_messages = self.team_messages(game);
        if team_messages.is_empty() {
            lines.extend(wrapped(&self.words.label("cli-messages-none"), self.palette.faint(), width));
        }
        for message in team_messages.iter().rev() {
            let (marker, style) = if message.is_read {
                (" ", Style::new())
            } else {
                ("●", self.palette.warning().add_modifier(Modifier::BOLD))
            };
            let lead = vec![
                Span::styled(format!("{marker} "), style),
                Span::styled(format!("{:>6} ", game_clock(message.at)), self.palette.faint()),
            ];
            let first = lines.len();
            lines.extend(hanging_indent(lead, &self.message(message), columns));
            messages.push((message.number, first..lines.len()));
        }
        let questions = self.state.own_questions();
        if !questions.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(self.words.label("cli-questions"), self.palette.heading()));
        }
        for asked in questions {
            let time = Span::styled(format!("  {:>6} ", game_clock(asked.at)), self.palette.faint());
            lines.extend(hanging_indent(vec![time], &self.words.own_question(game, asked), columns));
        }
        (lines, messages)
    }

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

    pub(crate) fn counted_question(&self) -> String {
        let count = self.state.writing.field.text().trim().chars().count();
        self.words.say("team-question-count", &[("count", count.into()), ("most", Question::LONGEST.into())])
    }

    pub(crate) fn team_messages<'a>(&self, game: &'a Game) -> Vec<Message<'a>> {
        self.state.me().map(|me| game.messages(me).collect()).unwrap_or_default()
    }

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
        let sentence = words.say(key, &gaps);
        if message.is_correction { words.correction(&sentence) } else { sentence }
    }

    pub(crate) fn unread_badge(&self) -> Option<String> {
        let unread = self.state.unread();
        (unread > 0).then(|| {
            let show = self.hint_gap("show", Intent::Show(Panel::Messages));
            self.words.say("team-unread", &[("count", unread.into()), show])
        })
    }
}

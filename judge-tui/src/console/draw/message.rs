//! A text from the judge to teams: to whom it is, and what it says in either language.

use ishigaki_screen::wrap;
use ishigaki_words::Lang;
use ishigaki_words::columns::pad_end;
use ratatui::style::Style;
use ratatui::text::Line;

use super::Painter;
use crate::console::act::LONGEST;
use crate::console::message::{Message, MessageStage};

/// The most lines of a text that is typed; those around the cursor.
const FIELD: usize = 6;

impl Painter<'_> {
    /// The open step of a message.
    pub(super) fn message(&self, message: &Message, columns: usize) -> Vec<Line<'static>> {
        match message.stage {
            MessageStage::Whom => self.message_whom(message, columns),
            MessageStage::Text(lang) => self.message_text(message, lang, columns),
        }
    }

    /// All teams, those that are ticked with a sign.
    fn message_whom(&self, message: &Message, columns: usize) -> Vec<Line<'static>> {
        let question = wrap(&self.words.label("console-message-whom"), columns);
        let mut lines: Vec<Line<'static>> = question.into_iter().map(Line::from).collect();
        let Some(game) = self.state.game() else { return lines };
        let names = self.words.short_names(game.setup(), columns.saturating_sub(4));
        for (place, &team) in message.teams().iter().enumerate() {
            let is_selected = place == message.at();
            let sign = if is_selected { '›' } else { ' ' };
            let tick = if message.is_ticked(team) { '✓' } else { ' ' };
            let style = match (is_selected, message.is_ticked(team)) {
                (true, _) => self.palette.selected(),
                (false, true) => self.palette.good(),
                (false, false) => Style::new(),
            };
            let line = format!("{sign} {tick} {}", names.of(team));
            lines.push(Line::styled(pad_end(&line, columns), style));
        }
        lines.extend(self.message_publicity(message, columns));
        lines
    }

    /// What it says in a language, with what it says in the other and how long it may be.
    fn message_text(&self, message: &Message, lang: Lang, columns: usize) -> Vec<Line<'static>> {
        let words = self.words;
        let plain = |text: &str| wrap(text, columns).into_iter().map(Line::from).collect::<Vec<_>>();
        let mut lines = self.message_publicity(message, columns);
        for other in Lang::ALL.into_iter().filter(|other| *other != lang) {
            let text = message.text(other).text();
            if !text.trim().is_empty() {
                lines.extend(plain(&words.say(written(other), &[("text", text.trim().into())])));
            }
        }
        lines.extend(plain(&words.label(question(lang))));
        lines.extend(message.text(lang).lines(self.palette, columns, FIELD));
        let length = message.length(lang);
        let gaps = [("length", length.into()), ("most", LONGEST.into())];
        let (key, style) = if length > LONGEST {
            ("console-message-too-long", self.palette.alarm())
        } else {
            ("console-message-length", self.palette.faint())
        };
        lines.extend(wrap(&words.say(key, &gaps), columns).into_iter().map(|line| Line::styled(line, style)));
        lines
    }

    /// To whom it is, and who can read it.
    fn message_publicity(&self, message: &Message, columns: usize) -> Vec<Line<'static>> {
        let teams = message.addressees();
        let told = match self.state.game().filter(|_| !teams.is_empty()) {
            Some(game) => {
                let teams = self.words.teams(game.setup(), teams);
                self.words.say("console-message-to-some", &[("teams", teams.into())])
            }
            None => self.words.label("console-message-to-all"),
        };
        let told = wrap(&told, columns).into_iter();
        told.map(|line| Line::styled(line, self.palette.heading())).collect()
    }
}

/// What is asked for in a language.
const fn question(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "console-message-english",
        Lang::Ja => "console-message-japanese",
    }
}

/// What has been written in a language.
const fn written(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "console-message-in-english",
        Lang::Ja => "console-message-in-japanese",
    }
}

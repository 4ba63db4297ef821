//! A text from the judge to teams: addressees, and text in either language.

use ishigaki_screen::{wrap, wrap_within};
use ishigaki_words::Lang;
use ishigaki_words::columns::{clean, pad_end, truncate};
use ratatui::style::Style;
use ratatui::text::Line;

use super::Painter;
use crate::console::act::MAX_ANNOUNCEMENT_LENGTH;
use crate::console::message::{Addressee, AnsweredQuestion, MessageStage, MessageText};

const MAX_FIELD_LINES: usize = 6;
const MAX_QUOTE_LINES: usize = 4;

impl Painter<'_> {
    pub(super) fn message(&self, message: &MessageText, columns: usize) -> Vec<Line<'static>> {
        let mut lines = self.message_asked(message, columns);
        lines.extend(match (message.stage, message.answering()) {
            (MessageStage::Whom, None) => self.message_whom(message, columns),
            (MessageStage::Whom, Some(answering)) => self.message_publicities(answering, columns),
            (MessageStage::Text(lang), _) => self.message_text(message, lang, columns),
        });
        lines
    }

    fn message_asked(&self, message: &MessageText, columns: usize) -> Vec<Line<'static>> {
        let answering = message.answering();
        let question = answering.zip(self.state.game()).and_then(|(answering, game)| {
            Some((answering, game, game.question(answering.team, answering.question)?))
        });
        let Some((answering, game, asked)) = question else { return Vec::new() };
        let most = if message.stage == MessageStage::Whom { usize::MAX } else { MAX_QUOTE_LINES };
        let gaps = [
            ("team", self.words.team(game.setup(), asked.team).into()),
            ("text", clean(asked.text.text()).into_owned().into()),
        ];
        let quote_lines = wrap_within(&self.words.say("console-message-asked", &gaps), columns, most);
        let mut lines: Vec<Line<'static>> = quote_lines.into_iter().map(Line::from).collect();
        if let Some(answer) = asked.answer() {
            let is_seen = answering.replaces == asked.answer_revision();
            let (key, style) = if is_seen {
                ("console-message-corrects", self.palette.heading())
            } else {
                ("console-message-meanwhile", self.palette.alarm())
            };
            let text = clean(self.words.announcement(&answer.text)).into_owned();
            let quote_lines =
                wrap_within(&self.words.say(key, &[("text", text.into())]), columns, MAX_QUOTE_LINES);
            lines.extend(quote_lines.into_iter().map(|line| Line::styled(line, style)));
        }
        lines
    }

    fn message_publicities(&self, answering: &AnsweredQuestion, columns: usize) -> Vec<Line<'static>> {
        let team = self.state.game().map(|game| self.words.team(game.setup(), answering.team));
        let team = [("team", team.unwrap_or_default().into())];
        let choices = [(false, "console-message-to-asker"), (true, "console-message-to-everybody")]
            .into_iter()
            .map(|(to_all, key)| {
                let is_selected = to_all == answering.to_all;
                let symbol = if is_selected { '›' } else { ' ' };
                let style = if is_selected { self.palette.selected() } else { Style::new() };
                Line::styled(pad_end(&format!("{symbol} {}", self.words.say(key, &team)), columns), style)
            });
        let note = wrap(&self.words.label("console-message-until-over"), columns).into_iter();
        choices.chain(note.map(|line| Line::styled(line, self.palette.faint()))).collect()
    }

    fn message_whom(&self, message: &MessageText, columns: usize) -> Vec<Line<'static>> {
        let question = wrap(&self.words.label("console-message-whom"), columns);
        let mut lines: Vec<Line<'static>> = question.into_iter().map(Line::from).collect();
        let Some(game) = self.state.game() else { return lines };
        let names = self.words.short_names(game.setup(), columns.saturating_sub(4));
        for (place, row) in message.rows().iter().enumerate() {
            let is_selected = place == message.at();
            let symbol = if is_selected { '›' } else { ' ' };
            let tick = if message.is_ticked(row) { '✓' } else { ' ' };
            let style = match (is_selected, message.is_ticked(row)) {
                (true, _) => self.palette.selected(),
                (false, true) => self.palette.good(),
                (false, false) => Style::new(),
            };
            let name = match row {
                Addressee::Team(team) => names.of(*team).to_owned(),
                Addressee::AllGames => self.words.label("console-message-all-games"),
                Addressee::Game(game) => {
                    self.words.say("console-message-game", &[("game", clean(game).into_owned().into())])
                }
            };
            let line = truncate(&format!("{symbol} {tick} {name}"), columns).into_owned();
            lines.push(Line::styled(pad_end(&line, columns), style));
        }
        lines.extend(self.message_publicity(message, columns));
        lines
    }

    fn message_text(&self, message: &MessageText, lang: Lang, columns: usize) -> Vec<Line<'static>> {
        let words = self.words;
        let plain = |text: &str| wrap(text, columns).into_iter().map(Line::from).collect::<Vec<_>>();
        let mut lines = self.message_publicity(message, columns);
        for other in Lang::ALL.into_iter().filter(|other| *other != lang) {
            let text = message.text(other).text();
            if !text.trim().is_empty() {
                let quote = words.say(written(other), &[("text", text.trim().into())]);
                lines.extend(wrap_within(&quote, columns, MAX_QUOTE_LINES).into_iter().map(Line::from));
            }
        }
        lines.extend(plain(&words.label(question(lang))));
        lines.extend(message.text(lang).lines(self.palette, columns, MAX_FIELD_LINES));
        let prepared = self.state.prepared_answers.len();
        if prepared > 0 && message.answering().is_some() {
            let hint = words.say("console-message-prepared", &[("count", prepared.into())]);
            lines.extend(
                wrap(&hint, columns).into_iter().map(|line| Line::styled(line, self.palette.faint())),
            );
        }
        let length = message.length(lang);
        let gaps = [("length", length.into()), ("most", MAX_ANNOUNCEMENT_LENGTH.into())];
        let (key, style) = if length > MAX_ANNOUNCEMENT_LENGTH {
            ("console-message-too-long", self.palette.alarm())
        } else {
            ("console-message-length", self.palette.faint())
        };
        lines.extend(wrap(&words.say(key, &gaps), columns).into_iter().map(|line| Line::styled(line, style)));
        lines
    }

    fn message_publicity(&self, message: &MessageText, columns: usize) -> Vec<Line<'static>> {
        if let Some(answering) = message.answering() {
            let key =
                if answering.to_all { "console-message-to-everybody" } else { "console-message-to-asker" };
            let team = self.state.game().map(|game| self.words.team(game.setup(), answering.team));
            let lines = wrap(&self.words.say(key, &[("team", team.unwrap_or_default().into())]), columns);
            return lines.into_iter().map(|line| Line::styled(line, self.palette.heading())).collect();
        }
        let teams = message.addressees();
        let addressees = match self.state.game().filter(|_| !teams.is_empty()) {
            Some(game) => {
                let teams = self.words.teams(game.setup(), teams);
                self.words.say("console-message-to-some", &[("teams", teams.into())])
            }
            None => self.words.label("console-message-to-all"),
        };
        let games = message.other_games().iter().map(|game| clean(game).into_owned()).collect::<Vec<_>>();
        let elsewhere = (!games.is_empty())
            .then(|| self.words.say("console-message-in-games", &[("games", self.words.list(games).into())]));
        let lines = std::iter::once(addressees).chain(elsewhere).flat_map(|text| wrap(&text, columns));
        lines.map(|line| Line::styled(line, self.palette.heading())).collect()
    }
}

const fn question(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "console-message-english",
        Lang::Ja => "console-message-japanese",
    }
}

const fn written(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "console-message-in-english",
        Lang::Ja => "console-message-in-japanese",
    }
}

//! Painting of the event: stage, number of results, and a sheet.

use ishigaki_client::EventStanding;
use ishigaki_screen::{Digits, lines, wrap};
use ishigaki_words::columns::clean;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::TournamentShow;
use crate::named_event;
use crate::sheets::{PrintoutScreen, Tone};

impl Painter<'_> {
    pub(super) fn event(&self, show: &TournamentShow, sheet: usize, area: Rect, buffer: &mut Buffer) {
        let [title, rest] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
        let Some(standing) = show.standing() else {
            self.title_row(Vec::new(), &format!(" {}", clean(show.id())), show.contact(), title, buffer);
            let text = wrap(&self.awaited_text(show.contact()), usize::from(rest.width));
            return lines(text.into_iter().map(Line::from), rest, buffer);
        };
        let name = format!(" {}", clean(named_event::title(standing, self.words)));
        self.title_row(Vec::new(), &name, show.contact(), title, buffer);
        let scale = self.state.event_scale();
        let messages = show.message_lines(self.state.surface.now(), self.words, rest.width);
        let height = u16::try_from(messages.len()).unwrap_or(u16::MAX).min(rest.height);
        let [told, rest] = Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(rest);
        lines(messages.into_iter().map(|line| Line::styled(line, self.palette.warning())), told, buffer);
        let [head, heading, body] = Layout::vertical([
            // Before there is anything to print, everything is in the head.
            Constraint::Length(if show.sheets().is_empty() { rest.height } else { show.head_lines(scale) }),
            Constraint::Length(1),
            Constraint::Min(0),
        ])
        .areas(rest);
        self.event_head(show, standing, scale, head, buffer);
        if let Some(sheet) = show.sheets().get(sheet) {
            self.sheet(sheet, heading, body, buffer);
        }
    }

    fn event_head(
        &self,
        show: &TournamentShow,
        standing: &EventStanding,
        scale: u16,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let results = show.results_in();
        let mut used = 0;
        if let Some((count, of)) = results {
            let text = format!("{count}/{of}");
            let digits = Digits { text: &text, scale, style: self.palette.heading() };
            let (columns, height) = digits.size();
            used = (columns + 2).min(area.width);
            let x = area.right().saturating_sub(columns).max(area.x);
            digits.render(Rect { x, width: columns, height, ..area }.intersection(area), buffer);
        }
        let room = Rect { width: area.width - used, ..area };
        lines(self.event_facts(show, standing, usize::from(room.width)), room, buffer);
    }

    fn event_facts(
        &self,
        show: &TournamentShow,
        standing: &EventStanding,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let stage = wrap(&show.stage(self.words), columns).into_iter();
        let mut text: Vec<Line<'static>> =
            stage.map(|line| Line::styled(line, self.palette.heading())).collect();
        let in_groups = standing.competition.groups().is_some();
        let results = show.results_in().map(|(count, of)| {
            let key = if in_groups { "board-event-group-results" } else { "board-event-results" };
            self.words.say(key, &[("count", count.into()), ("of", of.into())])
        });
        let competition = &standing.competition;
        let entrants = competition.entrants();
        // The sheets show both.
        let is_before = show.sheets().is_empty() && entrants > 0;
        let entrants = is_before.then(|| {
            let key = if in_groups { "board-event-teams" } else { "board-event-entrants" };
            self.words.say(key, &[("count", entrants.into())])
        });
        let commitment = competition
            .commitment()
            .filter(|_| is_before)
            .map(|hash| self.words.say("print-commitment", &[("hash", hex::encode(hash).into())]));
        let facts = results.into_iter().chain(entrants).chain(commitment);
        text.extend(facts.flat_map(|fact| wrap(&fact, columns)).map(Line::from));
        text.extend(self.next_part(columns));
        text
    }

    fn sheet(&self, sheet: &PrintoutScreen, heading: Rect, body: Rect, buffer: &mut Buffer) {
        Line::styled(sheet.heading.clone(), self.palette.heading()).render(heading, buffer);
        let (number, of) = sheet.number;
        if of > 1 {
            let mark = format!(" {number} / {of}");
            Line::styled(mark, self.palette.warning()).right_aligned().render(heading, buffer);
        }
        let line = |texts: &Vec<(String, Tone)>| {
            let spans = texts.iter().map(|(text, tone)| Span::styled(text.clone(), self.tone(*tone)));
            spans.collect::<Line<'static>>()
        };
        lines(sheet.lines.iter().map(line), body, buffer);
    }

    fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Heading => self.palette.heading(),
            Tone::Plain => Style::new(),
            Tone::Winner => self.palette.good().add_modifier(Modifier::BOLD),
            Tone::Faint => self.palette.faint(),
        }
    }
}

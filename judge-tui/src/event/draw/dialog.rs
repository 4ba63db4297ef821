//! The open question, form or text, over the screen.

use ishigaki_screen::{Excerpt, Popup, frame_keys, lines, wrap};
use ishigaki_words::columns::{clean, pad_end, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Painter;
use crate::event::form::{FieldChoice, FieldContent, FieldName, Form, FormField};
use crate::event::listed_stage;
use crate::event::state::Dialog;
use crate::event::update::text_window;

const MAX_FIELD_LINES: usize = 8;

impl Painter<'_> {
    pub(super) fn dialog(&self, screen: Rect, above: Rect, buffer: &mut Buffer) {
        let columns = text_window::columns(screen.width);
        match &self.state.dialog {
            None | Some(Dialog::Find) => {}
            Some(Dialog::Help { page }) => self.help(*page, screen, buffer),
            Some(Dialog::Why { text }) => {
                let text = text.iter().flat_map(|text| wrap(text, usize::from(columns)));
                let text = text.map(Line::from).collect();
                self.popup("tournament-key-why", text, 0, columns, above, buffer);
            }
            Some(Dialog::Game { game, top }) => {
                let text: Vec<Line<'static>> =
                    text_window::game(self.state, *game).into_iter().map(Line::from).collect();
                // The last visible line, so that it is the first to move.
                let room = usize::from(above.height).saturating_sub(2);
                let last = (top + room).saturating_sub(1).min(text.len().saturating_sub(1));
                self.popup("tournament-game", text, last, columns, above, buffer);
            }
            Some(Dialog::Events { at }) => {
                let events = self.state.listing.events.iter().enumerate().map(|(place, entry)| {
                    let title = self.words.title_of(&entry.title, &entry.title_ja);
                    let stage = listed_stage(entry, self.words);
                    let text = format!("{}  {title}  {stage}", clean(&entry.event));
                    self.selectable(&text, place == *at, usize::from(columns))
                });
                self.popup("tournament-which", events.collect(), *at, columns, above, buffer);
            }
            Some(Dialog::Form(form)) => self.form(form, columns, above, buffer),
        }
    }

    fn popup(
        &self,
        title: &str,
        text: Vec<Line<'static>>,
        selected: usize,
        columns: u16,
        screen: Rect,
        buffer: &mut Buffer,
    ) {
        let room = usize::from(screen.height).saturating_sub(2);
        let excerpt = Excerpt::around(selected, text.len(), room);
        let height = u16::try_from(text.len().min(room)).unwrap_or(u16::MAX);
        let title = self.words.label(title);
        let popup = Popup { title: &title, which: Vec::new(), mark: excerpt.mark(), palette: self.palette };
        let inner = popup.render(columns, height, screen, buffer);
        lines(text.into_iter().skip(excerpt.first()).take(room), inner, buffer);
    }

    fn selectable(&self, text: &str, is_selected: bool, columns: usize) -> Line<'static> {
        let sign = if is_selected { "›" } else { " " };
        let text = truncate(&format!("{sign} {text}"), columns).into_owned();
        let style = if is_selected { self.palette.selected() } else { Style::new() };
        Line::styled(pad_end(&text, columns), style)
    }

    fn help(&self, page: usize, screen: Rect, buffer: &mut Buffer) {
        let help = text_window::help(self.state);
        let page = help.page(page);
        let title = self.words.label("key-help");
        let popup = Popup { title: &title, which: Vec::new(), mark: help.mark(page), palette: self.palette };
        let (columns, height) = help.room(None);
        let inner = popup.render(columns, height, screen, buffer);
        help.render(page, None, self.palette, inner, buffer);
        frame_keys(self.hints_here(), help.mark(page).as_deref(), (inner, screen), self.palette, buffer);
    }

    fn form(&self, form: &Form, columns: u16, screen: Rect, buffer: &mut Buffer) {
        let wide = usize::from(columns);
        let mut text: Vec<Line<'static>> = wrap(&form.purpose.intro(self.state.standing(), self.words), wide)
            .into_iter()
            .map(Line::from)
            .collect();
        let named: Vec<String> = form.fields.iter().map(|field| self.name(field.name)).collect();
        let before = named.iter().map(|name| width(name)).max().unwrap_or(0).min(wide / 2) + 2;
        let mut selected = 0;
        for (at, (field, name)) in form.fields.iter().zip(&named).enumerate() {
            let is_here = at == form.at && !form.is_question();
            let (content_lines, focus) = self.content(field, is_here, wide.saturating_sub(before + 2));
            let name = wrap(name, before.saturating_sub(2));
            if is_here {
                selected = text.len() + focus;
            }
            for nth in 0..content_lines.len().max(name.len()) {
                let sign = if is_here && nth == 0 { "› " } else { "  " };
                let name = name.get(nth).map_or("", String::as_str);
                let style = if is_here { self.palette.heading() } else { Style::new() };
                let mut spans = vec![Span::styled(format!("{sign}{}", pad_end(name, before)), style)];
                spans.extend(content_lines.get(nth).map(|line| line.spans.clone()).unwrap_or_default());
                text.push(Line::from(spans));
            }
        }
        if form.is_confirming {
            let changes = form.changes.iter().flat_map(|change| wrap(change, wide));
            text.extend(changes.map(Line::from));
            let question = if form.is_grave() { "tournament-sure" } else { "tournament-sure-ruling" };
            let sure = wrap(&self.words.label(question), wide).into_iter();
            text.extend(sure.map(|line| Line::styled(line, self.palette.warning())));
            selected = text.len();
        }
        if form.pending_ticket.is_some() {
            text.push(Line::styled(self.words.label("tournament-waiting"), self.palette.warning()));
        }
        self.popup(form.purpose.label(), text, selected, columns, screen, buffer);
    }

    pub(super) fn name(&self, name: FieldName) -> String {
        match name {
            FieldName::Lottery(at) => {
                let lottery = self.state.standing().and_then(|event| event.lotteries().get(at).cloned());
                lottery.map_or_else(String::new, |lottery| {
                    let gaps = [
                        ("lottery", clean(&lottery.name).into_owned().into()),
                        ("digits", lottery.digits.into()),
                    ];
                    self.words.say("tournament-field-lottery", &gaps)
                })
            }
            FieldName::Place(at) => {
                format!("{} {}", self.words.label("print-head-place"), at + 1)
            }
            FieldName::Counts(team) => self.entrant_label(team.index()),
            name => self.words.label(name.label()),
        }
    }

    fn content(&self, field: &FormField, is_here: bool, columns: usize) -> (Vec<Line<'static>>, usize) {
        let whole =
            |text: &str| -> Vec<Line<'static>> { wrap(text, columns).into_iter().map(Line::from).collect() };
        match &field.content {
            FieldContent::Text(text) if is_here => {
                let lines = text.lines(self.palette, columns, MAX_FIELD_LINES);
                let last = lines.len().saturating_sub(1);
                (lines, last)
            }
            FieldContent::Text(text) => (whole(&clean(&text.text())), 0),
            FieldContent::Tick(ticked) => (vec![Line::from(if *ticked { "[✓]" } else { "[ ]" })], 0),
            FieldContent::Choice(choices, at) => {
                let chosen = at.and_then(|at| choices.get(at));
                let text = match chosen {
                    Some(choice) => self.choice(choice),
                    None => self.words.label("tournament-choice-none"),
                };
                if !is_here {
                    return (whole(&text), 0);
                }
                let (mut lines, mut focus) = (Vec::new(), 0);
                for (nth, choice) in (1_usize..).zip(choices) {
                    let is_chosen = Some(nth - 1) == *at;
                    let mark = if is_chosen { "●" } else { "○" };
                    let head = format!("{mark} {nth} ");
                    let indent = width(&head);
                    for (line, text) in
                        wrap(&self.choice(choice), columns.saturating_sub(indent)).into_iter().enumerate()
                    {
                        let before = if line == 0 { head.clone() } else { " ".repeat(indent) };
                        lines.push(Line::from(before + &text));
                    }
                    if is_chosen {
                        focus = lines.len().saturating_sub(1);
                    }
                }
                (lines, focus)
            }
        }
    }

    fn choice(&self, choice: &FieldChoice) -> String {
        match choice {
            FieldChoice::Name(name) => clean(name).into_owned(),
            FieldChoice::Label(key) => self.words.label(key),
            FieldChoice::Player(player) => self.entrant_label(player.index()),
            FieldChoice::Team(team) => self.entrant_label(team.index()),
        }
    }
}

impl Painter<'_> {
    fn entrant_label(&self, line: usize) -> String {
        self.state.standing().map(|event| event.entrant_label(line, self.words)).unwrap_or_default()
    }
}

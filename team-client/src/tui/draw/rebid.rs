//! The re-bid: tied lines with minimum and maximum prices (`A7`).

use ishigaki_rules::auction::Raise;
use ishigaki_rules::{Game, TeamId, Tsuyama};
use ishigaki_screen::hanging_indent;
use ishigaki_words::columns::{pad_start, truncate};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use super::sheet::price_span;
use crate::tui::market::tied_rivals;
use crate::tui::panel::Panel;
use crate::tui::raises::OfferRow;
use crate::tui::seat::DraftFlaw;

const FIGURE: usize = 8;

impl Painter<'_> {
    pub(super) fn rebid(&self, area: Rect, buffer: &mut Buffer) {
        let (lines, end) = self.rebid_lines(area.width);
        // The selected line stays visible; hidden lines are counted.
        let top = end.saturating_sub(usize::from(area.height).saturating_sub(1));
        self.scrolled(lines, top, area, buffer);
    }

    pub(super) fn rebid_lines(&self, columns: u16) -> (Vec<Line<'static>>, usize) {
        let words = self.words;
        let Some(game) = self.state.game() else { return (Vec::new(), 0) };
        let flaws = self.state.flaws();
        let style = if flaws.is_empty() { self.palette.good() } else { self.palette.alarm() };
        let mut lines = ishigaki_screen::wrapped(&self.rebid_total(), style, columns);
        let mut end = 0;
        for (at, tied) in self.state.raises.lines().iter().enumerate() {
            lines.extend(self.tied_line(game, at, tied, &flaws, columns));
            if at == self.state.raises.at() {
                end = lines.len();
            }
        }
        for flaw in flaws.iter().filter(|flaw| flaw.lines.is_empty()) {
            lines.extend(ishigaki_screen::wrapped(&flaw.text(&words), self.palette.alarm(), columns));
        }
        // The head says that nothing is submitted.
        if self.state.sealed_raises().is_some() || self.state.is_sealing_unknown() {
            lines.push(self.sealed_rebid());
        }
        (lines, end)
    }

    fn tied_line(
        &self,
        game: &Game,
        at: usize,
        tied: &OfferRow,
        flaws: &[DraftFlaw],
        columns: u16,
    ) -> Vec<Line<'static>> {
        let words = self.words;
        let selected = at == self.state.raises.at();
        let (text, _) = tied.price_text();
        let mut price = if text.is_empty() {
            Span::raw(pad_start(&words.label("team-rebid-given-up"), FIGURE))
        } else {
            price_span(&text, FIGURE)
        };
        if selected && self.state.raises.is_typing() {
            price = price.style(self.palette.warning().add_modifier(Modifier::UNDERLINED));
        }
        let mut line = Line::from(vec![
            Span::raw(if selected { "›" } else { " " }),
            Span::styled(pad_start(&format!("{}.", tied.priority), 4), self.palette.faint()),
            Span::raw(" "),
            self.code(game, tied.lot),
            price,
        ]);
        if selected && self.state.panel == Panel::Sheet {
            line = line.style(self.palette.selected());
        }
        let sealed = self.state.sealed_raises();
        let sealed =
            sealed.and_then(|sealed| sealed.lines.iter().find(|raise| raise.priority == tied.priority));
        if sealed.map(|raise: &Raise| raise.price) != tied.price && self.state.sealed_raises().is_some() {
            line.push_span(Span::styled(" ≠", self.palette.warning()));
        }
        let terms = self.tied_terms(at, tied);
        let terms = truncate(&format!("      {terms}"), usize::from(columns)).into_owned();
        let mut lines = vec![line, Line::styled(terms, self.palette.faint())];
        lines.extend(hanging_indent(
            vec![Span::raw("      ")],
            &self.tied_rivals(game, tied),
            usize::from(columns),
        ));
        for flaw in flaws.iter().filter(|flaw| flaw.lines.contains(&at)) {
            let text = format!("      ✗ {}", flaw.text(&words));
            lines
                .push(Line::styled(truncate(&text, usize::from(columns)).into_owned(), self.palette.alarm()));
        }
        lines
    }

    pub(crate) fn rebid_total(&self) -> String {
        let budget = self.state.view().and_then(|view| view.rebid_budget()).unwrap_or_default();
        let gaps = [("budget", budget.into()), ("total", self.state.raises.total().into())];
        self.words.say("team-rebid-budget", &gaps)
    }

    pub(crate) fn tied_terms(&self, at: usize, tied: &OfferRow) -> String {
        let gaps = [
            ("above", tied.tied_at.into()),
            ("most", self.state.budget_of(at).unwrap_or_default().into()),
            ("copies", tied.copies.into()),
        ];
        self.words.say("team-rebid-terms", &gaps)
    }

    /// Public after the opening.
    pub(crate) fn tied_rivals(&self, game: &Game, tied: &OfferRow) -> String {
        let words = self.words;
        let Some(me) = self.state.me() else { return String::new() };
        let rival = |(team, most): (TeamId, Option<Tsuyama>)| {
            let name = ("team", words.team(game.setup(), team).into());
            match most {
                Some(most) => words.say("team-rebid-rival", &[name, ("most", most.into())]),
                None => words.say("team-rebid-rival-cannot", &[name]),
            }
        };
        let rivals = words.list(tied_rivals(game, tied.lot, me).into_iter().map(rival));
        words.say("team-rebid-rivals", &[("rivals", rivals.into())])
    }

    pub(crate) fn sealed_rebid(&self) -> Line<'static> {
        let words = self.words;
        if self.state.is_sealing_unknown() {
            let loud = self.palette.alarm().add_modifier(Modifier::REVERSED);
            return Line::styled(words.label("team-sealed-unknown"), loud);
        }
        let Some(sealed) = self.state.sealed_raises() else {
            return Line::styled(words.label("team-rebid-sealed-none"), self.palette.alarm());
        };
        if sealed.lines.is_empty() {
            return Line::from(words.label("team-rebid-sealed-pass"));
        }
        let raise = |raise: &Raise| {
            let gaps = [("line", raise.priority.into()), ("price", raise.price.into())];
            words.say("team-rebid-raise", &gaps)
        };
        let raises = words.list(sealed.lines.iter().map(raise));
        let text = words.say("team-rebid-sealed", &[("raises", raises.into())]);
        let style = if self.state.differs() { self.palette.warning() } else { Style::new() };
        Line::styled(text, style)
    }
}

//! The draft next to the submitted list, with faults of each line.

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{Game, Priority, Tsuyama};
use ishigaki_screen::money;
use ishigaki_words::columns::{pad_start, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::Painter;
use crate::tui::panel::Panel;
use crate::tui::price::parse;
use crate::tui::seat::DraftFlaw;
use ishigaki_strategy::doubt::cost;

const FIGURE: usize = 8;
const SEALED: u16 = 26;

impl Painter<'_> {
    pub(super) fn sheet(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let flaws = self.state.flaws();
        let mut footer = self.footer(&flaws, area.width);
        let below = u16::try_from(footer.len()).unwrap_or(u16::MAX).min(area.height.saturating_sub(2));
        let is_cut = footer.len() > usize::from(below);
        footer.truncate(usize::from(below));
        if let Some(last) = footer.last_mut().filter(|_| is_cut) {
            let kept = truncate(&last.to_string(), usize::from(area.width).saturating_sub(2)).into_owned();
            *last = Line::styled(format!("{} …", kept.trim_end_matches('…')), last.style);
        }
        let [body, foot] = Layout::vertical([Constraint::Min(0), Constraint::Length(below)]).areas(area);
        let [left, _, right] =
            Layout::horizontal([Constraint::Min(0), Constraint::Length(2), Constraint::Length(SEALED)])
                .areas(body);
        self.draft(game, &flaws, left, buffer);
        self.sealed(game, right, buffer);
        ishigaki_screen::lines(footer, foot, buffer);
    }

    pub(super) fn sheet_lines(&self, columns: u16) -> u16 {
        let state = self.state;
        let lines = if state.is_rebidding() {
            self.rebid_lines(columns).0.len()
        } else {
            let sealed = state.sealed_bids().map_or(0, |sealed| sealed.lines.len());
            // A heading above, and below two lines of the submitted list, or up to three of totals and
            // faults.
            state.sheet.lines().len().max(sealed) + 4
        };
        u16::try_from(lines).unwrap_or(u16::MAX)
    }

    fn footer(&self, flaws: &[DraftFlaw], columns: u16) -> Vec<Line<'static>> {
        let mut lines = self.totals(!flaws.is_empty(), columns);
        let at = self.state.sheet.at();
        let here = flaws.iter().filter(|flaw| flaw.lines.is_empty() || flaw.lines.contains(&at));
        lines.extend(here.flat_map(|flaw| {
            let text = format!("✗ {}", flaw.text(&self.words));
            ishigaki_screen::wrapped(&text, self.palette.alarm(), columns)
        }));
        lines
    }

    fn draft(&self, game: &Game, flaws: &[DraftFlaw], area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.height).saturating_sub(1).max(1);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let bids = self.state.sheet.lines();
        let first = (self.state.sheet.at() + 1).saturating_sub(room);
        let more = more_sign(first > 0, bids.len() > first + room);
        let mut lines = vec![Line::styled(format!("{} {more}", self.words.label("team-draft")), bold)];
        if bids.is_empty() {
            let key = if self.state.can_draft() || self.state.is_revoked() {
                "team-draft-empty"
            } else if self.state.is_out() {
                "team-mark-out"
            } else {
                "team-mark-over"
            };
            let text = self.words.label(key);
            lines.extend(ishigaki_screen::wrapped(&text, self.palette.faint(), area.width));
        }
        let rows = bids.iter().enumerate().skip(first);
        lines.extend(rows.map(|(at, bid)| self.draft_line(game, at, *bid, flaws, area.width)));
        ishigaki_screen::lines(lines, area, buffer);
    }

    fn draft_line(
        &self,
        game: &Game,
        at: usize,
        bid: Bid,
        flaws: &[DraftFlaw],
        columns: u16,
    ) -> Line<'static> {
        let selected = at == self.state.sheet.at();
        let active = self.state.panel == Panel::Sheet;
        let mut price = price_span(&self.state.sheet.price_text(at).0, FIGURE);
        if selected && self.state.sheet.is_typing() {
            price = price.style(self.palette.warning().add_modifier(Modifier::UNDERLINED));
        }
        let mut line = Line::from(vec![
            Span::raw(if selected { "›" } else { " " }),
            Span::styled(pad_start(&format!("{}.", at + 1), 4), self.palette.faint()),
            Span::raw(" "),
            self.code(game, bid.lot),
            price,
        ]);
        if selected && active {
            line = line.style(self.palette.selected());
        }
        let own: Vec<&DraftFlaw> = flaws.iter().filter(|flaw| flaw.lines.contains(&at)).collect();
        if !own.is_empty() {
            let room = usize::from(columns).saturating_sub(line.width() + 3);
            let text = self.words.list(own.iter().map(|flaw| flaw.text(&self.words)));
            // The full text is shown for the selected line; here only the rule.
            let rules = || self.words.list(own.iter().filter_map(|flaw| flaw.rule()));
            let text = if width(&text) > room { rules() } else { text };
            let text = format!(" ✗ {}", truncate(&text, room));
            line.push_span(Span::styled(text, self.palette.alarm()));
        }
        line
    }

    fn totals(&self, faulty: bool, columns: u16) -> Vec<Line<'static>> {
        let style = if faulty { self.palette.alarm() } else { self.palette.good() };
        let text = self.total();
        text.map_or_else(Vec::new, |text| ishigaki_screen::wrapped(&text, style, columns))
    }

    pub(crate) fn total(&self) -> Option<String> {
        let (_, offer, held) = self.state.terms()?;
        let sheet = &self.state.sheet;
        let total = sheet.total();
        let gaps = [
            ("lines", sheet.lines().len().into()),
            ("most", offer.max_bids.into()),
            ("total", total.into()),
            ("held", held.into()),
            ("left", held.minus(total).into()),
            ("wins", offer.max_wins.into()),
            ("cost", cost(&offer, sheet.lines()).into()),
        ];
        Some(self.words.say("team-total", &gaps))
    }

    fn sealed(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let words = self.words;
        let is_unknown = self.state.is_sealing_unknown();
        let loud = self.palette.alarm().add_modifier(Modifier::REVERSED);
        let Some(sealed) = self.state.sealed_bids() else {
            let mut lines = vec![Line::styled(words.label("team-sealed"), bold)];
            if is_unknown {
                lines.extend(ishigaki_screen::wrapped(&words.label("team-sealed-unknown"), loud, area.width));
                return ishigaki_screen::lines(lines, area, buffer);
            }
            let style =
                if self.state.open_bidding().is_some() { self.palette.alarm() } else { self.palette.faint() };
            lines.extend(ishigaki_screen::wrapped(&words.label("team-sealed-none"), style, area.width));
            return ishigaki_screen::lines(lines, area, buffer);
        };
        let mut lines = Vec::new();
        let mut key = "team-sealed-revision";
        if is_unknown {
            key = "team-sealed-before";
            lines.extend(ishigaki_screen::wrapped(&words.label("team-sealed-unknown"), loud, area.width));
        }
        let around = lines.len() + 2 + usize::from(self.state.differs());
        let room = usize::from(area.height).saturating_sub(around).max(1);
        let head = words.say(key, &[("revision", sealed.revision.0.into())]);
        let more = more_sign(false, sealed.lines.len() > room);
        lines.push(Line::styled(format!("{head} {more}"), bold));
        if sealed.lines.is_empty() {
            lines.extend(ishigaki_screen::wrapped(
                &words.label("team-sealed-declined"),
                Style::new(),
                area.width,
            ));
        }
        let draft = self.state.sheet.lines();
        for (at, (priority, bid)) in (1..).map(Priority).zip(sealed.lines.iter()).enumerate().take(room) {
            let same = draft.get(at) == Some(bid);
            let marker = if same { " " } else { "≠" };
            let style = if same { Style::new() } else { self.palette.warning() };
            lines.push(Line::from(vec![
                Span::styled(format!("{marker}{} ", pad_start(&format!("{priority}."), 4)), style),
                self.code(game, bid.lot),
                money(bid.price, FIGURE),
            ]));
        }
        let total = sealed.lines.iter().map(|bid| bid.price).sum::<Tsuyama>();
        lines.push(Line::from(words.say("team-sealed-total", &[("total", total.into())])));
        if self.state.differs() {
            let style = self.palette.alarm().add_modifier(Modifier::REVERSED);
            lines.push(Line::styled(words.label("team-sealed-differs"), style));
        }
        ishigaki_screen::lines(lines, area, buffer);
    }
}

pub(super) fn price_span(text: &str, columns: usize) -> Span<'static> {
    match parse(text) {
        Ok(price) => money(price, columns),
        Err(_) => Span::raw(pad_start(&truncate(text, columns), columns)),
    }
}

pub(super) const fn more_sign(is_above: bool, is_below: bool) -> &'static str {
    match (is_above, is_below) {
        (true, true) => "↕",
        (true, false) => "↑",
        (false, true) => "↓",
        (false, false) => "",
    }
}

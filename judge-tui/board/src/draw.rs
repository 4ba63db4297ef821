//! Painting of the board.

mod event;
mod schedule;

use ishigaki_client::{FeedError, TimeLeft};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::Millis;
use ishigaki_screen::{
    Digits, GameMark, Palette, Popup, TitleRow, key_popup, lines, practice_mark, wrap, wrap_within,
};
use ishigaki_words::Words;
use ishigaki_words::columns::{clean, width};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::keymap::{Binding, Intent, KEYMAP};
use super::state::LARGE;
use super::{Scene, Show, State, announcement_lines};
use ishigaki_screen::Contact;

const MIN_SIZE: (u16, u16) = (50, 16);
const CLOCK_THRESHOLDS: (Millis, Millis) = (Millis(30_000), Millis(10_000));
const MAX_NEWS_LINES: u16 = 2;
const MIN_BODY_LINES: u16 = 3;

/// Paints the whole screen.
pub fn draw(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    Painter { state, words: state.words, palette }.screen(area, frame.buffer_mut());
}

struct Painter<'a> {
    state: &'a State,
    words: Words,
    palette: Palette,
}

impl Painter<'_> {
    fn screen(&self, area: Rect, buffer: &mut Buffer) {
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            return ishigaki_screen::render_too_small(MIN_SIZE, "board-too-small", &self.words, area, buffer);
        }
        let trouble = self.trouble(area.width);
        let height = u16::try_from(trouble.len()).unwrap_or(0);
        let [games, news, foot] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(height), Constraint::Length(1)])
                .areas(area);
        lines(trouble, news, buffer);
        if let Some((show, sheet)) = self.state.sheet() {
            self.event(show, sheet, games, buffer);
        } else if self.state.shows.is_empty() {
            let contact =
                Span::styled(self.contact(&self.state.contact), self.contact_style(&self.state.contact));
            let head = [Line::from(self.words.label("board-title")), Line::from(contact)];
            lines(head.into_iter().chain(self.next_part(usize::from(games.width))), games, buffer);
        }
        let places = self.state.visible_games();
        let per_row = self.state.per_row();
        let rows = places.len().div_ceil(per_row).max(1);
        let row_areas = Layout::vertical(vec![Constraint::Ratio(1, ratio(rows)); rows]).split(games);
        let shows = self.state.shows.get(places).unwrap_or_default();
        for (row, shows) in row_areas.iter().zip(shows.chunks(per_row)) {
            // Few in a row use the whole width.
            let count = shows.len();
            let columns = Layout::horizontal(vec![Constraint::Ratio(1, ratio(count)); count]).split(*row);
            for (&place, show) in columns.iter().zip(shows) {
                let is_split = count > 1 && place.right() < area.right();
                let width = if is_split { place.width - 1 } else { place.width };
                self.show(show, Rect { width, ..place }, buffer);
            }
        }
        self.foot(foot, buffer);
        if self.state.shows_help {
            self.help(area, buffer);
        }
    }

    fn trouble(&self, columns: u16) -> Vec<Line<'static>> {
        let Some(trouble) = self.state.checkup.trouble() else { return Vec::new() };
        let text = wrap(&self.words.message(&trouble), usize::from(columns));
        text.into_iter().map(|line| Line::styled(line, self.palette.alarm())).collect()
    }

    fn show(&self, show: &Show, area: Rect, buffer: &mut Buffer) {
        let scale = if area.width >= LARGE.0 && area.height >= LARGE.1 { 2 } else { 1 };
        let [title, rest] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
        self.title(show, title, buffer);
        let Some(game) = show.game() else {
            let text = wrap(&self.awaited_text(show.contact()), usize::from(rest.width));
            return lines(text.into_iter().map(Line::from), rest, buffer);
        };
        let words = self.words.of_practice(show.is_practice());
        let hidden_places = show.hall.hidden_places();
        let scene = Scene {
            words,
            palette: self.palette,
            game,
            cover: show.cover(),
            lit: show.hall.lit(),
            turn: self.state.turn(),
            hidden_places,
        };
        let seals = scene.seals();
        // After the end the space for figures is the walls'.
        let is_over = game.phase().is_ranked() || game.phase().is_over();
        let text = || self.head_text(show, &scene, area.width).len();
        let head = if is_over { u16::try_from(text()).unwrap_or(u16::MAX).min(5 * scale) } else { 5 * scale };
        let announcement_lines = self.announcements_of(show, &scene, rest);
        let taken = u16::try_from(announcement_lines.len()).unwrap_or(u16::MAX);
        let seals_height = seals.height(area.width, 2);
        // If an announcement leaves little space, the news is dropped before the game.
        let news =
            rest.height.saturating_sub(taken + head + seals_height + MIN_BODY_LINES).min(MAX_NEWS_LINES);
        let [announcements, head, names, body, news] = Layout::vertical([
            Constraint::Length(taken),
            Constraint::Length(head),
            Constraint::Length(seals_height),
            Constraint::Min(0),
            Constraint::Length(news),
        ])
        .areas(rest);
        lines(announcement_lines, announcements, buffer);
        self.head(show, &scene, scale, head, buffer);
        (&seals).render(names, buffer);
        let view = self.state.view().unwrap_or_else(|| show.hall.fitting_view(hidden_places));
        // The winner and the whole result take turns.
        let is_winners_turn = self.state.view().is_none() && self.state.turn().is_multiple_of(2);
        if !(is_winners_turn && scene.winner(body, buffer)) {
            scene.body(view, body, buffer);
        }
        // A card may truncate the result of a lot, so the latest one is shown in full.
        let uncovered_text = show.hall.is_uncovering().then(|| scene.uncovered_text()).flatten();
        let sentence = || show.hall.news().map(|event| words.event(game, event)).unwrap_or_default();
        let sentence = uncovered_text.unwrap_or_else(sentence);
        let text = wrap_within(&sentence, usize::from(news.width), usize::from(MAX_NEWS_LINES)).into_iter();
        lines(text.map(|line| Line::styled(line, self.palette.faint())), news, buffer);
    }

    fn announcements_of(&self, show: &Show, scene: &Scene<'_>, area: Rect) -> Vec<Line<'static>> {
        let Some(now) = self.state.surface.now() else { return Vec::new() };
        let words_and_palette = (scene.words, self.palette);
        announcement_lines(
            &show.announcements(now),
            scene.game,
            words_and_palette,
            area.width,
            usize::from(area.height / 2),
        )
    }

    fn title(&self, show: &Show, row: Rect, buffer: &mut Buffer) {
        let mut lead = Vec::new();
        if show.is_practice() {
            lead.push(practice_mark(self.words, self.palette));
        }
        lead.push(GameMark::of(show.id()).span(self.palette));
        let id = clean(show.id());
        let title = match show.game() {
            Some(game) => format!(" {id}  {}", self.words.title(game.setup())),
            None => format!(" {id}"),
        };
        self.title_row(lead, &title, show.contact(), row, buffer);
    }

    fn title_row(
        &self,
        lead: Vec<Span<'static>>,
        title: &str,
        contact: &Contact,
        row: Rect,
        buffer: &mut Buffer,
    ) {
        let style = self.contact_style(contact).add_modifier(Modifier::REVERSED);
        let right = Line::styled(self.contact(contact), style);
        TitleRow { lead, title, trailer: None, right, is_bar: true }.render(row, buffer);
    }

    fn contact(&self, contact: &Contact) -> String {
        match contact {
            Contact::Live if self.state.shows.is_empty() && self.state.tournaments.is_empty() => {
                self.words.label("board-no-games")
            }
            Contact::Live => String::new(),
            // An event has no game that could be stopped.
            Contact::Stopped { reason }
                if self.state.sheet().is_some() && *reason != ErrorReason::GameElsewhere =>
            {
                self.words.label("tournament-contact-stopped")
            }
            Contact::Closed(error) => closed_text(error, self.words),
            _ => contact.text(self.state.surface.now(), self.words),
        }
    }

    fn contact_style(&self, contact: &Contact) -> Style {
        match contact {
            Contact::Live => Style::new(),
            _ => contact.style(self.palette),
        }
    }

    fn awaited_text(&self, contact: &Contact) -> String {
        match contact {
            Contact::Connecting | Contact::CatchingUp | Contact::Live => {
                self.words.say("board-await", &[("server", self.state.server.as_str().into())])
            }
            Contact::Lost { .. } => {
                self.words.say("board-no-server", &[("server", self.state.server.as_str().into())])
            }
            Contact::Stopped { .. } | Contact::Closed(_) | Contact::Inconsistent(_) => self.contact(contact),
        }
    }

    fn head(&self, show: &Show, scene: &Scene<'_>, scale: u16, area: Rect, buffer: &mut Buffer) {
        let left = self.state.surface.now().and_then(|now| show.time_left(now));
        let figures = match (show.cover(), left) {
            (Some(cover), _) => {
                // The number of steps would reveal the number of lots with awards.
                Some((cover.progress().0.to_string(), self.palette.heading()))
            }
            (None, Some(TimeLeft { left, is_guess })) => {
                let doubt = if is_guess { "?" } else { "" };
                Some((format!("{}{doubt}", ishigaki_words::countdown(left)), self.time_style(show, left)))
            }
            (None, None) => None,
        };
        let mut used = 0;
        if let Some((text, style)) = figures {
            let digits = Digits { text: &text, scale, style };
            let (columns, height) = digits.size();
            used = (columns + 2).min(area.width);
            let x = area.right().saturating_sub(columns).max(area.x);
            digits.render(Rect { x, width: columns, height, ..area }.intersection(area), buffer);
        }
        let words = Rect { width: area.width - used, ..area };
        lines(self.head_text(show, scene, words.width), words, buffer);
    }

    fn head_text(&self, show: &Show, scene: &Scene<'_>, columns: u16) -> Vec<Line<'static>> {
        let columns = usize::from(columns);
        let mut text = Vec::new();
        if show.is_paused() {
            let style = self.palette.alarm().add_modifier(Modifier::REVERSED);
            text.push(Line::styled(format!(" {} ", self.words.label("board-paused")), style));
        }
        let phase = if show.cover().is_some() {
            self.words.label("shared-opening")
        } else {
            scene.words.phase(scene.game.phase())
        };
        text.extend(wrap(&phase, columns).into_iter().map(|line| Line::styled(line, self.palette.heading())));
        let facts = scene.round().into_iter().chain(self.progress_text(show, scene));
        text.extend(facts.flat_map(|fact| wrap(&fact, columns)).map(Line::from));
        text.extend(self.next_part_of(show, columns));
        if show.is_practice() {
            let text_of = wrap(&self.words.label("board-practice"), columns);
            let loud = self.palette.warning().add_modifier(Modifier::REVERSED | Modifier::BOLD);
            text.extend(text_of.into_iter().map(|line| Line::styled(format!(" {line} "), loud)));
        }
        text
    }

    fn progress_text(&self, show: &Show, scene: &Scene<'_>) -> Option<String> {
        if show.cover().is_some() {
            return (!self.state.auto).then(|| self.words.label("board-by-hand"));
        }
        scene.void().or_else(|| scene.sealed())
    }

    fn time_style(&self, show: &Show, left: Millis) -> Style {
        if !matches!(show.contact(), Contact::Live) {
            self.palette.faint()
        } else if show.is_paused() || left > CLOCK_THRESHOLDS.0 {
            self.palette.heading()
        } else if left > CLOCK_THRESHOLDS.1 {
            self.palette.warning()
        } else {
            self.palette.alarm()
        }
    }

    fn foot(&self, row: Rect, buffer: &mut Buffer) {
        let words = self.words;
        let fingerprint = self.state.shows.iter().find_map(Show::fingerprint).map(|fingerprint| {
            words.say("board-fingerprint", &[("fingerprint", fingerprint.to_string().into())])
        });
        let of = |show: &Show| Some((show.id().to_owned(), show.last_head()?));
        let head = self.state.shows.iter().find_map(of).map(|(game, head)| match self.state.shows.len() {
            1 => words.say("board-head", &[("head", head.into())]),
            _ => words
                .say("board-head-of", &[("game", clean(&game).into_owned().into()), ("head", head.into())]),
        });
        let right = match (head, fingerprint) {
            (Some(head), Some(key)) if width(&head) + width(&key) + 20 <= usize::from(row.width) => {
                format!("{head}  {key}")
            }
            (head, key) => head.or(key).unwrap_or_default(),
        };
        let room = usize::from(row.width).saturating_sub(width(&right) + 1);
        let is_opening = self.state.shows.iter().any(|show| show.hall.is_opening());
        let useful = |intent: Intent| match intent {
            Intent::Uncover | Intent::Auto => is_opening,
            Intent::NextPage => self.state.pages() > 1,
            Intent::Event => !self.state.tournaments.is_empty() && !self.state.shows.is_empty(),
            Intent::Help => true,
            _ => false,
        };
        // The help comes first, so that it is visible on any width; hints are never truncated, and missing
        // ones are marked.
        let (helps, others): (Vec<&Binding>, Vec<&Binding>) = KEYMAP
            .iter()
            .filter(|binding| useful(binding.intent))
            .partition(|binding| binding.intent == Intent::Help);
        let hint_of = |binding: &Binding| format!("{} {}", binding.key(), self.words.label(binding.label));
        let hints: Vec<String> = helps.into_iter().chain(others).map(hint_of).collect();
        let joined_hints = |shown: usize| {
            let mark = if shown < hints.len() { "  …" } else { "" };
            format!("{}{mark}", hints.get(..shown).unwrap_or_default().join("  "))
        };
        let whole = (1..=hints.len()).rev().map(joined_hints).find(|hints| width(hints) <= room);
        let hints = whole.unwrap_or_default();
        Line::styled(hints, self.palette.faint()).render(row, buffer);
        Line::from(right).right_aligned().render(row, buffer);
    }

    fn help(&self, screen: Rect, buffer: &mut Buffer) {
        let title = self.words.label("board-help");
        let popup = Popup { title: &title, which: Vec::new(), mark: None, palette: self.palette };
        key_popup(popup, &KEYMAP, |binding| self.words.label(binding.label), screen, buffer);
    }
}

fn ratio(parts: usize) -> u32 {
    u32::try_from(parts).unwrap_or(1).max(1)
}

pub(super) fn closed_text(error: &FeedError, words: Words) -> String {
    let why = match error {
        FeedError::Refused(fault) => words.fault(fault),
        FeedError::Unknown { code } => format!("{code:?}"),
    };
    words.say("contact-closed-why", &[("why", why.into())])
}

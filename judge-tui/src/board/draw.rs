//! Painting the board. Changes nothing, decides nothing.

mod event;

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

/// The least columns and lines on which anything can be shown.
const LEAST: (u16, u16) = (50, 16);
/// From here on, the last seconds are coloured.
const SOON: (Millis, Millis) = (Millis(30_000), Millis(10_000));
/// The lines of the last news, and the least ones of the game itself.
const NEWS: u16 = 2;
const BODY: u16 = 3;

/// Paints the whole screen.
pub fn draw(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    Painter { state, words: state.words, palette }.screen(area, frame.buffer_mut());
}

/// Painting context of all parts of the screen.
struct Painter<'a> {
    state: &'a State,
    words: Words,
    palette: Palette,
}

impl Painter<'_> {
    fn screen(&self, area: Rect, buffer: &mut Buffer) {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return ishigaki_screen::say_too_small(LEAST, "board-too-small", &self.words, area, buffer);
        }
        let trouble = self.trouble(area.width);
        let height = u16::try_from(trouble.len()).unwrap_or(0);
        let [games, news, foot] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(height), Constraint::Length(1)])
                .areas(area);
        lines(trouble, news, buffer);
        if let (Some(show), Some(sheet)) = (self.state.tournament(), self.state.sheet()) {
            self.event(show, sheet, games, buffer);
        } else if self.state.shows.is_empty() {
            let contact =
                Span::styled(self.contact(&self.state.contact), self.contact_style(&self.state.contact));
            lines([Line::from(self.words.label("board-title")), Line::from(contact)], games, buffer);
        }
        let places = self.state.on_screen();
        let abreast = self.state.abreast();
        let rows = places.len().div_ceil(abreast).max(1);
        let row_areas = Layout::vertical(vec![Constraint::Ratio(1, ratio(rows)); rows]).split(games);
        let shows = self.state.shows.get(places).unwrap_or_default();
        for (row, shows) in row_areas.iter().zip(shows.chunks(abreast)) {
            // Few in a row have all of it.
            let count = shows.len();
            let columns = Layout::horizontal(vec![Constraint::Ratio(1, ratio(count)); count]).split(*row);
            for (&place, show) in columns.iter().zip(shows) {
                let is_split = count > 1 && place.right() < area.right();
                let width = if is_split { place.width - 1 } else { place.width };
                self.show(show, Rect { width, ..place }, buffer);
            }
        }
        self.foot(foot, buffer);
        if self.state.helps {
            self.help(area, buffer);
        }
    }

    /// Returns what is wrong with the line, if it is more than that nobody answers.
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
            let text = wrap(&self.awaited(show.contact()), usize::from(rest.width));
            return lines(text.into_iter().map(Line::from), rest, buffer);
        };
        let words = self.words.of_practice(show.is_practice());
        let veil = show.hall.veil();
        let scene = Scene {
            words,
            palette: self.palette,
            game,
            cover: show.cover(),
            lit: show.hall.lit(),
            turn: self.state.turn(),
            veil,
        };
        let seals = scene.seals();
        // After the end no figures come any more: what they took is the walls'.
        let is_over = game.phase().is_ranked() || game.phase().is_over();
        let text = || self.head_text(show, &scene, area.width).len();
        let head = if is_over { u16::try_from(text()).unwrap_or(u16::MAX).min(5 * scale) } else { 5 * scale };
        let announced = self.announced(show, &scene, rest);
        let taken = u16::try_from(announced.len()).unwrap_or(u16::MAX);
        let seals_height = seals.height(area.width, 2);
        // Where an announcement leaves little room, what happened last goes before the game itself.
        let news = rest.height.saturating_sub(taken + head + seals_height + BODY).min(NEWS);
        let [announcements, head, names, body, news] = Layout::vertical([
            Constraint::Length(taken),
            Constraint::Length(head),
            Constraint::Length(seals_height),
            Constraint::Min(0),
            Constraint::Length(news),
        ])
        .areas(rest);
        lines(announced, announcements, buffer);
        self.head(show, &scene, scale, head, buffer);
        (&seals).render(names, buffer);
        let view = self.state.view().unwrap_or_else(|| show.hall.fitting_view(veil));
        scene.body(view, body, buffer);
        // A card may have no room for all that became of a lot: what is uncovered just now is told in full.
        let uncovered = show.hall.is_uncovering().then(|| scene.uncovered()).flatten();
        let sentence = || show.hall.news().map(|event| words.event(game, event)).unwrap_or_default();
        let sentence = uncovered.unwrap_or_else(sentence);
        let text = wrap_within(&sentence, usize::from(news.width), usize::from(NEWS)).into_iter();
        lines(text.map(|line| Line::styled(line, self.palette.faint())), news, buffer);
    }

    /// Returns what the judge has announced to all, in up to half of the lines.
    fn announced(&self, show: &Show, scene: &Scene<'_>, area: Rect) -> Vec<Line<'static>> {
        let Some(now) = self.state.surface.now() else { return Vec::new() };
        let pen = (scene.words, self.palette);
        announcement_lines(
            &show.announcements(now),
            scene.game,
            pen,
            area.width,
            usize::from(area.height / 2),
        )
    }

    /// The game's name, and how the board stands with it: no lost connection goes unseen.
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

    /// A title behind what leads it, and how the board stands with its feed.
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
        TitleRow { lead, title, behind: None, right, is_bar: true }.render(row, buffer);
    }

    /// Returns the state of a feed's connection: nothing is said while all is well, and of a refused one why.
    fn contact(&self, contact: &Contact) -> String {
        match contact {
            Contact::Live if self.state.shows.is_empty() && self.state.tournament.is_none() => {
                self.words.label("board-no-games")
            }
            Contact::Live => String::new(),
            // An event has no game that stands still.
            Contact::Stopped { reason }
                if self.state.sheet().is_some() && *reason != ErrorReason::GameElsewhere =>
            {
                self.words.label("tournament-contact-stopped")
            }
            Contact::Closed(error) => closed(error, self.words),
            _ => contact.text(self.state.surface.now(), self.words),
        }
    }

    fn contact_style(&self, contact: &Contact) -> Style {
        match contact {
            Contact::Live => Style::new(),
            _ => contact.style(self.palette),
        }
    }

    fn awaited(&self, contact: &Contact) -> String {
        match contact {
            Contact::Connecting | Contact::CatchingUp | Contact::Live => {
                self.words.say("board-await", &[("server", self.state.server.as_str().into())])
            }
            Contact::Lost { .. } => {
                self.words.say("board-no-server", &[("server", self.state.server.as_str().into())])
            }
            Contact::Stopped { .. } | Contact::Closed(_) | Contact::Astray(_) => self.contact(contact),
        }
    }

    /// Draws the game's phase, in words and in figures that can be read from the other end of the hall.
    fn head(&self, show: &Show, scene: &Scene<'_>, scale: u16, area: Rect, buffer: &mut Buffer) {
        let left = self.state.surface.now().and_then(|now| show.time_left(now));
        let figures = match (show.cover(), left) {
            (Some(cover), _) => {
                // How many steps there are would tell how many lots are won.
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

    /// Returns the game's phase, in words.
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
        let facts = scene.round().into_iter().chain(self.how_many(show, scene));
        text.extend(facts.flat_map(|fact| wrap(&fact, columns)).map(Line::from));
        if show.is_practice() {
            let text_of = wrap(&self.words.label("board-practice"), columns);
            let loud = self.palette.warning().add_modifier(Modifier::REVERSED | Modifier::BOLD);
            text.extend(text_of.into_iter().map(|line| Line::styled(format!(" {line} "), loud)));
        }
        text
    }

    /// Returns the number of teams that have sealed; of an opening, how it goes on; of a void round, why.
    fn how_many(&self, show: &Show, scene: &Scene<'_>) -> Option<String> {
        if show.cover().is_some() {
            return (!self.state.auto).then(|| self.words.label("board-by-hand"));
        }
        scene.void().or_else(|| scene.sealed())
    }

    fn time_style(&self, show: &Show, left: Millis) -> Style {
        if !matches!(show.contact(), Contact::Live) {
            self.palette.faint()
        } else if show.is_paused() || left > SOON.0 {
            self.palette.heading()
        } else if left > SOON.1 {
            self.palette.warning()
        } else {
            self.palette.alarm()
        }
    }

    /// A few keys on the left; on the right what people compare the server's key by, and once a game is over the last head of
    /// its record, which goes first where there is no room for both.
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
            Intent::Event => self.state.tournament.is_some() && !self.state.shows.is_empty(),
            Intent::Help => true,
            _ => false,
        };
        // The help comes first, so that it is there however narrow the screen is; a hint is whole or not there, and where one
        // is not, that is said.
        let (helps, others): (Vec<&Binding>, Vec<&Binding>) = KEYMAP
            .iter()
            .filter(|binding| useful(binding.intent))
            .partition(|binding| binding.intent == Intent::Help);
        let said = |binding: &Binding| format!("{} {}", binding.key(), self.words.label(binding.label));
        let said: Vec<String> = helps.into_iter().chain(others).map(said).collect();
        let told = |shown: usize| {
            let mark = if shown < said.len() { "  …" } else { "" };
            format!("{}{mark}", said.get(..shown).unwrap_or_default().join("  "))
        };
        let whole = (1..=said.len()).rev().map(told).find(|hints| width(hints) <= room);
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

/// That the server refuses a feed, and why.
pub(super) fn closed(error: &FeedError, words: Words) -> String {
    let why = match error {
        FeedError::Refused(fault) => words.fault(fault),
        FeedError::Unknown { code } => format!("{code:?}"),
    };
    words.say("contact-closed-why", &[("why", why.into())])
}

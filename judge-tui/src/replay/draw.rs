//! Painting of a replay.

use ishigaki_rules::Millis;
use ishigaki_screen::{
    GameMark, Hint, Need, Palette, Popup, TitleRow, foot, key_popup, lines, paused_mark, wrap_within,
};
use ishigaki_words::columns::{clean, pad_start, width};
use ishigaki_words::{game_clock, grouped};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::State;
use super::keymap::{Binding, Intent, KEYMAP};
use ishigaki_board::{GamePart, HiddenPlaces, Scene, announcement_lines};

const MIN_SIZE: (u16, u16) = (50, 16);
const SENTENCE: u16 = 3;
const GAPS: usize = 2;

/// Paints the whole screen.
pub fn draw(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    Painter { state, palette }.screen(area, frame.buffer_mut());
}

struct Painter<'a> {
    state: &'a State,
    palette: Palette,
}

impl Painter<'_> {
    fn screen(&self, area: Rect, buffer: &mut Buffer) {
        let words = self.state.words;
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            return ishigaki_screen::render_too_small(MIN_SIZE, "board-too-small", &words, area, buffer);
        }
        let state = self.state;
        let scene = Scene {
            words,
            palette: self.palette,
            game: &state.game,
            cover: None,
            lit: &[],
            turn: state.turn,
            hidden_places: state
                .timeline
                .is_covered()
                .then_some(HiddenPlaces { places: 0, has_begun: false }),
        };
        let seals = scene.seals();
        let open = state.proof.gaps(&words).map(|gaps| wrap_within(&gaps, usize::from(area.width), GAPS));
        let open = open.unwrap_or_default();
        let announcement_lines = announcement_lines(
            &state.announcements(),
            &state.game,
            (words, self.palette),
            area.width,
            usize::from(area.height / 3),
        );
        let [title, announcements, gaps, phase, names, body, sentence, bar, foot] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(u16::try_from(announcement_lines.len()).unwrap_or(0)),
            Constraint::Length(u16::try_from(open.len()).unwrap_or(0)),
            Constraint::Length(1),
            Constraint::Length(seals.height(area.width, 2)),
            Constraint::Min(3),
            Constraint::Length(SENTENCE),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        self.title(title, buffer);
        lines(announcement_lines, announcements, buffer);
        let open = open.into_iter().map(|line| Line::styled(line, self.palette.alarm()));
        lines(open, gaps, buffer);
        self.phase(&scene, phase, buffer);
        (&seals).render(names, buffer);
        scene.body(state.view.unwrap_or_else(|| GamePart::at(&state.game)), body, buffer);
        self.sentence(sentence, buffer);
        self.scrubber(bar, buffer);
        self.foot(foot, buffer);
        if state.shows_help {
            let title = words.label("replay-help");
            let popup = Popup { title: &title, which: Vec::new(), mark: None, palette: self.palette };
            key_popup(popup, &KEYMAP, |binding| words.label(binding.label), area, buffer);
        }
    }

    fn title(&self, row: Rect, buffer: &mut Buffer) {
        let state = self.state;
        let key = if state.playing { "replay-playing" } else { "replay-stopped" };
        let about = state.words.say(key, &[("speed", state.speed().into())]);
        let lead = vec![GameMark::of(state.timeline.id()).span(self.palette)];
        let title = format!(" {}  {}", clean(state.timeline.id()), state.words.title(state.game.setup()));
        let right = Line::styled(about, Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED));
        TitleRow { lead, title: &title, trailer: None, right, is_bar: true }.render(row, buffer);
    }

    fn phase(&self, scene: &Scene<'_>, row: Rect, buffer: &mut Buffer) {
        let game = &self.state.game;
        let mut spans = Vec::new();
        if game.paused_since().is_some() {
            spans.extend(paused_mark("board-paused", self.state.words, self.palette));
        }
        spans.push(Span::styled(self.state.words.phase(game.phase()), self.palette.heading()));
        if let Some(closes_at) = game.phase().closes_at() {
            let at = game.paused_since().unwrap_or(self.state.clock);
            let left = ishigaki_words::countdown(Millis(closes_at.since(at).0));
            spans.push(Span::styled(format!("  {left}"), self.palette.heading()));
        }
        for fact in scene.round().into_iter().chain(scene.sealed()) {
            spans.push(Span::raw(format!("  {fact}")));
        }
        Line::from(spans).render(row, buffer);
    }

    fn sentence(&self, area: Rect, buffer: &mut Buffer) {
        let state = self.state;
        let text = match state.timeline.event(state.moment) {
            Some(event) => state.words.event(&state.game, event),
            None => state.words.label("replay-start"),
        };
        let is_signed = state.proof.is_signed(state.moment);
        let (text, style) = if is_signed {
            (text, Style::new())
        } else {
            (state.words.say("replay-unsigned", &[("what", text.into())]), self.palette.alarm())
        };
        let columns = usize::from(area.width);
        let text = wrap_within(&text, columns, usize::from(SENTENCE));
        lines(text.into_iter().map(|line| Line::styled(line, style)), area, buffer);
    }

    fn scrubber(&self, row: Rect, buffer: &mut Buffer) {
        let state = self.state;
        let all = state.timeline.len();
        let count = grouped(u64::try_from(all).unwrap_or(u64::MAX));
        let at = pad_start(&grouped(u64::try_from(state.moment).unwrap_or(u64::MAX)), count.len());
        let text = format!(" {at} / {count}  {}", game_clock(state.clock));
        let columns = usize::from(row.width).saturating_sub(width(&text));
        let place = |moment: usize| (moment * columns.saturating_sub(1)).checked_div(all).unwrap_or(0);
        let knob = place(state.moment);
        let rounds: Vec<usize> = state.timeline.rounds().map(place).collect();
        let sign = |column: usize| match column {
            _ if column == knob => ("●", self.palette.heading()),
            _ if rounds.contains(&column) => ("┃", Style::new()),
            _ if column < knob => ("━", self.palette.heading()),
            _ => ("─", self.palette.faint()),
        };
        let mut spans: Vec<Span<'static>> =
            (0..columns).map(sign).map(|(sign, style)| Span::styled(sign, style)).collect();
        spans.push(Span::raw(text));
        Line::from(spans).render(row, buffer);
    }

    fn foot(&self, row: Rect, buffer: &mut Buffer) {
        let is_useful = |intent: Intent| !matches!(intent, Intent::View(_) | Intent::Close | Intent::Turn);
        // The help comes first, so that it is visible on any width.
        let (helps, others): (Vec<&Binding>, Vec<&Binding>) = KEYMAP
            .iter()
            .filter(|binding| is_useful(binding.intent))
            .partition(|binding| binding.intent == Intent::Help);
        let hint = |binding: &Binding| {
            let meaning = self.state.words.label(binding.label);
            let need = if binding.intent == Intent::Help { Need::Vital } else { Need::Usual };
            Hint { key: binding.key(), meaning, need }
        };
        let keys = helps.into_iter().chain(others).map(hint).collect();
        lines(foot(keys, usize::from(row.width), 1, self.palette), row, buffer);
    }
}

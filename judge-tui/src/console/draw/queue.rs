//! Queue of questions and announcements of all watched games: a list, and the full text of the selection. The
//! front game's head stays visible, because its clock runs.

use ishigaki_rules::Answer;
use ishigaki_screen::{Excerpt, GameMark, Hint, Need, Palette, foot, mark_on_frame, wrap};
use ishigaki_words::columns::{clean, pad_end, truncate, width};
use ishigaki_words::{Words, elapsed, game_clock};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use super::Painter;
use crate::console::consoles::Consoles;
use crate::console::keymap::{Binding, Context, Intent};
use crate::console::notice::Notice;
use crate::console::queue::{QueueView, QueuedMessage, QueuedQuestion};
use crate::console::state::State;

const MAX_NAME_COLUMNS: usize = 14;
const MARK_COLUMNS: usize = 6;
const SIDE_BY_SIDE_COLUMNS: u16 = 150;
const LIST_LINES: (u16, u16) = (5, 12);
const INDENT_COLUMNS: usize = 2;

struct Row<'a> {
    state: String,
    game: &'a str,
    who: String,
    text: String,
    style: Style,
}

struct QueueContent<'a> {
    title: String,
    rows: Vec<Row<'a>>,
    at: usize,
    selected: Selected<'a>,
}

enum Selected<'a> {
    Question(Option<QueuedQuestion<'a>>),
    Broadcast(Option<QueuedMessage<'a>>),
}

pub(super) struct QueuePainter<'a> {
    consoles: &'a Consoles,
    words: Words,
    palette: Palette,
}

impl<'a> QueuePainter<'a> {
    pub(super) fn new(consoles: &'a Consoles, palette: Palette) -> Self {
        Self { consoles, words: consoles.lobby().words, palette }
    }

    fn painter(&self, state: &'a State) -> Painter<'a> {
        Painter { state, words: self.words, palette: self.palette }
    }

    pub(super) fn screen(&self, area: Rect, buffer: &mut Buffer) {
        let lobby = self.painter(self.consoles.lobby());
        if !Painter::fits(area) {
            return lobby.too_small(area, buffer);
        }
        let [notice, hints] = [self.notice(area.width), self.hints(usize::from(area.width))];
        let [head, body, notice_area, foot_area] = self.sections(area);
        if self.consoles.overview().is_open() {
            lobby.title(head, buffer);
        } else {
            self.painter(self.consoles.front()).head(head, buffer);
        }
        self.body(body, buffer);
        ishigaki_screen::lines(notice, notice_area, buffer);
        ishigaki_screen::lines(hints, foot_area, buffer);
        if let Some(active_console) = self.consoles.active_console() {
            self.painter(active_console).dialog(area, buffer);
        }
    }

    fn sections(&self, area: Rect) -> [Rect; 4] {
        let is_of_game = !self.consoles.overview().is_open();
        let front = self.painter(self.consoles.front());
        let lines = |lines: &[Line<'_>]| u16::try_from(lines.len()).unwrap_or(1);
        Layout::vertical([
            Constraint::Length(if is_of_game { front.head_height(area.width) } else { 1 }),
            Constraint::Min(6),
            Constraint::Length(lines(&self.notice(area.width))),
            Constraint::Length(lines(&self.hints(usize::from(area.width)))),
        ])
        .areas(area)
    }

    pub(super) fn queued_at(&self, area: Rect, place: Position) -> Option<usize> {
        let [_, body, ..] = self.sections(area);
        let shown = self.shown();
        let [list, _] = Self::halves(&shown, body);
        let inner = Block::bordered().inner(list);
        let first = Excerpt::around(shown.at, shown.rows.len(), usize::from(inner.height)).first();
        let at = first + usize::from(place.y.checked_sub(inner.y)?);
        (inner.contains(place) && at < shown.rows.len()).then_some(at)
    }

    fn shown(&self) -> QueueContent<'a> {
        match self.consoles.queue().view() {
            QueueView::Questions => self.questions(),
            QueueView::Broadcasts => self.announcements(),
        }
    }

    fn body(&self, area: Rect, buffer: &mut Buffer) {
        let shown = self.shown();
        let [list, detail] = Self::halves(&shown, area);
        self.list(&shown, list, buffer);
        self.detail(&shown.selected, detail, buffer);
    }

    fn halves(shown: &QueueContent<'_>, area: Rect) -> [Rect; 2] {
        if area.width >= SIDE_BY_SIDE_COLUMNS {
            Layout::horizontal([Constraint::Percentage(50), Constraint::Min(0)]).areas(area)
        } else {
            let most = (area.height * 2 / 5).clamp(LIST_LINES.0, LIST_LINES.1);
            let lines = u16::try_from(shown.rows.len() + 2).unwrap_or(u16::MAX).clamp(3, most);
            Layout::vertical([Constraint::Length(lines), Constraint::Min(3)]).areas(area)
        }
    }

    fn questions(&self) -> QueueContent<'a> {
        let all = self.consoles.questions();
        let at = self.consoles.queue().question_at(&all);
        let waiting = self.consoles.waiting_questions();
        let answered = all.iter().filter(|queued| queued.asked.answer().is_some()).count();
        let left = all.len().saturating_sub(waiting + answered);
        let gaps = [("waiting", waiting.into()), ("answered", answered.into()), ("left", left.into())];
        QueueContent {
            title: self.words.say("console-queue-title", &gaps),
            rows: all.iter().map(|queued| self.question_row(queued)).collect(),
            at,
            selected: Selected::Question(all.get(at).copied()),
        }
    }

    fn announcements(&self) -> QueueContent<'a> {
        let all = self.consoles.announcements();
        let at = self.consoles.queue().announcement_at(&all);
        QueueContent {
            title: self.words.say("console-queue-told-title", &[("count", all.len().into())]),
            rows: all.iter().map(|queued| self.announcement_row(queued)).collect(),
            at,
            selected: Selected::Broadcast(all.into_iter().nth(at)),
        }
    }

    fn list(&self, shown: &QueueContent<'_>, area: Rect, buffer: &mut Buffer) {
        let QueueContent { title, rows, at, .. } = shown;
        let title = truncate(&format!(" {title} "), usize::from(area.width).saturating_sub(2)).into_owned();
        let block = Block::bordered()
            .border_style(self.palette.heading())
            .title(Span::styled(title, self.palette.heading()));
        let inner = block.inner(area).inner(Margin::new(1, 0));
        block.render(area, buffer);
        let excerpt = Excerpt::around(*at, rows.len(), usize::from(inner.height));
        let state = rows.iter().map(|row| width(&row.state)).max().unwrap_or(0);
        let who = rows.iter().map(|row| width(&row.who)).max().unwrap_or(0);
        let columns = usize::from(inner.width);
        for ((place, row), line) in rows.iter().enumerate().skip(excerpt.first()).zip(inner.rows()) {
            let symbol = if place == *at { '›' } else { ' ' };
            let text = format!(
                "{symbol}{}{}  {}  {}",
                " ".repeat(MARK_COLUMNS + 1),
                pad_end(&row.who, who),
                pad_end(&row.state, state),
                row.text,
            );
            let style = if place == *at { self.palette.selected() } else { row.style };
            Line::styled(pad_end(&truncate(&text, columns), columns), style).render(line, buffer);
            let mark = Rect { x: line.x + 1, width: line.width.saturating_sub(1), ..line };
            Line::from(GameMark::of(row.game).span(self.palette)).render(mark, buffer);
        }
        mark_on_frame(excerpt.mark(), area, self.palette, buffer);
    }

    fn detail(&self, selected: &Selected<'_>, area: Rect, buffer: &mut Buffer) {
        let block = Block::bordered().border_style(self.palette.faint());
        let inner = block.inner(area).inner(Margin::new(1, 0));
        block.render(area, buffer);
        let columns = usize::from(inner.width);
        let lines = match selected {
            Selected::Question(queued) => self.question_text(queued.as_ref(), columns),
            Selected::Broadcast(broadcast) => self.announcement_text(broadcast.as_ref(), columns),
        };
        let excerpt = Excerpt::from(self.consoles.queue().top(), lines.len(), usize::from(inner.height));
        ishigaki_screen::lines(lines.into_iter().skip(excerpt.first()), inner, buffer);
        mark_on_frame(excerpt.mark(), area, self.palette, buffer);
    }

    fn question_row(&self, queued: &QueuedQuestion<'a>) -> Row<'a> {
        let QueuedQuestion { console, game, asked } = *queued;
        let is_sent = console.is_answering(asked);
        let (key, style) = match (asked.answer(), game.answer_read_by_asker(asked)) {
            _ if is_sent => ("console-queue-sent", self.palette.good()),
            (None, _) if queued.awaits_answer() => ("console-queue-waits", self.palette.warning()),
            (None, _) => ("shared-question-state-unanswered", self.palette.faint()),
            (Some(Answer { to_all: true, .. }), Some(true)) => {
                ("console-queue-to-all-read", self.palette.faint())
            }
            (Some(Answer { to_all: true, .. }), _) => ("console-queue-to-all", Style::new()),
            (Some(_), Some(true)) => ("console-queue-read", self.palette.faint()),
            (Some(_), _) => ("console-queue-answered", Style::new()),
        };
        Row {
            state: self.words.say(key, &[("time", elapsed(queued.age()).into())]),
            game: console.game_id(),
            who: self.words.short_names(game.setup(), MAX_NAME_COLUMNS).of(asked.team).to_owned(),
            text: clean(asked.text.text()).into_owned(),
            style,
        }
    }

    fn announcement_row(&self, queued: &QueuedMessage<'a>) -> Row<'a> {
        let broadcast = &queued.broadcast;
        let of = broadcast.read_by.len() + broadcast.unread_by.len();
        let gaps = [("read", broadcast.read_by.len().into()), ("of", of.into())];
        let who = match broadcast.teams {
            [] => self.words.label("console-queue-all"),
            [team] => self.words.short_names(queued.game.setup(), MAX_NAME_COLUMNS).of(*team).to_owned(),
            teams => self.words.say("console-queue-some", &[("count", teams.len().into())]),
        };
        Row {
            state: self.words.say("console-queue-read-by", &gaps),
            game: queued.console.game_id(),
            who,
            text: clean(self.words.announcement(broadcast.text)).into_owned(),
            style: if broadcast.unread_by.is_empty() { self.palette.faint() } else { Style::new() },
        }
    }

    fn question_text(&self, queued: Option<&QueuedQuestion<'_>>, columns: usize) -> Vec<Line<'static>> {
        let Some(&QueuedQuestion { console, game, asked }) = queued else {
            return plain(&self.words.label("console-queue-no-questions"), columns);
        };
        let ago = |at| console.since(at).map(elapsed).unwrap_or_default();
        let gaps = [
            ("team", self.words.team(game.setup(), asked.team).into()),
            ("question", asked.number.0.into()),
            ("game", clean(console.game_id()).into_owned().into()),
            ("at", game_clock(asked.at).into()),
            ("ago", ago(asked.at).into()),
        ];
        let mut lines = self.heading(&self.words.say("console-queue-question", &gaps), columns);
        lines.extend(indented(asked.text.text(), Style::new(), columns));
        for (place, answer) in asked.answers.iter().rev().enumerate() {
            let key = match (place, answer.to_all) {
                (0, false) => "console-queue-answer",
                (0, true) => "console-queue-answer-to-all",
                (_, false) => "console-queue-corrected",
                (_, true) => "console-queue-corrected-to-all",
            };
            let gaps = [("at", game_clock(answer.at).into()), ("ago", ago(answer.at).into())];
            let mut sentence = self.words.say(key, &gaps);
            if place == 0 {
                let is_read = game.answer_read_by_asker(asked) == Some(true);
                let read = if is_read { "console-queue-is-read" } else { "console-queue-is-unread" };
                sentence = format!("{sentence} {}", self.words.label(read));
            }
            lines.extend(self.heading(&sentence, columns));
            let style = if place == 0 { Style::new() } else { self.palette.faint() };
            lines.extend(indented_texts([answer.text.english(), answer.text.japanese()], style, columns));
        }
        lines
    }

    fn announcement_text(&self, queued: Option<&QueuedMessage<'_>>, columns: usize) -> Vec<Line<'static>> {
        let Some(QueuedMessage { console, game, broadcast, .. }) = queued else {
            return plain(&self.words.label("console-queue-no-announcements"), columns);
        };
        let ago = console.since(broadcast.at).map(elapsed).unwrap_or_default();
        let gaps = [
            ("teams", self.words.teams(game.setup(), broadcast.teams.iter().copied()).into()),
            ("game", clean(console.game_id()).into_owned().into()),
            ("at", game_clock(broadcast.at).into()),
            ("ago", ago.into()),
        ];
        let key =
            if broadcast.teams.is_empty() { "console-queue-told-to-all" } else { "console-queue-told-to" };
        let mut lines = self.heading(&self.words.say(key, &gaps), columns);
        if let Some(asked) = broadcast.asked {
            let asked = clean(asked.text()).into_owned();
            lines.extend(plain(&self.words.say("console-queue-quotes", &[("asked", asked.into())]), columns));
        }
        lines.extend(indented_texts(
            [broadcast.text.english(), broadcast.text.japanese()],
            Style::new(),
            columns,
        ));
        for (key, teams, style) in [
            ("console-queue-have-read", &broadcast.read_by, self.palette.good()),
            ("console-queue-have-not-read", &broadcast.unread_by, self.palette.warning()),
        ] {
            if !teams.is_empty() {
                let gaps = [
                    ("teams", self.words.teams(game.setup(), teams.iter().copied()).into()),
                    ("count", teams.len().into()),
                ];
                let reader_lines = wrap(&self.words.say(key, &gaps), columns).into_iter();
                lines.extend(reader_lines.map(|line| Line::styled(line, style)));
            }
        }
        lines
    }

    fn heading(&self, text: &str, columns: usize) -> Vec<Line<'static>> {
        wrap(text, columns).into_iter().map(|line| Line::styled(line, self.palette.heading())).collect()
    }

    fn notice(&self, columns: u16) -> Vec<Line<'static>> {
        match self.consoles.notice_with_console() {
            Some((console, notice)) if *notice != Notice::Copied && !console.game_id().is_empty() => {
                self.painter(console).notice_of_game(columns)
            }
            Some((console, _)) => self.painter(console).notice_lines(columns),
            None => self.painter(self.consoles.lobby()).notice_lines(columns),
        }
    }

    fn hints(&self, columns: usize) -> Vec<Line<'static>> {
        let hint = |binding: &Binding| {
            let need = match binding.intent {
                Intent::Help | Intent::Accept => Need::Vital,
                Intent::Cancel => Need::Firm,
                _ => Need::Usual,
            };
            let meaning = self.words.label(binding.label);
            Some(Hint { key: binding.keys.first()?.to_string(), meaning, need })
        };
        let useful = Context::Queue.bindings();
        let useful = useful.filter(|binding| self.consoles.is_offered_in_queue(binding.intent));
        foot(useful.filter_map(hint).collect(), columns, 2, self.palette)
    }
}

fn plain(text: &str, columns: usize) -> Vec<Line<'static>> {
    wrap(text, columns).into_iter().map(Line::from).collect()
}

fn indented(text: &str, style: Style, columns: usize) -> Vec<Line<'static>> {
    let lines = wrap(&clean(text), columns.saturating_sub(INDENT_COLUMNS)).into_iter();
    lines.map(|line| Line::styled(format!("{:INDENT_COLUMNS$}{line}", ""), style)).collect()
}

fn indented_texts(texts: [Option<&str>; 2], style: Style, columns: usize) -> Vec<Line<'static>> {
    texts.into_iter().flatten().flat_map(|text| indented(text, style, columns)).collect()
}

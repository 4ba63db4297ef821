//! The queue of questions and the announcements of all games that are watched: a list, and the whole of what is selected in it.
//! Where a game is in front, its head stays above: its clock goes on.

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

/// The most columns of a team's name in the list.
const NAME: usize = 14;
/// The columns of a game's mark with a blank around it.
const MARK: usize = 6;
/// From so many columns on, the text of what is selected stands beside the list.
const BESIDE: u16 = 150;
/// The most lines of the list where the text stands below it: a part of the room, and never fewer than these.
const LIST: (u16, u16) = (5, 12);
/// The columns by which what belongs to a heading is set in.
const INDENT: usize = 2;

/// A row of the list: its state, its game, whose it is, its text.
struct Row<'a> {
    state: String,
    game: &'a str,
    who: String,
    text: String,
    style: Style,
}

/// Content of the screen: the list with its title, and what is selected in it.
struct QueueContent<'a> {
    title: String,
    rows: Vec<Row<'a>>,
    at: usize,
    selected: Selected<'a>,
}

/// Selection in the list, if there is one.
enum Selected<'a> {
    Question(Option<QueuedQuestion<'a>>),
    Told(Option<QueuedMessage<'a>>),
}

/// Painting context of the queue.
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
        if let Some(speaker) = self.consoles.speaker() {
            self.painter(speaker).dialog(area, buffer);
        }
    }

    /// Head, body, notice and foot.
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

    /// The place in the queue of what stands in a place of the screen; `None` if nothing of it does.
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
            QueueView::Told => self.announcements(),
        }
    }

    /// The list, and below or beside it the whole of what is selected.
    fn body(&self, area: Rect, buffer: &mut Buffer) {
        let shown = self.shown();
        let [list, detail] = Self::halves(&shown, area);
        self.list(&shown, list, buffer);
        self.detail(&shown.selected, detail, buffer);
    }

    /// Returns the areas of the list and of what is selected in it.
    fn halves(shown: &QueueContent<'_>, area: Rect) -> [Rect; 2] {
        if area.width >= BESIDE {
            Layout::horizontal([Constraint::Percentage(50), Constraint::Min(0)]).areas(area)
        } else {
            let most = (area.height * 2 / 5).clamp(LIST.0, LIST.1);
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
            rows: all.iter().map(|one| self.announcement_row(one)).collect(),
            at,
            selected: Selected::Told(all.into_iter().nth(at)),
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
            let sign = if place == *at { '›' } else { ' ' };
            let text = format!(
                "{sign}{}{}  {}  {}",
                " ".repeat(MARK + 1),
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

    /// The whole of what is selected, from the line on that it is scrolled to.
    fn detail(&self, selected: &Selected<'_>, area: Rect, buffer: &mut Buffer) {
        let block = Block::bordered().border_style(self.palette.faint());
        let inner = block.inner(area).inner(Margin::new(1, 0));
        block.render(area, buffer);
        let columns = usize::from(inner.width);
        let lines = match selected {
            Selected::Question(queued) => self.question_text(queued.as_ref(), columns),
            Selected::Told(told) => self.announcement_text(told.as_ref(), columns),
        };
        let excerpt = Excerpt::from(self.consoles.queue().top(), lines.len(), usize::from(inner.height));
        ishigaki_screen::lines(lines.into_iter().skip(excerpt.first()), inner, buffer);
        mark_on_frame(excerpt.mark(), area, self.palette, buffer);
    }

    fn question_row(&self, queued: &QueuedQuestion<'a>) -> Row<'a> {
        let QueuedQuestion { console, game, asked } = *queued;
        let is_sent = console.is_answering(asked);
        let (key, style) = match (asked.answer(), game.has_read_answer(asked)) {
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
            who: self.words.short_names(game.setup(), NAME).of(asked.team).to_owned(),
            text: clean(asked.text.text()).into_owned(),
            style,
        }
    }

    fn announcement_row(&self, one: &QueuedMessage<'a>) -> Row<'a> {
        let told = &one.told;
        let of = told.read_by.len() + told.unread_by.len();
        let gaps = [("read", told.read_by.len().into()), ("of", of.into())];
        let who = match told.teams {
            [] => self.words.label("console-queue-all"),
            [team] => self.words.short_names(one.game.setup(), NAME).of(*team).to_owned(),
            teams => self.words.say("console-queue-some", &[("count", teams.len().into())]),
        };
        Row {
            state: self.words.say("console-queue-read-by", &gaps),
            game: one.console.game_id(),
            who,
            text: clean(self.words.announcement(told.text)).into_owned(),
            style: if told.unread_by.is_empty() { self.palette.faint() } else { Style::new() },
        }
    }

    /// The question with its answers, the one that counts on top.
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
        lines.extend(set_in(asked.text.text(), Style::new(), columns));
        for (place, answer) in asked.answers.iter().rev().enumerate() {
            let key = match (place, answer.to_all) {
                (0, false) => "console-queue-answer",
                (0, true) => "console-queue-answer-to-all",
                (_, false) => "console-queue-corrected",
                (_, true) => "console-queue-corrected-to-all",
            };
            let gaps = [("at", game_clock(answer.at).into()), ("ago", ago(answer.at).into())];
            let mut says = self.words.say(key, &gaps);
            if place == 0 {
                let is_read = game.has_read_answer(asked) == Some(true);
                let read = if is_read { "console-queue-is-read" } else { "console-queue-is-unread" };
                says = format!("{says} {}", self.words.label(read));
            }
            lines.extend(self.heading(&says, columns));
            let style = if place == 0 { Style::new() } else { self.palette.faint() };
            lines.extend(texts([answer.text.english(), answer.text.japanese()], style, columns));
        }
        lines
    }

    /// The announcement in both languages, and who has read it.
    fn announcement_text(&self, one: Option<&QueuedMessage<'_>>, columns: usize) -> Vec<Line<'static>> {
        let Some(QueuedMessage { console, game, told, .. }) = one else {
            return plain(&self.words.label("console-queue-no-announcements"), columns);
        };
        let ago = console.since(told.at).map(elapsed).unwrap_or_default();
        let gaps = [
            ("teams", self.words.teams(game.setup(), told.teams.iter().copied()).into()),
            ("game", clean(console.game_id()).into_owned().into()),
            ("at", game_clock(told.at).into()),
            ("ago", ago.into()),
        ];
        let key = if told.teams.is_empty() { "console-queue-told-to-all" } else { "console-queue-told-to" };
        let mut lines = self.heading(&self.words.say(key, &gaps), columns);
        if let Some(asked) = told.asked {
            let asked = clean(asked.text()).into_owned();
            lines.extend(plain(&self.words.say("console-queue-quotes", &[("asked", asked.into())]), columns));
        }
        lines.extend(texts([told.text.english(), told.text.japanese()], Style::new(), columns));
        for (key, teams, style) in [
            ("console-queue-have-read", &told.read_by, self.palette.good()),
            ("console-queue-have-not-read", &told.unread_by, self.palette.warning()),
        ] {
            if !teams.is_empty() {
                let gaps = [
                    ("teams", self.words.teams(game.setup(), teams.iter().copied()).into()),
                    ("count", teams.len().into()),
                ];
                let says = wrap(&self.words.say(key, &gaps), columns).into_iter();
                lines.extend(says.map(|line| Line::styled(line, style)));
            }
        }
        lines
    }

    fn heading(&self, text: &str, columns: usize) -> Vec<Line<'static>> {
        wrap(text, columns).into_iter().map(|line| Line::styled(line, self.palette.heading())).collect()
    }

    /// Returns what is told of any game, with the game.
    fn notice(&self, columns: u16) -> Vec<Line<'static>> {
        match self.consoles.told() {
            Some((console, notice)) if *notice != Notice::Copied && !console.game_id().is_empty() => {
                self.painter(console).notice_of_game(columns)
            }
            Some((console, _)) => self.painter(console).notice_lines(columns),
            None => self.painter(self.consoles.lobby()).notice_lines(columns),
        }
    }

    /// Returns what can be done now, with its keys.
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

/// A foreign text below its heading.
fn set_in(text: &str, style: Style, columns: usize) -> Vec<Line<'static>> {
    let lines = wrap(&clean(text), columns.saturating_sub(INDENT)).into_iter();
    lines.map(|line| Line::styled(format!("{:INDENT$}{line}", ""), style)).collect()
}

/// Returns what is said in each language in which it is.
fn texts(said: [Option<&str>; 2], style: Style, columns: usize) -> Vec<Line<'static>> {
    said.into_iter().flatten().flat_map(|text| set_in(text, style, columns)).collect()
}

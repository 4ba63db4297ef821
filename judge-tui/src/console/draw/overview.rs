//! The list of all games: state, and next step of the judge.

use ishigaki_client::judging::NextStep;
use ishigaki_client::listing::Listed;
use ishigaki_rules::{Game, Phase};
use ishigaki_screen::{GameMark, Hint, Need, Palette, foot, wrap};
use ishigaki_words::columns::{clean, pad_end, truncate, truncate_start};
use ishigaki_words::{Align, Table, Words, countdown};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use super::Painter;
use crate::console::consoles::Consoles;
use crate::console::keymap::{ActKind, Binding, Context, Intent};
use crate::console::notice::Notice;
use crate::console::state::State;
use crate::console::update::offer;
use crate::sentences;
use ishigaki_screen::Contact;

/// The end of an id is kept, because it distinguishes the games of one event.
const MAX_ID_COLUMNS: usize = 12;
const MARK_COLUMNS: usize = 7;
const MAX_STAGE_COLUMNS: usize = 20;
const MIN_COLUMNS_FOR_WORDS: usize = 64;
const MIN_COLUMNS_FOR_TITLES: usize = 100;
const MIN_COLUMNS_FOR_TEAMS: usize = 140;

struct FigureTexts {
    stage: String,
    clock: String,
    sealed: String,
    next: String,
    questions: String,
}

pub(super) struct ListPainter<'a> {
    consoles: &'a Consoles,
    lobby: Painter<'a>,
    words: Words,
    palette: Palette,
}

impl<'a> ListPainter<'a> {
    pub(super) fn new(consoles: &'a Consoles, palette: Palette) -> Self {
        let state = consoles.lobby();
        let words = state.words;
        Self { consoles, lobby: Painter { state, words, palette }, words, palette }
    }

    fn painter(&self, state: &'a State) -> Painter<'a> {
        Painter { state, words: self.words, palette: self.palette }
    }

    pub(super) fn screen(&self, area: Rect, buffer: &mut Buffer) {
        if !Painter::fits(area) {
            return self.lobby.too_small(area, buffer);
        }
        let [head, body, notice, foot] = self.sections(area);
        let mut head = head.rows();
        if let Some(row) = head.next() {
            self.lobby.title(row, buffer);
        }
        for (line, row) in self.alone_bar(area.width).into_iter().zip(head) {
            line.render(row, buffer);
        }
        let mut block = Block::bordered().border_style(self.palette.heading()).title(self.title());
        let inner = block.inner(body).inner(Margin::new(1, 0));
        let overview = self.consoles.overview();
        if let Some(rest) =
            self.rest(overview.games().map_or(0, <[Listed]>::len), overview.at(), inner.height)
        {
            block = block.title_bottom(Line::from(rest).right_aligned());
        }
        block.render(body, buffer);
        match overview.games() {
            None => Self::text(&self.lobby.await_server(), inner, buffer),
            Some([]) => Self::text(&self.words.label("console-pick-none"), inner, buffer),
            Some(games) => self.games(games, overview.at(), inner, buffer),
        }
        ishigaki_screen::lines(self.notice(area.width), notice, buffer);
        ishigaki_screen::lines(self.hints(usize::from(area.width)), foot, buffer);
        if let Some(active_console) = self.consoles.active_console() {
            self.painter(active_console).dialog(area, buffer);
        }
    }

    pub(super) fn game_at(&self, area: Rect, place: Position) -> Option<usize> {
        let [_, body, ..] = self.sections(area);
        let inner = Block::bordered().inner(body);
        let row = usize::from(place.y.checked_sub(inner.y)?).checked_sub(1)?;
        let overview = self.consoles.overview();
        let at = first(overview.at(), inner.height) + row;
        (inner.contains(place) && at < overview.games()?.len()).then_some(at)
    }

    fn sections(&self, area: Rect) -> [Rect; 4] {
        let lines = |lines: Vec<Line<'_>>| u16::try_from(lines.len()).unwrap_or(1);
        Layout::vertical([
            Constraint::Length(1 + lines(self.alone_bar(area.width))),
            Constraint::Min(3),
            Constraint::Length(lines(self.notice(area.width))),
            Constraint::Length(lines(self.hints(usize::from(area.width)))),
        ])
        .areas(area)
    }

    fn alone_bar(&self, columns: u16) -> Vec<Line<'static>> {
        self.lobby.alone_bar(self.consoles.is_alone(), columns)
    }

    fn title(&self) -> Span<'static> {
        let count = self.consoles.waiting_game_count();
        let title = self.words.say("console-overview-title", &[("count", count.into())]);
        let waiting = self.consoles.waiting_questions();
        let key = Context::Pick.bindings().find(|binding| binding.intent == Intent::Questions);
        let key = key.and_then(|binding| binding.keys.first()).filter(|_| waiting > 0);
        let questions = key.map(|key| {
            let sentence = self.words.say("console-overview-questions", &[("count", waiting.into())]);
            format!(" │ {sentence} [{key}]")
        });
        Span::styled(format!(" {title}{} ", questions.unwrap_or_default()), self.palette.heading())
    }

    fn rest(&self, all: usize, at: usize, lines: u16) -> Option<Span<'static>> {
        let above = first(at, lines);
        let below = all.saturating_sub(above + room(lines));
        let gaps = [("above", above.into()), ("below", below.into())];
        (above + below > 0).then(|| {
            Span::styled(
                format!(" {} ", self.words.say("console-overview-rest", &gaps)),
                self.palette.heading(),
            )
        })
    }

    fn text(text: &str, area: Rect, buffer: &mut Buffer) {
        let text = wrap(text, usize::from(area.width));
        ishigaki_screen::lines(text.into_iter().map(Line::from), area, buffer);
    }

    fn notice(&self, columns: u16) -> Vec<Line<'static>> {
        match self.consoles.notice_with_console() {
            // The copy's notice concerns no single game.
            Some((console, notice)) if *notice != Notice::Copied && !console.game_id().is_empty() => {
                self.painter(console).notice_of_game(columns)
            }
            Some((console, _)) => self.painter(console).notice_lines(columns),
            None => self.lobby.notice_lines(columns),
        }
    }

    fn table(&self, games: &[Listed], at: usize, columns: usize) -> Table {
        let (has_titles, has_teams) = (columns >= MIN_COLUMNS_FOR_TITLES, columns >= MIN_COLUMNS_FOR_TEAMS);
        let blank = " ".repeat(MARK_COLUMNS + 2);
        let column = |key: &str, align: Align| (self.words.label(key), align);
        let has_words = columns >= MIN_COLUMNS_FOR_WORDS;
        let stage_at = if has_words { 1 } else { 2 };
        let mut heads = vec![(format!("{blank}{}", self.words.label("lint-word-game")), Align::Start)];
        heads.extend((!has_words).then(|| (String::new(), Align::Start)));
        heads.push(column("console-head-phase", Align::Start));
        heads.push(column("console-head-clock", Align::End));
        if has_words {
            heads.push(column("console-head-sealed", Align::End));
            heads.push(column("console-head-next", Align::Start));
        }
        // Without questions the column is omitted.
        let has_questions = games.iter().any(|game| self.questions(game) > 0);
        if has_questions {
            heads.insert(stage_at + 1, column("console-head-questions", Align::End));
        }
        heads.extend(has_titles.then(|| column("console-head-title", Align::Start)));
        heads.extend(has_teams.then(|| column("console-head-teams", Align::Start)));
        // The server of a game matters only if there are several.
        let has_servers = has_teams && games.iter().any(|game| game.server.is_some());
        heads.extend(has_servers.then(|| column("shared-server", Align::Start)));
        let most = if has_titles { 2 * MAX_ID_COLUMNS } else { MAX_ID_COLUMNS };
        let shifted = usize::from(has_questions);
        let mut table = Table::new(heads).at_most(stage_at, MAX_STAGE_COLUMNS);
        if has_teams {
            table = table.at_most(5 + shifted, columns / 5);
        }
        if has_servers {
            table = table.at_most(6 + shifted, columns / 5);
        }
        for (place, game) in games.iter().enumerate() {
            let symbol = if place == at { '›' } else { ' ' };
            let id = clean(&game.game);
            let mut row =
                vec![format!("{symbol}{}{}", " ".repeat(MARK_COLUMNS + 1), truncate_start(&id, most))];
            let FigureTexts { stage, clock, sealed, next, questions } = self.figures(game, games, has_words);
            if has_words {
                row.extend([stage, clock, sealed, next]);
            } else {
                row.extend([next, stage, clock]);
            }
            if has_questions {
                row.insert(stage_at + 1, questions);
            }
            row.extend(has_titles.then(|| sentences::title(game, &self.words)));
            row.extend(has_teams.then(|| self.teams(game)));
            let server = || game.server.as_deref().map(clean).unwrap_or_default().into_owned();
            row.extend(has_servers.then(server));
            table.row(row);
        }
        table
    }

    fn games(&self, games: &[Listed], at: usize, area: Rect, buffer: &mut Buffer) {
        let columns = usize::from(area.width);
        let table = self.table(games, at, columns);
        let first = first(at, area.height);
        for ((place, line), row) in table
            .lines()
            .into_iter()
            .enumerate()
            .filter(|(place, _)| *place == 0 || *place > first)
            .zip(area.rows())
        {
            let Some((place, game)) = place.checked_sub(1).and_then(|place| Some((place, games.get(place)?)))
            else {
                Line::styled(truncate(&line, columns).into_owned(), self.palette.faint()).render(row, buffer);
                continue;
            };
            let style = if place == at { self.palette.selected() } else { self.style(game) };
            Line::styled(pad_end(&truncate(&line, columns), columns), style).render(row, buffer);
            let mark = Rect { x: row.x + 2, width: row.width.saturating_sub(2), ..row };
            Line::from(GameMark::of(&game.game).span(self.palette)).render(mark, buffer);
        }
    }

    fn style(&self, game: &Listed) -> Style {
        let console = self.consoles.console(&game.game);
        match console.map(|console| console.watched.contact()) {
            Some(Contact::Lost { .. } | Contact::Closed(_) | Contact::Inconsistent(_)) => {
                self.palette.alarm()
            }
            _ if self.consoles.wanted_act(&game.game).is_some() => self.palette.warning(),
            _ if !game.is_under_way() => self.palette.faint(),
            _ => Style::new(),
        }
    }

    fn figures(&self, listed: &Listed, games: &[Listed], has_words: bool) -> FigureTexts {
        let console = self.consoles.console(&listed.game);
        let Some((console, game)) = console.and_then(|console| Some((console, console.game()?))) else {
            let clock =
                listed.standing.and_then(|standing| standing.remaining_ms).map(ishigaki_rules::Millis);
            let clock = clock.map(countdown).unwrap_or_default();
            let next =
                if listed.is_waiting() { self.key(Intent::StartGame, has_words) } else { String::new() };
            let stage = self.listed_stage(listed, games);
            return FigureTexts { stage, clock, sealed: String::new(), next, questions: String::new() };
        };
        let step = NextStep::of(Some(game), console.programme_entry.spare());
        let sealed = match &step {
            NextStep::AwaitLists { sealed, of } => format!("{sealed}/{of}"),
            NextStep::AwaitRebids { teams } => {
                let sealed = game.current_round().map_or(0, |record| record.sealed_raises.len());
                format!("{sealed}/{}", sealed + teams.len())
            }
            _ => String::new(),
        };
        // A guess is marked as in the game's own console.
        let clock = console.time_left().map(|time| {
            let guess = if time.is_guess { "?" } else { "" };
            format!("{}{guess}", countdown(time.left))
        });
        let clock = clock.unwrap_or_default();
        let next =
            if has_words { self.next_text(console, listed) } else { self.short_next_text(console, listed) };
        let questions = self.questions(listed);
        let questions = if questions > 0 { format!("{questions}?") } else { String::new() };
        FigureTexts { stage: self.stage(game), clock, sealed, next, questions }
    }

    fn questions(&self, listed: &Listed) -> usize {
        self.consoles.console(&listed.game).map_or(0, State::waiting_questions)
    }

    fn next_text(&self, console: &State, listed: &Listed) -> String {
        let next = if !matches!(console.watched.contact(), Contact::Live) {
            Painter { state: console, words: self.words, palette: self.palette }
                .contact()
                .content
                .into_owned()
        } else if console.pending().next().is_some() {
            self.words.label("console-overview-on-its-way")
        } else {
            let wanted = self.consoles.wanted_act(&listed.game);
            wanted.map(|kind| self.key(Intent::Begin(kind), true)).unwrap_or_default()
        };
        let is_bad = console.notice().is_some_and(Notice::is_bad);
        if is_bad { format!("! {next}") } else { next }
    }

    fn short_next_text(&self, console: &State, listed: &Listed) -> String {
        let is_bad = console.notice().is_some_and(Notice::is_bad);
        if is_bad || !matches!(console.watched.contact(), Contact::Live) {
            "!".to_owned()
        } else if console.pending().next().is_some() {
            "...".to_owned()
        } else {
            let wanted = self.consoles.wanted_act(&listed.game);
            wanted.map(|kind| self.key(Intent::Begin(kind), false)).unwrap_or_default()
        }
    }

    fn key(&self, intent: Intent, has_words: bool) -> String {
        let binding = Context::Pick.bindings().find(|binding| binding.intent == intent);
        let key = binding.and_then(|binding| Some((binding.keys.first()?, self.words.label(binding.label))));
        let text =
            key.map(|(key, label)| if has_words { format!("[{key}] {label}") } else { format!("[{key}]") });
        text.unwrap_or_default()
    }

    fn stage(&self, game: &Game) -> String {
        let round = game.rounds().last().map_or(1, |record| record.round.0);
        stage(&self.words, game.phase(), round, game.paused_since().is_some())
    }

    fn listed_stage(&self, listed: &Listed, games: &[Listed]) -> String {
        if listed.is_damaged {
            return self.words.label("console-game-damaged");
        }
        if listed.is_elsewhere {
            let is_held = listed.server.is_some();
            return self.words.label(if is_held { "console-game-elsewhere" } else { "console-game-nowhere" });
        }
        if let Some(standing) = listed.standing {
            let round = standing.round.map_or(1, |round| round.0);
            let stage = |phase| stage(&self.words, phase, round, standing.paused);
            return standing.phase.map(stage).unwrap_or_default();
        }
        let stands_in_for = |other: &&Listed| other.spare.as_deref() == Some(listed.game.as_str());
        match games.iter().find(stands_in_for) {
            Some(other) => {
                self.words.say("console-game-spare", &[("game", clean(&other.game).into_owned().into())])
            }
            None if listed.teams.is_empty() => sentences::teams(listed, &self.words),
            None => self.words.label("console-game-waits"),
        }
    }

    fn teams(&self, game: &Listed) -> String {
        if game.teams.is_empty() {
            return sentences::teams(game, &self.words);
        }
        let roster = &self.consoles.lobby().roster;
        let name = |code: &String| {
            let known = roster.iter().find(|team| team.code == *code).map(|team| &team.name);
            clean(known.unwrap_or(code)).into_owned()
        };
        self.words.list(game.teams.iter().map(name))
    }

    fn hints(&self, columns: usize) -> Vec<Line<'static>> {
        let next = self.next_act();
        let hint = |binding: &Binding| {
            let need = match binding.intent {
                Intent::Help => Need::Vital,
                Intent::Begin(kind) if Some(kind) == next => Need::Vital,
                Intent::Cancel => Need::Firm,
                Intent::Begin(_) => Need::Spare,
                _ => Need::Usual,
            };
            Some(Hint {
                key: binding.keys.first()?.to_string(),
                meaning: offer::meaning(self.consoles.lobby(), binding),
                need,
            })
        };
        let useful = Context::Pick.bindings().filter(|binding| self.consoles.is_offered(binding.intent));
        foot(useful.filter_map(hint).collect(), columns, 2, self.palette)
    }

    fn next_act(&self) -> Option<ActKind> {
        let selected = self.consoles.overview().selected()?;
        ActKind::of(&self.consoles.console(&selected.game)?.next_step())
    }
}

impl Painter<'_> {
    pub(super) fn notice_of_game(&self, columns: u16) -> Vec<Line<'static>> {
        let which = self.which_game();
        let used: usize = which.iter().map(Span::width).sum();
        let lines = self.notice_lines(columns.saturating_sub(u16::try_from(used).unwrap_or(columns)));
        let mut lines = lines.into_iter();
        let first = lines.next().map(|line| {
            let spans = line.spans.into_iter().map(|span| span.patch_style(line.style));
            Line::from(which.into_iter().chain(spans).collect::<Vec<_>>())
        });
        first.into_iter().chain(lines).collect()
    }
}

fn room(lines: u16) -> usize {
    usize::from(lines).saturating_sub(1).max(1)
}

fn first(at: usize, lines: u16) -> usize {
    (at + 1).saturating_sub(room(lines))
}

fn stage(words: &Words, phase: Phase, round: u32, paused: bool) -> String {
    let of_round = |key: &str, round: u32| words.say(key, &[("round", round.into())]);
    let stage = match phase {
        Phase::Ready { next } => of_round("console-stage-ready", next.0),
        Phase::Bidding { .. } => of_round("console-stage-bidding", round),
        Phase::Rebidding { .. } => of_round("console-stage-rebidding", round),
        Phase::Confirming => of_round("console-stage-confirming", round),
        Phase::Building => words.label("console-stage-building"),
        Phase::Countdown { .. } => words.label("console-stage-countdown"),
        Phase::Ended => words.label("console-stage-ended"),
        Phase::Declared => words.label("console-stage-declared"),
        Phase::Abandoned => words.label("console-standings-abandoned"),
    };
    if !paused {
        return stage;
    }
    words.say("console-stage-paused", &[("stage", stage.into())])
}

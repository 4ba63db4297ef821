//! Workshop panel: differences, figures, board with ghost, tray, and why the ghost doesn't fit.

mod board;
mod speech;
mod tray;

use ishigaki_rules::Game;
use ishigaki_words::columns::truncate;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::tui::keymap::Intent;
use crate::tui::panel::Panel;
use crate::tui::work::Work;
use ishigaki_strategy::workshop::{DeltaStep, WallTotals, Workshop};

const TRAY: u16 = 20;
const GAP: u16 = 2;
const SPEECH: u16 = 3;

impl Painter<'_> {
    pub(super) fn workshop(&self, game: &Game, workshop: &Workshop, area: Rect, buffer: &mut Buffer) {
        let mut speech = self.speech(game, workshop, area.width);
        speech.truncate(usize::from(SPEECH));
        // The head of the screen may show it already.
        let is_shown = self.draft_standing(workshop).0.contains(&self.standing().0);
        let mark = u16::from(!is_shown);
        let most = SPEECH.min(area.height / 4);
        let frame = u16::try_from(workshop.site().frame().height()).unwrap_or(u16::MAX);
        // The board doesn't move when the text changes, unless rows would be hidden by empty lines.
        let is_tight = frame.saturating_add(1 + mark + most) > area.height;
        let used = u16::try_from(speech.len()).unwrap_or(most).min(most);
        let [mark, counts, body, below] = Layout::vertical([
            Constraint::Length(mark),
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(if is_tight { used } else { most }),
        ])
        .areas(area);
        if !is_shown {
            self.draft_mark(workshop, mark, buffer);
        }
        self.counts(game, workshop, counts, buffer);
        let most = body.width.saturating_sub(TRAY + GAP);
        let board = self.board(workshop, Rect { width: most, ..body }, buffer);
        let used = board.width.saturating_add(GAP).min(body.width);
        let beside = Rect { x: body.x + used, width: body.width - used, ..body };
        self.tray(game, workshop, beside, buffer);
        ishigaki_screen::lines(speech, below, buffer);
    }

    fn draft_mark(&self, workshop: &Workshop, row: Rect, buffer: &mut Buffer) {
        let (text, style) = self.draft_standing(workshop);
        Line::styled(truncate(&text, usize::from(row.width)).into_owned(), style).render(row, buffer);
    }

    pub(crate) fn draft_standing(&self, workshop: &Workshop) -> (String, Style) {
        let words = self.words;
        let loud = self.palette.alarm().add_modifier(Modifier::REVERSED);
        let awaited = self.state.watched.session.is_building();
        if awaited {
            let soon = self.palette.warning().add_modifier(Modifier::REVERSED);
            return (format!(" ▶ {} ", words.label("team-mark-sending")), soon);
        }
        if self.state.me().zip(self.state.game()).is_some_and(|(me, game)| !game.takes_part(me)) {
            return (format!(" !! {} ", self.standing().0), loud);
        }
        if !workshop.differs() {
            let key = if workshop.wall().is_empty() { "team-work-mark-none" } else { "team-work-mark-same" };
            // Never a success while the server lacks a submission.
            if self.state.has_lost() {
                return (format!("   {} ", words.label(key)), Style::new());
            }
            return (format!(" ✓ {} ", words.label(key)), self.palette.good());
        }
        if workshop.is_overtaken() && self.state.is_online() {
            let gaps = [
                self.hint_gap("take", Intent::Work(Work::TakeWall)),
                self.hint_gap("send", Intent::Work(Work::SendWall)),
            ];
            return (format!(" !! {} ", words.say("team-work-mark-overtaken", &gaps)), loud);
        }
        if self.state.is_end_near() {
            return (format!(" !! {} ", self.draft_differs(workshop)), loud);
        }
        (format!(" ▶ {} ", self.draft_differs(workshop)), Style::new())
    }

    pub(super) fn draft_differs(&self, workshop: &Workshop) -> String {
        let count = |is: fn(&DeltaStep) -> bool| workshop.steps().iter().filter(|step| is(step)).count();
        let gaps = [
            ("laid", count(|step| matches!(step, DeltaStep::Lay { .. })).into()),
            ("moved", count(|step| matches!(step, DeltaStep::Move { .. })).into()),
            ("out", count(|step| matches!(step, DeltaStep::TakeOut { .. })).into()),
            self.hint_gap("send", Intent::Work(Work::SendWall)),
            self.hint_gap("show", Intent::Show(Panel::Wall)),
        ];
        if !self.state.is_online() {
            return self.words.say("team-work-mark-wait", &gaps);
        }
        let is_urgent = self.state.is_end_near() || workshop.is_overtaken();
        let key = match (is_urgent, self.state.panel == Panel::Wall) {
            (true, true) => "team-work-mark-differs",
            (true, false) => "team-work-mark-differs-there",
            (false, true) => "team-work-mark-unsent",
            (false, false) => "team-work-mark-unsent-there",
        };
        self.words.say(key, &gaps)
    }

    fn counts(&self, game: &Game, workshop: &Workshop, row: Rect, buffer: &mut Buffer) {
        self.counted(game, workshop).render(row, buffer);
    }

    pub(crate) fn counted(&self, game: &Game, workshop: &Workshop) -> Line<'static> {
        let words = self.words;
        let score = self.state.me().and_then(|me| game.wall_score(me));
        let wall = score.map_or_else(WallTotals::default, |score| WallTotals {
            empty: score.empty,
            top_gaps: score.top_gaps,
            used: score.used,
        });
        let part = |key: &str, count: WallTotals| {
            let gaps =
                [("empty", count.empty.into()), ("gaps", count.top_gaps.into()), ("used", count.used.into())];
            words.say(key, &gaps)
        };
        let is_changed = workshop.differs();
        let style = if is_changed { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let draft = || Span::styled(part("team-work-count-draft", workshop.count()), style);
        // At most two parts, because more don't fit next to the panels.
        if workshop.layout().keys().any(|piece| piece.is_planned()) {
            let planned = part("team-work-count-plan", workshop.count_with_plan());
            return Line::from(vec![draft(), Span::styled(planned, self.palette.faint())]);
        }
        let saved = Span::raw(part("team-work-count-wall", wall));
        if is_changed { Line::from(vec![saved, draft()]) } else { saved.into() }
    }
}

//! Sheets: a panel as lines with their targets.

mod game;
mod groups;
mod roster;
mod round;
mod rulings;
mod why;

use ishigaki_printout::{Part, Printout};
use ishigaki_rules::TeamId;
use ishigaki_screen::wrap;
use ishigaki_tournament::{GroupGame, PlayerId, Round};
use ishigaki_words::Words;

use super::{NamedContest, NamedEvent, NamedStanding, Panel};

pub(super) use game::game_text;
pub(crate) use groups::shown_stage;
pub(super) use round::shown_round;
pub(super) use why::why;

/// Target of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineTarget {
    Player(PlayerId),
    Game(PlayerId, PlayerId),
    Team(TeamId),
    Group(GroupGame),
}

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Heading,
    Head,
    Row,
    Open,
    Note,
}

/// A line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
    pub text: String,
    pub kind: LineKind,
    pub target: Option<LineTarget>,
    pub head: Option<usize>,
}

/// A panel as lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PanelSheet {
    pub lines: Vec<SheetLine>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SheetSource<'a, E = NamedEvent<'a>> {
    pub(super) event: E,
    pub(super) words: Words,
    pub(super) columns: usize,
    pub(super) round: Option<Round>,
    pub(super) find: &'a str,
}

pub(super) trait SearchTarget: Copy {
    fn matches_search(self, target: LineTarget, named: &str, words: Words) -> bool;
}

impl SearchTarget for NamedEvent<'_> {
    fn matches_search(self, target: LineTarget, named: &str, words: Words) -> bool {
        match target {
            LineTarget::Player(player) => self.matches_name(player, named, words),
            LineTarget::Game(one, other) => {
                [one, other].iter().any(|player| self.matches_name(*player, named, words))
            }
            LineTarget::Team(_) | LineTarget::Group(_) => false,
        }
    }
}

impl SearchTarget for NamedContest<'_> {
    fn matches_search(self, target: LineTarget, named: &str, _: Words) -> bool {
        match target {
            LineTarget::Team(team) => self.matches_name(team, named),
            LineTarget::Group(game) => {
                let drawn = self.contest.drawn(game.stage);
                let group = drawn.and_then(|drawn| drawn.groups.get(game.group.index()));
                group.is_some_and(|group| group.teams.iter().any(|team| self.matches_name(*team, named)))
            }
            LineTarget::Player(_) | LineTarget::Game(..) => false,
        }
    }
}

impl PanelSheet {
    pub(super) fn of(panel: Panel, source: SheetSource<'_, NamedStanding<'_>>) -> Self {
        match source.event {
            NamedStanding::Leagues(event) => Self::of_leagues(panel, source.with(event)),
            NamedStanding::Groups(contest) => Self::of_groups(panel, source.with(contest)),
        }
    }

    fn of_leagues(panel: Panel, source: SheetSource<'_>) -> Self {
        let edition = source.event.edition(source.words);
        let mut sheet = Self::default();
        match panel {
            Panel::Roster => sheet.roster(source),
            Panel::Draw => match edition.draw() {
                Some(printout) => sheet.printout(&printout, source, |part, row| {
                    (part == 1).then(|| LineTarget::Player(PlayerId::at(row)))
                }),
                None => sheet.note(source, &source.words.label("tournament-no-draw")),
            },
            Panel::Round => sheet.round(source),
            Panel::Leagues => sheet.optional(edition.leagues(), "tournament-no-leagues", source),
            Panel::Standings => match (edition.standings(), source.event.tournament().flow()) {
                (Some(printout), Some(flow)) => {
                    let standings = flow.standings();
                    sheet.printout(&printout, source, |_, row| {
                        standings.get(row).map(|standing| LineTarget::Player(standing.player))
                    });
                }
                _ => sheet.note(source, &source.words.label("tournament-no-leagues")),
            },
            Panel::Bracket => sheet.optional(edition.bracket(), "tournament-no-leagues", source),
            Panel::Ranking => sheet.optional(edition.ranking(), "tournament-no-ranking", source),
            Panel::Rulings => sheet.rulings(NamedStanding::Leagues(source.event), source),
        }
        sheet
    }

    fn optional(
        &mut self,
        printout: Option<Printout>,
        missing: &str,
        source: SheetSource<'_, impl SearchTarget>,
    ) {
        match printout {
            Some(printout) => self.printout(&printout, source, |_, _| None),
            None => self.note(source, &source.words.label(missing)),
        }
    }

    fn printout(
        &mut self,
        printout: &Printout,
        source: SheetSource<'_, impl SearchTarget>,
        target: impl Fn(usize, usize) -> Option<LineTarget>,
    ) {
        self.heading(&printout.heading);
        for (at, part) in printout.parts.iter().enumerate() {
            match part {
                Part::Table(table) => {
                    self.heading(&table.heading);
                    let rows = (0..table.rows.len()).map(|row| (LineKind::Row, target(at, row)));
                    self.table(&table.lines_within(source.columns), rows, source);
                }
                Part::Bracket(node) => {
                    for line in node.lines() {
                        self.push(line, LineKind::Row, None, None);
                    }
                }
                // Cards and walls are for paper.
                Part::Cards { .. } | Part::Walls(_) => {}
            }
            self.blank();
        }
        for note in &printout.notes {
            self.note(source, note);
        }
    }

    fn table(
        &mut self,
        lines: &[String],
        rows: impl IntoIterator<Item = (LineKind, Option<LineTarget>)>,
        source: SheetSource<'_, impl SearchTarget>,
    ) {
        let Some((head, texts)) = lines.split_first() else { return };
        let place = self.lines.len();
        self.push(head.clone(), LineKind::Head, None, None);
        for (text, (kind, target)) in texts.iter().zip(rows) {
            if source.shows(target) {
                self.push(text.clone(), kind, target, Some(place));
            }
        }
    }

    fn heading(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(text.to_owned(), LineKind::Heading, None, None);
        }
    }

    fn note(&mut self, source: SheetSource<'_, impl SearchTarget>, text: &str) {
        for line in wrap(text, source.columns) {
            self.push(line, LineKind::Note, None, None);
        }
    }

    fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            self.push(String::new(), LineKind::Note, None, None);
        }
    }

    fn push(&mut self, text: String, kind: LineKind, target: Option<LineTarget>, head: Option<usize>) {
        self.lines.push(SheetLine { text, kind, target, head });
    }

    pub(super) fn position_of(&self, of: Option<LineTarget>) -> Option<usize> {
        let is_same = |line: &SheetLine| line.target.is_some() && line.target == of;
        let same = self.lines.iter().position(is_same);
        same.or_else(|| self.lines.iter().position(|line| line.target.is_some()))
    }

    /// Skips blank lines, headings, column heads and the lines before the first target; at an end of the
    /// sheet takes the nearest target.
    pub(super) fn step(&self, from: usize, by: isize) -> usize {
        let last = self.lines.len().saturating_sub(1);
        let at = from.saturating_add_signed(by).min(last);
        let is_skipped = |line: &SheetLine| {
            line.text.is_empty() || matches!(line.kind, LineKind::Heading | LineKind::Head)
        };
        let first = self.lines.iter().position(|line| line.target.is_some()).unwrap_or(0);
        let is_selectable = |at: &usize| self.lines.get(*at).is_some_and(|line| !is_skipped(line));
        let below = || (at.max(first)..=last).find(is_selectable);
        let above = || (first..=at).rev().find(is_selectable);
        let found = if by < 0 { above().or_else(below) } else { below().or_else(above) };
        found.unwrap_or(at)
    }
}

impl<'a, E> SheetSource<'a, E> {
    fn with<F>(self, event: F) -> SheetSource<'a, F> {
        let SheetSource { words, columns, round, find, .. } = self;
        SheetSource { event, words, columns, round, find }
    }
}

impl<E: SearchTarget> SheetSource<'_, E> {
    fn shows(self, target: Option<LineTarget>) -> bool {
        self.find.is_empty()
            || target.is_some_and(|target| self.event.matches_search(target, self.find, self.words))
    }
}

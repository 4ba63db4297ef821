//! Sheets: a panel in lines, each with whom it is about. Knows no ratatui.

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

/// Whom a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineTarget {
    Player(PlayerId),
    /// A game of the round that is shown.
    Game(PlayerId, PlayerId),
    Team(TeamId),
    Group(GroupGame),
}

/// Kind of a line, by which it is told from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// What a table or the whole is called.
    Heading,
    /// The heads of a table's columns.
    Head,
    Row,
    /// A row of something that is still to be done.
    Open,
    Note,
}

/// A line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
    pub text: String,
    pub kind: LineKind,
    /// Whom it is about.
    pub target: Option<LineTarget>,
    /// The place of the heads of its columns, if it is a row.
    pub head: Option<usize>,
}

/// A panel in lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PanelSheet {
    pub lines: Vec<SheetLine>,
}

/// What a sheet is made from: an event in leagues, or one in groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct SheetSource<'a, E = NamedEvent<'a>> {
    pub(super) event: E,
    pub(super) words: Words,
    /// The columns of the screen.
    pub(super) columns: usize,
    /// The round that is asked for; in groups the stage, from 1.
    pub(super) round: Option<Round>,
    /// Only rows about somebody who is called so, or has this number.
    pub(super) find: &'a str,
}

/// Whom an event's roster calls so.
pub(super) trait Roll: Copy {
    /// Whether a row is about somebody who is called so, or has this number.
    fn is_about(self, target: LineTarget, named: &str, words: Words) -> bool;
}

impl Roll for NamedEvent<'_> {
    fn is_about(self, target: LineTarget, named: &str, words: Words) -> bool {
        match target {
            LineTarget::Player(player) => self.is_called(player, named, words),
            LineTarget::Game(one, other) => {
                [one, other].iter().any(|player| self.is_called(*player, named, words))
            }
            LineTarget::Team(_) | LineTarget::Group(_) => false,
        }
    }
}

impl Roll for NamedContest<'_> {
    fn is_about(self, target: LineTarget, named: &str, _: Words) -> bool {
        match target {
            LineTarget::Team(team) => self.is_called(team, named),
            LineTarget::Group(game) => {
                let drawn = self.contest.drawn(game.stage);
                let group = drawn.and_then(|drawn| drawn.groups.get(game.group.index()));
                group.is_some_and(|group| group.teams.iter().any(|team| self.is_called(*team, named)))
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
            Panel::Rulings => sheet.rulings(source),
        }
        sheet
    }

    fn optional(&mut self, printout: Option<Printout>, missing: &str, source: SheetSource<'_, impl Roll>) {
        match printout {
            Some(printout) => self.printout(&printout, source, |_, _| None),
            None => self.note(source, &source.words.label(missing)),
        }
    }

    /// A printout with whom its rows are about, by the part and the row.
    fn printout(
        &mut self,
        printout: &Printout,
        source: SheetSource<'_, impl Roll>,
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
                // What is cut apart is for paper, and so are a game's walls.
                Part::Cards { .. } | Part::Walls(_) => {}
            }
            self.blank();
        }
        for note in &printout.notes {
            self.note(source, note);
        }
    }

    /// A table by its lines, the head first, with what its rows are.
    fn table(
        &mut self,
        lines: &[String],
        rows: impl IntoIterator<Item = (LineKind, Option<LineTarget>)>,
        source: SheetSource<'_, impl Roll>,
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

    /// A sentence in as many lines as it takes.
    fn note(&mut self, source: SheetSource<'_, impl Roll>, text: &str) {
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

    /// The line about somebody, or the first that is about anybody.
    pub(super) fn place(&self, of: Option<LineTarget>) -> Option<usize> {
        let is_same = |line: &SheetLine| line.target.is_some() && line.target == of;
        let same = self.lines.iter().position(is_same);
        same.or_else(|| self.lines.iter().position(|line| line.target.is_some()))
    }

    /// The line that is next from here, up or down: blank ones, headings, heads of columns and what stands above the first that
    /// is about anybody are passed over, and at an end of the sheet the nearest other one is taken.
    pub(super) fn step(&self, from: usize, by: isize) -> usize {
        let last = self.lines.len().saturating_sub(1);
        let at = from.saturating_add_signed(by).min(last);
        let is_passed_over = |line: &SheetLine| {
            line.text.is_empty() || matches!(line.kind, LineKind::Heading | LineKind::Head)
        };
        let first = self.lines.iter().position(|line| line.target.is_some()).unwrap_or(0);
        let stands = |at: &usize| self.lines.get(*at).is_some_and(|line| !is_passed_over(line));
        let below = || (at.max(first)..=last).find(stands);
        let above = || (first..=at).rev().find(stands);
        let found = if by < 0 { above().or_else(below) } else { below().or_else(above) };
        found.unwrap_or(at)
    }
}

impl<'a, E> SheetSource<'a, E> {
    /// The same of this event.
    fn with<F>(self, event: F) -> SheetSource<'a, F> {
        let SheetSource { words, columns, round, find, .. } = self;
        SheetSource { event, words, columns, round, find }
    }
}

impl<E: Roll> SheetSource<'_, E> {
    /// Whether a row about this shows: without a search all do, else those whose number is what is looked for, or who
    /// have it in a name, in kana or in the id.
    fn shows(self, target: Option<LineTarget>) -> bool {
        self.find.is_empty()
            || target.is_some_and(|target| self.event.is_about(target, self.find, self.words))
    }
}

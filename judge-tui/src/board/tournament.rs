//! An event on the board: what has arrived of it, and the sheets on which the hall sees it.
//!
//! Knows which printouts fit the stage of an event; how they look is decided elsewhere.

use std::time::Instant;

use ishigaki_client::{Connection, EventFolded, EventStanding, FeedError};
use ishigaki_printout::{GroupEdition, Printout};
use ishigaki_proto::wire;
use ishigaki_screen::{Contact, Digits, Watched};
use ishigaki_tournament::{Competition, GroupPhase, Stage, StageId};
use ishigaki_words::{Lang, Words};

use super::sheets::{PrintoutScreen, sheets};
use crate::event::{self, NamedEvent, NamedMirror};

/// An event on the board.
#[derive(Clone, Debug)]
pub struct TournamentShow {
    event: String,
    watched: Watched<NamedMirror>,
    sheets: Vec<PrintoutScreen>,
    /// For which language and room the sheets were cut; `None` if something has happened since.
    cut_for: Option<(Lang, usize, usize)>,
}

/// The lines of a head without figures.
const HEAD: u16 = 3;
/// Those of a screen around a sheet: title, heading, foot.
const AROUND: u16 = 3;

/// A printout, and whether its notes are for the hall.
pub(super) type HallPrintout = (Printout, bool);

impl TournamentShow {
    /// An event of which nothing has arrived.
    pub(super) fn new(event: String) -> Self {
        Self { event, watched: Watched::new(NamedMirror::default()), sheets: Vec::new(), cut_for: None }
    }

    /// The event's id.
    pub fn id(&self) -> &str {
        &self.event
    }

    /// The event; `None` before its set-up has arrived.
    pub(super) fn standing(&self) -> Option<&EventStanding> {
        self.watched.session.standing()
    }

    /// Returns how the board stands with the event's feed.
    pub fn contact(&self) -> &Contact {
        self.watched.contact()
    }

    /// Takes in what the feed brought; whether there is anything new to be seen.
    pub(super) fn take(&mut self, item: &wire::FeedItem, received: Instant) -> bool {
        let Some(folded) = self.watched.fold(item, received) else { return false };
        let is_news = !matches!(folded, Ok(EventFolded::Pulse { .. }));
        if is_news {
            self.cut_for = None;
        }
        is_news
    }

    pub(super) fn connect(&mut self, connection: Connection) {
        self.watched.connect(connection);
    }

    pub(super) fn close(&mut self, error: FeedError) {
        self.watched.close(error);
    }

    /// The lines of the head, whose figures are of this scale.
    pub(super) fn head_lines(&self, scale: u16) -> u16 {
        if self.results_in().is_some() { Digits::LINES * scale } else { HEAD }
    }

    /// The room of a sheet on a screen of this size, whose figures are of this scale.
    pub(super) fn room(&self, (columns, lines): (u16, u16), scale: u16) -> (usize, usize) {
        let lines = lines.saturating_sub(AROUND + self.head_lines(scale));
        (usize::from(columns), usize::from(lines))
    }

    /// Returns whether nothing more comes of it.
    pub(super) fn is_over(&self) -> bool {
        self.standing().is_some_and(|standing| standing.competition.is_over())
    }

    /// The sheets as they were cut last.
    pub(super) fn sheets(&self) -> &[PrintoutScreen] {
        &self.sheets
    }

    /// Cuts the sheets anew if anything has changed: the event, the language, the room of so many columns and lines.
    /// Whether it had.
    pub(super) fn cut(&mut self, words: Words, (columns, lines): (usize, usize)) -> bool {
        let wanted = Some((words.lang(), columns, lines));
        if self.cut_for == wanted {
            return false;
        }
        let shown = self.printouts(words);
        let cut = shown.iter().flat_map(|(printout, notes)| sheets(printout, *notes, columns, lines));
        self.sheets = cut.collect();
        self.cut_for = wanted;
        true
    }

    /// Returns the sheets of the event at its stage, in order.
    pub(super) fn printouts(&self, words: Words) -> Vec<HallPrintout> {
        let mirror = &self.watched.session;
        match (mirror.event(), mirror.group_edition(words)) {
            (Some(event), _) => of_leagues(event, words),
            (None, Some(edition)) => of_groups(&edition),
            (None, None) => Vec::new(),
        }
    }

    /// Returns the event's stage, in words.
    pub(super) fn stage(&self, words: Words) -> String {
        self.watched.session.named().map(|event| event::stage_of(event, words)).unwrap_or_default()
    }

    /// The results of the round or stage that is played: how many are in, of how many.
    pub(super) fn results_in(&self) -> Option<(usize, usize)> {
        let (open, of) = match &self.standing()?.competition {
            Competition::Leagues(tournament) => {
                let Stage::Playing { round } = tournament.stage() else { return None };
                let paired = tournament.rounds().iter().find(|paired| paired.round == round)?;
                (paired.open(), paired.games().count())
            }
            Competition::Groups(contest) => {
                let GroupPhase::Playing { stage } = contest.phase() else { return None };
                let drawn = contest.drawn(stage)?;
                (drawn.open(), drawn.groups.iter().filter(|group| group.teams.len() > 1).count())
            }
        };
        Some((of - open, of))
    }
}

/// Returns what is shown of an event in leagues.
fn of_leagues(event: NamedEvent<'_>, words: Words) -> Vec<HallPrintout> {
    let (edition, tournament) = (event.edition(words), event.tournament());
    let with_notes = |printout: Option<Printout>| printout.map(|printout| (printout, true));
    let without = |printout: Option<Printout>| printout.map(|printout| (printout, false));
    let round = || {
        let paired = tournament.rounds().last()?;
        // Until the first result comes in, people look for their tables.
        if paired.results.is_empty() { edition.pairings(paired.round) } else { edition.results(paired.round) }
    };
    let has_begun = tournament.flow().is_some_and(|flow| flow.played().0 > 0);
    let standings = || edition.league_standings().filter(|_| has_begun);
    let bracket = || edition.bracket().filter(|_| !tournament.playoffs().games.is_empty());
    let shown = match tournament.stage() {
        Stage::Roster | Stage::Committed | Stage::Abandoned => Vec::new(),
        Stage::Reception => vec![without(edition.draw())],
        Stage::Between { .. } if tournament.rounds().is_empty() => vec![without(edition.leagues())],
        // The ranking is the organiser's to declare.
        Stage::Between { .. } | Stage::Playing { .. } | Stage::Over => {
            vec![with_notes(round()), with_notes(standings()), with_notes(bracket())]
        }
        Stage::Declared => vec![with_notes(edition.ranking()), with_notes(bracket())],
    };
    shown.into_iter().flatten().collect()
}

/// Returns what is shown of a contest in groups: the groups of the stage that was drawn last, with who
/// advances.
fn of_groups(edition: &GroupEdition<'_>) -> Vec<HallPrintout> {
    let contest = edition.contest;
    let stages = (0..contest.plan().stages.len()).rev().map(StageId::at);
    let last = || stages.clone().find_map(|stage| edition.groups(stage));
    let shown = match contest.phase() {
        GroupPhase::Roster | GroupPhase::Committed | GroupPhase::Abandoned => None,
        GroupPhase::Reception { .. } | GroupPhase::Playing { .. } | GroupPhase::Over => last(),
        GroupPhase::Declared => edition.ranking(),
    };
    shown.map(|printout| (printout, true)).into_iter().collect()
}

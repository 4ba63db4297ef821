//! An event on the board: its state, and the sheets for the hall.

use std::time::Instant;

use ishigaki_client::{Connection, EventFolded, EventStanding, FeedError};
use ishigaki_printout::{GroupEdition, Printout};
use ishigaki_proto::wire;
use ishigaki_rules::{GameTime, Millis};
use ishigaki_screen::{Contact, Digits, WatchedFeed};
use ishigaki_tournament::{Competition, GroupPhase, Stage, StageId};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};

use super::sheets::{PrintoutScreen, sheets};
use crate::named_event::{NamedEvent, NamedMirror, NamedStanding};
use crate::stage::stage_of;

/// An event on the board.
#[derive(Clone, Debug)]
pub struct TournamentShow {
    event: String,
    watched: WatchedFeed<NamedMirror>,
    sheets: Vec<PrintoutScreen>,
    paginated_for: Option<(Lang, usize, usize)>,
    /// The event's time of the last item, and when it was received.
    clock: Option<(GameTime, Instant)>,
}

const HEAD: u16 = 3;
const SCREEN_LINES_AROUND: u16 = 3;

pub(super) type HallPrintout = (Printout, bool);

impl TournamentShow {
    pub(super) fn new(event: String) -> Self {
        Self {
            event,
            watched: WatchedFeed::new(NamedMirror::default()),
            sheets: Vec::new(),
            paginated_for: None,
            clock: None,
        }
    }

    /// Returns the id of the event.
    pub fn id(&self) -> &str {
        &self.event
    }

    pub(super) fn standing(&self) -> Option<&EventStanding> {
        self.watched.session.standing()
    }

    /// Returns the connection of the event's feed.
    pub fn contact(&self) -> &Contact {
        self.watched.contact()
    }

    pub(super) fn take(&mut self, item: &wire::FeedItem, received: Instant) -> bool {
        if let Some(clock) = item.clock {
            self.clock = Some((GameTime(clock.now_ms), received));
        }
        let Some(folded) = self.watched.fold(item, received) else { return false };
        let is_news = !matches!(folded, Ok(EventFolded::Pulse { .. }));
        if is_news {
            self.paginated_for = None;
        }
        is_news
    }

    /// Returns the event's time, which stops while the server is down.
    pub(super) fn time(&self, now: Instant) -> Option<GameTime> {
        let (at, received) = self.clock?;
        let since = now.saturating_duration_since(received).as_millis();
        Some(at.after(Millis(u64::try_from(since).unwrap_or(u64::MAX))))
    }

    pub(super) fn connect(&mut self, connection: Connection) {
        self.watched.connect(connection);
    }

    pub(super) fn close(&mut self, error: FeedError) {
        self.watched.close(error);
    }

    pub(super) fn head_lines(&self, scale: u16) -> u16 {
        if self.results_in().is_some() { Digits::LINES * scale } else { HEAD }
    }

    pub(super) fn sheet_size(
        &self,
        (columns, lines): (u16, u16),
        scale: u16,
        messages: u16,
    ) -> (usize, usize) {
        let lines = lines.saturating_sub(SCREEN_LINES_AROUND + self.head_lines(scale) + messages);
        (usize::from(columns), usize::from(lines))
    }

    /// Returns the number of its screens; one without sheets has its stage.
    pub(super) fn screens(&self) -> usize {
        self.sheets.len().max(1)
    }

    pub(super) fn sheets(&self) -> &[PrintoutScreen] {
        &self.sheets
    }

    pub(super) fn paginate(&mut self, words: Words, (columns, lines): (usize, usize)) -> bool {
        let wanted = Some((words.lang(), columns, lines));
        if self.paginated_for == wanted {
            return false;
        }
        let shown = self.printouts(words);
        let screens = shown.iter().flat_map(|(printout, notes)| sheets(printout, *notes, columns, lines));
        self.sheets = screens.collect();
        self.paginated_for = wanted;
        true
    }

    pub(super) fn printouts(&self, words: Words) -> Vec<HallPrintout> {
        let mirror = &self.watched.session;
        match (mirror.event(), mirror.group_edition(words)) {
            (Some(event), _) => of_leagues(event, words),
            (None, Some(edition)) => of_groups(&edition),
            (None, None) => Vec::new(),
        }
    }

    pub(super) fn named_standing(&self) -> Option<NamedStanding<'_>> {
        self.watched.session.named_standing()
    }

    /// Returns the event's title; empty until it is known.
    pub(super) fn title(&self, words: Words) -> String {
        self.named_standing().map(|event| clean(event.title(words)).into_owned()).unwrap_or_default()
    }

    pub(super) fn stage(&self, words: Words) -> String {
        self.named_standing().map(|event| stage_of(event, words)).unwrap_or_default()
    }

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

fn of_leagues(event: NamedEvent<'_>, words: Words) -> Vec<HallPrintout> {
    let (edition, tournament) = (event.edition(words), event.tournament());
    let with_notes = |printout: Option<Printout>| printout.map(|printout| (printout, true));
    let without = |printout: Option<Printout>| printout.map(|printout| (printout, false));
    let round = || {
        let paired = tournament.rounds().last()?;
        // Until the first result, people look for their tables.
        if paired.results.is_empty() { edition.pairings(paired.round) } else { edition.results(paired.round) }
    };
    let has_begun = tournament.flow().is_some_and(|flow| flow.played().0 > 0);
    let standings = || edition.league_standings().filter(|_| has_begun);
    let bracket = || edition.bracket().filter(|_| !tournament.playoffs().games.is_empty());
    let shown = match tournament.stage() {
        Stage::Roster | Stage::Committed | Stage::Abandoned => Vec::new(),
        Stage::Reception => vec![without(edition.draw())],
        Stage::Between { .. } if tournament.rounds().is_empty() => vec![without(edition.leagues())],
        // The organiser declares the ranking.
        Stage::Between { .. } | Stage::Playing { .. } | Stage::Over => {
            vec![with_notes(round()), with_notes(standings()), with_notes(bracket())]
        }
        Stage::Declared => vec![with_notes(edition.ranking()), with_notes(bracket())],
    };
    shown.into_iter().flatten().collect()
}

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

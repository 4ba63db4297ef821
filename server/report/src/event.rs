//! Verified events for sheets and sites.

use ishigaki_catalogue::Message;
use ishigaki_printout::{
    ColumnKey, Edition, EntrantName, GroupEdition, Part, PrintCell, PrintKind, Printout,
};
use ishigaki_record::tournament::{self, EventRecord, Header, RecordContent, Stop};
use ishigaki_record::transcript::LineError;
use ishigaki_record::verify::{Ending, Expected, Gap};
use ishigaki_tournament::{Competition, Round, StageId};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};

/// Error of an event's record that can't be used.
#[derive(Debug, thiserror::Error, Message)]
#[message("record")]
pub enum EventError {
    #[message(transparent)]
    NotInOrder(#[from] Stop),
    #[message(transparent)]
    Unreadable(#[from] LineError),
}

/// An event with a verified record.
#[derive(Clone, Debug)]
pub struct EventExport {
    header: Header,
    competition: Competition,
    ids: Vec<String>,
    names: Vec<EntrantName>,
    verified: tournament::Report,
}

impl EventExport {
    /// Reads and verifies the record of an event.
    ///
    /// # Errors
    /// Returns an error if the record isn't valid, or is a game's.
    pub fn of(record: &str, expected: &Expected) -> Result<Self, EventError> {
        let verified = tournament::verify(record.as_bytes(), expected)?;
        let EventRecord { header, contents } = tournament::read(record)?;
        let mut competition = Competition::new(header.config.plan().clone());
        let (mut ids, mut names) = (Vec::new(), Vec::new());
        for content in contents {
            let RecordContent::Entry(entry) = content else { continue };
            competition.apply(&entry.event);
            if let Some(roster) = entry.roster {
                ids = roster.lines().iter().map(|line| line.id.clone()).collect();
                let named = roster.lines().iter().map(|line| EntrantName {
                    name: line.name.clone(),
                    romaji: (!line.romaji.is_empty()).then(|| line.romaji.clone()),
                    rank: line.rank.clone(),
                    affiliation: line.affiliation().to_owned(),
                });
                names = named.collect();
            }
        }
        Ok(Self { header, competition, ids, names, verified })
    }

    /// Returns the gaps that the record leaves although it is valid.
    pub fn gaps(&self) -> Vec<Gap> {
        self.verified.gaps()
    }

    /// Returns the verifier's report.
    pub const fn verified(&self) -> &tournament::Report {
        &self.verified
    }

    /// Returns the contents of its first line.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the title in this language.
    pub fn title(&self, words: Words) -> String {
        words.title_of(self.header.config.title(), self.header.config.title_ja())
    }

    /// Returns whether the ranking is declared. Diplomas require it.
    pub fn is_declared(&self) -> bool {
        self.verified.ending == Ending::Declared
    }

    /// Returns whether it is an event in leagues, not in groups.
    pub const fn is_in_leagues(&self) -> bool {
        matches!(self.competition, Competition::Leagues(_))
    }

    /// Returns the number of players or teams.
    pub const fn entrants(&self) -> usize {
        self.verified.players
    }

    /// Returns the names of players or teams by their ids.
    pub fn names_by_id(&self) -> impl Iterator<Item = (String, EntrantName)> {
        self.ids.iter().cloned().zip(self.names.iter().cloned())
    }

    /// Returns a printout by its kind, of the latest round or drawn stage; `None` while there is nothing to
    /// print.
    pub fn printout(&self, kind: PrintKind, lang: Lang) -> Option<Printout> {
        let words = Words::new(lang);
        match (&self.competition, kind) {
            (Competition::Leagues(_), _) => self.edition(words)?.print(kind, None),
            (Competition::Groups(contest), PrintKind::Groups) => {
                let mut stages = (0..contest.plan().stages.len()).rev().map(StageId::at);
                let drawn = stages.find(|stage| contest.drawn(*stage).is_some())?;
                self.group_edition(words)?.groups(drawn)
            }
            (Competition::Groups(_), PrintKind::Ranking) => self.group_edition(words)?.ranking(),
            (Competition::Groups(_), PrintKind::Diplomas) => self.group_edition(words)?.diplomas(),
            (Competition::Groups(_), _) => None,
        }
    }

    /// Returns the certificates with this date, by default a blank. `None` while there is nothing to print.
    pub fn certificates(&self, date: Option<&str>, lang: Lang) -> Option<Printout> {
        let mut printout = self.printout(PrintKind::Diplomas, lang)?;
        let cards = printout.parts.iter_mut().filter_map(|part| match part {
            Part::Cards { cards, .. } => Some(cards),
            _ => None,
        });
        let facts = cards.flatten().flat_map(|card| &mut card.facts);
        for (_, cell) in facts.filter(|(column, _)| column.key == ColumnKey::Date) {
            if let Some(date) = date {
                *cell = PrintCell::Text(clean(date).into_owned());
            }
        }
        Some(printout)
    }

    /// Returns the pages of its results, each with the name of its file: the ranking or the standings so far,
    /// the play-offs, leagues or stages, every round, the draw.
    pub fn results(&self, lang: Lang) -> Vec<(String, Printout)> {
        let words = Words::new(lang);
        let named = |kind: PrintKind| Some((kind.name().to_owned(), self.printout(kind, lang)?));
        let order = named(PrintKind::Ranking).or_else(|| named(PrintKind::Standings));
        let others = [PrintKind::Bracket, PrintKind::Leagues].map(named);
        let stages = self.group_edition(words).into_iter().flat_map(|edition| {
            let stages = (0..edition.contest.plan().stages.len()).rev();
            stages.filter_map(move |at| Some((format!("stage-{}", at + 1), edition.groups(StageId::at(at))?)))
        });
        let rounds = self.edition(words).into_iter().flat_map(|edition| {
            let rounds = edition.tournament.rounds().iter().rev().map(|paired| paired.round);
            let page = move |round: Round| Some((format!("round-{}", round.0), edition.results(round)?));
            rounds.filter_map(page)
        });
        let draw = named(PrintKind::Draw);
        order
            .into_iter()
            .chain(others.into_iter().flatten())
            .chain(stages)
            .chain(rounds)
            .chain(draw)
            .collect()
    }

    fn edition(&self, words: Words) -> Option<Edition<'_>> {
        let (title, timetable) = (self.title_text(words), self.header.config.timetable().copied());
        let tournament = self.competition.leagues()?;
        Some(Edition { words, title, tournament, names: &self.names, timetable })
    }

    fn group_edition(&self, words: Words) -> Option<GroupEdition<'_>> {
        let contest = self.competition.groups()?;
        Some(GroupEdition { words, title: self.title_text(words), contest, names: &self.names })
    }

    fn title_text(&self, words: Words) -> &str {
        let config = &self.header.config;
        let is_japanese = words.lang() == Lang::Ja && !config.title_ja().is_empty();
        if is_japanese { config.title_ja() } else { config.title() }
    }
}

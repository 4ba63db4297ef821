//! An event in one language: the names that all its printouts share.

use ishigaki_tournament::{
    Bout, FoundBy, LeagueId, PlayerId, PoolId, Round, Stage, Timetable, Tournament, Whereabouts,
};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};

use crate::printout::{Part, PrintCell, PrintKind, Printout};

/// Name of a line of the roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntrantName {
    pub name: String,
    /// The name in Latin letters, which English printouts take; the name itself where there is none.
    pub romaji: Option<String>,
}

/// An event as it is printed in one language.
#[derive(Clone, Copy, Debug)]
pub struct Edition<'a> {
    pub words: Words,
    /// Title of the event.
    pub title: &'a str,
    pub tournament: &'a Tournament,
    /// The names of the roster's lines.
    pub names: &'a [EntrantName],
    /// Starts of rounds, if they are known (`TT`).
    pub timetable: Option<Timetable>,
}

impl EntrantName {
    /// The name for readers of a language, harmless.
    pub fn shown(&self, lang: Lang) -> String {
        let romaji = self.romaji.as_deref().filter(|_| lang == Lang::En);
        clean(romaji.unwrap_or(&self.name)).into_owned()
    }
}

/// The heading of what stands once the event's ranking is declared: before that it says that it is not.
pub(crate) fn declared(words: Words, heading: String, is_declared: bool) -> String {
    if is_declared { heading } else { words.say("print-undeclared", &[("heading", heading.into())]) }
}

impl Edition<'_> {
    /// The same in an event in leagues (`TE`).
    pub(crate) fn declared(&self, heading: String) -> String {
        declared(self.words, heading, self.tournament.stage() == Stage::Declared)
    }

    /// A printout by its kind; of those that are of one round, this round's, or the latest paired one's if none is named.
    /// `None` while there is nothing to print, of groups, which are a [`crate::GroupEdition`]'s, and of games, which
    /// are a [`crate::GameEdition`]'s.
    pub fn print(&self, kind: PrintKind, round: Option<Round>) -> Option<Printout> {
        let round = || round.or(self.tournament.rounds().last().map(|paired| paired.round));
        match kind {
            PrintKind::Draw => self.draw(),
            PrintKind::Pairings => self.pairings(round()?),
            PrintKind::Slips => self.slips(round()?),
            PrintKind::Results => self.results(round()?),
            PrintKind::Standings => self.standings(),
            PrintKind::Leagues => self.leagues(),
            PrintKind::Bracket => self.bracket(),
            PrintKind::Ranking => self.ranking(),
            PrintKind::Diplomas => self.diplomas(),
            PrintKind::Groups | PrintKind::Game | PrintKind::Team => None,
        }
    }

    pub(crate) fn printout(
        &self,
        kind: PrintKind,
        heading: String,
        parts: Vec<Part>,
        notes: Vec<String>,
    ) -> Printout {
        let event = clean(self.title).into_owned();
        Printout { kind, lang: self.words.lang(), event, heading, parts, notes }
    }

    /// Returns what a player is called.
    pub fn name(&self, player: PlayerId) -> String {
        let name = self.names.get(player.index());
        name.map(|name| name.shown(self.words.lang())).unwrap_or_default()
    }

    /// A player's draw number: of those present once the leagues are made, of everybody before.
    pub fn number(&self, player: PlayerId) -> Option<u32> {
        match self.tournament.flow() {
            Some(flow) => flow.field().number(player).map(|number| number.0),
            None => self.tournament.lots()?.get(player.index())?.number.map(|number| number.0),
        }
    }

    pub(crate) fn number_cell(&self, player: PlayerId) -> PrintCell {
        PrintCell::figure_or_empty(self.number(player))
    }

    /// A player's number as text, for cells of several players.
    pub(crate) fn number_text(&self, player: PlayerId) -> String {
        self.number(player).map(|number| number.to_string()).unwrap_or_default()
    }

    /// Number and name: `12 Satō`.
    pub fn player(&self, player: PlayerId) -> String {
        format!("{} {}", self.number_text(player), self.name(player)).trim_start().to_owned()
    }

    /// Returns what a pool is called.
    pub fn pool(&self, pool: PoolId) -> String {
        match pool {
            PoolId::League(league) => league.to_string(),
            PoolId::Placement => self.words.label("print-placement"),
        }
    }

    pub(crate) fn bout(&self, bout: Bout) -> String {
        self.words.bout(bout)
    }

    pub(crate) fn whereabouts(&self, whereabouts: Whereabouts) -> String {
        match whereabouts {
            Whereabouts::Absent => self.words.label("print-absent"),
            Whereabouts::League(league) => league.to_string(),
            Whereabouts::Placement => self.words.label("print-placement"),
            Whereabouts::Qualified(league) => {
                self.words.say("print-first-of", &[("league", league.to_string().into())])
            }
            Whereabouts::Withdrawn => self.words.label("print-withdrawn"),
        }
    }

    /// Returns how each league's first was found (`TF3`, `TF4`).
    pub fn firsts(&self) -> Vec<String> {
        let Some(flow) = self.tournament.flow() else { return Vec::new() };
        let firsts = flow.firsts().iter().enumerate();
        firsts
            .filter_map(|(at, first)| {
                let (league, first) = (LeagueId::at(at), (*first)?);
                let key = match first.by {
                    FoundBy::Sole => "print-first-sole",
                    FoundBy::Ranking if self.tournament.is_confirmed(league) => "print-first-confirmed",
                    FoundBy::Ranking => "print-first-ranking",
                    FoundBy::Referee => "print-first-referee",
                };
                let gaps = [
                    ("league", league.to_string().into()),
                    ("player", self.player(first.player).into()),
                    ("round", first.after.0.into()),
                ];
                Some(self.words.say(key, &gaps))
            })
            .collect()
    }

    /// Rulings that are no result's (`TV3`).
    pub(crate) fn rulings(&self) -> Vec<String> {
        let rulings = self.tournament.rulings().iter();
        rulings.map(|text| self.words.say("print-ruling", &[("text", text.as_str().into())])).collect()
    }

    /// Returns the start of a round, `11:25`, if that is known (`TT`).
    pub(crate) fn starts(&self, round: Round) -> Option<String> {
        let minutes = self.timetable?.starts(round);
        Some(format!("{}:{:02}", minutes / 60, minutes % 60))
    }

    /// The heading of a round's printout, with its start if that is known.
    pub(crate) fn round_heading(&self, key: &str, round: Round) -> String {
        let heading = self.words.say(key, &[("round", round.0.into())]);
        match self.starts(round) {
            Some(time) => {
                let gaps = [("heading", heading.into()), ("time", time.into())];
                self.words.say("print-heading-at", &gaps)
            }
            None => heading,
        }
    }
}

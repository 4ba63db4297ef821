//! An event in one language, with the names for all its printouts.

use ishigaki_tournament::{
    Bout, FoundBy, LeagueId, PlayerId, PlayerState, PoolId, Round, Stage, Timetable, Tournament,
};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Rank, Words};

use crate::columns::ColumnKey;
use crate::printout::{Part, PrintCell, PrintKind, Printout};

/// Name and rank of a line of the roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntrantName {
    pub name: String,
    pub romaji: Option<String>,
    /// Rank held (段級位), as the roster has it.
    pub rank: String,
    /// Club or school (所属); empty if the roster has none.
    pub affiliation: String,
}

/// An event to print in one language.
#[derive(Clone, Copy, Debug)]
pub struct Edition<'a> {
    pub words: Words,
    pub title: &'a str,
    pub tournament: &'a Tournament,
    pub names: &'a [EntrantName],
    /// Starts of rounds, if known (`TT`).
    pub timetable: Option<Timetable>,
}

impl EntrantName {
    /// Returns the name for readers of a language, safe for terminals.
    pub fn shown(&self, lang: Lang) -> String {
        let romaji = self.romaji.as_deref().filter(|_| lang == Lang::En);
        clean(romaji.unwrap_or(&self.name)).into_owned()
    }

    /// Returns the number of the dan held, 0 without one.
    pub(crate) fn dan(&self) -> u32 {
        Rank::read(&self.rank).map_or(0, Rank::dan)
    }

    /// Returns the rank held in a language, or as in the roster if it can't be read.
    pub fn shown_rank(&self, words: Words) -> String {
        match Rank::read(&self.rank) {
            Some(Rank::Dan(dan)) => words.say("print-dan", &[("dan", dan.into())]),
            Some(Rank::Kyu(kyu)) => words.say("print-kyu", &[("kyu", kyu.into())]),
            None => clean(&self.rank).into_owned(),
        }
    }
}

pub(crate) fn declared(words: Words, heading: String, is_declared: bool) -> String {
    if is_declared { heading } else { words.say("print-undeclared", &[("heading", heading.into())]) }
}

impl Edition<'_> {
    pub(crate) fn declared(&self, heading: String) -> String {
        declared(self.words, heading, self.tournament.stage() == Stage::Declared)
    }

    /// Returns a printout by its kind. For printouts of one round, it is this round or by default the latest
    /// paired one. `None` while there is nothing to print, and for printouts of groups and games, which are
    /// by [`crate::GroupEdition`] and [`crate::GameEdition`].
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
        mut parts: Vec<Part>,
        notes: Vec<String>,
    ) -> Printout {
        parts.iter_mut().for_each(Part::remove_unused_columns);
        let event = clean(self.title).into_owned();
        Printout { kind, lang: self.words.lang(), event, heading, parts, notes }
    }

    /// Returns a player's name.
    pub fn name(&self, player: PlayerId) -> String {
        let name = self.names.get(player.index());
        name.map(|name| name.shown(self.words.lang())).unwrap_or_default()
    }

    /// Returns the rank that a player holds; empty if the roster has none.
    pub fn rank(&self, player: PlayerId) -> String {
        self.names.get(player.index()).map(|name| name.shown_rank(self.words)).unwrap_or_default()
    }

    /// Returns whether the roster has ranks.
    pub fn has_ranks(&self) -> bool {
        self.names.iter().any(|name| !name.rank.is_empty())
    }

    pub(crate) fn has_leagues(&self) -> bool {
        self.tournament.plan().leagues > 0
    }

    /// Returns the column of leagues; of remarks, such as withdrawals, in an event without leagues.
    pub(crate) fn whereabouts_key(&self) -> ColumnKey {
        if self.has_leagues() { ColumnKey::Pool } else { ColumnKey::Remark }
    }

    /// Returns the column of ranks held, if the roster has any.
    pub(crate) fn rank_key(&self) -> Option<ColumnKey> {
        self.has_ranks().then_some(ColumnKey::Rank)
    }

    /// Returns a player's cell in the column of ranks held, if there is one.
    pub(crate) fn rank_cell(&self, player: PlayerId) -> Option<PrintCell> {
        self.has_ranks().then(|| self.rank(player).into())
    }

    /// Returns a player's club or school; empty if the roster has none.
    pub(crate) fn affiliation(&self, player: PlayerId) -> String {
        self.names.get(player.index()).map(|name| clean(&name.affiliation).into_owned()).unwrap_or_default()
    }

    /// Returns the column of clubs and schools, if the roster has any.
    pub(crate) fn affiliation_key(&self) -> Option<ColumnKey> {
        self.names.iter().any(|name| !name.affiliation.is_empty()).then_some(ColumnKey::Affiliation)
    }

    /// Returns a player's cell in the column of clubs and schools, if there is one.
    pub(crate) fn affiliation_cell(&self, player: PlayerId) -> Option<PrintCell> {
        self.affiliation_key().map(|_| self.affiliation(player).into())
    }

    /// Returns a player's draw number: after the leagues are made only for present players.
    pub fn number(&self, player: PlayerId) -> Option<u32> {
        match self.tournament.flow() {
            Some(flow) => flow.field().number(player).map(|number| number.0),
            None => self.tournament.lots()?.get(player.index())?.number.map(|number| number.0),
        }
    }

    pub(crate) fn number_cell(&self, player: PlayerId) -> PrintCell {
        PrintCell::figure_or_empty(self.number(player))
    }

    pub(crate) fn number_text(&self, player: PlayerId) -> String {
        self.number(player).map(|number| number.to_string()).unwrap_or_default()
    }

    /// Returns number and name: `12 Satō`.
    pub fn player(&self, player: PlayerId) -> String {
        format!("{} {}", self.number_text(player), self.name(player)).trim_start().to_owned()
    }

    /// Returns a pool's name.
    pub fn pool(&self, pool: PoolId) -> String {
        match pool {
            PoolId::League(league) => league.to_string(),
            PoolId::Placement => self.placement(),
        }
    }

    /// Returns the name of the placement league; empty in an event without leagues, where it is the only pool.
    fn placement(&self) -> String {
        if self.has_leagues() { self.words.label("print-placement") } else { String::new() }
    }

    /// Returns the heading of the placement league; empty in an event without leagues.
    pub(crate) fn placement_heading(&self) -> String {
        if self.has_leagues() { self.words.label("print-placement-league") } else { String::new() }
    }

    pub(crate) fn bout(&self, bout: Bout) -> String {
        self.words.bout(bout)
    }

    /// Returns where a player is: the league, or how the player has left.
    pub fn player_state(&self, player_state: PlayerState) -> String {
        match player_state {
            PlayerState::Absent => self.words.label("print-absent"),
            PlayerState::League(league) => league.to_string(),
            PlayerState::Placement => self.placement(),
            PlayerState::Qualified(league) => {
                self.words.say("print-first-of", &[("league", league.to_string().into())])
            }
            PlayerState::Withdrawn => self.words.label("print-withdrawn"),
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

    pub(crate) fn rulings(&self) -> Vec<String> {
        let rulings = self.tournament.rulings().iter();
        rulings.map(|text| self.words.say("print-ruling", &[("text", text.as_str().into())])).collect()
    }

    /// Returns the start of a round, `11:25`, if known (`TT`).
    pub(crate) fn starts(&self, round: Round) -> Option<String> {
        let minutes = self.timetable?.starts(round);
        Some(format!("{}:{:02}", minutes / 60, minutes % 60))
    }

    /// Returns the heading of a round's printout, with its start if known.
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

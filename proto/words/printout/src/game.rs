//! A game in one language: its result for a notice board, and diplomas (`E2`, `E4`).

use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, Phase, Standing, TeamId};
use ishigaki_words::Words;
use ishigaki_words::columns::clean;

use crate::columns::ColumnKey;
use crate::diplomas::place;
use crate::edition::EntrantName;
use crate::printout::{Part, PrintCard, PrintCell, PrintColumn, PrintKind, PrintTable, Printout};
use crate::wall::PrintWall;

const LAST_PRAISED: u32 = 3;

/// A game to print in one language.
#[derive(Clone, Copy, Debug)]
pub struct GameEdition<'a> {
    pub words: Words,
    pub game: &'a Game,
    pub contest: Option<&'a str>,
    pub date: Option<&'a str>,
    /// The teams' names; a missing one is taken from the game.
    pub names: &'a [EntrantName],
}

impl GameEdition<'_> {
    /// Returns the result for a notice board: the ranking with all criteria by number, the deciding criterion
    /// of each place, and all walls.
    pub fn result(&self) -> Printout {
        let rows = self.rows();
        let mut table = PrintTable { heading: String::new(), columns: self.columns(), rows: Vec::new() };
        for (at, row) in rows.iter().enumerate() {
            let mut cells = self.ranked(row);
            cells.push(self.decided_by(row, rows.get(at + 1)).into());
            table.rows.push(cells);
        }
        let walls = rows.iter().map(|row| self.wall_of(row)).collect();
        let mut notes = vec![self.words.label("print-result-note")];
        notes.extend(self.reasons());
        self.printout(
            PrintKind::Game,
            self.state_heading(),
            vec![Part::Table(table), Part::Walls(walls)],
            notes,
        )
    }

    /// Returns a diploma for each ranked team, by place. `None` before the result is declared (`E4`).
    pub fn diplomas(&self) -> Option<Printout> {
        let rows = self.is_declared().then(|| self.game.standings())?;
        let cards = rows.iter().filter(|row| row.tally.is_some()).map(|row| self.diploma(row)).collect();
        let parts = vec![Part::Cards { per_page: 1, cards }];
        Some(self.printout(PrintKind::Diplomas, self.words.label("print-diplomas"), parts, Vec::new()))
    }

    /// Returns the standings; for a covered ranking the teams in their order.
    pub(crate) fn rows(&self) -> Vec<Standing> {
        let mut rows = self.game.standings();
        if self.game.is_cut_before_ranking() {
            rows.sort_by_key(|row| row.team);
        }
        rows
    }

    /// Returns whether the chief judge has declared the result (`E4`).
    pub fn is_declared(&self) -> bool {
        self.game.phase() == Phase::Declared
    }

    /// Returns the contest's name, or else the game's.
    pub fn event(&self) -> String {
        self.contest
            .map_or_else(|| self.words.title(self.game.setup()), |contest| clean(contest).into_owned())
    }

    /// Returns a team's name.
    pub fn team(&self, team: TeamId) -> String {
        let name = self.names.get(team.index()).map(|name| name.shown(self.words.lang()));
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.words.team(self.game.setup(), team))
    }

    fn diploma(&self, row: &Standing) -> PrintCard {
        let words = self.words;
        let name = words.say("print-diploma-name", &[("name", self.team(row.team).into())]);
        let date = self.date.map_or(PrintCell::Blank, |date| clean(date).into_owned().into());
        // With the contest's title above, the game's title goes here.
        let game = if self.contest.is_some() { words.title(self.game.setup()) } else { String::new() };
        let facts = [
            (ColumnKey::Team, name.into()),
            (ColumnKey::Game, game.into()),
            (ColumnKey::Place, place(words, row.place).into()),
            (ColumnKey::Date, date),
            (ColumnKey::Signature, PrintCell::Blank),
        ];
        let text = if row.place <= LAST_PRAISED { "print-diploma-text" } else { "print-diploma-took-part" };
        PrintCard {
            heading: words.label("print-diploma"),
            facts: facts.map(|(key, value)| (PrintColumn::new(words, key), value)).into(),
            table: PrintTable::none(),
            text: words.label(text),
            link: None,
        }
    }

    pub(crate) fn columns(&self) -> Vec<PrintColumn> {
        let criteria = (1_u32..).zip(Criterion::RANKED).map(|(number, criterion)| {
            let head = self.words.criterion_head(criterion);
            let gaps = [("number", number.into()), ("head", head.into())];
            PrintColumn {
                key: ColumnKey::Criterion(criterion),
                head: self.words.say("print-head-numbered", &gaps),
            }
        });
        let column = |key| PrintColumn::new(self.words, key);
        [ColumnKey::Place, ColumnKey::Team]
            .map(column)
            .into_iter()
            .chain(criteria)
            .chain([column(ColumnKey::DecidedBy)])
            .collect()
    }

    /// Place, team and figures of a row; a disqualified team has none (`E3`).
    pub(crate) fn ranked(&self, row: &Standing) -> Vec<PrintCell> {
        if self.game.is_cut_before_ranking() {
            let blanks = Criterion::RANKED.into_iter().map(|_| PrintCell::empty());
            return [PrintCell::empty(), self.team(row.team).into()].into_iter().chain(blanks).collect();
        }
        let figure = |criterion| row.tally.as_ref().and_then(|tally| tally.figure(criterion));
        let figures = Criterion::RANKED.into_iter().map(|criterion| {
            figure(criterion)
                .map_or(PrintCell::empty(), |figure| i64::try_from(figure).unwrap_or(i64::MAX).into())
        });
        [row.place.into(), self.team(row.team).into()].into_iter().chain(figures).collect()
    }

    pub(crate) fn decided_by(&self, row: &Standing, below: Option<&Standing>) -> String {
        if self.game.is_cut_before_ranking() {
            return String::new();
        }
        let tally = |row: &Standing| row.tally;
        let below = below.and_then(tally);
        let criterion_text = |criterion| self.words.criterion(criterion, row.tally.as_ref(), below.as_ref());
        row.decided_by.map(criterion_text).unwrap_or_default()
    }

    pub(crate) fn wall_of(&self, row: &Standing) -> PrintWall {
        if self.game.is_cut_before_ranking() {
            return PrintWall::of(self.words, self.game, row.team, self.team(row.team), String::new());
        }
        let gaps = [("place", self.words.place(row.place).into()), ("team", self.team(row.team).into())];
        let heading = self.words.say("print-wall", &gaps);
        let caption = row.tally.map(|tally| {
            let filled = self
                .game
                .setup()
                .frame
                .area()
                .saturating_sub(usize::try_from(tally.empty).unwrap_or(usize::MAX));
            let gaps =
                [("filled", filled.into()), ("empty", tally.empty.into()), ("gaps", tally.top_gaps.into())];
            self.words.say("print-wall-filled", &gaps)
        });
        let disqualified = || self.words.label("console-disqualified");
        PrintWall::of(self.words, self.game, row.team, heading, caption.unwrap_or_else(disqualified))
    }

    fn reasons(&self) -> Vec<String> {
        let teams = self.game.setup().team_ids();
        let reasons = teams.filter_map(|team| {
            let reason = self.game.team(team)?.disqualified.as_deref()?;
            let gaps = [("team", self.team(team).into()), ("reason", clean(reason).into_owned().into())];
            Some(self.words.say("print-disqualified", &gaps))
        });
        let counted = self.game.setup().team_ids().filter(|team| {
            self.game.team(*team).is_some_and(|state| state.disqualified.is_none() && state.counted.is_some())
        });
        let counted = self.words.list(counted.map(|team| self.team(team)));
        let counted = (!counted.is_empty())
            .then(|| self.words.say("print-counted-by-hand", &[("teams", counted.into())]));
        reasons.chain(counted).collect()
    }

    pub(crate) fn state_heading(&self) -> String {
        let key = match self.game.phase() {
            Phase::Declared => "board-standings-final",
            Phase::Abandoned => "print-result-abandoned",
            Phase::Ended => "board-standings-ended",
            _ => "board-standings",
        };
        let state = self.words.label(key);
        if self.contest.is_none() {
            return state;
        }
        let title = self.words.title(self.game.setup());
        self.words.say("print-result-of", &[("title", title.into()), ("state", state.into())])
    }

    pub(crate) fn printout(
        &self,
        kind: PrintKind,
        heading: String,
        parts: Vec<Part>,
        notes: Vec<String>,
    ) -> Printout {
        Printout { kind, lang: self.words.lang(), event: self.event(), heading, parts, notes }
    }
}

//! The tables of a game for spreadsheets and other programs, from its public record.
//!
//! Teams and lots are given by codes, money in TSUYAMA, rows and columns of the wall from 0 at the top left
//! as in the scenario (`W1`). Awards and lists of voided rounds (`G5`) have that state, without consequences.

use ishigaki_printout::{PrintCell, Spreadsheet, SpreadsheetError};
use ishigaki_record::transcript::Transcript;
use ishigaki_rules::auction::{Award, Outcome};
use ishigaki_rules::{
    Fact, Game, GameTime, LotId, Phase, Priority, RoundRecord, RoundState, Standing, TeamId, Tsuyama,
};
use ishigaki_words::{Lang, Words};
use serde_json::{Map, Value as Json};

use crate::Particulars;

/// The names of all tables.
pub const NAMES: [&str; 8] =
    ["results", "standings", "awards", "lists", "money", "walls", "certificates", "messages"];

/// A table of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTable {
    /// Its name, one of [`NAMES`].
    pub name: &'static str,
    pub columns: &'static [&'static str],
    pub rows: Vec<Vec<PrintCell>>,
}

impl GameTable {
    /// Keeps the rows of one team, by its code; a table without teams is left as it is.
    pub fn retain_team(&mut self, code: &str) {
        if let Some(at) = self.columns.iter().position(|&column| column == "team") {
            self.rows.retain(|row| matches!(row.get(at), Some(PrintCell::Text(team)) if team == code));
        }
    }

    /// Returns the table as CSV.
    ///
    /// # Errors
    ///
    /// If a row has another number of cells than there are columns.
    pub fn csv(&self) -> Result<Spreadsheet, SpreadsheetError> {
        // Mail merge prints cells as they are: a space before a formula shows as nothing, and an apostrophe as one.
        let guard = if self.name == "certificates" { ' ' } else { '\'' };
        Spreadsheet::of(self.name, self.columns, &self.rows, guard)
    }

    /// Returns the table as JSON: an object for each row, with null where a cell is blank.
    pub fn json(&self) -> Json {
        let object = |row: &Vec<PrintCell>| -> Json {
            let fields = self.columns.iter().zip(row).map(|(&column, cell)| (column.to_owned(), value(cell)));
            fields.collect::<Map<String, Json>>().into()
        };
        self.rows.iter().map(object).collect()
    }
}

fn value(cell: &PrintCell) -> Json {
    match cell {
        PrintCell::Text(text) => text.as_str().into(),
        PrintCell::Figure(figure) => (*figure).into(),
        PrintCell::Blank | PrintCell::Choice(_) => Json::Null,
    }
}

/// All tables of a record, in the order of [`NAMES`].
pub(super) fn of(
    transcript: &Transcript,
    last: &Game,
    particulars: &Particulars,
    words: Words,
) -> Vec<GameTable> {
    let mut game = Game::new(transcript.setup.clone());
    let mut standings = Vec::new();
    for entry in &transcript.entries {
        game.apply(&entry.event);
        if let Fact::RoundFinalised { .. } = entry.event.fact {
            let round = game.rounds().last().map_or(0, |record| record.round.0);
            let rows = game.standings().into_iter();
            standings.extend(rows.map(|row| [vec![figure(round)], standing(&game, &row)].concat()));
        }
    }
    let tables = Tables { game: last, words };
    let ranked = if last.is_cut_before_ranking() { Vec::new() } else { last.standings() };
    let results = ranked.iter().map(|row| standing(last, row)).collect();
    vec![
        GameTable { name: "results", columns: &RESULTS[1..], rows: results },
        GameTable { name: "standings", columns: &RESULTS, rows: standings },
        tables.of_rounds("awards", &AWARDS, Tables::awards),
        tables.of_rounds("lists", &LISTS, Tables::lists),
        tables.of_rounds("money", &MONEY, Tables::money),
        tables.walls(),
        tables.certificates(particulars),
        tables.messages(),
    ]
}

const RESULTS: [&str; 11] =
    ["round", "place", "team", "name", "empty", "top_gaps", "held", "used", "unused", "decided_by", "rule"];
const AWARDS: [&str; 9] = ["round", "attempt", "state", "lot", "stone", "team", "line", "price", "by"];
const LISTS: [&str; 11] =
    ["round", "attempt", "state", "team", "line", "lot", "price", "rebids", "won", "rule", "why"];
const MONEY: [&str; 7] = ["round", "attempt", "state", "team", "held", "spent", "left"];
const WALLS: [&str; 7] = ["team", "stone", "lot", "row", "col", "quarter_turns", "squares"];
const MESSAGES: [&str; 9] =
    ["at_ms", "kind", "team", "question", "to", "asked", "english", "japanese", "read_by"];
const CERTIFICATES: [&str; 11] = [
    "place",
    "place_en",
    "place_ja",
    "team",
    "name_en",
    "name_ja",
    "contest_en",
    "contest_ja",
    "game_en",
    "game_ja",
    "date",
];

/// A team's row of the ranking (`E2`, `E3`).
fn standing(game: &Game, row: &Standing) -> Vec<PrintCell> {
    let spec = game.setup().team(row.team);
    let name = spec.map_or(PrintCell::Blank, |team| text(&team.name));
    let mut cells = vec![figure(row.place), code(game, row.team), name];
    match &row.tally {
        Some(tally) => cells.extend(tally.figures().map(whole)),
        None => cells.extend([const { PrintCell::Blank }; 5]),
    }
    cells.push(row.decided_by.map_or(PrintCell::Blank, |criterion| text(criterion.name())));
    cells.push(row.decided_by.map_or(PrintCell::Blank, |criterion| text(criterion.rule())));
    cells
}

struct Tables<'a> {
    game: &'a Game,
    words: Words,
}

impl Tables<'_> {
    fn of_rounds(
        &self,
        name: &'static str,
        columns: &'static [&'static str],
        rows: fn(&Self, &RoundRecord) -> Vec<Vec<PrintCell>>,
    ) -> GameTable {
        let of_round = |record: &RoundRecord| {
            let head = vec![figure(record.round.0), figure(record.attempt), text(record.state.name())];
            rows(self, record).into_iter().map(move |row| [head.clone(), row].concat()).collect::<Vec<_>>()
        };
        let rows = self.game.rounds().iter().flat_map(|record| of_round(record)).collect();
        GameTable { name, columns, rows }
    }

    fn lot(&self, lot: LotId) -> PrintCell {
        self.game.setup().lot(lot).map_or(PrintCell::Blank, |spec| text(&spec.code))
    }

    /// Returns what was awarded (`A5`–`A8`); the stone is known once it is handed out.
    fn awards(&self, record: &RoundRecord) -> Vec<Vec<PrintCell>> {
        let Some(settlement) = &record.settlement else { return Vec::new() };
        let row = |award: &Award| {
            let handed = record.handed.iter().find(|(_, handed)| handed == award);
            let stone = handed.map(|(stone, _)| text(&self.words.stone(self.game.setup(), *stone)));
            let outcome = settlement.outcome(award.team, award.priority);
            let is_rebid = matches!(outcome, Some(Outcome::Awarded { by_rebid: true, .. }));
            vec![
                self.lot(award.lot),
                stone.unwrap_or(PrintCell::Blank),
                code(self.game, award.team),
                figure(award.priority.0),
                money(award.price),
                text(if is_rebid { "rebid" } else { "bid" }),
            ]
        };
        settlement.awards().iter().map(row).collect()
    }

    fn lists(&self, record: &RoundRecord) -> Vec<Vec<PrintCell>> {
        let lines =
            record.lists.iter().flat_map(|list| list.bids.iter().zip(1..).map(|line| (list.team, line)));
        let row = |(team, (bid, number)): (TeamId, (&ishigaki_rules::auction::Bid, u32))| {
            let priority = Priority(number);
            let raises: Vec<String> =
                record.raises_of(team, priority).map(|price| price.0.to_string()).collect();
            let outcome = record.settlement.as_ref().and_then(|settled| settled.outcome(team, priority));
            let is_won = matches!(outcome, Some(Outcome::Awarded { .. }));
            vec![
                code(self.game, team),
                figure(number),
                self.lot(bid.lot),
                money(bid.price),
                if raises.is_empty() { PrintCell::Blank } else { text(&raises.join(" ")) },
                figure(u32::from(is_won)),
                outcome.map_or(PrintCell::Blank, |outcome| text(outcome.rule())),
                outcome.map_or(PrintCell::Blank, |outcome| {
                    text(&self.words.outcome(self.game.setup(), team, &outcome))
                }),
            ]
        };
        lines.map(row).collect()
    }

    fn money(&self, record: &RoundRecord) -> Vec<Vec<PrintCell>> {
        let is_final = record.state == RoundState::Final;
        let awards =
            record.settlement.as_ref().filter(|_| is_final).map_or(&[][..], |settled| settled.awards());
        let row = |(team, held): (TeamId, &Tsuyama)| {
            let spent =
                awards.iter().filter(|award| award.team == team).map(|award| award.price.0).sum::<u64>();
            let left = Tsuyama(held.0.saturating_sub(spent));
            vec![code(self.game, team), money(*held), money(Tsuyama(spent)), money(left)]
        };
        self.game.setup().team_ids().zip(&record.held).map(row).collect()
    }

    /// Returns where each stone lies at the end of the record (`W1`–`W4`).
    fn walls(&self) -> GameTable {
        let mut rows = Vec::new();
        for team in self.game.setup().team_ids() {
            let laid = self.game.team(team).into_iter().flat_map(|team| &team.laid);
            rows.extend(laid.map(|(&stone, spot)| {
                let area = self.game.shape(stone).map_or(0, ishigaki_rules::Shape::area);
                vec![
                    code(self.game, team),
                    text(&self.words.stone(self.game.setup(), stone)),
                    self.lot(stone.lot),
                    coordinate(spot.at.row),
                    coordinate(spot.at.col),
                    figure(spot.turn.quarters()),
                    whole(u64::try_from(area).unwrap_or(u64::MAX)),
                ]
            }));
        }
        GameTable { name: "walls", columns: &WALLS, rows }
    }

    /// Returns what was announced, asked and answered, in that order: as far as the record tells it.
    fn messages(&self) -> GameTable {
        let setup = self.game.setup();
        let codes = |teams: &[TeamId]| {
            let codes = teams.iter().filter_map(|team| Some(setup.team(*team)?.code.as_str()));
            codes.collect::<Vec<_>>().join(" ")
        };
        let language_cells =
            |languages: [Option<&str>; 2]| languages.map(|content| content.map_or(PrintCell::Blank, text));
        let mut rows: Vec<(GameTime, Vec<PrintCell>)> = Vec::new();
        for broadcast in self.game.broadcasts() {
            let to = if broadcast.teams.is_empty() { "all".to_owned() } else { codes(broadcast.teams) };
            let head = [PrintCell::Blank, PrintCell::Blank, text(&to)];
            let question = broadcast.asked.map_or(PrintCell::Blank, |question| text(question.text()));
            let cells = head
                .into_iter()
                .chain([question])
                .chain(language_cells([broadcast.text.english(), broadcast.text.japanese()]));
            rows.push((
                broadcast.at,
                message(broadcast.at, "announcement", cells, Some(&codes(&broadcast.read_by))),
            ));
        }
        for question in self.game.questions() {
            let head = [code(self.game, question.team), figure(question.number.0)];
            let cells = head.clone().into_iter().chain([text("judge"), text(question.text.text())]);
            let cells = cells.chain([PrintCell::Blank, PrintCell::Blank]);
            rows.push((question.at, message(question.at, "question", cells, None)));
            let last = question.answer();
            for answer in &question.answers {
                let to = if answer.to_all { "all".to_owned() } else { codes(&[question.team]) };
                let cells = head.clone().into_iter().chain([text(&to), text(question.text.text())]);
                let is_read = last == Some(answer) && self.game.answer_read_by_asker(question) == Some(true);
                let read_by = if is_read { codes(&[question.team]) } else { String::new() };
                let cells = cells.chain(language_cells([answer.text.english(), answer.text.japanese()]));
                rows.push((answer.at, message(answer.at, "answer", cells, Some(&read_by))));
            }
        }
        rows.sort_by_key(|(at, _)| *at);
        let rows = rows.into_iter().map(|(_, row)| row).collect();
        GameTable { name: "messages", columns: &MESSAGES, rows }
    }

    /// Returns what a certificate of each ranked team says, for mail merge; nothing before the result is declared
    /// (`E4`).
    fn certificates(&self, particulars: &Particulars) -> GameTable {
        let setup = self.game.setup();
        let names = particulars.names(setup);
        let is_declared = self.game.phase() == Phase::Declared;
        let ranked = self.game.standings().into_iter().filter(|row| is_declared && row.tally.is_some());
        let both = |of: &dyn Fn(Lang) -> String| Lang::ALL.map(|lang| text(&of(lang)));
        let contest = Lang::ALL.map(|lang| particulars.contest(lang).map_or(PrintCell::Blank, text));
        let date = particulars.date.as_deref().map_or(PrintCell::Blank, text);
        let row = |row: Standing| {
            let name = |lang| names.get(row.team.index()).map(|name| name.shown(lang)).unwrap_or_default();
            let mut cells = vec![figure(row.place)];
            cells.extend(both(&|lang| Words::new(lang).place(row.place)));
            cells.push(code(self.game, row.team));
            cells.extend(both(&name));
            cells.extend(contest.clone());
            cells.extend(both(&|lang| Words::new(lang).title(setup)));
            cells.push(date.clone());
            cells
        };
        GameTable { name: "certificates", columns: &CERTIFICATES, rows: ranked.map(row).collect() }
    }
}

fn message(
    at: GameTime,
    kind: &str,
    cells: impl Iterator<Item = PrintCell>,
    read_by: Option<&str>,
) -> Vec<PrintCell> {
    let head = [whole(at.0), text(kind)];
    head.into_iter().chain(cells).chain([read_by.map_or(PrintCell::Blank, text)]).collect()
}

fn text(text: &str) -> PrintCell {
    PrintCell::Text(text.to_owned())
}

fn figure(figure: u32) -> PrintCell {
    PrintCell::Figure(figure.into())
}

fn whole(figure: u64) -> PrintCell {
    PrintCell::Figure(i64::try_from(figure).unwrap_or(i64::MAX))
}

fn money(amount: Tsuyama) -> PrintCell {
    whole(amount.0)
}

fn coordinate(at: i32) -> PrintCell {
    PrintCell::Figure(at.into())
}

fn code(game: &Game, team: TeamId) -> PrintCell {
    game.setup().team(team).map_or(PrintCell::Blank, |spec| text(&spec.code))
}

#[cfg(test)]
mod tests;

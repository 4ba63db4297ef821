//! FIDE's report file, TRF16: the leagues' rounds in columns that programs for chess tournaments read.
//!
//! The format is "Agreed general data exchange format for tournament results to be submitted to FIDE"
//! (Handbook C.04, annex 2, version of 2016: <https://www.fide.com/FIDE/handbook/C04Annex2_TRF16.pdf>): lines
//! of fixed columns, each ended by a carriage return, here followed by a line feed. Columns are characters,
//! counted from 1; readers that count bytes need names in Latin letters.
//!
//! | columns | TRF16 | in an Othello event |
//! |---|---|---|
//! | 1-3 | `001` | |
//! | 5-8 | starting rank | place in the order of the draw numbers, the smallest is 1 |
//! | 10 | sex | `w` if the roster has it (`TK3`), else empty |
//! | 11-13 | title | empty: a rank (段位) is no FIDE title |
//! | 15-47 | name | name in Latin letters if there is one, cut after 33 characters |
//! | 49-79 | FIDE's rating, federation, number, date of birth | empty |
//! | 81-84 | points | wins (`TR1`), including byes and formal wins, as `5.0` |
//! | 86-89 | rank | final place (`TE`), decided by play-offs; before that the provisional one |
//! | 92-95, 102-105, ... | opponent | the opponent's starting rank; `0000` without a game |
//! | 97, 107, ... | colour | `b`, `w` of Othello, black moves first; `-` if it isn't on the slip |
//! | 99, 109, ... | result | `1` `0`; not rated (`TO7`) `W` `L`; forfeit (`TW2`) `+` `-`; bye `U`; formal win (`TF3`) `F`; withdrawn (`TW1`) `Z` |
//!
//! The format has no columns for draw numbers, discs, the draw-win right, handicaps, `S_k`, leagues and
//! play-offs. Play-offs are in the same rounds as formal wins and only affect the rank. There are no draws.
//! Readers that require colours reject games without a colour on the slip, because missing colours aren't
//! invented.

use std::fmt::Write;

use ishigaki_othello::Colour;
use ishigaki_tournament::{Entry, PlayerId};
use ishigaki_words::Lang;
use ishigaki_words::columns::clean;

use crate::crosstable::{CrossRound, CrossRow, Crosstable};
use crate::edition::EntrantName;

/// Data about the event in the report; empty if unknown.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrfParticulars<'a> {
    pub title: &'a str,
    pub city: &'a str,
    pub federation: &'a str,
    pub start: &'a str,
    pub end: &'a str,
    pub referee: &'a str,
}

/// Column of the first character, from 1.
const NAME: usize = 15;
const NAME_WIDTH: usize = 33;
const POINTS: usize = 81;
const RANK: usize = 86;
const FIRST_ROUND: usize = 92;

impl Crosstable {
    /// Returns the report of an event, with players by starting rank.
    pub fn trf(&self, particulars: &TrfParticulars<'_>, names: &[EntrantName]) -> String {
        let players = self.rows.len().to_string();
        let head = [
            ("012", particulars.title),
            ("022", particulars.city),
            ("032", particulars.federation),
            ("042", particulars.start),
            ("052", particulars.end),
            ("062", &players),
            ("072", "0"),
            ("092", "Othello: leagues and placement league"),
            ("102", particulars.referee),
            ("122", "20 minutes for each player"),
        ];
        let mut report = String::new();
        for (number, text) in head.into_iter().filter(|(_, text)| !text.is_empty()) {
            push_line(&mut report, &format!("{number} {}", clean(text)));
        }
        let mut rows: Vec<&CrossRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.start);
        for row in rows {
            push_line(&mut report, &self.player_line(row, names));
        }
        report
    }

    fn player_line(&self, row: &CrossRow, names: &[EntrantName]) -> String {
        let name = names.get(row.player.index()).map(|name| name.shown(Lang::En)).unwrap_or_default();
        let name: String = name.chars().take(NAME_WIDTH).collect();
        let sex = if row.woman { 'w' } else { ' ' };
        // Writing into a text cannot fail.
        let mut line = format!("001 {:>4} {sex}", row.start);
        pad_to(&mut line, NAME);
        line.push_str(&name);
        pad_to(&mut line, POINTS);
        let _ = write!(line, "{:>4}", format!("{}.0", row.wins));
        pad_to(&mut line, RANK);
        let _ = write!(line, "{:>4}", row.place);
        for (at, round) in row.rounds.iter().enumerate() {
            pad_to(&mut line, FIRST_ROUND + 10 * at);
            let _ = match round.entry.opponent() {
                Some(other) => {
                    write!(line, "{:>4} {} {}", self.start_of(other), colour(round), result(round))
                }
                None => write!(line, "0000 - {}", result(round)),
            };
        }
        line
    }

    fn start_of(&self, player: PlayerId) -> u32 {
        self.row(player).map_or(0, |row| row.start)
    }
}

fn colour(round: &CrossRound) -> char {
    match round.colour {
        Some(Colour::Black) => 'b',
        Some(Colour::White) => 'w',
        None => '-',
    }
}

fn result(round: &CrossRound) -> char {
    match round.entry {
        Entry::Won { .. } if round.forfeit => '+',
        Entry::Lost { .. } if round.forfeit => '-',
        Entry::Won { .. } if !round.rated => 'W',
        Entry::Lost { .. } if !round.rated => 'L',
        Entry::Won { .. } => '1',
        Entry::Lost { .. } => '0',
        Entry::Bye => 'U',
        Entry::FormalWin => 'F',
        Entry::Missed | Entry::Excused => 'Z',
    }
}

/// Fills a line with spaces up to the character before `column`, from 1.
fn pad_to(line: &mut String, column: usize) {
    let missing = (column - 1).saturating_sub(line.chars().count());
    line.extend(std::iter::repeat_n(' ', missing));
}

fn push_line(report: &mut String, line: &str) {
    report.push_str(line);
    report.push_str("\r\n");
}

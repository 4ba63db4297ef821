//! Parsing of bids, raises, stones and squares in arguments.

use ishigaki_catalogue::{Message, Value};
use ishigaki_client::spelling;
use ishigaki_proto::wire;
use ishigaki_rules::auction::Raise;
use ishigaki_rules::{Cell, Priority, Tsuyama};
use ishigaki_strategy::bot::Line;

#[derive(Debug, PartialEq, Eq, Message)]
#[message("cli-bad")]
pub(crate) enum InputError {
    Bid {
        line: usize,
        given: String,
    },
    Raise {
        line: usize,
        given: String,
    },
    Stone {
        given: String,
    },
    Square {
        given: String,
    },
    Wall {
        file: String,
        #[message("what")]
        fault: WallFileFault,
    },
}

#[derive(Debug, PartialEq, Eq, Message)]
#[message("cli-wall")]
pub(crate) enum WallFileFault {
    Unread(#[message("what")] Value),
    Empty,
    NoPlacements,
    NoStones,
}

pub(crate) fn lines(bids: &[String]) -> Result<Vec<Line>, InputError> {
    numbered(bids)
        .map(|(line, given)| bid(given).ok_or(InputError::Bid { line, given: given.clone() }))
        .collect()
}

pub(crate) fn raises(raises: &[String]) -> Result<Vec<Raise>, InputError> {
    numbered(raises)
        .map(|(line, given)| raise(given).ok_or(InputError::Raise { line, given: given.clone() }))
        .collect()
}

pub(crate) fn stone(given: &str) -> Result<wire::Stone, InputError> {
    spelling::stone(given.trim()).ok_or_else(|| InputError::Stone { given: given.to_owned() })
}

fn squares(given: &[String]) -> Result<Vec<Cell>, InputError> {
    let square = |given: &String| {
        let (row, col) = given.trim().split_once(',')?;
        Some(Cell { row: row.parse().ok()?, col: col.parse().ok()? })
    };
    given.iter().map(|given| square(given).ok_or(InputError::Square { given: given.clone() })).collect()
}

pub(crate) fn wire_squares(given: &[String]) -> Result<wire::Cells, InputError> {
    let cell = |cell: Cell| wire::Cell { row: cell.row, col: cell.col };
    Ok(wire::Cells { cells: squares(given)?.into_iter().map(cell).collect() })
}

fn numbered(texts: &[String]) -> impl Iterator<Item = (usize, &String)> {
    (1..).zip(texts)
}

fn bid(given: &str) -> Option<Line> {
    // A code may contain a colon, a price can't.
    let (lot, price) = given.trim().rsplit_once(':')?;
    let wire::Bid { lot, price } = spelling::bid(lot, price)?;
    Some(Line { lot, price: Tsuyama(price) })
}

fn raise(given: &str) -> Option<Raise> {
    let (line, price) = given.trim().split_once(':')?;
    let wire::Raise { priority, price } = spelling::raise(line, price)?;
    Some(Raise { priority: Priority(priority), price: Tsuyama(price) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn bid_is_parsed_as_lot_and_price() {
        assert_eq!(lines(&texts(&["L:12", "a:b:0"])), Ok(vec![Line::new("L", 12), Line::new("a:b", 0)]));
        for bad in ["L12", "L:", ":12", "L:-1", "L:+1", "L:1.5", "L: 1", "L:99999999999999999999", ""] {
            let error = InputError::Bid { line: 2, given: bad.to_owned() };
            assert_eq!(lines(&texts(&["L:1", bad])), Err(error), "{bad:?}");
        }
    }

    #[test]
    fn raise_is_parsed_as_line_and_price() {
        let raise = Raise { priority: Priority(1), price: Tsuyama(14) };
        assert_eq!(raises(&texts(&["1:14"])), Ok(vec![raise]));
        for bad in ["0:14", "L:14", "1:", "14", "1:-2"] {
            assert_eq!(raises(&texts(&[bad])), Err(InputError::Raise { line: 1, given: bad.to_owned() }));
        }
    }

    #[test]
    fn stone_is_parsed_as_lot_and_copy() {
        assert_eq!(stone("L-2"), Ok(wire::Stone { lot: "L".into(), copy: 2 }));
        assert_eq!(stone("big-L-2"), Ok(wire::Stone { lot: "big-L".into(), copy: 2 }));
        for bad in ["L", "L-0", "L-", "-2", "L-x", ""] {
            assert_eq!(stone(bad), Err(InputError::Stone { given: bad.to_owned() }));
        }
    }

    #[test]
    fn square_is_parsed_as_row_and_column() {
        assert_eq!(squares(&texts(&["3,0", "-1,12"])), Ok(vec![Cell::new(3, 0), Cell::new(-1, 12)]));
        assert_eq!(squares(&texts(&["3"])), Err(InputError::Square { given: "3".into() }));
    }
}

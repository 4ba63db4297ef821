//! Reading what stands inside an argument: bids, raises, stones, squares.

use ishigaki_catalogue::{Message, Value};
use ishigaki_client::spelling;
use ishigaki_proto::wire;
use ishigaki_rules::auction::Raise;
use ishigaki_rules::{Cell, Priority, Tsuyama};
use ishigaki_strategy::bot::Line;

/// Error of an argument that cannot be read: which one, and what it held.
#[derive(Debug, PartialEq, Eq, Message)]
#[message("cli-bad")]
pub(crate) enum InputError {
    /// A bid is not `LOT:PRICE`.
    Bid {
        /// Its place in the list, from 1.
        line: usize,
        /// Text that was given.
        given: String,
    },
    /// A raise is not `LINE:PRICE`.
    Raise {
        /// Its place among the raises, from 1.
        line: usize,
        /// Text that was given.
        given: String,
    },
    /// A stone is not `LOT-COPY`.
    Stone {
        /// Text that was given.
        given: String,
    },
    /// A square is not `ROW,COL`.
    Square {
        /// Text that was given.
        given: String,
    },
    /// A file holds no wall.
    Wall {
        file: String,
        #[message("what")]
        fault: WallFileFault,
    },
}

#[derive(Debug, PartialEq, Eq, Message)]
#[message("cli-wall")]
pub(crate) enum WallFileFault {
    /// It cannot be read, or it is not the JSON of a wall.
    Unread(#[message("what")] Value),
    /// There is nothing in it.
    Empty,
    /// Its last object has no `placements`.
    NoPlacements,
    NoStones,
}

/// A list's lines, each `LOT:PRICE`. Whether there is such a lot is the server's to say.
pub(crate) fn lines(bids: &[String]) -> Result<Vec<Line>, InputError> {
    numbered(bids)
        .map(|(line, given)| bid(given).ok_or(InputError::Bid { line, given: given.clone() }))
        .collect()
}

/// Raises, each `LINE:PRICE`.
pub(crate) fn raises(raises: &[String]) -> Result<Vec<Raise>, InputError> {
    numbered(raises)
        .map(|(line, given)| raise(given).ok_or(InputError::Raise { line, given: given.clone() }))
        .collect()
}

/// A stone, `LOT-COPY`. Whether there is such a lot is the server's to say.
pub(crate) fn stone(given: &str) -> Result<wire::Stone, InputError> {
    spelling::stone(given.trim()).ok_or_else(|| InputError::Stone { given: given.to_owned() })
}

/// Squares, each `ROW,COL`.
fn squares(given: &[String]) -> Result<Vec<Cell>, InputError> {
    let square = |given: &String| {
        let (row, col) = given.trim().split_once(',')?;
        Some(Cell { row: row.parse().ok()?, col: col.parse().ok()? })
    };
    given.iter().map(|given| square(given).ok_or(InputError::Square { given: given.clone() })).collect()
}

/// Squares as the wire names them.
pub(crate) fn wire_squares(given: &[String]) -> Result<wire::Cells, InputError> {
    let cell = |cell: Cell| wire::Cell { row: cell.row, col: cell.col };
    Ok(wire::Cells { cells: squares(given)?.into_iter().map(cell).collect() })
}

fn numbered(texts: &[String]) -> impl Iterator<Item = (usize, &String)> {
    (1..).zip(texts)
}

fn bid(given: &str) -> Option<Line> {
    // A code may have a colon in it, a price has not.
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
    fn a_bid_is_a_lot_and_a_price() {
        assert_eq!(lines(&texts(&["L:12", "a:b:0"])), Ok(vec![Line::new("L", 12), Line::new("a:b", 0)]));
        for bad in ["L12", "L:", ":12", "L:-1", "L:+1", "L:1.5", "L: 1", "L:99999999999999999999", ""] {
            let error = InputError::Bid { line: 2, given: bad.to_owned() };
            assert_eq!(lines(&texts(&["L:1", bad])), Err(error), "{bad:?}");
        }
    }

    #[test]
    fn a_raise_is_a_line_and_a_price() {
        let raise = Raise { priority: Priority(1), price: Tsuyama(14) };
        assert_eq!(raises(&texts(&["1:14"])), Ok(vec![raise]));
        for bad in ["0:14", "L:14", "1:", "14", "1:-2"] {
            assert_eq!(raises(&texts(&[bad])), Err(InputError::Raise { line: 1, given: bad.to_owned() }));
        }
    }

    #[test]
    fn a_stone_is_a_lot_and_a_copy() {
        assert_eq!(stone("L-2"), Ok(wire::Stone { lot: "L".into(), copy: 2 }));
        assert_eq!(stone("big-L-2"), Ok(wire::Stone { lot: "big-L".into(), copy: 2 }));
        for bad in ["L", "L-0", "L-", "-2", "L-x", ""] {
            assert_eq!(stone(bad), Err(InputError::Stone { given: bad.to_owned() }));
        }
    }

    #[test]
    fn a_square_is_a_row_and_a_column() {
        assert_eq!(squares(&texts(&["3,0", "-1,12"])), Ok(vec![Cell::new(3, 0), Cell::new(-1, 12)]));
        assert_eq!(squares(&texts(&["3"])), Err(InputError::Square { given: "3".into() }));
    }
}

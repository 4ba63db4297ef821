//! Files of a generated scenario, as text.

use std::fmt::Write as _;

use ishigaki_rules::wall::{Placement, judge};
use ishigaki_rules::{Cell, Shape, StoneId};
use ishigaki_scenarios::Scenario;

use crate::parameters::Parameters;

/// It contains the parameters, and nothing about the machine or the time.
pub(crate) fn scenario(scenario: &Scenario, parameters: &Parameters) -> String {
    let teams = scenario.made_for.unwrap_or_default();
    let stones: u64 = scenario.lots.iter().map(|lot| u64::from(lot.copies)).sum();
    let squares: u64 = scenario.lots.iter().map(|lot| lot.shape.area() as u64 * u64::from(lot.copies)).sum();
    let area = scenario.frame.area();
    let mut text = format!(
        "# {name}: made by `lab generate` with seed {seed}, awkwardness {awkwardness}.\n#\n\
         # {stones} stones in {types} types have {squares} squares; {teams} frames of {area} have {all}. For every team there is a wall that\n\
         # fills its frame (golden/{name}.planted.toml).\n\n",
        name = scenario.name,
        seed = parameters.seed,
        awkwardness = parameters.awkwardness,
        types = scenario.lots.len(),
        all = area * teams,
    );
    // Writing into a string can't fail.
    let _ = writeln!(text, "title = {}", quote(&scenario.title));
    if let Some(title) = &scenario.title_ja {
        let _ = writeln!(text, "title_ja = {}", quote(title));
    }
    let _ = writeln!(text, "teams = {teams}\nmoney = {}\n", scenario.money);
    let _ = writeln!(text, "frame = \"\"\"\n{}\n\"\"\"", scenario.frame.rows().join("\n"));
    for (number, round) in (1..).zip(&scenario.rounds) {
        let _ = write!(
            text,
            "\n[[round]]                      # {number}\nbids = {}\nwins = {}\nwindow_s = {}\nrebid_window_s = {}\n",
            round.max_bids,
            round.max_wins,
            round.window.0 / 1_000,
            round.rebid_window.0 / 1_000
        );
    }
    for lot in &scenario.lots {
        let _ = write!(
            text,
            "\n[[stone]]\nid = \"{}\"\ncopies = {}\nmin_price = {}\nshape = \"\"\"\n{}\n\"\"\"\n",
            lot.code,
            lot.copies,
            lot.min_price,
            shape_rows(&lot.shape)
        );
    }
    text
}

fn quote(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn shape_rows(shape: &Shape) -> String {
    let character = |row: i32, col: i32| if shape.cells().contains(&Cell { row, col }) { '#' } else { '.' };
    let row = |row: i32| (0..shape.width()).map(|col| character(row, col)).collect::<String>();
    (0..shape.height()).map(row).collect::<Vec<_>>().join("\n")
}

/// More characters than a wall of 300 squares needs with three squares per stone.
const STONE_CHARACTERS: &str =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*=%&$@!?<>(){}[]^~|/:;";

pub(crate) fn wall(scenario: &Scenario, wall: &[Placement<StoneId>]) -> Option<String> {
    let head = format!("# A wall that fills the frame of {}: {} stones.\n\n", scenario.name, wall.len());
    let WallText { rows, stones } = draw(scenario, wall)?;
    Some(format!(
        "{head}# Each character is one stone.\nwall = \"\"\"\n{rows}\n\"\"\"\n\n# Characters of the stones by type.\n[stones]\n{stones}"
    ))
}

pub(crate) fn planted(scenario: &Scenario, walls: &[Vec<Placement<StoneId>>]) -> Option<String> {
    let mut text = format!(
        "# Planted walls of {}: {}. Each fills the frame with stones on offer.\n# Each character is one stone. `stones` has its type.\n",
        scenario.name,
        walls.len()
    );
    for wall in walls {
        let WallText { rows, stones } = draw(scenario, wall)?;
        let stones = stones.trim_end().replace('\n', ", ");
        let _ = write!(text, "\n[[wall]]\ndrawing = \"\"\"\n{rows}\n\"\"\"\nstones = {{ {stones} }}\n");
    }
    Some(text)
}

struct WallText {
    rows: String,
    stones: String,
}

fn draw(scenario: &Scenario, wall: &[Placement<StoneId>]) -> Option<WallText> {
    let mut rows: Vec<Vec<char>> = scenario.frame.rows().iter().map(|row| vec!['.'; row.len()]).collect();
    let shapes = wall.iter().filter_map(|placement| {
        Some((placement.stone, &scenario.lots.get(placement.stone.lot.index())?.shape))
    });
    let spots = judge(&scenario.frame, &shapes.collect(), wall).laid;
    let mut order: Vec<(StoneId, Vec<Cell>)> = Vec::new();
    for (stone, spot) in spots {
        let shape = &scenario.lots.get(stone.lot.index())?.shape;
        let cells = shape
            .turned_cells(spot.turn)
            .map(|cell| Cell { row: cell.row + spot.at.row, col: cell.col + spot.at.col });
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_unstable();
        order.push((stone, cells));
    }
    order.sort_by(|(_, a), (_, b)| a.cmp(b));
    let mut characters: Vec<(StoneId, char)> = Vec::new();
    let mut free = STONE_CHARACTERS.chars();
    for (stone, cells) in order {
        let character = free.next()?;
        for cell in cells {
            let row = rows.get_mut(usize::try_from(cell.row).ok()?)?;
            *row.get_mut(usize::try_from(cell.col).ok()?)? = character;
        }
        characters.push((stone, character));
    }
    let mut stones = String::new();
    for (at, lot) in scenario.lots.iter().enumerate() {
        let of_lot: String = characters
            .iter()
            .filter(|(stone, _)| stone.lot.index() == at)
            .map(|(_, character)| *character)
            .collect();
        if !of_lot.is_empty() {
            let _ = writeln!(stones, "{} = \"{of_lot}\"", lot.code);
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    Some(WallText { rows: rows.join("\n"), stones })
}

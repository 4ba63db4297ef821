//! Generator: draws frame, pool and walls until all checks pass, and writes the files.

use ishigaki_catalogue::{Message, Phrase};
use ishigaki_rules::{ClosePolicy, LotSpec, Millis, RoundPlan, SupportRule, TeamSpec, Tsuyama};
use ishigaki_scenarios::lint::{self, Level};
use ishigaki_scenarios::{Lists, Scenario, replay, results};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use crate::awkwardness::{AWKWARD, awkwardness};
use crate::figures::{Figure, Line, figures};
use crate::library::codes;
use crate::parameters::Parameters;
use crate::planting::{PlantedWall, fills, plant};
use crate::pool::{self, PoolType};
use crate::{frame, lists, text};

const DRAWS: u32 = 60;
/// Few small frames have space for a hole.
const FRAMES: u32 = 200;
/// Windows and the countdown (`A3`, `A7`, `E1`).
const WINDOW: Millis = Millis(90_000);
const REBID_WINDOW: Millis = Millis(30_000);
const COUNTDOWN: Millis = Millis(5_000);

/// A generated scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    pub scenario: Scenario,
    /// A full wall for each team.
    pub walls: Vec<PlantedWall>,
    /// Files by relative paths: the scenario, and golden walls, lists and results.
    pub files: Vec<(String, String)>,
}

/// Error of the generator.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Message)]
#[message("generate")]
pub enum Error {
    Exhausted {
        name: String,
        draws: u32,
        why: String,
    },
    /// A figure that the parameters alone determine is outside its band, so that no draw can fix it.
    #[message(value = thousandths(*value))]
    Outside {
        name: String,
        figure: &'static str,
        #[message(skip)]
        value: f64,
        #[message(display)]
        low: f64,
        #[message(display)]
        high: f64,
    },
}

fn thousandths(value: f64) -> String {
    format!("{value:.3}")
}

enum DrawFault {
    Draw(String),
    Parameters(Line),
}

impl From<String> for DrawFault {
    fn from(why: String) -> Self {
        Self::Draw(why)
    }
}

impl From<&str> for DrawFault {
    fn from(why: &str) -> Self {
        Self::Draw(why.to_owned())
    }
}

/// Generates the scenario of these parameters, and its spare if wanted. The same parameters give the same
/// files, byte for byte.
///
/// # Errors
/// If no draw succeeded: frame drawn, walls planted, no error or warning of the linter, all figures in their
/// bands.
pub fn generate(parameters: &Parameters) -> Result<Vec<Generated>, Error> {
    let mut made = vec![generate_one(parameters, 0)?];
    if parameters.spare {
        made.push(generate_one(parameters, 1)?);
    }
    Ok(made)
}

/// Returns whether every planted wall fills the frame by the rules, with copies on offer, and wins and money
/// of one team.
pub fn are_planted(scenario: &Scenario, walls: &[PlantedWall]) -> bool {
    let lot = |lot: ishigaki_rules::LotId| scenario.lots.get(lot.index()).map(|lot| (&lot.shape, lot.copies));
    let wins: u64 = scenario.rounds.iter().map(|round| u64::from(round.max_wins)).sum();
    let price = |wall: &PlantedWall| -> u64 {
        let lots = wall.iter().filter_map(|placement| scenario.lots.get(placement.stone.lot.index()));
        lots.map(|lot| lot.min_price.0).sum()
    };
    walls.iter().all(|wall| {
        fills(&scenario.frame, &lot, wall) && wall.len() as u64 <= wins && price(wall) <= scenario.money.0
    })
}

fn generate_one(parameters: &Parameters, stream: u64) -> Result<Generated, Error> {
    let name = if stream == 0 { parameters.name.clone() } else { format!("{}-spare", parameters.name) };
    let mut why = String::new();
    for draw in 0..DRAWS {
        let mut rng = ChaCha8Rng::seed_from_u64(parameters.seed);
        rng.set_stream(stream * u64::from(DRAWS) + u64::from(draw));
        match draw_scenario(parameters, &name, stream > 0, &mut rng) {
            Ok(generated) => return Ok(generated),
            Err(DrawFault::Draw(fault)) => why = fault,
            Err(DrawFault::Parameters(Line { figure, value, band, .. })) => {
                let (figure, low, high) = (figure.name(), band.low, band.high);
                return Err(Error::Outside { name, figure, value, low, high });
            }
        }
    }
    Err(Error::Exhausted { name, draws: DRAWS, why })
}

fn draw_scenario(
    parameters: &Parameters,
    name: &str,
    is_spare: bool,
    rng: &mut ChaCha8Rng,
) -> Result<Generated, DrawFault> {
    let frame = (0..FRAMES)
        .find_map(|_| frame::draw(parameters.frame, rng))
        .ok_or("no frame of so many squares was drawn")?;
    let kinds = pool::draw(parameters, rng).ok_or("there are no types and copies of so many squares")?;
    let teams = parameters.teams as usize;
    let title =
        |title: &str, spare: &str| if is_spare { format!("{title}{spare}") } else { title.to_owned() };
    let lots = price_lots(&kinds);
    let scenario = Scenario {
        name: name.to_owned(),
        title: title(&parameters.title, " (spare)"),
        title_ja: parameters.title_ja.as_ref().map(|ja| title(ja, "（予備）")),
        made_for: Some(teams),
        money: money(parameters, &lots),
        rounds: rounds(parameters, &lots),
        support: SupportRule::EachMove,
        end_countdown: COUNTDOWN,
        frame,
        lots,
    };
    // Copies and rounds depend on the parameters alone, so planting would be useless if they are outside.
    if let Some(outside) = figures(&scenario, teams).into_iter().find(|line| !line.inside) {
        return Err(DrawFault::Parameters(outside));
    }
    let walls = plant(&scenario.frame, &kinds, teams, rng).ok_or("no walls were planted")?;
    if !are_planted(&scenario, &walls) {
        return Err("a planted wall takes more than a team can win or pay".into());
    }
    in_order(&scenario, &text::scenario(&scenario, parameters))?;
    let files = files(&scenario, &walls, parameters, rng)?;
    Ok(Generated { scenario, walls, files })
}

fn in_order(scenario: &Scenario, text: &str) -> Result<(), String> {
    let file = format!("{}.toml", scenario.name);
    let read = Scenario::parse(&file, text)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    if read != *scenario {
        return Err("the file says something else than was drawn".into());
    }
    let report = lint::scenario(&file, text);
    if report.count(Level::Error) + report.count(Level::Warning) > 0 {
        return Err(report.to_string());
    }
    Ok(())
}

fn files(
    scenario: &Scenario,
    walls: &[PlantedWall],
    parameters: &Parameters,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<(String, String)>, String> {
    const TOO_MANY_STONES: &str = "a wall has more stones than there are signs to draw it";
    let name = &scenario.name;
    let teams =
        (1..=parameters.teams).map(|at| TeamSpec { code: format!("t{at}"), name: format!("Team {at}") });
    let setup = scenario.setup(teams.collect()).map_err(|fault| Phrase::from(&fault).to_string())?;
    let lists_text = lists::lists(name, &setup, rng);
    let lists = Lists::parse(&format!("{name}.lists.toml"), &lists_text, scenario)
        .map_err(|faults| format!("{faults:?}"))?;
    let rounds = replay(&setup, &lists).map_err(|misfits| format!("{misfits:?}"))?;
    let wall = walls.first().and_then(|wall| text::wall(scenario, wall)).ok_or(TOO_MANY_STONES)?;
    Ok(vec![
        (format!("{name}.toml"), text::scenario(scenario, parameters)),
        (format!("golden/{name}.wall.toml"), wall),
        (format!("golden/{name}.planted.toml"), text::planted(scenario, walls).ok_or(TOO_MANY_STONES)?),
        (format!("golden/{name}.lists.toml"), lists_text),
        (format!("golden/{name}.results.toml"), results(name, &setup, &rounds)),
    ])
}

fn price_lots(kinds: &[PoolType]) -> Vec<LotSpec> {
    let shapes: Vec<_> = kinds.iter().map(|kind| kind.shape.clone()).collect();
    let price = |kind: &PoolType| {
        let area = kind.shape.area() as u64;
        match area {
            0..=3 => area + 1,
            _ => area - u64::from(awkwardness(&kind.shape) >= AWKWARD),
        }
    };
    let lot = |(kind, code): (&PoolType, String)| LotSpec {
        code,
        shape: kind.shape.clone(),
        min_price: Tsuyama(price(kind)),
        copies: kind.copies,
    };
    kinds.iter().zip(codes(&shapes)).map(lot).collect()
}

fn money(parameters: &Parameters, lots: &[LotSpec]) -> Tsuyama {
    let prices: u64 = lots.iter().map(|lot| lot.min_price.0 * u64::from(lot.copies)).sum();
    let whole = prices * 100 / (u64::from(parameters.price_percent) * u64::from(parameters.teams)).max(1);
    Tsuyama((whole + 2) / 5 * 5)
}

/// The wins that the parameters ask for. A remainder goes to the late rounds, so that the first round doesn't
/// decide everything, or to the early ones if it would decide too little.
fn rounds(parameters: &Parameters, lots: &[LotSpec]) -> Vec<RoundPlan> {
    let stones: u64 = lots.iter().map(|lot| u64::from(lot.copies)).sum();
    let squares: u64 = lots.iter().map(|lot| lot.shape.area() as u64 * u64::from(lot.copies)).sum();
    // A wall takes frame / (squares per stone) stones, and the sum of W is a percentage of that.
    let whole = u64::from(parameters.frame.squares) * stones * u64::from(parameters.wins_percent);
    let wins = u32::try_from((whole / squares.max(1) + 50) / 100).unwrap_or(u32::MAX);
    let (each, over) = (wins / parameters.rounds, wins % parameters.rounds);
    let first = f64::from(each * parameters.teams) / f64::from(u32::try_from(stones).unwrap_or(u32::MAX));
    let is_early = first < Figure::FirstRoundShare.band().low;
    let round = |at: u32| {
        let is_more = if is_early { at < over } else { at + over >= parameters.rounds };
        let max_wins = each + u32::from(is_more);
        let max_bids = (max_wins * parameters.lines_percent).div_ceil(100);
        RoundPlan {
            max_bids,
            max_wins,
            window: WINDOW,
            rebid_window: REBID_WINDOW,
            close: ClosePolicy::AtDeadline,
        }
    };
    (0..parameters.rounds).map(round).collect()
}

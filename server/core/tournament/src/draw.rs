//! The draw (抽選): numbers of a roster's lines from public lottery results (`TD`).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::id::{DrawNumber, PlayerId};
use crate::plan::{Lottery, Plan, SeedMode};

/// The linear congruential generator (線形合同法) of all draws (`TD1`). Its period is its modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    x: u32,
}

/// M, 2^23 (`TD1`).
pub const MODULUS: u64 = 8_388_608;
const FACTOR: u64 = 65_793;
const INCREMENT: u64 = 4_282_663;

impl Generator {
    /// Returns the generator at `x_0` after `skip` values (`TD3`, `TG3`).
    pub fn from_seed(seed: u64, skip: u64) -> Self {
        let (mut factor, mut increment) = (FACTOR, INCREMENT);
        let mut x = seed % MODULUS;
        // Squaring the step skips any number of values in 23 iterations; the period is the modulus.
        let mut left = skip % MODULUS;
        while left > 0 {
            if left % 2 == 1 {
                x = (x * factor + increment) % MODULUS;
            }
            increment = (increment * factor + increment) % MODULUS;
            factor = factor * factor % MODULUS;
            left /= 2;
        }
        Self { x: u32::try_from(x).unwrap_or(0) }
    }

    /// Returns its state. The first one, `x_0`, isn't used as a number (`TD3`).
    pub const fn standing(&self) -> u32 {
        self.x
    }
}

impl Iterator for Generator {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let x = (u64::from(self.x) * FACTOR + INCREMENT) % MODULUS;
        self.x = u32::try_from(x).unwrap_or(0);
        Some(self.x)
    }
}

/// Error of lottery results that give no seed (`TD2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitsFault {
    Count {
        given: usize,
        lotteries: usize,
    },
    /// A result doesn't have exactly its digits 0-9.
    Result {
        /// Number of the result, from 1.
        field: usize,
        digits: u32,
    },
}

/// Returns the seed's text (乱数の種): the results in order, padded with leading zeros (`TD2`).
///
/// # Errors
///
/// Fails if number or length of the results don't match the lotteries.
pub fn join_digits<T: AsRef<str>>(lotteries: &[Lottery], results: &[T]) -> Result<String, DigitsFault> {
    if results.len() != lotteries.len() {
        return Err(DigitsFault::Count { given: results.len(), lotteries: lotteries.len() });
    }
    let mut seed = String::new();
    for (field, (lottery, result)) in (1..).zip(lotteries.iter().zip(results)) {
        let result = result.as_ref();
        let fits =
            result.len() == lottery.digits as usize && result.bytes().all(|digit| digit.is_ascii_digit());
        if !fits {
            return Err(DigitsFault::Result { field, digits: lottery.digits });
        }
        seed.extend((0..lottery.zeros).map(|_| '0'));
        seed.push_str(result);
    }
    Ok(seed)
}

/// Returns the value of a seed's text (`TD2`); at most 18 digits.
pub fn seed_value(seed: &str) -> Option<u64> {
    let digits = (1..=18).contains(&seed.len()) && seed.bytes().all(|digit| digit.is_ascii_digit());
    if digits { seed.parse().ok() } else { None }
}

/// The lot of a roster line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    pub x: u32,
    /// The number by x alone, from 11 (`TD5`).
    pub base: DrawNumber,
    /// The valid number; `None` for a seed before reception (`TD6`).
    pub number: Option<DrawNumber>,
}

/// Error of invalid slips (`TD6`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipFault {
    NoSlips,
    NotASeed {
        player: PlayerId,
    },
    AbsentSeed {
        player: PlayerId,
    },
    Drawn {
        player: PlayerId,
    },
    NotASlip {
        player: PlayerId,
        number: DrawNumber,
    },
    SlipTwice {
        number: DrawNumber,
    },
    /// A present seed has no slip although one is left.
    SlipLeft {
        player: PlayerId,
    },
}

/// A roster as the draw sees it: for each line its seed class and whether the player is absent.
#[derive(Clone, Copy, Debug)]
pub struct Attendance<'a> {
    pub seeds: &'a [Option<usize>],
    pub absent: &'a [bool],
}

/// Draws the numbers of a roster (`TD3`-`TD6`). `slips` are the seeds' slips, or `None` before reception.
///
/// # Errors
///
/// Fails if the slips are invalid.
pub fn draw(
    plan: &Plan,
    seed: u64,
    roster: Attendance<'_>,
    slips: Option<&BTreeMap<PlayerId, DrawNumber>>,
) -> Result<Vec<Lot>, SlipFault> {
    let mut lots = lots(seed, roster.seeds.len());
    match plan.seed_mode {
        SeedMode::Manual => by_slips(plan, roster, slips, &mut lots)?,
        SeedMode::Lcg if slips.is_some_and(|slips| !slips.is_empty()) => return Err(SlipFault::NoSlips),
        SeedMode::Lcg => by_x(plan, roster, &mut lots),
    }
    Ok(lots)
}

fn lots(seed: u64, lines: usize) -> Vec<Lot> {
    let first = DrawNumber(11);
    let mut lots: Vec<Lot> =
        Generator::from_seed(seed, 0).take(lines).map(|x| Lot { x, base: first, number: None }).collect();
    // Numbers are stored next to their lines, so that a draw of a million lines is sorted in place.
    let mut by_x: Vec<(u32, usize)> = lots.iter().enumerate().map(|(line, lot)| (lot.x, line)).collect();
    by_x.sort_unstable();
    for (number, (_, line)) in (first.0..).map(DrawNumber).zip(by_x) {
        lots[line].base = number;
        lots[line].number = Some(number);
    }
    lots
}

/// The lines of a class, in roster order.
fn class_lines(roster: Attendance<'_>, class: usize) -> impl Iterator<Item = PlayerId> {
    let of_class = move |(_, seed): &(usize, &Option<usize>)| **seed == Some(class);
    roster.seeds.iter().enumerate().filter(of_class).map(|(line, _)| PlayerId::at(line))
}

fn by_slips(
    plan: &Plan,
    roster: Attendance<'_>,
    slips: Option<&BTreeMap<PlayerId, DrawNumber>>,
    lots: &mut [Lot],
) -> Result<(), SlipFault> {
    let Some(slips) = slips else {
        let seeds = lots.iter_mut().zip(roster.seeds).filter(|(_, seed)| seed.is_some());
        seeds.for_each(|(lot, _)| lot.number = None);
        return Ok(());
    };
    check_slips(plan, roster, slips)?;
    for (player, number) in slips {
        if let Some(lot) = lots.get_mut(player.index()) {
            lot.number = Some(*number);
        }
    }
    Ok(())
}

/// Returns the slips of a class: the first k numbers of its list for k seeds on the roster (`TD6`).
pub fn class_slips(plan: &Plan, roster: Attendance<'_>, class: usize) -> Vec<DrawNumber> {
    let numbers = plan.seed_classes.get(class).map(|class| class.numbers.as_slice()).unwrap_or_default();
    numbers.iter().copied().take(class_lines(roster, class).count()).collect()
}

/// Checks one more slip: the seed must be present, and the number must be an undrawn one of its class
/// (`TD6`).
pub fn check_slip(
    plan: &Plan,
    roster: Attendance<'_>,
    drawn: &BTreeMap<PlayerId, DrawNumber>,
    (player, number): (PlayerId, DrawNumber),
) -> Result<(), SlipFault> {
    if plan.seed_mode == SeedMode::Lcg {
        return Err(SlipFault::NoSlips);
    }
    let class = roster.seeds.get(player.index()).copied().flatten();
    let class = class.ok_or(SlipFault::NotASeed { player })?;
    if roster.absent.get(player.index()).copied().unwrap_or(true) {
        return Err(SlipFault::AbsentSeed { player });
    }
    if !class_slips(plan, roster, class).contains(&number) {
        return Err(SlipFault::NotASlip { player, number });
    }
    if drawn.iter().any(|(other, slip)| *other != player && *slip == number) {
        return Err(SlipFault::SlipTwice { number });
    }
    Ok(())
}

/// Checks all slips and returns whether reception is over: no present seed is without a slip while one is
/// left.
fn check_slips(
    plan: &Plan,
    roster: Attendance<'_>,
    slips: &BTreeMap<PlayerId, DrawNumber>,
) -> Result<(), SlipFault> {
    for (player, number) in slips {
        check_slip(plan, roster, slips, (*player, *number))?;
    }
    for class in 0..plan.seed_classes.len() {
        let left =
            class_slips(plan, roster, class).iter().any(|slip| !slips.values().any(|drawn| drawn == slip));
        let waiting = |player: &PlayerId| {
            !slips.contains_key(player) && roster.absent.get(player.index()) == Some(&false)
        };
        if let Some(player) = class_lines(roster, class).find(waiting)
            && left
        {
            return Err(SlipFault::SlipLeft { player });
        }
    }
    Ok(())
}

/// Assigns the class's numbers in the order of x, to absent seeds too (`TD6`, option `lcg`).
fn by_x(plan: &Plan, roster: Attendance<'_>, lots: &mut [Lot]) {
    for (class, numbers) in plan.seed_classes.iter().map(|class| &class.numbers).enumerate() {
        let mut lines: Vec<PlayerId> = class_lines(roster, class).collect();
        lines.sort_unstable_by_key(|player| lots[player.index()].x);
        for (player, number) in lines.into_iter().zip(numbers) {
            lots[player.index()].number = Some(*number);
        }
    }
}

//! Simulated lines: results of bots in a scenario, as means over games with intervals and bands.

use std::collections::BTreeMap;

use ishigaki_catalogue::Message;
use ishigaki_generator::figures::Band;
use ishigaki_rules::{Rejection, Setup, Shape};
use ishigaki_solver::{Options, Problem, solve};
use serde::Serialize;

use super::denied::Denial;
use super::distribution::{self, Distributions, Walls};
use super::field::{FieldGame, PlayerField, SeatPlayer, each};
use super::judgement::{Judgement, LEAST_GAMES};
use super::observed::Observed;
use super::subject::ScenarioSubject;
use super::symmetry;
use crate::arena::estimate::{Estimate, MeanDifference};

#[derive(Clone, Copy, Debug)]
pub(super) struct SimulationExtent {
    pub(super) games: u64,
    pub(super) from_seed: u64,
    pub(super) threads: usize,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Line {
    #[serde(rename = "line")]
    pub(super) name: &'static str,
    pub(super) estimate: Option<Estimate>,
    pub(super) band: Band,
    #[serde(flatten)]
    pub(super) judgement: Judgement,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Equivalence {
    pub(super) field: &'static str,
    pub(super) scenario: Option<Estimate>,
    pub(super) against: Option<Estimate>,
    pub(super) difference: Option<MeanDifference>,
    pub(super) limit: f64,
    #[serde(flatten)]
    pub(super) judgement: Judgement,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Simulated {
    pub(super) games: u64,
    pub(super) from_seed: u64,
    pub(super) least_games: usize,
    pub(super) permuted: usize,
    pub(super) symmetric: usize,
    pub(super) lines: Vec<Line>,
    pub(super) equivalence: Vec<Equivalence>,
    pub(super) distributions: Distributions,
}

const EQUIVALENT: f64 = 0.005;
/// Solver steps for a team's stones, about a tenth of a second.
const STEPS: u64 = 200_000;

fn line(name: &'static str, estimate: Option<Estimate>, low: f64, high: f64) -> Line {
    let band = Band { low, high };
    let interval = estimate.map(|estimate| (estimate.low, estimate.high));
    let judgement = Judgement::of(interval, estimate.map_or(0, |estimate| estimate.games), band);
    Line { name, estimate, band, judgement }
}

pub(super) fn simulate(
    subject: &ScenarioSubject,
    against: Option<&ScenarioSubject>,
    extent: SimulationExtent,
) -> anyhow::Result<Simulated> {
    let setup = subject.setup(subject.teams)?;
    let mixed = play(PlayerField::Mixed, &setup, extent)?;
    let observed: Vec<Observed> = mixed.iter().map(|over| Observed::of(&over.game)).collect();
    let held = each(extent.games, extent.threads, &|at| {
        let over = mixed.get(usize::try_from(at).unwrap_or(usize::MAX));
        over.map_or(Ok(true), |over| symmetry::holds(&over.game, extent.from_seed.wrapping_add(at)))
    });
    let held: Vec<bool> = held.into_iter().collect::<Result<_, _>>().map_err(BotRefused)?;
    let mut lines = of_mixed(&mixed, &observed);
    lines.extend(solvable(&mixed, extent));
    for denial in Denial::ALL {
        lines.push(denial_line(denial, &play(PlayerField::Denied(denial), &setup, extent)?));
    }
    lines.push(bought(&play(PlayerField::BuyOut, &setup, extent)?));
    let own = Homogeneous::play(subject, &setup, extent)?;
    lines.extend(other_teams(subject, &own.strong, extent)?);
    let mut walls = vec![Walls::of(&subject.named, "mixed", &setup, &mixed)];
    walls.extend(own.walls.clone());
    let mut equivalence = Vec::new();
    if let Some(other) = against {
        let theirs = Homogeneous::play(other, &other.setup(other.teams)?, extent)?;
        equivalence.push(equivalent("strong", &own.strong, &theirs.strong));
        equivalence.push(equivalent("steady", &own.steady, &theirs.steady));
        walls.extend(theirs.walls);
    }
    let distributions = Distributions {
        walls,
        prices: distribution::prices(&setup, &mixed),
        leads: distribution::leads(&observed),
    };
    Ok(Simulated {
        games: extent.games,
        from_seed: extent.from_seed,
        least_games: LEAST_GAMES,
        permuted: held.len(),
        symmetric: held.iter().filter(|&&held| held).count(),
        lines,
        equivalence,
        distributions,
    })
}

struct Homogeneous {
    strong: Vec<f64>,
    steady: Vec<f64>,
    walls: Vec<Walls>,
}

impl Homogeneous {
    fn play(subject: &ScenarioSubject, setup: &Setup, extent: SimulationExtent) -> anyhow::Result<Self> {
        let strong = play(PlayerField::Strong, setup, extent)?;
        let steady = play(PlayerField::Steady, setup, extent)?;
        let walls = [("strong", &strong), ("steady", &steady)]
            .map(|(field, games)| Walls::of(&subject.named, field, setup, games));
        Ok(Self { strong: empties(&strong), steady: empties(&steady), walls: walls.into() })
    }
}

/// A rejection of a bot's act, which is a bug in the bot.
#[derive(Debug, thiserror::Error, Message)]
#[message("fairness-bot-refused")]
struct BotRefused(#[message("why", debug)] Rejection);

fn play(field: PlayerField, setup: &Setup, extent: SimulationExtent) -> anyhow::Result<Vec<FieldGame>> {
    let games =
        each(extent.games, extent.threads, &|at| field.play(setup, extent.from_seed.wrapping_add(at)));
    Ok(games.into_iter().collect::<Result<_, _>>().map_err(BotRefused)?)
}

fn empties(games: &[FieldGame]) -> Vec<f64> {
    games.iter().map(|over| Observed::of(&over.game).empty).collect()
}

fn equivalent(field: &'static str, these: &[f64], those: &[f64]) -> Equivalence {
    let difference = MeanDifference::of(these, those);
    let limits = Band { low: -EQUIVALENT, high: EQUIVALENT };
    let interval = difference.map(|difference| (difference.low, difference.high));
    Equivalence {
        field,
        scenario: Estimate::of(these),
        against: Estimate::of(those),
        difference,
        limit: EQUIVALENT,
        judgement: Judgement::of(interval, these.len().min(those.len()), limits),
    }
}

fn of_mixed(games: &[FieldGame], observed: &[Observed]) -> Vec<Line> {
    let of =
        |figure: &dyn Fn(&Observed) -> f64| Estimate::of(&observed.iter().map(figure).collect::<Vec<_>>());
    let shares = |figure: &dyn Fn(&Observed) -> Option<f64>| {
        Estimate::of_shares(&observed.iter().filter_map(figure).collect::<Vec<_>>())
    };
    let (skill, tau) = skill(games, observed);
    vec![
        line("skill", Estimate::of_shares(&skill), 0.7, 0.97),
        line("tau", Estimate::of(&tau), 0.4, 0.94),
        line("by-empty", shares(&|game| Some(game.by_empty)), 0.6, 1.0),
        line("by-janken", shares(&|game| Some(game.by_janken)), 0.0, 0.01),
        line("ties", of(&|game| game.ties), 0.2, 1.5),
        line("waves", of(&|game| game.waves), 0.1, 1.2),
        line("failed", shares(&|game| game.failed), 0.0, 0.2),
        line("fallback", shares(&|game| game.fallback), 0.15, 0.5),
        line("at-minimum", shares(&|game| game.at_minimum), 0.0, 0.4),
        line(
            "price-spread",
            Estimate::of(&observed.iter().filter_map(|game| game.price_spread).collect::<Vec<_>>()),
            0.1,
            0.6,
        ),
        line("left", of(&|game| game.left), 0.0, 0.15),
        line("efficiency", of(&|game| game.efficiency), 0.93, 1.0),
        line("lead-changes", of(&|game| game.lead_changes), 0.25, 7.0),
        line("last-round", shares(&|game| Some(game.last_round_same)), 0.1, 0.9),
    ]
}

/// Per game, how often the bot that is stronger over all games has the better place in pairs of different
/// bots, equal places half; and Kendall's tau of it.
fn skill(games: &[FieldGame], observed: &[Observed]) -> (Vec<f64>, Vec<f64>) {
    let mut sums: BTreeMap<&'static str, (f64, f64)> = BTreeMap::new();
    let seats = |over: &FieldGame, game: &Observed| -> Vec<(&'static str, u32)> {
        let bot = |sitter: &SeatPlayer| match sitter {
            SeatPlayer::Bot(breed) => breed.code(),
            SeatPlayer::Denied(_) | SeatPlayer::Buyer => "",
        };
        over.seats.iter().map(bot).zip(game.places.iter().copied()).collect()
    };
    let all: Vec<Vec<(&'static str, u32)>> =
        games.iter().zip(observed).map(|(over, game)| seats(over, game)).collect();
    for &(bot, place) in all.iter().flatten() {
        let (sum, count) = sums.entry(bot).or_default();
        *sum += f64::from(place);
        *count += 1.0;
    }
    let strength = |bot: &str| sums.get(bot).map_or(0.0, |(sum, count)| sum / count);
    let share = |seats: &Vec<(&'static str, u32)>| {
        let (mut won, mut pairs) = (0.0, 0.0);
        for &(bot, place) in seats {
            for &(rival, below) in seats {
                if strength(bot) < strength(rival) {
                    pairs += 1.0;
                    won += match place.cmp(&below) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                }
            }
        }
        (pairs > 0.0).then(|| won / pairs)
    };
    let shares: Vec<f64> = all.iter().filter_map(share).collect();
    let tau = shares.iter().map(|share| 2.0 * share - 1.0).collect();
    (shares, tau)
}

/// How often the solver proves the best wall of one team's stones, and how often that is full.
fn solvable(games: &[FieldGame], extent: SimulationExtent) -> [Line; 2] {
    let ask = |at: u64| {
        let over = games.get(usize::try_from(at).ok()?)?;
        let setup = over.game.setup();
        let seat = usize::try_from(at).ok()? % setup.teams.len().max(1);
        let team = over.game.team(setup.team_ids().nth(seat)?)?;
        let shapes: Vec<Shape> = team
            .stones
            .iter()
            .filter_map(|stone| setup.lot(stone.lot))
            .map(|lot| lot.shape.clone())
            .collect();
        let problem = Problem::new(setup.frame.clone(), shapes).ok()?;
        let wall =
            solve(&problem, Options { threads: 1, seed: at, steps: Some(STEPS) }, &|| false, &mut |_| ());
        Some((f64::from(u8::from(wall.optimal)), f64::from(u8::from(wall.score.empty == 0))))
    };
    let answers: Vec<(f64, f64)> = each(extent.games, extent.threads, &ask).into_iter().flatten().collect();
    let (proved, full): (Vec<f64>, Vec<f64>) = answers.into_iter().unzip();
    [
        line("proved", Estimate::of_shares(&proved), 0.7, 1.0),
        line("full", Estimate::of_shares(&full), 0.02, 0.5),
    ]
}

fn denial_line(denial: Denial, games: &[FieldGame]) -> Line {
    let share = |over: &FieldGame| {
        let places = Observed::of(&over.game).places;
        let of = |sitter: SeatPlayer| -> Vec<u32> {
            over.seats
                .iter()
                .zip(&places)
                .filter(|(seat, _)| **seat == sitter)
                .map(|(_, &place)| place)
                .collect()
        };
        let (denied, free) =
            (of(SeatPlayer::Denied(denial)), of(SeatPlayer::Bot(ishigaki_strategy::bot::Breed::Adviser)));
        let pairs = denied.iter().flat_map(|own| free.iter().map(move |other| own.cmp(other)));
        let (mut won, mut count) = (0.0, 0.0);
        for order in pairs {
            count += 1.0;
            won += match order {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
        (count > 0.0).then(|| won / count)
    };
    let name = match denial {
        Denial::Adviser => "without-adviser",
        Denial::Rebid => "without-rebid",
        Denial::Fallback => "without-fallback",
        Denial::Rearranging => "without-rearranging",
    };
    line(name, Estimate::of_shares(&games.iter().filter_map(share).collect::<Vec<_>>()), 0.05, 0.45)
}

fn bought(games: &[FieldGame]) -> Line {
    let part = |over: &FieldGame| {
        let places = Observed::of(&over.game).places;
        let first = places.iter().filter(|&&place| place == 1).count();
        let buyer = over.seats.iter().position(|seat| *seat == SeatPlayer::Buyer)?;
        let shared = f64::from(u32::try_from(first.max(1)).ok()?);
        Some(if places.get(buyer) == Some(&1) { 1.0 / shared } else { 0.0 })
    };
    let chance = games.first().and_then(|over| u32::try_from(over.seats.len()).ok()).map_or(1.0, f64::from);
    let won = Estimate::of_shares(&games.iter().filter_map(part).collect::<Vec<_>>());
    let times = |estimate: Estimate| Estimate {
        mean: estimate.mean * chance,
        low: estimate.low * chance,
        high: estimate.high * chance,
        games: estimate.games,
    };
    line("buy-out", won.map(times), 0.0, 1.5)
}

fn other_teams(
    subject: &ScenarioSubject,
    here: &[f64],
    extent: SimulationExtent,
) -> anyhow::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for (name, teams) in [("one-team-less", subject.teams - 1), ("one-team-more", subject.teams + 1)] {
        let Ok(setup) = subject.setup(teams) else { continue };
        let there = empties(&play(PlayerField::Strong, &setup, extent)?);
        let difference = MeanDifference::of_two_sided(&there, here).map(|difference| Estimate {
            mean: difference.mean,
            low: difference.low,
            high: difference.high,
            games: there.len().min(here.len()),
        });
        lines.push(line(name, difference, -0.05, 0.03));
    }
    Ok(lines)
}

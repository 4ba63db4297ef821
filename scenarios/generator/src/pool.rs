//! Pool of a generated scenario: stones and copies.
//!
//! Sizes, awkwardness and copies depend on the parameters alone; only the shapes are drawn. A problem and its
//! spare have the same supply.

use ishigaki_rules::Shape;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use crate::library::{Ease, LARGEST, ease, shapes};
use crate::parameters::Parameters;

#[derive(Clone, Debug)]
pub(crate) struct PoolType {
    pub(crate) shape: Shape,
    pub(crate) copies: u32,
    pub(crate) spared: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    area: usize,
    ease: Ease,
    copies: u32,
    spared: u32,
}

const SPREAD: [[u64; 5]; 2] = [[40, 36, 14, 6, 4], [22, 36, 20, 12, 10]];
const HANDY: u64 = 25;
const AWKWARD: [u64; 2] = [22, 60];
const SMALL: [u64; 2] = [30, 20];
const RARE: u64 = 55;

pub(crate) fn draw(parameters: &Parameters, rng: &mut ChaCha8Rng) -> Option<Vec<PoolType>> {
    let slots = slots(parameters)?;
    let mut library: Vec<Vec<Shape>> = (0..=LARGEST).map(|area| shapes(area).to_vec()).collect();
    for shapes in &mut library {
        shapes.shuffle(rng);
    }
    let mut kinds = Vec::new();
    for slot in slots {
        let shapes = library.get_mut(slot.area)?;
        let at = shapes.iter().position(|shape| slot.area < 4 || ease(shape) == slot.ease)?;
        kinds.push(PoolType { shape: shapes.swap_remove(at), copies: slot.copies, spared: slot.spared });
    }
    Some(kinds)
}

fn between([low, high]: [u64; 2], parameters: &Parameters) -> u64 {
    let awkwardness = u64::from(parameters.awkwardness);
    (low * (100 - awkwardness) + high * awkwardness) / 100
}

fn kinds_of(parameters: &Parameters) -> Vec<(usize, Ease)> {
    let mut kinds = vec![(1, Ease::Handy), (2, Ease::Handy), (3, Ease::Handy), (3, Ease::Plain)];
    let larger = u64::from(parameters.types).saturating_sub(4);
    let shares = |area: usize| between([SPREAD[0][area - 4], SPREAD[1][area - 4]], parameters);
    let mut counts: Vec<u64> = (4..=LARGEST).map(|area| larger * shares(area) / 100).collect();
    // There are seven stones of four squares; the rest goes to those of five.
    counts[0] = counts[0].min(7);
    counts[1] += larger - counts.iter().sum::<u64>();
    for (area, count) in (4..).zip(counts) {
        let [most_handy, most_plain, most_awkward] =
            [Ease::Handy, Ease::Plain, Ease::Awkward].map(|ease| how_many(area, ease));
        let handy = ((count * HANDY + 50) / 100).clamp(1, most_handy).min(count);
        let others = count - handy;
        let awkward = ((others * between(AWKWARD, parameters) + 50) / 100).min(most_awkward);
        let plain = (others - awkward).min(most_plain);
        let awkward = (others - plain).min(most_awkward);
        let of = |ease: Ease, count: u64| (0..count).map(move |_| (area, ease));
        kinds.extend(of(Ease::Handy, handy).chain(of(Ease::Plain, plain)).chain(of(Ease::Awkward, awkward)));
    }
    kinds
}

fn how_many(area: usize, of: Ease) -> u64 {
    shapes(area).iter().filter(|shape| ease(shape) == of).count() as u64
}

fn slots(parameters: &Parameters) -> Option<Vec<Slot>> {
    let kinds = kinds_of(parameters);
    let walls = u64::from(parameters.frame.squares) * u64::from(parameters.teams);
    // The larger stones have a hundred shares; the small ones are a percentage of all stones.
    let weight = |ease: Ease| if ease == Ease::Handy { RARE } else { 100 };
    let (small, large) = kinds.split_at(4);
    let weights: u64 = large.iter().map(|(_, ease)| weight(*ease)).sum();
    let squares: u64 = large.iter().map(|(area, ease)| *area as u64 * weight(*ease)).sum();
    let few = between(SMALL, parameters);
    // small = few / (100 - few) x large stones, shared equally by four small types.
    let small_weight = weights * few / (100 - few) / small.len() as u64;
    let small_squares: u64 = small.iter().map(|(area, _)| *area as u64 * small_weight).sum();
    let whole = (squares + small_squares).max(1);
    let mut slots: Vec<Slot> = kinds
        .iter()
        .enumerate()
        .map(|(at, &(area, ease))| {
            let weight = if at < small.len() { small_weight } else { weight(ease) };
            let copies = u32::try_from(walls * weight / whole).unwrap_or(u32::MAX).max(2);
            Slot { area, ease, copies, spared: 0 }
        })
        .collect();
    fill_up(&mut slots, walls)?;
    spare(&mut slots, walls * u64::from(parameters.stone_percent) / 100);
    Some(slots)
}

fn squares_of(slots: &[Slot]) -> u64 {
    slots.iter().map(|slot| slot.area as u64 * u64::from(slot.copies)).sum()
}

fn fill_up(slots: &mut [Slot], walls: u64) -> Option<()> {
    while squares_of(slots) > walls {
        let most = slots.iter_mut().filter(|slot| slot.copies > 1).max_by_key(|slot| slot.copies)?;
        most.copies -= 1;
    }
    loop {
        let before = walls - squares_of(slots);
        // The last squares are filled by small stones, others from the largest on.
        let mut left = before;
        for slot in slots.iter_mut().rev() {
            let area = slot.area as u64;
            if left >= area && (slot.area > 1 || left < 2) {
                slot.copies += 1;
                left -= area;
            }
        }
        if left == 0 {
            return Some(());
        }
        if left == before {
            return None;
        }
    }
}

fn spare(slots: &mut [Slot], most: u64) {
    while squares_of(slots) > most {
        let over = squares_of(slots) - most;
        let fits = |slot: &&mut Slot| slot.copies > 2 && slot.area as u64 <= over.max(3);
        let larger = slots.iter_mut().filter(|slot| slot.area > 2).filter(fits);
        let Some(slot) = larger.max_by_key(|slot| (slot.copies * 2).saturating_sub(slot.spared * 3)) else {
            return;
        };
        slot.copies -= 1;
        slot.spared += 1;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::figures::{Figure, SMALL as SMALL_AREA};

    fn parameters(text: &str) -> Parameters {
        Parameters::parse(&format!("name = \"a\"\ntitle = \"A\"\nseed = 1\n{text}")).unwrap()
    }

    #[test]
    fn pool_has_all_squares_and_offers_the_given_share() {
        for teams in 5..=9_u32 {
            for (types, awkwardness, squares) in
                [(16, 0, 60_u32), (24, 30, 90), (33, 100, 147), (30, 50, 200)]
            {
                let parameters = parameters(&format!(
                    "teams = {teams}\nrounds = 8\ntypes = {types}\nawkwardness = {awkwardness}\n\
                     frame = {{ family = \"stepped\", squares = {squares} }}"
                ));
                let kinds = draw(&parameters, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
                let walls = u64::from(squares * teams);
                let sum = |copies: fn(&PoolType) -> u32| -> u64 {
                    kinds.iter().map(|kind| kind.shape.area() as u64 * u64::from(copies(kind))).sum()
                };
                assert_eq!(sum(|kind| kind.copies + kind.spared), walls);
                let offered = sum(|kind| kind.copies);
                assert!(
                    offered * 100 <= walls * 98 && offered * 1000 >= walls * 970,
                    "{teams} {types}: {offered} of {walls}"
                );
                assert_eq!(kinds.len(), types);
            }
        }
    }

    #[test]
    fn another_seed_draws_other_shapes_and_the_same_copies() {
        let parameters = parameters(
            "teams = 6\nrounds = 8\ntypes = 28\nawkwardness = 60\nframe = { family = \"stepped\", squares = 110 }",
        );
        let drawn = |seed: u64| draw(&parameters, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let copies = |kinds: &[PoolType]| {
            kinds.iter().map(|kind| (kind.shape.area(), kind.copies)).collect::<Vec<_>>()
        };
        let (first, second) = (drawn(1), drawn(2));
        assert_eq!(copies(&first), copies(&second));
        assert!(first.iter().zip(&second).any(|(first, second)| first.shape != second.shape));
    }

    #[test]
    fn shares_stay_in_bands_for_all_parameters() {
        for teams in [4, 6, 9] {
            for types in (16..=40).step_by(3) {
                for (awkwardness, squares) in [(0, 70), (15, 160), (40, 90), (70, 120), (100, 147)] {
                    if types * 18 > teams * squares {
                        continue;
                    }
                    let parameters = parameters(&format!(
                        "teams = {teams}\nrounds = 8\ntypes = {types}\nawkwardness = {awkwardness}\n\
                         frame = {{ family = \"stepped\", squares = {squares} }}"
                    ));
                    let slots = slots(&parameters).unwrap();
                    let all: u32 = slots.iter().map(|slot| slot.copies).sum();
                    let small: u32 =
                        slots.iter().filter(|slot| slot.area <= SMALL_AREA).map(|slot| slot.copies).sum();
                    let awkward: Vec<Slot> =
                        slots.iter().copied().filter(|slot| slot.ease == Ease::Awkward).collect();
                    let is_inside = |figure: Figure, part: u64, whole: u64| {
                        let [part, whole] = [part, whole].map(|count| u32::try_from(count).unwrap());
                        let share = f64::from(part) / f64::from(whole);
                        assert!(figure.band().holds(share), "{parameters:?}: {figure:?} {share}");
                    };
                    is_inside(Figure::SmallShare, u64::from(small), u64::from(all));
                    is_inside(Figure::AwkwardShare, squares_of(&awkward), squares_of(&slots));
                }
            }
        }
    }
}

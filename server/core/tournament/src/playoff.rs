//! Play-offs: semi-finals, final, third place, prize games, women's final (`TK`).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use crate::flow::{Flow, PoolId};
use crate::id::{PlayerId, Round};
use crate::plan::{Plan, PrizeRule};
use crate::standing::Entry;

/// A game of the play-offs, in listing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bout {
    SemiFinal1,
    /// The second semi-final: the firsts of B and C.
    SemiFinal2,
    Final,
    ThirdPlace,
    /// 入賞決定戦 of rank i of the field against rank 13 - i.
    Prize {
        /// 7 minus i, 1 to 6, so that the game of ranks 6 and 7 comes first.
        order: u8,
    },
    Women,
}

impl Bout {
    const fn prize(rank: u8) -> Self {
        Self::Prize { order: 7_u8.saturating_sub(rank) }
    }

    /// Returns the round in which it is played.
    pub fn round(self, plan: &Plan) -> Round {
        let semi_finals = plan.knock_out.and_then(|knock_out| knock_out.semi_finals);
        match self {
            Self::SemiFinal1 | Self::SemiFinal2 => semi_finals.unwrap_or(plan.end()),
            Self::Final | Self::ThirdPlace | Self::Prize { .. } | Self::Women => plan.end(),
        }
    }

    /// Returns the game with a name such as `SF1` or `prize6`.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "SF1" => Some(Self::SemiFinal1),
            "SF2" => Some(Self::SemiFinal2),
            "final" => Some(Self::Final),
            "third" => Some(Self::ThirdPlace),
            "women" => Some(Self::Women),
            _ => match name.strip_prefix("prize")?.as_bytes() {
                &[rank @ b'1'..=b'6'] => Some(Self::prize(rank - b'0')),
                _ => None,
            },
        }
    }
}

impl fmt::Display for Bout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SemiFinal1 => f.write_str("SF1"),
            Self::SemiFinal2 => f.write_str("SF2"),
            Self::Final => f.write_str("final"),
            Self::ThirdPlace => f.write_str("third"),
            Self::Prize { order } => write!(f, "prize{}", 7 - order),
            Self::Women => f.write_str("women"),
        }
    }
}

/// A play-off game with its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playoff {
    pub bout: Bout,
    pub a: PlayerId,
    pub b: PlayerId,
    pub winner: Option<PlayerId>,
}

impl Playoff {
    /// Returns who lost, if it is decided.
    pub fn loser(&self) -> Option<PlayerId> {
        self.winner.map(|winner| if winner == self.a { self.b } else { self.a })
    }
}

/// The play-offs as far as leagues and results determine them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playoffs {
    /// Determined games, in order.
    pub games: Vec<Playoff>,
    /// Known prize-winners, with or without a game, in provisional order; empty before the last league round.
    pub prize_winners: Vec<PlayerId>,
    /// True if more than twelve players qualified for prize games (`TK2`).
    pub over_twelve: bool,
    pub womens_champion: Option<PlayerId>,
}

/// Maximum number of players in the prize field; six of them win prizes.
const PRIZE_FIELD: usize = 12;
const PRIZE_WINNERS: usize = 6;

impl Playoffs {
    /// Returns the play-offs of these leagues with the winners so far. A winner who isn't in the game, or of
    /// an undetermined game, is ignored; check with [`Playoffs::winner`].
    pub fn of(flow: &Flow, women: &[bool], winners: &BTreeMap<Bout, PlayerId>) -> Self {
        let mut playoffs = Self::default();
        let firsts: Option<Vec<PlayerId>> =
            flow.firsts().iter().map(|first| first.map(|first| first.player)).collect();
        let Some(firsts) = firsts else { return playoffs };
        let leagues_over = flow.played() >= flow.plan().last_round;
        playoffs.knock_out(flow, &firsts, winners);
        if leagues_over {
            playoffs.prizes(flow, winners);
            if flow.plan().knock_out.is_some_and(|knock_out| knock_out.womens_final) {
                playoffs.women(flow, women, winners);
            }
        }
        playoffs.games.sort_unstable_by_key(|game| game.bout);
        playoffs
    }

    /// Adds the prize-winners without a game, by the current leagues.
    pub(crate) fn with_prizes_of(mut self, flow: &Flow) -> Self {
        let leagues_over = flow.played() >= flow.plan().last_round;
        if flow.plan().prizes == PrizeRule::LostToKnockOut && leagues_over {
            self.prize_winners = lost_to_knock_out(flow);
        }
        self
    }

    /// Returns the winner of a decided game.
    pub fn winner(&self, bout: Bout) -> Option<PlayerId> {
        self.game(bout)?.winner
    }

    /// Returns a determined game.
    pub fn game(&self, bout: Bout) -> Option<&Playoff> {
        self.games.iter().find(|game| game.bout == bout)
    }

    /// Returns the undecided games.
    pub fn open(&self) -> impl Iterator<Item = &Playoff> {
        self.games.iter().filter(|game| game.winner.is_none())
    }

    fn add(
        &mut self,
        bout: Bout,
        (a, b): (PlayerId, PlayerId),
        winners: &BTreeMap<Bout, PlayerId>,
    ) -> Playoff {
        let winner = winners.get(&bout).copied().filter(|winner| *winner == a || *winner == b);
        let game = Playoff { bout, a, b, winner };
        self.games.push(game);
        game
    }

    fn knock_out(&mut self, flow: &Flow, firsts: &[PlayerId], winners: &BTreeMap<Bout, PlayerId>) {
        match *firsts {
            [a, b, c, d] => {
                let one = self.add(Bout::SemiFinal1, (a, d), winners);
                let two = self.add(Bout::SemiFinal2, (b, c), winners);
                if let (Some(one), Some(two)) = (one.winner, two.winner) {
                    self.add(Bout::Final, (one, two), winners);
                }
                if let (Some(one), Some(two)) = (one.loser(), two.loser())
                    && flow.plan().knock_out.is_some_and(|knock_out| knock_out.third_place_game)
                {
                    self.add(Bout::ThirdPlace, (one, two), winners);
                }
            }
            [a, b] => {
                self.add(Bout::Final, (a, b), winners);
            }
            _ => {}
        }
    }

    fn prizes(&mut self, flow: &Flow, winners: &BTreeMap<Bout, PlayerId>) {
        match flow.plan().prizes {
            PrizeRule::Nobody => {}
            PrizeRule::Games => self.prize_games(flow, winners),
            PrizeRule::LostToKnockOut => self.prize_winners = lost_to_knock_out(flow),
        }
    }

    fn prize_games(&mut self, flow: &Flow, winners: &BTreeMap<Bout, PlayerId>) {
        let placement = flow.members(PoolId::Placement);
        let mut field: Vec<PlayerId> =
            placement.into_iter().filter(|player| flow.history().losses(*player) <= 1).collect();
        self.over_twelve = field.len() > PRIZE_FIELD;
        field.truncate(PRIZE_FIELD);
        let playing = field.len().saturating_sub(PRIZE_WINNERS);
        let mut winning: Vec<PlayerId> = field.iter().copied().take(PRIZE_WINNERS - playing).collect();
        for rank in (1..=6_u8).rev() {
            let (higher, lower) = (usize::from(rank) - 1, 12 - usize::from(rank));
            if let (Some(&higher), Some(&lower)) = (field.get(higher), field.get(lower)) {
                let game = self.add(Bout::prize(rank), (higher, lower), winners);
                winning.extend(game.winner);
            }
        }
        self.prize_winners = field.into_iter().filter(|player| winning.contains(player)).collect();
    }

    fn women(&mut self, flow: &Flow, women: &[bool], winners: &BTreeMap<Bout, PlayerId>) {
        let is_woman = |player: &PlayerId| women.get(player.index()).copied().unwrap_or(false);
        let Some(&last) = self.game(Bout::Final) else { return };
        let in_final: Vec<PlayerId> = [last.a, last.b].into_iter().filter(is_woman).collect();
        match in_final.as_slice() {
            [] => {}
            [sole] => {
                self.womens_champion = Some(*sole);
                return;
            }
            _ => {
                self.womens_champion = last.winner;
                return;
            }
        }
        let semi_finals = [Bout::SemiFinal1, Bout::SemiFinal2];
        let lost = semi_finals.iter().filter_map(|bout| self.game(*bout).and_then(Playoff::loser));
        let best: Vec<PlayerId> =
            lost.chain(flow.members(PoolId::Placement)).filter(is_woman).take(2).collect();
        match *best {
            [a, b] => self.womens_champion = self.add(Bout::Women, (a, b), winners).winner,
            [sole] => self.womens_champion = Some(sole),
            _ => {}
        }
    }
}

/// Players without a loss, or with a single one to a league's first, in provisional order (`TE3`).
fn lost_to_knock_out(flow: &Flow) -> Vec<PlayerId> {
    let standings = flow.standings();
    let players = standings.iter().map(|standing| standing.player);
    let lost_to_firsts_only = |player: &PlayerId| {
        let losses: Vec<Option<PlayerId>> =
            flow.history().entries(*player).filter(|entry| !entry.is_win()).map(Entry::opponent).collect();
        match losses.as_slice() {
            [] => true,
            &[Some(opponent)] => flow.is_first(opponent),
            _ => false,
        }
    };
    players.filter(|player| !flow.is_first(*player) && lost_to_firsts_only(player)).collect()
}

//! The flow of the leagues: who is in which pool, who qualifies, who moves on, who leaves (`TF`, `TW`).

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::id::{LeagueId, PlayerId, Round};
use crate::league::Field;
use crate::plan::Plan;
use crate::standing::{Entry, History, ProvisionalRank};

/// Place of a player in the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// Not present when the leagues were made (`TD7`).
    Absent,
    /// Still in this league.
    League(LeagueId),
    /// In the placement league (順位決定リーグ), for good.
    Placement,
    /// Qualified (勝ち抜け) as this league's first (`TF3`).
    Qualified(LeagueId),
    /// Withdrawn (途中棄権) (`TW1`).
    Withdrawn,
}

/// Id of a pool, which is paired by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoolId {
    /// A league that has no first yet.
    League(LeagueId),
    Placement,
}

impl PoolId {
    /// The pool that a league's letter, or `P` for the placement league, names.
    pub fn parse(name: &str) -> Option<Self> {
        if name == "P" { Some(Self::Placement) } else { LeagueId::parse(name).map(Self::League) }
    }
}

impl fmt::Display for PoolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::League(league) => fmt::Display::fmt(league, f),
            Self::Placement => f.write_str("P"),
        }
    }
}

/// Way in which a league's first was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// The only one unbeaten (`TF3`).
    Sole,
    /// By the provisional order, for the referee to confirm (`TF4`).
    Ranking,
    /// Named by the referee, since nobody was left (`TF4`, `TV3`).
    Referee,
}

/// A league's first (リーグ1位).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// Player that is first.
    pub player: PlayerId,
    /// Way in which the player was found.
    pub by: FoundBy,
    /// After which round; 0: before the first one.
    pub after: Round,
}

/// Changes between two rounds (`TF5`), each list by player or league.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    pub withdrawn: Vec<PlayerId>,
    /// Players that came into the placement league.
    pub moved: Vec<PlayerId>,
    /// Leagues that have a first now.
    pub qualified: Vec<LeagueId>,
}

/// Error of leagues that cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowFault {
    /// Nobody of a league is left: only the referee can go on (`TF4`).
    NobodyLeft { league: LeagueId },
    /// Somebody cannot withdraw: absent, withdrawn already, or qualified (`TW1`).
    CannotWithdraw {
        /// Player that is meant.
        player: PlayerId,
    },
}

/// A game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub winner: PlayerId,
    pub loser: PlayerId,
    /// Whether by forfeit (`TW2`).
    pub forfeit: bool,
}

/// Error of a round's games that are not those of its pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundFault {
    /// The last round has been played.
    TooMany,
    /// A player who must play has no entry or several, or one who must not play has one.
    Entries { player: PlayerId },
    /// A game between two pools.
    BetweenPools { player: PlayerId },
    /// A pool with a bye though even, or without one though odd.
    Byes { pool: PoolId },
}

/// The leagues as far as they have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    plan: Arc<Plan>,
    field: Arc<Field>,
    /// The leagues as they began (`TL2`), for `TF4`.
    dealt: Arc<Vec<Vec<PlayerId>>>,
    whereabouts: Vec<Whereabouts>,
    firsts: Vec<Option<First>>,
    history: History,
}

impl Flow {
    /// The leagues before anything is played. Every league's players are those of the field, each once.
    pub fn new(plan: Arc<Plan>, field: Arc<Field>, leagues: Vec<Vec<PlayerId>>) -> Self {
        let mut whereabouts: Vec<Whereabouts> = (0..field.lines()).map(|_| Whereabouts::Absent).collect();
        for (at, league) in leagues.iter().enumerate() {
            for player in league {
                if let Some(place) = whereabouts.get_mut(player.index()) {
                    *place = Whereabouts::League(LeagueId::at(at));
                }
            }
        }
        let firsts = leagues.iter().map(|_| None).collect();
        Self { plan, field, dealt: Arc::new(leagues), whereabouts, firsts, history: History::default() }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Those who were present when the leagues were made.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Returns what was played.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The leagues as they began.
    pub fn dealt(&self) -> &[Vec<PlayerId>] {
        &self.dealt
    }

    /// Rounds that were played.
    pub fn played(&self) -> Round {
        Round(u32::try_from(self.history.rounds()).unwrap_or(u32::MAX))
    }

    /// Returns the place of a player in the event.
    pub fn whereabouts(&self, player: PlayerId) -> Whereabouts {
        self.whereabouts.get(player.index()).copied().unwrap_or(Whereabouts::Absent)
    }

    /// Each league's first, as far as there is one.
    pub fn firsts(&self) -> &[Option<First>] {
        &self.firsts
    }

    /// Returns whether a player is a league's first.
    pub fn is_first(&self, player: PlayerId) -> bool {
        matches!(self.whereabouts(player), Whereabouts::Qualified(_))
    }

    /// The only one of a league who has no loss and is still in it (`TF1`, `TF3`).
    pub fn sole_unbeaten(&self, league: LeagueId) -> Option<PlayerId> {
        let in_league = |player: &PlayerId| self.whereabouts(*player) == Whereabouts::League(league);
        let members = self.field.present().filter(in_league);
        let mut unbeaten = members.filter(|player| self.history.losses(*player) == 0);
        unbeaten.next().filter(|_| unbeaten.next().is_none())
    }

    /// The provisional order of all who were present (`TR`).
    pub fn standings(&self) -> Vec<ProvisionalRank> {
        self.history.standings(&self.field, &self.plan)
    }

    /// All who have withdrawn, by player.
    pub fn withdrawn(&self) -> Vec<PlayerId> {
        self.field.present().filter(|player| self.whereabouts(*player) == Whereabouts::Withdrawn).collect()
    }

    /// Those at a place, in provisional order.
    pub fn members(&self, pool: PoolId) -> Vec<PlayerId> {
        self.members_of(&self.standings(), pool)
    }

    fn members_of(&self, standings: &[ProvisionalRank], pool: PoolId) -> Vec<PlayerId> {
        let place = match pool {
            PoolId::League(league) => Whereabouts::League(league),
            PoolId::Placement => Whereabouts::Placement,
        };
        let players = standings.iter().map(|standing| standing.player);
        players.filter(|player| self.whereabouts(*player) == place).collect()
    }

    /// The pools of the next round with their members in provisional order; none after the last round.
    pub fn pools(&self) -> Vec<(PoolId, Vec<PlayerId>)> {
        if self.played() >= self.plan.last_round {
            return Vec::new();
        }
        let standings = self.standings();
        let leagues = (0..self.firsts.len()).map(|at| PoolId::League(LeagueId::at(at)));
        leagues
            .chain([PoolId::Placement])
            .map(|pool| (pool, self.members_of(&standings, pool)))
            .filter(|(_, members)| !members.is_empty())
            .collect()
    }

    /// Returns what happens between two rounds, and before the first: who moves and qualifies, then who leaves, then again who
    /// moves and qualifies (`TF5`).
    ///
    /// # Errors
    /// If the leagues cannot go on. Then they are as half-way through; whoever wants them as before keeps a copy.
    pub fn pass(&mut self, leaving: &[PlayerId]) -> Result<Passage, FlowFault> {
        let before = self.clone();
        let standings = self.standings();
        self.settle(&standings)?;
        for &player in leaving {
            match self.whereabouts(player) {
                Whereabouts::League(_) | Whereabouts::Placement => self.put(player, Whereabouts::Withdrawn),
                Whereabouts::Absent | Whereabouts::Qualified(_) | Whereabouts::Withdrawn => {
                    return Err(FlowFault::CannotWithdraw { player });
                }
            }
        }
        if !leaving.is_empty() {
            self.settle(&standings)?;
        }
        Ok(self.passage(&before))
    }

    fn passage(&self, before: &Self) -> Passage {
        let came_to = |place: Whereabouts| {
            let came = move |player: &PlayerId| {
                self.whereabouts(*player) == place && before.whereabouts(*player) != place
            };
            self.field.present().filter(came).collect()
        };
        let found = before.firsts.iter().zip(&self.firsts).enumerate();
        Passage {
            withdrawn: came_to(Whereabouts::Withdrawn),
            moved: came_to(Whereabouts::Placement),
            qualified: found
                .filter(|(_, (before, now))| before.is_none() && now.is_some())
                .map(|(at, _)| LeagueId::at(at))
                .collect(),
        }
    }

    /// Moves and qualifies in every league that has no first (`TF1`-`TF4`).
    fn settle(&mut self, standings: &[ProvisionalRank]) -> Result<(), FlowFault> {
        for league in (0..self.firsts.len()).map(LeagueId::at) {
            if self.firsts[league.index()].is_none() {
                self.settle_league(standings, league)?;
            }
        }
        Ok(())
    }

    fn settle_league(&mut self, standings: &[ProvisionalRank], league: LeagueId) -> Result<(), FlowFault> {
        let members = self.members_of(standings, PoolId::League(league));
        let (unbeaten, beaten): (Vec<PlayerId>, Vec<PlayerId>) =
            members.into_iter().partition(|player| self.history.losses(*player) == 0);
        let over = self.played() >= self.plan.league_rounds;
        match unbeaten.as_slice() {
            [] => {
                let best = self.best_dealt(standings, league).ok_or(FlowFault::NobodyLeft { league })?;
                self.close(league, &beaten, best, FoundBy::Ranking);
            }
            [sole] => self.close(league, &beaten, *sole, FoundBy::Sole),
            [best, rest @ ..] if over => {
                self.relegate(&beaten);
                self.close(league, rest, *best, FoundBy::Ranking);
            }
            several if several.len().is_power_of_two() => self.relegate(&beaten),
            _ => {}
        }
        Ok(())
    }

    /// The best of those dealt to a league who are neither withdrawn nor qualified, wherever they are (`TF4`).
    fn best_dealt(&self, standings: &[ProvisionalRank], league: LeagueId) -> Option<PlayerId> {
        let dealt = self.dealt.get(league.index())?;
        let mut players = standings.iter().map(|standing| standing.player);
        players.find(|player| {
            let free = matches!(self.whereabouts(*player), Whereabouts::League(_) | Whereabouts::Placement);
            free && dealt.contains(player)
        })
    }

    fn close(&mut self, league: LeagueId, others: &[PlayerId], first: PlayerId, by: FoundBy) {
        self.relegate(others);
        self.put(first, Whereabouts::Qualified(league));
        let after = self.played();
        if let Some(place) = self.firsts.get_mut(league.index()) {
            *place = Some(First { player: first, by, after });
        }
    }

    fn relegate(&mut self, players: &[PlayerId]) {
        for player in players {
            self.put(*player, Whereabouts::Placement);
        }
    }

    fn put(&mut self, player: PlayerId, place: Whereabouts) {
        if let Some(whereabouts) = self.whereabouts.get_mut(player.index()) {
            *whereabouts = place;
        }
    }

    /// Makes a player a league's first as the referee says (`TV3`); its other members go to the placement league.
    ///
    /// Changes nothing if the league has a first, or the player is absent, withdrawn or another league's first.
    pub fn name_first(&mut self, league: LeagueId, player: PlayerId) {
        let free = matches!(self.whereabouts(player), Whereabouts::League(_) | Whereabouts::Placement);
        if free && self.firsts.get(league.index()) == Some(&None) {
            let members: Vec<PlayerId> = self
                .field
                .present()
                .filter(|member| self.whereabouts(*member) == Whereabouts::League(league))
                .collect();
            self.close(league, &members, player, FoundBy::Referee);
        }
    }

    /// Adds a round that was played: every member of a pool once, nobody else.
    ///
    /// # Errors
    /// If the games and byes are not those of the pools; nothing has changed then.
    pub fn play(&mut self, games: &[Played], byes: &[PlayerId]) -> Result<(), RoundFault> {
        if self.played() >= self.plan.last_round {
            return Err(RoundFault::TooMany);
        }
        let mut entries: Vec<Option<Entry>> =
            self.whereabouts.iter().map(|place| Self::entry_of(*place)).collect();
        let mut enter = |player: PlayerId, entry: Entry| {
            let plays = matches!(self.whereabouts(player), Whereabouts::League(_) | Whereabouts::Placement);
            match entries.get_mut(player.index()) {
                Some(place) if plays && place.is_none() => *place = Some(entry),
                _ => return Err(RoundFault::Entries { player }),
            }
            Ok(())
        };
        for &Played { winner, loser, forfeit } in games {
            if self.whereabouts(winner) != self.whereabouts(loser) {
                return Err(RoundFault::BetweenPools { player: winner });
            }
            enter(winner, Entry::Won { over: loser, forfeit })?;
            enter(loser, Entry::Lost { to: winner })?;
        }
        for &player in byes {
            enter(player, Entry::Bye)?;
        }
        self.check_entries(&entries)?;
        self.history.push(entries);
        Ok(())
    }

    /// Returns what a round is for those who are in no pool.
    const fn entry_of(place: Whereabouts) -> Option<Entry> {
        match place {
            Whereabouts::Absent | Whereabouts::League(_) | Whereabouts::Placement => None,
            Whereabouts::Qualified(_) => Some(Entry::FormalWin),
            Whereabouts::Withdrawn => Some(Entry::Withdrawn),
        }
    }

    fn check_entries(&self, entries: &[Option<Entry>]) -> Result<(), RoundFault> {
        let missing = self.field.present().find(|player| entries.get(player.index()) == Some(&None));
        if let Some(player) = missing {
            return Err(RoundFault::Entries { player });
        }
        for (pool, members) in self.pools() {
            let had = |player: &&PlayerId| entries.get(player.index()) == Some(&Some(Entry::Bye));
            if members.iter().filter(had).count() != members.len() % 2 {
                return Err(RoundFault::Byes { pool });
            }
        }
        Ok(())
    }

    /// Puts a ruling in the place of a game's result in a round that was played, from 1 (`TV3`). Who is where stays as
    /// it is; the order follows what holds now.
    pub fn correct(&mut self, round: Round, game: Played) {
        let Some(at) = round.0.checked_sub(1).and_then(|at| usize::try_from(at).ok()) else { return };
        let Played { winner, loser, forfeit } = game;
        self.history.correct(at, winner, Entry::Won { over: loser, forfeit });
        self.history.correct(at, loser, Entry::Lost { to: winner });
    }
}
